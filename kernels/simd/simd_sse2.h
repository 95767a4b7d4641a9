/* SIMD vocabulary for SSE2, available on every x86-64 processor: 4 lanes, masks as full-width bit
 * patterns. Also that of SIMD128, WebAssembly's vectors, for which emscripten has these intrinsics. */
#include <emmintrin.h>

#define THRONG_WIDTH 4
typedef __m128 vfloat;
typedef __m128 vmask;
typedef __m128i vint;

static inline vfloat vf_set(float f) { return _mm_set1_ps(f); }
static inline vfloat vf_iota(void) { return _mm_setr_ps(0, 1, 2, 3); }
static inline vfloat vf_load(const float *p) { return _mm_loadu_ps(p); }
static inline void vf_store(float *p, vfloat a) { _mm_storeu_ps(p, a); }
static inline void vf_store_nt(float *p, vfloat a) { _mm_stream_ps(p, a); }
static inline void store_nt_fence(void) { _mm_sfence(); }
static inline vfloat vf_sqrt(vfloat a) { return _mm_sqrt_ps(a); }
static inline vfloat vf_abs(vfloat a) { return _mm_andnot_ps(_mm_set1_ps(-0.0f), a); }
#if defined(THRONG_SIMD_SIMD128) /* one instruction each, which the intrinsics do not use: b < a ? b : a */
static inline vfloat vf_min(vfloat a, vfloat b) { return (vfloat)wasm_f32x4_pmin((v128_t)b, (v128_t)a); }
static inline vfloat vf_max(vfloat a, vfloat b) { return (vfloat)wasm_f32x4_pmax((v128_t)b, (v128_t)a); }
#else
static inline vfloat vf_min(vfloat a, vfloat b) { return _mm_min_ps(a, b); }
static inline vfloat vf_max(vfloat a, vfloat b) { return _mm_max_ps(a, b); }
#endif
static inline vmask vf_le(vfloat a, vfloat b) { return _mm_cmple_ps(a, b); }
static inline vmask vf_lt(vfloat a, vfloat b) { return _mm_cmplt_ps(a, b); }
static inline uint32_t vmask_bits(vmask m) { return (uint32_t)_mm_movemask_ps(m); }
static inline vfloat vf_mask_zero(vmask m, vfloat a) { return _mm_and_ps(m, a); }
static inline vfloat vf_select(vmask m, vfloat a, vfloat b)
{
    return _mm_or_ps(_mm_and_ps(m, a), _mm_andnot_ps(m, b));
}
static inline vint vf_to_bits(vfloat a) { return _mm_castps_si128(a); }
static inline vfloat vf_from_bits(vint w) { return _mm_castsi128_ps(w); }
static inline vint vi_set(int32_t i) { return _mm_set1_epi32(i); }
static inline vint vi_iota(void) { return _mm_setr_epi32(0, 1, 2, 3); }
static inline vint vi_add(vint a, vint b) { return _mm_add_epi32(a, b); }
static inline vint vi_sub(vint a, vint b) { return _mm_sub_epi32(a, b); }
static inline vint vi_and(vint a, vint b) { return _mm_and_si128(a, b); }
static inline vint vi_shift_left(vint a, int n) { return _mm_slli_epi32(a, n); }
static inline vmask vi_lt(vint a, vint b) { return _mm_castsi128_ps(_mm_cmplt_epi32(a, b)); }
static inline void vi_store(int32_t *p, vint w) { _mm_storeu_si128((__m128i *)(void *)p, w); }

static inline vint vi_load(const int32_t *p) { return _mm_loadu_si128((const __m128i *)(const void *)p); }
static inline vint vi_shift_right(vint a, int n) { return _mm_srai_epi32(a, n); }
#if defined(THRONG_SIMD_SIMD128)
static inline vint vi_mul(vint a, vint b) { return (vint)wasm_i32x4_mul((v128_t)a, (v128_t)b); }
#else
static inline vint vi_mul(vint a, vint b)
{
    vint even = _mm_mul_epu32(a, b);
    vint odd = _mm_mul_epu32(_mm_srli_epi64(a, 32), _mm_srli_epi64(b, 32));
    return _mm_unpacklo_epi32(_mm_shuffle_epi32(even, 0x08), _mm_shuffle_epi32(odd, 0x08));
}
#endif
static inline vint vi_blend(vint set, vint a, vint b)
{
    return _mm_or_si128(_mm_and_si128(set, a), _mm_andnot_si128(set, b));
}
#if defined(THRONG_SIMD_SIMD128)
static inline vint vi_min(vint a, vint b) { return (vint)wasm_i32x4_min((v128_t)a, (v128_t)b); }
static inline vint vi_max(vint a, vint b) { return (vint)wasm_i32x4_max((v128_t)a, (v128_t)b); }
#else
static inline vint vi_min(vint a, vint b) { return vi_blend(_mm_cmplt_epi32(a, b), a, b); }
static inline vint vi_max(vint a, vint b) { return vi_blend(_mm_cmplt_epi32(b, a), a, b); }
#endif
static inline vint vi_select_bits(uint32_t bits, vint a, vint b)
{
    const vint lane = _mm_setr_epi32(1, 2, 4, 8);
    return vi_blend(_mm_cmpeq_epi32(_mm_and_si128(_mm_set1_epi32((int32_t)bits), lane), lane), a, b);
}
static inline vint vi_xor(vint a, vint b) { return _mm_xor_si128(a, b); }
static inline vint vi_or(vint a, vint b) { return _mm_or_si128(a, b); }
static inline int vi_any(vint a)
{
    return _mm_movemask_epi8(_mm_cmpeq_epi32(a, _mm_setzero_si128())) != 0xffff;
}
static inline vint vi_slide_up(vint a, vint before)
{
    return _mm_or_si128(_mm_slli_si128(a, 4), _mm_srli_si128(before, 12));
}
static inline vint vi_slide_down(vint a, vint after)
{
    return _mm_or_si128(_mm_srli_si128(a, 4), _mm_slli_si128(after, 12));
}
static inline vfloat vf_from_int(vint a) { return _mm_cvtepi32_ps(a); }
#if defined(THRONG_SIMD_SIMD128)
static inline vint vi_truncate(vfloat a) { return (vint)wasm_i32x4_trunc_sat_f32x4((v128_t)a); }
#else
static inline vint vi_truncate(vfloat a) { return _mm_cvttps_epi32(a); }
#endif
static inline vfloat vf_lookup8(const float *table, vint at)
{
    int32_t i[4];
    vi_store(i, at);
    return _mm_setr_ps(table[i[0]], table[i[1]], table[i[2]], table[i[3]]);
}
static inline vfloat vf_gather(const float *p, vint at, int32_t n)
{
    (void)n;
    return vf_lookup8(p, at);
}

