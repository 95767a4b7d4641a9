/* One SIMD level: questions to a map. */
#include "kernels/influence/query.h"
#include "src/cpu/level.h"

void LEVEL_NAME(query_regions)(const query_map *map, const void *questions, size_t stride, int32_t count,
                               int32_t flags, query_best *answers)
{
    for (int32_t i = 0; i < count; i++) {
        query_region region;
        memcpy(&region, (const char *)questions + (size_t)i * stride, sizeof region);
        answers[i] = query_of_region(map, &region, flags);
    }
}

/* The cell of a question; behind the last one that again. */
static query_cell cell_at(const void *questions, size_t stride, int32_t count, int64_t i)
{
    query_cell cell;
    memcpy(&cell, (const char *)questions + (size_t)(i < count ? i : count - 1) * stride, sizeof cell);
    return cell;
}

void LEVEL_NAME(query_neighbors)(const query_map *map, const void *questions, size_t stride, int32_t count,
                                 int32_t flags, query_best *answers)
{
    enum { CELLS_AHEAD = 32 }; /* what is around them is on its way by then */
    for (int64_t first = 0; first < count; first += THRONG_WIDTH) {
        const int64_t lanes = count - first < THRONG_WIDTH ? count - first : THRONG_WIDTH;
        query_cell cells[THRONG_WIDTH];
        query_best results[THRONG_WIDTH];
        for (int32_t k = 0; k < THRONG_WIDTH; k++) {
            const query_cell later = cell_at(questions, stride, count, first + CELLS_AHEAD + k);
            query_prefetch(map, &later);
            cells[k] = cell_at(questions, stride, count, first + k);
        }
        query_of_cells(map, cells, flags, results);
        memcpy(answers + first, results, (size_t)lanes * sizeof *results);
    }
}

/* All places of some vectors first: what the map has there is on its way while the next ones are found. */
void LEVEL_NAME(query_points)(const query_map *map, const void *questions, size_t stride, int32_t count,
                              query_sample *answers)
{
    enum { VECTORS = 4 };
    query_point points[VECTORS][THRONG_WIDTH];
    query_places places[VECTORS];
    for (int32_t first = 0; first < count; first += VECTORS * THRONG_WIDTH) {
        const int32_t some = count - first < VECTORS * THRONG_WIDTH ? count - first : VECTORS * THRONG_WIDTH;
        for (int32_t i = 0; i < some; i += THRONG_WIDTH) {
            query_point *own = points[i / THRONG_WIDTH];
            for (int32_t k = 0; k < THRONG_WIDTH; k++) /* the last one again and again */
                memcpy(&own[k],
                       (const char *)questions + (size_t)(first + (i + k < some ? i + k : some - 1)) * stride,
                       sizeof own[k]);
            if (!map->grid.hex)
                query_locate_points(map, own, &places[i / THRONG_WIDTH]);
        }
        for (int32_t i = 0; i < some; i += THRONG_WIDTH) {
            query_sample samples[THRONG_WIDTH];
            const int32_t lanes = some - i < THRONG_WIDTH ? some - i : THRONG_WIDTH;
            query_of_points(map, points[i / THRONG_WIDTH], &places[i / THRONG_WIDTH], samples);
            memcpy(answers + first + i, samples, (size_t)lanes * sizeof *samples);
        }
    }
}
