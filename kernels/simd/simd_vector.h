/* SIMD vocabulary for any processor, by the vector types of GCC and Clang: 4 lanes. */
#define THRONG_WIDTH 4
typedef float vfloat __attribute__((vector_size(16)));
typedef int32_t vmask __attribute__((vector_size(16)));
typedef int32_t vint __attribute__((vector_size(16)));
typedef uint32_t throng_unsigned_lanes __attribute__((vector_size(16)));

static inline vfloat vf_set(float f) { return (vfloat){f, f, f, f}; }
static inline vfloat vf_iota(void) { return (vfloat){0, 1, 2, 3}; }
static inline vfloat vf_load(const float *p)
{
    vfloat a;
    memcpy(&a, p, sizeof a);
    return a;
}
static inline void vf_store(float *p, vfloat a) { memcpy(p, &a, sizeof a); }
static inline void vf_store_nt(float *p, vfloat a) { memcpy(p, &a, sizeof a); }
static inline void store_nt_fence(void) {}
static inline vfloat vf_sqrt(vfloat a)
{
    return (vfloat){scalar_sqrt(a[0]), scalar_sqrt(a[1]), scalar_sqrt(a[2]), scalar_sqrt(a[3])};
}
static inline vint vf_to_bits(vfloat a) { return (vint)a; }
static inline vfloat vf_from_bits(vint w) { return (vfloat)w; }
static inline vint vi_set(int32_t i) { return (vint){i, i, i, i}; }
static inline vint vi_iota(void)
{
    const vint lanes = {0, 1, 2, 3};
    return lanes;
}
static inline vint vi_add(vint a, vint b)
{
    return (vint)((throng_unsigned_lanes)a + (throng_unsigned_lanes)b);
}
static inline vint vi_sub(vint a, vint b)
{
    return (vint)((throng_unsigned_lanes)a - (throng_unsigned_lanes)b);
}
static inline vint vi_and(vint a, vint b) { return a & b; }
static inline vint vi_shift_left(vint a, int n) { return (vint)((throng_unsigned_lanes)a << (unsigned)n); }
static inline vmask vi_lt(vint a, vint b) { return a < b; }
static inline void vi_store(int32_t *p, vint w) { memcpy(p, &w, sizeof w); }
static inline vmask vf_le(vfloat a, vfloat b) { return a <= b; }
static inline vmask vf_lt(vfloat a, vfloat b) { return a < b; }
static inline uint32_t vmask_bits(vmask m)
{
    return (uint32_t)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
}
static inline vfloat vf_abs(vfloat a) { return vf_from_bits(vf_to_bits(a) & 0x7fffffff); }
static inline vfloat vf_mask_zero(vmask m, vfloat a) { return vf_from_bits(m & vf_to_bits(a)); }
static inline vfloat vf_select(vmask m, vfloat a, vfloat b)
{
    return vf_from_bits((m & vf_to_bits(a)) | (~m & vf_to_bits(b)));
}
static inline vfloat vf_min(vfloat a, vfloat b) { return vf_select(a < b, a, b); }
static inline vfloat vf_max(vfloat a, vfloat b) { return vf_select(a > b, a, b); }

