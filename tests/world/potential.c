/* A potential field of a world has the bits of one field: all sessions, by 1 to 8 parts, on levels and
 * backends that differ from part to part; and what its calls refuse. */
#include "tests/support/supply.h"
#include "tests/world/contexts.h"
#include "tests/world/field_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INVALID THRONG_ERROR_INVALID_ARGUMENT

static void play_parts(const field_session *s, const int32_t *parts, int32_t count)
{
    field_mirror mirrors[CONTEXTS];
    for (int32_t i = 0; i < count; i++) {
        char name[80];
        snprintf(name, sizeof name, "%d parts", (int)parts[i]);
        mirrors[i] = field_mirror_begin(name, parts[i], contexts, NULL, s);
    }
    cr_expect(field_session_play(contexts[0], s, mirrors, count, 0, 1, -1) == 0, "%s", s->name);
    for (int32_t i = 0; i < count; i++)
        field_mirror_end(&mirrors[i]);
}

Test(world_potential, sessions)
{
    static const int32_t parts[] = {1, 2, 3, 4, 8};
    open_contexts(0);
    for (int32_t i = 0; i < field_session_count; i++)
        play_parts(&field_sessions[i], parts, 5);
    close_contexts();
}

/* With a part on a device. */
Test(world_potential, device)
{
    static const int32_t parts[] = {2, 4};
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    open_contexts(1);
    for (int32_t i = 0; i < field_session_count; i += 2)
        play_parts(&field_sessions[i], parts, 2);
    close_contexts();
}

/* ---------------------------------------------------------------- mistakes, memory ------------------ */

enum { PARTS = 3, SOURCES = 300, REQUESTS = 300 };

typedef struct tried {
    supply memory;
    throng_context *context;
    throng_world *world;
    throng_world_potential *field;
    throng_potential_source sources[SOURCES];
    uint64_t indices[SOURCES];
    throng_potential_point points[PARTS];
    throng_force forces[PARTS]; /* as read last */
} tried;

static int says(const tried *t, throng_status got, throng_status wanted, const char *words)
{
    if (got == wanted && strstr(throng_context_message(t->context), words))
        return 1;
    fprintf(stderr, "status %d, \"%s\", not \"%s\"\n", (int)got, throng_context_message(t->context), words);
    return 0;
}

static void begin(tried *t)
{
    throng_context_def hooks = throng_context_default_def();
    variant v = reference_variant();
    rng r = {57};
    memset(t, 0, sizeof *t);
    hooks.allocator = supply_allocator(&t->memory);
    t->context = open_variant(&v, &hooks);
    for (int32_t i = 0; i < SOURCES; i++) {
        t->sources[i] = throng_potential_default_source();
        t->sources[i].x = rng_between(&r, 0.0f, 30.0f);
        t->sources[i].y = rng_between(&r, 0.0f, 5.0f);
        t->indices[i] = (uint64_t)i * 7;
    }
    for (int32_t i = 0; i < PARTS; i++)
        t->points[i] = (throng_potential_point){10.0f * (float)i, 2.0f, THRONG_GOALS_ALL, 0};
}

static throng_status make_world(tried *t)
{
    throng_context *const all[PARTS] = {t->context, t->context, t->context};
    return throng_world_create(PARTS, all, NULL, &t->world);
}

static throng_status make_field(tried *t)
{
    throng_world_potential_def def = throng_world_potential_default_def();
    throng_potential_def parts[PARTS];
    for (int32_t i = 0; i < PARTS; i++) {
        parts[i] = throng_potential_default_def();
        parts[i].source_capacity = 2112;
    }
    def.parts = parts;
    return throng_world_potential_create(t->world, &def, &t->field);
}

static void read_forces(tried *t, throng_force forces[PARTS])
{
    for (int32_t i = 0; i < PARTS; i++)
        MUST(t->context, throng_world_potential_read(t->field, i, 0, 1, &forces[i], 0));
}

