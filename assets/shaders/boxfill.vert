#version 330
// The middle of a large box of the interface, where there is no edge: see box.vert.
uniform mat4 p3d_ModelViewProjectionMatrix;
in vec4 p3d_Vertex;
uniform vec2 boxSize;
uniform vec4 boxTop;
uniform vec4 boxBottom;
out vec4 body;
void main() {
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    body = mix(boxTop, boxBottom, clamp(-p3d_Vertex.z / max(boxSize.y, 1.0), 0.0, 1.0));
}
