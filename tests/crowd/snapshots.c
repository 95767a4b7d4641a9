/* Snapshots that somebody forged, sums mended: what is wrong with them is said, and the crowd stays as it
 * was, on every backend. Each row changes what nothing else depends on. */
#include "tests/crowd/each_backend.h"
#include "tests/crowd/snapshot_form.h"

#include <stdlib.h>

enum { AGENTS = 12, SPARE = 4096 };

typedef struct town {
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    throng_crowd *crowd;
    unsigned char *snapshot;
    size_t bytes;
} town;

static throng_crowd_def def_of(const town *t)
{
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = AGENTS;
    def.max_neighbors = 6;
    def.congestion = 1;
    def.symmetry = 0.01f;
    def.terrain = t->terrain;
    def.flow = t->flow;
    return def;
}

/* Slots 3 and 2 are free, and obstacles 1 and 0; obstacles 2 and 3 are a triangle and a square, then comes
 * terrain. */
static void town_begin(town *t, throng_context *context)
{
    const throng_region block = {2, 2, 3, 2};
    const throng_vertex corners[4] = {{9.0f, 1.0f}, {11.0f, 1.0f}, {11.0f, 3.0f}, {9.0f, 3.0f}};
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def flow = throng_flow_default_def();
    throng_agent agents[AGENTS];
    throng_obstacle obstacles[4];
    *t = (town){.context = context};
    ground.width = ground.height = 20;
    MUST(context, throng_terrain_create(context, &ground, &t->terrain));
    MUST(context, throng_terrain_fill(t->terrain, &block, 1));
    flow.terrain = t->terrain;
    flow.fields = 2;
    MUST(context, throng_flow_create(context, &flow, &t->flow));
    const throng_crowd_def def = def_of(t);
    MUST(context, throng_crowd_create(context, &def, &t->crowd));
    for (int32_t i = 0; i < AGENTS; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.id = 10 * (uint64_t)i;
        d.x = 7.0f + (float)(i % 4);
        d.y = 8.0f + (float)(i / 4);
        d.target_x = 3.0f;
        d.max_neighbors = 6;
        d.radius = 0.25f;
        d.navigation = i == 5 ? THRONG_NAVIGATE_FLOW : THRONG_NAVIGATE_GOAL;
        MUST(context, throng_crowd_add(t->crowd, 1, &d, 0, &agents[i]));
    }
    for (int32_t i = 0; i < 4; i++)
        MUST(context, throng_crowd_add_obstacle(t->crowd, i == 2 ? 3 : 4, corners, 0, &obstacles[i]));
    MUST(context, throng_crowd_step(t->crowd, 0.25f));
    MUST(context, throng_crowd_remove(t->crowd, 2, &agents[2], 0));
    MUST(context, throng_crowd_remove_obstacle(t->crowd, obstacles[0]));
    MUST(context, throng_crowd_remove_obstacle(t->crowd, obstacles[1]));
    MUST(context, throng_crowd_snapshot_bytes(t->crowd, &t->bytes));
    t->snapshot = must_allocate(t->bytes + SPARE);
    MUST(context, throng_crowd_save(t->crowd, t->snapshot, t->bytes));
}

static void town_end(town *t)
{
    MUST(t->context, throng_crowd_destroy(t->crowd));
    MUST(t->context, throng_flow_destroy(t->flow));
    MUST(t->context, throng_terrain_destroy(t->terrain));
    free(t->snapshot);
}

/* ---- words */

typedef enum part { IN_HEAD, IN_SLOT, IN_AGENT, IN_WALLS, IN_OBSTACLE, IN_WALL } part;

typedef struct forgery {
    part part;
    uint32_t row, word; /* a wall is the second one of its obstacle */
    uint32_t value;
    const char *message; /* a part of it */
} forgery;

#define NAN_WORD 0x7fc00000u
#define SIGNALLING 0x7fa00000u
#define INFINITE 0x7f800000u
#define MINUS_ONE 0xffffffffu
#define LARGEST_INT 0x7fffffffu
#define SUBNORMAL 0x00012345u
#define MINUS_ZERO 0x80000000u
#define TOO_FAR 0x4e6e6b29u /* next to 1e9 */
#define HALF 0x3f000000u
#define TWO 0x40000000u

