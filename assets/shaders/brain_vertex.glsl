// What all brain vertex shaders share: where a vertex goes, the colours of a label, tissue and occlusion.
// What a picture has no need of is left out by name, since on software graphics even what is not taken costs time:
// NO_MORPH, NO_EXPLODE, NO_HALF, NO_CUTS, NO_FADE, NO_PAINT, NO_GHOST, NO_SETS. Without them the shader does it all.
uniform mat4 p3d_ModelViewProjectionMatrix;
uniform mat3 p3d_NormalMatrix;
uniform sampler2D region_colours; // one column a region; rows: colour now, state, colour before, structure's own colour
uniform sampler2D region_offsets; // one column a region: where it goes when the brain is taken apart, mm
uniform vec3 u_morph;             // weights of pial, white, inflated
uniform vec3 u_shape;             // explode 0..1; cut: 0 none, -1 left half, 1 right half; ghosts: 0 not, 1 only, -1 with them
uniform vec4 u_cut[6];            // planes that cut: distance of each, positive where something is kept
uniform float u_whole;            // 1 for cortex, which is never cut
uniform vec4 u_view;              // crossfade 0..1 to "colour now", desaturation of the rest, learned paint 0..1, ghost 0..1
uniform vec3 u_edge;              // border darkness now, border darkness before, hover outline strength
uniform vec4 u_set_now;           // which of `atlas` gives the colour now; all 0: the region
uniform vec4 u_set_before;

in vec4 p3d_Vertex;   // pial
in vec3 p3d_Normal;
in vec3 white;
in vec3 inflated;
in vec4 white_normal;    // 0..1, packed
in vec4 inflated_normal;
in vec4 tissue;          // sulcal depth as 0..1, occlusion (1 open), region border (0 on it), 1 for a cut face
in vec4 atlas;           // labels of the other sets / 255
in vec4 edges;           // distance to the borders of the other sets, 0 on them
in float region;         // column in region_colours
in vec4 paint;           // learned label: low byte, high byte, tint; all 0..1

const vec3 GYRUS = vec3(0.95686, 0.82745, 0.76078);
const vec3 SULCUS = vec3(0.73725, 0.39216, 0.40000);
const vec3 CUT = vec3(0.90196, 0.82353, 0.76471); // white matter, where the medial wall is cut
const vec3 GREY_MATTER = vec3(0.80000, 0.62745, 0.58824);
const vec3 WINE = vec3(0.36, 0.11, 0.17) * 0.32;
const vec3 GOLD_TINT = vec3(0.07);
const float UNKNOWN_GREY = 0.85; // how far what is being learned, and not known yet, loses its colour

#ifndef NO_CUTS
out float gl_ClipDistance[6];
#endif

#ifdef NO_MORPH
const bool MOVED = false;
#else
#define MOVED (u_morph.y + u_morph.z > 0.0)
#endif

struct Point {
    vec4 place; vec3 normal; vec3 albedo; float open; float chosen; float hovered; float edge; float line; float border;
    float ghosted;
};

vec3 morphed(vec3 a, vec3 b, vec3 c) { return a * u_morph.x + b * u_morph.y + c * u_morph.z; }

int column_in(vec4 set, int column) {
#ifdef NO_SETS
    return column;
#else
    return set == vec4(0.0) ? column : 256 + int(dot(atlas, set) * 255.0 + 0.5);
#endif
}

vec4 tint_of(int column) {
    vec4 now = texelFetch(region_colours, ivec2(column_in(u_set_now, column), 0), 0);
#ifndef NO_FADE
    if (u_view.x < 1.0)
        now = mix(texelFetch(region_colours, ivec2(column_in(u_set_before, column), 2), 0), now, u_view.x);
#endif
    return now;
}

// Selected, hovered, ghosted, visible.
vec4 state_of(int column) { return texelFetch(region_colours, ivec2(column, 1), 0); }

#ifdef NO_HALF
bool is_cut(float x) { return false; }
#else
bool is_cut(float x) { return u_whole < 0.5 && u_shape.y * x < 0.0; }
#endif

// Written for every vertex; a distance counts only while a clip plane of that number is on.
void cut_at(vec3 here) {
#ifndef NO_CUTS
    for (int i = 0; i < 6; i++) gl_ClipDistance[i] = dot(u_cut[i], vec4(here, 1.0));
#endif
}

// Where a vertex goes; the same expression in every pass, so that equal depths are equal. Hidden regions leave the view.
// What lies beyond the cut is pressed flat onto it, so that a closed body stays closed.
vec4 brain_place(vec4 state) {
    vec3 here = MOVED ? morphed(p3d_Vertex.xyz, white, inflated) : p3d_Vertex.xyz;
    if (is_cut(here.x)) here.x = 0.0;
#ifndef NO_EXPLODE
    if (u_shape.x > 0.0) here += u_shape.x * texelFetch(region_offsets, ivec2(int(region + 0.5), 0), 0).xyz;
#endif
    cut_at(here);
    bool elsewhere = u_shape.z >= 0.0 && (state.b > 0.5) != (u_shape.z > 0.5);
    return state.a < 0.5 || elsewhere ? vec4(2.0, 2.0, 2.0, 1.0) : p3d_ModelViewProjectionMatrix * vec4(here, 1.0);
}

