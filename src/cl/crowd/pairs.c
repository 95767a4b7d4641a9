/* Pairs of floats for many agents, packed in parallel into the memory for motions and uploaded in one
 * piece. */
#include "src/crowd/pairs.h"
#include "src/cl/crowd/crowd.h"
#include "src/core/context.h"
#include "src/core/parallel.h"

#include <string.h>

typedef struct pairs_job {
    const throng_crowd_pairs *pairs;
    unsigned char *packed; /* indices of agents, and behind them pairs */
    int32_t rests, parts;  /* rests: 1: what pairs lack is packed in their place */
} pairs_job;

enum { PAIRS_PER_TASK = 4096, PAIR = 2 * sizeof(float), PAIR_BYTES = PAIR + sizeof(cl_int) };

static void pack_some_pairs(void *data, int32_t index)
{
    const pairs_job *job = data;
    const throng_crowd_pairs pairs = *job->pairs;
    unsigned char *values = job->packed + (size_t)pairs.part.count * sizeof(cl_int);
    const int32_t end = throng_part_begin(pairs.part.count, job->parts, index + 1);
    for (int32_t i = throng_part_begin(pairs.part.count, job->parts, index); i < end; i++) {
        const cl_int agent = throng_crowd_part_agent(&pairs.part, i);
        float local[2], rest[2];
        throng_pair_to_local(&pairs, i, local, rest);
        memcpy(job->packed + (size_t)i * sizeof agent, &agent, sizeof agent);
        memcpy(values + (size_t)i * PAIR, job->rests ? rest : local, PAIR);
    }
}

/* Between steps nobody needs `records`, which have space for more than a pair and an index of each agent. */
static throng_status send_pairs(throng_cl_crowd *c, const throng_crowd_pairs *pairs,
                                const throng_crowd_part *part, int32_t rests)
{
    const size_t bytes = (size_t)part->count * PAIR_BYTES, place = rests ? bytes : 0;
    pairs_job job = {pairs, c->motions.slot.memory + place, rests, 0};
    job.parts = throng_parts(part->count, PAIRS_PER_TASK, c->object.context->threads);
    throng_run(c->object.context, job.parts, pack_some_pairs, &job);
    const throng_status status =
        throng_cl_staging_upload(c->object.cl, &c->motions.slot, place, c->records, 0, bytes);
    return status == THRONG_OK ? throng_cl_crowd_write_from(c, part, part->count, c->records) : status;
}

throng_status throng_cl_crowd_write_pairs(void *state, const throng_crowd_pairs *pairs)
{
    throng_cl_crowd *c = state;
    throng_crowd_part lost = pairs->part;
    _Static_assert(2 * PAIR_BYTES <= THRONG_CL_CROWD_MOTION && PAIR_BYTES <= sizeof(crowd_record),
                   "there is space for pairs");
    lost.of = THRONG_CROWD_RESTS;
    lost.first = lost.flags = 0;
    if (throng_crowd_part_is_found(&pairs->part))
        c->finder.current = 0;
    if (pairs->stands)
        throng_cl_crowd_note_placed(c, pairs->part.count);
    throng_status status = throng_cl_crowd_wait_for_motions(c);
    if (status == THRONG_OK)
        status = send_pairs(c, pairs, &pairs->part, 0);
    const int32_t changed = status == THRONG_OK;
    if (status == THRONG_OK && pairs->rests)
        status = send_pairs(c, pairs, &lost, 1);
    return status == THRONG_OK ? status : throng_cl_failed(&c->object, status, changed);
}