static const forgery forgeries[] = {
    {IN_HEAD, 0, HEAD_MAGIC, 0, "version"},
    {IN_HEAD, 0, HEAD_FORMAT, 4, "version"},
    {IN_HEAD, 0, HEAD_ORIGIN, 1, "another"},
    {IN_HEAD, 0, HEAD_ORIGIN + 3, NAN_WORD, "another"},
    {IN_HEAD, 0, HEAD_BYTES + 1, 1, "incomplete"},
    {IN_HEAD, 0, HEAD_SEED, 1, "another"},
    {IN_HEAD, 0, HEAD_NEAREST, 64, "another"},
    {IN_HEAD, 0, HEAD_USES, 0, "another"},
    {IN_HEAD, 0, HEAD_SYMMETRY, NAN_WORD, "another"},
    {IN_HEAD, 0, HEAD_SYMMETRY, MINUS_ZERO, "another"},
    {IN_HEAD, 0, HEAD_FIELDS, 0, "another"},
    {IN_HEAD, 0, HEAD_FIELDS, 3, "another"},
    {IN_HEAD, 0, HEAD_FIELDS, MINUS_ONE, "another"},
    {IN_HEAD, 0, HEAD_AGENTS, MINUS_ONE, "agents in"},
    {IN_HEAD, 0, HEAD_AGENTS, LARGEST_INT, "agents in"},
    {IN_HEAD, 0, HEAD_AGENTS, AGENTS - 1, "slots in use"},
    {IN_HEAD, 0, HEAD_AGENTS, 0, "slots in use"},
    {IN_HEAD, 0, HEAD_SLOTS, MINUS_ONE, "slots"},
    {IN_HEAD, 0, HEAD_SLOTS, LARGEST_INT, "slots"},
    {IN_HEAD, 0, HEAD_SLOTS, 8388608, "too few"},
    {IN_HEAD, 0, HEAD_SLOTS, 0, "slots"},
    {IN_HEAD, 0, HEAD_FREE, MINUS_ONE, "chain of free slots"},
    {IN_HEAD, 0, HEAD_FREE, 0, "chain of free slots"},
    {IN_HEAD, 0, HEAD_FREE, 2, "chain of free slots"},
    {IN_HEAD, 0, HEAD_FREE, AGENTS, "chain of free slots"},
    {IN_HEAD, 0, HEAD_FREE, 0x80000000u, "chain of free slots"},
    {IN_HEAD, 0, HEAD_RANKED, 2, "flags"},
    {IN_HEAD, 0, HEAD_HETEROGENEOUS, MINUS_ONE, "flags"},
    {IN_HEAD, 0, HEAD_TOP_RANK, MINUS_ONE, "rank"},
    {IN_HEAD, 0, HEAD_TOP_RANK, 3, "above the highest"},
    {IN_HEAD, 0, HEAD_TOP_ID, 60, "ids up to 60"},
    {IN_HEAD, 0, HEAD_ADDED + 1, MINUS_ONE, "added so far"},
    {IN_SLOT, 3, SLOT_ID, 3, "chain of free slots"}, /* a circle */
    {IN_SLOT, 3, SLOT_ID, 1000, "chain of free slots"},
    {IN_SLOT, 3, SLOT_ID + 1, 1, "chain of free slots"},
    {IN_SLOT, 2, SLOT_ID, 3, "chain of free slots"},
    {IN_SLOT, 2, SLOT_GENERATION, 7, "slots in use"},
    {IN_SLOT, 1, SLOT_GENERATION, 2, "slots in use"},
    {IN_SLOT, 1, SLOT_ID, 0, "id is not its slot's"},
    {IN_SLOT, 1, SLOT_SETTINGS, 3, "settings"},
    {IN_AGENT, 0, AGENT_X, NAN_WORD, "slot 0 whose x is"},
    {IN_AGENT, 2, AGENT_X, SIGNALLING, "slot 4 whose x is"},
    {IN_AGENT, 2, AGENT_X + 1, INFINITE, "whose y is inf"},
    {IN_AGENT, 2, AGENT_X, TOO_FAR, "whose x is"},
    {IN_AGENT, 0, AGENT_REST, NAN_WORD, "whose rest is"},
    {IN_AGENT, 2, AGENT_REST + 1, TOO_FAR, "whose rest is"},
    {IN_AGENT, 2, AGENT_VX, NAN_WORD, "whose vx is"},
    {IN_AGENT, 2, AGENT_VX + 1, TOO_FAR, "whose vy is"},
    {IN_AGENT, 2, AGENT_HEADING, NAN_WORD, "whose heading_x is"},
    {IN_AGENT, 2, AGENT_HEADING, TWO, "whose heading_x is"},
    {IN_AGENT, 2, AGENT_HEADING + 1, HALF, "heading is not of length 1"},
    {IN_AGENT, 2, AGENT_PERCEIVED, MINUS_ONE, "state"},
    {IN_AGENT, 2, AGENT_STATE, 11 | 256, "state"},
    {IN_AGENT, 2, AGENT_STATE, 3, "state"},
    {IN_AGENT, 2, AGENT_STATE, 4096, "state"},
    {IN_AGENT, 2, AGENT_STATE, 2048 | 1024, "state"},
    {IN_AGENT, 2, AGENT_RADIUS, MINUS_ONE, "whose radius is"},
    {IN_AGENT, 2, AGENT_RADIUS, SUBNORMAL, "whose radius is"},
    {IN_AGENT, 2, AGENT_RADIUS, MINUS_ZERO, "whose radius is"},
    {IN_AGENT, 2, AGENT_RADIUS, 0x33000000u, "whose radius is"}, /* 3e-8 */
    {IN_AGENT, 2, AGENT_MAX_SPEED, INFINITE, "whose max_speed is"},
    {IN_AGENT, 2, AGENT_TARGET, NAN_WORD, "whose target_x is"},
    {IN_AGENT, 2, AGENT_TARGET + 1, INFINITE, "whose target_y is"},
    {IN_AGENT, 2, AGENT_NEIGHBOR_DIST, NAN_WORD, "whose neighbor_dist is"},
    {IN_AGENT, 2, AGENT_HORIZON, 0, "whose horizon is"},
    {IN_AGENT, 2, AGENT_SETTINGS, 255 << 8, "settings"},
    {IN_AGENT, 2, AGENT_TIE, MINUS_ONE, "rank is above"},
    {IN_AGENT, 2, AGENT_TIE, 5, "ranks"},
    {IN_AGENT, 2, AGENT_TIE, 0, "ranks"},
    {IN_AGENT, 2, AGENT_VISION, INFINITE, "whose vision is"},
    {IN_AGENT, 2, AGENT_VISION_MOST, NAN_WORD, "whose vision_most is"},
    {IN_AGENT, 2, AGENT_VISION_LEAST, NAN_WORD, "whose vision_least is"},
    {IN_AGENT, 2, AGENT_COSINE, NAN_WORD, "whose cosine is"},
    {IN_AGENT, 2, AGENT_COSINE, 0xbfc00000u, "cosine is none"}, /* -1.5 */
    {IN_AGENT, 2, AGENT_HEARING, NAN_WORD, "whose hearing is"},
    {IN_AGENT, 2, AGENT_SOUND, INFINITE, "whose sound is"},
    {IN_AGENT, 2, AGENT_CAPACITY, MINUS_ONE, "capacity is below 0"},
    {IN_AGENT, 2, AGENT_RESPONSIBILITY, NAN_WORD, "whose responsibility is"},
    {IN_AGENT, 2, AGENT_RESPONSIBILITY, HALF, "no other agent may have"},
    {IN_AGENT, 2, AGENT_PRIORITY, 1, "no other agent may have"},
    {IN_AGENT, 2, AGENT_LAYER, 2, "no other agent may have"},
    {IN_AGENT, 2, AGENT_MASK, 1, "no other agent may have"},
    {IN_AGENT, 2, AGENT_DEAD_SPEED, NAN_WORD, "whose dead_speed is"},
    {IN_AGENT, 2, AGENT_PREF_SPEED, INFINITE, "whose pref_speed is"},
    {IN_AGENT, 2, AGENT_HORIZON_OBST, 0, "whose horizon_obst is"},
    {IN_AGENT, 2, AGENT_ID, 7, "id is not its slot's"},
    {IN_WALLS, 0, WALLS_COUNT, MINUS_ONE, "obstacles"},
    {IN_WALLS, 0, WALLS_COUNT, LARGEST_INT, "obstacles"},
    {IN_WALLS, 0, WALLS_COUNT, 3, "bytes behind its end"},
    {IN_WALLS, 0, WALLS_COUNT, 0, "bytes behind its end"},
    {IN_WALLS, 0, WALLS_FREE, MINUS_ONE, "chain of free obstacles"},
    {IN_WALLS, 0, WALLS_FREE, 0, "chain of free obstacles"},
    {IN_WALLS, 0, WALLS_FREE, 2, "chain of free obstacles"},
    {IN_WALLS, 0, WALLS_FREE, 1000, "chain of free obstacles"},
    {IN_OBSTACLE, 0, OBSTACLE_NEXT, 0, "chain of free obstacles"}, /* a circle */
    {IN_OBSTACLE, 0, OBSTACLE_NEXT, LARGEST_INT, "chain of free obstacles"},
    {IN_OBSTACLE, 0, OBSTACLE_GENERATION, 1, "obstacle 0 of 0 edges"},
    {IN_OBSTACLE, 0, OBSTACLE_EDGES, 2, "in a free slot"},
    {IN_OBSTACLE, 0, OBSTACLE_EDGES, MINUS_ONE, "in a free slot"},
    {IN_OBSTACLE, 2, OBSTACLE_GENERATION, 2, "in a free slot"},
    {IN_OBSTACLE, 2, OBSTACLE_EDGES, 1, "obstacle 2 of 1 edges"},
    {IN_OBSTACLE, 2, OBSTACLE_EDGES, LARGEST_INT, "obstacle 2 of"},
    {IN_OBSTACLE, 2, OBSTACLE_EDGES, 2, "no polygon"},
    {IN_OBSTACLE, 2, OBSTACLE_OF_TERRAIN, 1, "no outline"},
    {IN_OBSTACLE, 2, OBSTACLE_OF_TERRAIN, 2, "obstacle 2 of"},
    {IN_OBSTACLE, 2, OBSTACLE_NEXT, 0, "obstacle 2 of"},
    {IN_OBSTACLE, 7, OBSTACLE_OF_TERRAIN, 0, "no polygon"},
    {IN_WALL, 2, WALL_X1, NAN_WORD, "no polygon"},
    {IN_WALL, 2, WALL_X1 + 1, HALF, "no polygon"},
    {IN_WALL, 2, WALL_X2, INFINITE, "no polygon"},
    {IN_WALL, 2, WALL_U, NAN_WORD, "no polygon"},
    {IN_WALL, 2, WALL_FROM, HALF, "no polygon"},
    {IN_WALL, 2, WALL_TO + 1, HALF, "no polygon"},
    {IN_WALL, 2, WALL_LENGTH, 0, "no polygon"},
    {IN_WALL, 2, WALL_CONVEX, 0, "no polygon"},
    {IN_WALL, 2, WALL_CONVEX + 1, 7, "no polygon"},
    {IN_WALL, 2, WALL_SERIAL, MINUS_ONE, "no polygon"},
    {IN_WALL, 2, WALL_FROM_LENGTH, INFINITE, "no polygon"},
    {IN_WALL, 7, WALL_SERIAL, MINUS_ONE, "no outline of this"},
    {IN_WALL, 7, WALL_X2, HALF, "no outline of this"},
    {IN_WALL, 7, WALL_U, NAN_WORD, "no outline of this"},
    {IN_WALL, 7, WALL_TO_LENGTH, HALF, "no outline of this"},
};

