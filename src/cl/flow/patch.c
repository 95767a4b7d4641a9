/* Patches of flow fields on an OpenCL device: what changed is sent, and fields go on from what they are. */
#include "src/cl/flow/flow.h"

#include <string.h>

enum {
    LOOKS_OF_GROUPS = 4,
    FEW_TILES = 9 /* a layer of fewer is computed anew within the rounds that a patch takes */
};

_Static_assert(sizeof(flow_region) == 4 * sizeof(cl_int), "four words of f->changes");

/* Rows of a layer that may be looked at before it is cleared. A look at all of them takes about as long as
 * computing them anew, and work-items that are at work go on: a quarter. A work-group looks at all rows of a
 * tile only to withdraw keys that are a step further: several looks. */
static cl_int most_rows(const throng_cl_flow *f)
{
    const int64_t rows = (int64_t)(f->tiles / f->plan.layers) * f->plan.tile_rows;
    const int64_t some = f->object.cl->width == 1 ? LOOKS_OF_GROUPS * rows : rows / 4;
    return some < FLOW_UNPATCHED ? (cl_int)some : FLOW_UNPATCHED - 1;
}

/* Whether the layers of a field that lead to reached cells are; why: its bits of `stale`. */
static int32_t patches_nearest(const throng_cl_flow *f, int32_t why, int32_t little)
{
    return little && !f->seeds && throng_flow_begins_nearest(why) && !(why & THRONG_FLOW_NEAREST_ANEW);
}

throng_status throng_cl_flow_send_patches(throng_cl_flow *f, const uint8_t *stale,
                                          const throng_flow_changes *changes)
{
    const flow_plan *p = &f->plan;
    const int32_t little = f->tiles / p->layers >= FEW_TILES && throng_flow_changed_little(p, changes);
    int32_t *rows = f->changes + FLOW_ROWS_WORD, any = 0; /* behind them stay zeros: cells that differ */
    throng_flow_mark_anew(p, stale, little, f->shape.seed_counts, f->anew);
    f->regions = little ? changes->count : 0;
    for (int32_t layer = 0; layer < p->layers; layer++) {
        const int32_t field = layer % p->fields, why = stale[field];
        const int32_t patched = layer < flow_goal_layers(p)
                                    ? (why & THRONG_FLOW_GROUND_CHANGED) && !f->anew[field]
                                    : patches_nearest(f, why, little);
        rows[layer] = patched ? most_rows(f) : FLOW_UNPATCHED;
        any |= patched;
    }
    memcpy(f->changes, changes->regions, (size_t)f->regions * sizeof changes->regions[0]);
    f->patching |= any;
    if (!any && f->regions == 0)
        return THRONG_OK;
    return throng_cl_staging_send(f->object.cl, &f->object.stage, f->patch, 0, f->changes,
                                  (size_t)flow_cleared_word(p) * sizeof *f->changes);
}

throng_status throng_cl_flow_begin_patches(throng_cl_flow *f, cl_int first, cl_int count)
{
    const cl_int16 words = throng_cl_flow_words(&f->plan);
    const cl_int regions = f->regions;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(f->keys), THRONG_CL_ARGUMENT(f->walls), THRONG_CL_ARGUMENT(f->dirty_edges),
        THRONG_CL_ARGUMENT(f->due),  THRONG_CL_ARGUMENT(f->patch), THRONG_CL_ARGUMENT(words),
        THRONG_CL_ARGUMENT(first),   THRONG_CL_ARGUMENT(count),    THRONG_CL_ARGUMENT(regions)};
    const struct throng_cl *cl = f->object.cl;
    const size_t all = (size_t)count * (size_t)regions, items = (size_t)f->items;
    if (regions == 0)
        return THRONG_OK;
    return throng_cl_launch(f->object.cl, f->kernels.patch, "flow_patch",
                            cl->group > 1 || all < items ? all : items, (size_t)cl->group, arguments,
                            THRONG_CL_COUNT(arguments), NULL);
}

throng_status throng_cl_flow_take_reached(throng_cl_flow *f, cl_int begun)
{
    struct throng_cl *cl = f->object.cl;
    const cl_int16 words = throng_cl_flow_words(&f->plan);
    const throng_cl_argument compared[] = {THRONG_CL_ARGUMENT(f->keys), THRONG_CL_ARGUMENT(f->patch),
                                           THRONG_CL_ARGUMENT(words), THRONG_CL_ARGUMENT(begun)};
    const throng_cl_argument taken[] = {THRONG_CL_ARGUMENT(f->keys), THRONG_CL_ARGUMENT(f->dirty_edges),
                                        THRONG_CL_ARGUMENT(f->due),  THRONG_CL_ARGUMENT(f->patch),
                                        THRONG_CL_ARGUMENT(words),   THRONG_CL_ARGUMENT(begun)};
    const size_t groups = cl->group > 1 ? (size_t)f->tiles / 2 : (size_t)f->items, group = (size_t)cl->group;
    throng_status status = throng_cl_launch(cl, f->kernels.compare, "flow_compare_reached", groups, group,
                                            compared, THRONG_CL_COUNT(compared), NULL);
    if (status == THRONG_OK)
        status = throng_cl_launch(cl, f->kernels.reached, "flow_take_reached", groups, group, taken,
                                  THRONG_CL_COUNT(taken), NULL);
    return status;
}
