#version 330
#include "brain_outline.glsl"
in vec4 v_colour;
in vec4 v_outline;
out vec4 o_colour;

void main() {
    o_colour = outlined(v_colour, v_outline);
}
