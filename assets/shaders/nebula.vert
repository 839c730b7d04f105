#version 330
// A soft cloud that faces the camera; its radius is in world units.
uniform mat4 p3d_ModelViewMatrix;
uniform mat4 p3d_ProjectionMatrix;
in vec4 p3d_Vertex;
in vec4 p3d_Color;
in vec3 corner;              // -1..1, -1..1, radius
out vec4 tint;
out vec2 at;

void main() {
    vec4 eye = p3d_ModelViewMatrix * p3d_Vertex;
    eye.xy += corner.xy * corner.z;
    gl_Position = p3d_ProjectionMatrix * eye;
    tint = p3d_Color;
    at = corner.xy;
}
