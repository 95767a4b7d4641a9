/* Neighbour search of a block of 64 agents: the tree is searched once per block, its leaves are culled per
 * batch. */
#ifndef THRONG_KERNELS_CROWD_BLOCK_SEARCH_H
#define THRONG_KERNELS_CROWD_BLOCK_SEARCH_H

#include "kernels/crowd/nearest.h"
#include "kernels/crowd/velocity.h"

#define CROWD_BATCHES ((CROWD_BLOCK + THRONG_WIDTH - 1) / THRONG_WIDTH)

/* Scratch memory of a task. */
typedef struct crowd_scratch {
    THRONG_SCRATCH vint *kept;      /* sorted keys of each batch of the block */
    THRONG_SCRATCH int64_t *exact;  /* CROWD_EXACT_ROWS * THRONG_WIDTH words, see crowd_exact */
    THRONG_SCRATCH int32_t *leaves; /* leaves around the block: boxes + CROWD_PADDING */
    THRONG_SCRATCH int32_t *spare;  /* the same */
    THRONG_SCRATCH float *around;   /* boxes of these leaves, in the layout of the tree */
    int32_t boxes;                  /* stride of `around` */
    THRONG_SCRATCH int32_t *walls;  /* leaves of walls: CROWD_WALL_LEAVES + CROWD_PADDING */
    THRONG_SCRATCH int32_t *spare_walls;
    THRONG_SCRATCH int32_t
        *rows; /* CROWD_MAX_NEIGHBORS * THRONG_WIDTH: neighbours of lanes, as indices in sorted order */
    THRONG_SCRATCH int32_t *found;      /* the same */
    THRONG_SCRATCH int32_t *candidates; /* CROWD_CANDIDATES + THRONG_WIDTH candidates */
    THRONG_SCRATCH int32_t *close;      /* the same */
    THRONG_SCRATCH float
        *squares;      /* CROWD_MAX_WALLS * THRONG_WIDTH squared wall distances; wall rows are in `found` */
    crowd_lines lines; /* followed by CROWD_LP_ROWS rows */
    THRONG_SCRATCH float *deferred; /* memory of crowd_deferred_init() */
} crowd_scratch;

/* Lays out crowd_block_words() words. */
static inline crowd_scratch crowd_scratch_at(THRONG_SCRATCH float *at, int32_t boxes, int32_t nearest)
{
    crowd_scratch s;
    s.kept = (THRONG_SCRATCH vint *)(THRONG_SCRATCH void *)at;
    at += (size_t)CROWD_BATCHES * (size_t)crowd_key_capacity(nearest) * THRONG_WIDTH;
    s.exact = (THRONG_SCRATCH int64_t *)(THRONG_SCRATCH void *)at;
    at += (size_t)CROWD_EXACT_ROWS * THRONG_WIDTH;
    s.lines.at = at;
    s.lines.stride = THRONG_WIDTH;
    at += (size_t)CROWD_DEFERRED_ROWS * THRONG_WIDTH;
    s.deferred = at;
    at += 2 * (size_t)CROWD_DEFERRED_ROWS * THRONG_WIDTH;
    s.found = (THRONG_SCRATCH int32_t *)(THRONG_SCRATCH void *)at;
    s.rows = s.found + (size_t)CROWD_MAX_NEIGHBORS * THRONG_WIDTH;
    s.candidates = s.rows + (size_t)CROWD_MAX_NEIGHBORS * THRONG_WIDTH;
    s.close = s.candidates + CROWD_CANDIDATES + THRONG_WIDTH;
    s.walls = s.close + CROWD_CANDIDATES + THRONG_WIDTH;
    s.spare_walls = s.walls + CROWD_WALL_LEAVES + CROWD_PADDING;
    s.leaves = s.spare_walls + CROWD_WALL_LEAVES + CROWD_PADDING;
    s.spare = s.leaves + boxes + CROWD_PADDING;
    s.around = (THRONG_SCRATCH float *)(THRONG_SCRATCH void *)(s.spare + boxes + CROWD_PADDING);
    s.boxes = boxes + CROWD_PADDING;
    s.squares = s.around + 5 * (size_t)s.boxes;
    return s;
}

/* Copies the boxes of `count` leaves to contiguous memory, followed by a vector of empty boxes. radii: the
 * largest radii too. */
