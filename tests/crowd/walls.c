/* Walls are hard: states in which rounding, or one wall's trust in another, would let a body in. */
#include "tests/crowd/each_backend.h"

#include <math.h>

typedef struct push {
    float x, y, vx, vy, wish_x, wish_y, radius, dt;
} push;

/* How near to the edges of a polygon the agent is after a step, in radii. */
static double pushed(throng_context *context, const push *p, int32_t polygons, const int32_t *counts,
                     const throng_vertex *vertices)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d = throng_agent_default_def();
    throng_crowd *crowd;
    throng_agent agent;
    float at[2];
    double least = (double)INFINITY;
    const throng_vertex *v = vertices;
    def.agent_capacity = 1;
    d.x = p->x;
    d.y = p->y;
    d.vx = p->vx;
    d.vy = p->vy;
    d.target_x = p->wish_x;
    d.target_y = p->wish_y;
    d.radius = p->radius;
    d.max_speed = 2.0f;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    for (int32_t i = 0; i < polygons; v += counts[i++])
        MUST(context, throng_crowd_add_obstacle(crowd, counts[i], v, 0, NULL));
    MUST(context, throng_crowd_add(crowd, 1, &d, 0, &agent));
    MUST(context, throng_crowd_step(crowd, p->dt));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, &agent, 0, at, 0));
    v = vertices;
    for (int32_t i = 0; i < polygons; v += counts[i++])
        for (int32_t k = 0; k < counts[i]; k++) {
            const throng_vertex a = v[k], b = v[(k + 1) % counts[i]];
            const double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y;
            const double x = (double)at[0] - (double)a.x, y = (double)at[1] - (double)a.y;
            const double t = fmin(fmax((x * ex + y * ey) / (ex * ex + ey * ey), 0.0), 1.0);
            least = fmin(least, hypot(x - t * ex, y - t * ey));
        }
    throng_crowd_destroy(crowd);
    return least / (double)p->radius;
}

/* Just past a corner, and a radius off the line of one of its walls: each of the two walls might leave the
 * corner to the other. On all sides of a block, and pressed around the corner. */
EACH_WITH_CROWDS(crowd_walls, corner_in_line)
{
    const throng_vertex block[4] = {{-40.0f, -40.0f}, {-10.0f, -40.0f}, {-10.0f, -10.0f}, {-40.0f, -10.0f}};
    const int32_t corners = 4;
    for (int32_t i = 1; i < 60; i++) {
        const float past = (float)i * 5e-4f;
        const push p = {-8.0f, -10.0f + past, 0.0002715f, -0.0547f, -0.5f, 0.01f, 2.0f, 0.25f};
        const push q = {-10.0f + past, -8.0f, -0.0547f, 0.0002715f, 0.01f, -0.5f, 2.0f, 0.25f};
        cr_expect(pushed(context, &p, 1, &corners, block) > 1.0 - 1e-5, "%g past", (double)past);
        cr_expect(pushed(context, &q, 1, &corners, block) > 1.0 - 1e-5, "%g past", (double)past);
    }
}

/* A wall leaves a leg to the next one, which alone is hidden behind the half-plane of another body. */
EACH_WITH_CROWDS(crowd_walls, leg_of_a_covered_wall)
{
    static const throng_vertex vertices[13] = {
        {75.3857727f, 5.24510527f}, {76.6630096f, 3.45999455f},   {77.9886169f, 1.64558232f},
        {79.7461014f, 3.04799223f}, {80.9778137f, 4.41397715f},   {81.3199692f, 6.91177845f},
        {78.7451859f, 6.73594427f}, {75.8049316f, 8.36520863f},   {79.7639465f, 4.56702328f},
        {76.3382568f, 3.67862654f}, {75.9570084f, -0.261575192f}, {79.5708542f, -0.389236748f},
        {81.3686905f, 1.81779301f}};
    static const int32_t counts[2] = {8, 5};
    for (int32_t i = 0; i < 40; i++) {
        const push p = {74.6315536f,      4.8969202f, 0.178224847f, -0.530920506f,
                        0.05f * (float)i, 0.01f,      0.787721574f, 0.5f};
        const double near = pushed(context, &p, 2, counts, vertices);
        cr_expect(near > 1.0 - 1e-5, "wish %g: %g", (double)p.wish_x, near);
    }
}

/* In a pocket that touches it on three sides nobody moves, wherever it wants to go. */
EACH_WITH_CROWDS(crowd_walls, pocket)
{
    for (int32_t i = 0; i < 64; i++) {
        /* the inner side of a triangle, clockwise, about a circle of radius 1 */
        throng_vertex v[3];
        const double turn = 0.1 * i;
        for (int32_t k = 0; k < 3; k++) {
            v[k].x = (float)(2.0 * cos(turn - 2.0943951023931953 * k));
            v[k].y = (float)(2.0 * sin(turn - 2.0943951023931953 * k));
        }
        const int32_t corners = 3;
        const push p = {0.0f, 0.0f, 0.0f, 0.0f, (float)cos(3.0 * i), (float)sin(3.0 * i), 1.0f, 0.5f};
        const double near = pushed(context, &p, 1, &corners, v);
        cr_expect(near > 1.0 - 1e-5, "turn %g: %g", turn, near);
    }
}

