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
static inline real real_keep(mask m, real a) { return m ? a : 0.0f; }
static inline real real_pick(mask m, real a, real b) { return m ? a : b; }
static inline whole real_bits(real a) { return plain_bits(a); }
static inline real bits_real(whole w) { return plain_real(w); }
static inline whole whole_set(int32_t i) { return i; }
static inline whole whole_add(whole a, whole b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
static inline whole whole_sub(whole a, whole b) { return (int32_t)((uint32_t)a - (uint32_t)b); }
static inline whole whole_and(whole a, whole b) { return a & b; }
static inline whole whole_shift_left(whole a, int n) { return (int32_t)((uint32_t)a << n); }
static inline mask whole_lt(whole a, whole b) { return a < b; }
static inline void whole_store(int32_t *p, whole w) { *p = w; }
static inline int mask_any(mask m) { return m != 0; }
