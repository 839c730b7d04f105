#version 330
uniform sampler2D slice;    // red: brightness as shown, green: mask
uniform vec4 u_slice_tint;  // rgb and opacity
in vec2 v_place;
out vec4 o_colour;

void main() {
    vec2 t = texture(slice, v_place).rg;
    float a = smoothstep(0.42, 0.82, t.g) * u_slice_tint.a;
    if (a < 0.02) discard;
    o_colour = vec4(u_slice_tint.rgb * t.r * a, a);
}
