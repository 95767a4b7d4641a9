/* Steps of crowds against the double-precision model: who is perceived, with what range of vision, flags,
 * and the velocity by what it has to be: within the disc of speeds, in all half-planes and nearest to the
 * wish, or missing those of others by as little as can be. Who may touch a wall in the step is left out, for
 * that bends the way.  Bounds. A half-plane in floats lies at most `off` beside the model's (model.c adds
 * that up from the roundings, of 8 E each, of what it is made of). A program solved exactly in floats'
 * half-planes is therefore no worse than one in the model's moved in by `off`, and no better than one moved
 * out by it. The solver takes two lines for parallel whose directions differ by less than 1e-5: within the
 * disc that moves one of them by up to 1e-5 of its diameter, and a rounding of 4 E each for the two lines
 * that a corner is made of. Together 3e-5 of the radius, which is part of `off`. Where that leaves open
 * whether there is any velocity, either answer will do, and the miss is then compared. */
#include "tests/crowd/each_backend.h"
#include "tests/crowd/model.h"

#include <math.h>
#include <stdlib.h>

typedef struct tally {
    int32_t seen, unsure, feasible, infeasible, turned, loose, settled, headings, guests;
    int32_t pushed, crowded; /* with half-planes of moving obstacles; of as many as they may have */
    int32_t walled, sectors, inside,
        touching; /* half-planes of walls; by sectors; in one; so near that it may slide */
} tally;

typedef struct moment {
    const model_crowd *m;
    const test_crowd *t;
    const crowd_seen *before;
    int32_t agent;
    model_step step;
    const char *name;
} moment;

#define TELL(mo, format, ...)                                                                                \
    "%s, agent %d (id %llu): " format, (mo)->name, (int)(mo)->agent,                                         \
        (unsigned long long)(mo)->m->agents[(mo)->agent].id, __VA_ARGS__

static float on_plane(float x) { return fminf(fmaxf(x, -1e9f), 1e9f); }

/* A step by v * dt, rounded once; or by more: what rounding had taken before, at most 1/128 of the
 * fastest step, 1/1024 of the radius or a few units in the last place. */
static int went(float was, float v, float dt, const throng_agent_def *d, float now)
{
    const double at = fmax(fabs((double)was), fabs((double)now)), fastest = (double)d->max_speed * (double)dt;
    const double most =
        fmax(fmax(fastest / 128.0, (double)d->radius / 1024.0), ldexp(at, -21)) + ldexp(at, -22);
    return now == on_plane(was + v * dt) ||
           (v != 0.0f && fabs((double)now - (double)was - (double)v * (double)dt) <= most);
}

/* A guest is as it was. */
static void check_guest(const moment *mo)
{
    const crowd_seen *a = &mo->t->seen[mo->agent], *was = &mo->before[mo->agent];
    cr_expect(a->id == was->id && a->x == was->x && a->y == was->y && a->vx == was->vx && a->vy == was->vy,
              TELL(mo, "moved to %.9g, %.9g", (double)a->x, (double)a->y));
    cr_expect(a->heading_x == was->heading_x && a->heading_y == was->heading_y && a->vision == was->vision,
              TELL(mo, "heading %.9g, %.9g, sees %.9g", (double)a->heading_x, (double)a->heading_y,
                   (double)a->vision));
    cr_expect(a->perceived == 0 && a->flags == 0,
              TELL(mo, "perceives %d, flags %u", (int)a->perceived, (unsigned)a->flags));
}

static void check_speed(const moment *mo)
{
    const crowd_seen *a = &mo->t->seen[mo->agent];
    const throng_agent_def *d = &mo->m->agents[mo->agent].def;
    cr_expect(a->vx * a->vx + a->vy * a->vy <= d->max_speed * d->max_speed,
              TELL(mo, "%.9g, %.9g is faster than %.9g", (double)a->vx, (double)a->vy, (double)d->max_speed));
}

