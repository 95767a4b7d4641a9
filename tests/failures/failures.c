/* A failed call changes nothing. Each public call is made in each of the ways in which it fails, and without
 * memory at its first, second and every further request: on a world that goes on beside another one, on which
 * the same calls are made and none fails. What can be read of the world must be as before the call, already
 * when the assertion handler is told; and after the call has succeeded, and all have gone on, as on the other
 * world. */
#include "tests/failures/world.h"
#include "tests/support/each_backend.h"

#include <dirent.h>
#include <stdlib.h>

enum { REQUESTS = 300 };       /* of one call, at most */
enum { EACH = BRIEFLY(8, 1) }; /* every so many of them is refused */

typedef struct pair {
    world *tried, *other; /* on other, no call fails */
    const public_call *call;
} pair;

static throng_status call(world *w, const public_call *c, int32_t way, throng_status *expected)
{
    *expected = THRONG_ERROR_INVALID_ARGUMENT;
    return c->run(w, way, expected);
}

/* *seen: how the world looked before the call; how it looks now. */
static void expect_unchanged(const pair *p, world_look *seen, const char *way)
{
    const world_look now = world_see(p->tried);
    const char *changed = world_difference(seen, &now);
    cr_expect(changed == NULL, "%s: %s, %s: changed: %s", p->tried->v->name, p->call->name, way, changed);
    *seen = now;
}

/* The number of ways that are mistakes of the caller. */
static int32_t try_mistakes(const pair *p)
{
    world *w = p->tried;
    world_look seen = world_see(w);
    for (int32_t way = 1;; way++) {
        char text[40];
        throng_status expected;
        const int64_t alive = w->alive;
        w->assertions = 0;
        w->changed = NULL;
        w->before = &seen;
        const throng_status status = call(w, p->call, way, &expected);
        w->before = NULL;
        if (status == NO_WAY)
            return way - 1;
        snprintf(text, sizeof text, "mistake %d", (int)way);
        cr_expect(status == expected, "%s: %s, %s: %s", w->v->name, p->call->name, text,
                  throng_status_string(status));
        cr_expect(w->changed == NULL, "%s: %s, %s: when the handler is called, changed: %s", w->v->name,
                  p->call->name, text, w->changed);
        cr_expect(w->assertions <= 1 && w->made == NULL && w->alive == alive, "%s: %s, %s: %d handlers",
                  w->v->name, p->call->name, text, (int)w->assertions);
        expect_unchanged(p, &seen, text);
    }
}

static pair pair_begin(const variant *v, const public_call *c)
{
    return (pair){world_begin(v), world_begin(v), c};
}

static void pair_end(const pair *p)
{
    world_end(p->tried);
    world_end(p->other);
}

/* Both have done the call, and are alike; then both have gone on, and still are. */
static void expect_alike(const pair *p)
{
    throng_status expected;
    MUST(p->other->context, call(p->other, p->call, 0, &expected));
    if (p->call->undo) {
        MUST(p->tried->context, p->call->undo(p->tried));
        MUST(p->other->context, p->call->undo(p->other));
    }
    for (int32_t i = 0; i < 2; i++) {
        const world_look a = world_see(p->tried), b = world_see(p->other);
        const char *changed = world_difference(&b, &a);
        cr_assert(changed == NULL, "%s: after %s, which had failed%s: other than without: %s",
                  p->tried->v->name, p->call->name, i ? ", and a step" : "", changed);
        if (i == 0 && strcmp(p->call->name, "throng_terrain_fill") != 0) { /* a step has to do with that */
            world_go_on(p->tried);
            world_go_on(p->other);
        }
    }
}

/* Whether a call may leave a world's flow without fields. */
static int32_t leaves_flow(const char *name)
{
    return strcmp(name, "throng_world_flow_update") == 0 || strcmp(name, "throng_world_crowd_step") == 0;
}

static void keep_reserved(const pair *p)
{
    p->tried->keeps_memory = p->other->keeps_memory = strcmp(p->call->name, "throng_crowd_reserve_room") == 0;
}

