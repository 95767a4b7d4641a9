/* Finding agents near points: the nearest ones, or all within a radius. Each leaf of the tree has a block of
 * positions, layers and ranks of its 8 agents; a box also knows the layers that occur in it. One query is
 * answered at a time, and lanes hold boxes or agents that it tests. Agents are ordered by squared distance,
 * then by id, so the result depends neither on the tree nor on the order of the search. */
#ifndef THRONG_KERNELS_CROWD_FIND_H
#define THRONG_KERNELS_CROWD_FIND_H

#include "kernels/crowd/hilbert_order.h"
#include "kernels/crowd/neighbor_snapshot.h"

/* Words of a leaf's block: x, y, layers, ranks of ids. */
#define CROWD_FIND_BLOCK 32
#define CROWD_FIND_LAYERS 16
#define CROWD_FIND_TIES 24
#define CROWD_FIND_ANYWHERE 3e38f /* a squared distance above all others */
#define CROWD_FIND_SORTED 16      /* hits that are kept sorted; more of them are a heap */

/* As throng_crowd_query. */
typedef struct crowd_query {
    float x, y, radius; /* below 0: any distance */
    int32_t mask;
    int32_t except, generation; /* an agent that is not found; an even generation: none */
} crowd_query;

/* As throng_crowd_hit. While the search lasts: place in the order, rank of the id, squared distance. */
typedef struct crowd_hit {
    int32_t agent, generation;
    float distance;
} crowd_hit;

typedef struct crowd_find_world {
    THRONG_GLOBAL const crowd_plan *plan; /* `agents` and `tree` */
    THRONG_GLOBAL const crowd_curve *curve;
    THRONG_GLOBAL const float *blocks; /* of leaves, with padding behind them */
    THRONG_GLOBAL const float *boxes;  /* left, right, top, bottom, layers: tree.boxes words each */
    THRONG_GLOBAL const int32_t *keys; /* along the curve, of the first agent of each leaf */
    THRONG_GLOBAL const int32_t *order;
} crowd_find_world;

static FORCE_INLINE vint crowd_words_load(THRONG_GLOBAL const float *at)
{
    return vi_load((THRONG_GLOBAL const int32_t *)(THRONG_GLOBAL const void *)at);
}

static FORCE_INLINE int32_t crowd_word(float value) { return scalar_to_bits(value); }

/* ---------------------------------------------------------------- the tree -------------------------- */

/* Where agents are. This is the one place in which finding reads positions. */
static FORCE_INLINE void crowd_find_positions(THRONG_GLOBAL const crowd_body *bodies, const int32_t *rows,
                                              vfloat *x, vfloat *y)
{
    vfloat c[8];
    vf_gather_transpose((THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)bodies, rows, c);
    *x = c[0];
    *y = c[1];
}

/* Where points are along the curve. So few agents that they are searched together may not be on one. */
static FORCE_INLINE vint crowd_find_keys(THRONG_GLOBAL const crowd_plan *plan,
                                         THRONG_GLOBAL const crowd_curve *curve, vfloat x, vfloat y)
{
    return plan->agents > CROWD_BLOCK ? crowd_key(curve, x, y) : vi_set(0);
}

/* What is built of the leaves. */
typedef struct crowd_find_tree {
    THRONG_GLOBAL float *blocks;
    THRONG_GLOBAL float *boxes;
    THRONG_GLOBAL float *keys; /* bits of int32 */
} crowd_find_tree;

/* Up to THRONG_WIDTH leaves from `first` on, before `end`. layered: 0: all layers are 1. Entries behind the
 * last agent are out of every reach. */
