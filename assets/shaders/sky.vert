#version 330
// The background card: covers its display region whatever camera or parent it hangs under.
in vec4 p3d_Vertex;
out vec2 place;   // 0..1 from the left and from the top

void main() {
    place = vec2(p3d_Vertex.x, -p3d_Vertex.z) * 0.5 + 0.5;
    gl_Position = vec4(p3d_Vertex.x, p3d_Vertex.z, 0.0, 1.0);
}
