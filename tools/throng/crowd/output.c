/* The table that `throng crowd` writes, and its hash. */
#include "tools/throng/crowd/crowd.h"

#include <string.h>

#define COLUMNS 8

void throng_app_crowd_write_head(throng_app_crowd_job *work)
{
    const int64_t records = throng_app_crowd_records(&work->options);
    work->report.hash = THRONG_APP_HASH_START;
    if (work->format == THRONG_APP_NPY) {
        throng_app_write_npy_head(work->out, records * work->scene.count, COLUMNS);
    } else {
        (void)fputs("step,id,px,py,vx,vy,neighbors,vision_range\n", work->out);
    }
}

static uint64_t hash_float(uint64_t hash, float value)
{
    uint32_t word = 0;
    memcpy(&word, &value, sizeof word);
    return throng_app_hash_word(hash, word);
}

void throng_app_crowd_write_state(throng_app_crowd_job *work)
{
    const throng_app_crowd_state *state = &work->state;
    uint64_t hash = work->report.hash;
    for (size_t i = 0; i < (size_t)work->scene.count; ++i) {
        const float *place = state->places + 2 * i;
        const float *velocity = state->velocities + 2 * i;
        const unsigned long long id = work->scene.agents[i].id;
        const float vision = state->visions[i];
        hash = hash_float(hash_float(hash, place[0]), place[1]);
        hash = hash_float(hash_float(hash, velocity[0]), velocity[1]);
        hash = hash_float(throng_app_hash_word(hash, (uint32_t)state->neighbors[i]), vision);
        if (work->format == THRONG_APP_NPY) {
            const float row[COLUMNS] = {
                (float)state->step,         (float)id, place[0], place[1], velocity[0], velocity[1],
                (float)state->neighbors[i], vision};
            throng_app_write_npy_values(work->out, row, COLUMNS);
        } else {
            (void)fprintf(work->out, "%d,%llu,%.9g,%.9g,%.9g,%.9g,%d,%.9g\n", (int)state->step, id,
                          (double)place[0], (double)place[1], (double)velocity[0], (double)velocity[1],
                          (int)state->neighbors[i], (double)vision);
        }
    }
    work->report.hash = hash;
}
