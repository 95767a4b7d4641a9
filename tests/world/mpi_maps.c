/* Influence maps and potential fields over the ranks of MPI: the bits of one map and of one field in all
 * sessions, and what happens to all when something is wrong on one. Run by mpirun; each rank has the one map
 * or field, too.
 *   test_world_mpi_maps sessions FIRST STRIDE | fields FIRST STRIDE | faults */
#include "tests/world/field_session.h"
#include "tests/world/ranks.h"
#include "tests/world/session.h"

/* One part or two on each rank. */
static void play_session(const map_session *s, int32_t number)
{
    throng_world_def w = throng_world_default_def();
    const float weights[CONTEXTS] = {1.0f + (float)rank, 0.5f};
    char name[80];
    w.cut = number % 3 == 0 ? THRONG_CUT_STRIPS : THRONG_CUT_BISECTION;
    w.transport = transport;
    snprintf(name, sizeof name, "%d ranks", (int)size);
    const map_mirror m =
        map_mirror_begin(name, 1 + (rank + number) % 2, contexts, &w, s, number % 2 ? weights : NULL);
    failures += map_session_play(contexts[0], s, &m, 1, rank, size, number % 3 == 2 ? size - 1 : -1);
    map_mirror_end(&m);
}

static void play_field(const field_session *s, int32_t number)
{
    throng_world_def w = throng_world_default_def();
    char name[80];
    w.transport = transport;
    snprintf(name, sizeof name, "%d ranks", (int)size);
    const field_mirror m = field_mirror_begin(name, 1 + (rank + number) % 2, contexts, &w, s);
    failures += field_session_play(contexts[0], s, &m, 1, rank, size, number % 3 == 2 ? size - 1 : -1);
    field_mirror_end(&m);
}

/* ---------------------------------------------------------------- faults ---------------------------- */

#define INVALID THRONG_ERROR_INVALID_ARGUMENT

static uint64_t hash_of(const map_mirror *m, int32_t layer)
{
    uint64_t hash;
    MUST(contexts[0], throng_world_influence_hash(m->map, layer, &hash));
    return hash;
}

/* Objects and results; where all but one name nothing. */
static void fail_in_turn(const map_mirror *m)
{
    const int32_t last = rank == size - 1;
    throng_influence_object objects[2] = {throng_influence_default_object(),
                                          throng_influence_default_object()};
    const uint64_t ids[2] = {77, 77};
    const float nan_pair[2] = {1.0f, -2e9f}, there[4] = {5.5f, 5.5f, 7.5f, 7.5f};
    const float weights[SESSION_LAYERS] = {1.0f, last ? 2.0f : 1.0f};
    const throng_region off = {50, 40, 1, last ? 100 : 1};
    const uint8_t wall = 1;
    const throng_region cell = {9, 9, 1, 1};
    float value;
    throng_best best;
    objects[0].x = objects[1].x = objects[0].y = objects[1].y = 5.5f;
    EXPECT(refused(throng_world_influence_set_objects(m->map, last ? 9 : 0, 0, NULL, NULL, 0), INVALID,
                   "layer is 9"));
    if (size > 1)
        EXPECT(throng_world_influence_set_objects(m->map, last, 0, NULL, NULL, 0) == INVALID);
    objects[1].decay = -1.0f;
    EXPECT(refused(throng_world_influence_set_objects(m->map, 0, 2 * last, ids, objects, 0), INVALID,
                   "objects[1].decay"));
    objects[1].decay = 0.001f;
    objects[1].max_distance = 500.0f;
    EXPECT(refused(throng_world_influence_set_objects(m->map, 0, 2 * last, ids, objects, 0), INVALID,
                   "objects[1] reaches"));
    objects[1].max_distance = 5.0f;
    EXPECT(throng_world_influence_set_objects(m->map, 0, 2 * last, ids, objects, 0) == INVALID);
    EXPECT(strstr(throng_context_message(contexts[0]), "id 77 of layer 0: it occurs twice"));
    EXPECT(throng_world_influence_remove_objects(m->map, 0, last, ids) == INVALID);
    EXPECT(strstr(throng_context_message(contexts[0]), "id 77 of layer 0: nothing has it"));
    EXPECT(refused(throng_world_influence_move_objects(m->map, 0, last, ids, nan_pair, 0, NULL, 0), INVALID,
                   "positions[0].y"));
    EXPECT(throng_world_influence_move_objects(m->map, 0, 2 * last, ids, there, 0, NULL, 0) == INVALID);
    MUST(contexts[0], throng_world_influence_set_walls(m->map, last ? &cell : NULL, &wall, 0));
    objects[0].x = objects[0].y = 9.5f;
    EXPECT(throng_world_influence_set_objects(m->map, 0, last, ids, objects, 0) == INVALID);
    EXPECT(strstr(throng_context_message(contexts[0]), "is in a wall, at column 9, row 9"));
    objects[0].x = -9.5f;
    EXPECT(refused(throng_world_influence_set_objects(m->map, 0, last, ids, objects, 0), INVALID,
                   "objects[0] is off the map"));
    EXPECT(
        refused(throng_world_influence_set_walls(m->map, last ? &off : NULL, &wall, 0), INVALID, "region"));
    EXPECT(refused(throng_world_influence_read(m->map, 0, last ? &off : NULL, &value, 0), INVALID, "region"));
    EXPECT(throng_world_influence_read(m->map, THRONG_LAYER_COMBINED, NULL, &value, 0) == INVALID);
    EXPECT(refused(throng_world_influence_best(m->map, 0, &off, &best), INVALID, "region"));
    EXPECT(refused(throng_world_influence_set_momentum(m->map, 0, last ? 1.0f : 0.5f), INVALID, "momentum"));
    if (size > 1) {
        EXPECT(throng_world_influence_set_momentum(m->map, 0, last ? 0.25f : 0.5f) == INVALID);
        EXPECT(throng_world_influence_combine(m->map, weights, SESSION_LAYERS) == INVALID);
    }
    EXPECT(refused(throng_world_influence_combine(m->map, weights, last ? 1 : SESSION_LAYERS), INVALID,
                   "count is 1"));
    MUST(contexts[0], throng_world_influence_set_walls(m->map, last ? &cell : NULL, (const uint8_t *)"", 0));
}

