// Ordered 8 x 8 dither: 0 .. 63/64 by pixel, mean 0.4921875.
float bayer2(vec2 p) {
    p = floor(p);
    return fract(p.x * 0.5 + p.y * p.y * 0.75);
}

float bayer8(vec2 p) {   // 0 .. 63/64
    return (bayer2(p * 0.25) * 0.25 + bayer2(p * 0.5)) * 0.25 + bayer2(p);
}
