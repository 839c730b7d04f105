#version 330
// The cerebellum, lit for each vertex.
#include "brain_outline.glsl"
#include "brain_folia.glsl"
in vec4 v_colour;
in vec4 v_outline;
in vec2 v_folia;
out vec4 o_colour;

void main() {
    o_colour = outlined(vec4(v_colour.rgb * grooves(v_folia), v_colour.a), v_outline);
}
