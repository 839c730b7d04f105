#version 330
// A line between two points of a 3D world with the same width in pixels everywhere: the quad is expanded here.
uniform mat4 p3d_ModelViewProjectionMatrix;
uniform vec2 viewport;       // pixels
uniform float px_scale;
uniform vec2 depth_range;
in vec4 p3d_Vertex;          // this end
in vec4 p3d_Color;
in vec3 other;               // the other end
in vec3 corner;              // +1 at the start and -1 at the end, side of the line, width in design pixels
out vec4 tint;
noperspective out float across;
flat out float half_width;

void main() {
    vec4 here = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    vec4 there = p3d_ModelViewProjectionMatrix * vec4(other, 1.0);
    const float near = 0.01;
    if (here.w < near && there.w > here.w) here = mix(here, there, (near - here.w) / (there.w - here.w));
    if (there.w < near && here.w > there.w) there = mix(there, here, (near - there.w) / (here.w - there.w));
    vec2 from = here.xy / here.w * viewport * 0.5;
    vec2 to = there.xy / there.w * viewport * 0.5;
    vec2 ahead = (to - from) * corner.x;
    float span = length(ahead);
    ahead = span > 1e-4 ? ahead / span : vec2(1.0, 0.0);
    half_width = 0.5 * corner.z * px_scale;
    across = corner.y * (half_width + 1.0);
    vec2 moved = from + vec2(-ahead.y, ahead.x) * across;
    gl_Position = vec4(moved / (viewport * 0.5) * here.w, here.z, here.w);
    float far = clamp((here.w - depth_range.x) / (depth_range.y - depth_range.x), 0.0, 1.0);
    tint = vec4(p3d_Color.rgb, p3d_Color.a * mix(1.15, 0.7, far));
}
