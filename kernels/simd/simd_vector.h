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
static inline whole whole_lanes(void)
{
    const whole lanes = {0, 1, 2, 3};
    return lanes;
}
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
static inline uint32_t mask_bits(mask m)
{
    return (uint32_t)((m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8));
}
static inline real real_abs(real a) { return bits_real(real_bits(a) & 0x7fffffff); }
static inline real real_keep(mask m, real a) { return bits_real(m & real_bits(a)); }
static inline real real_pick(mask m, real a, real b)
{
    return bits_real((m & real_bits(a)) | (~m & real_bits(b)));
}
static inline real real_min(real a, real b) { return real_pick(a < b, a, b); }
static inline real real_max(real a, real b) { return real_pick(a > b, a, b); }

static inline whole whole_load(const int32_t *p)
{
    whole a;
    memcpy(&a, p, sizeof a);
    return a;
}
static inline whole whole_shift_right(whole a, int n) { return a >> n; }
static inline whole whole_mul(whole a, whole b)
{
    return (whole)((throng_unsigned_lanes)a * (throng_unsigned_lanes)b);
}
static inline whole whole_min(whole a, whole b) { return ((a < b) & a) | (~(a < b) & b); }
static inline whole whole_max(whole a, whole b) { return ((a > b) & a) | (~(a > b) & b); }
static inline whole whole_where(uint32_t bits, whole a, whole b)
{
    whole set = (whole_set((int32_t)bits) & (whole){1, 2, 4, 8}) != 0;
    return (set & a) | (~set & b);
}
static inline whole whole_xor(whole a, whole b) { return a ^ b; }
static inline whole whole_or(whole a, whole b) { return a | b; }
static inline int whole_any(whole a) { return (a[0] | a[1] | a[2] | a[3]) != 0; }
static inline whole whole_from_left(whole a, whole before) { return (whole){before[3], a[0], a[1], a[2]}; }
static inline whole whole_from_right(whole a, whole after) { return (whole){a[1], a[2], a[3], after[0]}; }
static inline real real_of(whole a) { return (real){(float)a[0], (float)a[1], (float)a[2], (float)a[3]}; }
static inline whole whole_of(real a)
{
    return (whole){(int32_t)a[0], (int32_t)a[1], (int32_t)a[2], (int32_t)a[3]};
}
static inline real real_table(const float *table, whole at)
{
    return (real){table[at[0]], table[at[1]], table[at[2]], table[at[3]]};
}
static inline real real_gather(const float *p, whole at, int32_t n)
{
    (void)n;
    return real_table(p, at);
}

static inline whole whole_count(whole a, mask m) { return a - m; }
static inline mask mask_and(mask a, mask b) { return a & b; }
static inline mask mask_or(mask a, mask b) { return a | b; }
static inline mask mask_without(mask a, mask b) { return a & ~b; }
static inline int mask_any(mask m) { return (m[0] | m[1] | m[2] | m[3]) != 0; }

#define THRONG_SHORTS 8
typedef int16_t shorts __attribute__((vector_size(16)));
typedef uint16_t throng_unsigned_shorts __attribute__((vector_size(16)));
static inline shorts shorts_set(int16_t i) { return (shorts){i, i, i, i, i, i, i, i}; }
static inline shorts shorts_load(const int16_t *p)
{
    shorts a;
    memcpy(&a, p, sizeof a);
    return a;
}
static inline void shorts_store(int16_t *p, shorts a) { memcpy(p, &a, sizeof a); }
static inline shorts shorts_blend(shorts set, shorts a, shorts b) { return (set & a) | (~set & b); }
static inline shorts shorts_add(shorts a, shorts b)
{
    shorts sum = (shorts)((throng_unsigned_shorts)a + (throng_unsigned_shorts)b);
    shorts limit = (a >> 15) ^ shorts_set(32767);
    return shorts_blend(((a ^ sum) & (b ^ sum)) < 0, limit, sum);
}
static inline shorts shorts_min(shorts a, shorts b) { return shorts_blend(a < b, a, b); }
static inline shorts shorts_max(shorts a, shorts b) { return shorts_blend(a > b, a, b); }
static inline shorts shorts_where(uint32_t bits, shorts a, shorts b)
{
    return shorts_blend((shorts_set((int16_t)bits) & (shorts){1, 2, 4, 8, 16, 32, 64, 128}) != 0, a, b);
}
static inline shorts shorts_where_bit(shorts bits, int k, shorts a, shorts b)
{
    return shorts_blend((bits & shorts_set((int16_t)(1u << k))) != 0, a, b);
}
static inline shorts shorts_xor(shorts a, shorts b) { return a ^ b; }
static inline shorts shorts_or(shorts a, shorts b) { return a | b; }
static inline int shorts_any(shorts a)
{
    uint64_t parts[2];
    memcpy(parts, &a, sizeof parts);
    return (parts[0] | parts[1]) != 0;
}
static inline shorts shorts_from_left(shorts a, shorts before)
{
    return (shorts){before[7], a[0], a[1], a[2], a[3], a[4], a[5], a[6]};
}
static inline shorts shorts_from_right(shorts a, shorts after)
{
    return (shorts){a[1], a[2], a[3], a[4], a[5], a[6], a[7], after[0]};
}
static inline whole whole_of_shorts(const int16_t *p) { return (whole){p[0], p[1], p[2], p[3]}; }