/* What holds to the last bit. */
static void check_exactly(const moment *mo)
{
    const crowd_seen *a = &mo->t->seen[mo->agent], *was = &mo->before[mo->agent];
    const throng_agent_def *d = &mo->m->agents[mo->agent].def;
    cr_expect(a->id == was->id);
    if (mo->m->hull_count == 0) /* else it may be pushed */
        check_speed(mo);
    cr_expect(went(was->x, a->vx, mo->t->dt, d, a->x) && went(was->y, a->vy, mo->t->dt, d, a->y),
              TELL(mo, "moved to %.9g, %.9g", (double)a->x, (double)a->y));
    if (d->locked)
        cr_expect(a->vx == 0.0f && a->vy == 0.0f && a->x == was->x && a->y == was->y &&
                  !(a->flags & ~(uint32_t)(THRONG_FLAG_ARRIVED | THRONG_FLAG_INSIDE_WALL)));
    const float vision = mo->m->agents[mo->agent].vision;
    cr_expect(fabsf(a->vision - vision) <= (d->vision_range_min < 0.0f ? 2e-7f * vision : 0.0f),
              TELL(mo, "sees as far as %.9g, not %.9g", (double)a->vision, (double)vision));
    const double gap = hypot((double)d->target_x - (double)a->x, (double)d->target_y - (double)a->y);
    const double radius = (double)d->radius;
    const int settles = (mo->t->scene->mixed & CROWD_ONE_GOAL) && gap > radius; /* see check_settled() */
    if (d->navigation != THRONG_NAVIGATE_GOAL)
        cr_expect(!(a->flags & THRONG_FLAG_ARRIVED));
    else if ((gap == 0.0 || fabs(gap - radius) > 1e-6 * radius) && !settles)
        cr_expect((gap <= radius) == ((a->flags & THRONG_FLAG_ARRIVED) != 0),
                  TELL(mo, "flags %u, %g from the goal", (unsigned)a->flags, gap));
}

/* A heading that turns is that of the wish, where no random angle is in it; wishes of 0 leave it alone. */
static void check_turning(const moment *mo, tally *count)
{
    const crowd_seen *a = &mo->t->seen[mo->agent], *was = &mo->before[mo->agent];
    const model_step *s = &mo->step;
    const throng_agent_def *d = &mo->m->agents[mo->agent].def;
    const double wish = hypot(s->wish_x, s->wish_y), x = (double)a->heading_x, y = (double)a->heading_y;
    const double far = fabs(mo->m->agents[mo->agent].x) + fabs(mo->m->agents[mo->agent].y);
    cr_expect(fabs(hypot(x, y) - 1.0) < 1e-6, TELL(mo, "heading %g, %g", x, y));
    if (d->locked || wish == 0.0) {
        cr_expect(a->heading_x == was->heading_x && a->heading_y == was->heading_y,
                  TELL(mo, "turned to %g, %g without a wish", x, y));
    } else if (wish > 1e-14 && !s->turned && mo->m->scene->symmetry == 0.0f && far < 1e8) {
        count->headings++;
        cr_expect(hypot(x - s->wish_x / wish, y - s->wish_y / wish) < 1e-6,
                  TELL(mo, "heading %g, %g, wish %g, %g", x, y, s->wish_x, s->wish_y));
    }
}

static void check_heading(const moment *mo)
{
    const crowd_seen *a = &mo->t->seen[mo->agent], *was = &mo->before[mo->agent];
    const double speed = hypot((double)a->vx, (double)a->vy), old = hypot((double)was->vx, (double)was->vy);
    const double x = (double)a->heading_x, y = (double)a->heading_y;
    cr_expect(fabs(hypot(x, y) - 1.0) < 1e-6, TELL(mo, "heading %g, %g", x, y));
    if (speed > 1e-14)
        cr_expect(hypot(x - (double)a->vx / speed, y - (double)a->vy / speed) < 1e-6,
                  TELL(mo, "heading %g, %g", x, y));
    else if (speed == 0.0 && !(a->heading_x == was->heading_x && a->heading_y == was->heading_y))
        cr_expect(old > 0.0 && hypot(x - (double)was->vx / old, y - (double)was->vy / old) < 1e-6,
                  TELL(mo, "turned to %g, %g where it stands", x, y));
}