static void faults(void)
{
    const int32_t last = rank == size - 1;
    const map_session s = map_sessions[4]; /* paths */
    throng_world_def w = throng_world_default_def();
    w.transport = transport;
    const map_mirror m = map_mirror_begin("faults", CONTEXTS, contexts, &w, &s, NULL);
    enum { OBJECTS = 50 };
    throng_influence_object objects[2 * OBJECTS];
    uint64_t ids[2 * OBJECTS], before;
    rng r = {83};
    for (int32_t i = 0; i < 2 * OBJECTS; i++) {
        objects[i] = throng_influence_default_object();
        objects[i].x = rng_between(&r, 1.0f, 60.0f);
        objects[i].y = rng_between(&r, 1.0f, 46.0f);
        objects[i].max_distance = 30.0f;
        ids[i] = (uint64_t)i * 1000003;
    }
    MUST(contexts[0], throng_world_influence_update(m.map));
    fail_in_turn(&m);
    MUST(contexts[0], throng_world_influence_update(m.map));
    EXPECT(hash_of(&m, 0) == 0 && hash_of(&m, 1) == 0);
    /* no memory on the last rank, until there is some */
    MUST(contexts[0], throng_world_influence_set_objects(m.map, 0, last ? OBJECTS : 0, ids, objects, 0));
    refuse = last;
    EXPECT(refused(throng_world_influence_update(m.map), THRONG_ERROR_OUT_OF_MEMORY, "memory"));
    refuse = 0;
    EXPECT(hash_of(&m, 0) == 0);
    MUST(contexts[0], throng_world_influence_update(m.map));
    before = hash_of(&m, 0);
    EXPECT(before != 0);
    /* more objects than a part may have: values stay, and come when there are fewer */
    MUST(contexts[0], throng_world_influence_set_objects(m.map, 0, last ? OBJECTS : 0, ids + OBJECTS,
                                                         objects + OBJECTS, 0));
    EXPECT(throng_world_influence_update(m.map) == THRONG_ERROR_CAPACITY);
    EXPECT(hash_of(&m, 0) == before);
    MUST(contexts[0], throng_world_influence_remove_objects(m.map, 0, last ? OBJECTS : 0, ids + OBJECTS));
    MUST(contexts[0], throng_world_influence_update(m.map));
    EXPECT(hash_of(&m, 0) == before);
    map_mirror_end(&m);
    /* definitions that differ */
    throng_world *world;
    throng_world_influence *map;
    throng_world_influence_def def = map_session_def(&s);
    MUST(contexts[0], throng_world_create(1, contexts, &w, &world));
    def.map.width += last;
    if (size > 1)
        EXPECT(throng_world_influence_create(world, &def, &map) == INVALID && !map);
    def.map.cell_size = last ? 0.0f : 1.0f;
    def.map.width = 61;
    if (size > 1)
        EXPECT(throng_world_influence_create(world, &def, &map) == INVALID && !map);
    def.reach = last ? 0 : 32;
    EXPECT(refused(throng_world_influence_create(world, &def, &map), INVALID, "def.reach is 0") && !map);
    MUST(contexts[0], throng_world_destroy(world));
}

