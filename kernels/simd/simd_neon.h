/* SIMD vocabulary for 64-bit ARM: 4 lanes, masks as full-width bit patterns. */
#include <arm_neon.h>

#define THRONG_WIDTH 4
typedef float32x4_t vfloat;
typedef uint32x4_t vmask;
typedef int32x4_t vint;

static inline vfloat vf_set(float f) { return vdupq_n_f32(f); }
static inline vfloat vf_iota(void)
{
    static const float lanes[4] = {0, 1, 2, 3};
    return vld1q_f32(lanes);
}
static inline vfloat vf_load(const float *p) { return vld1q_f32(p); }
static inline void vf_store(float *p, vfloat a) { vst1q_f32(p, a); }
static inline void vf_store_nt(float *p, vfloat a) { vst1q_f32(p, a); }
static inline void store_nt_fence(void) {}
static inline vfloat vf_sqrt(vfloat a) { return vsqrtq_f32(a); }
static inline vfloat vf_abs(vfloat a) { return vabsq_f32(a); }
static inline vmask vf_le(vfloat a, vfloat b) { return vcleq_f32(a, b); }
static inline vmask vf_lt(vfloat a, vfloat b) { return vcltq_f32(a, b); }
static inline uint32_t vmask_bits(vmask m)
{
    const uint32x4_t lane = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(m, lane));
}
static inline vfloat vf_mask_zero(vmask m, vfloat a)
{
    return vreinterpretq_f32_u32(vandq_u32(m, vreinterpretq_u32_f32(a)));
}
static inline vfloat vf_select(vmask m, vfloat a, vfloat b) { return vbslq_f32(m, a, b); }
static inline vfloat vf_min(vfloat a, vfloat b) { return vf_select(vf_lt(a, b), a, b); }
static inline vfloat vf_max(vfloat a, vfloat b) { return vf_select(vf_lt(b, a), a, b); }
static inline vint vf_to_bits(vfloat a) { return vreinterpretq_s32_f32(a); }
static inline vfloat vf_from_bits(vint w) { return vreinterpretq_f32_s32(w); }
static inline vint vi_set(int32_t i) { return vdupq_n_s32(i); }
static inline vint vi_iota(void)
{
    const int32x4_t lanes = {0, 1, 2, 3};
    return lanes;
}
static inline vint vi_add(vint a, vint b) { return vaddq_s32(a, b); }
static inline vint vi_sub(vint a, vint b) { return vsubq_s32(a, b); }
static inline vint vi_and(vint a, vint b) { return vandq_s32(a, b); }
static inline vint vi_shift_left(vint a, int n) { return vshlq_s32(a, vdupq_n_s32(n)); }
static inline vmask vi_lt(vint a, vint b) { return vcltq_s32(a, b); }
static inline void vi_store(int32_t *p, vint w) { vst1q_s32(p, w); }

static inline vint vi_load(const int32_t *p) { return vld1q_s32(p); }
static inline vint vi_shift_right(vint a, int n) { return vshlq_s32(a, vdupq_n_s32(-n)); }
static inline vint vi_mul(vint a, vint b) { return vmulq_s32(a, b); }
static inline vint vi_min(vint a, vint b) { return vminq_s32(a, b); }
static inline vint vi_max(vint a, vint b) { return vmaxq_s32(a, b); }
static inline vint vi_select_bits(uint32_t bits, vint a, vint b)
{
    static const uint32_t lanes[4] = {1, 2, 4, 8};
    return vbslq_s32(vtstq_u32(vdupq_n_u32(bits), vld1q_u32(lanes)), a, b);
}
static inline vint vi_xor(vint a, vint b) { return veorq_s32(a, b); }
static inline vint vi_or(vint a, vint b) { return vorrq_s32(a, b); }
static inline int vi_any(vint a) { return vmaxvq_u32(vreinterpretq_u32_s32(a)) != 0; }
static inline vint vi_slide_up(vint a, vint before) { return vextq_s32(before, a, 3); }
static inline vint vi_slide_down(vint a, vint after) { return vextq_s32(a, after, 1); }
static inline vfloat vf_from_int(vint a) { return vcvtq_f32_s32(a); }
static inline vint vi_truncate(vfloat a) { return vcvtq_s32_f32(a); }
static inline vfloat vf_lookup8(const float *table, vint at)
{
    int32_t i[4];
    vi_store(i, at);
    const float lanes[4] = {table[i[0]], table[i[1]], table[i[2]], table[i[3]]};
    return vld1q_f32(lanes);
}
static inline vfloat vf_gather(const float *p, vint at, int32_t n)
{
    (void)n;
    return vf_lookup8(p, at);
}

static inline vint vi_masked_increment(vint a, vmask m) { return vsubq_s32(a, vreinterpretq_s32_u32(m)); }
static inline vmask vmask_and(vmask a, vmask b) { return vandq_u32(a, b); }
static inline vmask vmask_or(vmask a, vmask b) { return vorrq_u32(a, b); }
static inline vmask vmask_and_not(vmask a, vmask b) { return vbicq_u32(a, b); }
static inline int vmask_any(vmask m) { return vmaxvq_u32(m) != 0; }

#define THRONG_INT16_LANES 8
typedef int16x8_t vint16;
static inline vint16 vi16_set(int16_t i) { return vdupq_n_s16(i); }
static inline vint16 vi16_load(const int16_t *p) { return vld1q_s16(p); }
static inline void vi16_store(int16_t *p, vint16 a) { vst1q_s16(p, a); }
static inline vint16 vi16_add_sat(vint16 a, vint16 b) { return vqaddq_s16(a, b); }
static inline vint16 vi16_min(vint16 a, vint16 b) { return vminq_s16(a, b); }
static inline vint16 vi16_max(vint16 a, vint16 b) { return vmaxq_s16(a, b); }
static inline vint16 vi16_select_bits(uint32_t bits, vint16 a, vint16 b)
{
    static const uint16_t lanes[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    return vbslq_s16(vtstq_u16(vdupq_n_u16((uint16_t)bits), vld1q_u16(lanes)), a, b);
}
static inline vint16 vi16_select_bit(vint16 bits, int k, vint16 a, vint16 b)
{
    return vbslq_s16(vtstq_s16(bits, vdupq_n_s16((int16_t)(1u << k))), a, b);
}
static inline vint16 vi16_xor(vint16 a, vint16 b) { return veorq_s16(a, b); }
static inline vint16 vi16_or(vint16 a, vint16 b) { return vorrq_s16(a, b); }
static inline int vi16_any(vint16 a) { return vmaxvq_u16(vreinterpretq_u16_s16(a)) != 0; }
static inline vint16 vi16_slide_up(vint16 a, vint16 before) { return vextq_s16(before, a, 7); }
static inline vint16 vi16_slide_down(vint16 a, vint16 after) { return vextq_s16(a, after, 1); }
static inline vint vi_from_int16(const int16_t *p) { return vmovl_s16(vld1_s16(p)); }
