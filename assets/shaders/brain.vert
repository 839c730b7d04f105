#version 330
// Brain, lit for each pixel (GPUs).
#include "brain_light.glsl"
#include "brain_vertex.glsl"
invariant gl_Position;
out vec3 v_normal;
out vec3 v_albedo;
out vec3 v_state;   // openness, selected, ghosted
out vec4 v_outline; // distance to the region edge, hovered, darkness of borders, distance to the border

out vec2 v_folia;   // phase and strength; only the cerebellum's fragment shader reads it

void main() {
    Point p = brain_point(u_accent, u_material.z > 0.5);
    gl_Position = p.place;
    v_folia = folia();
    v_normal = p.normal;
    v_albedo = p.albedo;
    v_state = vec3(p.open, p.chosen, p.ghosted);
    v_outline = outline_of(p.edge, p.hovered, p.line, p.border);
}
