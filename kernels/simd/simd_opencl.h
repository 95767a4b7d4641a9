/* SIMD vocabulary for OpenCL C: THRONG_WIDTH 1 for GPUs (one cell, agent or query per work-item), 8 or 16 for
 * CPU devices. */
#pragma OPENCL FP_CONTRACT OFF

#define THRONG_GLOBAL __global
#define THRONG_LOCAL __local
#define THRONG_SCRATCH __global

#ifndef THRONG_WIDTH
#define THRONG_WIDTH 1
#endif

/* Memory of a work-item's own; on GPUs it lies in local memory, interleaved with that of its group. */
#if THRONG_WIDTH == 1
#define THRONG_PRIVATE __local
typedef uint private_size; /* type of its indices */
#else
#define THRONG_PRIVATE __global
typedef size_t private_size;
#endif

/* Kinds of objects become constants in loops only if everything is inlined. Checkers that build without
 * optimisation get no inlining. */
#ifdef __OPTIMIZE__
#define inline inline __attribute__((always_inline))
#endif
#define FORCE_INLINE inline
#define OUT_OF_LINE inline

typedef uchar uint8_t;
typedef ushort uint16_t;
typedef short int16_t;
typedef int int32_t;
typedef uint uint32_t;
typedef long int64_t;
typedef ulong uint64_t;

#define LANE_ROWS(rows, p)                                                                                   \
    int rows[THRONG_WIDTH];                                                                                  \
    vi_store(rows, vi_load(p))
#define prefetch(p) ((void)(p))
#define UNROLL _Pragma("unroll")
#define NO_UNROLL _Pragma("nounroll")
#if THRONG_WIDTH == 1
#define NO_UNROLL_ON_GPU NO_UNROLL
#else
#define NO_UNROLL_ON_GPU
#endif

static inline float scalar_sqrt(float a) { return sqrt(a); }
static inline float scalar_abs(float a) { return fabs(a); }
static inline float scalar_min(float a, float b) { return a < b ? a : b; }
static inline float scalar_max(float a, float b) { return a > b ? a : b; }
static inline int scalar_to_bits(float a) { return as_int(a); }
static inline float scalar_from_bits(int bits) { return as_float(bits); }
static inline int lowest_set_bit(uint bits) { return 31 - (int)clz(bits & (~bits + 1u)); }

#if THRONG_WIDTH == 1
typedef float vfloat;
typedef int vmask;
typedef int vint;
#define vf_iota() (0.0f)
#define vi_iota() (0)
#define vf_load(p) (*(p))
#define vf_store(p, a) (*(p) = (a))
#define vi_store(p, w) (*(p) = (w))
static inline vfloat vf_from_bits(vint w) { return as_float(w); }
static inline vint vf_to_bits(vfloat a) { return as_int(a); }
#define vi_load(p) (*(p))
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
static inline vint vi_select_bits(uint bits, vint a, vint b) { return bits & 1u ? a : b; }
static inline float vf_from_int(vint a) { return (float)a; }
static inline int vi_truncate(vfloat a) { return (int)a; }
/* by selects: an array indexed at run time would be placed in memory */
static inline vfloat vf_lookup8(const float *table, vint at)
{
    float low = at & 2 ? (at & 1 ? table[3] : table[2]) : (at & 1 ? table[1] : table[0]);
    float high = at & 2 ? (at & 1 ? table[7] : table[6]) : (at & 1 ? table[5] : table[4]);
    return at & 4 ? high : low;
}

#define vf_gather(p, at, n) ((p)[at])
/* rows are 32-byte aligned: two 16-byte loads */
#define vf_gather_transpose vf_gather_transpose
static inline void vf_gather_transpose(__global const float *p, const int *rows, vfloat columns[8])
{
    __global const float4 *row = (__global const float4 *)p + 2 * (size_t)rows[0];
    const float4 low = row[0], high = row[1];
    columns[0] = low.x;
    columns[1] = low.y;
    columns[2] = low.z;
    columns[3] = low.w;
    columns[4] = high.x;
    columns[5] = high.y;
    columns[6] = high.z;
    columns[7] = high.w;
}

