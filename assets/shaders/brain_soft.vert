#version 330
// Brain, lit for each vertex (software renderers): the fragment shader only draws the hover outline.
#include "brain_light.glsl"
#include "brain_vertex.glsl"
invariant gl_Position;
out vec4 v_colour;
out vec4 v_outline; // distance to the region edge, hovered, darkness of borders, distance to the border

out vec2 v_folia;   // phase and strength; only the cerebellum's fragment shader reads it

void main() {
    Point p = brain_point(u_accent, u_material.z > 0.5);
    gl_Position = p.place;
    v_folia = folia();
    v_colour = surface(p.albedo, p.normal, p.open, p.chosen, p.ghosted);
    v_outline = outline_of(p.edge, p.hovered, p.line, p.border);
}
