/* The words at width 1, in plain C: the definition that every other level must equal to the bit. */
#define THRONG_WIDTH 1
typedef float real;
typedef int32_t mask;
typedef int32_t whole;

static inline real real_set(float f) { return f; }
static inline real real_lanes(void) { return 0.0f; }
static inline real real_load(const float *p) { return *p; }
static inline void real_store(float *p, real a) { *p = a; }
static inline void real_stream(float *p, real a) { *p = a; }
static inline void real_stream_end(void) {}
static inline real real_sqrt(real a) { return plain_sqrt(a); }
static inline real real_abs(real a) { return plain_abs(a); }
static inline real real_min(real a, real b) { return plain_min(a, b); }
static inline real real_max(real a, real b) { return plain_max(a, b); }
static inline mask real_le(real a, real b) { return a <= b; }
static inline mask real_lt(real a, real b) { return a < b; }
static inline uint32_t mask_bits(mask m) { return m != 0; }
static inline real real_keep(mask m, real a) { return m ? a : 0.0f; }
static inline real real_pick(mask m, real a, real b) { return m ? a : b; }
static inline whole real_bits(real a) { return plain_bits(a); }
static inline real bits_real(whole w) { return plain_real(w); }
static inline whole whole_set(int32_t i) { return i; }
static inline whole whole_lanes(void) { return 0; }
static inline whole whole_add(whole a, whole b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
static inline whole whole_sub(whole a, whole b) { return (int32_t)((uint32_t)a - (uint32_t)b); }
static inline whole whole_and(whole a, whole b) { return a & b; }
static inline whole whole_shift_left(whole a, int n) { return (int32_t)((uint32_t)a << n); }
static inline mask whole_lt(whole a, whole b) { return a < b; }
static inline void whole_store(int32_t *p, whole w) { *p = w; }

static inline whole whole_load(const int32_t *p) { return *p; }
static inline whole whole_shift_right(whole a, int n) { return a >> n; }
static inline whole whole_mul(whole a, whole b) { return (int32_t)((uint32_t)a * (uint32_t)b); }
static inline whole whole_min(whole a, whole b) { return a < b ? a : b; }
static inline whole whole_max(whole a, whole b) { return a > b ? a : b; }
static inline whole whole_where(uint32_t bits, whole a, whole b) { return bits & 1u ? a : b; }
static inline whole whole_xor(whole a, whole b) { return a ^ b; }
static inline whole whole_or(whole a, whole b) { return a | b; }
static inline int whole_any(whole a) { return a != 0; }
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
static inline real real_of(whole a) { return (float)a; }
static inline whole whole_of(real a) { return (int32_t)a; }
static inline real real_table(const float *table, whole at) { return table[at]; }
static inline real real_gather(const float *p, whole at, int32_t n)
{
    (void)n;
    return p[at];
}

static inline whole whole_count(whole a, mask m) { return a + (m != 0); }
static inline mask mask_and(mask a, mask b) { return a & b; }
static inline mask mask_or(mask a, mask b) { return a | b; }
static inline mask mask_without(mask a, mask b) { return a & !b; }
static inline int mask_any(mask m) { return m != 0; }

#define THRONG_SHORTS 1
typedef int16_t shorts;
static inline shorts shorts_set(int16_t i) { return i; }
static inline shorts shorts_load(const int16_t *p) { return *p; }
static inline void shorts_store(int16_t *p, shorts a) { *p = a; }
static inline shorts shorts_add(shorts a, shorts b)
{
    int32_t sum = (int32_t)a + b;
    return (int16_t)(sum > 32767 ? 32767 : sum < -32768 ? -32768 : sum);
}
static inline shorts shorts_min(shorts a, shorts b) { return (shorts)(a < b ? a : b); }
static inline shorts shorts_max(shorts a, shorts b) { return (shorts)(a > b ? a : b); }
static inline shorts shorts_where(uint32_t bits, shorts a, shorts b) { return (shorts)(bits & 1u ? a : b); }
static inline shorts shorts_xor(shorts a, shorts b) { return (shorts)(a ^ b); }
static inline shorts shorts_or(shorts a, shorts b) { return (shorts)(a | b); }
static inline int shorts_any(shorts a) { return a != 0; }
static inline shorts shorts_from_left(shorts a, shorts before)
{
    (void)a;
    return before;
}
static inline shorts shorts_from_right(shorts a, shorts after)
{
    (void)a;
    return after;
}
static inline whole whole_of_shorts(const int16_t *p) { return *p; }
