/* The words for OpenCL C: THRONG_WIDTH 1 for GPUs (one cell, agent or query per work-item), 8 or 16 for
 * CPU devices. */
#pragma OPENCL FP_CONTRACT OFF

#define THRONG_GLOBAL __global
#define THRONG_LOCAL __local
#define THRONG_SCRATCH __global

#ifndef THRONG_WIDTH
#define THRONG_WIDTH 1
#endif

/* What a work-item has to itself: on GPUs it lies among that of the others of its group. */
#if THRONG_WIDTH == 1
#define THRONG_OWN __local
typedef uint own_size; /* of an index into it */
#else
#define THRONG_OWN __global
typedef size_t own_size;
#endif

/* Kinds of objects are constants to the loops below only where everything is one function. Checkers that
 * ask for no optimisation get none. */
#ifdef __OPTIMIZE__
#define inline inline __attribute__((always_inline))
#endif
#define INLINED inline

typedef uchar uint8_t;
typedef short int16_t;
typedef int int32_t;
typedef uint uint32_t;
typedef long int64_t;
typedef ulong uint64_t;

#define LANE_ROWS(rows, p)                                                                                   \
    int rows[THRONG_WIDTH];                                                                                  \
    whole_store(rows, whole_load(p))
#define plain_prefetch(p) ((void)(p))
#define UNROLLED _Pragma("unroll")
#define ROLLED _Pragma("nounroll")
#if THRONG_WIDTH == 1
#define LEAN ROLLED
#else
#define LEAN
#endif

static inline float plain_sqrt(float a) { return sqrt(a); }
static inline float plain_abs(float a) { return fabs(a); }
static inline float plain_min(float a, float b) { return a < b ? a : b; }
static inline float plain_max(float a, float b) { return a > b ? a : b; }
static inline int plain_bits(float a) { return as_int(a); }
static inline float plain_real(int bits) { return as_float(bits); }
static inline int plain_lowest(uint bits) { return 31 - (int)clz(bits & (~bits + 1u)); }

#if THRONG_WIDTH == 1
typedef float real;
typedef int mask;
typedef int whole;
#define real_lanes() (0.0f)
#define whole_lanes() (0)
#define real_load(p) (*(p))
#define real_store(p, a) (*(p) = (a))
#define whole_store(p, w) (*(p) = (w))
static inline real bits_real(whole w) { return as_float(w); }
static inline whole real_bits(real a) { return as_int(a); }
#define whole_load(p) (*(p))
static inline whole whole_from_left(whole a, whole before)
{
    (void)a;
    return before;
}
static inline whole whole_from_right(whole a, whole after)
{
    (void)a;
    return after;
}
static inline whole whole_where(uint bits, whole a, whole b) { return bits & 1u ? a : b; }
static inline float real_of(whole a) { return (float)a; }
static inline int whole_of(real a) { return (int)a; }
/* by choices: an array that is indexed at run time would lie in memory */
static inline real real_table(const float *table, whole at)
{
    float low = at & 2 ? (at & 1 ? table[3] : table[2]) : (at & 1 ? table[1] : table[0]);
    float high = at & 2 ? (at & 1 ? table[7] : table[6]) : (at & 1 ? table[5] : table[4]);
    return at & 4 ? high : low;
}

#define real_gather(p, at, n) ((p)[at])
/* rows of 32 bytes lie at multiples of that: by 16 bytes */
#define real_rows real_rows
static inline void real_rows(__global const float *p, const int *rows, real columns[8])
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

