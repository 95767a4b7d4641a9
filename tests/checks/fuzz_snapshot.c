/* Forged snapshots of crowds of many kinds: a few words changed to odd or to near values, rows swapped,
 * doubled or dropped, pieces of other snapshots in between, and the sum mended. Each is taken up or refused
 * with INVALID_ARGUMENT. What is refused leaves the crowd as it was, to the byte. An oracle finds nothing
 * wrong with what is taken up, and it goes on: the reference level and the widest one make the same steps,
 * its own snapshot is taken up, its agents and obstacles can be removed. No request for memory is larger
 * than a small crowd's. */
#define _POSIX_C_SOURCE 200809L
#include "tests/checks/fuzz_input.h"
#include "tests/crowd/snapshot_oracle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
extern long forgeries_taken_up;
long forgeries_taken_up;

enum { CAPACITY = 40, SIDE = 9, FIELDS = 2, ROOM = 65536, LARGEST = 1 << 19, STEPS = 3 };

/* What a kind of crowd has. */
enum {
    OBSTACLES = 1,
    GONE = 2,   /* agents and obstacles were removed, others came in some of their places */
    GROUND = 4, /* terrain */
    EDITED = 8, /* which was changed after the last step */
    FLOW = 16,
    SENSES = 32,     /* all of them, headings that turn, congestion */
    MIXED = 64,      /* radii, speeds, layers, priorities, locked agents */
    SETTLES = 128,   /* one goal for all, and those who reach it settle */
    INSIDE = 256,    /* some stand in walls */
    SHUFFLED = 512,  /* ids do not ascend */
    UNRANKED = 1024, /* an id that is not the highest came after the last step */
    EMPTY = 2048,    /* all were removed */
    FEW = 4096       /* agents */
};

static const int32_t kinds[] = {
    0,
    FEW,
    GONE,
    EMPTY | OBSTACLES | GONE,
    OBSTACLES | GONE | SHUFFLED,
    OBSTACLES | INSIDE | MIXED,
    GROUND,
    GROUND | OBSTACLES | GONE | EDITED,
    GROUND | FLOW | GONE | FEW,
    GROUND | FLOW | SENSES | MIXED | OBSTACLES | INSIDE,
    SENSES | GONE | SHUFFLED,
    SENSES | FEW | UNRANKED,
    MIXED | GONE | UNRANKED | SHUFFLED,
    SETTLES | OBSTACLES,
    SETTLES | MIXED | SENSES | GONE,
};

enum { KINDS = sizeof kinds / sizeof *kinds };

typedef struct side {
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    throng_crowd *crowd;
} side;

typedef struct snapshot {
    unsigned char bytes[ROOM];
    size_t size;
} snapshot;

typedef struct subject {
    int32_t parts;
    side sides[2]; /* the reference level and the widest one, as `now` says */
    uint64_t hash;
    snapshot early, now;
} subject;

static throng_context *contexts[2];
static subject subjects[KINDS];

/* ---- memory */

static int restoring;

static void *allocate_little(void *user, size_t size, size_t alignment)
{
    check(!restoring || size <= LARGEST, "a large request for memory");
    return allocate(user, size, alignment);
}

/* ---- what crowds are made of */

static throng_agent_def agent_of(int32_t parts, int32_t i)
{
    throng_agent_def d = throng_agent_default_def();
    const int32_t place = parts & SHUFFLED ? i * 7 % 20 : i;
    d.id = (uint64_t)place * 3;
    d.x = 0.5f + (float)(i % 5) * 1.25f;
    d.y = 0.5f + (float)(i / 5) * 1.5f;
    d.target_x = parts & SETTLES ? 3.0f : 8.0f - d.x;
    d.target_y = parts & SETTLES ? 3.0f : 7.0f - d.y;
    d.navigation = i % 3 == 0 && !(parts & SETTLES) ? THRONG_NAVIGATE_VELOCITY : THRONG_NAVIGATE_GOAL;
    d.radius = 0.3f;
    d.max_speed = 1.5f;
    d.neighbor_dist = 4.0f;
    d.max_neighbors = 6;
    d.vision_range = 4.0f;
    d.capacity = 2;
    if (parts & FLOW && i % 2) {
        d.navigation = THRONG_NAVIGATE_FLOW;
        d.flow_field = i / 2 % FIELDS;
    }
    if (parts & MIXED) {
        d.radius = 0.1f + 0.15f * (float)(i % 4);
        d.max_speed = i % 7 == 3 ? 0.0f : 1.0f + 0.25f * (float)(i % 3);
        d.locked = i % 6 == 5;
        d.layer = i % 5 == 1 ? 2 : 1;
        d.priority = i % 4 - 1;
    }
    return d;
}

