/* Where those go who are in a wall, against a search by brute force in double precision: rays in all
 * directions around the agent, and along each the first point that is free for the body. In one long step
 * agents go to their place at once. It has to be free, in sight, and hardly farther away than the nearest
 * one that has some room to spare. Shares nothing with kernels/. */
#include "tests/crowd/each_backend.h"

#include <math.h>
#include <stdlib.h>

enum { MAPS = 24, SIDE = 40, AGENTS = 24, RAYS = 720 };

typedef struct world {
    throng_context *context;
    throng_terrain *terrain;
    throng_crowd *crowd;
    char blocked[SIDE][SIDE];
    throng_agent names[AGENTS];
    throng_agent_def defs[AGENTS];
} world;

/* ---------------------------------------------------------------- maps ------------------------------ */

static void fill(world *w, int32_t x, int32_t y, int32_t width, int32_t height, char value)
{
    for (int32_t i = y; i < y + height && i < SIDE; i++)
        for (int32_t k = x; k < x + width && k < SIDE; k++)
            w->blocked[i][k] = value;
}

/* Open land with blocks; solid land with pockets of one cell, and a hall; rough land. */
static void draw(world *w, rng *r, int32_t kind)
{
    memset(w->blocked, kind == 1, sizeof w->blocked);
    for (int32_t i = 0; i < (kind == 0 ? 12 : kind == 1 ? 90 : 700); i++) {
        const int32_t size = kind == 0 ? 2 + rng_below(r, 7) : 1;
        fill(w, rng_below(r, SIDE), rng_below(r, SIDE), size, size, kind != 1);
    }
    if (kind == 1)
        fill(w, 5 + rng_below(r, 20), 5 + rng_below(r, 20), 5, 5, 0);
}

static int is_blocked(const world *w, int32_t column, int32_t row)
{
    return column < 0 || row < 0 || column >= SIDE || row >= SIDE || w->blocked[row][column];
}

/* ---------------------------------------------------------------- free places ----------------------- */

/* The distance to the nearest blocked cell, up to `most`; 0 in one. */
static double room_at(const world *w, double x, double y, double most)
{
    double least = most;
    for (int32_t row = (int32_t)floor(y - most); row <= (int32_t)floor(y + most); row++)
        for (int32_t column = (int32_t)floor(x - most); column <= (int32_t)floor(x + most); column++) {
            const double dx = larger(larger(column - x, x - column - 1.0), 0.0);
            const double dy = larger(larger(row - y, y - row - 1.0), 0.0);
            if (is_blocked(w, column, row))
                least = smaller(least, length_of(dx, dy));
        }
    return least;
}

/* Along a ray the way leads out of what is solid at most once. Returns how far a place with this much room
 * is, or `most`. */
static double along_ray(const world *w, double x, double y, double angle, double room, double most)
{
    const double step = 0.02, dx = cos(angle), dy = sin(angle);
    int out = 0;
    for (double far = 0.0; far < most; far += step) {
        const double px = x + far * dx, py = y + far * dy;
        const int free = !is_blocked(w, (int32_t)floor(px), (int32_t)floor(py));
        if (out && !free)
            return most;
        out |= free;
        if (free && room_at(w, px, py, room + 0.01) >= room)
            return far;
    }
    return most;
}

static double nearest_place(const world *w, double x, double y, double radius, double most)
{
    double best = most;
    for (int32_t i = 0; i < RAYS; i++) {
        const double angle = 6.283185307179586 * i / RAYS;
        const double far = along_ray(w, x, y, angle, radius, best);
        /* the room that the search promises: a larger body, and a way that keeps off the ends of walls */
        const double spare = fmax(radius / 16.0, far / 32.0), turn = atan2(spare, fmax(far, spare));
        if (far >= best)
            continue;
        const double wide = along_ray(w, x, y, angle, radius + spare, best);
        if (wide < best && along_ray(w, x, y, angle - turn, radius, best) < best &&
            along_ray(w, x, y, angle + turn, radius, best) < best)
            best = wide;
    }
    return best;
}

/* The way leads from a wall into the open and then through no wall. */
static int is_in_sight(const world *w, double x, double y, double qx, double qy)
{
    int out = 0;
    for (int32_t i = 0; i <= 4000; i++) {
        const double px = x + (qx - x) * i / 4000.0, py = y + (qy - y) * i / 4000.0;
        const int free = room_at(w, px, py, 1e-4) > 0.0, deep = !free;
        if (out && deep)
            return 0;
        out |= room_at(w, px, py, 1e-3) >= 1e-3;
    }
    return 1;
}