static FORCE_INLINE void crowd_find_leaves(THRONG_GLOBAL const crowd_plan *plan,
                                           THRONG_GLOBAL const crowd_curve *curve,
                                           THRONG_GLOBAL const crowd_body *bodies,
                                           THRONG_GLOBAL const crowd_sense *senses,
                                           THRONG_GLOBAL const int32_t *order, int32_t layered, int32_t first,
                                           int32_t end, const crowd_find_tree *tree)
{
    THRONG_GLOBAL float *blocks = tree->blocks, *boxes = tree->boxes;
    const int32_t count = end - first, pitch = plan->tree.boxes, last = plan->agents - 1;
    const vfloat nobody = vf_set(3e38f);
    const vint leaves = vi_min(vi_add(vi_set(first), vi_iota()), vi_set(end - 1));
    int32_t of[THRONG_WIDTH], rows[THRONG_WIDTH];
    vfloat x[CROWD_LEAF], y[CROWD_LEAF], layers[CROWD_LEAF], ties[CROWD_LEAF];
    vfloat left = nobody, right = -nobody, top = nobody, bottom = -nobody;
    vint all = vi_set(0);
    vi_store(of, leaves);
    UNROLL
    for (int32_t i = 0; i < CROWD_LEAF; i++) {
        const vmask there = vi_lt(vi_add(vi_mul(leaves, vi_set(CROWD_LEAF)), vi_set(i)), vi_set(last + 1));
        vint layer = vi_set(1);
        vfloat c[8];
        for (int32_t k = 0; k < THRONG_WIDTH; k++) {
            const int32_t at = of[k] * CROWD_LEAF + i;
            rows[k] = 2 * order[at < last ? at : last];
        }
        crowd_find_positions(bodies, rows, &x[i], &y[i]);
        vf_gather_transpose((THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)bodies + 8, rows, c);
        ties[i] = c[7];
        if (layered) {
            vf_gather_transpose((THRONG_GLOBAL const float *)(THRONG_GLOBAL const void *)senses + 8, rows, c);
            layer = vf_to_bits(c[1]);
        }
        layer = vi_select(there, layer, vi_set(0));
        all = vi_or(all, layer);
        layers[i] = vf_from_bits(layer);
        left = vf_min(left, x[i]);
        right = vf_max(right, x[i]);
        top = vf_min(top, y[i]);
        bottom = vf_max(bottom, y[i]);
        x[i] = vf_select(there, x[i], nobody);
        y[i] = vf_select(there, y[i], nobody);
    }
    crowd_side_store(tree->keys + first, vf_from_bits(crowd_find_keys(plan, curve, x[0], y[0])), count);
    crowd_side_store(boxes + first, left, count);
    crowd_side_store(boxes + first + pitch, right, count);
    crowd_side_store(boxes + first + 2 * (size_t)pitch, top, count);
    crowd_side_store(boxes + first + 3 * (size_t)pitch, bottom, count);
    crowd_side_store(boxes + first + 4 * (size_t)pitch, vf_from_bits(all), count);
    vi_store(rows, vi_shift_left(leaves, 2)); /* rows of 8 words */
    const uint32_t lanes = lanes_below(count);
    crowd_rows_scatter(blocks, rows, x, lanes);
    crowd_rows_scatter(blocks + 8, rows, y, lanes);
    crowd_rows_scatter(blocks + CROWD_FIND_LAYERS, rows, layers, lanes);
    crowd_rows_scatter(blocks + CROWD_FIND_TIES, rows, ties, lanes);
}

/* Box i of an inner level; missing children are empty boxes. */
static inline void crowd_find_box_above(THRONG_GLOBAL const crowd_tree *tree, int32_t level, int32_t i,
                                        THRONG_GLOBAL float *boxes)
{
    crowd_box box = crowd_no_box();
    int32_t layers = 0;
    for (int32_t k = 8 * i; k < 8 * (i + 1); k++) {
        const int32_t child = tree->first[level - 1] + k;
        const crowd_box one = crowd_box_load(boxes, tree, child);
        box.left = scalar_min(box.left, one.left);
        box.right = scalar_max(box.right, one.right);
        box.top = scalar_min(box.top, one.top);
        box.bottom = scalar_max(box.bottom, one.bottom);
        layers |= crowd_word(one.most);
    }
    box.most = scalar_from_bits(layers);
    crowd_box_store(boxes, tree, tree->first[level] + i, &box);
}