#define THRONG_INT16_LANES 1
typedef short vint16;
#define vi16_load(p) (*(p))
#define vi16_store(p, a) (*(p) = (a))
#define vi16_any(a) ((a) != 0)
#define vi16_slide_up(a, before) (before)
#define vi16_slide_down(a, after) (after)
#define vi_from_int16(p) ((int)*(p))
static inline vint16 vi16_select_bits(uint bits, vint16 a, vint16 b) { return bits & 1u ? a : b; }
#elif THRONG_WIDTH == 8
typedef float8 vfloat;
typedef int8 vmask;
typedef int8 vint;
#define vf_iota() ((float8)(0, 1, 2, 3, 4, 5, 6, 7))
#define vi_iota() ((int8)(0, 1, 2, 3, 4, 5, 6, 7))
#define vf_load(p) vload8(0, (p))
static inline vfloat vf_from_bits(vint w) { return as_float8(w); }
static inline vint vf_to_bits(vfloat a) { return as_int8(a); }
#define vi_load(p) vload8(0, (p))
static inline vint vi_slide_up(vint a, vint before)
{
    return (int8)(before.s7, a.s0, a.s1, a.s2, a.s3, a.s4, a.s5, a.s6);
}
static inline vint vi_slide_down(vint a, vint after)
{
    return (int8)(a.s1, a.s2, a.s3, a.s4, a.s5, a.s6, a.s7, after.s0);
}
static inline vint vi_select_bits(uint bits, vint a, vint b)
{
    return select(b, a, ((vint)(as_int(bits)) & (vint)(1, 2, 4, 8, 16, 32, 64, 128)) != 0);
}
static inline vfloat vf_from_int(vint a) { return convert_float8(a); }
static inline vint vi_truncate(vfloat a) { return convert_int8(a); }
static inline vfloat vf_lookup8(const float *table, vint at)
{
    return shuffle(vload8(0, table), as_uint8(at));
}
static inline vfloat vf_gather(__global const float *p, vint at, int n)
{
    (void)n;
    return (float8)(p[at.s0], p[at.s1], p[at.s2], p[at.s3], p[at.s4], p[at.s5], p[at.s6], p[at.s7]);
}
#define vi_from_int16(p) convert_int8(vload8(0, (p)))
#elif THRONG_WIDTH == 16
typedef float16 vfloat;
typedef int16 vmask;
typedef int16 vint;
#define vf_iota() ((float16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
#define vi_iota() ((int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
#define vf_load(p) vload16(0, (p))
#define vf_load_halves(p, q) ((float16)(vload8(0, (p)), vload8(0, (q))))
static inline vfloat vf_from_bits(vint w) { return as_float16(w); }
static inline vint vf_to_bits(vfloat a) { return as_int16(a); }
#define vi_load(p) vload16(0, (p))
static inline vint vi_slide_up(vint a, vint before)
{
    return (int16)(before.sf, a.s0, a.s1, a.s2, a.s3, a.s4, a.s5, a.s6, a.s7, a.s8, a.s9, a.sa, a.sb, a.sc,
                   a.sd, a.se);
}
static inline vint vi_slide_down(vint a, vint after)
{
    return (int16)(a.s1, a.s2, a.s3, a.s4, a.s5, a.s6, a.s7, a.s8, a.s9, a.sa, a.sb, a.sc, a.sd, a.se, a.sf,
                   after.s0);
}
static inline vint vi_select_bits(uint bits, vint a, vint b)
{
    return select(b, a,
                  ((vint)(as_int(bits)) &
                   (vint)(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768)) != 0);
}
static inline vfloat vf_from_int(vint a) { return convert_float16(a); }
static inline vint vi_truncate(vfloat a) { return convert_int16(a); }
static inline vfloat vf_lookup8(const float *table, vint at)
{
    return shuffle(vload8(0, table), as_uint16(at));
}
static inline vfloat vf_gather(__global const float *p, vint at, int n)
{
    (void)n;
    return (float16)(p[at.s0], p[at.s1], p[at.s2], p[at.s3], p[at.s4], p[at.s5], p[at.s6], p[at.s7], p[at.s8],
                     p[at.s9], p[at.sa], p[at.sb], p[at.sc], p[at.sd], p[at.se], p[at.sf]);
}
#define vi_from_int16(p) convert_int16(vload16(0, (p)))
#endif

