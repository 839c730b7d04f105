#version 330
#include "brain_light.glsl"
#include "brain_outline.glsl"
in vec3 v_normal;
in vec3 v_albedo;
in vec3 v_state;
in vec4 v_outline;
out vec4 o_colour;

void main() {
    vec4 c = surface(v_albedo, normalize(v_normal), v_state.x, v_state.y, v_state.z);
    o_colour = outlined(c, v_outline);
}
