/* An update of a potential field: tiles, lists of sources, the order of points, and what they feel. All of it
 * is enqueued, nothing awaited. */
#include "src/cl/potential/potential.h"
#include "src/potential/potential.h"

#include "src/cl/terrain/terrain.h"

#include <string.h>

double throng_cl_field_range(const throng_cl_field *f)
{
    const int32_t sources = f->counts[THRONG_SOURCES];
    const int32_t some = sources < THRONG_POTENTIAL_SAMPLE ? sources : THRONG_POTENTIAL_SAMPLE;
    double ranges = 0.0;
    for (int32_t i = 0; i < some; i++)
        ranges += (double)f->ranges[(int64_t)sources * i / some];
    return some > 0 ? ranges / some : 0.0;
}

throng_cl_sources throng_cl_field_sources(const throng_cl_field *f)
{
    return (throng_cl_sources){f->entries[THRONG_SOURCES], f->ranges, f->counts[THRONG_SOURCES], f->version};
}

static throng_status sort_sources(throng_cl_field *f)
{
    const int32_t points = f->counts[THRONG_POINTS];
    const throng_cl_sources sources = throng_cl_field_sources(f);
    throng_potential_sampling crowd = {.points = points,
                                       .tiles_most = f->lists.tiles_most,
                                       .side = THRONG_POTENTIAL_RANGES * throng_cl_field_range(f)};
    crowd.sampled = points < THRONG_POTENTIAL_SAMPLE ? points : THRONG_POTENTIAL_SAMPLE;
    for (int32_t i = 0; i < crowd.sampled; i++) {
        const size_t at = (size_t)((int64_t)points * i / crowd.sampled);
        crowd.x[i] = f->places[2 * at];
        crowd.y[i] = f->places[2 * at + 1];
    }
    if (f->object.cl->width == 1)
        throng_potential_prefer_one_tile(&crowd, f->lists.plan.worlds);
    const uint64_t bound = throng_cl_lists_choose(&f->lists, &sources, &crowd);
    if (f->lists.plan.goals != f->counts[THRONG_GOALS])
        f->lists.planned = 0;
    f->lists.plan.goals = f->counts[THRONG_GOALS];
    return throng_cl_lists_update(&f->lists, &sources, bound);
}

/* Points by tile, in ordered[f->sorted]. Where sources, goals or walls alone changed, they are so already. */
static throng_status sort_points(throng_cl_field *f)
{
    if (f->laid == f->lists.laid)
        return THRONG_OK;
    const cl_uint points = (cl_uint)f->counts[THRONG_POINTS];
    const int32_t tiles = throng_cl_lists_tiles(&f->lists);
    const throng_cl_argument assigning[] = {
        THRONG_CL_ARGUMENT(f->entries[THRONG_POINTS]),
        THRONG_CL_ARGUMENT(f->lists.plan_words),
        THRONG_CL_ARGUMENT(f->ordered[0].keys),
        THRONG_CL_ARGUMENT(f->ordered[0].values),
        THRONG_CL_ARGUMENT(f->number),
        THRONG_CL_ARGUMENT(points),
    };
    f->laid = 0;
    throng_status status = throng_cl_run(&f->object, f->assign, "potential_assign", points, assigning,
                                         THRONG_CL_COUNT(assigning));
    if (status == THRONG_OK)
        status = throng_cl_sort(f->object.cl, &f->lists.sorter, f->ordered, f->number, 0, points,
                                throng_cl_bits_of((uint32_t)tiles), &f->sorted);
    if (status == THRONG_OK && f->object.cl->width > 1)
        status = throng_cl_ranges(f->object.cl, &f->lists.sorter, f->ordered[f->sorted].keys, f->number, 0,
                                  f->point_starts, (uint32_t)tiles);
    if (status == THRONG_OK)
        f->laid = f->lists.laid;
    return status;
}

