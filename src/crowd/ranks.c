/* Ranks of ids, see src/crowd/ranks.h. */
#include "src/crowd/ranks.h"
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/crowd/agents.h"

#include <string.h>

/* Labels fill the middle half of all numbers, and those behind the last or before the first one lie closely:
 * ids that ascend or descend do so often. */
enum { GAP_MOST = 1 << 16, GAP_AT_ENDS = 64, FIRST_LABEL = 1 << 29, LABELS = 1 << 30 };

void throng_ranks_forget(throng_ranks *ranks)
{
    ranks->ranked = ranks->by_id = 1;
    ranks->known = 0;
    ranks->labelled = ranks->fresh = 0;
    ranks->base = ranks->top_id = 0;
    ranks->top_rank = 0;
}

void throng_ranks_limits(const throng_ranks *ranks, int32_t agents, uint64_t *top_id, int32_t *top_rank)
{
    const int32_t ids = ranks->by_id && agents > 0, labels = ranks->ranked && !ids && agents > 0;
    *top_id = ids ? ranks->base + INT32_MAX - 1 : labels ? ranks->top_id : 0;
    *top_rank = ids ? INT32_MAX : labels ? ranks->top_rank : 0;
}

uint64_t throng_ranks_base(uint64_t top_id) { return top_id - (INT32_MAX - 1); }

/* ---------------------------------------------------------------- sorting --------------------------- */

static void sift(throng_named *named, int32_t at, int32_t count)
{
    const throng_named held = named[at];
    for (int32_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && named[child].id < named[child + 1].id;
        if (named[child].id <= held.id)
            break;
        named[at] = named[child];
        at = child;
    }
    named[at] = held;
}

/* A heap sort, since qsort() may allocate, which a frame must not; without calls it takes half the time of
 * throng_sort(). Most lists ascend already. */
void throng_named_sort(throng_named *named, int32_t count)
{
    int32_t ordered = 1;
    for (int32_t i = 1; i < count && ordered; i++)
        ordered = named[i - 1].id <= named[i].id;
    if (ordered)
        return;
    for (int32_t i = count / 2 - 1; i >= 0; i--)
        sift(named, i, count);
    for (int32_t end = count - 1; end > 0; end--) {
        const throng_named last = named[end];
        named[end] = named[0];
        named[0] = last;
        sift(named, 0, end);
    }
}

/* ---------------------------------------------------------------- agents that come ------------------ */

/* Ids may go on in both directions from the first one. */
static uint64_t base_for(uint64_t id)
{
    if (id < INT32_MAX)
        return 0;
    const uint64_t base = id - (1u << 30), most = UINT64_MAX - INT32_MAX;
    return base < most ? base : most;
}

int32_t throng_ranks_add(throng_ranks *ranks, uint64_t id, int32_t index, int32_t agents)
{
    if (agents <= 1) {
        throng_ranks_forget(ranks);
        ranks->base = base_for(id);
    }
    if (ranks->by_id && id - ranks->base < INT32_MAX)
        return (int32_t)(id - ranks->base);
    ranks->by_id = ranks->ranked = 0;
    if (!ranks->known)
        return 0;
    /* they are merged from the front, where each takes up space before it is free at the back */
    if (ranks->labelled + 2 * (int64_t)(ranks->fresh + 1) > ranks->space) {
        ranks->known = 0;
        return 0;
    }
    ranks->fresh++;
    ranks->named[ranks->space - ranks->fresh] = (throng_named){id, index, 0};
    return 0;
}

int32_t throng_ranks_want_memory(const throng_crowd *crowd)
{
    return !crowd->listed && !crowd->ranks.ranked && !crowd->ranks.named;
}

throng_status throng_crowd_reserve_ranks(throng_crowd *crowd)
{
    throng_ranks *ranks = &crowd->ranks;
    if (!throng_ranks_want_memory(crowd))
        return THRONG_OK;
    const int32_t space = crowd->handle_capacity + crowd->handle_capacity / 2 + 64;
    const size_t bytes = (size_t)space * sizeof *ranks->named;
    ranks->named = throng_allocate(&crowd->object.context->allocator, bytes);
    if (!ranks->named)
        return throng_fail_memory(crowd->object.context, "the ranks of ids", bytes);
    ranks->space = space;
    return THRONG_OK;
}

void throng_crowd_ranks_release(throng_crowd *crowd)
{
    throng_ranks *ranks = &crowd->ranks;
    throng_release(&crowd->object.context->allocator, ranks->named,
                   (size_t)ranks->space * sizeof *ranks->named);
    ranks->named = NULL;
    ranks->space = ranks->labelled = 0;
    ranks->known = 0;
}

/* ---------------------------------------------------------------- labels ---------------------------- */

static throng_status write_ranks(throng_crowd *crowd, const throng_named *named, int32_t count)
{
    const throng_crowd_part part = {.first = (int32_t)(offsetof(crowd_body, tie) / 4),
                                    .words = 1,
                                    .count = count,
                                    .agents = &named->index,
                                    .agent_stride = sizeof *named};
    return crowd->ops->write(crowd->object.state, &part, &named->rank, sizeof *named);
}

static int32_t is_there(const throng_crowd *crowd, const throng_named *named)
{
    return (crowd->generations[named->index] & 1u) && crowd->ids[named->index] == named->id;
}

