#version 330
// Grain from the MRI, where there is one: what was cut is tissue.
uniform sampler2D slice;  // red: brightness as shown
uniform vec2 u_cap;       // brightness where the MRI is black, and what its white adds
in vec3 v_colour;
in vec2 v_place;
out vec4 o_colour;

void main() {
    float grain = u_cap.x + u_cap.y * texture(slice, v_place).r;
    o_colour = vec4(v_colour * grain, 1.0);
}