static throng_crowd_def def_of(const subject *of, const side *s)
{
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = CAPACITY;
    def.max_neighbors = 8;
    def.terrain = s->terrain;
    def.flow = s->flow;
    def.seed = 11;
    if (of->parts & SENSES) {
        def.perception = THRONG_PERCEPTION_ALL;
        def.congestion = 1;
        def.symmetry = 0.01f;
        def.heading = THRONG_HEADING_TURNING;
    }
    def.settle = (of->parts & SETTLES) != 0;
    def.neighbors = of->parts & MIXED ? THRONG_NEIGHBORS_GAPS : THRONG_NEIGHBORS_CENTRES;
    return def;
}

static void must(throng_status status, const char *what) { check(status == THRONG_OK, what); }

static void lay_ground(const subject *of, side *s)
{
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def flow = throng_flow_default_def();
    const throng_region wall = {3, 2, 2, 4}, other = {7, 0, 1, 3};
    const throng_cell goals[FIELDS] = {{0, 0}, {8, 7}};
    if (!(of->parts & GROUND))
        return;
    ground.width = SIDE;
    ground.height = SIDE - 1;
    must(throng_terrain_create(s->context, &ground, &s->terrain), "no terrain");
    must(throng_terrain_fill(s->terrain, &wall, 1), "terrain is not filled");
    must(throng_terrain_fill(s->terrain, &other, 1), "terrain is not filled");
    if (!(of->parts & FLOW))
        return;
    flow.terrain = s->terrain;
    flow.fields = FIELDS;
    must(throng_flow_create(s->context, &flow, &s->flow), "no flow");
    for (int32_t i = 0; i < FIELDS; i++)
        must(throng_flow_set_goals(s->flow, i, 1, &goals[i], 0), "no goal");
}

static void build(const subject *of, const side *s)
{
    const throng_vertex shapes[4][5] = {{{1, 1}, {2.5f, 1}, {2.5f, 2}, {1, 2}, {0, 0}},
                                        {{-1, -1}, {-1, 9}, {9, 9}, {9, -1}, {0, 0}},
                                        {{5, 5}, {6, 7}, {0, 0}, {0, 0}, {0, 0}},
                                        {{4, 1}, {5, 0.5f}, {6, 1}, {5.5f, 2}, {4.5f, 2}}};
    const int32_t counts[4] = {4, 4, 2, 5};
    throng_obstacle handles[5];
    if (!(of->parts & OBSTACLES))
        return;
    for (int32_t i = 0; i < 4; i++)
        must(throng_crowd_add_obstacle(s->crowd, counts[i], shapes[i], 0, &handles[i]), "no obstacle");
    if (!(of->parts & GONE))
        return;
    for (int32_t i = 0; i < 3; i++)
        must(throng_crowd_remove_obstacle(s->crowd, handles[2 - i]), "an obstacle stays");
    must(throng_crowd_add_obstacle(s->crowd, counts[3], shapes[3], 0, &handles[4]), "no obstacle");
}

static void populate(const subject *of, const side *s)
{
    throng_agent agents[CAPACITY];
    const int32_t count = of->parts & FEW ? 3 : 13;
    for (int32_t i = 0; i < count; i++) {
        throng_agent_def d = agent_of(of->parts, i);
        if (!(of->parts & INSIDE) && (of->parts & OBSTACLES) && i % 5 < 2)
            d.x += 6.0f;
        must(throng_crowd_add(s->crowd, 1, &d, 0, &agents[i]), "no agent");
    }
    if (of->parts & GONE) {
        throng_agent_def d = agent_of(of->parts, count);
        must(throng_crowd_remove(s->crowd, 2, &agents[1], 0), "an agent stays");
        d.id = 1000;
        must(throng_crowd_add(s->crowd, 1, &d, 0, &agents[1]), "no agent");
        must(throng_crowd_remove(s->crowd, 1, &agents[0], 0), "an agent stays");
    }
}

