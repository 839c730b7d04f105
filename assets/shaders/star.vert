#version 330
// A star: one point sprite with a core, a halo and sometimes a ring, all measured in pixels.
uniform mat4 p3d_ModelViewProjectionMatrix;
uniform float px_scale;      // pixels of this screen for one pixel of the 1080p design
uniform vec2 depth_range;    // eye distances at which stars are largest and smallest
uniform float largest;       // the largest point the driver draws
in vec4 p3d_Vertex;
in vec4 p3d_Color;           // halo
in vec4 core;
in vec4 ring;
in vec4 shape;               // core radius, halo radius, how far depth counts (0..1), ring radius
out vec4 halo_tint;
out vec4 core_tint;
out vec4 ring_tint;
flat out vec4 pixels;        // core radius, halo radius, ring radius, half the sprite

void main() {
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    float far = clamp((gl_Position.w - depth_range.x) / (depth_range.y - depth_range.x), 0.0, 1.0);
    float d = mix(1.0, mix(1.15, 0.55, far), shape.z) * px_scale;
    float ring_reach = ring.a > 0.0 ? shape.w * px_scale + 3.0 : 0.0;
    float half_size = min(max(max(shape.y * d, shape.x * d + 1.0), ring_reach) + 1.0, 0.5 * largest);
    pixels = vec4(shape.x * d, min(shape.y * d, half_size), shape.w * px_scale, half_size);
    halo_tint = p3d_Color;
    core_tint = core;
    ring_tint = ring;
    gl_PointSize = 2.0 * half_size;
}
