/* Fields of paths on an OpenCL device: an update's rounds. They are enqueued by the batch; after the last one
 * they have nothing to do and do nothing. Whether a batch was enough is looked at by whoever reads a field,
 * and that is all that returns to the host. The rounds work on a copy of the walls, so that they may go on
 * after the terrain has changed. */
#include "src/cl/flow/flow.h"
#include "src/terrain/terrain.h"

#include "src/cl/terrain/terrain.h"

#include <string.h>

enum {
    BATCH_MOST = 512,
    COPIES = 16384,       /* work-items that copy and clear */
    ROUNDS_MOST = 1 << 30 /* that are counted; weeks */
};

static throng_status keep_walls(throng_cl_flow *f)
{
    cl_mem walls;
    throng_status status = throng_cl_terrain_update(f->object.cl, f->shape.terrain, &walls);
    if (status != THRONG_OK || f->terrain == f->shape.terrain->version)
        return status;
    const cl_ulong count = f->shape.terrain->words;
    const throng_cl_argument arguments[] = {THRONG_CL_ARGUMENT(walls), THRONG_CL_ARGUMENT(f->walls),
                                            THRONG_CL_ARGUMENT(count)};
    status = throng_cl_run(&f->object, f->kernels.keep_walls, "flow_copy_walls",
                           count < COPIES ? (size_t)count : COPIES, arguments, THRONG_CL_COUNT(arguments));
    if (status == THRONG_OK)
        f->terrain = f->shape.terrain->version;
    return status;
}

/* Sends the rows of costs that changed, if any. */
static throng_status send_costs(throng_cl_flow *f, const throng_flow_costs *costs)
{
    const throng_region *changed = &costs->changed;
    const size_t width = (size_t)f->plan.width, from = (size_t)changed->row * width;
    if (!costs->cells || changed->height == 0)
        return THRONG_OK;
    return throng_cl_staging_send(f->object.cl, &f->object.stage, f->costs, from, costs->cells + from,
                                  (size_t)changed->height * width);
}

/* Sends the lists of seeds that changed. */
static throng_status send_seeds(throng_cl_flow *f)
{
    const int32_t layers = f->seeds ? throng_flow_layers(&f->shape) : 0;
    const size_t size = sizeof(throng_flow_seed);
    throng_status status = THRONG_OK;
    for (int32_t layer = 0; layer < layers && status == THRONG_OK; layer++) {
        const size_t first = (size_t)layer * (size_t)f->shape.seed_capacity;
        const int32_t count = f->shape.seed_counts[layer];
        if (!f->new_seeds[layer])
            continue;
        status = throng_cl_staging_send(f->object.cl, &f->object.stage, f->seeds, first * size,
                                        f->shape.seeds + first, (size_t)count * size);
        f->seed_counts[layer] = status == THRONG_OK ? count : 0;
        f->new_seeds[layer] = status != THRONG_OK;
    }
    return status;
}

static int32_t has_new_seeds(const throng_cl_flow *f)
{
    return f->seeds && memchr(f->new_seeds, 1, (size_t)throng_flow_layers(&f->shape));
}

/* The walls and the ground of this update. changed: 1: they are others now, or some of them. */
static throng_status take_ground(throng_cl_flow *f, const throng_flow_costs *costs,
                                 const throng_flow_changes *changes, int *changed)
{
    const uint64_t before = f->terrain;
    throng_status status = keep_walls(f);
    *changed = f->terrain != before;
    if (status == THRONG_OK) {
        status = send_costs(f, costs);
        *changed |= costs->changed.height > 0;
    }
    if (status != THRONG_OK || flow_ground_tiles(&f->plan) == 0 || changes->count == 0)
        return status;
    return throng_cl_flow_lay_ground(f, f->regions > 0 ? f->regions : -1);
}