/* ---------------------------------------------------------------- the nearest so far ---------------- */

/* Hits are sorted if few fit. Else they are a list, and once there are as many as fit a heap with the
 * farthest one at its root. */
typedef struct crowd_finder {
    THRONG_GLOBAL crowd_hit *hits;
    int32_t capacity, kept, found;
    float x, y;
    float bound; /* squared distance above which nobody counts */
    int32_t mask, except;
    int counts_all; /* 1: `found` counts those who do not fit, too */
} crowd_finder;

static inline int64_t crowd_hit_rank(THRONG_GLOBAL const crowd_hit *hit)
{
    return crowd_rank(scalar_to_bits(hit->distance), hit->generation);
}

static inline void crowd_hit_set(THRONG_GLOBAL crowd_hit *hit, int32_t place, int64_t rank)
{
    hit->agent = place;
    hit->generation = (int32_t)rank;
    hit->distance = scalar_from_bits((int32_t)(rank >> 32));
}

/* Lets a hit sink from `at` in a heap of `count`. */
static inline void crowd_hits_sift(THRONG_GLOBAL crowd_hit *hits, int32_t at, int32_t count, int32_t place,
                                   int64_t rank)
{
    for (int32_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        int64_t largest = crowd_hit_rank(hits + child);
        if (child + 1 < count) {
            const int64_t other = crowd_hit_rank(hits + child + 1);
            child += other > largest;
            largest = other > largest ? other : largest;
        }
        if (largest <= rank)
            break;
        crowd_hit_set(hits + at, hits[child].agent, largest);
        at = child;
    }
    crowd_hit_set(hits + at, place, rank);
}

static inline void crowd_hits_heapify(THRONG_GLOBAL crowd_hit *hits, int32_t count)
{
    for (int32_t i = count / 2 - 1; i >= 0; i--)
        crowd_hits_sift(hits, i, count, hits[i].agent, crowd_hit_rank(hits + i));
}

/* Puts a hit into the first `count`, which are sorted; what is at `count` is overwritten. */
static inline void crowd_hits_insert(THRONG_GLOBAL crowd_hit *hits, int32_t count, int32_t place,
                                     int64_t rank)
{
    for (; count > 0; count--) {
        const int64_t before = crowd_hit_rank(hits + count - 1);
        if (before <= rank)
            break;
        crowd_hit_set(hits + count, hits[count - 1].agent, before);
    }
    crowd_hit_set(hits + count, place, rank);
}

static inline void crowd_finder_add(crowd_finder *f, int32_t place, int64_t rank)
{
    const int sorted = f->capacity <= CROWD_FIND_SORTED;
    const int32_t full = f->kept == f->capacity, farthest = sorted ? f->kept - 1 : 0;
    f->found++;
    if (f->capacity == 0 || (full && rank >= crowd_hit_rank(f->hits + farthest)))
        return;
    f->kept += !full;
    if (sorted)
        crowd_hits_insert(f->hits, f->kept - 1, place, rank);
    else if (full)
        crowd_hits_sift(f->hits, 0, f->kept, place, rank);
    else
        crowd_hit_set(f->hits + f->kept - 1, place, rank);
    if (!sorted && !full && f->kept == f->capacity)
        crowd_hits_heapify(f->hits, f->kept);
    if (!f->counts_all && f->kept == f->capacity)
        f->bound = f->hits[farthest + (sorted && !full)].distance;
}

