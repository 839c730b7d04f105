#version 330
// Premultiplied; the edge fades over one pixel, and lines thinner than a pixel get fainter instead.
uniform vec4 p3d_ColorScale;
in vec4 tint;
noperspective in float across;
flat in float half_width;
out vec4 colour;

void main() {
    float cover = clamp(half_width + 0.5 - abs(across), 0.0, 1.0) * min(1.0, 2.0 * half_width);
    float a = tint.a * cover * p3d_ColorScale.a;
    colour = vec4(tint.rgb * a, a);
}