static throng_status set_out(throng_cl_flow *f, int32_t field, cl_int layer)
{
    const cl_int16 words = throng_cl_flow_words(&f->plan);
    const cl_ulong first = (cl_ulong)field * (cl_ulong)f->shape.goal_capacity;
    const cl_int count = f->goal_counts[field];
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(f->keys), THRONG_CL_ARGUMENT(f->walls), THRONG_CL_ARGUMENT(f->dirty_edges),
        THRONG_CL_ARGUMENT(f->due),  THRONG_CL_ARGUMENT(f->goals), THRONG_CL_ARGUMENT(words),
        THRONG_CL_ARGUMENT(layer),   THRONG_CL_ARGUMENT(first),    THRONG_CL_ARGUMENT(count)};
    if (count == 0)
        return THRONG_OK;
    return throng_cl_run(&f->object, f->kernels.set_out, "flow_set_goals",
                         count < COPIES ? (size_t)count : COPIES, arguments, THRONG_CL_COUNT(arguments));
}

/* From the seeds of a layer. */
static throng_status set_out_from_seeds(throng_cl_flow *f, cl_int layer)
{
    const cl_int16 words = throng_cl_flow_words(&f->plan);
    const cl_ulong first = (cl_ulong)layer * (cl_ulong)f->shape.seed_capacity;
    const cl_int count = f->seeds ? f->seed_counts[layer] : 0;
    const throng_cl_argument arguments[] = {THRONG_CL_ARGUMENT(f->keys),        THRONG_CL_ARGUMENT(f->walls),
                                            THRONG_CL_ARGUMENT(f->dirty_edges), THRONG_CL_ARGUMENT(f->due),
                                            THRONG_CL_ARGUMENT(f->state),       THRONG_CL_ARGUMENT(f->seeds),
                                            THRONG_CL_ARGUMENT(words),          THRONG_CL_ARGUMENT(layer),
                                            THRONG_CL_ARGUMENT(first),          THRONG_CL_ARGUMENT(count)};
    if (count == 0)
        return THRONG_OK;
    return throng_cl_run(&f->object, f->kernels.set_seeds, "flow_set_seeds",
                         count < COPIES ? (size_t)count : COPIES, arguments, THRONG_CL_COUNT(arguments));
}

/* The next round's look at all tiles. */
static throng_status look(throng_cl_flow *f, cl_event *event)
{
    const struct throng_cl *cl = f->object.cl;
    const cl_int16 words = throng_cl_flow_words(&f->plan);
    const size_t group = (size_t)cl->group, each = 64 * group;
    f->round++;
    const throng_cl_argument arguments[] = {THRONG_CL_ARGUMENT(f->dirty_edges), THRONG_CL_ARGUMENT(f->due),
                                            THRONG_CL_ARGUMENT(f->state),       THRONG_CL_ARGUMENT(f->patch),
                                            THRONG_CL_ARGUMENT(words),          THRONG_CL_ARGUMENT(f->round)};
    /* with a group of one, a work-item has so little to do that one is enough for thousands of tiles */
    const size_t groups = (size_t)f->tiles / (group > 1 ? each : 65536) + 1;
    return throng_cl_launch(f->object.cl, f->kernels.look, "flow_find_due", groups, group, arguments,
                            THRONG_CL_COUNT(arguments), event);
}

static throng_status turns(throng_cl_flow *f, cl_int colour)
{
    struct throng_cl *cl = f->object.cl;
    const cl_int16 words = throng_cl_flow_words(&f->plan);
    const size_t tiles = (size_t)flow_colour_tiles(&f->plan, colour);
    const cl_ulong bytes = f->scratch_bytes;
    if (tiles == 0)
        return THRONG_OK;
    if (cl->width == 1) {
        const throng_cl_argument arguments[] = {
            THRONG_CL_ARGUMENT(f->keys), THRONG_CL_ARGUMENT(f->walls), THRONG_CL_ARGUMENT(f->dirty_edges),
            THRONG_CL_ARGUMENT(f->due),  THRONG_CL_ARGUMENT(f->state), THRONG_CL_ARGUMENT(f->patch),
            THRONG_CL_ARGUMENT(words),   THRONG_CL_ARGUMENT(f->round), THRONG_CL_ARGUMENT(colour)};
        return throng_cl_launch(cl, f->kernels.turns, "flow_passes", tiles, (size_t)throng_cl_large_group(cl),
                                arguments, THRONG_CL_COUNT(arguments), NULL);
    }
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(f->keys),    THRONG_CL_ARGUMENT(f->walls), THRONG_CL_ARGUMENT(f->dirty_edges),
        THRONG_CL_ARGUMENT(f->due),     THRONG_CL_ARGUMENT(f->state), THRONG_CL_ARGUMENT(f->patch),
        THRONG_CL_ARGUMENT(f->scratch), THRONG_CL_ARGUMENT(bytes),    THRONG_CL_ARGUMENT(words),
        THRONG_CL_ARGUMENT(f->round),   THRONG_CL_ARGUMENT(colour)};
    return throng_cl_launch(cl, f->kernels.turns, "flow_passes", (size_t)f->items, 1, arguments,
                            THRONG_CL_COUNT(arguments), NULL);
}

