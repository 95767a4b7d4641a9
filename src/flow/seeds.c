/* Seeds of a flow's fields: lists in the order of cells, in which a cell stands once. */
#include "kernels/flow/ground.h"
#include "src/core/call.h"
#include "src/core/memory.h"
#include "src/core/sort.h"
#include "src/core/status.h"
#include "src/flow/flow.h"
#include "src/terrain/terrain.h"

#include <string.h>

_Static_assert(sizeof(throng_flow_seed) == 4 * sizeof(int32_t), "flow.cl knows its size");

/* ---------------------------------------------------------------- memory ---------------------------- */

static size_t list_bytes(const throng_flow *flow)
{
    const size_t layers = (size_t)throng_flow_layers(&flow->shape);
    return throng_times(throng_times(layers, (size_t)flow->shape.seed_capacity), sizeof *flow->shape.seeds);
}

static size_t counts_bytes(const throng_flow *flow)
{
    return (size_t)throng_flow_layers(&flow->shape) * sizeof *flow->shape.seed_counts;
}

static size_t longest_bytes(const throng_flow *flow)
{
    return (size_t)throng_flow_layers(&flow->shape) * sizeof *flow->longest_seeds;
}

throng_status throng_flow_prepare_seeds(throng_flow *flow)
{
    const throng_allocator *allocator = &flow->object.context->allocator;
    const size_t bytes = list_bytes(flow);
    if (bytes == 0)
        return THRONG_OK;
    flow->shape.seeds = throng_allocate(allocator, bytes);
    flow->shape.seed_counts = throng_allocate(allocator, counts_bytes(flow));
    flow->longest_seeds = throng_allocate(allocator, longest_bytes(flow));
    return flow->shape.seeds && flow->shape.seed_counts && flow->longest_seeds
               ? THRONG_OK
               : throng_fail_memory(flow->object.context, "the seeds of a flow", bytes);
}

void throng_flow_release_seeds(throng_flow *flow)
{
    const throng_allocator *allocator = &flow->object.context->allocator;
    throng_release(allocator, flow->shape.seeds, list_bytes(flow));
    throng_release(allocator, flow->shape.seed_counts, counts_bytes(flow));
    throng_release(allocator, flow->longest_seeds, longest_bytes(flow));
}

size_t throng_flow_seeds_bytes(const throng_flow *flow)
{
    return flow->shape.seeds ? list_bytes(flow) + counts_bytes(flow) + longest_bytes(flow) : 0;
}

void throng_flow_drop_seeds(throng_flow *flow)
{
    if (!flow->shape.seeds)
        return;
    memset(flow->shape.seed_counts, 0, counts_bytes(flow));
    memset(flow->longest_seeds, 0, longest_bytes(flow));
}

/* ---------------------------------------------------------------- lengths --------------------------- */

/* Whether a layer leads to reached cells. */
static int32_t is_of_nearest(const throng_flow_shape *shape, int32_t layer)
{
    return layer >= throng_flow_numbers(shape);
}

/* Whether a layer's lengths are made of halves of cells. */
static int32_t has_halves(const throng_flow_shape *shape, int32_t layer)
{
    return is_of_nearest(shape, layer) || (shape->flags & FLOW_COSTS) ||
           (shape->flags & FLOW_WIDE_CLASS << layer / shape->fields);
}

/* Paths on the terrain, as keys of the layer count. Those to reached cells may go straight ahead, through all
 * walls. */
static int64_t longest_path(const throng_flow *flow, int32_t layer, int64_t costs)
{
    const throng_terrain *t = flow->shape.terrain;
    if (is_of_nearest(&flow->shape, layer))
        return (int64_t)2 * FLOW_WALL_COST * ((int64_t)t->width + t->height);
    const int64_t cells = (int64_t)t->width * t->height;
    if (flow->shape.flags & FLOW_COSTS)
        return 2 * costs;
    return has_halves(&flow->shape, layer) ? 2 * cells : cells;
}

/* Straight and diagonal steps of the longest seed in a world, as its paths count. */
static int64_t longest_seed_of(const throng_flow *flow, int32_t world)
{
    const throng_flow_shape *shape = &flow->shape;
    int64_t longest = 0;
    for (int32_t layer = 0; layer < throng_flow_numbers(shape); layer++)
        for (int32_t i = 0; i < shape->seed_counts[layer]; i++) {
            const throng_flow_seed *seed =
                &shape->seeds[(size_t)layer * (size_t)shape->seed_capacity + (size_t)i];
            const int64_t steps =
                ((int64_t)seed->length.straight + seed->length.diagonal) / (has_halves(shape, layer) ? 1 : 2);
            if (seed->cell.row / shape->terrain->height == world && steps > longest)
                longest = steps;
        }
    return longest;
}

