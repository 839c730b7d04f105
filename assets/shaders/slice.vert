#version 330
// A plane of the MRI volume; its texture holds brightness and a soft mask of the head.
uniform mat4 p3d_ModelViewProjectionMatrix;
in vec4 p3d_Vertex;
in vec2 p3d_MultiTexCoord0;
out vec2 v_place;

void main() {
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    v_place = p3d_MultiTexCoord0;
}
