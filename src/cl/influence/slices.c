/* Updates in slices on the device. All that an update reads is taken down when it begins: sources and marks
 * by a kernel, walls by a copy. Then footprints are enqueued some objects at a time, and sums some tiles at a
 * time, into a plane behind the one that hosts read. Planes change places when the update is published. */
#include "src/cl/influence/update.h"
#include "src/core/memory.h"
#include "src/terrain/terrain.h"

enum {
    COPY_CELLS = 256 * 1024, /* of a step */
    STEPS_EACH = 24 /* of a layer's footprints, of its sums; fewer where the device has use for more */
};

typedef enum slices_phase { PHASE_COPY, PHASE_ROUND, PHASE_WRITE, PHASE_LIST, PHASE_SUM } slices_phase;

/* What a phase is guessed to be of a layer's update: Euclidean; around walls. */
static const double phase_shares[2][5] = {{0.04, 0.0, 0.0, 0.10, 0.86}, {0.02, 0.0, 0.70, 0.04, 0.24}};

struct throng_cl_influence_slices {
    cl_mem walls;    /* as the update began */
    int32_t running; /* 1: there is something left to enqueue */
    uint32_t layers;
    uint64_t combinations; /* of the map, as the update began */
    throng_cl_update updates[THRONG_MAX_LAYERS];
    int32_t layer;
    slices_phase phase;
    cl_uint cursor;
    double weights[THRONG_MAX_LAYERS], weight_done, weight_all, share_done;
    int32_t failed; /* 1: work could not be enqueued while something else was called, with this error */
    cl_int error;
};

/* ---------------------------------------------------------------- storage --------------------------- */

static throng_status make_layer(throng_cl_influence *map, throng_cl_layer *layer)
{
    throng_status status = throng_cl_object_buffer(&map->object, "the values of an update in slices",
                                                   map->cells, sizeof(float), &layer->back);
    if (status == THRONG_OK && map->shape.terrain)
        status = throng_cl_object_buffer(&map->object, "a layer's tiles", map->tiles, sizeof(cl_int),
                                         &layer->back_touched);
    if (status == THRONG_OK) /* what no update writes is read, too: behind the ends of rows */
        status = throng_cl_influence_zero(map, layer->back, map->cells);
    return status;
}

throng_status throng_cl_influence_slices_reserve(throng_cl_influence *map)
{
    throng_status status = THRONG_OK;
    void *memory = map->slices;
    if (map->layers[0].back)
        return status;
    if (!memory)
        status =
            throng_cl_object_allocate(&map->object, "updates in slices", 1, sizeof *map->slices, &memory);
    if (status != THRONG_OK)
        return status;
    map->slices = memory;
    if (map->shape.terrain)
        status = throng_cl_object_buffer(&map->object, "a copy of the terrain", map->shape.terrain->words,
                                         sizeof(uint32_t), &map->slices->walls);
    for (int32_t i = 0; i < map->shape.layers && status == THRONG_OK; i++)
        status = make_layer(map, &map->layers[i]);
    if (status != THRONG_OK)
        throng_cl_influence_slices_destroy(map);
    return status;
}

void throng_cl_influence_slices_release(throng_cl_influence *map)
{
    if (!map->slices)
        return;
    for (int32_t i = 0; i < map->shape.layers; i++) {
        throng_cl_object_release(&map->object, &map->layers[i].back);
        throng_cl_object_release(&map->object, &map->layers[i].back_touched);
    }
    throng_cl_object_release(&map->object, &map->slices->walls);
    map->slices->running = 0;
}

void throng_cl_influence_slices_destroy(throng_cl_influence *map)
{
    if (!map->slices)
        return;
    throng_cl_influence_slices_release(map);
    throng_release(map->object.cl->allocator, map->slices, sizeof *map->slices);
    map->object.host_bytes -= sizeof *map->slices;
    map->slices = NULL;
}

/* ---------------------------------------------------------------- copies ---------------------------- */

static throng_status copy_bytes(throng_cl_influence *map, cl_mem from, cl_mem to, size_t row, size_t first,
                                size_t rows)
{
    const size_t origin[3] = {row * first, 0, 0}, box[3] = {row * rows, 1, 1}; /* one piece */
    const cl_int error = map->object.cl->api.clEnqueueCopyBufferRect(map->object.cl->queue, from, to, origin,
                                                                     origin, box, 0, 0, 0, 0, 0, NULL, NULL);
    return error == CL_SUCCESS
               ? THRONG_OK
               : throng_cl_note_command(map->object.cl, error, "clEnqueueCopyBufferRect(slices)");
}

/* The walls as they are on the device now, where a layer has just been prepared with them. */
static throng_status copy_walls(throng_cl_influence *map)
{
    const throng_terrain *terrain = map->shape.terrain;
    if (!terrain)
        return THRONG_OK;
    return copy_bytes(map, map->walk.walls, map->slices->walls, terrain->words * sizeof(uint32_t), 0, 1);
}

