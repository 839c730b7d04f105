#version 330
// Rounded rectangle by signed distance: vertical gradient fill, edge line, light inner line, soft shadow.
uniform vec2 boxSize;
uniform float boxRadius;
uniform vec4 boxTop;
uniform vec4 boxBottom;
uniform vec4 boxEdge;
uniform float boxEdgeWidth;
uniform vec4 boxInner;
uniform vec3 boxShadow;   // offset y, blur, alpha
uniform float boxDash;    // 0 solid, else dash length in pixels along the edge
in vec2 local;
out vec4 colour;

float distance_to(vec2 p, vec2 size, float radius) {
    vec2 q = abs(p - size * 0.5) - size * 0.5 + radius;
    return min(max(q.x, q.y), 0.0) + length(max(q, 0.0)) - radius;
}

vec4 over(vec4 top, vec4 below) {
    float a = top.a + below.a * (1.0 - top.a);
    return a <= 0.0 ? vec4(0.0) : vec4((top.rgb * top.a + below.rgb * below.a * (1.0 - top.a)) / a, a);
}

void main() {
    float r = min(boxRadius, min(boxSize.x, boxSize.y) * 0.5);
    float d = distance_to(local, boxSize, r);
    vec4 body = mix(boxTop, boxBottom, clamp(local.y / max(boxSize.y, 1.0), 0.0, 1.0));
    float along = boxDash > 0.0 ? step(mod(local.x + local.y, 2.0 * boxDash), boxDash) : 1.0;
    float line = clamp(d + boxEdgeWidth + 0.5, 0.0, 1.0) * along;
    float inner = clamp(d + boxEdgeWidth + 1.5, 0.0, 1.0) * (1.0 - smoothstep(0.0, r + 2.0, local.y));
    body = over(vec4(boxInner.rgb, boxInner.a * inner), body);
    body = boxEdgeWidth > 0.0 ? over(vec4(boxEdge.rgb, boxEdge.a * line), body) : body;
    body.a *= clamp(0.5 - d, 0.0, 1.0);
    colour = body;
    if (boxShadow.z > 0.0) {
        float ds = distance_to(local - vec2(0.0, boxShadow.x), boxSize, r);
        float fall = 1.0 - smoothstep(-boxShadow.y * 0.5, boxShadow.y, ds);
        colour = over(body, vec4(0.0, 0.0, 0.0, boxShadow.z * fall * fall));
    }
}