/* The velocity, where a wish is known by its value. */
static void check_distance(const moment *mo, double low, double high, tally *count)
{
    const crowd_seen *a = &mo->t->seen[mo->agent];
    const model_step *s = &mo->step;
    const double wish = hypot(s->wish_x, s->wish_y), rounded = 16.0 * CROWD_E * (wish + s->radius);
    const double far = hypot((double)a->vx - s->wish_x, (double)a->vy - s->wish_y);
    count->loose += high - low > 0.01 * s->radius;
    cr_expect(far >= low - rounded && far <= high + rounded,
              TELL(mo, "%.9g, %.9g is %.9g off its wish %.9g, %.9g; %.9g to %.9g of %d", (double)a->vx,
                   (double)a->vy, far, s->wish_x, s->wish_y, low, high, (int)s->count));
}

static void check_velocity(const moment *mo, tally *count)
{
    const crowd_seen *a = &mo->t->seen[mo->agent];
    const model_step *s = &mo->step;
    const int infeasible = (a->flags & THRONG_FLAG_INFEASIBLE) != 0;
    const double low = model_best(s, -1.0, 1.0 + 2e-6), high = model_best(s, 1.0, 1.0 - 2e-6);
    const double miss = model_miss(s, (double)a->vx, (double)a->vy);
    double off = 0.0;
    check_speed(mo);
    for (int32_t i = 0; i < s->count; i++)
        off = fmax(off, s->lines[i].off);
    count->feasible += !infeasible;
    count->infeasible += infeasible;
    count->walled += s->hard > 0;
    count->sectors += s->by_sector;
    count->pushed += s->heeded > 0;
    count->crowded += s->heeded == MODEL_HEEDED;
    const double into = model_hard_miss(s, (double)a->vx, (double)a->vy);
    cr_expect(into <= 0.0,
              TELL(mo, "%.9g, %.9g misses a wall's by %.9g", (double)a->vx, (double)a->vy, into));
    cr_expect(!(infeasible && high >= 0.0),
              TELL(mo, "infeasible, but there is a velocity at %.9g of %d", high, (int)s->count));
    cr_expect(infeasible || low >= 0.0, TELL(mo, "feasible, missing %.9g", miss));
    if (infeasible) {
        const double least = fmax(model_least(s), 0.0);
        cr_expect(miss <= least + 4.0 * off,
                  TELL(mo, "misses %.9g, could %.9g (%.3g)", miss, least, 4.0 * off));
    } else {
        cr_expect(miss <= off, TELL(mo, "misses %.9g, more than %.3g", miss, off));
        if (high >= 0.0 && low >= 0.0 && !s->turned && mo->m->scene->symmetry == 0.0f)
            check_distance(mo, low, high, count);
    }
}

/* Who has arrived without covering the goal. */
static void check_settled(const moment *mo, tally *count)
{
    const crowd_seen *a = &mo->t->seen[mo->agent];
    const throng_agent_def *d = &mo->m->agents[mo->agent].def;
    const double gap = hypot((double)d->target_x - (double)a->x, (double)d->target_y - (double)a->y);
    if (!(mo->t->scene->mixed & CROWD_ONE_GOAL) || mo->step.held < 0 ||
        gap <= (double)d->radius * (1.0 + 1e-6))
        return;
    count->settled += mo->step.held;
    cr_expect(
        ((a->flags & THRONG_FLAG_ARRIVED) != 0) == mo->step.held,
        TELL(mo, "flags %u, %g from the goal, held up: %d", (unsigned)a->flags, gap, (int)mo->step.held));
}

/* Whether the velocity is the program's: nobody is in a wall or may touch one in this step. */
static int is_free(const moment *mo, tally *count)
{
    const crowd_seen *a = &mo->t->seen[mo->agent], *was = &mo->before[mo->agent];
    const throng_agent_def *d = &mo->m->agents[mo->agent].def;
    const double radius = (double)d->radius, way = (double)d->max_speed * mo->m->dt;
    const double off = 1e-5 * (radius + mo->m->walls->longest + fabs((double)was->x) + fabs((double)was->y));
    if (a->flags & THRONG_FLAG_INSIDE_WALL) {
        count->inside++;
        return 0;
    }
    cr_expect(mo->step.clearance >= radius - off,
              TELL(mo, "%.9g from a wall, and not in it", mo->step.clearance));
    const int touches = smaller(mo->step.clearance, mo->step.pushed) <= radius + way + off;
    count->touching += touches;
    return !touches;
}