static size_t place_of(const town *t, const forgery *f)
{
    const size_t head = form_agents(t->snapshot);
    switch (f->part) {
    case IN_HEAD:
        return f->word;
    case IN_SLOT:
        return HEAD_WORDS + SLOT_WORDS * (size_t)f->row + f->word;
    case IN_AGENT:
        return head + AGENT_WORDS * (size_t)f->row + f->word;
    case IN_WALLS:
        return form_walls(t->snapshot) + f->word;
    case IN_OBSTACLE:
        return form_obstacle(t->snapshot, f->row) + f->word;
    case IN_WALL:
        break;
    }
    return form_obstacle(t->snapshot, f->row) + OBSTACLE_WORDS + WALL_WORDS + f->word;
}

/* The crowd's snapshot is the one that it had. */
static int is_as_before(const town *t)
{
    size_t bytes;
    unsigned char *now = must_allocate(t->bytes);
    MUST(t->context, throng_crowd_snapshot_bytes(t->crowd, &bytes));
    const int same = bytes == t->bytes && throng_crowd_save(t->crowd, now, bytes) == THRONG_OK &&
                     memcmp(now, t->snapshot, bytes) == 0;
    free(now);
    return same;
}

static void expect_refused(const town *t, const unsigned char *forged, size_t bytes, const char *message,
                           size_t row)
{
    const throng_status status = throng_crowd_restore(t->crowd, forged, bytes);
    cr_expect(status == THRONG_ERROR_INVALID_ARGUMENT, "forgery %zu: %s", row, throng_status_string(status));
    if (status == THRONG_OK)
        MUST(t->context, throng_crowd_restore(t->crowd, t->snapshot, t->bytes));
    else
        cr_expect(strstr(throng_context_message(t->context), message), "forgery %zu: %s", row,
                  throng_context_message(t->context));
    cr_expect(is_as_before(t), "forgery %zu changed the crowd", row);
}

