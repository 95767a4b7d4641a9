#include "tests/world/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EUCLIDEAN THRONG_PROPAGATION_EUCLIDEAN
#define PATH THRONG_PROPAGATION_PATH
#define ADJACENT THRONG_PROPAGATION_ADJACENT

const map_session map_sessions[] = {
    {"euclidean", THRONG_GRID_SQUARE8, EUCLIDEAN, 61, 47, 1.0f, WALLS_NONE, 12.0f, 0.0f, 0, 10, 901},
    {"euclidean, far", THRONG_GRID_SQUARE8, EUCLIDEAN, 83, 40, 0.3f, WALLS_NONE, 200.0f, 0.5f, 0, 8, 902},
    {"euclidean, hexagons", THRONG_GRID_HEX, EUCLIDEAN, 44, 51, 2.5f, WALLS_NONE, 15.0f, 0.9f, 0, 10, 903},
    {"euclidean, few cells", THRONG_GRID_SQUARE4, EUCLIDEAN, 3, 2, 1.0f, WALLS_NONE, 9.0f, 0.3f, 0, 6, 904},
    {"path", THRONG_GRID_SQUARE8, PATH, 61, 47, 1.0f, WALLS_RANDOM, 12.0f, 0.0f, 0, 10, 905},
    {"path, four neighbours", THRONG_GRID_SQUARE4, PATH, 50, 60, 0.7f, WALLS_ROOMS, 14.0f, 0.5f, 1, 10, 906},
    {"path, hexagons", THRONG_GRID_HEX, PATH, 45, 53, 1.5f, WALLS_RANDOM, 10.0f, 0.0f, 1, 10, 907},
    {"path, serpentine", THRONG_GRID_SQUARE8, PATH, 40, 41, 1.0f, WALLS_SERPENTINE, 15.0f, 0.0f, 0, 8, 908},
    {"path, few cells", THRONG_GRID_HEX, PATH, 5, 4, 1.0f, WALLS_NONE, 9.0f, 0.0f, 1, 6, 909},
    {"adjacent", THRONG_GRID_SQUARE8, ADJACENT, 61, 47, 1.0f, WALLS_RANDOM, 12.0f, 0.0f, 0, 10, 910},
    {"adjacent, hexagons", THRONG_GRID_HEX, ADJACENT, 52, 45, 0.2f, WALLS_ROOMS, 12.0f, 0.8f, 1, 10, 911},
    {"adjacent, four neighbours", THRONG_GRID_SQUARE4, ADJACENT, 45, 52, 1.0f, WALLS_MAZE, 15.0f, 0.0f, 0, 8,
     912},
};
const int32_t map_session_count = sizeof map_sessions / sizeof *map_sessions;

throng_world_influence_def map_session_def(const map_session *s)
{
    throng_world_influence_def def = throng_world_influence_default_def();
    def.map.width = s->width;
    def.map.height = s->height;
    def.map.grid = s->grid;
    def.map.propagation = s->propagation;
    def.map.cell_size = s->cell_size;
    def.map.layers = SESSION_LAYERS;
    def.map.object_capacity = SESSION_OBJECTS;
    def.map.blocked_objects = s->ignore ? THRONG_BLOCKED_IGNORE : THRONG_BLOCKED_REFUSE;
    return def;
}

map_mirror map_mirror_begin(const char *name, int32_t count, throng_context *const *contexts,
                            const throng_world_def *def, const map_session *s, const float *weights)
{
    map_mirror m = {.context = contexts[0]};
    throng_world_influence_def of_map = map_session_def(s);
    of_map.weights = weights;
    snprintf(m.name, sizeof m.name, "%s", name);
    MUST(contexts[0], throng_world_create(count, contexts, def, &m.world));
    MUST(contexts[0], throng_world_influence_create(m.world, &of_map, &m.map));
    return m;
}

void map_mirror_end(const map_mirror *m)
{
    MUST(m->context, throng_world_influence_destroy(m->map));
    MUST(m->context, throng_world_destroy(m->world));
}

/* ---------------------------------------------------------------- the session ----------------------- */

typedef struct layer_objects {
    int32_t count;
    uint64_t ids[SESSION_OBJECTS]; /* ascending */
    throng_influence_object objects[SESSION_OBJECTS];
} layer_objects;

