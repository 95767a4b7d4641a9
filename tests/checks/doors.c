/* doors: walls come and go in worlds of two tiles and more, flow fields follow on the reference level and on
 * the one OpenCL device there is, and have the same bits. */
#include <throng/throng.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two or three tiles in a row, and enough of them for a device to patch fields. */
enum { COLUMNS = 61, ROWS = 4, WORLDS = 5, CELLS = COLUMNS * ROWS * WORLDS, DOORS = 5, KINDS = 2 };

typedef struct lengths {
    float values[CELLS];
} lengths;

/* What a game has on a backend. */
typedef struct game {
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
} game;

static void must(throng_status status, const char *what, const game *g)
{
    if (status == THRONG_OK)
        return;
    fprintf(stderr, "doors: %s: %s\n", what, g->context ? throng_context_message(g->context) : "no context");
    exit(1);
}

static game begin(throng_backend backend, int32_t kind)
{
    static const throng_cell goals[2] = {{3, 1}, {50, 2 * ROWS + 2}};
    throng_context_def context = throng_context_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow_def def = throng_flow_default_def();
    game g = {NULL, NULL, NULL};
    context.backend = backend;
    context.isa = THRONG_ISA_REFERENCE;
    must(throng_context_create(&context, &g.context), "context", &g);
    ground.width = COLUMNS;
    ground.height = ROWS;
    ground.worlds = WORLDS;
    must(throng_terrain_create(g.context, &ground, &g.terrain), "terrain", &g);
    def.terrain = g.terrain;
    def.grid = kind ? THRONG_GRID_HEX : THRONG_GRID_SQUARE8;
    def.fields = 1;
    def.goal_capacity = 2;
    def.costs = kind;
    def.unreached = kind ? THRONG_FLOW_UNREACHED_NEAREST : THRONG_FLOW_UNREACHED_STAND;
    must(throng_flow_create(g.context, &def, &g.flow), "flow", &g);
    must(throng_flow_set_goals(g.flow, 0, 2, goals, 0), "goals", &g);
    return g;
}

static void end(game *g)
{
    must(throng_flow_destroy(g->flow), "flow", g);
    must(throng_terrain_destroy(g->terrain), "terrain", g);
    must(throng_context_destroy(g->context), "context", g);
}

/* A wall across a world leaves some cells without a way, then some of it opens, then all; one goal is shut
 * in. */
static void play(game *g, lengths frames[DOORS + 1])
{
    static const struct {
        throng_region at;
        int32_t blocked;
    } doors[DOORS] = {{{30, 0, 1, ROWS}, 1},
                      {{30, 2, 1, 1}, 0},
                      {{31, 2 * ROWS, 2, ROWS}, 1},
                      {{3, 1, 1, 1}, 1},
                      {{30, 0, 3, ROWS}, 0}};
    for (int32_t i = 0; i <= DOORS; i++) {
        if (i > 0)
            must(throng_terrain_fill(g->terrain, &doors[i - 1].at, doors[i - 1].blocked), "a door", g);
        must(throng_flow_update(g->flow), "update", g);
        must(throng_flow_read_lengths(g->flow, 0, NULL, frames[i].values, 0), "lengths", g);
    }
}

int main(void)
{
    static lengths expected[DOORS + 1], found[DOORS + 1];
    int different = 0;
    for (int32_t kind = 0; kind < KINDS; kind++) {
        game one = begin(THRONG_BACKEND_CPU, kind), other = begin(THRONG_BACKEND_OPENCL, kind);
        play(&one, expected);
        play(&other, found);
        end(&one);
        end(&other);
        for (int32_t i = 0; i <= DOORS; i++)
            if (memcmp(&expected[i], &found[i], sizeof expected[i]) != 0) {
                fprintf(stderr, "doors: kind %d: other lengths after door %d\n", (int)kind, (int)i);
                different = 1;
            }
    }
    return different;
}
