#include "tests/crowd/scenes.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#define SEEING (THRONG_VISION | THRONG_HEARING | THRONG_TOUCH)
enum { OWN = CROWD_SENSES_OWN, ALL_MIXED = 31 };

/* name, layout, agents, max_neighbors, spacing, scale, mixed, perception, congestion, symmetry, steps, seed
 * */
const crowd_scene crowd_scenes[] = {
    {"crowd_sparse", CROWD_SCATTERED, 300, 10, 12.0f, 1.0f, 0, 0, 0, 0.0f, 12, 701},
    {"crowd_dense", CROWD_SCATTERED, 600, 10, 2.4f, 1.0f, 0, 0, 0, 0.0f, 10, 702},
    {"crowd_overlapping", CROWD_SCATTERED, 400, 8, 0.7f, 1.0f, CROWD_BODIES, 0, 0, 0.0f, 10, 703},
    {"crowd_lanes", CROWD_LANES, 240, 10, 3.0f, 1.0f, 0, 0, 0, 0.0f, 15, 704},
    {"crowd_lattice", CROWD_LATTICE, 400, 4, 2.5f, 1.0f, 0, 0, 0, 0.0f, 6, 705},
    {"crowd_lattice_far_ids", CROWD_LATTICE, 400, 10, 1.5f, 1.0f, CROWD_FAR_IDS, 0, 0, 0.0f, 6, 706},
    {"crowd_nearly", CROWD_NEARLY, 400, 10, 2.5f, 1.0f, 0, 0, 0, 0.0f, 4, 730},
    {"crowd_nearly_rules", CROWD_NEARLY, 400, 6, 1.8f, 1.0f, CROWD_RULES, THRONG_PERCEPTION_ALL, 0, 0.0f, 4,
     731},
    {"crowd_one_place", CROWD_ONE_PLACE, 150, 10, 0.0f, 1.0f, 0, 0, 0, 0.0f, 12, 707},
    {"crowd_twins", CROWD_TWINS, 300, 10, 3.0f, 1.0f, 0, 0, 0, 0.0f, 10, 729},
    {"crowd_in_line", CROWD_IN_LINE, 300, 8, 2.25f, 1.0f, 0, 0, 0, 0.0f, 10, 708},
    {"crowd_clusters", CROWD_CLUSTERS, 700, 10, 3.0f, 1.0f, CROWD_BODIES, 0, 0, 0.0f, 8, 709},
    {"crowd_corners", CROWD_CORNERS, 240, 10, 3.0f, 1e4f, CROWD_BODIES, 0, 0, 0.0f, 8, 710},
    {"crowd_tiny", CROWD_SCATTERED, 200, 10, 3.0f, 1e-4f, 0, 0, 0, 0.0f, 8, 711},
    {"crowd_some_neighbors", CROWD_SCATTERED, 400, 16, 2.0f, 1.0f, CROWD_NEIGHBORS, 0, 0, 0.0f, 8, 712},
    {"crowd_many_neighbors", CROWD_SCATTERED, 500, 64, 1.6f, 1.0f, CROWD_NEIGHBORS, 0, 0, 0.0f, 4, 713},
    {"crowd_no_neighbors", CROWD_SCATTERED, 100, 0, 2.0f, 1.0f, 0, 0, 0, 0.0f, 4, 714},
    {"crowd_small", CROWD_SCATTERED, 21, 10, 3.0f, 1.0f, CROWD_BODIES, 0, 0, 0.0f, 12, 715},
    {"crowd_rules", CROWD_SCATTERED, 400, 10, 2.6f, 1.0f, CROWD_RULES, 0, 0, 0.0f, 8, 716},
    {"crowd_vision", CROWD_SCATTERED, 400, 10, 3.5f, 1.0f, OWN, THRONG_VISION, 0, 0.0f, 8, 717},
    {"crowd_hearing", CROWD_SCATTERED, 400, 10, 2.0f, 1.0f, OWN, THRONG_HEARING, 0, 0.0f, 8, 718},
    {"crowd_touch", CROWD_SCATTERED, 400, 10, 1.8f, 1.0f, CROWD_BODIES, THRONG_TOUCH, 0, 0.0f, 8, 719},
    {"crowd_adaptive", CROWD_SCATTERED, 400, 10, 3.0f, 1.0f, OWN, THRONG_VISION | THRONG_ADAPTIVE, 0, 0.0f,
     10, 720},
    {"crowd_responsibility", CROWD_SCATTERED, 300, 10, 3.0f, 1.0f, CROWD_NEIGHBORS, THRONG_RESPONSIBILITY, 0,
     0.0f, 8, 721},
    {"crowd_all_senses", CROWD_SCATTERED, 400, 16, 2.5f, 1.0f, OWN, SEEING, 0, 0.0f, 8, 722},
    {"crowd_perception", CROWD_SCATTERED, 600, 10, 2.8f, 1.0f, 0, THRONG_PERCEPTION_ALL, 0, 0.0f, 8, 723},
    {"crowd_lattice_senses", CROWD_LATTICE, 300, 10, 2.5f, 1.0f, 0, THRONG_PERCEPTION_ALL, 0, 0.0f, 5, 724},
    {"crowd_congested", CROWD_SCATTERED, 400, 10, 1.9f, 1.0f, 0, 0, 1, 0.0f, 14, 725},
    {"crowd_turned", CROWD_LANES, 200, 10, 2.5f, 1.0f, 0, 0, 0, 0.2f, 12, 726},
    {"crowd_everything", CROWD_CLUSTERS, 500, 10, 2.2f, 1.0f, ALL_MIXED, THRONG_PERCEPTION_ALL, 1, 0.05f, 12,
     727},
    {"crowd_large", CROWD_SCATTERED, 9001, 10, 2.8f, 1.0f, CROWD_BODIES, 0, 0, 0.0f, 1, 728},
    {"gaps_sparse", CROWD_SCATTERED, 300, 10, 9.0f, 1.0f, CROWD_GAPS, 0, 0, 0.0f, 10, 761},
    {"gaps_dense", CROWD_SCATTERED, 500, 10, 2.4f, 1.0f, CROWD_BODIES | CROWD_GAPS, 0, 0, 0.0f, 10, 762},
    {"gaps_lattice", CROWD_LATTICE, 400, 4, 3.0f, 1.0f, CROWD_GAPS, 0, 0, 0.0f, 6, 763},
    {"gaps_lattice_rules", CROWD_LATTICE, 300, 8, 3.0f, 1.0f, CROWD_GAPS | CROWD_RULES | CROWD_FAR_IDS,
     THRONG_PERCEPTION_ALL, 0, 0.0f, 5, 764},
    {"gaps_nearly", CROWD_NEARLY, 400, 10, 2.5f, 1.0f, CROWD_GAPS, 0, 0, 0.0f, 4, 765},
    {"gaps_one_place", CROWD_ONE_PLACE, 150, 10, 0.0f, 1.0f, CROWD_GAPS, 0, 0, 0.0f, 10, 766},
    {"gaps_clusters", CROWD_CLUSTERS, 600, 10, 3.0f, 1.0f, CROWD_BODIES | CROWD_GAPS, 0, 0, 0.0f, 8, 767},
    {"gaps_corners", CROWD_CORNERS, 240, 10, 3.0f, 1e4f, CROWD_BODIES | CROWD_GAPS, 0, 0, 0.0f, 8, 768},
    {"gaps_neighbors", CROWD_SCATTERED, 400, 64, 2.0f, 1.0f, CROWD_NEIGHBORS | CROWD_BODIES | CROWD_GAPS, 0,
     0, 0.0f, 4, 769},
    {"gaps_rules", CROWD_SCATTERED, 400, 16, 2.6f, 1.0f, CROWD_RULES | CROWD_GAPS, 0, 0, 0.0f, 8, 770},
    {"gaps_responsibility", CROWD_SCATTERED, 300, 10, 3.0f, 1.0f, CROWD_NEIGHBORS | CROWD_GAPS,
     THRONG_RESPONSIBILITY, 0, 0.0f, 8, 771},
    {"gaps_senses", CROWD_SCATTERED, 400, 10, 2.8f, 1.0f, OWN | CROWD_BODIES | CROWD_GAPS,
     THRONG_PERCEPTION_ALL, 0, 0.0f, 8, 772},
    {"gaps_everything", CROWD_CLUSTERS, 500, 10, 2.2f, 1.0f, ALL_MIXED | CROWD_GAPS, THRONG_PERCEPTION_ALL, 1,
     0.05f, 10, 773},
    {"settle_dense", CROWD_SCATTERED, 200, 10, 2.4f, 1.0f, CROWD_ONE_GOAL, 0, 0, 0.0f, 40, 775},
    {"settle_lattice", CROWD_LATTICE, 150, 8, 2.0f, 1.0f, CROWD_ONE_GOAL, 0, 0, 0.0f, 40, 776},
    {"settle_gaps", CROWD_SCATTERED, 200, 10, 2.4f, 1.0f, CROWD_ONE_GOAL | CROWD_GAPS | CROWD_RULES, 0, 1,
     0.0f, 40, 777},
    {"settle_senses", CROWD_SCATTERED, 200, 10, 2.4f, 1.0f, CROWD_ONE_GOAL, THRONG_PERCEPTION_ALL, 1, 0.0f,
     40, 778},
    {"settle_near", CROWD_SCATTERED, 250, 10, 2.2f, 1.0f, CROWD_ONE_GOAL | CROWD_NEAR, 0, 0, 0.0f, 40, 779},
    {"settle_near_gaps", CROWD_SCATTERED, 250, 10, 2.2f, 1.0f, CROWD_ONE_GOAL | CROWD_NEAR | CROWD_GAPS, 0, 0,
     0.0f, 40, 780},
    {"turning_vision", CROWD_SCATTERED, 400, 10, 2.8f, 1.0f, OWN | CROWD_TURNS, THRONG_VISION, 0, 0.0f, 8,
     781},
    {"turning_touch", CROWD_SCATTERED, 400, 10, 1.8f, 1.0f, CROWD_BODIES | CROWD_TURNS, THRONG_TOUCH, 0, 0.0f,
     8, 782},
    {"turning_senses", CROWD_SCATTERED, 400, 16, 2.5f, 1.0f, OWN | CROWD_TURNS, SEEING, 0, 0.0f, 8, 783},
    {"turning_perception", CROWD_SCATTERED, 600, 10, 2.8f, 1.0f, CROWD_TURNS, THRONG_PERCEPTION_ALL, 0, 0.0f,
     8, 784},
    {"turning_lattice", CROWD_LATTICE, 300, 10, 1.25f, 1.0f, CROWD_TURNS, THRONG_PERCEPTION_ALL, 0, 0.0f, 5,
     785},
    {"turning_hearing", CROWD_SCATTERED, 300, 10, 2.4f, 1.0f, OWN | CROWD_TURNS,
     THRONG_HEARING | THRONG_TOUCH | THRONG_RESPONSIBILITY, 0, 0.0f, 8, 786},
    {"turning_gaps", CROWD_SCATTERED, 400, 10, 2.8f, 1.0f, OWN | CROWD_BODIES | CROWD_GAPS | CROWD_TURNS,
     THRONG_PERCEPTION_ALL, 0, 0.0f, 8, 787},
    {"turning_settle", CROWD_SCATTERED, 200, 10, 2.4f, 1.0f, CROWD_ONE_GOAL | CROWD_TURNS,
     THRONG_PERCEPTION_ALL, 0, 0.0f, 40, 788},
    {"turning_everything", CROWD_CLUSTERS, 500, 10, 2.2f, 1.0f, ALL_MIXED | CROWD_TURNS,
     THRONG_PERCEPTION_ALL, 1, 0.05f, 12, 789},
    {"guests_plain", CROWD_SCATTERED, 300, 10, 2.8f, 1.0f, CROWD_GUESTS, 0, 0, 0.0f, 10, 791},
    {"guests_rules", CROWD_SCATTERED, 400, 10, 2.4f, 1.0f, CROWD_GUESTS | CROWD_RULES | CROWD_GAPS, 0, 1,
     0.0f, 10, 792},
    {"guests_senses", CROWD_SCATTERED, 400, 10, 2.8f, 1.0f, OWN | CROWD_GUESTS, THRONG_PERCEPTION_ALL, 0,
     0.0f, 10, 793},
    {"guests_turning", CROWD_SCATTERED, 300, 10, 2.4f, 1.0f, OWN | CROWD_GUESTS | CROWD_TURNS,
     THRONG_VISION | THRONG_RESPONSIBILITY, 0, 0.0f, 10, 794},
    {"gaps_large", CROWD_SCATTERED, 9001, 10, 2.8f, 1.0f, CROWD_GAPS, 0, 0, 0.0f, 1, 774},
    /* more are near than a group lists, and agents are more than one group steps by itself */
    {"crush_rules", CROWD_SCATTERED, 1700, 10, 0.5f, 1.0f, CROWD_BODIES | CROWD_RULES, 0, 0, 0.0f, 1, 795},
    {"crush_plain", CROWD_SCATTERED, 1700, 10, 0.5f, 1.0f, 0, 0, 0, 0.0f, 1, 796},
    {"crush_senses", CROWD_SCATTERED, 1700, 10, 0.5f, 1.0f, OWN | CROWD_RULES, THRONG_PERCEPTION_ALL, 0, 0.0f,
     1, 797},
    {"crush_turning", CROWD_SCATTERED, 1700, 10, 0.5f, 1.0f, OWN | CROWD_TURNS, SEEING, 0, 0.0f, 1, 798},
    {"crush_gaps", CROWD_SCATTERED, 1700, 10, 0.5f, 1.0f, OWN | CROWD_BODIES | CROWD_GAPS,
     THRONG_PERCEPTION_ALL, 0, 0.0f, 1, 799},
    {"crush_touch", CROWD_SCATTERED, 1700, 10, 0.5f, 1.0f, CROWD_BODIES, THRONG_HEARING | THRONG_TOUCH, 0,
     0.0f, 1, 800},
};
const int32_t crowd_scene_count = sizeof crowd_scenes / sizeof crowd_scenes[0];