/* Sorts a list, or what is a heap already. */
static inline void crowd_hits_sort(THRONG_GLOBAL crowd_hit *hits, int32_t count, int heap)
{
    if (count <= 2 * CROWD_FIND_SORTED) {
        for (int32_t i = 1; i < count; i++)
            crowd_hits_insert(hits, i, hits[i].agent, crowd_hit_rank(hits + i));
        return;
    }
    if (!heap)
        crowd_hits_heapify(hits, count);
    for (int32_t end = count - 1; end > 0; end--) {
        const int32_t place = hits[end].agent;
        const int64_t rank = crowd_hit_rank(hits + end);
        crowd_hit_set(hits + end, hits[0].agent, crowd_hit_rank(hits));
        crowd_hits_sift(hits, 0, end, place, rank);
    }
}

/* Ascending, and in the form in which the caller has them. generations: of indices; none on devices, where
 * they are 0. */
static inline void crowd_finder_end(const crowd_finder *f, THRONG_GLOBAL const int32_t *order,
                                    THRONG_GLOBAL const uint32_t *generations)
{
    if (f->capacity > CROWD_FIND_SORTED)
        crowd_hits_sort(f->hits, f->kept, f->kept == f->capacity);
    for (int32_t i = 0; i < f->kept; i++) {
        THRONG_GLOBAL crowd_hit *hit = f->hits + i;
        hit->agent = order[hit->agent];
        hit->generation = generations ? (int32_t)generations[hit->agent] : 0;
        hit->distance = scalar_sqrt(hit->distance);
    }
}

/* ---------------------------------------------------------------- the search ------------------------ */

static FORCE_INLINE vfloat crowd_find_squares(const crowd_finder *f, THRONG_GLOBAL const float *at,
                                              int32_t pitch)
{
    const vfloat nothing = vf_set(0.0f), x = vf_set(f->x), y = vf_set(f->y);
    const vfloat dx = vf_max(vf_max(vf_load(at) - x, x - vf_load(at + pitch)), nothing);
    const vfloat dy =
        vf_max(vf_max(vf_load(at + 2 * (size_t)pitch) - y, y - vf_load(at + 3 * (size_t)pitch)), nothing);
    return dx * dx + dy * dy;
}

/* Which of the 8 boxes from `box` of a level on may have somebody. */
static FORCE_INLINE uint32_t crowd_find_children(const crowd_finder *f, const crowd_find_world *w,
                                                 int32_t level, int32_t box)
{
    const int32_t pitch = w->plan->tree.boxes;
    THRONG_GLOBAL const float *at = w->boxes + w->plan->tree.first[level] + box;
    uint32_t bits = 0;
    NO_UNROLL_ON_GPU
    for (int32_t k = 0; k < 8; k += CROWD_BOXES_PER_TEST) {
        const vint layers = vi_and(crowd_words_load(at + k + 4 * (size_t)pitch), vi_set(f->mask));
        const vmask may =
            vmask_and(vf_le(crowd_find_squares(f, at + k, pitch), vf_set(f->bound)), crowd_some(layers));
        bits |= (vmask_bits(may) & ((1u << CROWD_BOXES_PER_TEST) - 1u)) << k;
    }
    return bits;
}

/* The nearest of 8 boxes, among those with a layer that counts; the first one if there is none. Of several
 * that contain the point it is that whose middle is nearest. */
static FORCE_INLINE int32_t crowd_find_nearest_child(const crowd_finder *f, const crowd_find_world *w,
                                                     int32_t level, int32_t box)
{
    const int32_t pitch = w->plan->tree.boxes;
    const vfloat x = vf_set(f->x), y = vf_set(f->y), even = vf_set(0.5f);
    THRONG_GLOBAL const float *at = w->boxes + w->plan->tree.first[level] + box;
    float least = CROWD_FIND_ANYWHERE;
    int32_t nearest = box;
    NO_UNROLL_ON_GPU
    for (int32_t k = 0; k < 8; k += CROWD_BOXES_PER_TEST, at += CROWD_BOXES_PER_TEST) {
        const vint layers = vi_and(crowd_words_load(at + 4 * (size_t)pitch), vi_set(f->mask));
        const vfloat dx = (vf_load(at) + vf_load(at + pitch)) * even - x;
        const vfloat dy = (vf_load(at + 2 * (size_t)pitch) + vf_load(at + 3 * (size_t)pitch)) * even - y;
        const vfloat square = crowd_find_squares(f, at, pitch) + (dx * dx + dy * dy) * vf_set(0.02f);
        float squares[THRONG_WIDTH];
        vf_store(squares, vf_select(crowd_some(layers), square, vf_set(CROWD_FIND_ANYWHERE)));
        for (int32_t i = 0; i < CROWD_BOXES_PER_TEST; i++)
            if (squares[i] < least) {
                least = squares[i];
                nearest = box + k + i;
            }
    }
    return nearest;
}