/* A field: sources, goals, definitions; no memory on the last rank, until there is some. */
static void field_faults(void)
{
    const int32_t last = rank == size - 1;
    throng_world_def w = throng_world_default_def();
    w.transport = transport;
    const field_session s = field_sessions[0];
    const field_mirror m = field_mirror_begin("faults", 1, contexts, &w, &s);
    throng_potential_source sources[2] = {throng_potential_default_source(),
                                          throng_potential_default_source()};
    const uint64_t twice[2] = {(uint64_t)1 << 40, (uint64_t)1 << 40};
    throng_potential_goal goal = {1.0f, 1.0f, last ? 2.0f : 1.0f, 0};
    const throng_potential_point point = {1.0f, 1.0f, THRONG_GOALS_NONE, 0};
    throng_force before, after;
    MUST(contexts[0], throng_world_potential_set_points(m.field, 0, 0, 1, &point, 0));
    MUST(contexts[0], throng_world_potential_update(m.field));
    EXPECT(throng_world_potential_set_sources(m.field, 2 * last, twice, sources, 0) == INVALID);
    EXPECT(strstr(throng_context_message(contexts[0]), "it occurs twice"));
    sources[0].range = 0.0f;
    EXPECT(refused(throng_world_potential_set_sources(m.field, last, twice, sources, 0), INVALID,
                   "sources[0].range"));
    EXPECT(throng_world_potential_remove_sources(m.field, last, twice) == INVALID);
    if (size > 1)
        EXPECT(throng_world_potential_set_goals(m.field, 0, 1, &goal, 0) == INVALID);
    EXPECT(refused(throng_world_potential_truncate_goals(m.field, last), INVALID, "count is 1"));
    MUST(contexts[0], throng_world_potential_set_sources(m.field, last, twice, sources + 1, 0));
    MUST(contexts[0], throng_world_potential_read(m.field, 0, 0, 1, &before, 0));
    refuse = last;
    EXPECT(refused(throng_world_potential_update(m.field), THRONG_ERROR_OUT_OF_MEMORY, "memory"));
    refuse = 0;
    MUST(contexts[0], throng_world_potential_read(m.field, 0, 0, 1, &after, 0));
    EXPECT(memcmp(&before, &after, sizeof before) == 0);
    MUST(contexts[0], throng_world_potential_update(m.field));
    MUST(contexts[0], throng_world_potential_read(m.field, 0, 0, 1, &after, 0));
    EXPECT(after.potential > 0.0f);
    field_mirror_end(&m);
    throng_potential_def part = throng_potential_default_def();
    throng_world_potential_def def = throng_world_potential_default_def();
    throng_world *world;
    throng_world_potential *field;
    part.damage = last;
    def.parts = &part;
    MUST(contexts[0], throng_world_create(1, contexts, &w, &world));
    if (size > 1)
        EXPECT(throng_world_potential_create(world, &def, &field) == INVALID && !field);
    part.worlds = last ? 2 : 1;
    EXPECT(refused(throng_world_potential_create(world, &def, &field), INVALID, "worlds is 2") && !field);
    MUST(contexts[0], throng_world_destroy(world));
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    ranks_begin(&argc, &argv);
    if (strcmp(what, "sessions") == 0 && argc > 3)
        for (int32_t i = atoi(argv[2]); i < map_session_count; i += atoi(argv[3]))
            play_session(&map_sessions[i], i);
    else if (strcmp(what, "fields") == 0 && argc > 3)
        for (int32_t i = atoi(argv[2]); i < field_session_count; i += atoi(argv[3]))
            play_field(&field_sessions[i], i);
    else if (strcmp(what, "faults") == 0) {
        faults();
        field_faults();
    } else
        failures++;
    return ranks_end();
}