static void save(const side *s, snapshot *to)
{
    must(throng_crowd_snapshot_bytes(s->crowd, &to->size), "no size of a snapshot");
    check(to->size <= ROOM, "a large snapshot");
    must(throng_crowd_save(s->crowd, to->bytes, ROOM), "no snapshot");
}

static uint64_t hash_of(const side *s)
{
    uint64_t hash;
    must(throng_crowd_hash(s->crowd, &hash), "no hash");
    return hash;
}

static void finish(const subject *of, const side *s)
{
    const throng_region more = {5, 6, 2, 1};
    throng_agent agents[CAPACITY];
    throng_agent_def late = agent_of(of->parts, 14);
    int32_t count;
    for (int32_t i = 0; i < 5; i++)
        must(throng_crowd_step(s->crowd, 0.25f), "no step");
    late.id = 2;
    if (of->parts & UNRANKED)
        must(throng_crowd_add(s->crowd, 1, &late, 0, NULL), "no agent");
    if (of->parts & EDITED)
        must(throng_terrain_fill(s->terrain, &more, 1), "terrain is not filled");
    must(throng_crowd_list(s->crowd, agents, CAPACITY, &count), "no list");
    if (of->parts & EMPTY)
        must(throng_crowd_remove(s->crowd, count, agents, 0), "agents stay");
}

static void create(const subject *of, side *s)
{
    const throng_crowd_def def = def_of(of, s);
    must(throng_crowd_create(s->context, &def, &s->crowd), "no crowd");
}

static void begin(subject *of, int32_t parts)
{
    of->parts = parts;
    for (int i = 0; i < 2; i++) {
        side *s = &of->sides[i];
        s->context = contexts[i];
        lay_ground(of, s);
        create(of, s);
        build(of, s);
        populate(of, s);
        must(throng_crowd_step(s->crowd, 0.25f), "no step");
        if (i == 0)
            save(s, &of->early);
        finish(of, s);
    }
    save(&of->sides[0], &of->now);
    of->hash = hash_of(&of->sides[0]);
    check(hash_of(&of->sides[1]) == of->hash, "the levels differ");
}

static void begin_all(void)
{
    for (int i = 0; i < 2; i++) {
        throng_context_def about = throng_context_default_def();
        about.backend = THRONG_BACKEND_CPU;
        about.isa = i ? THRONG_ISA_AUTO : THRONG_ISA_REFERENCE;
        about.threads = 1;
        about.cache = "off";
        about.allocator = (throng_allocator){allocate_little, release, NULL};
        must(throng_context_create(&about, &contexts[i]), "no context");
    }
    for (int32_t i = 0; i < KINDS; i++)
        begin(&subjects[i], kinds[i]);
}

/* ---- forging */

static uint32_t odd_word(input *in)
{
    static const uint32_t odd[] = {
        0u,          1u,          2u,          3u,          8u,          64u,         255u,
        256u,        1000u,       2048u,       8192u,       16384u,      0x10000u,    0x10000000u,
        0x7fffffffu, 0x80000000u, 0x80000001u, 0xfffffffeu, 0xffffffffu, 0x7fc00000u, 0x7fa00000u,
        0xffc00000u, 0x7f800000u, 0xff800000u, 0x7f7fffffu, 0x4e6e6b28u, 0xce6e6b28u, 0x4e6e6b29u,
        0x007fffffu, 0x807fffffu, 0x00800000u, 0x3f800000u, 0xbf800000u, 0xc0000000u, 0x358637bdu,
        0x358637bcu, 0x40400000u, 0x3e000000u};
    const uint8_t kind = byte(in);
    return kind < 230 ? odd[kind % (sizeof odd / sizeof *odd)] : word(in);
}

/* The part of a snapshot that a byte names: where it begins, the words of a row, and how many there are. */
typedef struct rows {
    size_t first, words, count;
} rows;