static FORCE_INLINE void crowd_copy_leaf_boxes(THRONG_GLOBAL const crowd_plan *plan,
                                               THRONG_GLOBAL const float *boxes, crowd_scratch *scratch,
                                               int32_t count, const int radii)
{
    for (int32_t i = count; i < count + THRONG_WIDTH; i++)
        scratch->leaves[i] = 0;
    for (int32_t side = 0; side < (radii ? 5 : 4); side++) {
        THRONG_SCRATCH float *to = scratch->around + (size_t)side * (size_t)scratch->boxes;
        THRONG_GLOBAL const float *from = boxes + (size_t)side * (size_t)plan->tree.boxes;
        for (int32_t i = 0; i < count; i += THRONG_WIDTH)
            vf_store(to + i, vf_gather(from, vi_load(scratch->leaves + i), plan->tree.boxes));
        vf_store(to + count, vf_set(side == 0 || side == 2 ? 3e38f : side == 4 ? 0.0f : -3e38f));
    }
}

/* Culls the block's leaves for one batch. Lists their indices in `spare`; returns their number. */
static FORCE_INLINE int32_t crowd_leaves_of_batch(const crowd_bounds *q, crowd_scratch *scratch,
                                                  int32_t count)
{
    int32_t some = 0;
    for (int32_t i = 0; i < count; i += THRONG_WIDTH) {
        const uint32_t bits = crowd_boxes_reached(q, scratch->around + i, scratch->boxes);
        some += vi_compress_store(scratch->spare + some, vi_add(vi_set(i), vi_iota()), bits);
    }
    return some;
}

/* ---------------------------------------------------------------- batches --------------------------- */

static FORCE_INLINE void crowd_candidates_init(crowd_candidates *candidates, THRONG_SCRATCH int32_t *rows,
                                               THRONG_SCRATCH int32_t *close)
{
    candidates->rows = rows;
    candidates->close = close;
    candidates->sorted = candidates->tested = candidates->end = CROWD_CARRIED;
    candidates->renumbered = candidates->close_count = 0;
}

/* Upper bound of the search range, from the agents before and behind the batch in sorted order. */
static FORCE_INLINE vfloat crowd_initial_range(crowd_search *s, THRONG_GLOBAL const crowd_plan *plan,
                                               const crowd_world *world, int32_t first, const int uses)
{
    const int32_t begin = first > CROWD_LEAF ? first - CROWD_LEAF : 0,
                  end = first + THRONG_WIDTH + CROWD_LEAF;
    crowd_candidates candidates;
    crowd_candidates_init(&candidates, 0, 0);
    for (int32_t i = begin; i < end && i < plan->agents; i++) {
        crowd_test_agent(s, world, i, crowd_own_lane(first, i), 1, uses, &candidates.ranks[i - begin]);
        candidates.tested++;
    }
    crowd_search_sort(s, &candidates, uses);
    return s->bound;
}

/* Stored from the last lane down: padding lanes repeat the last agent with less information, and its own lane
 * has to be written last. */
static FORCE_INLINE void crowd_ranges_store(const crowd_world *world, const crowd_lanes *l, vfloat range)
{
    float ranges[THRONG_WIDTH];
    vf_store(ranges, range);
    UNROLL
    for (int32_t k = THRONG_WIDTH - 1; k >= 0; k--)
        world->ranges[l->agents[k]] = ranges[k];
}

/* guess: 1: start from the predicted range, which may be too small. Returns how far is searched. */
static FORCE_INLINE vfloat crowd_search_start(crowd_search *s, THRONG_GLOBAL const crowd_plan *plan,
                                              const crowd_world *world, int32_t first, const crowd_lanes *l,
                                              THRONG_PRIVATE vint *kept, int32_t guess, const int uses)
{
    crowd_limits limits = crowd_limits_of(world, l, &s->a, uses);
    const vfloat limit = crowd_rank_limit(plan, world, l, limits.none, &limits.reach, uses);
    vfloat range = limit;
    if (!(uses & CROWD_SENSES)) { /* senses have a fixed range */
        vmask unknown = vf_lt(vf_set(uses & CROWD_BY_GAPS ? CROWD_NO_GAP : 0.0f), range);
        if (guess)
            range = crowd_predicted_ranges(plan, world, l, range, &unknown, uses);
        if (vmask_any(unknown)) {
            crowd_search_init(s, plan, kept, &limits, limit, range);
            range = crowd_initial_range(s, plan, world, first, uses);
        }
    }
    crowd_search_init(s, plan, kept, &limits, limit, range);
    return uses & CROWD_SENSES ? limits.reach : range;
}