/* ---------------------------------------------------------------- agents ---------------------------- */

throng_crowd_def crowd_def(const crowd_scene *s)
{
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = s->agents;
    def.max_neighbors = s->max_neighbors;
    def.perception = s->perception;
    def.congestion = s->congestion;
    def.symmetry = s->symmetry;
    def.heading = s->mixed & CROWD_TURNS ? THRONG_HEADING_TURNING : THRONG_HEADING_VELOCITY;
    def.settle = (s->mixed & CROWD_ONE_GOAL) != 0;
    def.neighbors = s->mixed & CROWD_GAPS ? THRONG_NEIGHBORS_GAPS : THRONG_NEIGHBORS_CENTRES;
    def.seed = s->seed * 0x9e3779b97f4a7c15u;
    return def;
}

/* Agents to a row of a square of all. */
static int32_t row_of(const crowd_scene *s)
{
    int32_t row = 1;
    while (row * row < s->agents)
        row++;
    return row;
}

/* To quarters, so that sums are exact. */
static float snap(float at) { return (float)(int32_t)(4.0f * at) * 0.25f; }

static void place(rng *r, const crowd_scene *s, int32_t i, throng_agent_def *d)
{
    const int32_t row = row_of(s);
    const float each = s->spacing * s->scale, side = (float)row * each;
    const int back = i % 2;
    d->x = rng_between(r, 0.0f, side);
    d->y = rng_between(r, 0.0f, side);
    d->target_x = rng_between(r, 0.0f, side);
    d->target_y = rng_between(r, 0.0f, side);
    switch (s->layout) {
    case CROWD_LANES:
        d->x = (float)(i / row) * each + (back ? side : 0.0f);
        d->y = (float)(i % row / 2) * each;
        d->target_x = back ? -side : 2.0f * side;
        d->target_y = d->y;
        break;
    case CROWD_LATTICE:
        d->x = (float)(i % row) * each;
        d->y = (float)(i / row) * each;
        d->target_x = (float)(rng_below(r, row)) * each;
        d->target_y = (float)(rng_below(r, row)) * each;
        break;
    case CROWD_NEARLY:
        d->x = ((float)(i % row) + rng_between(r, -1e-5f, 1e-5f)) * each;
        d->y = ((float)(i / row) + rng_between(r, -1e-5f, 1e-5f)) * each;
        break;
    case CROWD_ONE_PLACE:
        d->x = d->y = 3.5f;
        break;
    case CROWD_IN_LINE:
        d->x = (float)i * each;
        d->y = 7.0f;
        d->target_x = d->x + (back ? 90.0f : -90.0f);
        d->target_y = 7.0f;
        break;
    case CROWD_CLUSTERS:
        d->x = (float)(i % 5) * 300.0f + 0.4f * d->x;
        d->y = (float)(i % 5 % 2) * -200.0f + 0.4f * d->y;
        if (i % 40 == 39) {
            d->x = rng_below(r, 2) ? 1e6f : -1e6f;
            d->y += rng_below(r, 2) ? 1e6f : 0.0f;
        }
        break;
    case CROWD_CORNERS:
        d->x += i & 1 ? 9e8f : -9.9e8f;
        d->y += i & 2 ? 9e8f : -9.9e8f;
        d->target_x += i & 1 ? 9e8f : -9.9e8f;
        d->target_y += i & 2 ? 9e8f : -9.9e8f;
        break;
    case CROWD_SCATTERED:
    case CROWD_TWINS:
    default:
        break;
    }
}

