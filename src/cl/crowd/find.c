/* Finding agents on the device, and the events of the last step. The tree over agents is built when it is
 * first asked for after they have moved; a work-item answers a query. */
#include "src/cl/crowd/crowd.h"
#include "src/cl/device/reading.h"
#include "src/core/check.h"

#include "kernels/crowd/find.h"

#include <stdio.h>
#include <string.h>

enum {
    QUERIES_AT_ONCE = 16384,
    HITS_AT_ONCE = 1 << 18 /* that are read at a time, if one query has not more */
};

/* ---------------------------------------------------------------- kernels and memory ---------------- */

void throng_cl_crowd_find_forget(throng_cl_crowd *c)
{
    throng_cl_crowd_finder *f = &c->finder;
    cl_mem *buffers[] = {&f->blocks, &f->boxes, &f->keys, &f->queries, &f->hits, &f->found};
    for (size_t i = 0; i < THRONG_CL_COUNT(buffers); i++)
        throng_cl_object_release(&c->object, buffers[i]);
    f->hit_capacity = 0;
    f->current = 0;
}

throng_status throng_cl_crowd_make_find(throng_cl_crowd *c)
{
    struct throng_cl *cl = c->object.cl;
    throng_cl_crowd_finder *f = &c->finder;
    char options[32];
    cl_program program;
    const struct {
        const char *name;
        cl_kernel *kernel;
    } kernels[] = {
        {"crowd_find_leaves_all", &f->leaves}, {"crowd_find_boxes", &f->box}, {"crowd_find_all", &f->find}};
    if (f->find)
        return THRONG_OK;
    snprintf(options, sizeof options, "-DTHRONG_WIDTH=%d", (int)cl->width);
    throng_status status = throng_cl_program(cl, "crowd/find.cl", options, &program);
    for (size_t i = 0; i < THRONG_CL_COUNT(kernels) && status == THRONG_OK; i++)
        if (!*kernels[i].kernel)
            status = throng_cl_kernel(cl, program, kernels[i].name, kernels[i].kernel);
    return status;
}

static throng_status make_tree(throng_cl_crowd *c)
{
    throng_cl_crowd_finder *f = &c->finder;
    crowd_tree tree;
    const size_t boxes = (size_t)throng_crowd_levels(&tree, c->shape.capacity);
    const size_t words = (size_t)tree.count[0] * CROWD_FIND_BLOCK + CROWD_PADDING;
    throng_status status = THRONG_OK;
    if (!f->blocks)
        status = throng_cl_object_buffer(&c->object, "the positions of agents to be found", words,
                                         sizeof(cl_float), &f->blocks);
    if (status == THRONG_OK && !f->boxes)
        status = throng_cl_object_buffer(&c->object, "the boxes around agents to be found", 5 * boxes,
                                         sizeof(cl_float), &f->boxes);
    if (status == THRONG_OK && !f->keys)
        status = throng_cl_object_buffer(&c->object, "the keys of agents to be found", (size_t)tree.count[0],
                                         sizeof(cl_int), &f->keys);
    return status;
}

/* Queries that are answered at once, and their hits. */
static int32_t queries_at_once(int32_t count, int32_t capacity)
{
    int32_t most = count < QUERIES_AT_ONCE ? count : QUERIES_AT_ONCE;
    if (capacity > 0 && most > HITS_AT_ONCE / capacity)
        most = HITS_AT_ONCE / capacity;
    return most > 0 ? most : 1;
}

static throng_status make_results(throng_cl_crowd *c, size_t hits)
{
    throng_cl_crowd_finder *f = &c->finder;
    throng_status status = THRONG_OK;
    cl_mem more = NULL;
    if (!f->queries)
        status =
            throng_cl_object_buffer(&c->object, "queries", QUERIES_AT_ONCE, sizeof(crowd_query), &f->queries);
    if (status == THRONG_OK && !f->found)
        status = throng_cl_object_buffer(&c->object, "the numbers of hits", QUERIES_AT_ONCE, sizeof(cl_int),
                                         &f->found);
    if (status != THRONG_OK || (f->hits && hits <= f->hit_capacity))
        return status;
    status = throng_cl_object_buffer(&c->object, "hits", hits, sizeof(crowd_hit), &more);
    if (status == THRONG_OK) {
        throng_cl_object_release(&c->object, &f->hits);
        f->hits = more;
        f->hit_capacity = hits;
    }
    return status;
}

throng_status throng_cl_crowd_reserve_find(void *state, int32_t count, int32_t capacity)
{
    throng_cl_crowd *c = state;
    throng_status status = throng_cl_crowd_make_find(c);
    if (status == THRONG_OK)
        status = make_tree(c);
    if (status == THRONG_OK && count > 0)
        status = make_results(c, (size_t)queries_at_once(count, capacity) * (size_t)capacity);
    return status == THRONG_OK ? status : throng_cl_failed(&c->object, status, 0);
}