static FORCE_INLINE void crowd_find_in_leaf(crowd_finder *f, const crowd_find_world *w, int32_t leaf)
{
    THRONG_GLOBAL const float *block = w->blocks + (size_t)CROWD_FIND_BLOCK * (size_t)leaf;
    NO_UNROLL_ON_GPU
    for (int32_t i = 0; i < CROWD_LEAF; i += CROWD_BOXES_PER_TEST) {
        const vfloat dx = vf_load(block + i) - vf_set(f->x);
        const vfloat dy = vf_load(block + CROWD_LEAF + i) - vf_set(f->y);
        const vfloat square = dx * dx + dy * dy;
        const vint layers = vi_and(crowd_words_load(block + CROWD_FIND_LAYERS + i), vi_set(f->mask));
        uint32_t bits = vmask_bits(vmask_and(vf_le(square, vf_set(f->bound)), crowd_some(layers))) &
                        ((1u << CROWD_BOXES_PER_TEST) - 1u);
        int32_t squares[THRONG_WIDTH];
        vi_store(squares, vf_to_bits(square));
        for (; bits; bits &= bits - 1) {
            const int32_t k = first_lane(bits), place = leaf * CROWD_LEAF + i + k;
            const int32_t tie = crowd_word(block[CROWD_FIND_TIES + i + k]);
            /* the bound may be smaller by now; words of numbers from 0 on are in their order */
            if (squares[k] <= scalar_to_bits(f->bound) && w->order[place] != f->except)
                crowd_finder_add(f, place, crowd_rank(squares[k], tie));
        }
    }
}

/* The leaf where the query's point is along the curve. Agents may have moved since they were sorted: then it
 * is one near it. */