throng_status throng_flow_check_longest(const throng_flow *flow, int32_t world, int64_t costs)
{
    int64_t longest = 0, all;
    for (int32_t i = 0; i < throng_flow_numbers(&flow->shape) && flow->longest_seeds; i++)
        longest = flow->longest_seeds[i] > longest ? flow->longest_seeds[i] : longest;
    if (longest + longest_path(flow, 0, costs) > PATH_WIDEST_Q && longest > 0)
        longest = longest_seed_of(flow, world); /* it may have been in another world, or be no more */
    all = longest + longest_path(flow, 0, costs);
    if (longest == 0 || all <= PATH_WIDEST_Q)
        return THRONG_OK;
    return throng_fail(flow->object.context, THRONG_ERROR_CAPACITY,
                       "the longest seed and twice the costs add up to %lld: at most %d", (long long)all,
                       PATH_WIDEST_Q);
}

/* Orders lengths exactly: see kernels/common/path_length.h. */
static int64_t key_of(const throng_flow_seed *seed, int32_t halves)
{
    const int32_t unit = halves ? 1 : 2;
    return (int64_t)(seed->length.straight / unit) * PATH_WIDEST_Q +
           (int64_t)(seed->length.diagonal / unit) * PATH_WIDEST_P;
}

/* ---------------------------------------------------------------- lists ----------------------------- */

static int64_t place_of(const throng_flow_seed *seed)
{
    return ((int64_t)seed->cell.row << 32) + seed->cell.column;
}

/* By cells, and of those of one cell the shortest first. */
static int by_cell(const void *left, const void *right)
{
    const throng_flow_seed *a = left, *b = right;
    const int64_t p = place_of(a), q = place_of(b);
    if (p != q)
        return p < q ? -1 : 1;
    return (key_of(a, 1) > key_of(b, 1)) - (key_of(a, 1) < key_of(b, 1));
}

/* Keeps the first seed of each cell; how many those are. */
static int32_t keep_one_each(throng_flow_seed *seeds, int32_t count)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++)
        if (kept == 0 || place_of(&seeds[kept - 1]) != place_of(&seeds[i]))
            seeds[kept++] = seeds[i];
    return kept;
}

/* The seed of the same cell in a list; NULL: there is none. */
static throng_flow_seed *find(throng_flow_seed *seeds, int32_t count, const throng_flow_seed *like)
{
    int32_t low = 0, high = count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (place_of(&seeds[middle]) < place_of(like))
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && place_of(&seeds[low]) == place_of(like) ? &seeds[low] : NULL;
}

/* ---------------------------------------------------------------- the calls ------------------------- */

static throng_flow_seed seed_at(const throng_flow_seed *seeds, size_t stride, int32_t i)
{
    throng_flow_seed seed;
    memcpy(&seed, (const char *)seeds + (size_t)i * stride, sizeof seed);
    return seed;
}

static throng_status check_seed(const throng_flow *flow, int32_t layer, int32_t i,
                                const throng_flow_seed *seed)
{
    throng_context *context = flow->object.context;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const throng_terrain *t = flow->shape.terrain;
    const throng_cell *cell = &seed->cell;
    const int32_t a = seed->length.straight, b = seed->length.diagonal;
    const int32_t halves = has_halves(&flow->shape, layer);
    if (cell->column < 0 || cell->column >= t->width || cell->row < 0 || cell->row >= t->height * t->worlds)
        return throng_fail(context, wrong, "seeds[%d].cell is column %d, row %d: inside %d x %d", (int)i,
                           (int)cell->column, (int)cell->row, (int)t->width, (int)(t->height * t->worlds));
    if (a < 0 || b < 0 || (b > 0 && flow->shape.grid != THRONG_GRID_SQUARE8) || (!halves && ((a | b) & 1)))
        return throng_fail(
            context, wrong,
            "seeds[%d].length is %d, %d: 0 or more; `diagonal` 0 but on SQUARE8; even but with "
            "costs or clearances",
            (int)i, (int)a, (int)b);
    const int64_t sum = ((int64_t)a + b) / (halves ? 1 : 2);
    const int64_t longest = longest_path(flow, layer, flow->sums ? flow->sums[cell->row / t->height] : 0);
    if (sum + longest > PATH_WIDEST_Q)
        return throng_fail(context, THRONG_ERROR_CAPACITY,
                           "seeds[%d].length is %d, %d: with all paths on the terrain, %lld, at most %d",
                           (int)i, (int)a, (int)b, (long long)longest, PATH_WIDEST_Q);
    return THRONG_OK;
}