typedef struct playing {
    throng_context *context;
    const map_session *s;
    const map_mirror *mirrors;
    int32_t mirror_count, rank, size, giver;
    rng r;
    throng_terrain *terrain;
    throng_influence *map;
    uint8_t *walls;
    layer_objects layers[SESSION_LAYERS];
    size_t cells;
    float *right, *got;
    int32_t differences;
} playing;

/* Whether this process gives entry i. */
static int mine(const playing *p, int32_t i)
{
    return p->giver >= 0 ? p->rank == p->giver : i % p->size == p->rank;
}

static int is_free(const playing *p, const throng_influence_object *o)
{
    int32_t column, row;
    const double x = (double)o->x / (double)p->s->cell_size, y = (double)o->y / (double)p->s->cell_size;
    const double room = walk_cell(p->s->grid, x, y, &column, &row);
    return room > 1e-3 && column >= 0 && column < p->s->width && row >= 0 && row < p->s->height &&
           !p->walls[(size_t)row * (size_t)p->s->width + (size_t)column];
}

static void place(playing *p, throng_influence_object *o)
{
    const map_session *s = p->s;
    const int walks = s->propagation != EUCLIDEAN;
    const float beside = walks && !s->ignore ? 0.0f : 6.0f;
    const float high = s->grid == THRONG_GRID_HEX ? 0.87f * (float)s->height : (float)s->height;
    do {
        o->x = rng_between(&p->r, -beside, (float)s->width + beside) * s->cell_size;
        o->y = rng_between(&p->r, -beside, high + beside) * s->cell_size;
    } while (walks && !s->ignore && !is_free(p, o));
    o->vx = rng_below(&p->r, 3) ? rng_between(&p->r, -2.0f, 2.0f) : 0.0f;
    o->vy = rng_below(&p->r, 3) ? rng_between(&p->r, -2.0f, 2.0f) : 0.0f;
}

static throng_influence_object make_object(playing *p)
{
    throng_influence_object o = throng_influence_default_object();
    const int32_t kind = rng_below(&p->r, 4);
    place(p, &o);
    o.influence = rng_between(&p->r, -3.0f, 5.0f);
    o.max_distance = rng_between(&p->r, 0.0f, p->s->reach_most);
    o.decay_kind = rng_below(&p->r, 2);
    o.decay = o.decay_kind == THRONG_DECAY_LINEAR ? rng_between(&p->r, 0.01f, 0.3f)
                                                  : rng_between(&p->r, 0.5f, 0.97f);
    if (kind == 0)
        o.alpha = rng_between(&p->r, 0.1f, 0.95f);
    else if (kind == 1)
        o.offset = rng_between(&p->r, 0.0f, rng_below(&p->r, 3) ? 5.0f : 60.0f);
    return o;
}

static int32_t find(const layer_objects *l, uint64_t id)
{
    int32_t at = 0;
    while (at < l->count && l->ids[at] < id)
        at++;
    return at;
}

static void insert(layer_objects *l, uint64_t id, const throng_influence_object *o)
{
    const int32_t at = find(l, id);
    if (at == l->count || l->ids[at] != id) {
        memmove(l->ids + at + 1, l->ids + at, (size_t)(l->count - at) * sizeof *l->ids);
        memmove(l->objects + at + 1, l->objects + at, (size_t)(l->count - at) * sizeof *l->objects);
        l->count++;
    }
    l->ids[at] = id;
    l->objects[at] = *o;
}

static void erase(layer_objects *l, uint64_t id)
{
    const int32_t at = find(l, id);
    l->count--;
    memmove(l->ids + at, l->ids + at + 1, (size_t)(l->count - at) * sizeof *l->ids);
    memmove(l->objects + at, l->objects + at + 1, (size_t)(l->count - at) * sizeof *l->objects);
}

/* What is done to some objects: new ones or others again (set), moved, removed. */
enum { SET, MOVE, REMOVE };

