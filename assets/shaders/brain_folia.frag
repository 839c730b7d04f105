#version 330
// The cerebellum, lit for each pixel.
#include "brain_light.glsl"
#include "brain_outline.glsl"
#include "brain_folia.glsl"
in vec3 v_normal;
in vec3 v_albedo;
in vec3 v_state;
in vec4 v_outline;
in vec2 v_folia;
out vec4 o_colour;

void main() {
    vec4 c = surface(v_albedo * grooves(v_folia), normalize(v_normal), v_state.x, v_state.y, v_state.z);
    o_colour = outlined(c, v_outline);
}