EACH_WITH_CROWDS(crowd_snapshots, forged_words)
{
    town t;
    town_begin(&t, context);
    unsigned char *forged = must_allocate(t.bytes);
    cr_assert(form_word(t.snapshot, HEAD_FREE) == 3 &&
              form_word(t.snapshot, form_walls(t.snapshot) + 1) == 1);
    cr_assert(form_word(t.snapshot, form_obstacle(t.snapshot, 2) + OBSTACLE_EDGES) == 3);
    cr_assert(form_word(t.snapshot, form_obstacle(t.snapshot, 7) + OBSTACLE_OF_TERRAIN) == 1 &&
              form_word(t.snapshot, form_obstacle(t.snapshot, 7) + OBSTACLE_EDGES) > 1);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        memcpy(forged, t.snapshot, t.bytes);
        form_put(forged, place_of(&t, &forgeries[i]), forgeries[i].value);
        form_mend(forged, t.bytes);
        expect_refused(&t, forged, t.bytes, forgeries[i].message, i);
    }
    free(forged);
    town_end(&t);
}

/* ---- more than a word */

/* Cut anywhere, longer than it is, two obstacles of terrain in one's place, none at all, an id twice. */
EACH_WITH_CROWDS(crowd_snapshots, forged_rows)
{
    town t;
    town_begin(&t, context);
    unsigned char *forged = must_allocate(t.bytes + SPARE);
    for (size_t bytes = 0; bytes < t.bytes; bytes += bytes < 200 ? 1 : 37) {
        memcpy(forged, t.snapshot, t.bytes);
        if (bytes >= 4 * HEAD_WORDS)
            form_resize(forged, bytes);
        expect_refused(&t, forged, bytes, "", bytes);
    }
    memcpy(forged, t.snapshot, t.bytes);
    form_resize(forged, t.bytes + 4);
    expect_refused(&t, forged, t.bytes + 4, "4 bytes behind its end", t.bytes + 4);
    memcpy(forged, t.snapshot, t.bytes); /* the last of terrain once more */
    const size_t walls = form_walls(forged), count = form_word(forged, walls);
    const size_t last = 4 * form_obstacle(forged, (uint32_t)count - 1), more = t.bytes - last;
    memcpy(forged + t.bytes, forged + last, more);
    form_put(forged, walls, (uint32_t)count + 1);
    form_resize(forged, t.bytes + more);
    expect_refused(&t, forged, t.bytes + more, "no outline of this terrain", 1);
    memcpy(forged, t.snapshot, t.bytes); /* and not at all */
    form_put(forged, walls, (uint32_t)count - 1);
    form_resize(forged, last);
    expect_refused(&t, forged, last, "lacks outlines", 2);
    memcpy(forged, t.snapshot, t.bytes); /* without ranks ids need no order, but differ */
    form_put(forged, HEAD_RANKED, 0);
    form_put(forged, HEAD_WORDS + 6 * SLOT_WORDS + SLOT_ID, 10);
    form_put(forged, form_agents(forged) + 4 * AGENT_WORDS + AGENT_ID, 10);
    form_mend(forged, t.bytes);
    expect_refused(&t, forged, t.bytes, "ids must differ", 3);
    free(forged);
    town_end(&t);
}