/* Resolves keys to agents in sorted order: the i-th neighbour of a lane goes to to[i * THRONG_WIDTH + lane];
 * if there is none, the agent itself. from: agents of the numbers below CROWD_CARRIED. Returns the lanes in
 * which equal key prefixes leave a doubt. */
static FORCE_INLINE uint32_t crowd_resolve_candidates(const crowd_search *s,
                                                      const crowd_candidates *candidates,
                                                      const crowd_lanes *l,
                                                      THRONG_SCRATCH const int32_t *from,
                                                      THRONG_SCRATCH int32_t *to, const int uses)
{
    const vint own = vi_load(l->places), nobody = vi_set(CROWD_NO_KEY);
    vint before = nobody;
    vmask doubt = vi_lt(nobody, nobody);
    for (int32_t i = 0; i < s->nearest; i++) {
        const vint key = s->kept[i], number = vi_and(key, vi_set(CROWD_CANDIDATES - 1));
        const vmask known = vi_lt(key, nobody);
        doubt = vmask_or(doubt, vmask_and(known, crowd_keys_alike(key, before, uses)));
        before = key;
        vint row = vi_gather(candidates->rows, number);
        if (candidates->renumbered) {
            int32_t rows[THRONG_WIDTH], numbers[THRONG_WIDTH];
            vi_store(rows, row);
            vi_store(numbers, number);
            for (int32_t k = 0; k < THRONG_WIDTH; k++)
                if (numbers[k] < CROWD_CARRIED)
                    rows[k] = from[numbers[k] * THRONG_WIDTH + k];
            row = vi_load(rows);
        }
        vi_store(to + (size_t)i * THRONG_WIDTH, vi_select(known, row, own));
    }
    const vint next = s->nearest < s->capacity ? s->kept[s->nearest] : s->lost;
    const vmask close = crowd_keys_alike(next, before, uses);
    return vmask_bits(vmask_or(doubt, vmask_and(vi_lt(next, nobody), close)));
}

static FORCE_INLINE void crowd_swap_rows(crowd_scratch *scratch)
{
    THRONG_SCRATCH int32_t *rows = scratch->rows;
    scratch->rows = scratch->found;
    scratch->found = rows;
}

/* Resolves the neighbours so far, renumbers them and starts a new candidate list. */
static FORCE_INLINE void crowd_candidates_restart(crowd_search *s, crowd_candidates *candidates,
                                                  const crowd_lanes *l, crowd_scratch *scratch,
                                                  const int uses)
{
    crowd_search_sort(s, candidates, uses);
    crowd_resolve_candidates(s, candidates, l, scratch->rows, scratch->found, uses);
    crowd_swap_rows(scratch);
    for (int32_t i = 0; i < s->nearest; i++)
        s->kept[i] = vi_or(vi_and(s->kept[i], vi_set(-CROWD_CANDIDATES)), vi_set(i));
    crowd_candidates_init(candidates, scratch->candidates, scratch->close);
    candidates->renumbered = 1;
}

/* Bounding box and search range of a batch. */
static FORCE_INLINE crowd_bounds crowd_bounds_of(const crowd_search *s, const crowd_world *world,
                                                 const int uses)
{
    crowd_bounds q;
    /* clang's analyzer takes what crowd_search_start() made of a batch for lost at the second block.
     * NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage) */
    q.box.left = vf_reduce_min(s->a.x);
    q.box.right = vf_reduce_max(s->a.x);
    q.box.top = vf_reduce_min(s->a.y);
    q.box.bottom = vf_reduce_max(s->a.y);
    q.box.most = vf_reduce_max(s->a.radius);
    crowd_bounds_begin(&q, uses);
    if (uses & CROWD_HEARING)
        q.close = scalar_min(vf_reduce_max(s->a.hearing2),
                             (q.box.most + world->max_sound_range) * (q.box.most + world->max_sound_range));
    q.limit = vf_reduce_max(uses & CROWD_SENSES ? s->reach : s->bound);
    if (uses & CROWD_SENSES && !(uses & CROWD_VISION))
        q.limit = q.close; /* without vision only hearing counts */
    return q;
}

