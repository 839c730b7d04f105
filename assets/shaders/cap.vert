#version 330
// The flat face of a cut: the colours of what was cut, no lights.
#include "brain_vertex.glsl"
uniform vec3 u_accent;
in vec2 p3d_MultiTexCoord0; // place in the MRI picture of the plane
out vec3 v_colour;
out vec2 v_place;

void main() {
    int column = int(region + 0.5);
    vec4 state = state_of(column);
    cut_at(p3d_Vertex.xyz);
    gl_Position = state.a < 0.5 ? vec4(2.0, 2.0, 2.0, 1.0) : p3d_ModelViewProjectionMatrix * p3d_Vertex;
    vec4 tint = tint_of(column);
    tint.rgb = mix(tint.rgb, vec3(dot(tint.rgb, vec3(0.33333))), u_view.y * (1.0 - state.r));
    vec3 base = base_of(column, column == 0 || tissue.w > 0.5);
    vec3 c = mix(base, tint.rgb, tint.a);
    v_colour = mix(c, u_accent, 0.93 * state.r) * (1.0 + 0.15 * state.g);
    v_place = p3d_MultiTexCoord0;
}