static void mix_agent(rng *r, const crowd_scene *s, int32_t i, throng_agent_def *d)
{
    const float u = s->scale;
    if (s->mixed & CROWD_BODIES) {
        d->radius = i % 9 == 4 ? 0.0f : rng_between(r, 0.3f, i % 50 == 7 ? 6.0f : 1.5f) * u;
        d->max_speed = i % 11 == 5 ? 0.0f : rng_between(r, 0.5f, 4.0f) * u;
        d->pref_speed = i % 3 ? -1.0f : rng_between(r, 0.0f, 3.0f) * u;
    }
    if (s->mixed & CROWD_GAPS && !(s->mixed & CROWD_BODIES)) /* multiples of quarters: some gaps are equal */
        d->radius = (float)(1 + rng_below(r, 5)) * 0.25f * u;
    if (s->mixed & CROWD_GAPS && i % 60 == 13) /* in the largest scene one above all others */
        d->radius = i == 4033 ? 300.0f * u : snap(rng_between(r, 3.0f, 20.0f)) * u;
    if (s->mixed & CROWD_NEIGHBORS) {
        d->max_neighbors = rng_below(r, s->max_neighbors + 1);
        d->neighbor_dist = i % 13 == 3 ? 0.0f : rng_between(r, 1.0f, 25.0f) * u;
        d->time_horizon = rng_between(r, 0.3f, 9.0f);
        d->time_horizon_obst = rng_between(r, 0.3f, 9.0f);
    }
    if (s->mixed & CROWD_NEAR)
        d->neighbor_dist = rng_between(r, 1.5f, 2.5f) * u;
    if (s->mixed & CROWD_SENSES_OWN) {
        static const float angles[] = {0.0f, 60.0f, 120.0f, 180.0f, 220.0f, 300.0f, 360.0f};
        d->vision_range = rng_between(r, 2.0f, 20.0f) * u;
        d->vision_range_min = i % 3 ? rng_between(r, 0.0f, 0.5f) * d->vision_range : -1.0f;
        d->vision_angle = i % 2 ? angles[rng_below(r, 7)] : rng_between(r, 0.0f, 360.0f);
        d->hearing_range = rng_between(r, 0.0f, 10.0f) * u;
        d->sound_range = rng_between(r, 0.0f, 8.0f) * u;
        d->capacity = rng_below(r, 12);
        d->dead_speed = i % 4 ? -1.0f : rng_between(r, 0.0f, 1.0f) * u;
        if (i % 6 == 0) {
            d->heading_x = rng_between(r, -1.0f, 1.0f);
            d->heading_y = rng_between(r, -1.0f, 1.0f);
        }
    }
    if (s->mixed & CROWD_RULES) {
        static const float weights[] = {1.0f, 0.0f, 0.5f, 3.0f, 1.0f};
        d->layer = 1u << rng_below(r, 3);
        d->mask = (uint32_t)rng_below(r, 8) | 0x80000000u;
        d->priority = rng_below(r, 3) - 1;
        d->responsibility = weights[rng_below(r, 5)];
        d->locked = rng_below(r, 9) == 0;
    }
}

