/* What changed in layers with Euclidean propagation: the host knows which objects it was given, the device
 * which of them differ and which blocks they touch. */
#include "src/cl/influence/influence.h"

throng_status throng_cl_changes_buffers(throng_cl_influence *map)
{
    const size_t capacity = (size_t)map->shape.object_capacity, blocks = map->block_count;
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < map->shape.layers; i++) {
        throng_cl_changes *c = &map->layers[i].changes;
        const struct {
            const char *what;
            size_t count, size;
            cl_mem *buffer;
        } buffers[] = {
            {"sources", capacity, sizeof(influence_source), &c->sources},
            {"the blocks of objects", capacity, 4 * sizeof(cl_int), &c->boxes},
            {"the places of objects", capacity, 4 * sizeof(float), &c->places},
            {"the marks of blocks", blocks, sizeof(cl_int), &c->dirty},
            {"the marks of blocks", blocks, sizeof(cl_int), &c->moving},
            {"the sums of a layer with momentum", map->cells, sizeof(float), &c->plain},
        };
        const size_t used = THRONG_CL_COUNT(buffers) - (c->keeps_sums ? 0 : 1);
        for (size_t k = 0; k < used && status == THRONG_OK; k++)
            status = throng_cl_object_buffer(&map->object, buffers[k].what, buffers[k].count, buffers[k].size,
                                             buffers[k].buffer);
    }
    return status;
}

void throng_cl_changes_release(throng_cl_influence *map)
{
    for (int32_t i = 0; i < map->shape.layers; i++) {
        throng_cl_changes *c = &map->layers[i].changes;
        cl_mem *buffers[] = {&c->sources, &c->boxes, &c->places, &c->dirty, &c->moving, &c->plain};
        for (size_t k = 0; k < THRONG_CL_COUNT(buffers); k++)
            throng_cl_object_release(&map->object, buffers[k]);
    }
}

void throng_cl_changes_reset(throng_cl_influence *map)
{
    for (int32_t i = 0; i < map->shape.layers; i++) {
        throng_cl_changes *c = &map->layers[i].changes;
        c->moved = c->set = (throng_cl_span){0, 0};
        c->known = 0;
        c->all = 0;
        c->summed = 0;
        c->momentum = 0.0f;
    }
}

void throng_cl_changes_note(throng_cl_span *span, int32_t first, int32_t count)
{
    const throng_cl_span more = {first, first + count};
    if (span->first >= span->end) {
        *span = more;
        return;
    }
    span->first = span->first < more.first ? span->first : more.first;
    span->end = span->end > more.end ? span->end : more.end;
}

/* Objects that the device looks at: those that were touched, came or went. */
static throng_cl_span touched(const throng_cl_layer *layer)
{
    const throng_cl_changes *c = &layer->changes;
    throng_cl_span span = c->moved;
    if (c->set.first < c->set.end)
        throng_cl_changes_note(&span, c->set.first, c->set.end - c->set.first);
    if (c->all)
        throng_cl_changes_note(&span, 0, layer->count);
    if (c->known < layer->count)
        throng_cl_changes_note(&span, c->known, layer->count - c->known);
    if (c->known > layer->count && !c->all)
        throng_cl_changes_note(&span, layer->count, c->known - layer->count);
    return span;
}

int throng_cl_changes_everything(const throng_cl_layer *layer, float momentum)
{
    const throng_cl_changes *c = &layer->changes;
    return c->all || (momentum > 0.0f && !c->summed) || momentum != c->momentum;
}

int throng_cl_changes_none(const throng_cl_layer *layer, float momentum)
{
    const throng_cl_span span = touched(layer);
    return span.first >= span.end && !throng_cl_changes_everything(layer, momentum);
}

throng_status throng_cl_changes_find(throng_cl_influence *map, throng_cl_layer *layer)
{
    const throng_cl_changes *c = &layer->changes;
    const throng_cl_span span = touched(layer);
    if (span.first >= span.end)
        return THRONG_OK;
    const cl_uint first = (cl_uint)span.first, end = (cl_uint)span.end, each = map->sorted ? 1 : 64;
    const cl_uint count = (cl_uint)layer->count, known = c->all ? 0 : (cl_uint)c->known;
    const cl_uint set_first = (cl_uint)c->set.first, set_end = (cl_uint)c->set.end;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(layer->positions),
        THRONG_CL_ARGUMENT(layer->velocities),
        THRONG_CL_ARGUMENT(layer->others),
        THRONG_CL_ARGUMENT(c->sources),
        THRONG_CL_ARGUMENT(c->boxes),
        THRONG_CL_ARGUMENT(c->places),
        THRONG_CL_ARGUMENT(c->dirty),
        THRONG_CL_ARGUMENT(map->plan),
        THRONG_CL_ARGUMENT(first),
        THRONG_CL_ARGUMENT(end),
        THRONG_CL_ARGUMENT(each),
        THRONG_CL_ARGUMENT(count),
        THRONG_CL_ARGUMENT(known),
        THRONG_CL_ARGUMENT(set_first),
        THRONG_CL_ARGUMENT(set_end),
    };
    return throng_cl_run(&map->object, map->changed, "influence_prepare_changed",
                         (end - first + each - 1) / each, arguments, THRONG_CL_COUNT(arguments));
}

void throng_cl_changes_done(throng_cl_layer *layer, float momentum, int failed)
{
    throng_cl_changes *c = &layer->changes;
    c->all = failed;
    if (failed)
        return;
    c->moved = c->set = (throng_cl_span){0, 0};
    c->known = layer->count;
    c->summed = momentum > 0.0f;
    c->momentum = momentum;
}
