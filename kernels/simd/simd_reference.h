/* SIMD vocabulary at width 1, in portable C: the definition that all levels must match to the bit. */
#define THRONG_WIDTH 1
typedef float vfloat;
typedef int32_t vmask;
typedef int32_t vint;

static inline vfloat vf_set(float f) { return f; }
static inline vfloat vf_iota(void) { return 0.0f; }
static inline vfloat vf_load(const float *p) { return *p; }
static inline void vf_store(float *p, vfloat a) { *p = a; }
static inline void vf_store_nt(float *p, vfloat a) { *p = a; }
static inline void store_nt_fence(void) {}
static inline vfloat vf_sqrt(vfloat a) { return scalar_sqrt(a); }
static inline vfloat vf_abs(vfloat a) { return scalar_abs(a); }
static inline vfloat vf_min(vfloat a, vfloat b) { return scalar_min(a, b); }
static inline vfloat vf_max(vfloat a, vfloat b) { return scalar_max(a, b); }
static inline vmask vf_le(vfloat a, vfloat b) { return a <= b; }
static inline vmask vf_lt(vfloat a, vfloat b) { return a < b; }
static inline uint32_t vmask_bits(vmask m) { return m != 0; }
static inline vfloat vf_mask_zero(vmask m, vfloat a) { return m ? a : 0.0f; }
static inline vfloat vf_select(vmask m, vfloat a, vfloat b) { return m ? a : b; }
static inline vint vf_to_bits(vfloat a) { return scalar_to_bits(a); }
static inline vfloat vf_from_bits(vint w) { return scalar_from_bits(w); }
static inline vint vi_set(int32_t i) { return i; }
static inline vint vi_iota(void) { return 0; }
static inline vint vi_add(vint a, vint b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
static inline vint vi_sub(vint a, vint b) { return (int32_t)((uint32_t)a - (uint32_t)b); }
static inline vint vi_and(vint a, vint b) { return a & b; }
static inline vint vi_shift_left(vint a, int n) { return (int32_t)((uint32_t)a << n); }
static inline vmask vi_lt(vint a, vint b) { return a < b; }
static inline void vi_store(int32_t *p, vint w) { *p = w; }

static inline vint vi_load(const int32_t *p) { return *p; }
static inline vint vi_shift_right(vint a, int n) { return a >> n; }
static inline vint vi_mul(vint a, vint b) { return (int32_t)((uint32_t)a * (uint32_t)b); }
static inline vint vi_min(vint a, vint b) { return a < b ? a : b; }
static inline vint vi_max(vint a, vint b) { return a > b ? a : b; }
static inline vint vi_select_bits(uint32_t bits, vint a, vint b) { return bits & 1u ? a : b; }
static inline vint vi_xor(vint a, vint b) { return a ^ b; }
static inline vint vi_or(vint a, vint b) { return a | b; }
static inline int vi_any(vint a) { return a != 0; }
static inline vint vi_slide_up(vint a, vint before)
{
    (void)a;
    return before;
}
static inline vint vi_slide_down(vint a, vint after)
{
    (void)a;
    return after;
}
static inline vfloat vf_from_int(vint a) { return (float)a; }
static inline vint vi_truncate(vfloat a) { return (int32_t)a; }
static inline vfloat vf_lookup8(const float *table, vint at) { return table[at]; }
static inline vfloat vf_gather(const float *p, vint at, int32_t n)
{
    (void)n;
    return p[at];
}

static inline vint vi_masked_increment(vint a, vmask m) { return a + (m != 0); }
static inline vmask vmask_and(vmask a, vmask b) { return a & b; }
static inline vmask vmask_or(vmask a, vmask b) { return a | b; }
static inline vmask vmask_and_not(vmask a, vmask b) { return a & !b; }
static inline int vmask_any(vmask m) { return m != 0; }

#define THRONG_INT16_LANES 1
typedef int16_t vint16;
static inline vint16 vi16_set(int16_t i) { return i; }
static inline vint16 vi16_load(const int16_t *p) { return *p; }
static inline void vi16_store(int16_t *p, vint16 a) { *p = a; }
static inline vint16 vi16_add_sat(vint16 a, vint16 b)
{
    int32_t sum = (int32_t)a + b;
    return (int16_t)(sum > 32767 ? 32767 : sum < -32768 ? -32768 : sum);
}
static inline vint16 vi16_min(vint16 a, vint16 b) { return (vint16)(a < b ? a : b); }
static inline vint16 vi16_max(vint16 a, vint16 b) { return (vint16)(a > b ? a : b); }
static inline vint16 vi16_select_bits(uint32_t bits, vint16 a, vint16 b)
{
    return (vint16)(bits & 1u ? a : b);
}
static inline vint16 vi16_xor(vint16 a, vint16 b) { return (vint16)(a ^ b); }
static inline vint16 vi16_or(vint16 a, vint16 b) { return (vint16)(a | b); }
static inline int vi16_any(vint16 a) { return a != 0; }
static inline vint16 vi16_slide_up(vint16 a, vint16 before)
{
    (void)a;
    return before;
}
static inline vint16 vi16_slide_down(vint16 a, vint16 after)
{
    (void)a;
    return after;
}
static inline vint vi_from_int16(const int16_t *p) { return *p; }