static void make_guest(rng *r, const crowd_scene *s, throng_agent_def *d)
{
    d->navigation = THRONG_NAVIGATE_GUEST;
    d->vx = rng_between(r, -6.0f, 6.0f) * s->scale; /* faster than it may be */
    d->vy = rng_between(r, -6.0f, 6.0f) * s->scale;
    d->heading_x = rng_between(r, -1.0f, 1.0f);
    d->heading_y = 0.25f;
    d->responsibility = (float)rng_below(r, 2);
}

throng_agent_def crowd_agent(rng *r, const crowd_scene *s, int32_t i)
{
    const float u = s->scale;
    throng_agent_def d = throng_agent_default_def();
    rng twin = {s->seed + (uint64_t)(i / 3) * 1000};
    if (s->layout == CROWD_TWINS && i % 3 < 2)
        r = &twin;
    place(r, s, i, &d);
    d.radius = s->layout == CROWD_LATTICE ? 0.5f * u : 1.0f * u;
    d.max_speed = 2.0f * u;
    d.neighbor_dist = 15.0f * u;
    d.vision_range = 15.0f * u;
    d.hearing_range = 5.0f * u;
    d.sound_range = 2.0f * u;
    d.max_neighbors = s->max_neighbors;
    d.vx = rng_between(r, -1.0f, 1.0f) * u;
    d.vy = rng_between(r, -1.0f, 1.0f) * u;
    d.navigation = i % 3 == 2 ? THRONG_NAVIGATE_VELOCITY : THRONG_NAVIGATE_GOAL;
    if (s->layout == CROWD_LANES || s->layout == CROWD_LATTICE || s->layout == CROWD_IN_LINE) {
        d.vx = snap(d.vx);
        d.vy = s->layout == CROWD_LATTICE ? snap(d.vy) : 0.0f;
        d.navigation = THRONG_NAVIGATE_GOAL;
    }
    if (s->layout == CROWD_ONE_PLACE)
        d.vx = d.vy = 0.0f;
    if (d.navigation == THRONG_NAVIGATE_VELOCITY) {
        d.target_x = rng_between(r, -2.0f, 2.0f) * u;
        d.target_y = rng_between(r, -2.0f, 2.0f) * u;
    }
    if (s->mixed & CROWD_ONE_GOAL && d.navigation == THRONG_NAVIGATE_GOAL)
        d.target_x = d.target_y = 0.5f * (float)row_of(s) * s->spacing * u;
    if (s->mixed & CROWD_FAR_IDS)
        d.id = 0xfffffffffffffffeu - (uint64_t)i * 0x0000000100000001u;
    mix_agent(r, s, i, &d);
    if (s->mixed & CROWD_GUESTS && i % 7 == 3)
        make_guest(r, s, &d);
    return d;
}

