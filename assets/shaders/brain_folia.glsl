// Stripes of the cerebellum: dark grooves, gone where they would be finer than a pixel or two.
vec3 grooves(vec2 folia) {
    float fine = 1.0 - smoothstep(1.2, 2.6, fwidth(folia.x));
    float wave = 0.5 - 0.5 * cos(folia.x);
    return mix(vec3(1.0), vec3(0.80, 0.70, 0.67), folia.y * fine * wave * wave);
}