/* A batch of rounds, after a look; it ends with another one. */
static throng_status enqueue(throng_cl_flow *f)
{
    struct throng_cl *cl = f->object.cl;
    throng_status status = THRONG_OK;
    cl_event event = NULL;
    const int32_t batch = f->batches[f->patches];
    for (int32_t i = 0; i < batch && status == THRONG_OK; i++) {
        for (cl_int colour = 0; colour < FLOW_COLOURS && status == THRONG_OK; colour++)
            status = turns(f, colour);
        if (status == THRONG_OK)
            status = look(f, i + 1 < batch ? NULL : &event);
    }
    const throng_status before = throng_cl_object_follow(&f->object, event); /* rounds that failed, too */
    if (!event)
        cl->api.clFlush(cl->queue);
    return status == THRONG_OK ? before : status;
}

/* Does something for each run of stale fields (NULL: all), in the layers from `layer` on. */
static throng_status each_run(throng_cl_flow *f, const uint8_t *stale, int32_t layer,
                              throng_status (*run)(throng_cl_flow *f, int32_t first, int32_t count))
{
    throng_status status = THRONG_OK;
    const int32_t fields = f->plan.fields;
    for (int32_t i = 0; i < fields && status == THRONG_OK;) {
        const int32_t first = i;
        while (i < fields && (!stale || stale[i]))
            i++;
        if (i > first)
            status = run(f, layer + first, i - first);
        else
            i++;
    }
    return status;
}

/* What the layers of a field that lead to reached cells wait for after this; why: its bits of `stale`. */
static int32_t reaching_after(const throng_cl_flow *f, int32_t field, int32_t why)
{
    const int32_t *rows = f->changes + FLOW_ROWS_WORD;
    if (throng_flow_begins_nearest(why))
        return rows[flow_goal_layers(&f->plan) + field] != FLOW_UNPATCHED ? THRONG_CL_FLOW_PATCHED
                                                                          : THRONG_CL_FLOW_ANEW;
    return throng_flow_seeds_nearest(why) ? THRONG_CL_FLOW_SEEDS : 0;
}

/* Recomputes stale fields; NULL: all. Those to which seeds were added, and those that are patched, go on from
 * what they are. */
static throng_status compute(throng_cl_flow *f, const uint8_t *stale)
{
    throng_status status = THRONG_OK;
    const int32_t fields = f->plan.fields, layers = flow_goal_layers(&f->plan);
    if (!stale)
        memset(f->anew, 1, (size_t)fields);
    f->patches = !memchr(f->anew, 1, (size_t)fields);
    for (int32_t layer = 0; layer < layers && status == THRONG_OK; layer += fields)
        status = each_run(f, f->anew, layer, throng_cl_flow_clear);
    if (status == THRONG_OK && stale)
        status = throng_cl_flow_begin_patches(f, 0, layers);
    for (int32_t layer = 0; layer < layers && status == THRONG_OK; layer++)
        if (!stale || throng_flow_changes_goals(stale[layer % fields]))
            status = set_out(f, layer % fields, layer);
    for (int32_t layer = 0; layer < layers && status == THRONG_OK; layer++)
        if (!stale || throng_flow_changes_goals(stale[layer % fields]))
            status = set_out_from_seeds(f, layer);
    for (int32_t i = 0; i < fields && (f->plan.flags & FLOW_NEAREST); i++)
        f->reaching[i] |= stale ? (uint8_t)reaching_after(f, i, stale[i]) : THRONG_CL_FLOW_ANEW;
    f->begun = f->first = f->round + 1;
    if (status == THRONG_OK)
        status = look(f, NULL);
    return status == THRONG_OK ? enqueue(f) : status;
}

