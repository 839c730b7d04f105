#version 330
// A picture of the window, pixel for pixel; where it is blended, its colours are already multiplied by their alpha.
// One plain look-up and nothing else: software renderers have a fast way for that.
uniform sampler2D kept;
in vec2 place;
out vec4 colour;

void main() {
    colour = texture(kept, place);
}