/* A polygon, and again with a vertex more that is as good as its first: whichever of them came first, agents
 * meet the same walls. */
EACH_WITH_CROWDS(crowd_walls, almost_the_same_polygon)
{
    enum { AGENTS = 24, POLYGONS = 12 };
    uint64_t hashes[2];
    for (int32_t turn = 0; turn < 2; turn++) {
        throng_crowd_def def = throng_crowd_default_def();
        throng_crowd *crowd;
        MUST(context, throng_crowd_create(context, &def, &crowd));
        for (int32_t i = 0; i < 2 * POLYGONS; i++) {
            const float x = 3.0f * (float)(i / 2 % 4) - 5.0f, y = 2.5f * (float)(i / 8) - 3.0f;
            const throng_vertex v[5] = {
                {x, y}, {x + 1.5f, y}, {x + 1.5f, y + 1.0f}, {x, y + 1.0f}, {x + 4e-7f, y - 3e-7f}};
            MUST(context, throng_crowd_add_obstacle(crowd, 4 + (i % 2 != turn), v, 0, NULL));
        }
        for (int32_t i = 0; i < AGENTS; i++) {
            throng_agent_def d = throng_agent_default_def();
            d.id = (uint64_t)i;
            d.x = -7.0f + 0.1f * (float)i;
            d.y = -4.0f + 0.35f * (float)i;
            d.radius = 0.2f;
            d.target_x = 1.0f;
            d.target_y = 0.1f * (float)(i % 5) - 0.2f;
            MUST(context, throng_crowd_add(crowd, 1, &d, 0, NULL));
        }
        for (int32_t step = 0; step < 40; step++)
            MUST(context, throng_crowd_step(crowd, 0.25f));
        MUST(context, throng_crowd_hash(crowd, &hashes[turn]));
        throng_crowd_destroy(crowd);
    }
    cr_expect(hashes[0] == hashes[1]);
}

/* A polygon may begin in the middle of a side: it has no wall that its snapshot lacks, whose bodies slide
 * along it with the same bits. */
EACH_WITH_CROWDS(crowd_walls, first_vertex_in_a_side)
{
    static const throng_vertex vertices[4] = {{4.25f, 2.25f}, {4.25f, 4.25f}, {4.25f, 3.0f}, {4.25f, 0.0f}};
    enum { SLIDERS = 64 };
    throng_crowd_def def = throng_crowd_default_def();
    throng_crowd *crowds[2];
    throng_crowd_info facts;
    unsigned char snapshot[65536];
    size_t bytes;
    uint64_t hashes[2];
    def.max_neighbors = 4;
    MUST(context, throng_crowd_create(context, &def, &crowds[0]));
    MUST(context, throng_crowd_create(context, &def, &crowds[1]));
    MUST(context, throng_crowd_add_obstacle(crowds[0], 4, vertices, 0, NULL));
    for (int32_t i = 0; i < SLIDERS; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.x = 4.5f;
        d.y = 0.1f + 0.0625f * (float)i;
        d.vy = i % 2 ? 1.0f : -1.0f;
        d.target_x = 0.0f;
        d.target_y = (0.5f + 0.02f * (float)i) * d.vy;
        d.radius = 0.25f;
        d.max_neighbors = i % 5;
        d.max_speed = 2.0f;
        MUST(context, throng_crowd_add(crowds[0], 1, &d, 0, NULL));
    }
    MUST(context, throng_crowd_get_info(crowds[0], &facts));
    cr_expect_eq(facts.walls, 2);
    MUST(context, throng_crowd_snapshot_bytes(crowds[0], &bytes));
    cr_assert(bytes <= sizeof snapshot);
    MUST(context, throng_crowd_save(crowds[0], snapshot, bytes));
    MUST(context, throng_crowd_restore(crowds[1], snapshot, bytes));
    for (int32_t k = 0; k < 12; k++)
        for (int32_t c = 0; c < 2; c++)
            MUST(context, throng_crowd_step(crowds[c], 0.125f));
    for (int32_t c = 0; c < 2; c++) {
        MUST(context, throng_crowd_hash(crowds[c], &hashes[c]));
        throng_crowd_destroy(crowds[c]);
    }
    cr_expect(hashes[0] == hashes[1], "%016llx, restored %016llx", (unsigned long long)hashes[0],
              (unsigned long long)hashes[1]);
}

/* Who may not move at all does not, however little it wants to. */
EACH_WITH_CROWDS(crowd_walls, no_speed_at_all)
{
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d = throng_agent_default_def();
    throng_crowd *crowd;
    throng_agent agent;
    float v[2];
    d.max_speed = 0.0f;
    d.target_x = -1e-23f;
    d.target_y = 1e-23f;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, 1, &d, 0, &agent));
    MUST(context, throng_crowd_step(crowd, 1.0f));
    MUST(context, throng_crowd_get(crowd, THRONG_AGENT_VELOCITY, 1, &agent, 0, v, 0));
    cr_expect(v[0] == 0.0f && v[1] == 0.0f && !signbit(v[0]), "%g, %g", (double)v[0], (double)v[1]);
    throng_crowd_destroy(crowd);
}