#if THRONG_WIDTH > 1
/* one test instruction, where any() would split the vector */
static inline int throng_any(long4 a) { return ((a.x | a.y) | (a.z | a.w)) != 0; }

#define THRONG_INT16_LANES 16
typedef short16 vint16;
#define vi16_load(p) vload16(0, (p))

/* one instruction; vstore() may split the vector, and a later vector load would then stall */
typedef vfloat vf_any_bit __attribute__((aligned(4)));
typedef vint vi_any_bit __attribute__((aligned(4)));
typedef vint16 vi16_any_bit __attribute__((aligned(2)));
#define OVERLOADED static inline __attribute__((overloadable)) void
#define STORES(space)                                                                                        \
    OVERLOADED vf_store(space float *p, vfloat a) { *(space vf_any_bit *)p = a; }                            \
    OVERLOADED vi_store(space int *p, vint a) { *(space vi_any_bit *)p = a; }                                \
    OVERLOADED vi16_store(space short *p, vint16 a) { *(space vi16_any_bit *)p = a; }
STORES(__global)
STORES(__local)
STORES(__private)
#undef STORES
#undef OVERLOADED
/* Transposes 4 x 4 blocks within the quarters of two vectors. */
#if THRONG_WIDTH == 8
static inline vfloat throng_low_pairs(vfloat a, vfloat b)
{
    return (vfloat)(a.s0, b.s0, a.s1, b.s1, a.s4, b.s4, a.s5, b.s5);
}
static inline vfloat throng_high_pairs(vfloat a, vfloat b)
{
    return (vfloat)(a.s2, b.s2, a.s3, b.s3, a.s6, b.s6, a.s7, b.s7);
}
static inline vfloat throng_low_halves(vfloat a, vfloat b)
{
    return (vfloat)(a.s0, a.s1, b.s0, b.s1, a.s4, a.s5, b.s4, b.s5);
}
static inline vfloat throng_high_halves(vfloat a, vfloat b)
{
    return (vfloat)(a.s2, a.s3, b.s2, b.s3, a.s6, a.s7, b.s6, b.s7);
}
#else
static inline vfloat throng_low_pairs(vfloat a, vfloat b)
{
    return (vfloat)(a.s0, b.s0, a.s1, b.s1, a.s4, b.s4, a.s5, b.s5, a.s8, b.s8, a.s9, b.s9, a.sc, b.sc, a.sd,
                    b.sd);
}
static inline vfloat throng_high_pairs(vfloat a, vfloat b)
{
    return (vfloat)(a.s2, b.s2, a.s3, b.s3, a.s6, b.s6, a.s7, b.s7, a.sa, b.sa, a.sb, b.sb, a.se, b.se, a.sf,
                    b.sf);
}
static inline vfloat throng_low_halves(vfloat a, vfloat b)
{
    return (vfloat)(a.s0, a.s1, b.s0, b.s1, a.s4, a.s5, b.s4, b.s5, a.s8, a.s9, b.s8, b.s9, a.sc, a.sd, b.sc,
                    b.sd);
}
static inline vfloat throng_high_halves(vfloat a, vfloat b)
{
    return (vfloat)(a.s2, a.s3, b.s2, b.s3, a.s6, a.s7, b.s6, b.s7, a.sa, a.sb, b.sa, b.sb, a.se, a.sf, b.se,
                    b.sf);
}
#endif
static inline void throng_turn(const vfloat from[8], vfloat to[8])
{
    vfloat s[8];
    UNROLL
    for (int k = 0; k < 8; k += 2) {
        s[k] = throng_low_pairs(from[k], from[k + 1]);
        s[k + 1] = throng_high_pairs(from[k], from[k + 1]);
    }
    UNROLL
    for (int k = 0; k < 8; k += 4) {
        to[k] = throng_low_halves(s[k], s[k + 2]);
        to[k + 1] = throng_high_halves(s[k], s[k + 2]);
        to[k + 2] = throng_low_halves(s[k + 1], s[k + 3]);
        to[k + 3] = throng_high_halves(s[k + 1], s[k + 3]);
    }
}

