#version 330
// Alpha is largest in the centre and falls to nothing with zero slope; dithered, or the fall would show bands.
uniform vec4 p3d_ColorScale;
in vec4 tint;
in vec2 at;
out vec4 colour;

#include "dither.glsl"

void main() {
    float r2 = dot(at, at);
    if (r2 >= 1.0) discard;
    float rest = 1.0 - sqrt(r2);
    float fall = rest * rest * (0.35 + 0.65 * rest);
    colour = vec4(tint.rgb * (tint.a * fall * p3d_ColorScale.a) + (bayer8(gl_FragCoord.xy) - 0.4921875) / 255.0 * fall, 0.0);
}