/* What was done without memory and cannot be undone is tried again on fresh worlds. */
static void renew(pair *p)
{
    const variant *v = p->tried->v;
    p->tried->flow_is_open = 0;
    expect_alike(p);
    pair_end(p);
    *p = pair_begin(v, p->call);
    keep_reserved(p);
    p->tried->flow_is_open = leaves_flow(p->call->name);
}

/* Succeeds in the end. The number of requests refused. */
static int32_t try_without_memory(pair *p)
{
    world *w = p->tried;
    throng_status status = THRONG_ERROR_OUT_OF_MEMORY, expected;
    static int32_t turn; /* begins with each of the first EACH requests in turn */
    int32_t request = turn++ % EACH + 1, refused = 0;
    world_look seen = world_see(w);
    for (; request < REQUESTS; request += EACH) {
        char text[40];
        const int64_t alive = w->alive;
        w->failed = 0;
        w->fail_at = request;
        status = call(w, p->call, 0, &expected);
        w->fail_at = 0;
        if (!w->failed)
            break;
        refused++;
        snprintf(text, sizeof text, "request %d", (int)request);
        if (status == THRONG_OK) { /* done without, as a cache of kernels is */
            if (p->call->undo)
                MUST(w->context, p->call->undo(w));
            else
                renew(p);
            w = p->tried;
            seen = world_see(w);
            continue;
        }
        cr_expect(status == THRONG_ERROR_OUT_OF_MEMORY && w->made == NULL, "%s: %s, %s: %s", w->v->name,
                  p->call->name, text, throng_status_string(status));
        cr_expect(w->v->backend == THRONG_BACKEND_OPENCL || w->alive <= alive + 3,
                  "%s: %s, %s: %lld blocks are left", w->v->name, p->call->name, text,
                  (long long)(w->alive - alive));
        expect_unchanged(p, &seen, text);
    }
    cr_assert(status == THRONG_OK, "%s: %s: %s", w->v->name, p->call->name,
              throng_context_message(w->context));
    return refused;
}

static void try_call(pair *p, int32_t *mistakes, int32_t *requests)
{
    keep_reserved(p);
    *mistakes += try_mistakes(p);
    p->tried->flow_is_open = leaves_flow(p->call->name);
    *requests += try_without_memory(p);
    p->tried->flow_is_open = 0;
    expect_alike(p);
}

static void try_calls(const public_call *calls, int32_t count)
{
    variant list[4];
    const int32_t variants = few_variants(list, 4);
    int32_t requests = 0; /* of all variants: briefly not each call of each of them is refused one */
    for (int32_t i = 0; i < variants; i++) {
        int32_t mistakes = 0;
        pair p = pair_begin(&list[i], NULL);
        for (int32_t k = 0; k < count; k++) {
            p.call = &calls[k];
            try_call(&p, &mistakes, &requests);
        }
        pair_end(&p);
        cr_expect(mistakes > 0, "%s: no mistakes", list[i].name);
    }
    cr_expect(requests > 0, "no request was refused");
}

Test(failures, of_worlds) { try_calls(world_calls, world_call_count); }

Test(failures, of_fields) { try_calls(field_calls, field_call_count); }

Test(failures, of_readbacks) { try_calls(readback_calls, readback_call_count); }

Test(failures, of_parts) { try_calls(parts_calls, parts_call_count); }

Test(failures, of_maps_in_parts) { try_calls(cut_calls, cut_call_count); }

Test(failures, of_flows_in_parts) { try_calls(cut_flow_calls, cut_flow_call_count); }

Test(failures, of_crowds) { try_calls(crowd_calls, crowd_call_count); }

/* ---------------------------------------------------------------- capacity in a step ---------------- */