static throng_status set_points(tried *t)
{
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < PARTS && status == THRONG_OK; i++)
        status = throng_world_potential_set_points(t->field, i, 0, 1, &t->points[i], 0);
    return status;
}
static throng_status set_sources(tried *t)
{
    return throng_world_potential_set_sources(t->field, SOURCES / 2, t->indices, t->sources, 0);
}
static throng_status set_more(tried *t)
{
    return throng_world_potential_set_sources(t->field, SOURCES, t->indices, t->sources, 0);
}
static throng_status move_sources(tried *t)
{
    return throng_world_potential_move_sources(t->field, SOURCES, t->indices, &t->sources[0].x,
                                               sizeof *t->sources);
}
static throng_status remove_sources(tried *t)
{
    return throng_world_potential_remove_sources(t->field, SOURCES / 2, t->indices);
}
static throng_status update(tried *t) { return throng_world_potential_update(t->field); }

typedef throng_status (*operation)(tried *t);

/* Refuses one request after the other. Returns how many there were. */
static int32_t refuse_each(tried *t, const char *name, operation run)
{
    for (int32_t n = 1; n < REQUESTS; n++) {
        t->memory.failed = 0;
        t->memory.fail_at = n;
        const throng_status status = run(t);
        t->memory.fail_at = 0;
        if (t->memory.failed == 0) {
            cr_expect(status == THRONG_OK, "%s: %s: %s", name, throng_status_string(status),
                      throng_context_message(t->context));
            return n - 1;
        }
        cr_expect(status == THRONG_ERROR_OUT_OF_MEMORY, "%s, request %d: %s", name, (int)n,
                  throng_status_string(status));
        if (t->field && run != set_points) {
            throng_force now[PARTS];
            read_forces(t, now);
            cr_expect(memcmp(now, t->forces, sizeof now) == 0, "%s, request %d: forces are others", name,
                      (int)n);
        }
    }
    cr_assert(0, "%s asks for memory without end", name);
    return 0;
}

static void update_and_read(tried *t, int32_t *refused)
{
    *refused += refuse_each(t, "update", update);
    read_forces(t, t->forces);
}

static void end_tried(tried *t)
{
    MUST(t->context, throng_world_potential_destroy(t->field));
    MUST(t->context, throng_world_destroy(t->world));
    cr_expect(throng_context_destroy(t->context) == THRONG_OK && t->memory.alive == 0);
}

Test(world_potential, without_memory)
{
    static tried t;
    throng_force first[PARTS];
    int32_t refused = 0;
    begin(&t);
    refused += refuse_each(&t, "world_create", make_world);
    refused += refuse_each(&t, "create", make_field);
    refused += refuse_each(&t, "set_points", set_points);
    refused += refuse_each(&t, "set_sources", set_sources);
    update_and_read(&t, &refused);
    memcpy(first, t.forces, sizeof first);
    refused += refuse_each(&t, "set_sources, more", set_more);
    update_and_read(&t, &refused);
    cr_expect(memcmp(first, t.forces, sizeof first) != 0);
    refused += refuse_each(&t, "move_sources", move_sources);
    refused += refuse_each(&t, "remove_sources", remove_sources);
    update_and_read(&t, &refused);
    cr_expect(refused > 25, "%d requests", (int)refused);
    MUST(t.context,
         throng_world_potential_remove_sources(t.field, SOURCES - SOURCES / 2, t.indices + SOURCES / 2));
    MUST(t.context, set_sources(&t));
    update_and_read(&t, &refused);
    cr_expect(memcmp(first, t.forces, sizeof first) == 0);
    MUST(t.context, throng_world_potential_reset(t.field));
    MUST(t.context, set_points(&t));
    MUST(t.context, set_sources(&t));
    update_and_read(&t, &refused);
    cr_expect(memcmp(first, t.forces, sizeof first) == 0);
    end_tried(&t);
}