static void change(playing *p, int32_t layer, int32_t what, int32_t most)
{
    layer_objects *l = &p->layers[layer];
    uint64_t ids[SESSION_OBJECTS];
    throng_influence_object objects[SESSION_OBJECTS];
    float positions[2 * SESSION_OBJECTS], velocities[2 * SESSION_OBJECTS];
    int32_t count = 0, own = 0;
    const int turns = rng_below(&p->r, 2);
    uint8_t named[SESSION_OBJECTS] = {0};
    for (int32_t i = 0; i < most; i++) {
        const int32_t known = l->count > 0 ? rng_below(&p->r, l->count) : -1;
        const int fresh = what == SET && (known < 0 || named[known] || rng_below(&p->r, 2));
        if (known < 0 ? !fresh : !fresh && named[known])
            continue;
        if (fresh && l->count + count >= SESSION_OBJECTS)
            continue;
        ids[count] = fresh ? rng_next(&p->r) >> rng_below(&p->r, 60) : l->ids[known];
        for (int32_t k = 0; k < count && fresh; k++)
            if (ids[k] == ids[count])
                ids[count] = rng_next(&p->r), k = -1;
        if (fresh && find(l, ids[count]) < l->count && l->ids[find(l, ids[count])] == ids[count])
            continue;
        objects[count] = what == SET ? make_object(p) : l->objects[known];
        if (what == MOVE) {
            const throng_influence_object before = objects[count];
            place(p, &objects[count]);
            objects[count].vx = turns ? objects[count].vx : before.vx;
            objects[count].vy = turns ? objects[count].vy : before.vy;
        }
        if (!fresh)
            named[known] = 1;
        count++;
    }
    uint64_t own_ids[SESSION_OBJECTS];
    throng_influence_object own_objects[SESSION_OBJECTS];
    for (int32_t i = 0; i < count; i++) {
        if (mine(p, i)) {
            own_ids[own] = ids[i];
            own_objects[own] = objects[i];
            memcpy(positions + 2 * (size_t)own, &objects[i].x, 2 * sizeof(float));
            memcpy(velocities + 2 * (size_t)own, &objects[i].vx, 2 * sizeof(float));
            own++;
        }
        if (what == REMOVE)
            erase(l, ids[i]);
        else
            insert(l, ids[i], &objects[i]);
    }
    for (int32_t i = 0; i < p->mirror_count; i++) {
        const map_mirror *m = &p->mirrors[i];
        if (what == SET)
            MUST(m->context, throng_world_influence_set_objects(m->map, layer, own, own_ids, own_objects, 0));
        else if (what == MOVE)
            MUST(m->context, throng_world_influence_move_objects(m->map, layer, own, own_ids, positions, 0,
                                                                 turns ? velocities : NULL, 0));
        else
            MUST(m->context, throng_world_influence_remove_objects(m->map, layer, own, own_ids));
    }
}

/* Walls of a rectangle, or of the whole map, by one process; a rectangle of its own by each other one. */
static void change_walls(playing *p, int whole)
{
    const map_session *s = p->s;
    throng_region mine_of_all = {0, 0, s->width, s->height};
    uint8_t *bytes = must_allocate(p->cells);
    throng_region *regions = must_allocate((size_t)p->size * sizeof *regions);
    if (s->propagation != EUCLIDEAN) {
        for (int32_t i = 0; i < p->size; i++) {
            throng_region r = {rng_below(&p->r, s->width), rng_below(&p->r, s->height),
                               1 + rng_below(&p->r, 9), 1 + rng_below(&p->r, 9)};
            r.width = r.width < s->width - r.column ? r.width : s->width - r.column;
            r.height = r.height < s->height - r.row ? r.height : s->height - r.row;
            if (whole)
                r = mine_of_all;
            for (int32_t k = 0; k < r.width * r.height && !whole; k++)
                bytes[k] = (uint8_t)(rng_below(&p->r, 3) == 0);
            if (whole)
                walk_walls(&p->r, s->walls, 25, s->width, s->height, bytes);
            MUST(p->context, throng_terrain_set(p->terrain, &r, bytes, 0));
            regions[i] = r;
        }
        MUST(p->context, throng_terrain_read(p->terrain, NULL, p->walls, 0));
        /* what is there in the end, whoever sets it */
        const throng_region *r = &regions[p->rank];
        for (int32_t i = 0; i < r->height; i++)
            memcpy(bytes + (size_t)i * (size_t)r->width,
                   p->walls + (size_t)(r->row + i) * (size_t)s->width + (size_t)r->column, (size_t)r->width);
        for (int32_t i = 0; i < p->mirror_count; i++)
            MUST(p->mirrors[i].context, throng_world_influence_set_walls(
                                            p->mirrors[i].map, whole && p->rank > 0 ? NULL : r, bytes, 0));
    }
    free(regions);
    free(bytes);
}

/* ---------------------------------------------------------------- comparing ------------------------- */

