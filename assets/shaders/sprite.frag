#version 330
// As still.frag: one plain look-up, for which software renderers have a fast way.
uniform sampler2D kept;
in vec2 place;
out vec4 colour;

void main() {
    colour = texture(kept, place);
}
