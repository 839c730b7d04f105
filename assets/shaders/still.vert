#version 330
// A part of the window, given in pixels from its top left; the kept picture is as large as the window.
uniform vec2 size;
in vec4 p3d_Vertex;

void main() {
    gl_Position = vec4(2.0 * p3d_Vertex.x / size.x - 1.0, 1.0 + 2.0 * p3d_Vertex.z / size.y, 0.0, 1.0);
}