/* ---------------------------------------------------------------- exact search ---------------------- */

/* Candidates of the lanes in doubt, contiguous per lane, with exact keys, see crowd_rank(). In the task's
 * scratch memory: the stack of a host's task may be small. */
typedef struct crowd_exact {
    THRONG_SCRATCH int64_t *keys;           /* CROWD_EXACT_CAPACITY per lane */
    THRONG_SCRATCH int32_t *rows;           /* the same */
    int32_t counts[THRONG_WIDTH], capacity; /* per lane */
} crowd_exact;

/* Sorts lane k and keeps `nearest` entries. Rank sort: counts the smaller keys of each, without branches. By
 * gaps the ids are not in the keys. */
static inline void crowd_exact_sort_lane(crowd_exact *sorted, const crowd_world *world, int32_t k,
                                         int32_t nearest, const int uses)
{
    int64_t keys[CROWD_EXACT_CAPACITY], before[CROWD_EXACT_CAPACITY];
    int32_t rows[CROWD_EXACT_CAPACITY], ties[CROWD_EXACT_CAPACITY];
    THRONG_SCRATCH int64_t *to_keys = sorted->keys + (size_t)k * CROWD_EXACT_CAPACITY;
    THRONG_SCRATCH int32_t *to_rows = sorted->rows + (size_t)k * CROWD_EXACT_CAPACITY;
    const int32_t count = sorted->counts[k];
    for (int32_t i = 0; i < count; i++) {
        keys[i] = to_keys[i];
        rows[i] = to_rows[i];
        before[i] = 0;
        if (uses & CROWD_BY_GAPS)
            ties[i] = world->records[rows[i]].tie;
    }
    for (int32_t j = 0; j < count; j++)
        for (int32_t i = 0; i < count; i++)
            before[i] += keys[j] < keys[i];
    for (int32_t j = 0; uses & CROWD_BY_GAPS && j < count; j++)
        for (int32_t i = 0; i < count; i++)
            before[i] += keys[j] == keys[i] && ties[j] < ties[i];
    for (int32_t i = 0; i < count; i++) {
        const int32_t at = (int32_t)before[i] < nearest ? (int32_t)before[i] : nearest;
        to_keys[at] = keys[i];
        to_rows[at] = rows[i];
    }
    sorted->counts[k] = count < nearest ? count : nearest;
}

static FORCE_INLINE vfloat crowd_squares_to(const crowd_search *s, const crowd_world *world, int32_t i)
{
    THRONG_GLOBAL const float *point = crowd_point(world->points, i);
    return crowd_square(vf_set(point[0]) - s->a.x, vf_set(point[CROWD_LEAF]) - s->a.y);
}

static inline void crowd_exact_test_leaf(crowd_exact *sorted, crowd_search *s,
                                         THRONG_GLOBAL const crowd_plan *plan, const crowd_world *world,
                                         int32_t first, int32_t leaf, uint32_t lanes, const int uses)
{
    const int32_t begin = leaf * CROWD_LEAF;
    for (int32_t i = begin; i < begin + CROWD_LEAF && i < plan->agents; i++) {
        int32_t words[THRONG_WIDTH], squares[THRONG_WIDTH];
        vfloat rank;
        uint32_t bits =
            vmask_bits(crowd_test_agent(s, world, i, crowd_own_lane(first, i), 1, uses, &rank)) & lanes;
        vi_store(words, crowd_rank_word(rank, uses));
        vi_store(squares, uses & CROWD_BY_GAPS ? vf_to_bits(crowd_squares_to(s, world, i)) : vi_set(0));
        for (; bits; bits &= bits - 1) {
            const int32_t k = first_lane(bits), at = k * CROWD_EXACT_CAPACITY + sorted->counts[k];
            sorted->keys[at] =
                crowd_rank(words[k], uses & CROWD_BY_GAPS ? squares[k] : world->records[i].tie);
            sorted->rows[at] = i;
            if (++sorted->counts[k] == sorted->capacity)
                crowd_exact_sort_lane(sorted, world, k, s->nearest, uses);
        }
    }
}

