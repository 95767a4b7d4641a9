/* The table that `throng crowd` writes, and its hash. */
#include "tools/support/hash.h"
#include "tools/throng/crowd/crowd.h"

#define COLUMNS 8

void crowd_write_head(crowd_job *work)
{
    const int64_t records = crowd_records(&work->options);
    work->job.report.hash = HASH_START;
    if (work->job.format == OUTPUT_NPY)
        npy_write_header(work->job.common.out.stream, records * work->scene.count, COLUMNS);
    else if (work->job.common.out.stream)
        (void)fputs("step,id,px,py,vx,vy,neighbors,vision_range\n", work->job.common.out.stream);
}

/* As many digits as a float has within 1000 of the origin, and as many behind the point farther away. */
static int digits_of(double place)
{
    int digits = 9;
    double most = 1000.0;
    while (digits < 16 && (place >= most || place <= -most)) {
        most *= 10.0;
        digits++;
    }
    return digits;
}

void crowd_write_state(crowd_job *work)
{
    const crowd_state *state = &work->state;
    uint64_t hash = work->job.report.hash;
    for (size_t i = 0; i < (size_t)work->scene.count; i++) {
        const float *place = state->places + 2 * i;
        const double *exact = state->exact + 2 * i;
        const float *velocity = state->velocities + 2 * i;
        const unsigned long long id = work->scene.agents[i].id;
        const float vision = state->visions[i];
        hash = hash_float(hash_float(hash, place[0]), place[1]);
        hash = hash_float(hash_float(hash, velocity[0]), velocity[1]);
        hash = hash_float(hash_word(hash, (uint32_t)state->neighbors[i]), vision);
        if (work->job.format == OUTPUT_NPY) {
            const float row[COLUMNS] = {
                (float)state->step,         (float)id, place[0], place[1], velocity[0], velocity[1],
                (float)state->neighbors[i], vision};
            npy_write_values(work->job.common.out.stream, row, COLUMNS);
        } else if (work->job.common.out.stream) { /* NULL: --view on a terminal */
            (void)fprintf(work->job.common.out.stream, "%d,%llu,%.*g,%.*g,%.9g,%.9g,%d,%.9g\n",
                          (int)state->step, id, digits_of(exact[0]), exact[0], digits_of(exact[1]), exact[1],
                          (double)velocity[0], (double)velocity[1], (int)state->neighbors[i], (double)vision);
        }
    }
    work->job.report.hash = hash;
}