static int32_t waits_for_reached(const throng_cl_flow *f)
{
    int32_t any = 0;
    for (int32_t i = 0; i < f->plan.fields && (f->plan.flags & FLOW_NEAREST); i++)
        any |= f->reaching[i];
    return any;
}

/* Recomputes the layers that lead to reached cells, of the fields that `reaching` names. */
static throng_status compute_reaching(throng_cl_flow *f)
{
    throng_status status = THRONG_OK;
    const int32_t fields = f->plan.fields, goal_layers = flow_goal_layers(&f->plan);
    int32_t patched = 0;
    for (int32_t i = 0; i < fields; i++) {
        f->anew[i] = f->reaching[i] & THRONG_CL_FLOW_ANEW;
        patched |= f->reaching[i] & THRONG_CL_FLOW_PATCHED;
    }
    f->patches = !memchr(f->anew, 1, (size_t)fields);
    for (int32_t layer = 0; layer < goal_layers && status == THRONG_OK; layer += fields)
        status = each_run(f, f->anew, layer, throng_cl_flow_begin_reached);
    if (status == THRONG_OK && patched)
        status = throng_cl_flow_begin_patches(f, goal_layers, goal_layers);
    if (status == THRONG_OK && patched)
        status = throng_cl_flow_take_reached(f, f->begun);
    for (int32_t layer = goal_layers; layer < f->plan.layers && status == THRONG_OK; layer++)
        if (f->reaching[layer % fields])
            status = set_out_from_seeds(f, layer);
    memset(f->reaching, 0, (size_t)fields);
    f->first = f->round + 1;
    if (status == THRONG_OK)
        status = look(f, NULL);
    return status == THRONG_OK ? enqueue(f) : status;
}

throng_status throng_cl_flow_begin_rounds(throng_cl_flow *f)
{
    const cl_int16 words = throng_cl_flow_words(&f->plan);
    const throng_cl_argument arguments[] = {THRONG_CL_ARGUMENT(f->state), THRONG_CL_ARGUMENT(f->patch),
                                            THRONG_CL_ARGUMENT(words)};
    f->pending = f->patching = f->round = 0;
    return throng_cl_run(&f->object, f->kernels.begin, "flow_begin", COPIES / 16, arguments,
                         THRONG_CL_COUNT(arguments));
}

/* After work was enqueued: what went wrong with it loses the flow. LOST has been reported. */
static throng_status broken(throng_cl_flow *f, throng_status status)
{
    return status == THRONG_OK || status == THRONG_ERROR_LOST ? status
                                                              : throng_cl_failed(&f->object, status, 1);
}

throng_status throng_cl_flow_update(void *state, const uint8_t *stale, const throng_flow_costs *costs)
{
    throng_cl_flow *f = state;
    throng_cl_timer_clear(f->object.cl, &f->object.timer);
    /* a pending update's layers that lead to reached cells need the ground that it has, what it withdraws is
     * withdrawn before there is anything new; and if its keys prove too short, it is repeated with the seeds
     * that it had */
    const int32_t counted = f->round > ROUNDS_MOST, anew = f->stuck != 0;
    const int32_t ends = counted || f->plan.flags || f->patching || (!f->plan.widest && has_new_seeds(f));
    throng_status status = f->pending && ends && !anew ? throng_cl_flow_finish(f) : THRONG_OK;
    if (status != THRONG_OK)
        return status;
    int changed = 0;
    const throng_flow_changes changes = throng_flow_changes_since(f->shape.terrain, f->terrain, costs);
    f->stuck = anew ? THRONG_CL_FLOW_LEFT : 0;
    status = counted || anew ? throng_cl_flow_begin_rounds(f) : THRONG_OK;
    f->regions = 0;
    if (status == THRONG_OK && !anew)
        status = throng_cl_flow_send_patches(f, stale, &changes);
    if (status == THRONG_OK)
        status = take_ground(f, costs, &changes, &changed);
    if (status == THRONG_OK)
        status = send_seeds(f); /* those that fail are sent with the next update */
    if (status != THRONG_OK)
        return throng_cl_failed(&f->object, status, changed);
    f->stuck = 0;
    f->object.cl->timer = &f->object.timer;
    status = compute(f, anew ? NULL : stale);
    f->object.cl->timer = NULL;
    f->pending = 1;
    return broken(f, status);
}

