/* Moving obstacles as steps take them: walls where they are, the hull around these, and how they move. */
#include "kernels/crowd/walls.h"
#include "src/core/sort.h"
#include "src/crowd/moving.h"

#include <string.h>

_Static_assert(sizeof(crowd_moving) == 80 && sizeof(crowd_wall) == 64, "both lie behind each other");

/* Walls end with one of zeros, as crowd_wall_before() has it. */
size_t throng_crowd_moving_most(void)
{
    return (size_t)THRONG_MAX_MOVING_OBSTACLES * sizeof(crowd_moving) +
           ((size_t)THRONG_MAX_MOVING_VERTICES + 1) * sizeof(crowd_wall) +
           (size_t)THRONG_MAX_MOVING_VERTICES * 2 * sizeof(float);
}

void throng_outline_add(throng_outline *outline, throng_vertex v)
{
    if (outline->count++ == 0)
        outline->first = v;
    const float dx = v.x - outline->first.x, dy = v.y - outline->first.y;
    outline->extended |= dx * dx + dy * dy >= 1e-12f;
    outline->square = scalar_max(outline->square, v.x * v.x + v.y * v.y);
}

float throng_outline_reach(const throng_outline *outline) { return scalar_sqrt(outline->square) * 1.00001f; }

/* ---------------------------------------------------------------- hulls ----------------------------- */