/* A chessboard of more edges than there may be: no step succeeds on it, and none leaves anything of it. */
static void try_chessboard(throng_context *context)
{
    enum { SIDE = 1500 };
    uint8_t *cells = must_allocate((size_t)SIDE * SIDE);
    throng_terrain_def ground = throng_terrain_default_def();
    throng_crowd_def def = throng_crowd_default_def();
    const throng_agent_def agent = throng_agent_default_def();
    throng_terrain *terrain;
    throng_crowd *crowd;
    throng_crowd_view view = {0};
    throng_agent agents[2];
    size_t bytes, after;
    ground.width = ground.height = SIDE;
    MUST(context, throng_terrain_create(context, &ground, &terrain));
    def.terrain = terrain;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, 1, &agent, 0, agents));
    MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_add(crowd, 1, &agent, 0, agents + 1));
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        cells[i] = (uint8_t)((i / SIDE + i % SIDE) & 1);
    MUST(context, throng_terrain_set(terrain, NULL, cells, 0));
    MUST(context, throng_crowd_snapshot_bytes(crowd, &bytes));
    unsigned char *before = must_allocate(bytes), *now = must_allocate(bytes);
    MUST(context, throng_crowd_save(crowd, before, bytes));
    for (int32_t i = 0; i < 2; i++) {
        cr_expect(throng_crowd_step(crowd, 0.1f) == THRONG_ERROR_CAPACITY);
        cr_expect(throng_crowd_inspect(crowd, agents[0], 0.1f, &view) == THRONG_ERROR_CAPACITY);
        MUST(context, throng_crowd_snapshot_bytes(crowd, &after));
        MUST(context, throng_crowd_save(crowd, now, bytes));
        cr_expect(after == bytes && memcmp(before, now, bytes) == 0, "what failed changed the crowd");
    }
    MUST(context, throng_terrain_fill(terrain, NULL, 0));
    MUST(context, throng_crowd_step(crowd, 0.1f));
    MUST(context, throng_crowd_destroy(crowd));
    MUST(context, throng_terrain_destroy(terrain));
    free(cells);
    free(before);
    free(now);
}

Test(failures, capacity_in_a_step) { each_variant(try_chessboard); }

/* ---------------------------------------------------------------- all calls ------------------------- */

static int is_in(const public_call *calls, int32_t count, const char *name)
{
    for (int32_t i = 0; i < count; i++)
        if (strcmp(calls[i].name, name) == 0)
            return 1;
    return 0;
}

static int is_in_a_table(const char *name)
{
    return is_in(world_calls, world_call_count, name) || is_in(field_calls, field_call_count, name) ||
           is_in(readback_calls, readback_call_count, name) || is_in(parts_calls, parts_call_count, name) ||
           is_in(cut_calls, cut_call_count, name) || is_in(cut_flow_calls, cut_flow_call_count, name) ||
           is_in(crowd_calls, crowd_call_count, name);
}

static int find_calls(const char *header)
{
    char path[600], line[300], name[100];
    int found = 0;
    snprintf(path, sizeof path, "%s/throng/%s", THRONG_TEST_HEADERS, header);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "THRONG_API throng_status %99[a-z0-9_](", name) == 1) {
            found++;
            cr_expect(is_in_a_table(name), "%s is in no table of tests/failures", name);
        }
    fclose(file);
    return found;
}

/* Every function of the headers that returns a status is in a table. */
Test(failures, all_calls)
{
    static const char *const others[] = {
        "throng_opencl.h", /* a program's own OpenCL objects: tests/context/opencl_*.c */
        "throng_mpi.h"     /* of processes under mpirun: tests/world/mpi.c */
    };
    int found = 0, left_out = 0;
    DIR *folder = opendir(THRONG_TEST_HEADERS "/throng");
    cr_assert_not_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const size_t length = strlen(entry->d_name);
        int other = 0;
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            other |= strcmp(entry->d_name, others[i]) == 0;
        left_out += other;
        if (!other && length > 2 && strcmp(entry->d_name + length - 2, ".h") == 0)
            found += find_calls(entry->d_name);
    }
    closedir(folder);
    cr_expect(left_out == (int)(sizeof others / sizeof *others), "%d headers are left out", left_out);
    cr_expect(found > 180, "%d calls", found);
}