/* Replaces 32-bit keys by 64-bit keys; all fields are recomputed. */
static throng_status widen(throng_cl_flow *f)
{
    throng_cl_flow_kernels kernels;
    flow_plan plan = f->plan;
    cl_mem keys = NULL, scratch = NULL;
    plan.widest = 1;
    throng_status status = throng_cl_flow_make_kernels(f, &plan, &kernels);
    if (status == THRONG_OK)
        status = throng_cl_flow_make_keys(f, &plan, &keys, &scratch);
    if (status == THRONG_OK)
        status = throng_cl_flow_begin_ground(f, &plan, keys);
    if (status != THRONG_OK) {
        throng_cl_flow_release_kernels(f, &kernels);
        throng_cl_object_release(&f->object, &keys);
        throng_cl_object_release(&f->object, &scratch);
        f->stuck = THRONG_CL_FLOW_TRIES_AGAIN;
        return throng_cl_failed(&f->object, status, 0);
    }
    f->stuck = 0;
    throng_cl_flow_release_kernels(f, &f->kernels);
    throng_cl_object_release(&f->object, &f->keys);
    throng_cl_object_release(&f->object, &f->scratch);
    f->kernels = kernels;
    f->keys = keys;
    f->scratch = scratch;
    f->plan = plan;
    status = flow_ground_tiles(&plan) > 0 ? throng_cl_flow_lay_ground(f, -1) : THRONG_OK;
    if (status == THRONG_OK)
        status = compute(f, NULL);
    return broken(f, status);
}

/* There is nothing to be read until an update has computed it. */
static throng_status left(throng_cl_flow *f)
{
    flow_plan plan = f->plan;
    plan.widest = 1;
    const throng_status status =
        throng_cl_note_memory(f->object.cl, "flow fields of longer paths; update them before they are read",
                              flow_stored_bytes(&plan));
    return throng_cl_failed(&f->object, status, 0);
}

throng_status throng_cl_flow_finish(throng_cl_flow *f)
{
    struct throng_cl *cl = f->object.cl;
    if (f->stuck == THRONG_CL_FLOW_LEFT)
        return left(f);
    while (f->pending) {
        int32_t *batch = &f->batches[f->patches];
        cl_int state[THRONG_CL_FLOW_STATE]; /* as flow.cl has it */
        cl_int error = cl->api.clEnqueueReadBuffer(cl->queue, f->state, CL_TRUE, 0, sizeof state, state,
                                                   f->object.works, throng_cl_object_waits(&f->object), NULL);
        throng_status status = throng_cl_checked(&f->object, error, "clEnqueueReadBuffer(rounds)");
        if (status != THRONG_OK)
            return status;
        if (state[f->round & 1] < FLOW_NEVER) {
            status = enqueue(f);
            if (status != THRONG_OK)
                return broken(f, status);
            *batch = *batch < BATCH_MOST / 2 ? 2 * *batch : BATCH_MOST;
        } else if ((state[2] & FLOW_LONG) && !f->plan.widest) {
            status = widen(f);
            if (status != THRONG_OK)
                return status;
        } else if (waits_for_reached(f)) {
            status = compute_reaching(f);
            if (status != THRONG_OK)
                return broken(f, status);
        } else {
            /* as many as it took, and a few in case the next update takes some more */
            const int32_t taken = state[3] - f->first + 4;
            *batch = taken < 4 ? 4 : taken < BATCH_MOST ? taken : BATCH_MOST;
            f->pending = f->patching = 0;
        }
    }
    return THRONG_OK;
}
