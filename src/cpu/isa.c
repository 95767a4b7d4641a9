/* Which SIMD levels are built in, and which of them this processor runs. */
#include "src/cpu/cpu.h"
#include "src/cpu/simd.h"

#if defined(__GNUC__) && defined(__x86_64__)
#include <cpuid.h>
#endif
#include <string.h>

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
#ifdef THRONG_HAS_SIMD128
extern const throng_simd throng_simd_simd128;
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
        /* all that the level is compiled for; virtual machines may hide some of it */
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
                   ? &throng_simd_avx512
                   : NULL;
#endif
#endif
#ifdef THRONG_HAS_NEON
    case THRONG_ISA_NEON:
        return &throng_simd_neon;
#endif
#ifdef THRONG_HAS_SIMD128
    case THRONG_ISA_SIMD128: /* a module that has it is compiled as a whole or not at all */
        return &throng_simd_simd128;
#endif
    default:
        return NULL;
    }
}

int32_t throng_cpu_halves(void)
{
#if defined(THRONG_HAS_AVX512) && !defined(THRONG_EMULATE_AVX512)
    return __builtin_cpu_is("amdfam19h") != 0; /* Zen 4: of this family's others none has AVX-512 */
#else
    return 0;
#endif
}

throng_isa throng_cpu_best_isa(void)
{
    static const throng_isa widest_first[] = {THRONG_ISA_AVX512, THRONG_ISA_AVX2,    THRONG_ISA_NEON,
                                              THRONG_ISA_SSE2,   THRONG_ISA_SIMD128, THRONG_ISA_VECTOR};
    for (int i = 0; i < (int)(sizeof widest_first / sizeof widest_first[0]); i++)
        if (throng_cpu_simd(widest_first[i]))
            return widest_first[i];
    return THRONG_ISA_REFERENCE;
}

int32_t throng_cpu_name(char name[49])
{
    memset(name, 0, 49);
#if defined(__GNUC__) && defined(__x86_64__)
    if ((unsigned)__get_cpuid_max(0x80000000u, NULL) < 0x80000004u)
        return 0;
    char *to = name;
    for (uint32_t part = 0; part < 3; part++) {
        uint32_t words[4];
        __get_cpuid(0x80000002u + part, &words[0], &words[1], &words[2], &words[3]);
        memcpy(to, words, sizeof words);
        to += sizeof words;
    }
#endif
    return name[0] != '\0';
}

int32_t throng_isa_available(throng_isa isa) { return isa > THRONG_ISA_AUTO && throng_cpu_simd(isa) != NULL; }
