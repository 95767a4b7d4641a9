/* Naive code at work: the same frames, on part of the objects where all of them would take too long. */
#include "bench/suite/influence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double clock_of(const throng_bench_peer *peer)
{
    return peer->cpu_clock ? throng_bench_cpu() : throng_bench_wall();
}

static void clear(const throng_bench_peer *peer)
{
    size_t cells = (size_t)peer->field->width * (size_t)peer->field->height;
    memset(peer->values, 0, cells * sizeof *peer->values);
}

static void move_and_add(throng_bench_peer *peer)
{
    const float *positions = peer->field->positions[peer->place],
                *velocities = peer->field->velocities[peer->place];
    for (size_t i = 0; i < (size_t)peer->count; i++) {
        throng_influence_object *o = &peer->objects[i];
        o->x = positions[2 * i];
        o->y = positions[2 * i + 1];
        o->vx = velocities[2 * i];
        o->vy = velocities[2 * i + 1];
    }
    peer->add(peer->values, peer->field, peer->objects, peer->count);
}

double throng_bench_peer_frames(void *data, int32_t repeats)
{
    throng_bench_peer *peer = data;
    double seconds = 0.0;
    for (int32_t i = 0; i < repeats; i++) {
        double start = clock_of(peer);
        clear(peer);
        double middle = clock_of(peer);
        peer->place = !peer->place;
        move_and_add(peer);
        seconds += (middle - start) + (clock_of(peer) - middle) / peer->part;
    }
    return seconds;
}

/* As many objects as can be added in that time. */
static int32_t count_for(throng_bench_peer *peer, double seconds)
{
    const int32_t all = peer->field->count;
    for (peer->count = all < 64 ? all : 64; peer->count < all;
         peer->count = peer->count < all / 4 ? 4 * peer->count : all) {
        double start = throng_bench_wall();
        move_and_add(peer);
        double taken = throng_bench_wall() - start;
        if (taken > 0.1 * seconds) {
            double count = (double)peer->count * seconds / taken;
            return count < (double)all ? (int32_t)count : all;
        }
    }
    return all;
}

void throng_bench_peer_make(throng_bench_peer *peer, const throng_bench *bench,
                            const throng_bench_field *field, throng_bench_naive *add)
{
    size_t cells = (size_t)field->width * (size_t)field->height;
    *peer = (throng_bench_peer){.field = field, .add = add, .cpu_clock = bench->options.cpu_time};
    peer->values = throng_bench_allocate(cells, sizeof *peer->values);
    peer->objects = throng_bench_allocate((size_t)field->count, sizeof *peer->objects);
    memcpy(peer->objects, field->objects, (size_t)field->count * sizeof *peer->objects);
    clear(peer);
    peer->count = count_for(peer, bench->effort.peer_seconds);
    peer->part = 1.0;
    if (peer->count < field->count)
        peer->part = (throng_bench_field_pairs(field, 0, peer->count) +
                      throng_bench_field_pairs(field, 1, peer->count)) /
                     (field->pairs[0] + field->pairs[1]);
}

void throng_bench_peer_release(throng_bench_peer *peer)
{
    free(peer->values);
    free(peer->objects);
}

/* Rounding may put a cell at the edge of an object's reach on the other side, so a few cells may differ. */
void throng_bench_peer_check(throng_bench *bench, throng_bench_peer *peer,
                             const throng_bench_subject *subject, const char *name)
{
    throng_bench_field part = *peer->field;
    const size_t cells = (size_t)part.width * (size_t)part.height;
    size_t different = 0;
    float largest = 0.0f;
    part.count = peer->count;
    throng_bench_map *same = throng_bench_map_open(&part, subject->context);
    throng_bench_map_play(same, 0);
    peer->place = 0;
    clear(peer);
    move_and_add(peer);
    for (size_t i = 0; i < cells; i++)
        largest = fmaxf(largest, fabsf(same->values[i]));
    for (size_t i = 0; i < cells; i++)
        different += !(fabsf(same->values[i] - peer->values[i]) <= 1e-4f * largest);
    if (!(largest > 0.0f) || (double)different > 1e-4 * (double)cells + 1.0)
        throng_bench_mistake(bench, subject->work->scene, "%s computes something else in %zu of %zu cells",
                             name, different, cells);
    throng_bench_map_close(same);
}

int32_t throng_bench_peer_prefers_lanes(const throng_bench *bench, const throng_bench_field *field)
{
    throng_bench_peer fast, lanes;
    throng_bench_times of_fast, of_lanes;
    throng_bench_ratio ratio;
    throng_bench_effort brief = bench->effort;
    brief.peer_seconds *= 0.25;
    brief.row_seconds = 0.0; /* the least number of pairs */
    throng_bench throwaway = {.options = bench->options, .effort = brief};
    throng_bench_peer_make(&fast, &throwaway, field, throng_bench_naive_fast);
    throng_bench_peer_make(&lanes, &throwaway, field, throng_bench_naive_lanes);
    const throng_bench_runner a = {throng_bench_peer_frames, &fast}, b = {throng_bench_peer_frames, &lanes};
    throng_bench_compare(&brief, &a, &b, &of_fast, &of_lanes, &ratio);
    throng_bench_peer_release(&fast);
    throng_bench_peer_release(&lanes);
    return ratio.median < 1.0;
}
