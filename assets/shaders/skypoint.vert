#version 330
// Background stars: positions are fractions of the display region (x right, z down), sizes are pixels.
uniform float star_scale;
uniform vec4 p3d_ColorScale;
in vec4 p3d_Vertex;
in vec4 p3d_Color;
in float radius;
out vec4 tint;
out float pixels;   // radius on screen

void main() {
    gl_Position = vec4(p3d_Vertex.x * 2.0 - 1.0, 1.0 - p3d_Vertex.z * 2.0, 0.0, 1.0);
    tint = p3d_Color * p3d_ColorScale;
    pixels = radius * star_scale;
    gl_PointSize = 2.0 * pixels + 2.0;
}
