// Lines of even width where a distance runs to zero, however steep it is on screen: borders dark, the hovered region light.
uniform vec3 u_outline;

// outline: distance to the region's edge, hovered 0..1, darkness of borders 0..1, distance to the border
vec4 outlined(vec4 c, vec4 outline) {
    if (outline.y + outline.z <= 0.0) return c;
    float wide = max(outline.z - 0.6, 0.0) * 3.0;   // outlines that were asked for are broader
    float away = outline.w / max(fwidth(outline.w), 1e-4);
    c.rgb *= 1.0 - min(outline.z, 0.9) * (1.0 - smoothstep(0.3 + wide, 1.4 + wide, away));
    if (outline.y <= 0.0) return c;
    float pixels = outline.x / max(fwidth(outline.x), 1e-4);
    float line = outline.y * (1.0 - smoothstep(1.2, 2.4, pixels));
    return vec4(mix(c.rgb, u_outline, line), mix(c.a, 1.0, line));
}

// The inside of an open surface, seen through its slits.
vec4 inside(vec4 c) { return gl_FrontFacing ? c : vec4(vec3(0.13, 0.05, 0.06) * c.a, c.a); }
