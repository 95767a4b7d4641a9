/* One SIMD level: the Choquet integral. */
#include "kernels/measure/choquet.h"
#include "src/cpu/level.h"

enum { CHOQUET_ROWS = 64 }; /* at once: their values by type stay in the first-level cache */

static FORCE_INLINE void choquet_of_rows(float *results, const float *values, size_t pitch, int32_t count,
                                         const int32_t types, const float *table)
{
    float columns[CHOQUET_TYPES][CHOQUET_ROWS] = {{0}}, answers[CHOQUET_ROWS];
    for (int32_t done = 0; done < count; done += CHOQUET_ROWS) {
        const int32_t some = count - done < CHOQUET_ROWS ? count - done : CHOQUET_ROWS;
        const float *rows = values + (size_t)done * pitch;
        for (int32_t i = 0; i < some; i++)
            for (int32_t k = 0; k < types; k++)
                columns[k][i] = rows[(size_t)i * pitch + (size_t)k];
        for (int32_t i = 0; i < some; i += THRONG_WIDTH) {
            vfloat of_types[CHOQUET_TYPES];
            for (int32_t k = 0; k < types; k++)
                of_types[k] = vf_load(columns[k] + i);
            vf_store(answers + i, choquet_of(of_types, types, table));
        }
        memcpy(results + done, answers, (size_t)some * sizeof *answers);
    }
}

/* The usual few types by code of their own, whose exchanges are known to the compiler. */
void LEVEL_NAME(choquet)(float *results, const float *values, size_t pitch, int32_t count, int32_t types,
                         const float *table)
{
#define TYPES(n)                                                                                             \
    case n:                                                                                                  \
        choquet_of_rows(results, values, pitch, count, n, table);                                            \
        break
    switch (types) {
        TYPES(1);
        TYPES(2);
        TYPES(3);
        TYPES(4);
        TYPES(5);
        TYPES(6);
        TYPES(7);
        TYPES(8);
    default:
        choquet_of_rows(results, values, pitch, count, types, table);
    }
#undef TYPES
}