static void differ(playing *p, const map_mirror *m, int32_t step, const char *what)
{
    fprintf(stderr, "%s, step %d, %s, rank %d: %s\n", p->s->name, (int)step, m->name, (int)p->rank, what);
    p->differences++;
}

static void update_one(playing *p)
{
    for (int32_t l = 0; l < SESSION_LAYERS; l++) {
        MUST(p->context, throng_influence_truncate_objects(p->map, l, 0));
        MUST(p->context,
             throng_influence_set_objects(p->map, l, 0, p->layers[l].count, p->layers[l].objects, 0));
    }
    MUST(p->context, throng_influence_update(p->map));
}

static void compare_best(playing *p, const map_mirror *m, int32_t step, int32_t layer,
                         const throng_region *region)
{
    throng_best right[2], got[2];
    MUST(p->context, throng_influence_best(p->map, layer, region, &right[0]));
    MUST(p->context, throng_influence_worst(p->map, layer, region, &right[1]));
    MUST(m->context, throng_world_influence_best(m->map, layer, region, &got[0]));
    MUST(m->context, throng_world_influence_worst(m->map, layer, region, &got[1]));
    for (int k = 0; k < 2; k++)
        if (right[k].column != got[k].column || right[k].row != got[k].row ||
            (right[k].row >= 0 && memcmp(&right[k].value, &got[k].value, sizeof(float)) != 0))
            differ(p, m, step, k ? "the worst cell" : "the best cell");
}

/* A piece of its own on each process, and none on some. */
static void compare_piece(playing *p, const map_mirror *m, int32_t step, int32_t layer)
{
    const map_session *s = p->s;
    const throng_region whole = {0, 0, s->width, s->height};
    throng_region piece = {p->rank % s->width, p->rank % s->height, 1, 1};
    piece.width = 1 + (s->width - piece.column) / 2;
    piece.height = 1 + (s->height - piece.row) / 3;
    piece.width = piece.width > s->width - piece.column ? 1 : piece.width;
    piece.height = piece.height > s->height - piece.row ? 1 : piece.height;
    const throng_region *asked = step % 2 ? &piece : &whole;
    const int none = p->rank % 3 == 2;
    memset(p->got, 1, p->cells * sizeof *p->got);
    MUST(m->context, throng_world_influence_read(m->map, layer, none ? NULL : asked, p->got,
                                                 (size_t)s->width * sizeof(float)));
    for (int32_t i = 0; i < asked->height && !none; i++)
        if (memcmp(p->got + (size_t)i * (size_t)s->width,
                   p->right + (size_t)(asked->row + i) * (size_t)s->width + (size_t)asked->column,
                   (size_t)asked->width * sizeof(float)) != 0) {
            differ(p, m, step, layer < 0 ? "the combination" : layer ? "layer 1" : "layer 0");
            return;
        }
}

/* Own cells by the local maps, and what they say about the cells beside them. */
static void compare_parts(playing *p, const map_mirror *m, int32_t step, int32_t layer)
{
    throng_world_info info;
    MUST(m->context, throng_world_get_info(m->world, &info));
    for (int32_t i = 0; i < info.local_parts; i++) {
        throng_influence *local;
        throng_region own, inside;
        throng_sample right, got;
        MUST(m->context, throng_world_influence_get_part(m->map, i, &local, &own, &inside));
        if (own.width == 0 || own.height == 0)
            continue;
        const float half = p->s->grid == THRONG_GRID_HEX ? 0.87f : 1.0f;
        for (int k = 0; k < 4; k++) {
            const float column = k & 1 ? (float)(own.column + own.width) - 0.6f : (float)own.column + 0.6f;
            const float row = k & 2 ? (float)(own.row + own.height) - 0.6f : (float)own.row + 0.6f;
            const throng_point point = {column * p->s->cell_size, row * half * p->s->cell_size, 0};
            MUST(p->context, throng_influence_sample(p->map, layer, 1, &point, 0, &right));
            MUST(m->context, throng_influence_sample(local, layer, 1, &point, 0, &got));
            if (memcmp(&right, &got, sizeof right) != 0)
                differ(p, m, step, "a sample");
        }
    }
}

