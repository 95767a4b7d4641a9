/* Cuts by weights: each piece is cut where the sums of weights on both sides are as the numbers of parts
 * there. The place is found by histograms, which processes add up, each within a bin of the one before. */
#include "src/world/cut.h"
#include "kernels/simd/simd.h"
#include "src/core/memory.h"
#include "src/core/status.h"

#include <string.h>

enum { BINS = 256, ROUNDS = 3, SIDES = 4 };

/* The search of one node's cut. */
typedef struct search {
    double low, high;     /* where it is */
    int64_t below, total; /* weights below `low`, and of the node */
} search;

typedef struct building {
    throng_world *world;
    const throng_cut_points *sets;
    int32_t set_count;
    int32_t *nodes_of; /* of each point */
    size_t points;
    throng_cut_node *nodes;   /* the new tree's */
    int32_t made, first, end; /* nodes; those of the present level */
    search *searches;         /* of the level */
    int64_t *sums;            /* BINS for each of them */
} building;

throng_status throng_cut_create(throng_world *world, throng_cut_tree *cut)
{
    cut->capacity = 2 * world->parts - 1;
    const size_t bytes = (size_t)cut->capacity * sizeof *cut->nodes;
    cut->nodes = throng_allocate(&world->context->allocator, bytes);
    if (!cut->nodes)
        return throng_fail_memory(world->context, "the cuts of a world", bytes);
    cut->nodes[0] = (throng_cut_node){.count = 1};
    cut->count = 1;
    return THRONG_OK;
}

void throng_cut_release(const throng_world *world, throng_cut_tree *cut)
{
    throng_release(&world->context->allocator, cut->nodes, (size_t)cut->capacity * sizeof *cut->nodes);
    cut->nodes = NULL;
    throng_buffer_release(world, &cut->nodes_of);
    throng_buffer_release(world, &cut->fresh);
    throng_buffer_release(world, &cut->searches);
    throng_buffer_release(world, &cut->sums);
}

int32_t throng_cut_part(const throng_cut_tree *cut, float x, float y)
{
    const throng_cut_node *node = cut->nodes;
    while (node->children)
        node = &cut->nodes[node->children + !((node->axis ? y : x) < node->at)];
    return node->first;
}

/* ---------------------------------------------------------------- building -------------------------- */

/* Calls `one` for each point that is in a node of the level which is to be cut. */
static void for_points(building *b,
                       void (*one)(building *b, int32_t node, const float *place, int64_t weight))
{
    const int32_t *node = b->nodes_of;
    for (int32_t s = 0; s < b->set_count; s++)
        for (int32_t i = 0; i < b->sets[s].count; i++, node++)
            if (*node >= b->first && b->nodes[*node].count > 1)
                one(b, *node, b->sets[s].places + 2 * (size_t)i, b->sets[s].weight);
}

/* Floats in an order of whole numbers, and back. */
static int64_t rank_of(float value)
{
    const int32_t bits = scalar_to_bits(value);
    return bits >= 0 ? bits : -(int64_t)(bits & 0x7fffffff);
}

static double value_of(int64_t rank)
{
    return rank >= 0 ? (double)scalar_from_bits((int32_t)rank) : -(double)scalar_from_bits((int32_t)-rank);
}

static void widen(building *b, int32_t node, const float *place, int64_t weight)
{
    int64_t *sides = b->sums + (size_t)(node - b->first) * SIDES;
    const int64_t ranks[SIDES] = {rank_of(place[0]), rank_of(place[1]), -rank_of(place[0]),
                                  -rank_of(place[1])};
    (void)weight;
    for (int32_t i = 0; i < SIDES; i++)
        sides[i] = ranks[i] < sides[i] ? ranks[i] : sides[i];
}

/* The boxes around the points of each node, and along which side it is cut. */
static throng_status find_axes(building *b)
{
    const int32_t count = b->end - b->first;
    for (int32_t i = 0; i < count * SIDES; i++)
        b->sums[i] = INT64_MAX / 4;
    for_points(b, widen);
    const throng_status status =
        throng_world_reduce(b->world, THRONG_REDUCTION_MIN, (int64_t)count * SIDES, b->sums);
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        const int64_t *sides = b->sums + (size_t)i * SIDES;
        const int32_t empty = sides[0] == INT64_MAX / 4;
        const double left = empty ? 0.0 : value_of(sides[0]), right = empty ? 0.0 : value_of(-sides[2]);
        const double top = empty ? 0.0 : value_of(sides[1]), bottom = empty ? 0.0 : value_of(-sides[3]);
        const int32_t axis = b->world->def.cut == THRONG_CUT_BISECTION && bottom - top > right - left;
        b->nodes[b->first + i].axis = axis;
        b->searches[i] = (search){axis ? top : left, axis ? bottom : right, 0, 0};
    }
    return status;
}