/* Repeats the search of the lanes in doubt with exact keys, in `some` of the leaves around the block. */
static inline void crowd_exact_search(crowd_search *s, THRONG_GLOBAL const crowd_plan *plan,
                                      const crowd_world *world, int32_t first, const crowd_lanes *l,
                                      int32_t some, uint32_t lanes, crowd_scratch *scratch, const int uses)
{
    const vint perceived = s->perceived;
    crowd_exact sorted;
    sorted.keys = scratch->exact;
    sorted.rows =
        (THRONG_SCRATCH int32_t *)(THRONG_SCRATCH void *)(sorted.keys +
                                                          (size_t)CROWD_EXACT_CAPACITY * THRONG_WIDTH);
    vi_store(sorted.counts, vi_set(0));
    sorted.capacity = s->nearest < 16 ? 32 : CROWD_EXACT_CAPACITY;
    for (int32_t i = 0; i < some; i++)
        if (crowd_box_in_reach(s, scratch->around + scratch->spare[i], scratch->boxes, uses))
            crowd_exact_test_leaf(&sorted, s, plan, world, first, scratch->leaves[scratch->spare[i]], lanes,
                                  uses);
    s->perceived = perceived;
    for (; lanes; lanes &= lanes - 1) {
        const int32_t k = first_lane(lanes);
        crowd_exact_sort_lane(&sorted, world, k, s->nearest, uses);
        for (int32_t i = 0; i < s->nearest; i++) /* missing neighbours are the agent itself */
            scratch->rows[i * THRONG_WIDTH + k] =
                i < sorted.counts[k] ? sorted.rows[k * CROWD_EXACT_CAPACITY + i] : l->places[k];
    }
}

/* ---------------------------------------------------------------- batch search ---------------------- */

/* Bits of the `lanes` agents from i on that are not in the batch itself. */
static FORCE_INLINE uint32_t crowd_not_own(int32_t first, int32_t i, int32_t lanes)
{
    return (uint32_t)(i - first) < THRONG_WIDTH ? 0 : (1u << lanes) - 1u;
}

/* Leaves per vector. */
#if THRONG_WIDTH > CROWD_LEAF
#define CROWD_LEAVES_PER_TEST 2
#else
#define CROWD_LEAVES_PER_TEST 1
#endif

/* Appends the agents of one vector of leaves that are in reach of the batch's box, except its own. Returns
 * the new end of the list. other: the second leaf, or the first again if there is none. */
static FORCE_INLINE int32_t crowd_candidates_add_leaves(crowd_candidates *candidates, const crowd_bounds *q,
                                                        const crowd_world *world, int32_t first, int32_t leaf,
                                                        int32_t other, float most)
{
    const int32_t i = leaf * CROWD_LEAF;
    int32_t end = candidates->end;
    uint32_t close;
#if CROWD_LEAVES_PER_TEST == 2
    const int32_t j = other * CROWD_LEAF;
    THRONG_GLOBAL const float *at = crowd_point(world->points, i), *next = crowd_point(world->points, j);
    const vint rows = vi_select_bits((1u << CROWD_LEAF) - 1u, vi_set(i), vi_set(j - CROWD_LEAF));
    const vfloat radii = q->gaps ? vf_load_halves(world->radii + i, world->radii + j) : vf_set(0.0f);
    uint32_t bits = crowd_points_reached(
        q, vf_load_halves(at, next), vf_load_halves(at + CROWD_LEAF, next + CROWD_LEAF), radii, most, &close);
    bits &= crowd_not_own(first, i, CROWD_LEAF) |
            (i == j ? 0 : crowd_not_own(first, j, CROWD_LEAF) << CROWD_LEAF);
    if (q->touches)
        candidates->close_count += vi_compress_store(candidates->close + candidates->close_count,
                                                     vi_add(rows, vi_iota()), bits & close);
    end += vi_compress_store(candidates->rows + end, vi_add(rows, vi_iota()), bits & ~close);
#else
    (void)other;
    UNROLL
    for (int32_t row = i; row < i + CROWD_LEAF; row += CROWD_BOXES_PER_TEST) {
        THRONG_GLOBAL const float *at = crowd_point(world->points, row);
        const vfloat radii = q->gaps ? vf_load(world->radii + row) : vf_set(0.0f);
        const uint32_t bits =
            crowd_points_reached(q, vf_load(at), vf_load(at + CROWD_LEAF), radii, most, &close) &
            crowd_not_own(first, row, CROWD_BOXES_PER_TEST);
        const vint rows = vi_add(vi_set(row), vi_iota());
        if (q->touches)
            candidates->close_count +=
                vi_compress_store(candidates->close + candidates->close_count, rows, bits & close);
        end += vi_compress_store(candidates->rows + end, rows, bits & ~close);
    }
#endif
    return end;
}

