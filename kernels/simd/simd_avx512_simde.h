/* AVX-512 instructions that SIMDe does not emulate, for tests that run this level on any processor: through
 * memory, lane by lane. */
#ifndef THRONG_KERNELS_SIMD_SIMD_AVX512_SIMDE_H
#define THRONG_KERNELS_SIMD_SIMD_AVX512_SIMDE_H

typedef uint32_t throng_mask32;

#define THRONG_LANES(type, a)                                                                                \
    type a##_lanes[64 / sizeof(type)];                                                                       \
    memcpy(a##_lanes, &(a), 64)
#define THRONG_VECTOR(vector, lanes)                                                                         \
    vector result;                                                                                           \
    memcpy(&result, lanes, 64);                                                                              \
    return result

static inline __m512i throng_srai_epi32(__m512i a, unsigned n)
{
    THRONG_LANES(int32_t, a);
    for (int k = 0; k < 16; k++)
        a_lanes[k] >>= n;
    THRONG_VECTOR(__m512i, a_lanes);
}
static inline uint32_t throng_cmpneq_epi32_mask(__m512i a, __m512i b)
{
    THRONG_LANES(int32_t, a);
    THRONG_LANES(int32_t, b);
    return memcmp(a_lanes, b_lanes, 64) != 0;
}
/* Lanes n .. n + 63 of the bytes of b, then a. */
static inline __m512i throng_align_bytes(__m512i a, __m512i b, size_t n)
{
    unsigned char both[128];
    memcpy(both, &b, 64);
    memcpy(both + 64, &a, 64);
    THRONG_VECTOR(__m512i, both + n);
}
static inline __m512i throng_align_bytes_in_parts(__m512i a, __m512i b, size_t n)
{
    unsigned char from_a[64], from_b[64], to[64], both[32];
    memcpy(from_a, &a, 64);
    memcpy(from_b, &b, 64);
    for (size_t part = 0; part < 64; part += 16) {
        memcpy(both, from_b + part, 16);
        memcpy(both + 16, from_a + part, 16);
        memcpy(to + part, both + n, 16);
    }
    THRONG_VECTOR(__m512i, to);
}
static inline __m512 throng_cvtepi32_ps(__m512i a)
{
    float to[16];
    THRONG_LANES(int32_t, a);
    for (int k = 0; k < 16; k++)
        to[k] = (float)a_lanes[k];
    THRONG_VECTOR(__m512, to);
}
static inline __m512i throng_cvttps_epi32(__m512 a)
{
    int32_t to[16];
    THRONG_LANES(float, a);
    for (int k = 0; k < 16; k++)
        to[k] = (int32_t)a_lanes[k];
    THRONG_VECTOR(__m512i, to);
}
static inline __m512i throng_mask_mov_epi16(__m512i b, throng_mask32 bits, __m512i a)
{
    THRONG_LANES(int16_t, a);
    THRONG_LANES(int16_t, b);
    for (int k = 0; k < 32; k++)
        if (bits >> k & 1u)
            b_lanes[k] = a_lanes[k];
    THRONG_VECTOR(__m512i, b_lanes);
}
static inline __m512i throng_cvtepi16_epi32(__m256i a)
{
    int16_t from[16];
    int32_t to[16];
    memcpy(from, &a, 32);
    for (int k = 0; k < 16; k++)
        to[k] = from[k];
    THRONG_VECTOR(__m512i, to);
}
static inline __m512 throng_i32gather_ps(__m512i at, const void *p)
{
    float to[16];
    THRONG_LANES(int32_t, at);
    for (int k = 0; k < 16; k++)
        memcpy(to + k, (const char *)p + sizeof *to * (size_t)at_lanes[k], sizeof *to);
    THRONG_VECTOR(__m512, to);
}

/* Quarters of a, then of b, by two bits of n each. */
static inline __m512 throng_shuffle_f32x4(__m512 a, __m512 b, unsigned n)
{
    float to[16];
    THRONG_LANES(float, a);
    THRONG_LANES(float, b);
    for (unsigned k = 0; k < 4; k++)
        memcpy(to + 4 * (size_t)k, (k < 2 ? a_lanes : b_lanes) + 4 * (size_t)(n >> 2 * k & 3u), 16);
    THRONG_VECTOR(__m512, to);
}

#undef _mm512_mask_mov_epi16
#define _mm512_srai_epi32(a, n) throng_srai_epi32(a, n)
#define _mm512_cmpneq_epi32_mask(a, b) throng_cmpneq_epi32_mask(a, b)
#define _mm512_alignr_epi32(a, b, n) throng_align_bytes(a, b, 4 * (n))
#define _mm512_alignr_epi64(a, b, n) throng_align_bytes(a, b, 8 * (n))
#define _mm512_alignr_epi8(a, b, n) throng_align_bytes_in_parts(a, b, n)
#define _mm512_cvtepi32_ps(a) throng_cvtepi32_ps(a)
#define _mm512_cvttps_epi32(a) throng_cvttps_epi32(a)
#define _mm512_mask_mov_epi16(b, bits, a) throng_mask_mov_epi16(b, bits, a)
#define _mm512_cvtepi16_epi32(a) throng_cvtepi16_epi32(a)
#define _mm512_i32gather_ps(at, p, scale) throng_i32gather_ps(at, p)
#define _mm512_shuffle_f32x4(a, b, n) throng_shuffle_f32x4(a, b, n)
#define __mmask32 throng_mask32

#endif
