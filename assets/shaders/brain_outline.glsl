// Lines of even width where `edge` runs to zero, however steep it is on screen: borders dark, the hovered region light.
uniform vec3 u_outline;

// outline: distance to the edge, hovered 0..1, darkness of borders 0..1
vec4 outlined(vec4 c, vec3 outline) {
    if (outline.y + outline.z <= 0.0) return c;
    float pixels = outline.x / max(fwidth(outline.x), 1e-4);
    c.rgb *= 1.0 - outline.z * (1.0 - smoothstep(0.3, 1.4, pixels));
    float line = outline.y * (1.0 - smoothstep(1.2, 2.4, pixels));
    return vec4(mix(c.rgb, u_outline, line), mix(c.a, 1.0, line));
}

// The inside of an open surface, seen through its slits.
vec4 inside(vec4 c) { return gl_FrontFacing ? c : vec4(vec3(0.13, 0.05, 0.06) * c.a, c.a); }
