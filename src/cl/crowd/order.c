/* The order of a crowd's agents along the curve, on an OpenCL device. */
#include "src/cl/crowd/crowd.h"
#include "src/cl/device/object.h"

#include "kernels/crowd/hilbert_order.h"

/* On GPUs an order serves for so many steps, in the last of which the next one is sorted in parts. After so
 * many seconds that begins earlier: agents must not come far. */
#define ORDER_STEPS 11
#define KEPT_SECONDS 1.0f
#define FEW_PLACED 16 /* of so many agents one may have been placed since they were sorted */

static uint32_t bits_of(const throng_cl_crowd *c) { return 2 * (uint32_t)crowd_curve_bits(c->agents); }

static throng_status make_keys(throng_cl_crowd *c)
{
    const cl_int agents = c->agents;
    const size_t group = (size_t)throng_cl_large_group(c->object.cl);
    const throng_cl_argument laying[] = {
        THRONG_CL_ARGUMENT(c->curve),
        THRONG_CL_ARGUMENT(c->bodies),
        THRONG_CL_ARGUMENT(c->alive),
        THRONG_CL_ARGUMENT(agents),
    };
    const throng_cl_argument keying[] = {
        THRONG_CL_ARGUMENT(c->curve),
        THRONG_CL_ARGUMENT(c->bodies),
        THRONG_CL_ARGUMENT(c->alive),
        THRONG_CL_ARGUMENT(c->ordered[0].keys),
        THRONG_CL_ARGUMENT(c->ordered[0].values),
        THRONG_CL_ARGUMENT(c->number),
        THRONG_CL_ARGUMENT(agents),
    };
    throng_status status = THRONG_OK;
    if (c->order.rebuild)
        status = throng_cl_launch(c->object.cl, c->lay, "crowd_build_curve", 1, group, laying,
                                  THRONG_CL_COUNT(laying), NULL);
    c->order.rebuild = c->order.rebuild && status != THRONG_OK; /* else there is no curve yet */
    if (status == THRONG_OK)
        status = throng_cl_run(&c->object, c->keys, "crowd_keys", throng_cl_crowd_batches(c), keying,
                               THRONG_CL_COUNT(keying));
    c->order.placed = 0;
    return status;
}

static uint32_t parts_of(const throng_cl_crowd *c)
{
    return throng_cl_sort_parts(&c->sorter, (uint32_t)c->agents, bits_of(c));
}

/* The last pass writes the order. */
static throng_status sort_keys(throng_cl_crowd *c, uint32_t part)
{
    const uint32_t pass = throng_cl_sort_pass_of(part);
    const throng_cl_pairs *from = &c->ordered[pass % 2], *other = &c->ordered[1 - pass % 2];
    const int last = pass == throng_cl_sort_pass_of(parts_of(c) - 1);
    const throng_cl_pairs to = {other->keys, last ? c->order.along : other->values};
    return throng_cl_sort_part(c->object.cl, &c->sorter, from, &to, c->number, 0, (uint32_t)c->agents,
                               bits_of(c), part);
}

static void have_order(throng_cl_crowd *c, int32_t serves)
{
    c->order.covers = 1;
    c->order.serves = serves;
    c->order.steps = c->order.part = 0;
    c->order.seconds = 0.0f;
}

static throng_status sort_now(throng_cl_crowd *c)
{
    const uint32_t parts = parts_of(c);
    throng_status status = make_keys(c);
    c->order.covers = 0;
    for (uint32_t part = 0; part < parts && status == THRONG_OK; part++)
        status = sort_keys(c, part);
    if (status == THRONG_OK)
        have_order(c, 1);
    return status;
}

throng_status throng_cl_crowd_sort(throng_cl_crowd *c)
{
    c->order.rebuild |= throng_crowd_lays(&c->laying);
    return sort_now(c);
}

/* Two kernels at most: the keys first, then the next part of the sort. */
static throng_status sort_part(throng_cl_crowd *c)
{
    const int32_t part = c->order.part;
    const throng_status status = part == 0 ? make_keys(c) : sort_keys(c, (uint32_t)part - 1);
    if (status != THRONG_OK)
        return status;
    if (part == (int32_t)parts_of(c))
        have_order(c, c->order.placed == 0);
    else
        c->order.part = part + 1;
    return status;
}

throng_status throng_cl_crowd_keep_order(throng_cl_crowd *c, float seconds)
{
    throng_cl_crowd_order *order = &c->order;
    order->rebuild |= throng_crowd_lays(&c->laying);
    if (c->object.cl->width > 1 || !order->covers || order->placed > c->agents / FEW_PLACED ||
        order->seconds > 2.0f * KEPT_SECONDS) /* steps are too long for a sort in parts */
        return sort_now(c);
    const int32_t kept = order->serves && order->steps < ORDER_STEPS - 1 - (int32_t)parts_of(c) &&
                         order->seconds < KEPT_SECONDS;
    order->steps++;
    order->seconds += seconds;
    return kept && order->part == 0 ? THRONG_OK : sort_part(c);
}