/* All agents, evenly spaced. merged: 1: `named` has them in their order already. */
static throng_status label_all(throng_crowd *crowd, int32_t merged)
{
    throng_ranks *ranks = &crowd->ranks;
    throng_named *all = ranks->named;
    int32_t count = 0;
    for (int32_t i = 0; i < (merged ? ranks->labelled : crowd->agents); i++) {
        const int32_t agent = crowd->alive[merged ? 0 : i];
        const throng_named one = merged ? all[i] : (throng_named){crowd->ids[agent], agent, 0};
        if (is_there(crowd, &one))
            all[count++] = one;
    }
    if (!merged)
        throng_named_sort(all, count);
    const int32_t even = LABELS / (count + 1), gap = even < GAP_MOST ? even : GAP_MOST;
    for (int32_t i = 0; i < count; i++)
        all[i].rank = FIRST_LABEL + i * gap;
    ranks->labelled = count;
    return write_ranks(crowd, all, count);
}

/* The first of the labelled entries from `at` on whose id is not below this one; it is probably near. */
static int32_t find_place(const throng_ranks *ranks, int32_t at, uint64_t id)
{
    int32_t end = at, step = 1;
    while (end < ranks->labelled && ranks->named[end].id < id) {
        at = end + 1;
        end = end < ranks->labelled - step ? end + step : ranks->labelled;
        step = step < INT32_MAX / 2 ? 2 * step : step;
    }
    while (at < end) {
        const int32_t middle = at + (end - at) / 2;
        if (ranks->named[middle].id < id)
            at = middle + 1;
        else
            end = middle;
    }
    return at;
}

/* Labels for `count` entries before the one at `at`; 0: there is no space for them. */
static int32_t label_gap(const throng_ranks *ranks, int32_t at, throng_named *fresh, int32_t count)
{
    const int32_t last = at == ranks->labelled;
    const int64_t low = at > 0 ? ranks->named[at - 1].rank : -1;
    const int64_t high = last ? INT32_MAX : ranks->named[at].rank;
    int64_t step = (high - low) / (count + 1);
    if ((last || at == 0) && step > GAP_AT_ENDS)
        step = GAP_AT_ENDS;
    const int64_t before = at == 0 && !last ? high - step * (count + 1) : low;
    for (int32_t i = 0; i < count; i++)
        fresh[i].rank = (int32_t)(before + step * (i + 1));
    return step > 0;
}

/* Labels new entries, which ascend. One whose id has an entry gets its label, and takes it over. 0: some gap
 * is used up. */
static int32_t label_fresh(throng_ranks *ranks, throng_named *fresh, int32_t count)
{
    int32_t at = 0, spaced = 1;
    for (int32_t i = 0; i < count;) {
        at = find_place(ranks, at, fresh[i].id);
        const int32_t first = i, last = at == ranks->labelled;
        if (!last && ranks->named[at].id == fresh[i].id) {
            ranks->named[at].index = fresh[i].index;
            fresh[i++].rank = ranks->named[at].rank;
            continue;
        }
        while (i < count && (last || fresh[i].id < ranks->named[at].id))
            i++;
        spaced &= label_gap(ranks, at, fresh + first, i - first);
    }
    return spaced;
}

/* New entries into the others, from the back; an id that is there already stays once. */
static void merge(throng_ranks *ranks, const throng_named *fresh, int32_t count)
{
    throng_named *named = ranks->named;
    int32_t i = 0, more = count;
    for (int32_t k = 0; k < count; k++) {
        i = find_place(ranks, i, fresh[k].id);
        more -= i < ranks->labelled && named[i].id == fresh[k].id;
    }
    int32_t to = ranks->labelled + more - 1, k = count - 1;
    i = ranks->labelled - 1;
    while (k >= 0) {
        if (i >= 0 && named[i].id > fresh[k].id)
            named[to--] = named[i--];
        else if (i >= 0 && named[i].id == fresh[k].id)
            k--;
        else
            named[to--] = fresh[k--];
    }
    ranks->labelled += more;
}

/* Those who came since the last step, without those who have gone; each id once. */
static int32_t gather_fresh(const throng_crowd *crowd, throng_named *fresh)
{
    int32_t count = 0;
    throng_named_sort(fresh, crowd->ranks.fresh);
    for (int32_t i = 0; i < crowd->ranks.fresh; i++)
        if (is_there(crowd, &fresh[i]) && (count == 0 || fresh[count - 1].id != fresh[i].id))
            fresh[count++] = fresh[i];
    return count;
}

throng_status throng_crowd_flush_ranks(throng_crowd *crowd)
{
    throng_ranks *ranks = &crowd->ranks;
    throng_status status;
    if (ranks->ranked)
        return THRONG_OK;
    if (!ranks->known) {
        status = label_all(crowd, 0);
    } else {
        throng_named *fresh = ranks->named + ranks->space - ranks->fresh;
        const int32_t count = gather_fresh(crowd, fresh), spaced = label_fresh(ranks, fresh, count);
        status = spaced ? write_ranks(crowd, fresh, count) : THRONG_OK;
        merge(ranks, fresh, count);
        if (!spaced)
            status = label_all(crowd, 1);
    }
    ranks->fresh = 0;
    ranks->known = ranks->ranked = status == THRONG_OK;
    if (status == THRONG_OK && ranks->labelled > 0) {
        ranks->top_id = ranks->named[ranks->labelled - 1].id;
        ranks->top_rank = ranks->named[ranks->labelled - 1].rank + 1;
    }
    return status;
}