/* ---------------------------------------------------------------- the test -------------------------- */

static void begin(world *w, throng_context *context, rng *r, int32_t number)
{
    throng_terrain_def terrain = throng_terrain_default_def();
    throng_crowd_def def = throng_crowd_default_def();
    memset(w, 0, sizeof *w);
    w->context = context;
    draw(w, r, number % 3);
    terrain.width = terrain.height = SIDE;
    MUST(context, throng_terrain_create(context, &terrain, &w->terrain));
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        const throng_region cell = {i % SIDE, i / SIDE, 1, 1};
        if (w->blocked[i / SIDE][i % SIDE])
            MUST(context, throng_terrain_fill(w->terrain, &cell, 1));
    }
    def.terrain = w->terrain;
    def.agent_capacity = AGENTS;
    MUST(context, throng_crowd_create(context, &def, &w->crowd));
    for (int32_t i = 0; i < AGENTS; i++) {
        throng_agent_def *d = &w->defs[i];
        *d = throng_agent_default_def();
        d->x = rng_between(r, 0.0f, (float)SIDE);
        d->y = rng_between(r, 0.0f, (float)SIDE);
        d->radius = rng_between(r, 0.1f, 1.4f);
        d->max_speed = 1000.0f;
        d->max_neighbors = 0;
        MUST(context, throng_crowd_add(w->crowd, 1, d, 0, &w->names[i]));
    }
}

typedef struct tally {
    int32_t inside, placed, far, none, unsure;
} tally;

static void check_agent(const world *w, int32_t i, throng_vertex at, tally *t)
{
    const throng_agent_def *d = &w->defs[i];
    const double x = (double)d->x, y = (double)d->y, radius = (double)d->radius;
    const double gone = hypot((double)at.x - x, (double)at.y - y), room = room_at(w, x, y, radius);
    const double nearest = room < radius ? nearest_place(w, x, y, radius, 60.0) : 0.0;
    if (fabs(room - radius) < 1e-4)
        return;
    if (room >= radius) {
        cr_expect(gone == 0.0);
        return;
    }
    const double there = room_at(w, (double)at.x, (double)at.y, radius);
    const double spare = fmax(radius / 16.0, nearest / 32.0);
    t->inside++;
    if (there >= radius - 1e-4) {
        cr_expect(is_in_sight(w, x, y, (double)at.x, (double)at.y),
                  "agent %d of radius %g at %g, %g: not by a "
                  "straight way to %g, %g",
                  (int)i, radius, x, y, (double)at.x, (double)at.y);
        t->placed++;
        t->far += gone > 3.0;
    }
    t->none += nearest >= 60.0;
    if (nearest < 60.0)
        cr_expect(there >= radius - 1e-4 && gone <= nearest * (1.0 + 1.0 / 24.0) + spare + 0.05,
                  "agent %d of radius %g at %g, %g: to %g, %g, %g away with room for %g; one is %g away",
                  (int)i, radius, x, y, (double)at.x, (double)at.y, gone, there, nearest);
}

EACH_WITH_CROWDS(crowd_exit_oracle, nearest_places)
{
    static world w;
    static uint64_t first[2];
    static int32_t known;
    uint64_t hash, sum = 0;
    tally t = {0};
    rng r = {5};
    for (int32_t number = 0; number < MAPS; number++) {
        throng_vertex at[AGENTS];
        begin(&w, context, &r, number);
        MUST(context, throng_crowd_step(w.crowd, 1.0f));
        MUST(context, throng_crowd_get(w.crowd, THRONG_AGENT_POSITION, AGENTS, w.names, 0, at, 0));
        for (int32_t i = 0; i < AGENTS; i++)
            check_agent(&w, i, at[i], &t);
        for (int32_t step = 0; step < 20; step++)
            MUST(context, throng_crowd_step(w.crowd, 1.0f));
        MUST(context, throng_crowd_hash(w.crowd, &hash));
        sum = sum * 31 + hash;
        throng_crowd_destroy(w.crowd);
        throng_terrain_destroy(w.terrain);
    }
    printf("%d in walls, %d to places with room, %d of them farther than 3; %d have none; %016llx\n",
           (int)t.inside, (int)t.placed, (int)t.far, (int)t.none, (unsigned long long)sum);
    cr_expect(t.inside > 200 && t.placed > 150 && t.far > 10 && t.none > 3);
    first[known] = sum;
    cr_expect(first[0] == sum, "other bits");
    known = 1;
}