/* ---------------------------------------------------------------- steps ----------------------------- */

static void enter(struct throng_cl_influence_slices *s, slices_phase phase)
{
    s->phase = phase;
    s->cursor = 0;
}

static cl_uint least(cl_uint a, cl_uint b) { return a < b ? a : b; }

/* How many of `all` a step takes: as few as keep the device busy. */
static cl_uint portion(const throng_cl_influence *map, cl_uint all, cl_uint fewest)
{
    const cl_uint units = (cl_uint)map->object.cl->device.info.compute_units;
    const cl_uint some = (all + STEPS_EACH - 1) / STEPS_EACH;
    return some > units * fewest ? some : units * fewest;
}

static void account(throng_cl_influence *map, slices_phase phase, double part)
{
    map->slices->share_done += phase_shares[map->shape.terrain != NULL][phase] * part;
}

/* A part of what a phase is for the objects of this round. */
static void account_round(throng_cl_influence *map, const throng_cl_update *u, slices_phase phase,
                          double part)
{
    account(map, phase, u->objects > 0 ? part * (double)u->round.count / (double)u->objects : part);
}

static throng_status copy(throng_cl_influence *map, throng_cl_update *u)
{
    struct throng_cl_influence_slices *s = map->slices;
    const cl_uint height = (cl_uint)map->plan.height, all = COPY_CELLS / (cl_uint)map->plan.pitch + 1;
    const cl_uint rows = least(all, height - s->cursor);
    const size_t row = (size_t)map->plan.pitch * sizeof(float);
    throng_status status = THRONG_OK;
    if (s->cursor == 0 && u->layer->touched)
        status = copy_bytes(map, u->layer->touched, u->touched, map->tiles * sizeof(cl_int), 0, 1);
    /* all cells are written where everything is summed, without what they were */
    if (map->shape.terrain || u->momentum > 0.0f || !u->everything) {
        if (status == THRONG_OK)
            status = copy_bytes(map, u->layer->values, u->values, row, s->cursor, rows);
        s->cursor += rows;
        account(map, PHASE_COPY, (double)rows / (double)height);
    } else {
        s->cursor = height;
    }
    if (s->cursor == height)
        enter(s, PHASE_ROUND);
    return status;
}

static throng_status write(throng_cl_influence *map, throng_cl_update *u)
{
    struct throng_cl_influence_slices *s = map->slices;
    const throng_cl_round *r = &u->round;
    const cl_uint some = least(portion(map, r->count, map->sorted ? 8 : 32), r->count - s->cursor);
    const throng_status status =
        throng_cl_footprints_compute(map, u->layer, r->first + s->cursor, some, r->base);
    s->cursor += some;
    account_round(map, u, PHASE_WRITE, (double)some / (double)r->count);
    if (s->cursor == r->count)
        enter(s, PHASE_LIST);
    return status;
}

static void start_layer(throng_cl_influence *map, int32_t layer)
{
    struct throng_cl_influence_slices *s = map->slices;
    while (layer < map->shape.layers && !(s->layers >> layer & 1))
        layer++;
    s->layer = layer;
    s->running = layer < map->shape.layers;
    s->share_done = 0.0;
    enter(s, PHASE_COPY);
}

static throng_status sum(throng_cl_influence *map, throng_cl_update *u)
{
    struct throng_cl_influence_slices *s = map->slices;
    const cl_uint some = least(portion(map, map->tiles, map->sorted ? 8 : 1), map->tiles - s->cursor);
    const int ends = s->cursor + some == map->tiles, continues = throng_cl_update_continues(u);
    cl_event event = NULL;
    throng_status status = throng_cl_update_sums(map, u, s->cursor, some, ends && !continues ? &event : NULL);
    s->cursor += some;
    account_round(map, u, PHASE_SUM, (double)some / (double)map->tiles);
    if (event) { /* the layer before is looked at, since nobody will do so later */
        if (throng_cl_object_look(&map->object))
            status = THRONG_ERROR_LOST;
        throng_cl_object_watch(&map->object, &event);
    }
    if (ends && continues) {
        enter(s, PHASE_ROUND);
    } else if (ends) {
        s->weight_done += s->weights[s->layer];
        start_layer(map, s->layer + 1);
    }
    return status;
}

static throng_status step(throng_cl_influence *map)
{
    struct throng_cl_influence_slices *s = map->slices;
    throng_cl_update *u = &s->updates[s->layer];
    throng_status status = THRONG_OK;
    map->object.cl->timer = &map->object.timer;
    map->walk.walls = s->walls;
    switch (s->phase) {
    case PHASE_COPY:
        status = copy(map, u);
        break;
    case PHASE_ROUND:
        throng_cl_update_round(map, u);
        enter(s, map->shape.terrain && u->round.count > 0 ? PHASE_WRITE : PHASE_LIST);
        break;
    case PHASE_WRITE:
        status = write(map, u);
        break;
    case PHASE_LIST:
        status = throng_cl_update_lists(map, u);
        account_round(map, u, PHASE_LIST, 1.0);
        enter(s, PHASE_SUM);
        break;
    case PHASE_SUM:
        status = sum(map, u);
        break;
    }
    map->object.cl->timer = NULL;
    return status;
}

