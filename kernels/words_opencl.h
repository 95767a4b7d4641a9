/* The words for OpenCL C: THRONG_WIDTH 1 for GPUs (one cell, agent or query per work-item), 8 or 16 for
 * CPU devices. */
#pragma OPENCL FP_CONTRACT OFF

#define THRONG_GLOBAL __global
#define THRONG_LOCAL __local

#ifndef THRONG_WIDTH
#define THRONG_WIDTH 1
#endif

/* Kinds of objects are constants to the loops below only where everything is one function. Checkers that
 * ask for no optimisation get none. */
#ifdef __OPTIMIZE__
#define inline inline __attribute__((always_inline))
#endif

typedef int int32_t;
typedef uint uint32_t;

#define plain_prefetch(p) ((void)(p))
#define UNROLLED _Pragma("unroll")

static inline float plain_sqrt(float a) { return sqrt(a); }
static inline float plain_abs(float a) { return fabs(a); }
static inline float plain_min(float a, float b) { return a < b ? a : b; }
static inline float plain_max(float a, float b) { return a > b ? a : b; }
static inline int plain_bits(float a) { return as_int(a); }
static inline float plain_real(int bits) { return as_float(bits); }

#if THRONG_WIDTH == 1
typedef float real;
typedef int mask;
typedef int whole;
#define real_lanes() (0.0f)
#define real_load(p) (*(p))
#define real_store(p, a) (*(p) = (a))
#define whole_store(p, w) (*(p) = (w))
#define mask_any(m) ((m) != 0)
static inline real bits_real(whole w) { return as_float(w); }
static inline whole real_bits(real a) { return as_int(a); }
#elif THRONG_WIDTH == 8
typedef float8 real;
typedef int8 mask;
typedef int8 whole;
#define real_lanes() ((float8)(0, 1, 2, 3, 4, 5, 6, 7))
#define real_load(p) vload8(0, (p))
#define real_store(p, a) vstore8((a), 0, (p))
#define whole_store(p, w) vstore8((w), 0, (p))
#define mask_any(m) any(m)
static inline real bits_real(whole w) { return as_float8(w); }
static inline whole real_bits(real a) { return as_int8(a); }
#elif THRONG_WIDTH == 16
typedef float16 real;
typedef int16 mask;
typedef int16 whole;
#define real_lanes() ((float16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
#define real_load(p) vload16(0, (p))
#define real_store(p, a) vstore16((a), 0, (p))
#define whole_store(p, w) vstore16((w), 0, (p))
#define mask_any(m) any(m)
static inline real bits_real(whole w) { return as_float16(w); }
static inline whole real_bits(real a) { return as_int16(a); }
#endif

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
static inline whole whole_shift_left(whole a, int n) { return a << n; }
static inline mask whole_lt(whole a, whole b) { return a < b; }
