/* Naive code at work: the same frames, on part of the objects where all of them would take too long. */
#include "bench/suite/influence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double clock_of(const throng_bench_baseline *baseline)
{
    return baseline->cpu_clock ? throng_bench_cpu() : throng_bench_wall();
}

static void clear(const throng_bench_baseline *baseline)
{
    size_t cells = (size_t)baseline->field->width * (size_t)baseline->field->height;
    memset(baseline->values, 0, cells * sizeof *baseline->values);
}

static void move_and_add(throng_bench_baseline *baseline)
{
    const float *positions = baseline->field->positions[baseline->place],
                *velocities = baseline->field->velocities[baseline->place];
    for (size_t i = 0; i < (size_t)baseline->count; i++) {
        throng_influence_object *o = &baseline->objects[i];
        o->x = positions[2 * i];
        o->y = positions[2 * i + 1];
        o->vx = velocities[2 * i];
        o->vy = velocities[2 * i + 1];
    }
    baseline->add(baseline->values, baseline->field, baseline->objects, baseline->count);
}

double throng_bench_baseline_frames(void *data, int32_t repeats)
{
    throng_bench_baseline *baseline = data;
    double seconds = 0.0;
    for (int32_t i = 0; i < repeats; i++) {
        double start = clock_of(baseline);
        clear(baseline);
        double middle = clock_of(baseline);
        baseline->place = !baseline->place;
        move_and_add(baseline);
        seconds += (middle - start) + (clock_of(baseline) - middle) / baseline->part;
    }
    return seconds;
}

/* As many objects as can be added in that time. */
static int32_t count_for(throng_bench_baseline *baseline, double seconds)
{
    const int32_t all = baseline->field->count;
    for (baseline->count = all < 64 ? all : 64; baseline->count < all;
         baseline->count = baseline->count < all / 4 ? 4 * baseline->count : all) {
        double start = throng_bench_wall();
        move_and_add(baseline);
        double taken = throng_bench_wall() - start;
        if (taken > 0.1 * seconds) {
            double count = (double)baseline->count * seconds / taken;
            return count < (double)all ? (int32_t)count : all;
        }
    }
    return all;
}

void throng_bench_baseline_make(throng_bench_baseline *baseline, const throng_bench *bench,
                                const throng_bench_objects *field, throng_bench_naive *add)
{
    size_t cells = (size_t)field->width * (size_t)field->height;
    *baseline = (throng_bench_baseline){.field = field, .add = add, .cpu_clock = bench->options.cpu_time};
    baseline->values = throng_bench_allocate(cells, sizeof *baseline->values);
    baseline->objects = throng_bench_allocate((size_t)field->count, sizeof *baseline->objects);
    memcpy(baseline->objects, field->objects, (size_t)field->count * sizeof *baseline->objects);
    clear(baseline);
    baseline->count = count_for(baseline, bench->effort.baseline_seconds);
    baseline->part = 1.0;
    if (baseline->count < field->count)
        baseline->part = (throng_bench_objects_pairs(field, 0, baseline->count) +
                          throng_bench_objects_pairs(field, 1, baseline->count)) /
                         (field->pairs[0] + field->pairs[1]);
}

void throng_bench_baseline_release(throng_bench_baseline *baseline)
{
    free(baseline->values);
    free(baseline->objects);
}

/* Rounding may put a cell at the edge of an object's reach on the other side, so a few cells may differ. */
void throng_bench_baseline_check(throng_bench *bench, throng_bench_baseline *baseline,
                                 const throng_bench_subject *subject, const char *name)
{
    throng_bench_objects part = *baseline->field;
    const size_t cells = (size_t)part.width * (size_t)part.height;
    size_t different = 0;
    float largest = 0.0f;
    part.count = baseline->count;
    throng_bench_map *same = throng_bench_map_open(&part, subject->context);
    throng_bench_map_driver(same, 0);
    baseline->place = 0;
    clear(baseline);
    move_and_add(baseline);
    for (size_t i = 0; i < cells; i++)
        largest = fmaxf(largest, fabsf(same->values[i]));
    for (size_t i = 0; i < cells; i++)
        different += !(fabsf(same->values[i] - baseline->values[i]) <= 1e-4f * largest);
    if (!(largest > 0.0f) || (double)different > 1e-4 * (double)cells + 1.0)
        throng_bench_mistake(bench, subject->work->scene, "%s computes something else in %zu of %zu cells",
                             name, different, cells);
    throng_bench_map_close(same);
}

int32_t throng_bench_baseline_prefers_lanes(const throng_bench *bench, const throng_bench_objects *field)
{
    throng_bench_baseline fast, lanes;
    throng_bench_times of_fast, of_lanes;
    throng_bench_ratio ratio;
    throng_bench_effort brief = bench->effort;
    brief.baseline_seconds *= 0.25;
    brief.row_seconds = 0.0; /* the least number of pairs */
    throng_bench throwaway = {.options = bench->options, .effort = brief};
    throng_bench_baseline_make(&fast, &throwaway, field, throng_bench_naive_fast);
    throng_bench_baseline_make(&lanes, &throwaway, field, throng_bench_naive_lanes);
    const throng_bench_runner a = {throng_bench_baseline_frames, &fast},
                              b = {throng_bench_baseline_frames, &lanes};
    throng_bench_compare(&brief, &a, &b, &of_fast, &of_lanes, &ratio);
    throng_bench_baseline_release(&fast);
    throng_bench_baseline_release(&lanes);
    return ratio.median < 1.0;
}