static void refuse_definitions(const tried *t)
{
    throng_world_potential_def def = throng_world_potential_default_def();
    throng_potential_def parts[PARTS] = {throng_potential_default_def(), throng_potential_default_def(),
                                         throng_potential_default_def()};
    throng_world_potential *made;
    cr_expect(says(t, throng_world_potential_create(t->world, &def, &made), INVALID, "def.parts must"));
    def.parts = parts;
    cr_expect(says(t, throng_world_potential_create(t->world, &def, NULL), INVALID, "field must not"));
    parts[1].damage = 1;
    cr_expect(says(t, throng_world_potential_create(t->world, &def, &made), INVALID, "def.parts[1] differs"));
    parts[1].damage = 0;
    parts[2].worlds = 2;
    cr_expect(says(t, throng_world_potential_create(t->world, &def, &made), INVALID, "worlds is 2"));
    parts[2].worlds = 1;
    parts[2].cookie = 0;
    cr_expect(says(t, throng_world_potential_create(t->world, &def, &made), INVALID, "default_def") && !made);
    def.cookie = 0;
    cr_expect(says(t, throng_world_potential_create(t->world, &def, &made), INVALID, "default_def"));
    cr_expect(throng_world_potential_create(NULL, &def, &made) == INVALID);
}

static void refuse_contents(tried *t)
{
    throng_world_potential *field = t->field;
    throng_potential_source s = t->sources[0];
    throng_potential_goal goals[20] = {{0.0f, 0.0f, 1.0f, 0}};
    throng_potential_point point = t->points[0];
    const uint64_t twice[2] = {3, 3}, none = 11;
    const float far[2] = {2e9f, 0.0f};
    cr_expect(says(t, throng_world_potential_set_sources(field, -1, &none, &s, 0), INVALID, "count is -1"));
    cr_expect(says(t, throng_world_potential_set_sources(field, 1, NULL, &s, 0), INVALID, "indices must"));
    cr_expect(says(t, throng_world_potential_set_sources(field, 1, &none, NULL, 0), INVALID, "sources must"));
    cr_expect(says(t, throng_world_potential_set_sources(field, 2, twice, t->sources, 0), INVALID, "twice"));
    s.world = 1;
    cr_expect(says(t, throng_world_potential_set_sources(field, 1, &none, &s, 0), INVALID, "world is 1"));
    s.world = 0;
    s.range = 0.0f;
    cr_expect(says(t, throng_world_potential_set_sources(field, 1, &none, &s, 0), INVALID, "range is 0"));
    cr_expect(says(t, throng_world_potential_move_sources(field, 1, &none, far, 0), INVALID, "x is 2e+09"));
    cr_expect(says(t, throng_world_potential_move_sources(field, 1, &none, &s.x, 0), INVALID, "nothing has"));
    cr_expect(says(t, throng_world_potential_remove_sources(field, 1, &none), INVALID, "nothing has it"));
    cr_expect(says(t, throng_world_potential_set_goals(field, 1, 1, goals, 0), INVALID, "first is 1"));
    cr_expect(says(t, throng_world_potential_set_goals(field, 0, 20, goals, 0), THRONG_ERROR_CAPACITY,
                   "at most 16 goals"));
    goals[0].world = 1;
    cr_expect(says(t, throng_world_potential_set_goals(field, 0, 1, goals, 0), INVALID, "it must be 0"));
    goals[0].world = 0;
    goals[0].k = -1.0f;
    cr_expect(says(t, throng_world_potential_set_goals(field, 0, 1, goals, 0), INVALID, "k is -1"));
    cr_expect(says(t, throng_world_potential_truncate_goals(field, 1), INVALID, "count is 1"));
    cr_expect(says(t, throng_world_potential_set_points(field, 3, 0, 1, &point, 0), INVALID, "part is 3"));
    point.world = 1;
    cr_expect(says(t, throng_world_potential_set_points(field, 0, 0, 1, &point, 0), INVALID, "world is 1"));
    point.world = 0;
    point.goal = 0;
    cr_expect(says(t, throng_world_potential_set_points(field, 0, 0, 1, &point, 0), INVALID, "goal is 0"));
    cr_expect(says(t, throng_world_potential_set_points(field, 0, 5, 1, &point, 0), INVALID, "first is 5"));
    cr_expect(says(t, throng_world_potential_move_points(field, 0, 0, 1, far, 0), INVALID, "x is 2e+09"));
    cr_expect(says(t, throng_world_potential_truncate_points(field, 0, 2), INVALID, "count is 2"));
    cr_expect(says(t, throng_world_potential_read(field, 0, 0, 2, t->forces, 0), INVALID, "first + count"));
    cr_expect(says(t, throng_world_potential_read(field, -1, 0, 1, t->forces, 0), INVALID, "part is -1"));
}