static void check_agent(const test_crowd *t, const model_crowd *m, const crowd_seen *before, int32_t agent,
                        tally *count)
{
    static moment mo;
    const crowd_seen *a = &t->seen[agent];
    mo.m = m;
    mo.t = t;
    mo.before = before;
    mo.agent = agent;
    mo.name = t->scene->name;
    if (m->agents[agent].guest) {
        check_guest(&mo);
        count->guests++;
        return;
    }
    check_exactly(&mo);
    if (!model_turns(m))
        check_heading(&mo);
    if (m->agents[agent].def.locked) {
        if (model_turns(m))
            check_turning(&mo, count);
        return;
    }
    model_look(m, agent, &mo.step);
    if (m->walls && !is_free(&mo, count))
        return;
    const int32_t turned = (a->flags & THRONG_FLAG_CONGESTED) != 0;
    cr_expect(mo.step.turned < 0 || mo.step.turned == turned || mo.step.unsure || mo.step.held < 0,
              TELL(&mo, "flags %u, congested %d", (unsigned)a->flags, (int)mo.step.turned));
    mo.step.turned = turned;
    count->turned += turned;
    count->seen++;
    if (mo.step.unsure || mo.step.held < 0) {
        count->unsure++;
        return;
    }
    if (model_turns(m))
        check_turning(&mo, count);
    check_settled(&mo, count);
    cr_expect(a->perceived == mo.step.perceived,
              TELL(&mo, "perceives %d, not %d", (int)a->perceived, (int)mo.step.perceived));
    check_velocity(&mo, count);
}

static void step(test_crowd *t, walled_session *among)
{
    if (among)
        walled_step(among);
    else
        crowd_step(t);
    crowd_perceive(t);
}

/* Some of the agents after one step. among: what stands in their way; NULL: nothing. */
static void check_step(test_crowd *t, walled_session *among, const model_walls *walls, int32_t each,
                       tally *count)
{
    model_crowd *m = model_begin(t);
    crowd_seen *before = must_allocate(((size_t)t->count + 1) * sizeof *before);
    m->walls = walls;
    memcpy(before, t->seen, (size_t)t->count * sizeof *before);
    if (among)
        model_find_moving(among, m);
    step(t, among);
    for (int32_t i = 0; i < t->count; i += each)
        check_agent(t, m, before, i, count);
    free(before);
    model_end(m);
}

/* Steps of a phase, of which the model looks at some. */
static void check_phase(test_crowd *t, walled_session *among, const model_walls *walls, int32_t each,
                        tally *count)
{
    for (int32_t k = 0; k < t->scene->steps; k++)
        if (k < 2 || k % 4 == 3)
            check_step(t, among, walls, each, count);
        else
            step(t, among);
}

/* Other levels have the same bits: a part of the agents is enough; under the sanitizers the library plays
 * all, and the model is not what is looked at. */
static int32_t share_of_agents(throng_context *context)
{
    throng_context_info about;
    MUST(context, throng_context_get_info(context, &about));
    return getenv("THRONG_TEST_SANITIZED") ? 10 : about.isa == THRONG_ISA_REFERENCE ? 1 : 7;
}

EACH_WITH_CROWDS(crowd_oracle, all_scenes)
{
    for (int32_t i = 0; i < crowd_scene_count; i++) {
        const crowd_scene *s = &crowd_scenes[i];
        tally count = {0};
        test_crowd *t = crowd_begin(context, s);
        const int32_t each = (t->capacity / 300 + 1 + s->max_neighbors / 20) * share_of_agents(context);
        for (int32_t phase = 0; phase < CROWD_PHASES; phase++) {
            if (phase > 0)
                crowd_change(t, phase);
            check_phase(t, NULL, NULL, each, &count);
        }
        printf("%s: %d seen, %d unsure, %d feasible (%d loosely), %d infeasible, %d turned, %d settled, %d "
               "headings\n",
               s->name, (int)count.seen, (int)count.unsure, (int)count.feasible, (int)count.loose,
               (int)count.infeasible, (int)count.turned, (int)count.settled, (int)count.headings);
        /* at most a tenth, where all are at one place */
        cr_expect(5 * count.unsure < count.seen, "%s: too few are compared", s->name);
        if (s->mixed & CROWD_TURNS && s->symmetry == 0.0f)
            cr_expect(count.headings > 0, "%s: no heading was compared", s->name);
        if (s->mixed & CROWD_GUESTS)
            cr_expect(count.guests > 0, "%s: no guest was looked at", s->name);
        if (s->mixed & CROWD_ONE_GOAL)
            cr_expect(count.settled > 0, "%s: nobody settles", s->name);
        crowd_end(t);
    }
}

