// A line two pixels wide where `edge` runs to zero, however steep it is on screen.
uniform vec3 u_outline;

vec4 outlined(vec4 c, vec2 outline) {
    if (outline.y <= 0.0) return c;
    float pixels = outline.x / max(fwidth(outline.x), 1e-4);
    float line = outline.y * (1.0 - smoothstep(1.2, 2.4, pixels));
    return vec4(mix(c.rgb, u_outline, line), mix(c.a, 1.0, line));
}