/* ---------------------------------------------------------------- the tree -------------------------- */

static throng_status build_leaves(throng_cl_crowd *c, cl_int layered)
{
    const crowd_tree *tree = &c->plan.tree;
    const cl_int end = tree->first[1];
    cl_mem order = c->order.along;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(c->plan_words),   THRONG_CL_ARGUMENT(c->curve),
        THRONG_CL_ARGUMENT(c->bodies),       THRONG_CL_ARGUMENT(c->senses),
        THRONG_CL_ARGUMENT(order),           THRONG_CL_ARGUMENT(c->finder.blocks),
        THRONG_CL_ARGUMENT(c->finder.boxes), THRONG_CL_ARGUMENT(c->finder.keys),
        THRONG_CL_ARGUMENT(layered),         THRONG_CL_ARGUMENT(end),
    };
    return throng_cl_run(&c->object, c->finder.leaves, "crowd_find_leaves_all", (size_t)end, arguments,
                         THRONG_CL_COUNT(arguments));
}

static throng_status build_boxes(throng_cl_crowd *c)
{
    const crowd_tree *tree = &c->plan.tree;
    throng_status status = THRONG_OK;
    for (cl_int level = 1; level < tree->levels && status == THRONG_OK; level++) {
        const cl_int end = level + 1 < tree->levels ? tree->first[level + 1] : tree->boxes;
        const throng_cl_argument arguments[] = {
            THRONG_CL_ARGUMENT(c->plan_words),
            THRONG_CL_ARGUMENT(c->finder.boxes),
            THRONG_CL_ARGUMENT(level),
            THRONG_CL_ARGUMENT(end),
        };
        status = throng_cl_run(&c->object, c->finder.box, "crowd_find_boxes",
                               (size_t)(end - tree->first[level]), arguments, THRONG_CL_COUNT(arguments));
    }
    return status;
}

static throng_status build_tree(throng_cl_crowd *c, int32_t layered)
{
    if (c->finder.current)
        return THRONG_OK;
    c->plan.agents = c->agents;
    throng_crowd_levels(&c->plan.tree, c->agents);
    throng_status status = throng_cl_crowd_send_plan(c);
    if (status == THRONG_OK && c->agents > 0 && !(c->order.covers && c->order.serves))
        status = throng_cl_crowd_sort(c);
    if (status == THRONG_OK && c->agents > 0)
        status = build_leaves(c, layered);
    if (status == THRONG_OK && c->agents > 0)
        status = build_boxes(c);
    c->finder.current = status == THRONG_OK;
    return status;
}

/* ---------------------------------------------------------------- queries --------------------------- */

/* Where the queries of a launch are, and where their results go: in words. */
typedef struct find_buffers {
    cl_mem queries, hits, found;
    cl_ulong first, stride, first_hit, first_found;
} find_buffers;

static throng_status launch(throng_cl_crowd *c, const throng_crowd_search *find, const find_buffers *b,
                            cl_int count)
{
    const cl_int capacity = find->capacity, counts_all = find->counts_all;
    cl_mem order = c->order.along;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(c->plan_words),    THRONG_CL_ARGUMENT(c->curve),
        THRONG_CL_ARGUMENT(c->finder.blocks), THRONG_CL_ARGUMENT(c->finder.boxes),
        THRONG_CL_ARGUMENT(c->finder.keys),   THRONG_CL_ARGUMENT(order),
        THRONG_CL_ARGUMENT(b->queries),       THRONG_CL_ARGUMENT(b->first),
        THRONG_CL_ARGUMENT(b->stride),        THRONG_CL_ARGUMENT(b->hits),
        THRONG_CL_ARGUMENT(b->first_hit),     THRONG_CL_ARGUMENT(b->found),
        THRONG_CL_ARGUMENT(b->first_found),   THRONG_CL_ARGUMENT(count),
        THRONG_CL_ARGUMENT(capacity),         THRONG_CL_ARGUMENT(counts_all),
    };
    return throng_cl_run(&c->object, c->finder.find, "crowd_find_all", (size_t)count, arguments,
                         THRONG_CL_COUNT(arguments));
}

/* The host knows generations. */
static void add_generations(const throng_crowd_search *find, int32_t first, int32_t count)
{
    crowd_hit *hits = find->hits;
    for (int32_t i = first; i < first + count; i++) {
        const int32_t kept = find->found[i] < find->capacity ? find->found[i] : find->capacity;
        for (int32_t k = 0; k < kept; k++) {
            crowd_hit *hit = &hits[(size_t)i * (size_t)find->capacity + (size_t)k];
            hit->generation = (int32_t)find->generations[hit->agent];
        }
    }
}

