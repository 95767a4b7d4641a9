/* Paths along a potential field as one would write them without a library. Compiled several times. */
#include "bench/suite/trace.h"

#include "bench/baselines/bucket_grid.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

enum { WINDOW = 32 };
static const float terrain_range = 2.0f;

#ifdef THRONG_NAIVE_BYTES
size_t throng_bench_trace_bytes(const throng_bench_paths *paths)
{
    return grid_bytes(paths->side, paths->range, paths->source_count);
}
#endif

/* The blocked cells around. */
static void meet_walls(const throng_bench_paths *p, float x, float y, throng_force *force)
{
    const int32_t side = (int32_t)p->side, reach = (int32_t)terrain_range + 1;
    const int32_t column = (int32_t)x, row = (int32_t)y;
    throng_potential_source wall = {.eta = 1.0f, .range = terrain_range};
    for (int32_t r = row - reach; r <= row + reach; r++) {
        for (int32_t c = column - reach; c <= column + reach; c++) {
            if (r < 0 || c < 0 || r >= side || c >= side || !p->blocked[r * side + c])
                continue;
            wall.x = (float)c + 0.5f;
            wall.y = (float)r + 0.5f;
            meet(&wall, x, y, force);
        }
    }
}

static int is_free(const throng_bench_paths *p, float x, float y)
{
    const int32_t side = (int32_t)p->side;
    return !p->blocked || !p->blocked[(int32_t)y * side + (int32_t)x];
}

/* Feels what is here, which belongs to the last step's damage, too, and goes on. INVALID: that is not all. */
static throng_trace_status step(const throng_bench_paths *p, const grid *g, throng_trace_result *at,
                                float *time)
{
    throng_force force = {0.0f, 0.0f, 0.0f, 0.0f};
    const float gx = p->goal.x - at->x, gy = p->goal.y - at->y, left = sqrtf(gx * gx + gy * gy);
    at->damage += *time * grid_meet(g, at->x, at->y, &force);
    *time = 0.0f;
    if (left == 0.0f || at->steps == p->most_steps)
        return left == 0.0f ? THRONG_TRACE_REACHED : THRONG_TRACE_STEP_LIMIT;
    float x = p->goal.x, y = p->goal.y, length = left;
    if (left > p->speed) {
        force.fx += p->goal.k * gx;
        force.fy += p->goal.k * gy;
        if (p->blocked)
            meet_walls(p, at->x, at->y, &force);
        const float size = sqrtf(force.fx * force.fx + force.fy * force.fy);
        if (size == 0.0f)
            return THRONG_TRACE_STUCK;
        length = p->speed;
        x = at->x + force.fx / size * length;
        y = at->y + force.fy / size * length;
    }
    if (p->blocked && (x < 0.0f || y < 0.0f || x >= p->side || y >= p->side))
        return THRONG_TRACE_OUTSIDE;
    if (!is_free(p, x, y))
        return THRONG_TRACE_STUCK;
    at->x = x;
    at->y = y;
    at->steps++;
    at->length += length;
    *time = length / p->speed;
    return THRONG_TRACE_INVALID;
}

void JOIN(throng_bench_lead_, THRONG_NAIVE)(const throng_bench_paths *p, int32_t count,
                                            throng_trace_result *results, void *memory)
{
    const grid g = grid_fill(p->side, p->range, p->sources, p->source_count, memory);
    for (int32_t i = 0; i < count; i++) {
        throng_trace_result at = {.x = p->starts[i].x, .y = p->starts[i].y, .status = THRONG_TRACE_INVALID};
        float from_x = at.x, from_y = at.y, time = 0.0f;
        while (at.status == THRONG_TRACE_INVALID) {
            at.status = step(p, &g, &at, &time);
            if (at.steps % WINDOW != 0 || at.status != THRONG_TRACE_INVALID)
                continue;
            const float dx = at.x - from_x, dy = at.y - from_y;
            if (dx * dx + dy * dy <= 4.0f * p->speed * p->speed)
                at.status = THRONG_TRACE_STUCK;
            from_x = at.x;
            from_y = at.y;
        }
        results[i] = at;
    }
}