static int by_place(const void *a, const void *b)
{
    const throng_hull_point *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

static double cross(const throng_hull_point *a, const throng_hull_point *b, const throng_hull_point *c)
{
    return ((double)b->x - (double)a->x) * ((double)c->y - (double)a->y) -
           ((double)b->y - (double)a->y) * ((double)c->x - (double)a->x);
}

static int are_close(const throng_hull_point *a, const throng_hull_point *b)
{
    const double x = (double)b->x - (double)a->x, y = (double)b->y - (double)a->y;
    return x * x + y * y < 1e-12;
}

/* One side of the hull of sorted points, from `least` corners on; how many there are then. */
static int32_t one_side(throng_hull_point *hull, int32_t count, int32_t least, const throng_hull_point *next)
{
    while (count > least && cross(&hull[count - 2], &hull[count - 1], next) <= 0.0)
        count--;
    if (count > 0 && are_close(&hull[count - 1], next))
        return count;
    hull[count] = *next;
    return count + 1;
}

/* The hull of where walls begin, with its inside where that of solid polygons is (Andrew 1979). hull: memory
 * for twice as many points. */
static int32_t hull_of(const crowd_wall *walls, int32_t count, throng_hull_point *points,
                       throng_hull_point *hull)
{
    int32_t corners = 0;
    for (int32_t i = 0; i < count; i++)
        points[i] = (throng_hull_point){walls[i].x1, walls[i].y1};
    throng_sort(points, (size_t)count, sizeof *points, by_place);
    for (int32_t i = 0; i < count; i++)
        corners = one_side(hull, corners, 1, &points[i]);
    const int32_t least = corners;
    for (int32_t i = count - 2; i >= 0; i--)
        corners = one_side(hull, corners, least, &points[i]);
    while (corners > 1 && are_close(&hull[corners - 1], &hull[0]))
        corners--;
    return corners > 1 ? corners : 0;
}

static double area_of(const crowd_wall *walls, int32_t count)
{
    double area = 0.0;
    for (int32_t i = 0; i < count; i++)
        area += ((double)walls[i].x1 - (double)walls[0].x1) * ((double)walls[i].y2 - (double)walls[0].y1) -
                ((double)walls[i].x2 - (double)walls[0].x1) * ((double)walls[i].y1 - (double)walls[0].y1);
    return area;
}

/* ---------------------------------------------------------------- one of them ----------------------- */

typedef struct building {
    const throng_crowd *crowd;
    float dt;
    throng_moving_scratch *scratch;
    crowd_moving *all;
    crowd_wall *walls;
    float *corners;
    int32_t count, walls_count, corners_count;
} building;

static int32_t cut(const building *b, const throng_moving_slot *slot, const throng_vertex *vertices,
                   crowd_wall *walls)
{
    throng_vertex_double *world = b->scratch->world;
    const double c = (double)slot->motion.heading_x, s = (double)slot->motion.heading_y;
    for (int32_t i = 0; i < slot->vertices; i++) {
        const double x = (double)vertices[i].x, y = (double)vertices[i].y;
        world[i].x = slot->motion.x + (c * x - s * y);
        world[i].y = slot->motion.y + (s * x + c * y);
    }
    return throng_crowd_cut(b->crowd, slot->vertices, world, walls);
}

static void put_corners(building *b, crowd_moving *m)
{
    throng_hull_point *hull = b->scratch->hull.corners;
    const crowd_wall *walls = b->walls + m->first;
    m->corner = b->corners_count;
    if (area_of(walls, m->edges) < 0.0) { /* it is solid everywhere but inside: nobody is too far away */
        m->left = m->top = -3e38f;
        m->right = m->bottom = 3e38f;
        return;
    }
    m->corners = hull_of(walls, m->edges, b->scratch->hull.points, hull);
    for (int32_t i = 0; i < m->corners; i++) {
        float *corner = b->corners + 2 * (size_t)(m->corner + i);
        corner[0] = hull[i].x;
        corner[1] = hull[i].y;
    }
    b->corners_count += m->corners;
}

static void put_motion(const building *b, const throng_moving_slot *slot, float reach, crowd_moving *m)
{
    const double place[2] = {slot->motion.x, slot->motion.y};
    const float most = 1.0471975f, angle = slot->motion.turn * b->dt;
    float at[2], rest[2];
    throng_crowd_localize(b->crowd, place, at, rest);
    m->x = at[0];
    m->y = at[1];
    m->vx = slot->motion.vx;
    m->vy = slot->motion.vy;
    const float turned = scalar_max(scalar_min(angle, most), -most);
    m->turn = turned == angle ? slot->motion.turn : turned / b->dt;
    crowd_sincos(turned, &m->cosine, &m->sine);
    m->speed = (scalar_sqrt(m->vx * m->vx + m->vy * m->vy) + scalar_abs(m->turn) * reach) * 1.00001f;
}

static void build(building *b, const throng_moving_slot *slot, const throng_vertex *vertices)
{
    crowd_moving *m = &b->all[b->count];
    crowd_wall *walls = b->walls + b->walls_count;
    const int32_t edges = cut(b, slot, vertices, walls);
    if (edges < 2) /* nothing of it is left where floats are so coarse */
        return;
    *m = (crowd_moving){.first = b->walls_count, .edges = edges};
    m->left = m->top = 3e38f;
    m->right = m->bottom = -3e38f;
    for (int32_t i = 0; i < edges; i++) {
        walls[i].serial = ~m->first;
        m->left = scalar_min(m->left, walls[i].x1);
        m->right = scalar_max(m->right, walls[i].x1);
        m->top = scalar_min(m->top, walls[i].y1);
        m->bottom = scalar_max(m->bottom, walls[i].y1);
        m->size = scalar_max(m->size, walls[i].length);
    }
    throng_outline outline = {.count = 0};
    for (int32_t i = 0; i < slot->vertices; i++)
        throng_outline_add(&outline, vertices[i]);
    const float reach = throng_outline_reach(&outline);
    m->size += reach;
    put_motion(b, slot, reach, m);
    put_corners(b, m);
    b->walls_count += edges;
    b->count++;
}

throng_moving_build throng_crowd_moving_build(const throng_crowd *crowd, void *memory,
                                              throng_moving_scratch *scratch, const throng_moving_slot *all,
                                              int32_t slots, const throng_vertex *vertices, float dt)
{
    building b = {.crowd = crowd, .dt = dt, .scratch = scratch, .all = memory};
    b.walls = (crowd_wall *)(void *)(b.all + THRONG_MAX_MOVING_OBSTACLES);
    b.corners = (float *)(void *)(b.walls + THRONG_MAX_MOVING_VERTICES + 1);
    for (int32_t i = 0; i < slots; i++) {
        if (all[i].vertices > 0)
            build(&b, &all[i], vertices);
        vertices += all[i].vertices;
    }
    memset(b.walls + b.walls_count, 0, sizeof *b.walls);
    b.walls_count++;
    /* as the kernels have them: one behind the other */
    char *to = (char *)memory + (size_t)b.count * sizeof *b.all;
    const size_t walls = (size_t)b.walls_count * sizeof *b.walls;
    const size_t corners = 2 * (size_t)b.corners_count * sizeof *b.corners;
    memmove(to, b.walls, walls);
    memmove(to + walls, b.corners, corners);
    return (throng_moving_build){memory, b.count, b.walls_count,
                                 (size_t)b.count * sizeof *b.all + walls + corners};
}