/* Outlines of terrain, of which a head tells nothing, do not come to a crowd that has no terrain. */
EACH_WITH_CROWDS(crowd_snapshots, outlines_without_terrain)
{
    const throng_region more = {9, 9, 1, 1};
    throng_crowd *bare;
    town t;
    town_begin(&t, context);
    MUST(context, throng_terrain_fill(t.terrain, &more, 1));
    MUST(context, throng_crowd_save(t.crowd, t.snapshot, t.bytes));
    cr_assert(form_word(t.snapshot, HEAD_TERRAIN) == 0);
    throng_crowd_def def = def_of(&t);
    def.terrain = NULL;
    MUST(context, throng_crowd_create(context, &def, &bare));
    cr_expect(throng_crowd_restore(bare, t.snapshot, t.bytes) == THRONG_ERROR_INVALID_ARGUMENT &&
              strstr(throng_context_message(context), "must be on terrain"));
    MUST(context, throng_crowd_destroy(bare));
    for (uint32_t word = 0; word < WALL_WORDS; word++) { /* of some terrain they must be all the same */
        unsigned char *forged = must_allocate(t.bytes);
        memcpy(forged, t.snapshot, t.bytes);
        form_put(forged, form_obstacle(forged, 4) + OBSTACLE_WORDS + word, NAN_WORD | 0x80000000u);
        form_mend(forged, t.bytes);
        expect_refused(&t, forged, t.bytes, "no outline of any terrain", word);
        free(forged);
    }
    MUST(context, throng_crowd_restore(t.crowd, t.snapshot, t.bytes));
    MUST(context, throng_crowd_step(t.crowd, 0.25f));
    town_end(&t);
}

