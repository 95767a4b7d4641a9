/* Which SIMD levels are built in, and which of them this processor runs. */
#include "../internal.h"
#include "simd.h"

extern const throng_simd throng_simd_reference;
#ifdef THRONG_HAS_VECTOR
extern const throng_simd throng_simd_vector;
#endif
#ifdef THRONG_HAS_SSE2
extern const throng_simd throng_simd_sse2;
#endif
#ifdef THRONG_HAS_AVX2
extern const throng_simd throng_simd_avx2;
#endif
#ifdef THRONG_HAS_AVX512
extern const throng_simd throng_simd_avx512;
#endif
#ifdef THRONG_HAS_NEON
extern const throng_simd throng_simd_neon;
#endif

const throng_simd *throng_cpu_simd(throng_isa isa)
{
    switch (isa) {
    case THRONG_ISA_REFERENCE:
        return &throng_simd_reference;
#ifdef THRONG_HAS_VECTOR
    case THRONG_ISA_VECTOR:
        return &throng_simd_vector;
#endif
#ifdef THRONG_HAS_SSE2
    case THRONG_ISA_SSE2:
        return &throng_simd_sse2;
#endif
#ifdef THRONG_HAS_AVX2
    case THRONG_ISA_AVX2:
        return __builtin_cpu_supports("avx2") ? &throng_simd_avx2 : NULL;
#endif
#ifdef THRONG_HAS_AVX512
    case THRONG_ISA_AVX512:
#ifdef THRONG_EMULATE_AVX512
        return &throng_simd_avx512;
#else
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") ? &throng_simd_avx512 : NULL;
#endif
#endif
#ifdef THRONG_HAS_NEON
    case THRONG_ISA_NEON:
        return &throng_simd_neon;
#endif
    default:
        return NULL;
    }
}

throng_isa throng_cpu_best_isa(void)
{
    static const throng_isa widest_first[] = {THRONG_ISA_AVX512, THRONG_ISA_AVX2, THRONG_ISA_NEON, THRONG_ISA_SSE2,
                                              THRONG_ISA_VECTOR};
    for (int i = 0; i < (int)(sizeof widest_first / sizeof widest_first[0]); i++)
        if (throng_cpu_simd(widest_first[i]))
            return widest_first[i];
    return THRONG_ISA_REFERENCE;
}