static rows rows_of(const snapshot *s, uint8_t kind)
{
    const size_t slots = form_word(s->bytes, HEAD_SLOTS), agents = form_word(s->bytes, HEAD_AGENTS);
    const size_t walls = form_walls(s->bytes);
    if (kind < 40)
        return (rows){0, HEAD_WORDS, 1};
    if (kind < 90)
        return (rows){HEAD_WORDS, SLOT_WORDS, slots};
    if (kind < 180)
        return (rows){form_agents(s->bytes), AGENT_WORDS, agents};
    if (kind < 190)
        return (rows){walls, WALLS_WORDS, 1};
    const uint32_t obstacles = form_word(s->bytes, walls), which = obstacles > 0 ? kind % obstacles : 0;
    if (obstacles == 0)
        return (rows){walls, WALLS_WORDS, 1};
    const size_t at = form_obstacle(s->bytes, which);
    if (kind < 215)
        return (rows){at, OBSTACLE_WORDS, 1};
    const size_t edges = form_word(s->bytes, at + OBSTACLE_EDGES);
    return edges > 0 ? (rows){at + OBSTACLE_WORDS, WALL_WORDS, edges} : (rows){at, OBSTACLE_WORDS, 1};
}

static size_t word_of(input *in, const rows *r)
{
    const size_t row = r->count > 0 ? byte(in) % r->count : 0;
    return r->first + row * r->words + byte(in) % r->words;
}

/* Values of another row, or of the word beside. */
static uint32_t near_word(input *in, const snapshot *from, const rows *r, size_t at)
{
    const size_t all = from->size / 4;
    const size_t other = byte(in) & 1 ? at + r->words : at + 1 - 2 * (size_t)(byte(in) & 1);
    return form_word(from->bytes, other < all ? other : word(in) % all);
}

static void change_word(input *in, snapshot *s, const snapshot *from, const rows *r)
{
    const size_t at = word_of(in, r);
    const uint8_t kind = byte(in) % 8;
    if (at >= s->size / 4)
        return;
    uint32_t value = form_word(s->bytes, at);
    switch (kind) {
    case 0:
        value ^= 1u << byte(in) % 32;
        break;
    case 1:
        value += byte(in) & 1 ? 1u : 0xffffffffu;
        break;
    case 2:
        value = near_word(in, from, r, at);
        break;
    case 3:
        value ^= 0x80000000u;
        break;
    case 4: /* a float a little larger or smaller */
        value += (uint32_t)byte(in) << 16;
        break;
    default:
        value = odd_word(in);
        break;
    }
    form_put(s->bytes, at, value);
}

/* Moves what is behind `at`, to make room for words or to close a gap. */
static void shift(snapshot *s, size_t at, int32_t words)
{
    const size_t from = 4 * (words < 0 ? at + (size_t)-words : at),
                 to = 4 * (words < 0 ? at : at + (size_t)words);
    if (from > s->size || s->size - from + to > ROOM)
        return;
    memmove(s->bytes + to, s->bytes + from, s->size - from);
    s->size = s->size - from + to;
}

/* A row once more, or not at all; counts may follow. */
static void change_rows(input *in, snapshot *s, const rows *r, uint8_t kind)
{
    const size_t row = r->count > 0 ? byte(in) % r->count : 0, at = r->first + row * r->words;
    const int32_t more = byte(in) & 1 ? 1 : -1;
    unsigned char copy[4 * AGENT_WORDS];
    if (r->words > AGENT_WORDS || r->count == 0 || 4 * (at + r->words) > s->size)
        return;
    memcpy(copy, s->bytes + 4 * at, 4 * r->words);
    shift(s, at, more * (int32_t)r->words);
    if (more > 0)
        memcpy(s->bytes + 4 * at, copy, 4 * r->words);
    if (byte(in) % 4 == 0)
        return;
    const size_t count = kind < 90    ? HEAD_SLOTS
                         : kind < 180 ? HEAD_AGENTS
                         : kind < 215 ? form_walls(s->bytes)
                                      : r->first - OBSTACLE_WORDS + OBSTACLE_EDGES;
    if (kind >= 40 && 4 * count < s->size)
        form_put(s->bytes, count, form_word(s->bytes, count) + (uint32_t)more);
}