static throng_status check_seeds(throng_flow *flow, int32_t layer, int32_t count,
                                 const throng_flow_seed *seeds, size_t *stride, int32_t adds)
{
    throng_status status = throng_flow_check_field(flow, layer, THRONG_FLOW_OF_LAYERS);
    if (status == THRONG_OK)
        status = throng_flow_check_list(flow, "seeds", count, seeds, sizeof *seeds, stride);
    if (status != THRONG_OK || count == 0)
        return status;
    const int32_t capacity = flow->shape.seed_capacity;
    throng_flow_seed *list = flow->shape.seeds + (size_t)layer * (size_t)capacity;
    const int32_t kept = adds && capacity > 0 ? flow->shape.seed_counts[layer] : 0;
    int64_t more = kept;
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        const throng_flow_seed seed = seed_at(seeds, *stride, i);
        status = check_seed(flow, layer, i, &seed);
        more += status == THRONG_OK && !(kept > 0 && find(list, kept, &seed));
    }
    if (status == THRONG_OK && more > capacity)
        status = throng_fail(flow->object.context, THRONG_ERROR_CAPACITY,
                             "count is %d: the field would have %lld seeds, at most %d, the def's "
                             "seed_capacity",
                             (int)count, (long long)more, (int)capacity);
    return status;
}

/* Of seeds that were checked. */
static void take_in(throng_flow *flow, int32_t layer, int32_t count, const throng_flow_seed *seeds,
                    size_t stride, int32_t adds)
{
    const int32_t halves = has_halves(&flow->shape, layer), nearest = is_of_nearest(&flow->shape, layer);
    throng_flow_seed *list = flow->shape.seeds + (size_t)layer * (size_t)flow->shape.seed_capacity;
    const int32_t kept = adds ? flow->shape.seed_counts[layer] : 0;
    int64_t longest = adds ? flow->longest_seeds[layer] : 0;
    int32_t all = kept;
    for (int32_t i = 0; i < count; i++) {
        const throng_flow_seed seed = seed_at(seeds, stride, i);
        throng_flow_seed *there = find(list, kept, &seed);
        const int64_t steps = ((int64_t)seed.length.straight + seed.length.diagonal) / (halves ? 1 : 2);
        longest = steps > longest ? steps : longest;
        if (!there)
            list[all++] = seed;
        else if (key_of(&seed, halves) < key_of(there, halves))
            there->length = seed.length;
    }
    if (all > kept) {
        throng_sort(list, (size_t)all, sizeof *list, by_cell);
        all = keep_one_each(list, all);
    }
    flow->shape.seed_counts[layer] = all;
    flow->longest_seeds[layer] = longest;
    flow->stale[layer % flow->shape.fields] |=
        nearest ? adds ? THRONG_FLOW_NEAREST_SEEDS_ADDED : THRONG_FLOW_NEAREST_ANEW
        : adds  ? THRONG_FLOW_SEEDS_ADDED
                : THRONG_FLOW_GOALS_CHANGED;
    if (flow->ops->set_seeds)
        flow->ops->set_seeds(flow->object.state, layer);
}

throng_status throng_flow_seed_layer(throng_flow *flow, int32_t layer, int32_t count,
                                     const throng_flow_seed *seeds, size_t stride, int32_t adds)
{
    const throng_status status = check_seeds(flow, layer, count, seeds, &stride, adds);
    if (status == THRONG_OK && flow->shape.seeds && (count > 0 || !adds))
        take_in(flow, layer, count, seeds, stride, adds);
    return status;
}

THRONG_CALL(throng_flow_set_seeds, (flow, field, count, seeds, stride), throng_flow *flow, int32_t field,
            int32_t count, const throng_flow_seed *seeds, size_t stride)
{
    const throng_status status = throng_flow_check_field(flow, field, THRONG_FLOW_OF_CLASSES);
    return status == THRONG_OK ? throng_flow_seed_layer(flow, field, count, seeds, stride, 0) : status;
}

THRONG_CALL(throng_flow_add_seeds, (flow, field, count, seeds, stride), throng_flow *flow, int32_t field,
            int32_t count, const throng_flow_seed *seeds, size_t stride)
{
    const throng_status status = throng_flow_check_field(flow, field, THRONG_FLOW_OF_CLASSES);
    return status == THRONG_OK ? throng_flow_seed_layer(flow, field, count, seeds, stride, 1) : status;
}