static inline vint vi_load(const int32_t *p)
{
    vint a;
    memcpy(&a, p, sizeof a);
    return a;
}
static inline vint vi_shift_right(vint a, int n) { return a >> n; }
static inline vint vi_mul(vint a, vint b)
{
    return (vint)((throng_unsigned_lanes)a * (throng_unsigned_lanes)b);
}
static inline vint vi_min(vint a, vint b) { return ((a < b) & a) | (~(a < b) & b); }
static inline vint vi_max(vint a, vint b) { return ((a > b) & a) | (~(a > b) & b); }
static inline vint vi_select_bits(uint32_t bits, vint a, vint b)
{
    vint set = (vi_set((int32_t)bits) & (vint){1, 2, 4, 8}) != 0;
    return (set & a) | (~set & b);
}
static inline vint vi_xor(vint a, vint b) { return a ^ b; }
static inline vint vi_or(vint a, vint b) { return a | b; }
static inline int vi_any(vint a) { return (a[0] | a[1] | a[2] | a[3]) != 0; }
static inline vint vi_slide_up(vint a, vint before) { return (vint){before[3], a[0], a[1], a[2]}; }
static inline vint vi_slide_down(vint a, vint after) { return (vint){a[1], a[2], a[3], after[0]}; }
static inline vfloat vf_from_int(vint a)
{
    return (vfloat){(float)a[0], (float)a[1], (float)a[2], (float)a[3]};
}
static inline vint vi_truncate(vfloat a)
{
    return (vint){(int32_t)a[0], (int32_t)a[1], (int32_t)a[2], (int32_t)a[3]};
}
static inline vfloat vf_lookup8(const float *table, vint at)
{
    return (vfloat){table[at[0]], table[at[1]], table[at[2]], table[at[3]]};
}
static inline vfloat vf_gather(const float *p, vint at, int32_t n)
{
    (void)n;
    return vf_lookup8(p, at);
}

static inline vint vi_masked_increment(vint a, vmask m) { return a - m; }
static inline vmask vmask_and(vmask a, vmask b) { return a & b; }
static inline vmask vmask_or(vmask a, vmask b) { return a | b; }
static inline vmask vmask_and_not(vmask a, vmask b) { return a & ~b; }
static inline int vmask_any(vmask m) { return (m[0] | m[1] | m[2] | m[3]) != 0; }

#define THRONG_INT16_LANES 8
typedef int16_t vint16 __attribute__((vector_size(16)));
typedef uint16_t throng_unsigned_int16_lanes __attribute__((vector_size(16)));
static inline vint16 vi16_set(int16_t i) { return (vint16){i, i, i, i, i, i, i, i}; }
static inline vint16 vi16_load(const int16_t *p)
{
    vint16 a;
    memcpy(&a, p, sizeof a);
    return a;
}
static inline void vi16_store(int16_t *p, vint16 a) { memcpy(p, &a, sizeof a); }
static inline vint16 vi16_blend(vint16 set, vint16 a, vint16 b) { return (set & a) | (~set & b); }
static inline vint16 vi16_add_sat(vint16 a, vint16 b)
{
    vint16 sum = (vint16)((throng_unsigned_int16_lanes)a + (throng_unsigned_int16_lanes)b);
    vint16 limit = (a >> 15) ^ vi16_set(32767);
    return vi16_blend(((a ^ sum) & (b ^ sum)) < 0, limit, sum);
}
static inline vint16 vi16_min(vint16 a, vint16 b) { return vi16_blend(a < b, a, b); }
static inline vint16 vi16_max(vint16 a, vint16 b) { return vi16_blend(a > b, a, b); }
static inline vint16 vi16_select_bits(uint32_t bits, vint16 a, vint16 b)
{
    return vi16_blend((vi16_set((int16_t)bits) & (vint16){1, 2, 4, 8, 16, 32, 64, 128}) != 0, a, b);
}
static inline vint16 vi16_select_bit(vint16 bits, int k, vint16 a, vint16 b)
{
    return vi16_blend((bits & vi16_set((int16_t)(1u << k))) != 0, a, b);
}
static inline vint16 vi16_xor(vint16 a, vint16 b) { return a ^ b; }
static inline vint16 vi16_or(vint16 a, vint16 b) { return a | b; }
static inline int vi16_any(vint16 a)
{
    uint64_t parts[2];
    memcpy(parts, &a, sizeof parts);
    return (parts[0] | parts[1]) != 0;
}
static inline vint16 vi16_slide_up(vint16 a, vint16 before)
{
    return (vint16){before[7], a[0], a[1], a[2], a[3], a[4], a[5], a[6]};
}
static inline vint16 vi16_slide_down(vint16 a, vint16 after)
{
    return (vint16){a[1], a[2], a[3], a[4], a[5], a[6], a[7], after[0]};
}
static inline vint vi_from_int16(const int16_t *p) { return (vint){p[0], p[1], p[2], p[3]}; }
