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
static inline whole whole_add(whole a, whole b) { return vaddq_s32(a, b); }
static inline whole whole_sub(whole a, whole b) { return vsubq_s32(a, b); }
static inline whole whole_and(whole a, whole b) { return vandq_s32(a, b); }
static inline whole whole_shift_left(whole a, int n) { return vshlq_s32(a, vdupq_n_s32(n)); }
static inline mask whole_lt(whole a, whole b) { return vcltq_s32(a, b); }
static inline void whole_store(int32_t *p, whole w) { vst1q_s32(p, w); }
static inline int mask_any(mask m) { return vmaxvq_u32(m) != 0; }