/* ---------------------------------------------------------------- sessions -------------------------- */

/* count agents from the scene's `first` on. */
static void add(test_crowd *t, int32_t first, int32_t count)
{
    throng_agent_def *defs = must_allocate(((size_t)count + 1) * sizeof *defs);
    throng_agent *agents = must_allocate(((size_t)count + 1) * sizeof *agents);
    for (int32_t i = 0; i < count; i++)
        defs[i] = crowd_agent(&t->random, t->scene, first + i);
    MUST(t->context, throng_crowd_add(t->crowd, count, defs, 0, agents));
    for (int32_t i = 0; i < count; i++) {
        t->defs[agents[i].index] = defs[i];
        t->fresh[agents[i].index] = 1;
    }
    free(defs);
    free(agents);
}

test_crowd *crowd_begin(throng_context *context, const crowd_scene *s)
{
    return crowd_begin_on(context, s, NULL, 1.0f);
}

test_crowd *crowd_begin_on(throng_context *context, const crowd_scene *s, throng_terrain *terrain,
                           float cell_size)
{
    test_crowd *t = must_allocate(sizeof *t);
    throng_crowd_def def = crowd_def(s);
    const size_t room = (size_t)s->agents;
    fenv_t host;
    t->scene = s;
    t->context = context;
    t->random = (rng){s->seed};
    t->capacity = s->agents;
    t->dt = 0.125f;
    t->agents = must_allocate(room * sizeof *t->agents);
    t->seen = must_allocate(room * sizeof *t->seen);
    t->defs = must_allocate(room * sizeof *t->defs);
    t->fresh = must_allocate(room);
    def.agent_capacity = s->agents / 2;
    def.terrain = terrain;
    def.cell_size = cell_size;
    MUST(context, throng_crowd_create(context, &def, &t->crowd));
    fegetenv(&host);
    fesetenv(FE_DFL_ENV); /* scenes are made in the processor's usual mode */
    add(t, 0, s->agents / 2);
    MUST(context, throng_crowd_reserve(t->crowd, s->agents));
    add(t, s->agents / 2, s->agents - s->agents / 2);
    fesetenv(&host);
    crowd_perceive(t);
    return t;
}

