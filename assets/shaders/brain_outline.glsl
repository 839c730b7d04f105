// Lines of even width where a distance runs to zero, however steep it is on screen: borders dark, the hovered region light.
uniform vec3 u_outline;

float line(float away, float inner, float outer) { return clamp((outer - away) / (outer - inner), 0.0, 1.0); }

// outline: distance to the region's edge, hovered 0..1, darkness of borders 0..1, distance to the border (NO_SETS: to
// whichever of the two is to be drawn)
vec4 outlined(vec4 c, vec4 outline) {
    float wide = max(outline.z - 0.6, 0.0) * 3.0;   // outlines that were asked for are broader
#ifdef NO_SETS
    float away = outline.w / max(fwidth(outline.w), 1e-4), pixels = away;
#else
    float away = outline.w / max(fwidth(outline.w), 1e-4);
    float pixels = outline.x / max(fwidth(outline.x), 1e-4);
#endif
    c.rgb *= 1.0 - min(outline.z, 0.9) * line(away - wide, 0.3, 1.4);
    float light = outline.y * line(pixels, 1.2, 2.4);
    return vec4(mix(c.rgb, u_outline, light), mix(c.a, 1.0, light));
}
