#version 330
// A kept picture of the window, pixel for pixel; its colours are already multiplied by their alpha.
uniform sampler2D kept;
out vec4 colour;

void main() {
    colour = texelFetch(kept, ivec2(gl_FragCoord.xy), 0);
}