/* Who leaves the fastest obstacle that there may be is at most as fast as a host may set, so that what the
 * crowd says of it can be set and restored. */
EACH_WITH_CROWDS(crowd_snapshots, behind_the_fastest_obstacle)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d = throng_agent_default_def();
    const throng_obstacle_motion m = {.vx = 1e9f, .heading_x = 1.0f};
    static const throng_vertex corners[4] = {{-2.5f, -1.25f}, {2.5f, -1.25f}, {2.5f, 1.25f}, {-2.5f, 1.25f}};
    throng_agent agent;
    throng_motion walk;
    size_t bytes;
    float v[2];
    d.radius = 0.5f;
    d.x = 2.3f; /* just behind its front */
    throng_crowd *crowd;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, 1, &d, 0, &agent));
    MUST(context, throng_crowd_add_moving_obstacle(crowd, 4, corners, 0, &m, NULL));
    MUST(context, throng_crowd_step(crowd, 1e-3f));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, 1, &agent, 0, v, 0));
    cr_expect(v[0] == 1e9f && v[1] == 0.0f, "%.9g, %.9g", (double)v[0], (double)v[1]);
    MUST(context, throng_crowd_get_motions(crowd, &agent, 1, &walk));
    MUST(context, throng_crowd_set_motions(crowd, &agent, 1, &walk));
    MUST(context, throng_crowd_snapshot_bytes(crowd, &bytes));
    void *snapshot = must_allocate(bytes);
    MUST(context, throng_crowd_save(crowd, snapshot, bytes));
    MUST(context, throng_crowd_restore(crowd, snapshot, bytes));
    free(snapshot);
    MUST(context, throng_crowd_destroy(crowd));
}