#define THRONG_SHORTS 1
typedef short shorts;
#define shorts_load(p) (*(p))
#define shorts_store(p, a) (*(p) = (a))
#define shorts_any(a) ((a) != 0)
#define shorts_from_left(a, before) (before)
#define shorts_from_right(a, after) (after)
#define whole_of_shorts(p) ((int)*(p))
static inline shorts shorts_where(uint bits, shorts a, shorts b) { return bits & 1u ? a : b; }
#elif THRONG_WIDTH == 8
typedef float8 real;
typedef int8 mask;
typedef int8 whole;
#define real_lanes() ((float8)(0, 1, 2, 3, 4, 5, 6, 7))
#define whole_lanes() ((int8)(0, 1, 2, 3, 4, 5, 6, 7))
#define real_load(p) vload8(0, (p))
static inline real bits_real(whole w) { return as_float8(w); }
static inline whole real_bits(real a) { return as_int8(a); }
#define whole_load(p) vload8(0, (p))
static inline whole whole_from_left(whole a, whole before)
{
    return (int8)(before.s7, a.s0, a.s1, a.s2, a.s3, a.s4, a.s5, a.s6);
}
static inline whole whole_from_right(whole a, whole after)
{
    return (int8)(a.s1, a.s2, a.s3, a.s4, a.s5, a.s6, a.s7, after.s0);
}
static inline whole whole_where(uint bits, whole a, whole b)
{
    return select(b, a, ((whole)(as_int(bits)) & (whole)(1, 2, 4, 8, 16, 32, 64, 128)) != 0);
}
static inline real real_of(whole a) { return convert_float8(a); }
static inline whole whole_of(real a) { return convert_int8(a); }
static inline real real_table(const float *table, whole at)
{
    return shuffle(vload8(0, table), as_uint8(at));
}
static inline real real_gather(__global const float *p, whole at, int n)
{
    (void)n;
    return (float8)(p[at.s0], p[at.s1], p[at.s2], p[at.s3], p[at.s4], p[at.s5], p[at.s6], p[at.s7]);
}
#define whole_of_shorts(p) convert_int8(vload8(0, (p)))
#elif THRONG_WIDTH == 16
typedef float16 real;
typedef int16 mask;
typedef int16 whole;
#define real_lanes() ((float16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
#define whole_lanes() ((int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
#define real_load(p) vload16(0, (p))
#define real_halves(p, q) ((float16)(vload8(0, (p)), vload8(0, (q))))
static inline real bits_real(whole w) { return as_float16(w); }
static inline whole real_bits(real a) { return as_int16(a); }
#define whole_load(p) vload16(0, (p))
static inline whole whole_from_left(whole a, whole before)
{
    return (int16)(before.sf, a.s0, a.s1, a.s2, a.s3, a.s4, a.s5, a.s6, a.s7, a.s8, a.s9, a.sa, a.sb, a.sc,
                   a.sd, a.se);
}
static inline whole whole_from_right(whole a, whole after)
{
    return (int16)(a.s1, a.s2, a.s3, a.s4, a.s5, a.s6, a.s7, a.s8, a.s9, a.sa, a.sb, a.sc, a.sd, a.se, a.sf,
                   after.s0);
}
static inline whole whole_where(uint bits, whole a, whole b)
{
    return select(b, a,
                  ((whole)(as_int(bits)) & (whole)(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096,
                                                   8192, 16384, 32768)) != 0);
}
static inline real real_of(whole a) { return convert_float16(a); }
static inline whole whole_of(real a) { return convert_int16(a); }
static inline real real_table(const float *table, whole at)
{
    return shuffle(vload8(0, table), as_uint16(at));
}
static inline real real_gather(__global const float *p, whole at, int n)
{
    (void)n;
    return (float16)(p[at.s0], p[at.s1], p[at.s2], p[at.s3], p[at.s4], p[at.s5], p[at.s6], p[at.s7], p[at.s8],
                     p[at.s9], p[at.sa], p[at.sb], p[at.sc], p[at.sd], p[at.se], p[at.sf]);
}
#define whole_of_shorts(p) convert_int16(vload16(0, (p)))
#endif

#if THRONG_WIDTH > 1
/* one test instruction, where any() takes a vector apart */
static inline int throng_any(long4 a) { return ((a.x | a.y) | (a.z | a.w)) != 0; }

#define THRONG_SHORTS 16
typedef short16 shorts;
#define shorts_load(p) vload16(0, (p))

/* one instruction; vstore() may take a vector apart, and who loads it whole then has to wait for the parts */
typedef real real_anywhere __attribute__((aligned(4)));
typedef whole whole_anywhere __attribute__((aligned(4)));
typedef shorts shorts_anywhere __attribute__((aligned(2)));
#define OVERLOADED static inline __attribute__((overloadable)) void
#define STORES(space)                                                                                        \
    OVERLOADED real_store(space float *p, real a) { *(space real_anywhere *)p = a; }                         \
    OVERLOADED whole_store(space int *p, whole a) { *(space whole_anywhere *)p = a; }                        \
    OVERLOADED shorts_store(space short *p, shorts a) { *(space shorts_anywhere *)p = a; }