static inline vint vi_masked_increment(vint a, vmask m) { return _mm_sub_epi32(a, _mm_castps_si128(m)); }
static inline vmask vmask_and(vmask a, vmask b) { return _mm_and_ps(a, b); }
static inline vmask vmask_or(vmask a, vmask b) { return _mm_or_ps(a, b); }
static inline vmask vmask_and_not(vmask a, vmask b) { return _mm_andnot_ps(b, a); }
static inline int vmask_any(vmask m) { return _mm_movemask_ps(m) != 0; }

#define vi_gather vi_gather
static inline vint vi_gather(const int32_t *p, vint at)
{
    int32_t i[4];
    vi_store(i, at);
    return _mm_setr_epi32(p[i[0]], p[i[1]], p[i[2]], p[i[3]]);
}

#define vf_reduce_min vf_reduce_min
static inline float vf_reduce_min(vfloat a)
{
    const __m128 b = _mm_min_ps(a, _mm_movehl_ps(a, a));
    return _mm_cvtss_f32(_mm_min_ss(b, _mm_shuffle_ps(b, b, 1)));
}

#define vf_gather_transpose vf_gather_transpose
static inline void vf_gather_transpose(const float *p, const int32_t *rows, vfloat columns[8])
{
    for (int part = 0; part < 8; part += 4) {
        for (int k = 0; k < 4; k++)
            columns[part + k] = _mm_loadu_ps(p + 8 * (size_t)rows[k] + part);
        _MM_TRANSPOSE4_PS(columns[part], columns[part + 1], columns[part + 2], columns[part + 3]);
    }
}

#define vf_scatter_transpose vf_scatter_transpose
static inline void vf_scatter_transpose(float *p, const int32_t *rows, const vfloat columns[8], uint32_t bits)
{
    for (int part = 0; part < 8; part += 4) {
        vfloat r[4] = {columns[part], columns[part + 1], columns[part + 2], columns[part + 3]};
        _MM_TRANSPOSE4_PS(r[0], r[1], r[2], r[3]);
        for (int k = 0; k < 4; k++)
            if (bits >> k & 1u)
                _mm_storeu_ps(p + 8 * (size_t)rows[k] + part, r[k]);
    }
}

#define THRONG_INT16_LANES 8
typedef __m128i vint16;
static inline vint16 vi16_set(int16_t i) { return _mm_set1_epi16(i); }
static inline vint16 vi16_load(const int16_t *p) { return _mm_loadu_si128((const __m128i *)(const void *)p); }
static inline void vi16_store(int16_t *p, vint16 a) { _mm_storeu_si128((__m128i *)(void *)p, a); }
static inline vint16 vi16_add_sat(vint16 a, vint16 b) { return _mm_adds_epi16(a, b); }
static inline vint16 vi16_min(vint16 a, vint16 b) { return _mm_min_epi16(a, b); }
static inline vint16 vi16_max(vint16 a, vint16 b) { return _mm_max_epi16(a, b); }
static inline vint16 vi16_select_bits(uint32_t bits, vint16 a, vint16 b)
{
    const vint16 lane = _mm_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128);
    return vi_blend(_mm_cmpeq_epi16(_mm_and_si128(_mm_set1_epi16((int16_t)bits), lane), lane), a, b);
}
static inline vint16 vi16_select_bit(vint16 bits, int k, vint16 a, vint16 b)
{
    const vint16 bit = _mm_set1_epi16((int16_t)(1u << k));
    return vi_blend(_mm_cmpeq_epi16(_mm_and_si128(bits, bit), bit), a, b);
}
static inline vint16 vi16_xor(vint16 a, vint16 b) { return vi_xor(a, b); }
static inline vint16 vi16_or(vint16 a, vint16 b) { return vi_or(a, b); }
static inline int vi16_any(vint16 a) { return vi_any(a); }
static inline vint16 vi16_slide_up(vint16 a, vint16 before)
{
    return _mm_or_si128(_mm_slli_si128(a, 2), _mm_srli_si128(before, 14));
}
static inline vint16 vi16_slide_down(vint16 a, vint16 after)
{
    return _mm_or_si128(_mm_srli_si128(a, 2), _mm_slli_si128(after, 14));
}
static inline vint vi_from_int16(const int16_t *p)
{
    __m128i a = _mm_loadl_epi64((const __m128i *)(const void *)p);
    return _mm_srai_epi32(_mm_unpacklo_epi16(a, a), 16);
}