Test(world_potential, mistakes)
{
    static tried t;
    throng_force now[PARTS];
    throng_potential *local;
    begin(&t);
    MUST(t.context, make_world(&t));
    refuse_definitions(&t);
    MUST(t.context, make_field(&t));
    MUST(t.context, set_points(&t));
    MUST(t.context, set_sources(&t));
    MUST(t.context, update(&t));
    read_forces(&t, t.forces);
    memcpy(now, t.forces, sizeof now);
    refuse_contents(&t);
    cr_expect(says(&t, throng_world_potential_get_part(t.field, 0, NULL), INVALID, "local must not"));
    cr_expect(says(&t, throng_world_potential_get_part(t.field, 7, &local), INVALID, "part is 7") && !local);
    throng_readback_def reading = throng_readback_default_def();
    throng_readback *readback;
    reading.kind = THRONG_READBACK_FORCES;
    reading.capacity = 1;
    MUST(t.context, throng_world_potential_get_part(t.field, 0, &reading.field));
    MUST(t.context, throng_readback_create(t.context, &reading, &readback));
    cr_expect(
        says(&t, throng_world_potential_destroy(t.field), INVALID, "of part 0 is used by another object"));
    MUST(t.context, throng_readback_destroy(readback));
    cr_expect(says(&t, throng_world_potential_get_info(t.field, NULL), INVALID, "info must not"));
    cr_expect(says(&t, throng_world_destroy(t.world), INVALID, "1 map or field, which must be destroyed"));
    cr_expect(throng_world_potential_update(NULL) == INVALID &&
              throng_world_potential_reset(NULL) == INVALID);
    cr_expect(throng_world_potential_destroy(NULL) == THRONG_OK);
    MUST(t.context, update(&t));
    read_forces(&t, t.forces);
    cr_expect(memcmp(now, t.forces, sizeof now) == 0);
    end_tried(&t);
}

/* More blocks than a part has room for: forces stay, and come when there are fewer. */
Test(world_potential, full)
{
    static tried t;
    throng_force before[PARTS];
    begin(&t);
    MUST(t.context, make_world(&t));
    MUST(t.context, make_field(&t));
    MUST(t.context, set_points(&t));
    MUST(t.context, set_sources(&t));
    MUST(t.context, update(&t));
    read_forces(&t, before);
    for (int32_t i = 0; i < SOURCES; i++) {
        t.indices[i] = ((uint64_t)i + 1000) << 33;
        t.sources[i].x = t.sources[i].y = 1.0f;
    }
    MUST(t.context, throng_world_potential_set_sources(t.field, 20, t.indices, t.sources, 0));
    for (int k = 0; k < 2; k++) {
        throng_force now[PARTS];
        cr_expect(says(&t, update(&t), THRONG_ERROR_CAPACITY, "at most 2112"));
        read_forces(&t, now);
        cr_expect(memcmp(before, now, sizeof now) == 0);
    }
    MUST(t.context, throng_world_potential_remove_sources(t.field, 20, t.indices));
    MUST(t.context, update(&t));
    read_forces(&t, t.forces);
    cr_expect(memcmp(before, t.forces, sizeof before) == 0);
    end_tried(&t);
}
