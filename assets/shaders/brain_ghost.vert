#version 330
// The shell when it is nothing but a ghost (the glass view at rest): no lights, no tissue.
#include "brain_light.glsl"
#include "brain_vertex.glsl"
invariant gl_Position;
out vec4 v_colour;
out vec4 v_outline;

void main() {
    vec4 state = state_of(int(region + 0.5));
    vec3 normal = brain_normal();
    bool is_cortex = u_material.z > 0.5;
    gl_Position = brain_place(state);
    v_colour = ghost(normal, tissue.y, state.r);
    v_outline = outline_of(is_cortex ? tissue.z : max(normal.z, 0.0), state.g * u_edge.z, 0.0, 1.0);
}