/* Far and near looks ahead, bodies, terrain and polygons, rules. */
static const walled_scene among_walls[] = {
    {{"among_pillars", CROWD_SCATTERED, 250, 10, 5.0f, 1.0f, CROWD_NEIGHBORS, 0, 0, 0.0f, 8, 821},
     WALLED_ROOM},
    {{"among_pillars_dense", CROWD_SCATTERED, 250, 10, 2.6f, 1.0f, CROWD_BODIES, 0, 0, 0.0f, 8, 822},
     WALLED_ROOM},
    {{"among_blocks", CROWD_SCATTERED, 250, 10, 4.0f, 1.0f, CROWD_NEIGHBORS | CROWD_GAPS, 0, 0, 0.0f, 8, 823},
     WALLED_TERRAIN},
    {{"among_both", CROWD_SCATTERED, 250, 10, 6.0f, 1.0f, CROWD_NEIGHBORS | CROWD_RULES, 0, 0, 0.0f, 8, 824},
     WALLED_ROOM | WALLED_TERRAIN},
    {{"among_many", CROWD_SCATTERED, 250, 10, 4.0f, 1.0f, CROWD_NEIGHBORS | CROWD_GAPS, 0, 0, 0.0f, 8, 826},
     WALLED_TERRAIN | WALLED_MAZE},
    {{"among_few", CROWD_SCATTERED, 60, 10, 9.0f, 1.0f, CROWD_NEIGHBORS, 0, 0, 0.0f, 20, 825}, WALLED_ROOM},
    {{"among_driven", CROWD_SCATTERED, 250, 10, 4.0f, 1.0f, CROWD_NEIGHBORS, 0, 0, 0.0f, 8, 827},
     WALLED_ROOM | WALLED_MOVING},
    {{"among_convoy", CROWD_SCATTERED, 250, 10, 6.0f, 1.0f, CROWD_NEIGHBORS, 0, 0, 0.0f, 8, 828},
     WALLED_MOVING | WALLED_CONVOY}};

EACH_WITH_CROWDS(crowd_oracle, among_walls)
{
    for (size_t i = 0; i < sizeof among_walls / sizeof *among_walls; i++) {
        const crowd_scene *s = &among_walls[i].crowd;
        tally count = {0};
        model_walls *walls = must_allocate(sizeof *walls);
        walled_session *e = walled_begin(context, &among_walls[i]);
        for (int32_t phase = 0; phase < CROWD_PHASES; phase++) {
            if (phase > 0)
                walled_change(e, phase);
            model_find_walls(e, walls);
            check_phase(e->t, e, walls, share_of_agents(context), &count);
        }
        printf("%s: %d seen, %d unsure, %d feasible (%d loosely), %d infeasible, %d with walls, %d "
               "with many, %d with moving obstacles, %d with many, %d in one, %d near one\n",
               s->name, (int)count.seen, (int)count.unsure, (int)count.feasible, (int)count.loose,
               (int)count.infeasible, (int)count.walled, (int)count.sectors, (int)count.pushed,
               (int)count.crowded, (int)count.inside, (int)count.touching);
        cr_expect(3 * count.unsure < 2 * count.seen, "%s: too few are compared", s->name);
        if (among_walls[i].walls & (WALLED_ROOM | WALLED_TERRAIN))
            cr_expect(5 * count.walled > count.seen, "%s: too few have walls", s->name);
        if (among_walls[i].walls & WALLED_MOVING)
            cr_expect(count.pushed > 0, "%s: nobody meets a moving obstacle", s->name);
        if (among_walls[i].walls & WALLED_CONVOY)
            cr_expect(count.crowded > 0, "%s: nobody meets many", s->name);
        if (among_walls[i].walls & WALLED_MAZE)
            cr_expect(count.sectors > 0, "%s: nobody has many walls", s->name);
        walled_end(e);
        free(walls);
    }
}
