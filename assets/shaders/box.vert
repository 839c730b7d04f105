#version 330
// A rounded rectangle of the interface: local pixels go to the fragment shader.
uniform mat4 p3d_ModelViewProjectionMatrix;
in vec4 p3d_Vertex;
out vec2 local;
void main() {
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    local = vec2(p3d_Vertex.x, -p3d_Vertex.z);
}