#define vf_gather_transpose vf_gather_transpose
static inline void vf_gather_transpose(__global const float *p, const int *rows, vfloat columns[8])
{
    vfloat r[8], s[8];
    UNROLL
    for (int k = 0; k < 8; k++) {
#if THRONG_WIDTH == 8
        r[k] = vload8(rows[k], p);
#else
        const int row = k + (k & 4); /* and row + 4 */
        r[k] = (vfloat)(vload8(rows[row], p), vload8(rows[row + 4], p));
#endif
    }
    throng_turn(r, s);
    UNROLL
    for (int k = 0; k < 4; k++) {
#if THRONG_WIDTH == 8
        columns[k] = (vfloat)(s[k].lo, s[k + 4].lo);
        columns[k + 4] = (vfloat)(s[k].hi, s[k + 4].hi);
#else
        columns[k] = (vfloat)(s[k].lo.lo, s[k].hi.lo, s[k + 4].lo.lo, s[k + 4].hi.lo);
        columns[k + 4] = (vfloat)(s[k].lo.hi, s[k].hi.hi, s[k + 4].lo.hi, s[k + 4].hi.hi);
#endif
    }
}

static inline void throng_put_row(__global float *p, int row, float4 low, float4 high, uint wanted)
{
    if (wanted)
        vstore8((float8)(low, high), row, p);
}

#define vf_scatter_transpose vf_scatter_transpose
static inline void vf_scatter_transpose(__global float *p, const int *rows, const vfloat columns[8],
                                        uint bits)
{
    vfloat r[8]; /* quarter i of r[k] has the first four words of row 4 * i + k, of r[k + 4] the others */
    throng_turn(columns, r);
    UNROLL
    for (int k = 0; k < 4; k++) {
#if THRONG_WIDTH == 8
        throng_put_row(p, rows[k], r[k].lo, r[k + 4].lo, bits >> k & 1u);
        throng_put_row(p, rows[k + 4], r[k].hi, r[k + 4].hi, bits >> (k + 4) & 1u);
#else
        throng_put_row(p, rows[k], r[k].lo.lo, r[k + 4].lo.lo, bits >> k & 1u);
        throng_put_row(p, rows[k + 4], r[k].lo.hi, r[k + 4].lo.hi, bits >> (k + 4) & 1u);
        throng_put_row(p, rows[k + 8], r[k].hi.lo, r[k + 4].hi.lo, bits >> (k + 8) & 1u);
        throng_put_row(p, rows[k + 12], r[k].hi.hi, r[k + 4].hi.hi, bits >> (k + 12) & 1u);
#endif
    }
}

#define vf_reduce_min vf_reduce_min
static inline float vf_reduce_min(vfloat a)
{
#if THRONG_WIDTH == 8
    const float8 e = a;
#else
    const float8 e = a.lo < a.hi ? a.lo : a.hi;
#endif
    const float4 q = e.lo < e.hi ? e.lo : e.hi;
    const float2 p = q.lo < q.hi ? q.lo : q.hi;
    return scalar_min(p.x, p.y);
}

#define vi16_any(a) throng_any(as_long4(a))
static inline vint16 vi16_slide_up(vint16 a, vint16 before)
{
    return (short16)(before.sf, a.s0, a.s1, a.s2, a.s3, a.s4, a.s5, a.s6, a.s7, a.s8, a.s9, a.sa, a.sb, a.sc,
                     a.sd, a.se);
}
static inline vint16 vi16_slide_down(vint16 a, vint16 after)
{
    return (short16)(a.s1, a.s2, a.s3, a.s4, a.s5, a.s6, a.s7, a.s8, a.s9, a.sa, a.sb, a.sc, a.sd, a.se, a.sf,
                     after.s0);
}
static inline vint16 vi16_select_bits(uint bits, vint16 a, vint16 b)
{
    const short16 lane =
        (short16)(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768);
    return select(b, a, ((short16)(as_short((ushort)(bits & 0xffffu))) & lane) != (short16)(0));
}
#endif
static inline vint16 vi16_set(int i) { return (vint16)((short)i); }
static inline vint16 vi16_add_sat(vint16 a, vint16 b)
{
    return min(a, (vint16)((vint16)((short)32767) - b)) + b;
}
static inline vint16 vi16_min(vint16 a, vint16 b) { return min(a, b); }
static inline vint16 vi16_max(vint16 a, vint16 b) { return max(a, b); }
static inline vint16 vi16_xor(vint16 a, vint16 b) { return a ^ b; }
static inline vint16 vi16_or(vint16 a, vint16 b) { return a | b; }

