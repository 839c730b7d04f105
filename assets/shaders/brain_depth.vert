#version 330
// Only the depth of the shell, before the ghost is drawn: what lies nearest is the one ghost surface that is seen.
#include "brain_vertex.glsl"
invariant gl_Position;

void main() {
    gl_Position = brain_place(state_of(int(region + 0.5)));
}