/* ---------------------------------------------------------------- the operations -------------------- */

static throng_status report(throng_cl_influence *map, throng_status status)
{
    return throng_cl_failed(&map->object, status == THRONG_ERROR_OUT_OF_MEMORY ? THRONG_ERROR_OPENCL : status,
                            0);
}

static void complete(throng_cl_influence *map, const throng_cl_layer *layer)
{
    struct throng_cl_influence_slices *s = map->slices;
    if (!s || (layer && !(s->layers >> (layer - map->layers) & 1)))
        return;
    while (s->running && !s->failed)
        if (step(map) != THRONG_OK) {
            s->failed = 1;
            s->error = map->object.cl->error;
        }
}

/* Takes down what all layers are to be updated with. */
static throng_status begin(throng_cl_influence *map, const float *momenta)
{
    struct throng_cl_influence_slices *s = map->slices;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < map->shape.layers && status == THRONG_OK; i++) {
        throng_cl_layer *layer = &map->layers[i];
        throng_cl_update *u = &s->updates[i];
        if (!(s->layers >> i & 1))
            continue;
        status = throng_cl_update_begin(map, layer, momenta[i], u);
        u->values = layer->back;
        u->touched = layer->back_touched;
        throng_cl_update_end(map, u, status != THRONG_OK);
        s->weights[i] = 1.0 + (double)layer->bound;
        s->weight_all += s->weights[i];
    }
    return status == THRONG_OK ? copy_walls(map) : status;
}

throng_status throng_cl_influence_slices_begin(void *state, uint32_t layers, const float *momenta)
{
    throng_cl_influence *map = state;
    throng_status status = throng_cl_influence_slices_reserve(map);
    if (status != THRONG_OK)
        return throng_cl_failed(&map->object, status, 0);
    struct throng_cl_influence_slices *s = map->slices;
    map->complete = complete;
    s->layers = layers;
    s->combinations = map->combinations;
    s->weight_done = s->weight_all = 0.0;
    for (int32_t i = 0; i < map->shape.layers; i++)
        if (!map->shape.terrain && momenta[i] == 0.0f && throng_cl_changes_none(&map->layers[i], momenta[i]))
            s->layers &= ~(1u << i);
    throng_cl_timer_clear(map->object.cl, &map->object.timer);
    map->object.cl->timer = &map->object.timer;
    status = begin(map, momenta);
    map->object.cl->timer = NULL;
    if (status != THRONG_OK) {
        throng_cl_influence_slices_drop(map);
        return report(map, status);
    }
    start_layer(map, 0);
    return THRONG_OK;
}

throng_status throng_cl_influence_slices_step(void *state, double *progress)
{
    throng_cl_influence *map = state;
    struct throng_cl_influence_slices *s = map->slices;
    const double most = 0.999;
    throng_status status = THRONG_OK;
    if (s->failed)
        status = throng_cl_note(map->object.cl, s->error, "an update in slices");
    else if (s->running)
        status = step(map);
    if (status != THRONG_OK)
        return report(map, status);
    map->object.cl->api.clFlush(map->object.cl->queue);
    *progress = 1.0;
    if (s->running) {
        const double share = s->share_done < 1.0 ? s->share_done : 1.0;
        *progress = (s->weight_done + s->weights[s->layer] * share) / s->weight_all;
        *progress = *progress < most ? *progress : most;
    }
    return status;
}

void throng_cl_influence_slices_publish(void *state)
{
    throng_cl_influence *map = state;
    struct throng_cl_influence_slices *s = map->slices;
    for (int32_t i = 0; i < map->shape.layers; i++) {
        throng_cl_layer *layer = &map->layers[i];
        cl_mem values = layer->values, touched = layer->touched;
        if (!(s->layers >> i & 1))
            continue;
        layer->values = layer->back;
        layer->touched = layer->back_touched;
        layer->back = values;
        layer->back_touched = touched;
        if (s->combinations != map->combinations)
            map->combined_known = 0; /* the marks were cleared by what the planes before held */
    }
}

void throng_cl_influence_slices_drop(void *state)
{
    throng_cl_influence *map = state;
    struct throng_cl_influence_slices *s = map->slices;
    if (!s)
        return;
    for (int32_t i = 0; i < map->shape.layers; i++)
        if (s->layers >> i & 1 && s->updates[i].layer)
            throng_cl_update_end(map, &s->updates[i], 1);
    s->running = 0;
    s->failed = 0;
    s->layers = 0;
}

void throng_cl_influence_slices_complete_rounds(throng_cl_influence *map, const throng_cl_layer *layer)
{
    const struct throng_cl_influence_slices *s = map->slices;
    if (s && s->running && s->layers >> (layer - map->layers) & 1 && !s->updates[layer - map->layers].whole)
        complete(map, layer);
}
