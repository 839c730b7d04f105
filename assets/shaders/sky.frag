#version 330
// Radial gradient glow -> mid (48 %) -> edge, with an 8 x 8 ordered dither of one 1/255 step, so that no bands show.
uniform vec3 edge;
uniform vec3 mid;
uniform vec3 glow;
uniform vec4 ellipse;   // centre x, y and radius x, y, as fractions of the region
in vec2 place;
out vec4 colour;

#include "dither.glsl"

void main() {
    float t = min(length((place - ellipse.xy) / ellipse.zw), 1.0);
    vec3 c = t < 0.48 ? mix(glow, mid, t / 0.48) : mix(mid, edge, (t - 0.48) / 0.52);
    colour = vec4(c + (bayer8(gl_FragCoord.xy) - 0.4921875) / 255.0, 1.0);
}
