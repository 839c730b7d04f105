#version 330
// The selected region where something hides it: a faint golden shape that shines through.
#include "brain_light.glsl"
#include "brain_vertex.glsl"
invariant gl_Position;
out vec4 v_colour;

void main() {
    vec4 state = state_of(int(region + 0.5));
    vec3 normal = brain_normal();
    gl_Position = state.r < 0.5 ? vec4(2.0, 2.0, 2.0, 1.0) : brain_place(state);
    float f = 0.52 + 0.48 * pow(1.0 - clamp(abs(normal.z), 0.0, 1.0), 1.6);
    v_colour = vec4(u_accent * f, 0.85) * 0.85;
}
