#version 330
// A capsule with a soft one-pixel edge; joints are parted by a plane, so that no pixel is covered twice.
uniform vec2 dash;          // drawn length and gap in pixels; gap 0 is a solid line
uniform vec4 p3d_ColorScale;
in vec4 tint;
in vec2 at;
flat in vec3 seg;
flat in vec4 planes;
out vec4 colour;

void main() {
    if (planes.xy != vec2(0.0) && dot(at, planes.xy) < 0.0) discard;
    if (planes.zw != vec2(0.0) && dot(at - vec2(seg.x, 0.0), planes.zw) >= 0.0) discard;
    float reach = seg.z;
    float along = at.x;
    if (dash.y > 0.0) {
        float period = dash.x + dash.y;
        float phase = mod(seg.y + clamp(along, 0.0, seg.x), period);
        float outside = max(phase - dash.x, 0.0);
        outside = min(outside, period - phase);
        if (phase <= dash.x) outside = 0.0;
        float past = along - clamp(along, 0.0, seg.x);
        along = abs(past) + outside;
    } else {
        along = along - clamp(along, 0.0, seg.x);
    }
    float away = length(vec2(along, at.y));
    float cover = clamp(reach + 0.5 - away, 0.0, 1.0) * min(1.0, 2.0 * reach);
    colour = tint * p3d_ColorScale;
    colour.a *= cover;
}