void crowd_end(test_crowd *t)
{
    MUST(t->context, throng_crowd_destroy(t->crowd));
    free(t->agents);
    free(t->seen);
    free(t->defs);
    free(t->fresh);
    free(t);
}

void crowd_step(test_crowd *t)
{
    MUST(t->context, throng_crowd_step(t->crowd, t->dt));
    memset(t->fresh, 0, (size_t)t->capacity);
}

void crowd_perceive(test_crowd *t)
{
    const size_t each = sizeof *t->seen;
    MUST(t->context, throng_crowd_list(t->crowd, t->agents, t->capacity, &t->count));
    memset(t->seen, 0, (size_t)t->capacity * each);
    const struct {
        throng_agent_value what;
        void *to;
    } all[] = {{THRONG_AGENT_ID, &t->seen->id},         {THRONG_AGENT_POSITION, &t->seen->x},
               {THRONG_AGENT_VELOCITY, &t->seen->vx},   {THRONG_AGENT_HEADING, &t->seen->heading_x},
               {THRONG_AGENT_VISION, &t->seen->vision}, {THRONG_AGENT_PERCEIVED, &t->seen->perceived},
               {THRONG_AGENT_FLAGS, &t->seen->flags}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        MUST(t->context,
             throng_crowd_get(t->crowd, all[i].what, t->count, i % 2 ? t->agents : NULL, 0, all[i].to, each));
}

uint64_t crowd_hash(test_crowd *t)
{
    uint64_t hash;
    MUST(t->context, throng_crowd_hash(t->crowd, &hash));
    return hash;
}

/* ---------------------------------------------------------------- changes --------------------------- */

/* Every third of them goes. */
static void remove_some(test_crowd *t)
{
    int32_t count = 0;
    for (int32_t i = 1; i < t->count; i += 3)
        count++;
    MUST(t->context, throng_crowd_remove(t->crowd, count, t->agents + 1, 3 * sizeof *t->agents));
}

/* Sets a float of every `each`-th agent; the member's place in a def. */
static void set_some(test_crowd *t, throng_agent_value what, size_t member, int32_t each, float low,
                     float high)
{
    for (int32_t i = 0; i < t->count; i += each) {
        char *def = (char *)&t->defs[t->agents[i].index];
        const float value = rng_between(&t->random, low, high);
        memcpy(def + member, &value, sizeof value);
    }
    const int32_t count = (t->count + each - 1) / each;
    float *values = must_allocate(((size_t)count + 1) * sizeof *values);
    for (int32_t i = 0; i < count; i++)
        memcpy(&values[i], (char *)&t->defs[t->agents[i * each].index] + member, sizeof *values);
    MUST(t->context,
         throng_crowd_set(t->crowd, what, count, t->agents, (size_t)each * sizeof *t->agents, values, 0));
    free(values);
}

#define SET(what, member, each, low, high)                                                                   \
    set_some(t, THRONG_AGENT_##what, offsetof(throng_agent_def, member), each, low, high)

/* Goals for some, preferred velocities for others. */
static void lead_elsewhere(test_crowd *t)
{
    for (int32_t i = 0; i < t->count; i += 4) {
        throng_agent_def *d = &t->defs[t->agents[i].index];
        const int goal = i % 8 == 0;
        const float range = (goal ? 100.0f : 2.0f) * t->scene->scale;
        t->fresh[t->agents[i].index] |= d->navigation == THRONG_NAVIGATE_GUEST;
        d->navigation = goal ? THRONG_NAVIGATE_GOAL : THRONG_NAVIGATE_VELOCITY;
        d->target_x = rng_between(&t->random, -1.0f, 1.0f) * range;
        d->target_y = rng_between(&t->random, -1.0f, 1.0f) * range;
        MUST(t->context,
             throng_crowd_set(t->crowd, goal ? THRONG_AGENT_GOAL : THRONG_AGENT_PREFERRED_VELOCITY, 1,
                              &t->agents[i], 0, &d->target_x, 0));
    }
}

static void move_some(test_crowd *t)
{
    const float u = t->scene->scale;
    for (int32_t i = 2; i < t->count; i += 16) {
        const float at[2] = {t->seen[i].x + rng_between(&t->random, -3.0f, 3.0f) * u, t->seen[i].y};
        const float moving[2] = {rng_between(&t->random, -1.0f, 1.0f) * u, 0.0f};
        const throng_agent *agent = &t->agents[i];
        MUST(t->context, throng_crowd_set(t->crowd, THRONG_AGENT_POSITION, 1, agent, 0, at, 0));
        MUST(t->context, throng_crowd_set(t->crowd, THRONG_AGENT_VELOCITY, 1, agent, 0, moving, 0));
        if (i % 32 == 2) {
            const float ahead[2] = {-moving[0] - 1.0f, 0.5f};
            MUST(t->context, throng_crowd_set(t->crowd, THRONG_AGENT_HEADING, 1, agent, 0, ahead, 0));
        }
    }
}

/* Guests go elsewhere, and see as far as the host says; a few agents become some. */
static void move_guests(test_crowd *t)
{
    const float u = t->scene->scale;
    for (int32_t i = 0; i < t->count; i++) {
        const throng_agent *agent = &t->agents[i];
        throng_agent_def *d = &t->defs[agent->index];
        const int32_t guest = THRONG_NAVIGATE_GUEST;
        if (i % 19 == 5)
            d->navigation = guest;
        if (d->navigation != guest)
            continue;
        const float at[2] = {t->seen[i].x + rng_between(&t->random, -3.0f, 3.0f) * u, t->seen[i].y};
        const float moving[2] = {rng_between(&t->random, -6.0f, 6.0f) * u, t->seen[i].vy};
        const float ahead[2] = {-moving[0] - 1.0f, 0.5f}, vision = rng_between(&t->random, 0.0f, 20.0f) * u;
        MUST(t->context, throng_crowd_set(t->crowd, THRONG_AGENT_NAVIGATION, 1, agent, 0, &guest, 0));
        MUST(t->context, throng_crowd_set(t->crowd, THRONG_AGENT_POSITION, 1, agent, 0, at, 0));
        MUST(t->context, throng_crowd_set(t->crowd, THRONG_AGENT_VELOCITY, 1, agent, 0, moving, 0));
        MUST(t->context, throng_crowd_set(t->crowd, THRONG_AGENT_HEADING, 1, agent, 0, ahead, 0));
        MUST(t->context, throng_crowd_set(t->crowd, THRONG_AGENT_VISION, 1, agent, 0, &vision, 0));
    }
}

static void change_senses(test_crowd *t)
{
    const float u = t->scene->scale;
    SET(VISION_RANGE, vision_range, 5, 10.0f * u, 16.0f * u);
    SET(VISION_RANGE_MIN, vision_range_min, 5, 0.0f, 2.0f * u);
    SET(VISION_ANGLE, vision_angle, 7, 90.0f, 360.0f);
    SET(HEARING_RANGE, hearing_range, 4, 0.0f, 9.0f * u);
    SET(SOUND_RANGE, sound_range, 6, 0.0f, 5.0f * u);
}

static void change_rules(test_crowd *t)
{
    SET(RESPONSIBILITY, responsibility, 5, 0.0f, 4.0f);
    for (int32_t i = 3; i < t->count; i += 10) {
        throng_agent_def *d = &t->defs[t->agents[i].index];
        d->priority += 1;
        d->locked = !d->locked;
        d->layer <<= 1;
        MUST(t->context,
             throng_crowd_set(t->crowd, THRONG_AGENT_PRIORITY, 1, &t->agents[i], 0, &d->priority, 0));
        MUST(t->context, throng_crowd_set(t->crowd, THRONG_AGENT_LOCKED, 1, &t->agents[i], 0, &d->locked, 0));
        MUST(t->context, throng_crowd_set(t->crowd, THRONG_AGENT_LAYER, 1, &t->agents[i], 0, &d->layer, 0));
    }
}

static void change_phase(test_crowd *t, int32_t phase)
{
    const float u = t->scene->scale;
    switch (phase) {
    case 1:
        remove_some(t);
        crowd_perceive(t);
        SET(MAX_SPEED, max_speed, 7, 0.5f * u, 3.0f * u);
        break;
    case 2:
        add(t, t->scene->agents, (t->capacity - t->count) / 2);
        crowd_perceive(t);
        lead_elsewhere(t);
        move_some(t);
        break;
    default:
        add(t, 2 * t->scene->agents, t->capacity - t->count);
        crowd_perceive(t);
        SET(RADIUS, radius, 9, 0.2f * u, 1.3f * u);
        SET(NEIGHBOR_DIST, neighbor_dist, 6, 0.0f, 20.0f * u);
        SET(TIME_HORIZON, time_horizon, 8, 0.5f, 6.0f);
        if (t->scene->perception)
            change_senses(t);
        if (t->scene->mixed & CROWD_RULES)
            change_rules(t);
        break;
    }
}

void crowd_change(test_crowd *t, int32_t phase)
{
    fenv_t host;
    fegetenv(&host);
    fesetenv(FE_DFL_ENV);
    crowd_perceive(t);
    change_phase(t, phase);
    if (t->scene->mixed & CROWD_GUESTS) {
        crowd_perceive(t);
        move_guests(t);
    }
    fesetenv(&host);
    crowd_perceive(t);
}

float *crowd_play(throng_context *context, const crowd_scene *s, size_t *size)
{
    test_crowd *t = crowd_begin(context, s);
    const size_t seen = (size_t)t->capacity * sizeof *t->seen, each = seen + sizeof(uint64_t);
    *size = 2 * CROWD_PHASES * each;
    char *out = must_allocate(*size), *to = out;
    for (int32_t phase = 0; phase < CROWD_PHASES; phase++) {
        if (phase > 0)
            crowd_change(t, phase);
        t->dt = phase == 2 ? 0.0625f : 0.125f;
        for (int32_t part = 0; part < 2; part++, to += each) { /* the first step by itself */
            for (int32_t i = part; i < (part ? s->steps : 1); i++)
                crowd_step(t);
            crowd_perceive(t);
            const uint64_t hash = crowd_hash(t);
            memcpy(to, t->seen, seen);
            memcpy(to + seen, &hash, sizeof hash);
        }
    }
    crowd_end(t);
    return (float *)(void *)out;
}