// Decorative folia of the cerebellum: stripes that turn about the left-right axis through its roof; (phase, strength).
vec2 folia() {
    vec2 arm = p3d_Vertex.yz - vec2(-48.0, -34.0);
    float turn = atan(-arm.y, -arm.x);  // the cut of the angle lies in front, inside the brainstem
    float x = p3d_Vertex.x;
    float phase = 118.0 * (turn + 0.0035 * abs(x)) + 2.4 * sin(0.15 * x + 4.0 * turn) + 1.3 * sin(0.41 * x - 9.0 * turn);
    return vec2(phase, is_cut(x) ? 0.0 : smoothstep(9.0, 24.0, length(arm)));
}

vec3 brain_normal() {
    vec3 n = MOVED ? morphed(p3d_Normal, white_normal.xyz * 2.0 - 1.0, inflated_normal.xyz * 2.0 - 1.0) : p3d_Normal;
    if (is_cut(p3d_Vertex.x)) n = vec3(-u_shape.y, 0.0, 0.0);
    return normalize(p3d_NormalMatrix * n);
}

vec3 base_of(int column, bool is_cortex) {
    if (!is_cortex) return texelFetch(region_colours, ivec2(column, 3), 0).rgb;
    if (tissue.w > 0.5) return GREY_MATTER;
    return column == 0 ? CUT : mix(GYRUS, SULCUS, tissue.x);
}

// What brain_outline.glsl draws lines from. Without label sets the borders are the regions' edges: one line is enough.
vec4 outline_of(float edge, float hovered, float line, float border) {
#ifdef NO_SETS
    border = hovered > 0.0 ? edge : border;
#endif
    return vec4(edge, hovered, line, border);
}

Point brain_point(vec3 accent, bool is_cortex) {
    Point p;
    int column = int(region + 0.5);
    vec4 state = state_of(column);
    p.normal = brain_normal();
    p.place = brain_place(state);

    vec4 tint = tint_of(column);
#ifdef NO_FADE
    float border = u_edge.x;
#else
    float border = mix(u_edge.y, u_edge.x, u_view.x);
#endif
#ifndef NO_PAINT
    if (u_view.z > 0.0) {
        int label = int(paint.x * 255.0 + 0.5) + 256 * int(paint.y * 255.0 + 0.5);
        vec4 learned = vec4(texelFetch(region_colours, ivec2(label, 4), 0).rgb, paint.z);
        tint = mix(tint, learned, u_view.z);
        border *= 1.0 - u_view.z;
    }
#endif
    float grey = dot(tint.rgb, vec3(0.33333));
    tint.rgb = mix(tint.rgb, vec3(grey), u_view.y * (1.0 - state.r));
    vec3 base = base_of(column, is_cortex);
#ifndef NO_PAINT
    base = mix(base, vec3(dot(base, vec3(0.33333))), UNKNOWN_GREY * u_view.z);
#endif
    tint.a *= 1.0 - 0.35 * tissue.w;
    vec3 c = mix(base, tint.rgb * (0.80 + 0.26667 * dot(base, vec3(0.33333))), tint.a);
    c = mix(c, accent * 0.93 + base * GOLD_TINT, state.r);
    c *= 1.0 + 0.15 * state.g;
#ifdef NO_SETS
    p.border = tissue.z;
#else
    p.border = u_set_now == vec4(0.0) ? tissue.z : dot(edges, u_set_now);
#endif
    c *= 1.0 - 0.7 * min(border, 0.6) * (1.0 - p.border);

#ifdef NO_MORPH
    p.open = tissue.y;
#else
    p.open = mix(tissue.y, 1.0, 0.85 * u_morph.z);
#endif
#ifndef NO_HALF
    if (is_cortex && column == 0 && u_shape.y != 0.0 || is_cut(p3d_Vertex.x)) p.open = 0.9; // nothing lies before a cut
#endif
    float strength = clamp(tint.a * 1.25, 0.0, 1.0);
    float a = mix(sqrt(p.open), p.open, mix(0.52, 0.29, strength));  // nearly the powers 0.72 and 0.62, for less
    float floor_ = mix(0.20, 0.28, strength);
    p.albedo = clamp(c * (floor_ + (1.0 - floor_) * a) + WINE * (1.0 - a), 0.0, 1.0);
    p.chosen = state.r;
    p.hovered = state.g * u_edge.z;
    p.line = is_cortex && region > 0.5 && tissue.w < 0.5 ? border * 1.1 : 0.0;
    p.edge = is_cortex ? tissue.z : max(p.normal.z, 0.0);
    p.ghosted = u_view.w;
    return p;
}