static void swap_rows(input *in, snapshot *s, const rows *r)
{
    unsigned char copy[4 * AGENT_WORDS];
    if (r->count < 2 || r->words > AGENT_WORDS)
        return;
    const size_t a = 4 * (r->first + byte(in) % r->count * r->words),
                 b = 4 * (r->first + byte(in) % r->count * r->words);
    memcpy(copy, s->bytes + a, 4 * r->words);
    memmove(s->bytes + a, s->bytes + b, 4 * r->words);
    memcpy(s->bytes + b, copy, 4 * r->words);
}

/* A piece of another snapshot in the place of one as long. */
static void splice(input *in, snapshot *s, const snapshot *from, const rows *r)
{
    const size_t at = word_of(in, r),
                 words = 1 + (byte(in) & 1 ? r->words * (1 + byte(in) % 4) : byte(in) % 8);
    if (4 * (at + words) <= s->size && 4 * (at + words) <= from->size)
        memcpy(s->bytes + 4 * at, from->bytes + 4 * at, 4 * words);
}

static void forge(input *in, snapshot *s, const snapshot *from)
{
    const snapshot *rules = s; /* counts in it may be forged already */
    const uint8_t part = byte(in), how = byte(in);
    static snapshot known;
    memcpy(known.bytes, rules->bytes, 4 * HEAD_WORDS);
    const rows r = rows_of(from, part);
    if (how < 190)
        change_word(in, s, from, &r);
    else if (how < 210)
        swap_rows(in, s, &r);
    else if (how < 230)
        change_rows(in, s, &r, part);
    else if (how < 250)
        splice(in, s, from, &r);
    else
        s->size = word(in) % (s->size + 1);
}

/* ---- what becomes of it */

static throng_status restore(const side *s, const snapshot *from)
{
    unsigned char *copy = malloc(from->size + 1); /* of no alignment, and with an end that is watched */
    check(copy != NULL, "no memory");
    memcpy(copy + 1, from->bytes, from->size);
    restoring = 1;
    const throng_status status = throng_crowd_restore(s->crowd, copy + 1, from->size);
    restoring = 0;
    free(copy);
    return status;
}

static int32_t list(const side *s, throng_agent *agents)
{
    int32_t count;
    must(throng_crowd_list(s->crowd, agents, CAPACITY, &count), "no list");
    check(count >= 0 && count <= CAPACITY, "agents too many");
    return count;
}

static void step_both(const subject *of)
{
    float at[CAPACITY][2];
    throng_agent agents[CAPACITY];
    for (int i = 0; i < 2; i++)
        must(throng_crowd_step(of->sides[i].crowd, 0.25f), "no step");
    check(hash_of(&of->sides[0]) == hash_of(&of->sides[1]), "the levels make different steps");
    const int32_t count = list(&of->sides[0], agents);
    for (int32_t what = THRONG_AGENT_POSITION; what <= THRONG_AGENT_VELOCITY; what++) {
        must(throng_crowd_get(of->sides[1].crowd, what, count, agents, 0, at, 0), "nothing is read");
        for (int32_t k = 0; k < count; k++)
            check(fabsf(at[k][0]) <= 1e9f && fabsf(at[k][1]) <= 1e9f, "an agent leaves the plane");
    }
}

static void remove_obstacles(const subject *of, const snapshot *forged)
{
    const uint32_t count = form_word(forged->bytes, form_walls(forged->bytes));
    for (uint32_t i = 0; i < count; i++) {
        const size_t at = form_obstacle(forged->bytes, i);
        const throng_obstacle handle = {(int32_t)i, form_word(forged->bytes, at + OBSTACLE_GENERATION)};
        const int there = (handle.generation & 1u) && !form_word(forged->bytes, at + OBSTACLE_OF_TERRAIN);
        for (int k = 0; k < 2; k++)
            check((throng_crowd_remove_obstacle(of->sides[k].crowd, handle) == THRONG_OK) == there,
                  "an obstacle stays, or another one goes");
    }
}