static throng_status evaluate_points(throng_cl_field *f, const throng_cl_pairs *order,
                                     const throng_cl_pairs *lists, cl_mem walls, cl_event *event)
{
    const cl_uint points = (cl_uint)f->counts[THRONG_POINTS];
    const size_t group = (size_t)f->object.cl->group;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(f->entries[THRONG_SOURCES]),
        THRONG_CL_ARGUMENT(f->entries[THRONG_GOALS]),
        THRONG_CL_ARGUMENT(f->entries[THRONG_POINTS]),
        THRONG_CL_ARGUMENT(order->values),
        THRONG_CL_ARGUMENT(order->keys),
        THRONG_CL_ARGUMENT(lists->values),
        THRONG_CL_ARGUMENT(f->lists.starts),
        THRONG_CL_ARGUMENT(walls),
        THRONG_CL_ARGUMENT(f->measure),
        THRONG_CL_ARGUMENT(f->forces),
        THRONG_CL_ARGUMENT(f->lists.plan_words),
        THRONG_CL_ARGUMENT(points),
        {throng_cl_field_counts_bytes(f), NULL},
    };
    return throng_cl_launch(f->object.cl, f->evaluate, "potential_evaluate", (points + group - 1) / group,
                            group, arguments, THRONG_CL_COUNT(arguments), event);
}

static throng_status evaluate_chunks(throng_cl_field *f, const throng_cl_pairs *order,
                                     const throng_cl_pairs *lists, cl_mem walls, cl_event *event)
{
    const cl_uint tiles = (cl_uint)throng_cl_lists_tiles(&f->lists),
                  words = (cl_uint)(potential_scratch_bytes() / sizeof(float));
    const throng_cl_argument sharing[] = {
        THRONG_CL_ARGUMENT(f->lists.starts), THRONG_CL_ARGUMENT(f->point_starts), THRONG_CL_ARGUMENT(f->work),
        THRONG_CL_ARGUMENT(f->number),       THRONG_CL_ARGUMENT(tiles),
    };
    throng_status status = throng_cl_launch(f->object.cl, f->share, "potential_make_work", 1, 1, sharing,
                                            THRONG_CL_COUNT(sharing), NULL);
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(f->entries[THRONG_SOURCES]),
        THRONG_CL_ARGUMENT(f->entries[THRONG_GOALS]),
        THRONG_CL_ARGUMENT(f->entries[THRONG_POINTS]),
        THRONG_CL_ARGUMENT(order->values),
        THRONG_CL_ARGUMENT(lists->values),
        THRONG_CL_ARGUMENT(walls),
        THRONG_CL_ARGUMENT(f->measure),
        THRONG_CL_ARGUMENT(f->forces),
        THRONG_CL_ARGUMENT(f->lists.plan_words),
        THRONG_CL_ARGUMENT(f->work),
        THRONG_CL_ARGUMENT(f->number),
        THRONG_CL_ARGUMENT(f->scratch),
        THRONG_CL_ARGUMENT(words),
    };
    if (status == THRONG_OK)
        status = throng_cl_launch(f->object.cl, f->evaluate, "potential_evaluate", (size_t)f->items, 1,
                                  arguments, THRONG_CL_COUNT(arguments), event);
    return status;
}

/* changed: 1: forces of some points are new. */
static throng_status compute(throng_cl_field *f, cl_event *event, int *changed)
{
    struct throng_cl *cl = f->object.cl;
    cl_mem walls = f->lists.starts; /* of no use, where there is no terrain */
    throng_status status = sort_sources(f);
    if (status == THRONG_OK && f->shape.terrain)
        status = throng_cl_terrain_update(cl, f->shape.terrain, &walls);
    if (status == THRONG_OK)
        status = sort_points(f);
    if (status != THRONG_OK)
        return status;
    const throng_cl_pairs *lists = &f->lists.listed[f->lists.current];
    const throng_cl_pairs *order = &f->ordered[f->sorted];
    throng_cl_slicing slicing;
    if (cl->width > 1)
        return evaluate_chunks(f, order, lists, walls, event);
    return throng_cl_slices_choose(f, &slicing)
               ? throng_cl_slices_evaluate(f, &slicing, walls, event, changed)
               : evaluate_points(f, order, lists, walls, event);
}

throng_status throng_cl_potential_update(void *state)
{
    throng_cl_field *f = state;
    struct throng_cl *cl = f->object.cl;
    cl_event event = NULL;
    throng_cl_timer_clear(cl, &f->object.timer);
    throng_status status = THRONG_OK;
    int changed = 0;
    if (f->counts[THRONG_POINTS] > 0) {
        cl->timer = &f->object.timer;
        status = compute(f, &event, &changed);
        cl->timer = NULL;
    }
    if (status != THRONG_OK)
        return throng_cl_failed(&f->object,
                                status == THRONG_ERROR_OUT_OF_MEMORY ? THRONG_ERROR_OPENCL : status, changed);
    f->evaluated = f->counts[THRONG_POINTS];
    return throng_cl_object_follow(&f->object, event);
}
