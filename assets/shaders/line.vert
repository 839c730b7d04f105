#version 330
// 2D lines in the units of their parent (pixels under pixel2d): the quads are already expanded on the CPU.
uniform mat4 p3d_ModelViewProjectionMatrix;
in vec4 p3d_Vertex;
in vec4 p3d_Color;
in vec2 local;      // along the segment from its start, across it; pixels
in vec3 segment;    // length, distance of its start along the line, half width
in vec4 cuts;       // normals of the planes (in local axes) that part it from the segments before and after
out vec4 tint;
out vec2 at;
flat out vec3 seg;
flat out vec4 planes;

void main() {
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    tint = p3d_Color;
    at = local;
    seg = segment;
    planes = cuts;
}
