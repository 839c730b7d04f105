#version 330
// Premultiplied, so that the same pixels can be added (dark) or laid over (light).
uniform vec4 p3d_ColorScale;
uniform float px_scale;
in vec4 halo_tint;
in vec4 core_tint;
in vec4 ring_tint;
flat in vec4 pixels;
out vec4 colour;

void main() {
    float away = length(gl_PointCoord - 0.5) * 2.0 * pixels.w;
    float x = clamp(away / max(pixels.y, 0.001), 0.0, 1.0);
    float fall = x < 0.25 ? mix(1.0, 0.445, x * 4.0) : 0.445 * (1.0 - x) / 0.75 * (1.0 - 0.35 * x * x);
    float halo = halo_tint.a * fall;
    float heart = core_tint.a * clamp(pixels.x + 0.5 - away, 0.0, 1.0);
    float band = ring_tint.a * clamp(1.25 * px_scale + 0.5 - abs(away - pixels.z), 0.0, 1.0);
    vec3 c = halo_tint.rgb * halo;
    c = mix(c, core_tint.rgb, heart);
    c = mix(c, ring_tint.rgb, band);
    float a = max(max(halo, heart), band);
    colour = vec4(c, a) * p3d_ColorScale.a;
}