STORES(__global)
STORES(__local)
STORES(__private)
#undef STORES
#undef OVERLOADED
/* Rows and columns are exchanged by fours, of each quarter of two vectors. */
#if THRONG_WIDTH == 8
static inline real throng_low_pairs(real a, real b)
{
    return (real)(a.s0, b.s0, a.s1, b.s1, a.s4, b.s4, a.s5, b.s5);
}
static inline real throng_high_pairs(real a, real b)
{
    return (real)(a.s2, b.s2, a.s3, b.s3, a.s6, b.s6, a.s7, b.s7);
}
static inline real throng_low_halves(real a, real b)
{
    return (real)(a.s0, a.s1, b.s0, b.s1, a.s4, a.s5, b.s4, b.s5);
}
static inline real throng_high_halves(real a, real b)
{
    return (real)(a.s2, a.s3, b.s2, b.s3, a.s6, a.s7, b.s6, b.s7);
}
#else
static inline real throng_low_pairs(real a, real b)
{
    return (real)(a.s0, b.s0, a.s1, b.s1, a.s4, b.s4, a.s5, b.s5, a.s8, b.s8, a.s9, b.s9, a.sc, b.sc, a.sd,
                  b.sd);
}
static inline real throng_high_pairs(real a, real b)
{
    return (real)(a.s2, b.s2, a.s3, b.s3, a.s6, b.s6, a.s7, b.s7, a.sa, b.sa, a.sb, b.sb, a.se, b.se, a.sf,
                  b.sf);
}
static inline real throng_low_halves(real a, real b)
{
    return (real)(a.s0, a.s1, b.s0, b.s1, a.s4, a.s5, b.s4, b.s5, a.s8, a.s9, b.s8, b.s9, a.sc, a.sd, b.sc,
                  b.sd);
}
static inline real throng_high_halves(real a, real b)
{
    return (real)(a.s2, a.s3, b.s2, b.s3, a.s6, a.s7, b.s6, b.s7, a.sa, a.sb, b.sa, b.sb, a.se, a.sf, b.se,
                  b.sf);
}
#endif
static inline void throng_turn(const real from[8], real to[8])
{
    real s[8];
    UNROLLED
    for (int k = 0; k < 8; k += 2) {
        s[k] = throng_low_pairs(from[k], from[k + 1]);
        s[k + 1] = throng_high_pairs(from[k], from[k + 1]);
    }
    UNROLLED
    for (int k = 0; k < 8; k += 4) {
        to[k] = throng_low_halves(s[k], s[k + 2]);
        to[k + 1] = throng_high_halves(s[k], s[k + 2]);
        to[k + 2] = throng_low_halves(s[k + 1], s[k + 3]);
        to[k + 3] = throng_high_halves(s[k + 1], s[k + 3]);
    }
}

#define real_rows real_rows
static inline void real_rows(__global const float *p, const int *rows, real columns[8])
{
    real r[8], s[8];
    UNROLLED
    for (int k = 0; k < 8; k++) {
#if THRONG_WIDTH == 8
        r[k] = vload8(rows[k], p);
#else
        const int row = k + (k & 4); /* and the fourth after it */
        r[k] = (real)(vload8(rows[row], p), vload8(rows[row + 4], p));
#endif
    }
    throng_turn(r, s);
    UNROLLED
    for (int k = 0; k < 4; k++) {
#if THRONG_WIDTH == 8
        columns[k] = (real)(s[k].lo, s[k + 4].lo);
        columns[k + 4] = (real)(s[k].hi, s[k + 4].hi);
#else
        columns[k] = (real)(s[k].lo.lo, s[k].hi.lo, s[k + 4].lo.lo, s[k + 4].hi.lo);
        columns[k + 4] = (real)(s[k].lo.hi, s[k].hi.hi, s[k + 4].lo.hi, s[k + 4].hi.hi);
#endif
    }
}

static inline void throng_put_row(__global float *p, int row, float4 low, float4 high, uint wanted)
{
    if (wanted)
        vstore8((float8)(low, high), row, p);
}

