/* The table of one SIMD level. */
#include "src/cpu/level.h"

#define TABLE_JOIN_(level) throng_simd_##level
#define TABLE_JOIN(level) TABLE_JOIN_(level)

const throng_simd TABLE_JOIN(LEVEL);
const throng_simd TABLE_JOIN(LEVEL) = {
    .isa = LEVEL_ISA,
    .width = THRONG_WIDTH,
#define SIMD_FUNCTION(result, name, parameters) .name = LEVEL_NAME(name),
#include "src/cpu/simd_functions.inc"
#undef SIMD_FUNCTION
};
