/* The words for 64-bit ARM: 4 lanes, masks as full-width bit patterns. */
#include <arm_neon.h>

#define THRONG_WIDTH 4
typedef float32x4_t real;
typedef uint32x4_t mask;
typedef int32x4_t whole;

static inline real real_set(float f) { return vdupq_n_f32(f); }
static inline real real_lanes(void)
{
    static const float lanes[4] = {0, 1, 2, 3};
    return vld1q_f32(lanes);
}
static inline real real_load(const float *p) { return vld1q_f32(p); }
static inline void real_store(float *p, real a) { vst1q_f32(p, a); }
static inline void real_stream(float *p, real a) { vst1q_f32(p, a); }
static inline void real_stream_end(void) {}
static inline real real_sqrt(real a) { return vsqrtq_f32(a); }
static inline real real_abs(real a) { return vabsq_f32(a); }
static inline mask real_le(real a, real b) { return vcleq_f32(a, b); }
static inline mask real_lt(real a, real b) { return vcltq_f32(a, b); }
static inline uint32_t mask_bits(mask m)
{
    const uint32x4_t lane = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(m, lane));
}
static inline real real_keep(mask m, real a)
{
    return vreinterpretq_f32_u32(vandq_u32(m, vreinterpretq_u32_f32(a)));
}
static inline real real_pick(mask m, real a, real b) { return vbslq_f32(m, a, b); }
static inline real real_min(real a, real b) { return real_pick(real_lt(a, b), a, b); }
static inline real real_max(real a, real b) { return real_pick(real_lt(b, a), a, b); }
static inline whole real_bits(real a) { return vreinterpretq_s32_f32(a); }
static inline real bits_real(whole w) { return vreinterpretq_f32_s32(w); }
static inline whole whole_set(int32_t i) { return vdupq_n_s32(i); }
static inline whole whole_lanes(void)
{
    const int32x4_t lanes = {0, 1, 2, 3};
    return lanes;
}
static inline whole whole_add(whole a, whole b) { return vaddq_s32(a, b); }
static inline whole whole_sub(whole a, whole b) { return vsubq_s32(a, b); }
static inline whole whole_and(whole a, whole b) { return vandq_s32(a, b); }
static inline whole whole_shift_left(whole a, int n) { return vshlq_s32(a, vdupq_n_s32(n)); }
static inline mask whole_lt(whole a, whole b) { return vcltq_s32(a, b); }
static inline void whole_store(int32_t *p, whole w) { vst1q_s32(p, w); }

static inline whole whole_load(const int32_t *p) { return vld1q_s32(p); }
static inline whole whole_shift_right(whole a, int n) { return vshlq_s32(a, vdupq_n_s32(-n)); }
static inline whole whole_mul(whole a, whole b) { return vmulq_s32(a, b); }
static inline whole whole_min(whole a, whole b) { return vminq_s32(a, b); }
static inline whole whole_max(whole a, whole b) { return vmaxq_s32(a, b); }
static inline whole whole_where(uint32_t bits, whole a, whole b)
{
    static const uint32_t lanes[4] = {1, 2, 4, 8};
    return vbslq_s32(vtstq_u32(vdupq_n_u32(bits), vld1q_u32(lanes)), a, b);
}
static inline whole whole_xor(whole a, whole b) { return veorq_s32(a, b); }
static inline whole whole_or(whole a, whole b) { return vorrq_s32(a, b); }
static inline int whole_any(whole a) { return vmaxvq_u32(vreinterpretq_u32_s32(a)) != 0; }
static inline whole whole_from_left(whole a, whole before) { return vextq_s32(before, a, 3); }
static inline whole whole_from_right(whole a, whole after) { return vextq_s32(a, after, 1); }
static inline real real_of(whole a) { return vcvtq_f32_s32(a); }
static inline whole whole_of(real a) { return vcvtq_s32_f32(a); }
static inline real real_table(const float *table, whole at)
{
    int32_t i[4];
    whole_store(i, at);
    const float lanes[4] = {table[i[0]], table[i[1]], table[i[2]], table[i[3]]};
    return vld1q_f32(lanes);
}
static inline real real_gather(const float *p, whole at, int32_t n)
{
    (void)n;
    return real_table(p, at);
}

static inline whole whole_count(whole a, mask m) { return vsubq_s32(a, vreinterpretq_s32_u32(m)); }
static inline mask mask_and(mask a, mask b) { return vandq_u32(a, b); }
static inline mask mask_or(mask a, mask b) { return vorrq_u32(a, b); }
static inline mask mask_without(mask a, mask b) { return vbicq_u32(a, b); }
static inline int mask_any(mask m) { return vmaxvq_u32(m) != 0; }

#define THRONG_SHORTS 8
typedef int16x8_t shorts;
static inline shorts shorts_set(int16_t i) { return vdupq_n_s16(i); }
static inline shorts shorts_load(const int16_t *p) { return vld1q_s16(p); }
static inline void shorts_store(int16_t *p, shorts a) { vst1q_s16(p, a); }
static inline shorts shorts_add(shorts a, shorts b) { return vqaddq_s16(a, b); }
static inline shorts shorts_min(shorts a, shorts b) { return vminq_s16(a, b); }
static inline shorts shorts_max(shorts a, shorts b) { return vmaxq_s16(a, b); }
static inline shorts shorts_where(uint32_t bits, shorts a, shorts b)
{
    static const uint16_t lanes[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    return vbslq_s16(vtstq_u16(vdupq_n_u16((uint16_t)bits), vld1q_u16(lanes)), a, b);
}
static inline shorts shorts_where_bit(shorts bits, int k, shorts a, shorts b)
{
    return vbslq_s16(vtstq_s16(bits, vdupq_n_s16((int16_t)(1u << k))), a, b);
}
static inline shorts shorts_xor(shorts a, shorts b) { return veorq_s16(a, b); }
static inline shorts shorts_or(shorts a, shorts b) { return vorrq_s16(a, b); }
static inline int shorts_any(shorts a) { return vmaxvq_u16(vreinterpretq_u16_s16(a)) != 0; }
static inline shorts shorts_from_left(shorts a, shorts before) { return vextq_s16(before, a, 7); }
static inline shorts shorts_from_right(shorts a, shorts after) { return vextq_s16(a, after, 1); }
static inline whole whole_of_shorts(const int16_t *p) { return vmovl_s16(vld1_s16(p)); }