static void compare(playing *p, int32_t step)
{
    const map_session *s = p->s;
    uint64_t hashes[SESSION_LAYERS] = {0};
    const throng_region middle = {s->width / 3, s->height / 3, s->width - s->width / 3,
                                  s->height - s->height / 3};
    const float weights[SESSION_LAYERS] = {rng_between(&p->r, -2.0f, 2.0f), 0.5f};
    MUST(p->context, throng_influence_combine(p->map, weights, SESSION_LAYERS));
    for (int32_t i = 0; i < p->mirror_count; i++) {
        const map_mirror *m = &p->mirrors[i];
        MUST(m->context, throng_world_influence_combine(m->map, weights, SESSION_LAYERS));
        for (int32_t layer = THRONG_LAYER_COMBINED; layer < SESSION_LAYERS; layer++) {
            MUST(p->context, throng_influence_read(p->map, layer, NULL, p->right, 0));
            compare_piece(p, m, step, layer);
            compare_best(p, m, step, layer, layer ? NULL : &middle);
            compare_parts(p, m, step, layer);
        }
        for (int32_t layer = 0; layer < SESSION_LAYERS; layer++) {
            uint64_t hash;
            MUST(m->context, throng_world_influence_hash(m->map, layer, &hash));
            if (i > 0 && hash != hashes[layer])
                differ(p, m, step, "the hash");
            hashes[layer] = hash;
        }
    }
}

/* ---------------------------------------------------------------- playing --------------------------- */

static void begin(playing *p)
{
    const map_session *s = p->s;
    throng_influence_def def = map_session_def(s).map;
    p->cells = (size_t)s->width * (size_t)s->height;
    p->walls = must_allocate(p->cells);
    p->right = must_allocate(p->cells * sizeof *p->right);
    p->got = must_allocate(p->cells * sizeof *p->got);
    if (s->propagation != EUCLIDEAN) {
        throng_terrain_def ground = throng_terrain_default_def();
        ground.width = s->width;
        ground.height = s->height;
        MUST(p->context, throng_terrain_create(p->context, &ground, &p->terrain));
        def.terrain = p->terrain;
        def.blocked_objects = THRONG_BLOCKED_IGNORE; /* walls may come over them */
    }
    MUST(p->context, throng_influence_create(p->context, &def, &p->map));
    MUST(p->context, throng_influence_set_momentum(p->map, 1, s->momentum));
    for (int32_t i = 0; i < p->mirror_count; i++)
        MUST(p->mirrors[i].context, throng_world_influence_set_momentum(p->mirrors[i].map, 1, s->momentum));
    change_walls(p, 1);
}

static void end(playing *p)
{
    for (int32_t i = 0; i < p->mirror_count; i++) {
        throng_world_influence_info info;
        MUST(p->mirrors[i].context, throng_world_influence_get_info(p->mirrors[i].map, &info));
        if (info.objects[0] != p->layers[0].count || info.objects[1] != p->layers[1].count ||
            info.cells != (int64_t)p->cells || info.updates != (uint64_t)p->s->steps)
            differ(p, &p->mirrors[i], p->s->steps, "the facts");
    }
    MUST(p->context, throng_influence_destroy(p->map));
    MUST(p->context, throng_terrain_destroy(p->terrain));
    free(p->walls);
    free(p->right);
    free(p->got);
}

int32_t map_session_play(throng_context *context, const map_session *s, const map_mirror *mirrors,
                         int32_t count, int32_t rank, int32_t size, int32_t giver)
{
    playing p = {.context = context,
                 .s = s,
                 .mirrors = mirrors,
                 .mirror_count = count,
                 .rank = rank,
                 .size = size,
                 .giver = giver,
                 .r = {s->seed}};
    begin(&p);
    for (int32_t step = 0; step < s->steps; step++) {
        const int32_t layer = rng_below(&p.r, SESSION_LAYERS);
        change(&p, layer, SET, step == 0 ? SESSION_OBJECTS : rng_below(&p.r, 12));
        if (step > 0)
            change(&p, 1 - layer, REMOVE, rng_below(&p.r, 20));
        change(&p, rng_below(&p.r, SESSION_LAYERS), MOVE, rng_below(&p.r, 30));
        if (step % 3 == 1)
            change_walls(&p, 0);
        if (step == s->steps - 2)
            change(&p, 0, REMOVE, 3 * SESSION_OBJECTS);
        update_one(&p);
        for (int32_t i = 0; i < count; i++)
            MUST(mirrors[i].context, throng_world_influence_update(mirrors[i].map));
        compare(&p, step);
    }
    end(&p);
    return p.differences;
}