static inline int32_t crowd_find_leaf_of_key(const crowd_find_world *w, int32_t key)
{
    int32_t low = 0, high = w->plan->tree.count[0];
    while (high - low > 1) {
        const int32_t middle = low + (high - low) / 2;
        if (w->keys[middle] <= key)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Leaves that were searched before all others, so that the bound is small when the whole tree is. */
typedef struct crowd_find_seen {
    int32_t first, end; /* leaves */
    int32_t block;      /* all leaves of this box of level 1 */
} crowd_find_seen;

/* The leaf along the curve and those beside it; if these have too few who count, those of the block of 64
 * that the nearest box of each level leads to. */
static FORCE_INLINE crowd_find_seen crowd_find_first(crowd_finder *f, const crowd_find_world *w, int32_t key)
{
    crowd_find_seen seen;
    const int32_t leaves = w->plan->tree.count[0], home = crowd_find_leaf_of_key(w, key);
    seen.first = home > 0 ? home - 1 : 0;
    seen.end = home + 2 < leaves ? home + 2 : leaves;
    seen.block = -1;
    NO_UNROLL_ON_GPU
    for (int32_t i = 0; i < 3; i++) {
        const int32_t leaf = i < 2 ? home + i : home - 1; /* its own one first */
        if (leaf >= seen.first && leaf < seen.end)
            crowd_find_in_leaf(f, w, leaf);
    }
    if (f->kept == f->capacity)
        return seen;
    seen.block = 0;
    for (int32_t level = w->plan->tree.levels - 2; level >= 1; level--)
        seen.block = crowd_find_nearest_child(f, w, level, 8 * seen.block);
    for (uint32_t bits = crowd_find_children(f, w, 0, 8 * seen.block); bits; bits &= bits - 1) {
        const int32_t leaf = 8 * seen.block + lowest_set_bit(bits);
        if (leaf < seen.first || leaf >= seen.end)
            crowd_find_in_leaf(f, w, leaf);
    }
    return seen;
}

static FORCE_INLINE int crowd_find_reaches(const crowd_finder *f, const crowd_find_world *w, int32_t level,
                                           int32_t box)
{
    const crowd_box b = crowd_box_load(w->boxes, &w->plan->tree, w->plan->tree.first[level] + box);
    const float dx = scalar_max(scalar_max(b.left - f->x, f->x - b.right), 0.0f);
    const float dy = scalar_max(scalar_max(b.top - f->y, f->y - b.bottom), 0.0f);
    return dx * dx + dy * dy <= f->bound;
}

/* Depth first. `waiting` has 8 bits for each level below the highest: the boxes still to be visited of the 8
 * around `box`. The highest level has one box, which may be the block that was seen. */
static FORCE_INLINE void crowd_find_search(crowd_finder *f, const crowd_find_world *w,
                                           const crowd_find_seen *seen)
{
    const int32_t top = w->plan->tree.levels - 1;
    int32_t level = top - 1, box = 0;
    if (top == 1 && seen->block == 0)
        return;
    uint64_t waiting = (uint64_t)crowd_find_children(f, w, level, 0) << 8 * level;
    while (level < top) {
        const uint32_t bits = (uint32_t)(waiting >> 8 * level) & 255u;
        if (!bits) {
            level++;
            box >>= 3;
            continue;
        }
        const int32_t k = lowest_set_bit(bits);
        waiting ^= (uint64_t)1 << (8 * level + k);
        box = (box & ~7) | k;
        if (level == 0) {
            if (box < seen->first || box >= seen->end)
                crowd_find_in_leaf(f, w, box);
        } else if ((level > 1 || box != seen->block) && crowd_find_reaches(f, w, level, box)) {
            level--;
            box *= 8;
            waiting |= (uint64_t)crowd_find_children(f, w, level, box) << 8 * level;
        }
    }
}

/* Answers a query, whose point has `key` along the curve; returns how many were found. A query that is none
 * finds nobody. */
static FORCE_INLINE int32_t crowd_find(const crowd_find_world *w, const crowd_query *q, int32_t key,
                                       int32_t capacity, int counts_all, THRONG_GLOBAL crowd_hit *hits,
                                       THRONG_GLOBAL const uint32_t *generations)
{
    crowd_finder f;
    crowd_find_seen seen;
    const float most = CROWD_MAX_COORDINATE;
    if (!(scalar_abs(q->x) <= most && scalar_abs(q->y) <= most && q->radius <= most &&
          q->radius >= -3.40282347e38f) ||
        w->plan->agents == 0 || (capacity == 0 && !counts_all))
        return 0;
    f.hits = hits;
    f.capacity = capacity;
    f.kept = f.found = 0;
    f.x = q->x;
    f.y = q->y;
    /* -1e-40 is 0, as everywhere, and not less */
    f.bound = q->radius < 0.0f && scalar_to_bits(q->radius) & 0x7f800000 ? CROWD_FIND_ANYWHERE
                                                                         : q->radius * q->radius;
    f.mask = q->mask;
    f.except = q->generation & 1 ? q->except : -1;
    f.counts_all = counts_all;
    seen.first = seen.end = seen.block = -1;
    if (!counts_all) /* otherwise the bound stays */
        seen = crowd_find_first(&f, w, key);
    crowd_find_search(&f, w, &seen);
    crowd_finder_end(&f, w->order, generations);
    return counts_all ? f.found : f.kept;
}

#endif