#define CROWD_L2_AGENTS 16384 /* agents whose records fit in the L2 cache */

/* Prefetches the records of a leaf. */
static FORCE_INLINE void crowd_prefetch_leaf(const crowd_world *world, int32_t leaf)
{
    THRONG_GLOBAL const crowd_record *records = world->records + (size_t)leaf * CROWD_LEAF;
    UNROLL
    for (int32_t i = 0; i < CROWD_LEAF; i += 64 / (int32_t)sizeof(crowd_record))
        prefetch(records + i);
}

/* Tests the agents of `some` leaves around a batch. */
static FORCE_INLINE void crowd_test_leaves(crowd_search *s, crowd_candidates *candidates,
                                           const crowd_bounds *q, THRONG_GLOBAL const crowd_plan *plan,
                                           const crowd_world *world, int32_t first, const crowd_lanes *l,
                                           int32_t some, crowd_scratch *scratch, const int uses)
{
    for (int32_t i = 0; i < some; i += CROWD_LEAVES_PER_TEST) {
        const int32_t at = scratch->spare[i];
        float most = scratch->around[at + 4 * scratch->boxes];
        const int32_t next = CROWD_LEAVES_PER_TEST > 1 ? scratch->spare[i + 1 < some ? i + 1 : i] : at;
        if (CROWD_LEAVES_PER_TEST > 1)
            most = scalar_max(most, scratch->around[next + 4 * scratch->boxes]);
        if (candidates->end + candidates->close_count + CROWD_LEAVES_PER_TEST * CROWD_LEAF >
            CROWD_CANDIDATES) {
            crowd_test_candidates(s, world, candidates, uses);
            if (candidates->end + CROWD_LEAVES_PER_TEST * CROWD_LEAF > CROWD_CANDIDATES)
                crowd_candidates_restart(s, candidates, l, scratch, uses);
        }
        if (plan->agents > CROWD_L2_AGENTS) {
            crowd_prefetch_leaf(world, scratch->leaves[at]);
            if (CROWD_LEAVES_PER_TEST > 1)
                crowd_prefetch_leaf(world, scratch->leaves[next]);
        }
        candidates->end = crowd_candidates_add_leaves(candidates, q, world, first, scratch->leaves[at],
                                                      scratch->leaves[next], most);
    }
    crowd_test_candidates(s, world, candidates, uses);
}

/* Finds the neighbours of a batch among the block's `count` leaves. scratch->rows holds them, nearest first;
 * missing ones are the agent itself. Returns 0 if the predicted range was too small. */
static FORCE_INLINE int crowd_find_neighbors(crowd_search *s, THRONG_GLOBAL const crowd_plan *plan,
                                             const crowd_world *world, int32_t first, const crowd_lanes *l,
                                             int32_t count, crowd_scratch *scratch, const int uses)
{
    const crowd_bounds query = crowd_bounds_of(s, world, uses);
    const int32_t some = crowd_leaves_of_batch(&query, scratch, count);
    crowd_candidates candidates;
    crowd_candidates_init(&candidates, scratch->candidates, scratch->close);
    crowd_test_own_batch(s, plan, world, &candidates, first, uses);
    crowd_test_leaves(s, &candidates, &query, plan, world, first, l, some, scratch, uses);
    crowd_search_sort(s, &candidates, uses);
    if (crowd_search_failed(s, uses))
        return 0;
    if (!(uses & CROWD_SENSES))
        crowd_ranges_store(world, l, s->bound);
    const uint32_t doubt = crowd_resolve_candidates(s, &candidates, l, scratch->rows, scratch->found, uses);
    crowd_swap_rows(scratch);
    if (doubt)
        crowd_exact_search(s, plan, world, first, l, some, doubt, scratch, uses);
    return 1;
}

#endif
