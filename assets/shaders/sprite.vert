#version 330
// A small thing of the interface, shown from its picture: see engine/sprites.py.
uniform mat4 p3d_ModelViewProjectionMatrix;
in vec4 p3d_Vertex;
in vec2 place_in;
out vec2 place;

void main() {
    place = place_in;
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
}