static void add_to_bin(building *b, int32_t node, const float *place, int64_t weight)
{
    const search *s = &b->searches[node - b->first];
    const double at = (double)place[b->nodes[node].axis], width = s->high - s->low;
    if (at < s->low || at > s->high)
        return;
    const double bin = width > 0.0 ? (at - s->low) / width * BINS : 0.0;
    b->sums[(size_t)(node - b->first) * BINS + (size_t)(bin < BINS ? bin : BINS - 1)] += weight;
}

/* Goes on in the bin in which the sum of weights passes what the first child should have. last: to that end
 * of it which is nearer. */
static void narrow(search *s, const int64_t *bins, int64_t wanted, int32_t last)
{
    const double width = (s->high - s->low) / BINS;
    int32_t bin = 0;
    for (; bin < BINS - 1 && s->below + bins[bin] < wanted; bin++)
        s->below += bins[bin];
    const double low = s->low + width * bin;
    if (last && s->below + bins[bin] - wanted < wanted - s->below) /* more of it is below the cut */
        s->low = low + width;
    else
        s->low = low;
    s->high = low + width;
}

static throng_status find_cuts(building *b)
{
    const int32_t count = b->end - b->first;
    throng_status status = find_axes(b);
    for (int32_t round = 0; round < ROUNDS && status == THRONG_OK; round++) {
        memset(b->sums, 0, (size_t)count * BINS * sizeof *b->sums);
        for_points(b, add_to_bin);
        status = throng_world_reduce(b->world, THRONG_REDUCTION_SUM, (int64_t)count * BINS, b->sums);
        for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
            const throng_cut_node *node = &b->nodes[b->first + i];
            const int64_t *bins = b->sums + (size_t)i * BINS;
            search *s = &b->searches[i];
            for (int32_t k = 0; k < BINS && round == 0; k++)
                s->total += bins[k];
            const int32_t half = node->count / 2; /* of its parts */
            const double share = (double)half / (double)node->count;
            narrow(s, bins, (int64_t)((double)s->total * share), round == ROUNDS - 1);
        }
    }
    return status;
}

/* Makes the children of the level, and puts points into them. */
static void divide(building *b)
{
    int32_t *node_of = b->nodes_of;
    for (int32_t i = b->first; i < b->end; i++) {
        throng_cut_node *node = &b->nodes[i];
        if (node->count == 1)
            continue;
        const int32_t half = node->count / 2;
        node->at = (float)b->searches[i - b->first].low;
        node->children = b->made;
        b->nodes[b->made++] = (throng_cut_node){.first = node->first, .count = half};
        b->nodes[b->made++] = (throng_cut_node){.first = node->first + half, .count = node->count - half};
    }
    for (int32_t s = 0; s < b->set_count; s++)
        for (int32_t i = 0; i < b->sets[s].count; i++, node_of++) {
            const throng_cut_node *node = &b->nodes[*node_of];
            if (node->children)
                *node_of =
                    node->children + !(b->sets[s].places[2 * (size_t)i + (size_t)node->axis] < node->at);
        }
    b->first = b->end;
    b->end = b->made;
}

static throng_status reserve(building *b, throng_cut_tree *cut)
{
    const size_t most = (size_t)b->world->parts; /* nodes of a level */
    throng_status status =
        throng_buffer_reserve(b->world, &cut->nodes_of, (b->points + 1) * sizeof *b->nodes_of);
    if (status == THRONG_OK)
        status = throng_buffer_reserve(b->world, &cut->fresh, (2 * most - 1) * sizeof *b->nodes);
    if (status == THRONG_OK)
        status = throng_buffer_reserve(b->world, &cut->searches, most * sizeof *b->searches);
    if (status == THRONG_OK)
        status = throng_buffer_reserve(b->world, &cut->sums, most * BINS * sizeof *b->sums);
    b->nodes_of = (int32_t *)(void *)cut->nodes_of.memory;
    b->nodes = (throng_cut_node *)(void *)cut->fresh.memory;
    b->searches = (search *)(void *)cut->searches.memory;
    b->sums = (int64_t *)(void *)cut->sums.memory;
    if (status == THRONG_OK)
        memset(b->nodes_of, 0, (b->points + 1) * sizeof *b->nodes_of); /* all are in the plane */
    return status;
}

throng_status throng_cut_build(throng_world *world, throng_cut_tree *cut, const throng_cut_points *sets,
                               int32_t count)
{
    building b = {.world = world, .sets = sets, .set_count = count, .made = 1, .end = 1};
    for (int32_t s = 0; s < count; s++)
        b.points += (size_t)sets[s].count;
    throng_status status = throng_world_agree(world, reserve(&b, cut), 0, NULL);
    if (status == THRONG_OK)
        b.nodes[0] = (throng_cut_node){.count = world->parts};
    while (status == THRONG_OK && b.made < 2 * world->parts - 1) {
        status = find_cuts(&b);
        if (status == THRONG_OK)
            divide(&b);
    }
    if (status == THRONG_OK) {
        memcpy(cut->nodes, b.nodes, (size_t)b.made * sizeof *b.nodes);
        cut->count = b.made;
    }
    return status;
}
