/* The calls on worlds and their crowds, each with the ways in which it fails. */
#include "tests/failures/world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOBODY = 77777 }; /* an id */

/* ---------------------------------------------------------------- worlds ---------------------------- */

static throng_status parted_create(world *w, int32_t way, throng_status *expected)
{
    throng_context *const contexts[2] = {w->context, w->context};
    throng_world_def def = throng_world_default_def();
    throng_world *made = NULL;
    (void)expected;
    def.cookie = way == 3 ? 0 : def.cookie;
    def.cut = way == 4 ? 2 : def.cut;
    def.balance_steps = way == 5 ? -1 : def.balance_steps;
    def.imbalance = way == 6 ? 0.5f : def.imbalance;
    def.transport.size = way == 7; /* without functions */
    if (way > 8)
        return NO_WAY;
    const throng_status status =
        throng_world_create(way == 1 ? 0 : 2, way == 2 ? NULL : contexts, &def, way == 8 ? NULL : &made);
    w->made = made;
    return status;
}

static throng_status parted_undo(world *w)
{
    const throng_status status = throng_world_destroy(w->made);
    w->made = NULL;
    return status;
}

static throng_status parted_destroy(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_world_destroy(way == 0   ? NULL
                                          : way == 1 ? w->parted
                                                     : (throng_world *)(void *)w->flow);
}

static throng_status parted_get_info(world *w, int32_t way, throng_status *expected)
{
    throng_world_info info;
    (void)expected;
    return way > 2 ? NO_WAY : throng_world_get_info(way == 2 ? NULL : w->parted, way == 1 ? NULL : &info);
}

/* ---------------------------------------------------------------- crowds ---------------------------- */

static throng_status people_create(world *w, int32_t way, throng_status *expected)
{
    throng_crowd_def parts[2] = {throng_crowd_default_def(), throng_crowd_default_def()};
    throng_world_crowd_def def = throng_world_crowd_default_def();
    throng_world_crowd *made = NULL;
    (void)expected;
    def.parts = way == 2 ? NULL : parts;
    def.skin = way == 3 ? -1.0f : 0.0f;
    parts[1].seed = way == 4;
    parts[0].max_neighbors = way == 5 ? -1 : parts[0].max_neighbors;
    if (way > 7)
        return NO_WAY;
    const throng_status status = throng_world_crowd_create(way == 7 ? NULL : w->parted,
                                                           way == 1 ? NULL : &def, way == 6 ? NULL : &made);
    w->made = made;
    return status;
}

static throng_status people_undo(world *w)
{
    const throng_status status = throng_world_crowd_destroy(w->made);
    w->made = NULL;
    return status;
}

static throng_status people_destroy(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_world_crowd_destroy(way ? (throng_world_crowd *)(void *)w->flow : NULL);
}

static throng_status people_add(world *w, int32_t way, throng_status *expected)
{
    throng_agent_def defs[2] = {world_agent(0), world_agent(1)};
    (void)expected;
    defs[0].id = 901;
    defs[1].id = way == 4 ? 901 : way == 5 ? 3 : 902;
    defs[0].navigation = defs[1].navigation = THRONG_NAVIGATE_GOAL;
    defs[1].radius = way == 3 ? -1.0f : 0.4f;
    if (way > 6)
        return NO_WAY;
    return throng_world_crowd_add(w->people, way == 1 ? -1 : 2, way == 2 ? NULL : defs, way == 6 ? 4 : 0);
}

static throng_status add_undo(world *w)
{
    const uint64_t ids[2] = {901, 902};
    return throng_world_crowd_remove(w->people, 2, ids);
}

static throng_status people_add_states(world *w, int32_t way, throng_status *expected)
{
    throng_agent_state state = w->persons[way == 3];
    (void)expected;
    if (way == 4)
        memset(&state, 7, sizeof state);
    if (way > 4)
        return NO_WAY;
    return throng_world_crowd_add_states(w->people, way == 2 ? -1 : 1, way == 1 ? NULL : &state);
}

static throng_status add_states_undo(world *w)
{
    return throng_world_crowd_remove(w->people, 1, &w->persons[0].id);
}

static throng_status people_remove(world *w, int32_t way, throng_status *expected)
{
    const uint64_t ids[2] = {WORLD_PEOPLE - 1, way == 2   ? NOBODY
                                               : way == 3 ? WORLD_PEOPLE - 1
                                                          : WORLD_PEOPLE - 2};
    (void)expected;
    return way > 4 ? NO_WAY : throng_world_crowd_remove(w->people, way == 4 ? -1 : 2, way == 1 ? NULL : ids);
}

static throng_status people_find(world *w, int32_t way, throng_status *expected)
{
    const uint64_t ids[2] = {3, NOBODY};
    int32_t parts[2];
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_world_crowd_find(w->people, way == 2 ? -1 : 2, way == 3 ? NULL : ids,
                                             way == 1 ? NULL : parts);
}

static throng_status people_set(world *w, int32_t way, throng_status *expected)
{
    const uint64_t ids[2] = {3, way == 5 ? NOBODY : way == 6 ? 3 : 20};
    const float radii[2] = {0.45f, way == 3 ? -1.0f : 0.35f};
    (void)expected;
    if (way > 8)
        return NO_WAY;
    return throng_world_crowd_set(w->people,
                                  way == 1   ? 999
                                  : way == 2 ? THRONG_AGENT_ID
                                             : THRONG_AGENT_RADIUS,
                                  way == 8 ? -1 : 2, ids, way == 4 ? NULL : radii, way == 7 ? 2 : 0);
}

