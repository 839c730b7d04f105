#version 330
in vec4 body;
out vec4 colour;
void main() {
    colour = body;
}