/* Slots that named nearly as many agents as they can, and may be retired when they become free. */
static int is_worn(const snapshot *forged)
{
    int worn = 0;
    for (uint32_t i = 0; i < form_word(forged->bytes, HEAD_SLOTS); i++)
        worn |= form_word(forged->bytes, HEAD_WORDS + i * SLOT_WORDS + SLOT_GENERATION) > 0xfffffff0u;
    return worn;
}

static void change_agents(const subject *of, const snapshot *forged)
{
    throng_agent agents[CAPACITY];
    throng_agent_def d = agent_of(of->parts, 3);
    throng_status statuses[2];
    int32_t count = list(&of->sides[0], agents);
    for (int i = 0; i < 2; i++)
        must(throng_crowd_remove(of->sides[i].crowd, count / 2, agents, 0), "agents stay");
    for (int32_t n = count - count / 2; n < CAPACITY; n++) { /* until no more may come */
        d.id =
            n == CAPACITY / 2 ? THRONG_NEXT_ID : 5000 + (uint64_t)n; /* a forged count may name one in use */
        for (int i = 0; i < 2; i++)
            statuses[i] = throng_crowd_add(of->sides[i].crowd, 1, &d, 0, NULL);
        check(statuses[0] == statuses[1] &&
                  (statuses[0] == THRONG_OK || statuses[0] == THRONG_ERROR_INVALID_ARGUMENT ||
                   (statuses[0] == THRONG_ERROR_CAPACITY && is_worn(forged))),
              "agents cannot come");
    }
    step_both(of);
    count = list(&of->sides[1], agents);
    for (int i = 0; i < 2; i++)
        must(throng_crowd_remove(of->sides[i].crowd, count, agents, 0), "agents stay");
    step_both(of);
}

/* Its own snapshot is taken up, and is the same again. */
static void again(const subject *of)
{
    static snapshot saved, twice;
    save(&of->sides[0], &saved);
    must(restore(&of->sides[1], &saved), "a crowd's own snapshot is refused");
    check(hash_of(&of->sides[0]) == hash_of(&of->sides[1]), "a snapshot makes another crowd");
    save(&of->sides[1], &twice);
    check(saved.size == twice.size && memcmp(saved.bytes, twice.bytes, saved.size) == 0,
          "a restored crowd has another snapshot");
}

static void go_on(subject *of, const snapshot *forged)
{
    const char *wrong = oracle_wrong(forged->bytes, forged->size);
    check(wrong == NULL, wrong);
    must(restore(&of->sides[1], forged), "the levels differ about a snapshot");
    again(of);
    for (int32_t i = 0; i < STEPS; i++)
        step_both(of);
    again(of);
    remove_obstacles(of, forged);
    change_agents(of, forged);
    for (int i = 0; i < 2; i++) { /* as it was */
        must(throng_crowd_destroy(of->sides[i].crowd), "the crowd is not destroyed");
        create(of, &of->sides[i]);
        must(restore(&of->sides[i], &of->now), "a snapshot is refused");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static snapshot forged, after;
    input in = {data, size};
    if (!contexts[0])
        begin_all();
    const uint8_t given = byte(&in);
    subject *of = &subjects[byte(&in) % KINDS];
    const snapshot *other = given & 1 ? &of->early : given & 2 ? &subjects[byte(&in) % KINDS].now : &of->now;
    memcpy(forged.bytes, of->now.bytes, of->now.size);
    forged.size = of->now.size;
    for (int32_t i = 0; i <= given % 3; i++)
        forge(&in, &forged, i == 0 && !(given & 4) ? &of->now : other);
    if (forged.size >= 4 * HEAD_WORDS && given < 250)
        form_resize(forged.bytes, forged.size);
    else if (forged.size >= 4 * HEAD_WORDS)
        form_mend(forged.bytes, forged.size);
    const throng_status status = restore(&of->sides[0], &forged);
    check(status == THRONG_OK || status == THRONG_ERROR_INVALID_ARGUMENT, "an odd status");
    if (status == THRONG_OK) {
        forgeries_taken_up++;
        go_on(of, &forged);
        return 0;
    }
    save(&of->sides[0], &after);
    check(hash_of(&of->sides[0]) == of->hash && after.size == of->now.size &&
              memcmp(after.bytes, of->now.bytes, after.size) == 0,
          "a snapshot that was refused changed the crowd");
    return 0;
}
