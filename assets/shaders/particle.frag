#version 330
// A bright core of the stated size and a halo 2.6 times as wide that fades to nothing; premultiplied.
uniform vec4 p3d_ColorScale;
in vec4 tint;
in float radius;
out vec4 colour;

void main() {
    float away = length(gl_PointCoord - 0.5) * (radius * 10.4 + 2.0);
    float core = clamp(radius + 0.5 - away, 0.0, 1.0);
    float fade = clamp(1.0 - away / (radius * 5.2 + 1.0), 0.0, 1.0);
    float halo = 0.42 * fade * fade * fade;
    vec4 c = tint * p3d_ColorScale;
    vec3 heart = mix(c.rgb, vec3(1.0), 0.35);
    colour = vec4(mix(c.rgb * halo, heart, core), max(core, halo)) * c.a;
}