static throng_status people_set_motions(world *w, int32_t way, throng_status *expected)
{
    const uint64_t ids[2] = {4, way == 4 ? NOBODY : 21};
    throng_motion motions[2] = {{5.0, 6.0, 0.5f, 0.0f, 1.0f, 0.0f}, {9.0, 7.0, 0.0f, 0.5f, 0.0f, 1.0f}};
    (void)expected;
    motions[1].vx = way == 1 ? 2e9f : 0.0f;
    motions[0].x = way == 5 ? (double)NAN : 5.0;
    if (way > 5)
        return NO_WAY;
    return throng_world_crowd_set_motions(w->people, 2, way == 2 ? NULL : ids, way == 3 ? NULL : motions);
}

static throng_status people_get_own(world *w, int32_t way, throng_status *expected)
{
    uint64_t ids[2];
    throng_motion motions[2];
    int32_t count;
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_world_crowd_get_own(w->people, way == 1 ? 9 : 1, ids, motions, way == 3 ? -1 : 2,
                                                way == 2 ? NULL : &count);
}

static throng_status people_get_part(world *w, int32_t way, throng_status *expected)
{
    throng_crowd *part;
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_world_crowd_get_part(w->people, way == 1 ? -1 : 1, way == 2 ? NULL : &part);
}

/* ---------------------------------------------------------------- obstacles and steps --------------- */

static throng_status people_add_obstacle(world *w, int32_t way, throng_status *expected)
{
    const throng_vertex_double wall[2] = {{50.0, 5.0}, {way == 1 ? 50.0 : 58.0, 5.0}};
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_world_crowd_add_obstacle(w->people, way == 2 ? 1 : 2, way == 3 ? NULL : wall, 0,
                                                     &w->people_made);
}

static throng_status obstacle_undo(world *w)
{
    return throng_world_crowd_remove_obstacle(w->people, w->people_made);
}

static throng_status people_remove_obstacle(world *w, int32_t way, throng_status *expected)
{
    throng_obstacle handle = w->people_wall;
    (void)expected;
    handle.generation += way == 1 ? 2 : 0;
    handle.index += way == 2 ? 99 : 0;
    return way > 2 ? NO_WAY : throng_world_crowd_remove_obstacle(w->people, handle);
}

static throng_status people_step(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_world_crowd_step(way == 3 ? NULL : w->people, way == 1   ? 0.0f
                                                                          : way == 2 ? NAN
                                                                                     : 0.1f);
}

static throng_status people_hash(world *w, int32_t way, throng_status *expected)
{
    uint64_t hash;
    (void)expected;
    return way > 1 ? NO_WAY : throng_world_crowd_hash(w->people, way ? NULL : &hash);
}

static throng_status people_balance(world *w, int32_t way, throng_status *expected)
{
    (void)expected;
    return way > 1 ? NO_WAY : throng_world_crowd_balance(way ? NULL : w->people);
}

static throng_status people_get_info(world *w, int32_t way, throng_status *expected)
{
    throng_world_crowd_info info;
    (void)expected;
    return way > 2 ? NO_WAY
                   : throng_world_crowd_get_info(way == 2 ? NULL : w->people, way == 1 ? NULL : &info);
}

/* ---------------------------------------------------------------- files ----------------------------- */

static const char *path_of(char path[300])
{
    const char *folder = getenv("THRONG_TEST_FOLDER");
    (void)snprintf(path, 300, "%s/failures.snapshot", folder ? folder : ".");
    return path;
}

static throng_status people_save(world *w, int32_t way, throng_status *expected)
{
    char path[300];
    (void)expected;
    return way > 3 ? NO_WAY
                   : throng_world_crowd_save(w->people, way == 1   ? NULL
                                                        : way == 2 ? ""
                                                        : way == 3 ? "no such folder/file"
                                                                   : path_of(path));
}

/* Without memory the crowd may be lost; tests/world/memory.c sees to that. */
static throng_status people_restore(world *w, int32_t way, throng_status *expected)
{
    static const char *const wrong[3] = {NULL, "", "no such file"};
    char path[300];
    (void)expected;
    w->fail_at = 0;
    if (way > 3)
        return NO_WAY;
    return throng_world_crowd_restore(w->people, way ? wrong[way - 1] : path_of(path));
}

const public_call parts_calls[] = {
    {"throng_world_create", parted_create, parted_undo},
    {"throng_world_destroy", parted_destroy, NULL},
    {"throng_world_get_info", parted_get_info, NULL},
    {"throng_world_crowd_create", people_create, people_undo},
    {"throng_world_crowd_destroy", people_destroy, NULL},
    {"throng_world_crowd_add", people_add, add_undo},
    {"throng_world_crowd_add_states", people_add_states, add_states_undo},
    {"throng_world_crowd_remove", people_remove, NULL},
    {"throng_world_crowd_find", people_find, NULL},
    {"throng_world_crowd_set", people_set, NULL},
    {"throng_world_crowd_set_motions", people_set_motions, NULL},
    {"throng_world_crowd_get_own", people_get_own, NULL},
    {"throng_world_crowd_get_part", people_get_part, NULL},
    {"throng_world_crowd_add_obstacle", people_add_obstacle, obstacle_undo},
    {"throng_world_crowd_remove_obstacle", people_remove_obstacle, NULL},
    {"throng_world_crowd_step", people_step, NULL},
    {"throng_world_crowd_hash", people_hash, NULL},
    {"throng_world_crowd_balance", people_balance, NULL},
    {"throng_world_crowd_get_info", people_get_info, NULL},
    {"throng_world_crowd_save", people_save, NULL},
    {"throng_world_crowd_restore", people_restore, NULL},
};
const int32_t parts_call_count = sizeof parts_calls / sizeof *parts_calls;
