#version 330
// Soft points of a given size in pixels, anywhere in a 3D or 2D scene.
uniform mat4 p3d_ModelViewProjectionMatrix;
in vec4 p3d_Vertex;
in vec4 p3d_Color;
in float size;
out vec4 tint;
out float radius;

void main() {
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    tint = p3d_Color;
    radius = size * 0.5;
    gl_PointSize = size * 5.2 + 2.0;
}
