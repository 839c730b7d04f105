// How a surface of the brain answers to light: five lights that follow the camera, tone, fresnel rim, ghost.
// Everything is in view space: x right, y up, z towards the camera.
uniform vec4 u_rim;         // rgb and strength of the fresnel rim
uniform vec4 u_material;    // ambient, specular, 1 for cortex, ghost floor
uniform vec4 u_ghost;       // rgb of the ghost shell, how much of what lies behind it swallows
uniform vec3 u_ghost_shape; // fresnel gain, cover by fresnel (paper schemes), opacity
uniform vec3 u_accent;      // the one accent, for a selected ghost

const vec3 KEY   = vec3(-0.48454, 0.66074, 0.57264);   // normalised directions towards the lights
const vec3 FILL  = vec3( 0.79604, 0.15921, 0.58376);
const vec3 RIM_R = vec3( 0.79359, 0.32677, -0.51350);
const vec3 RIM_L = vec3(-0.90371, 0.0, -0.42807);
const vec3 UNDER = vec3( 0.0, -0.99504, 0.09950);
const vec3 KEY_RGB   = vec3(1.0, 0.94510, 0.87843) * 0.78;
const vec3 FILL_RGB  = vec3(0.68627, 0.77647, 1.0) * 0.22;
const vec3 RIM_R_RGB = vec3(0.56078, 0.70588, 1.0) * 0.95;
const vec3 RIM_L_RGB = vec3(0.61176, 0.54902, 1.0) * 0.38;
const vec3 UNDER_RGB = vec3(1.0, 0.72549, 0.62745) * 0.10;

float gloss(vec3 n, vec3 light, float facing) {
    float x = facing > 0.0 ? max(2.0 * facing * n.z - light.z, 0.0) : 0.0;
    x *= x;                       // x^2
    float x4 = x * x, x8 = x4 * x4;
    return x8 * x8 * x;           // power 18
}

vec3 lit(vec3 albedo, vec3 n) {
    float key = dot(n, KEY), fill = dot(n, FILL), right = dot(n, RIM_R), left = dot(n, RIM_L);
    vec3 diffuse = KEY_RGB * max(key, 0.0) + FILL_RGB * max(fill, 0.0) + RIM_R_RGB * max(right, 0.0)
                 + RIM_L_RGB * max(left, 0.0) + UNDER_RGB * max(dot(n, UNDER), 0.0);
    vec3 shine = KEY_RGB * gloss(n, KEY, key) + FILL_RGB * gloss(n, FILL, fill)
               + RIM_R_RGB * gloss(n, RIM_R, right) + RIM_L_RGB * gloss(n, RIM_L, left);
    vec3 c = albedo * (u_material.x + 0.92 * diffuse) + u_material.y * shine;
    c *= 1.28;
    return c / (1.0 + 0.16 * c) * 1.10;
}

vec3 rim(vec3 n) {
    float away = 1.0 - min(abs(n.z), 1.0);
    float grazing = away * away * away * (0.8 + 0.2 * away);  // nearly the power 3.2, for less
    float above = 0.35 + 0.65 * clamp(0.5 + 0.6 * (0.8 * n.x + 0.6 * n.y), 0.0, 1.0);
    return u_rim.rgb * (u_rim.a * grazing * above);
}

// Premultiplied colour of the shell: light is added, and a little of what lies behind is swallowed.
vec4 ghost(vec3 n, float open, float chosen) {
    float f = pow(1.0 - clamp(abs(n.z), 0.0, 1.0), 2.2) * u_ghost_shape.x + u_material.w;
    f *= (0.35 + 0.65 * open) * 0.9 * u_ghost_shape.z;
    vec3 c = mix(u_ghost.rgb * f, u_accent * (f + 0.30), chosen);
    return vec4(c, u_ghost.a * u_ghost_shape.z + u_ghost_shape.y * f + 0.35 * chosen);
}

vec4 surface(vec3 albedo, vec3 n, float open, float chosen, float ghosted) {
    vec4 solid = vec4(lit(albedo, n) + rim(n), 1.0);
#ifdef NO_GHOST
    return solid;
#else
    return ghosted > 0.0 ? mix(solid, ghost(n, open, chosen), ghosted) : solid;
#endif
}
