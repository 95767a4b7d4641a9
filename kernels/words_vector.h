/* The words for any processor, out of the vector types of GCC and Clang: 4 lanes. */
#define THRONG_WIDTH 4
typedef float real __attribute__((vector_size(16)));
typedef int32_t mask __attribute__((vector_size(16)));
typedef int32_t whole __attribute__((vector_size(16)));
typedef uint32_t throng_unsigned_lanes __attribute__((vector_size(16)));

static inline real real_set(float f) { return (real){f, f, f, f}; }
static inline real real_lanes(void) { return (real){0, 1, 2, 3}; }
static inline real real_load(const float *p)
{
    real a;
    memcpy(&a, p, sizeof a);
    return a;
}
static inline void real_store(float *p, real a) { memcpy(p, &a, sizeof a); }
static inline void real_stream(float *p, real a) { memcpy(p, &a, sizeof a); }
static inline void real_stream_end(void) {}
static inline real real_sqrt(real a)
{
    return (real){plain_sqrt(a[0]), plain_sqrt(a[1]), plain_sqrt(a[2]), plain_sqrt(a[3])};
}
static inline whole real_bits(real a) { return (whole)a; }
static inline real bits_real(whole w) { return (real)w; }
static inline whole whole_set(int32_t i) { return (whole){i, i, i, i}; }
static inline whole whole_add(whole a, whole b)
{
    return (whole)((throng_unsigned_lanes)a + (throng_unsigned_lanes)b);
}
static inline whole whole_sub(whole a, whole b)
{
    return (whole)((throng_unsigned_lanes)a - (throng_unsigned_lanes)b);
}
static inline whole whole_and(whole a, whole b) { return a & b; }
static inline whole whole_shift_left(whole a, int n)
{
    return (whole)((throng_unsigned_lanes)a << (unsigned)n);
}
static inline mask whole_lt(whole a, whole b) { return a < b; }
static inline void whole_store(int32_t *p, whole w) { memcpy(p, &w, sizeof w); }
static inline mask real_le(real a, real b) { return a <= b; }
static inline mask real_lt(real a, real b) { return a < b; }
static inline real real_abs(real a) { return bits_real(real_bits(a) & 0x7fffffff); }
static inline real real_keep(mask m, real a) { return bits_real(m & real_bits(a)); }
static inline real real_pick(mask m, real a, real b)
{
    return bits_real((m & real_bits(a)) | (~m & real_bits(b)));
}
static inline real real_min(real a, real b) { return real_pick(a < b, a, b); }
static inline real real_max(real a, real b) { return real_pick(a > b, a, b); }
static inline int mask_any(mask m) { return (m[0] | m[1] | m[2] | m[3]) != 0; }