static inline vfloat vf_set(float f) { return (vfloat)(f); }
static inline vfloat vf_sqrt(vfloat a) { return sqrt(a); }
static inline vfloat vf_abs(vfloat a) { return fabs(a); }
static inline vmask vf_le(vfloat a, vfloat b) { return a <= b; }
static inline vmask vf_lt(vfloat a, vfloat b) { return a < b; }
static inline vfloat vf_select(vmask m, vfloat a, vfloat b) { return select(b, a, m); }
static inline vfloat vf_mask_zero(vmask m, vfloat a) { return select((vfloat)(0.0f), a, m); }
static inline vfloat vf_min(vfloat a, vfloat b) { return vf_select(a < b, a, b); }
static inline vfloat vf_max(vfloat a, vfloat b) { return vf_select(a > b, a, b); }
static inline vint vi_set(int i) { return (vint)(i); }
/* These wrap, which sums and products of signed numbers need not. */
#if THRONG_WIDTH == 1
#define SIGNED as_int
#define UNSIGNED as_uint
#elif THRONG_WIDTH == 8
#define SIGNED as_int8
#define UNSIGNED as_uint8
#else
#define SIGNED as_int16
#define UNSIGNED as_uint16
#endif
static inline vint vi_add(vint a, vint b) { return SIGNED(UNSIGNED(a) + UNSIGNED(b)); }
static inline vint vi_sub(vint a, vint b) { return SIGNED(UNSIGNED(a) - UNSIGNED(b)); }
static inline vint vi_and(vint a, vint b) { return a & b; }
static inline vint vi_or(vint a, vint b) { return a | b; }
static inline vint vi_xor(vint a, vint b) { return a ^ b; }
static inline vint vi_shift_left(vint a, int n) { return a << n; }
static inline vmask vi_lt(vint a, vint b) { return a < b; }
static inline vint vi_shift_right(vint a, int n) { return a >> n; }
static inline vint vi_mul(vint a, vint b) { return SIGNED(UNSIGNED(a) * UNSIGNED(b)); }
static inline vint vi_min(vint a, vint b) { return min(a, b); }
static inline vint vi_max(vint a, vint b) { return max(a, b); }
#if THRONG_WIDTH == 1
static inline int vi_any(vint a) { return a != 0; }
static inline uint vmask_bits(vmask m) { return m != 0; }
#else
static inline uint vmask_bits(vmask m)
{
#if THRONG_WIDTH == 8
    const int8 bits = m & (int8)(1, 2, 4, 8, 16, 32, 64, 128);
    const int4 a = bits.lo | bits.hi;
#else
    const int16 bits =
        m & (int16)(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768);
    const int8 halves = bits.lo | bits.hi;
    const int4 a = halves.lo | halves.hi;
#endif
    return (uint)((a.x | a.y) | (a.z | a.w));
}
#if THRONG_WIDTH == 8
static inline int vi_any(vint a) { return throng_any(as_long4(a)); }
#else
static inline int vi_any(vint a) { return throng_any(as_long4(a.lo) | as_long4(a.hi)); }
#endif
#endif

static inline vmask vmask_and(vmask a, vmask b) { return a & b; }
static inline vmask vmask_or(vmask a, vmask b) { return a | b; }
#if THRONG_WIDTH == 1
static inline vmask vmask_and_not(vmask a, vmask b) { return a && !b; }
static inline int vmask_any(vmask m) { return m != 0; }
static inline vint vi_masked_increment(vint a, vmask m) { return a + (m != 0); }
#else
static inline vmask vmask_and_not(vmask a, vmask b) { return a & ~b; }
static inline int vmask_any(vmask m) { return vi_any(m); }
static inline vint vi_masked_increment(vint a, vmask m) { return a - m; }
#endif