#define real_rows_put real_rows_put
static inline void real_rows_put(__global float *p, const int *rows, const real columns[8], uint bits)
{
    real r[8]; /* quarter i of r[k] has the first four words of row 4 * i + k, of r[k + 4] the others */
    throng_turn(columns, r);
    UNROLLED
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

#define real_least real_least
static inline float real_least(real a)
{
#if THRONG_WIDTH == 8
    const float8 e = a;
#else
    const float8 e = a.lo < a.hi ? a.lo : a.hi;
#endif
    const float4 q = e.lo < e.hi ? e.lo : e.hi;
    const float2 p = q.lo < q.hi ? q.lo : q.hi;
    return plain_min(p.x, p.y);
}

#define shorts_any(a) throng_any(as_long4(a))
static inline shorts shorts_from_left(shorts a, shorts before)
{
    return (short16)(before.sf, a.s0, a.s1, a.s2, a.s3, a.s4, a.s5, a.s6, a.s7, a.s8, a.s9, a.sa, a.sb, a.sc,
                     a.sd, a.se);
}
static inline shorts shorts_from_right(shorts a, shorts after)
{
    return (short16)(a.s1, a.s2, a.s3, a.s4, a.s5, a.s6, a.s7, a.s8, a.s9, a.sa, a.sb, a.sc, a.sd, a.se, a.sf,
                     after.s0);
}
static inline shorts shorts_where(uint bits, shorts a, shorts b)
{
    const short16 lane =
        (short16)(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768);
    return select(b, a, ((short16)(as_short((ushort)(bits & 0xffffu))) & lane) != (short16)(0));
}
#endif
static inline shorts shorts_set(int i) { return (shorts)((short)i); }
static inline shorts shorts_add(shorts a, shorts b)
{
    return min(a, (shorts)((shorts)((short)32767) - b)) + b;
}
static inline shorts shorts_min(shorts a, shorts b) { return min(a, b); }
static inline shorts shorts_max(shorts a, shorts b) { return max(a, b); }
static inline shorts shorts_xor(shorts a, shorts b) { return a ^ b; }
static inline shorts shorts_or(shorts a, shorts b) { return a | b; }

static inline real real_set(float f) { return (real)(f); }
static inline real real_sqrt(real a) { return sqrt(a); }
static inline real real_abs(real a) { return fabs(a); }
static inline mask real_le(real a, real b) { return a <= b; }
static inline mask real_lt(real a, real b) { return a < b; }
static inline real real_pick(mask m, real a, real b) { return select(b, a, m); }
static inline real real_keep(mask m, real a) { return select((real)(0.0f), a, m); }
static inline real real_min(real a, real b) { return real_pick(a < b, a, b); }
static inline real real_max(real a, real b) { return real_pick(a > b, a, b); }
static inline whole whole_set(int i) { return (whole)(i); }
static inline whole whole_add(whole a, whole b) { return a + b; }
static inline whole whole_sub(whole a, whole b) { return a - b; }
static inline whole whole_and(whole a, whole b) { return a & b; }
static inline whole whole_or(whole a, whole b) { return a | b; }
static inline whole whole_xor(whole a, whole b) { return a ^ b; }
static inline whole whole_shift_left(whole a, int n) { return a << n; }
static inline mask whole_lt(whole a, whole b) { return a < b; }
static inline whole whole_shift_right(whole a, int n) { return a >> n; }
static inline whole whole_mul(whole a, whole b) { return a * b; }
static inline whole whole_min(whole a, whole b) { return min(a, b); }
static inline whole whole_max(whole a, whole b) { return max(a, b); }
#if THRONG_WIDTH == 1
static inline int whole_any(whole a) { return a != 0; }
static inline uint mask_bits(mask m) { return m != 0; }
#else
static inline uint mask_bits(mask m)
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
static inline int whole_any(whole a) { return throng_any(as_long4(a)); }
#else
static inline int whole_any(whole a) { return throng_any(as_long4(a.lo) | as_long4(a.hi)); }
#endif
#endif

static inline mask mask_and(mask a, mask b) { return a & b; }
static inline mask mask_or(mask a, mask b) { return a | b; }
#if THRONG_WIDTH == 1
static inline mask mask_without(mask a, mask b) { return a && !b; }
static inline int mask_any(mask m) { return m != 0; }
static inline whole whole_count(whole a, mask m) { return a + (m != 0); }
#else
static inline mask mask_without(mask a, mask b) { return a & ~b; }
static inline int mask_any(mask m) { return whole_any(m); }
static inline whole whole_count(whole a, mask m) { return a - m; }
#endif
