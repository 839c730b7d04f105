#version 330
// A small disc with a soft, one-pixel edge.
in vec4 tint;
in float pixels;
out vec4 colour;

void main() {
    float away = length(gl_PointCoord - 0.5) * (2.0 * pixels + 2.0);
    colour = vec4(tint.rgb, tint.a * clamp(pixels + 0.5 - away, 0.0, 1.0));
}
