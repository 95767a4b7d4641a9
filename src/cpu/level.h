/* The names of one SIMD level, for the files that are compiled once per level with -DTHRONG_SIMD_<LEVEL> and
 * the flags that the level needs: simd.c and src/cpu/<object>/simd_*.c. */
#ifndef THRONG_CPU_LEVEL_H
#define THRONG_CPU_LEVEL_H

#include "src/cpu/simd.h"

#if defined(THRONG_SIMD_AVX512)
#define LEVEL avx512
#define LEVEL_ISA THRONG_ISA_AVX512
#elif defined(THRONG_SIMD_AVX2)
#define LEVEL avx2
#define LEVEL_ISA THRONG_ISA_AVX2
#elif defined(THRONG_SIMD_SSE2)
#define LEVEL sse2
#define LEVEL_ISA THRONG_ISA_SSE2
#elif defined(THRONG_SIMD_SIMD128)
#define LEVEL simd128
#define LEVEL_ISA THRONG_ISA_SIMD128
#elif defined(THRONG_SIMD_NEON)
#define LEVEL neon
#define LEVEL_ISA THRONG_ISA_NEON
#elif defined(THRONG_SIMD_VECTOR)
#define LEVEL vector
#define LEVEL_ISA THRONG_ISA_VECTOR
#else
#define LEVEL reference
#define LEVEL_ISA THRONG_ISA_REFERENCE
#endif

#define LEVEL_JOIN_(level, name) throng_##level##_##name
#define LEVEL_JOIN(level, name) LEVEL_JOIN_(level, name)
#define LEVEL_NAME(name) LEVEL_JOIN(LEVEL, name) /* such as throng_avx2_crowd_step */

#define SIMD_FUNCTION(result, name, parameters) result LEVEL_NAME(name) parameters;
#include "src/cpu/simd_functions.inc"
#undef SIMD_FUNCTION

#endif