static throng_status read_results(throng_cl_crowd *c, const throng_crowd_search *find, int32_t first,
                                  int32_t count)
{
    const size_t size = (size_t)find->capacity * sizeof(crowd_hit);
    throng_status status =
        throng_cl_read_all(&c->object, c->finder.hits, (char *)find->hits + (size_t)first * size,
                           (size_t)count * size, "clEnqueueReadBuffer(hits)");
    if (status == THRONG_OK)
        status = throng_cl_read_all(&c->object, c->finder.found, find->found + first,
                                    (size_t)count * sizeof(cl_int), "clEnqueueReadBuffer(found)");
    if (status == THRONG_OK)
        add_generations(find, first, count);
    return status;
}

static throng_status answer(throng_cl_crowd *c, const throng_crowd_search *find, int32_t first, int32_t count)
{
    const find_buffers b = {.queries = c->finder.queries,
                            .hits = c->finder.hits,
                            .found = c->finder.found,
                            .stride = sizeof(crowd_query) / 4};
    const int32_t most = THRONG_CL_CROWD_STAGE / (int32_t)sizeof(crowd_query);
    throng_status status = THRONG_OK;
    for (int32_t done = 0; done < count && status == THRONG_OK; done += most) {
        const int32_t some = count - done < most ? count - done : most;
        throng_cl_slot *slot;
        status = throng_cl_staging_acquire(c->object.cl, &c->object.stage, &slot);
        for (int32_t i = 0; i < some && status == THRONG_OK; i++) {
            const throng_crowd_query query = throng_crowd_query_at(find, first + done + i);
            memcpy(slot->memory + (size_t)i * sizeof query, &query, sizeof query);
        }
        if (status == THRONG_OK)
            status = throng_cl_staging_upload(c->object.cl, slot, 0, c->finder.queries,
                                              (size_t)done * sizeof(crowd_query),
                                              (size_t)some * sizeof(crowd_query));
    }
    if (status == THRONG_OK)
        status = launch(c, find, &b, count);
    return status == THRONG_OK ? status : throng_cl_failed(&c->object, status, 0);
}

throng_status throng_cl_crowd_find(void *state, const throng_crowd_search *find)
{
    throng_cl_crowd *c = state;
    const int32_t most = queries_at_once(find->count, find->capacity);
    throng_status status = build_tree(c, find->layered);
    if (status != THRONG_OK)
        return throng_cl_failed(&c->object, status, 0);
    for (int32_t done = 0; done < find->count && status == THRONG_OK; done += most) {
        const int32_t some = find->count - done < most ? find->count - done : most;
        status = answer(c, find, done, some);
        if (status == THRONG_OK)
            status = read_results(c, find, done, some);
    }
    return status;
}

throng_status throng_cl_crowd_find_copy(throng_cl_crowd *c, const throng_crowd_search *find, cl_mem queries,
                                        size_t offset, size_t stride, cl_mem hits, size_t hits_offset,
                                        cl_mem found, size_t found_offset)
{
    const find_buffers b = {queries,    hits ? hits : found, found,           offset / 4,
                            stride / 4, hits_offset / 4,     found_offset / 4};
    const throng_status status = build_tree(c, find->layered);
    return status == THRONG_OK ? launch(c, find, &b, find->count) : status;
}

/* ---------------------------------------------------------------- events ---------------------------- */

throng_status throng_cl_crowd_events(void *state, int32_t kinds, int32_t slots, int32_t *list,
                                     int32_t capacity, int32_t *count)
{
    throng_cl_crowd *c = state;
    const cl_uint entries = (cl_uint)slots, none = 0;
    const cl_int flags = kinds;
    /* between steps nobody needs records */
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(c->events),    THRONG_CL_ARGUMENT(c->bodies), THRONG_CL_ARGUMENT(c->records),
        THRONG_CL_ARGUMENT(c->collected), THRONG_CL_ARGUMENT(entries),   THRONG_CL_ARGUMENT(flags),
    };
    *count = 0;
    if (slots == 0)
        return THRONG_OK;
    throng_status status =
        throng_cl_staging_send(c->object.cl, &c->object.stage, c->collected, 0, &none, sizeof none);
    if (status == THRONG_OK)
        status = throng_cl_run(&c->object, c->collect, "crowd_collect_events", ((size_t)slots + 3) / 4,
                               arguments, THRONG_CL_COUNT(arguments));
    if (status != THRONG_OK)
        return throng_cl_failed(&c->object, status, 0);
    status =
        throng_cl_read_all(&c->object, c->collected, count, sizeof *count, "clEnqueueReadBuffer(events)");
    const int32_t some = *count < capacity ? *count : capacity;
    if (status != THRONG_OK || some == 0)
        return status;
    return throng_cl_read_all(&c->object, c->records, list, (size_t)some * sizeof *list,
                              "clEnqueueReadBuffer(events)");
}
