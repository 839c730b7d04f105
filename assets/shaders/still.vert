#version 330
// A part of the window, given in pixels from its top left; the picture is as large as the window.
uniform vec2 size;
in vec4 p3d_Vertex;
out vec2 place;

void main() {
    place = vec2(p3d_Vertex.x, size.y + p3d_Vertex.z) / size;
    gl_Position = vec4(2.0 * place - 1.0, 0.0, 1.0);
}
