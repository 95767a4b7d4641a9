/* Forces of a field and values of a crowd in a program's own buffers are those that the host reads. */
#include "tests/context/opencl_program.h"

#include "tests/crowd/scenes.h"
#include "tests/potential/scenes.h"

#include <math.h>
#include <stdlib.h>

static const field_scene *some_field(void)
{
    const field_scene *s = field_scenes;
    while (s < field_scenes + field_scene_count && (s->points <= 20 || s->points > 1000))
        s++;
    cr_assert(s < field_scenes + field_scene_count);
    return s;
}

static void expect_forces(const program *p, const test_field *f, int32_t first, int32_t count, size_t offset,
                          size_t stride)
{
    const size_t size = sizeof *f->forces;
    cl_mem buffer = marked_buffer(p);
    cl_event event = NULL;
    MUST(p->context,
         throng_potential_read_cl(f->potential, first, count, buffer, offset, stride, 0, NULL, &event));
    for (int32_t i = 0; i < count; i++)
        memcpy(expected + offset + (size_t)i * (stride ? stride : size), &f->forces[first + i], size);
    expect_buffer(p, buffer, event, "forces");
}

Test(results, forces)
{
    program p;
    begin(&p, 0);
    test_field *f = field_begin(p.context, some_field());
    const int32_t points = f->scene->points;
    field_feel(f);
    expect_forces(&p, f, 0, points, 0, 0);
    expect_forces(&p, f, 3, points - 7, 12, 28);
    expect_forces(&p, f, 5, 9, 20, 16); /* a row that crosses two of the stride */
    expect_forces(&p, f, points, 0, 0, 0);
    cl_mem buffer = marked_buffer(&p);
#define READ(first, count, to, offset, stride)                                                               \
    throng_potential_read_cl(f->potential, first, count, to, offset, stride, 0, NULL, NULL)
    REFUSES(INVALID, "first|-1", READ(-1, 1, buffer, 0, 0));
    REFUSES(INVALID, "first + count", READ(1, points, buffer, 0, 0));
    REFUSES(INVALID, "forces must not be NULL", READ(0, 1, NULL, 0, 0));
    REFUSES(INVALID, "forces|offset 2", READ(0, 1, buffer, 2, 0));
    REFUSES(INVALID, "forces|stride 12", READ(0, 1, buffer, 0, 12));
    REFUSES(INVALID, "forces|too few", READ(0, 1, buffer, ROOM - 12, 0));
    MUST(p.context, throng_potential_truncate_points(f->potential, 4));
    MUST(p.context, throng_potential_update(f->potential));
    MUST(p.context, throng_potential_set_points(f->potential, 4, 2, f->points, 0));
    REFUSES(INVALID, "first + count is 6|at most 4, the points of the last", READ(0, 6, buffer, 0, 0));
    MUST(p.context, READ(6, 0, NULL, 0, 0)); /* nothing, wherever it would be */
    p.cl.clReleaseMemObject(buffer);
    field_end(f);
    end(&p);
}

static void expect_samples(const program *p, throng_flow *flow, int32_t count,
                           const throng_flow_point *points, size_t offset, size_t stride)
{
    const size_t size = sizeof(throng_flow_vector), each = stride ? stride : size;
    static throng_flow_vector ways[64];
    memset(expected, MARK, ROOM);
    for (int32_t i = 0; i < count; i++)
        memcpy(expected + offset + (size_t)i * (stride ? stride : sizeof *points), &points[i],
               sizeof *points);
    cl_mem from = buffer_of(p, ROOM, expected), to = marked_buffer(p);
    cl_event event = NULL;
    MUST(p->context, throng_flow_sample_cl(flow, THRONG_FLOW_SAMPLE_SMOOTH, count, from, offset, stride, to,
                                           offset, stride, 0, NULL, &event));
    MUST(p->context, throng_flow_sample(flow, THRONG_FLOW_SAMPLE_SMOOTH, count, points, 0, ways));
    for (int32_t i = 0; i < count; i++)
        memcpy(expected + offset + (size_t)i * each, &ways[i], size);
    expect_buffer(p, to, event, "ways by a flow");
    p->cl.clReleaseMemObject(from);
}

/* Points that no host would get past the checks lead nowhere. */
static void expect_nowhere(const program *p, throng_flow *flow)
{
    const throng_flow_point wrong[] = {{NAN, 2.0f, 0, 0},  {2.0f, INFINITY, 0, 0}, {2.0f, -1.1e9f, 0, 0},
                                       {2.0f, 2.0f, 1, 0}, {2.0f, 2.0f, -1, 0},    {2.0f, 2.0f, 0, 4},
                                       {2.0f, 2.0f, 0, -1}};
    const int32_t count = sizeof wrong / sizeof *wrong;
    cl_mem from = buffer_of(p, sizeof wrong, wrong), to = marked_buffer(p);
    cl_event event = NULL;
    MUST(p->context,
         throng_flow_sample_cl(flow, THRONG_FLOW_SAMPLE_CELL, count, from, 0, 0, to, 0, 0, 0, NULL, &event));
    const throng_flow_vector nowhere = {0.0f, 0.0f, -1.0f};
    for (int32_t i = 0; i < count; i++)
        memcpy(expected + (size_t)i * sizeof nowhere, &nowhere, sizeof nowhere);
    expect_buffer(p, to, event, "points out of range");
    p->cl.clReleaseMemObject(from);
}

Test(results, ways)
{
    program p;
    throng_flow_def def = throng_flow_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    throng_flow *flow;
    throng_flow_point points[40];
    const throng_cell goal = {20, 12};
    const throng_region wall = {15, 3, 1, 20};
    begin(&p, 0);
    ground.width = 40;
    ground.height = 30;
    MUST(p.context, throng_terrain_create(p.context, &ground, &def.terrain));
    MUST(p.context, throng_terrain_fill(def.terrain, &wall, 1));
    def.fields = 2;
    def.clearance_count = 2;
    def.clearances[1] = 1.2f;
    MUST(p.context, throng_flow_create(p.context, &def, &flow));
    MUST(p.context, throng_flow_set_goals(flow, 1, 1, &goal, 0));
    MUST(p.context, throng_flow_update(flow));
    for (int32_t i = 0; i < 40; i++)
        points[i] = (throng_flow_point){(float)i + 0.3f, 0.7f * (float)i, 0, i % 4};
    expect_samples(&p, flow, 40, points, 0, 0);
    expect_samples(&p, flow, 31, points + 9, 8, 36);
    expect_nowhere(&p, flow);
    cl_mem buffer = marked_buffer(&p);
#define ASK(count, from, offset, to, stride)                                                                 \
    throng_flow_sample_cl(flow, THRONG_FLOW_SAMPLE_CELL, count, from, offset, 0, to, 0, stride, 0, NULL, NULL)
    REFUSES(INVALID, "count is -1", ASK(-1, buffer, 0, buffer, 0));
    REFUSES(INVALID, "points must not be NULL", ASK(1, NULL, 0, buffer, 0));
    REFUSES(INVALID, "vectors must not be NULL", ASK(1, buffer, 0, NULL, 0));
    REFUSES(INVALID, "points|too few", ASK(1, buffer, ROOM - 12, buffer, 0));
    REFUSES(INVALID, "vectors|stride 8", ASK(1, buffer, 0, buffer, 8));
    REFUSES(INVALID, "sampling is 2",
            throng_flow_sample_cl(flow, 2, 1, buffer, 0, 0, buffer, 0, 0, 0, NULL, NULL));
    MUST(p.context, ASK(0, NULL, 0, NULL, 0));
    p.cl.clReleaseMemObject(buffer);
    MUST(p.context, throng_flow_destroy(flow));
    MUST(p.context, throng_terrain_destroy(def.terrain));
    end(&p);
}

static void expect_values(const program *p, throng_crowd *crowd, throng_agent_value what, size_t size,
                          int32_t count, const throng_agent *agents, size_t offset, size_t stride)
{
    static unsigned char values[ROOM];
    cl_mem buffer = marked_buffer(p);
    cl_event event = NULL;
    MUST(p->context,
         throng_crowd_get_cl(crowd, what, count, agents, 0, buffer, offset, stride, 0, NULL, &event));
    MUST(p->context, throng_crowd_get(crowd, what, count, agents, 0, values, 0));
    for (int32_t i = 0; i < count; i++)
        memcpy(expected + offset + (size_t)i * (stride ? stride : size), values + (size_t)i * size, size);
    expect_buffer(p, buffer, event, "values of agents");
}

Test(results, agents)
{
    program p;
    begin(&p, 0);
    test_crowd *c = crowd_begin(p.context, &crowd_scenes[0]);
    throng_crowd *crowd = c->crowd;
    throng_agent agents[2000];
    int32_t count;
    for (int32_t step = 0; step < 3; step++)
        MUST(p.context, throng_crowd_step(crowd, 0.1f));
    MUST(p.context, throng_crowd_list(crowd, agents, 2000, &count));
    cr_assert(count > 20 && count < 2000);
    expect_values(&p, crowd, THRONG_AGENT_POSITION, 8, count, NULL, 0, 0);
    expect_values(&p, crowd, THRONG_AGENT_VELOCITY, 8, count, NULL, 4, 20);
    expect_values(&p, crowd, THRONG_AGENT_HEADING, 8, 11, agents + 5, 0, 12);
    expect_values(&p, crowd, THRONG_AGENT_VISION_RANGE, 4, count, NULL, 8, 0);
    expect_values(&p, crowd, THRONG_AGENT_PERCEIVED, 4, count, agents, 0, 0);
    expect_values(&p, crowd, THRONG_AGENT_POSITION, 8, 0, agents, 0, 0);
    cl_mem buffer = marked_buffer(&p);
#define GET(what, number, who, to, offset, stride)                                                           \
    throng_crowd_get_cl(crowd, what, number, who, 0, to, offset, stride, 0, NULL, NULL)
    REFUSES(INVALID, "what is 27", GET(THRONG_AGENT_ID, count, NULL, buffer, 0, 0));
    REFUSES(INVALID, "what is 23", GET(THRONG_AGENT_FLAGS, count, NULL, buffer, 0, 0));
    REFUSES(INVALID, "what is 26", GET(THRONG_AGENT_VISION_ANGLE, count, NULL, buffer, 0, 0));
    REFUSES(INVALID, "what is 99", GET(99, count, NULL, buffer, 0, 0));
    REFUSES(INVALID, "count is 1", GET(THRONG_AGENT_POSITION, 1, NULL, buffer, 0, 0));
    REFUSES(INVALID, "values must not be NULL", GET(THRONG_AGENT_POSITION, count, NULL, NULL, 0, 0));
    REFUSES(INVALID, "values|stride 4", GET(THRONG_AGENT_POSITION, count, NULL, buffer, 0, 4));
    REFUSES(INVALID, "values|too few", GET(THRONG_AGENT_POSITION, count, NULL, buffer, ROOM - 8, 0));
    MUST(p.context, throng_crowd_remove(crowd, 1, &agents[2], 0));
    REFUSES(INVALID, "agents[2] was removed", GET(THRONG_AGENT_POSITION, 5, agents, buffer, 0, 0));
    p.cl.clReleaseMemObject(buffer);
    crowd_end(c);
    end(&p);
}

/* A crowd whose values come from buffers, and one whose values the host sets. */
typedef struct twins {
    const program *p;
    test_crowd *crowd[2];
    int32_t count;
} twins;

static void set_both(const twins *t, throng_agent_value what, int32_t first, int32_t count, size_t offset,
                     size_t stride)
{
    static unsigned char values[ROOM];
    static float pairs[ROOM / 8][2];
    throng_agent agents[2][2000];
    const size_t each = stride ? stride : sizeof *pairs;
    int32_t listed;
    for (int32_t k = 0; k < 2; k++)
        MUST(t->p->context, throng_crowd_list(t->crowd[k]->crowd, agents[k], 2000, &listed));
    for (int32_t i = 0; i < count; i++) {
        pairs[i][0] = 0.37f * (float)(i % 40) - 3.0f;
        pairs[i][1] = i % 9 ? 0.21f * (float)i : 1e-40f; /* which counts as 0 */
        memcpy(values + offset + (size_t)i * each, pairs[i], sizeof *pairs);
    }
    cl_mem buffer = buffer_of(t->p, ROOM, values);
    const int32_t all = count == t->count;
    MUST(t->p->context, throng_crowd_set_cl(t->crowd[0]->crowd, what, count, all ? NULL : agents[0] + first,
                                            0, buffer, offset, stride, 0, NULL, NULL));
    MUST(t->p->context,
         throng_crowd_set(t->crowd[1]->crowd, what, count, all ? NULL : agents[1] + first, 0, pairs, 0));
    t->p->cl.clReleaseMemObject(buffer);
}

static void expect_twins(const twins *t, const char *what)
{
    uint64_t hash[2];
    for (int32_t k = 0; k < 2; k++) {
        MUST(t->p->context, throng_crowd_hash(t->crowd[k]->crowd, &hash[k]));
        MUST(t->p->context, throng_crowd_step(t->crowd[k]->crowd, 0.1f));
    }
    cr_expect(hash[0] == hash[1], "%s", what);
    for (int32_t k = 0; k < 2; k++)
        MUST(t->p->context, throng_crowd_hash(t->crowd[k]->crowd, &hash[k]));
    cr_expect(hash[0] == hash[1], "%s, and a step", what);
}

/* Who is given a pair out of range keeps what it has. */
static void expect_kept(const twins *t, throng_agent_value what)
{
    const float wrong[][2] = {{NAN, 1.0f}, {1.0f, -INFINITY}, {1.1e9f, 2.0f}, {2.0f, -1.1e9f}};
    enum { COUNT = sizeof wrong / sizeof *wrong };
    throng_crowd *crowd = t->crowd[0]->crowd;
    throng_agent agents[COUNT];
    float before[COUNT][2], now[COUNT][2];
    int32_t count;
    cl_mem buffer = buffer_of(t->p, sizeof wrong, wrong);
    MUST(t->p->context, throng_crowd_list(crowd, agents, COUNT, &count));
    MUST(t->p->context, throng_crowd_get(crowd, what, COUNT, agents, 0, before, 0));
    MUST(t->p->context, throng_crowd_set_cl(crowd, what, COUNT, agents, 0, buffer, 0, 0, 0, NULL, NULL));
    MUST(t->p->context, throng_crowd_get(crowd, what, COUNT, agents, 0, now, 0));
    cr_expect(memcmp(before, now, sizeof now) == 0, "value %d", (int)what);
    t->p->cl.clReleaseMemObject(buffer);
}

Test(results, taken)
{
    static const throng_agent_value kinds[] = {THRONG_AGENT_POSITION, THRONG_AGENT_VELOCITY,
                                               THRONG_AGENT_GOAL, THRONG_AGENT_TARGET,
                                               THRONG_AGENT_PREFERRED_VELOCITY};
    program p;
    begin(&p, 0);
    twins t = {&p, {crowd_begin(p.context, &crowd_scenes[0]), crowd_begin(p.context, &crowd_scenes[0])}, 0};
    throng_crowd_info info;
    MUST(p.context, throng_crowd_get_info(t.crowd[0]->crowd, &info));
    t.count = info.agents;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        set_both(&t, kinds[i], 0, t.count, 0, 0);
        expect_twins(&t, "values of all agents");
        set_both(&t, kinds[i], 3, 11, 12, 20);
        expect_twins(&t, "values of some agents");
        expect_kept(&t, kinds[i]);
    }
    throng_crowd *crowd = t.crowd[0]->crowd;
    throng_agent agents[2];
    int32_t count;
    MUST(p.context, throng_crowd_list(crowd, agents, 2, &count));
    cl_mem buffer = marked_buffer(&p);
#define TAKE(what, number, who, from, offset, stride)                                                        \
    throng_crowd_set_cl(crowd, what, number, who, 0, from, offset, stride, 0, NULL, NULL)
    REFUSES(INVALID, "what is 5|POSITION", TAKE(THRONG_AGENT_RADIUS, 1, agents, buffer, 0, 0));
    REFUSES(INVALID, "what is 99", TAKE(99, 1, agents, buffer, 0, 0));
    REFUSES(INVALID, "count is -1", TAKE(THRONG_AGENT_GOAL, -1, agents, buffer, 0, 0));
    REFUSES(INVALID, "values must not be NULL", TAKE(THRONG_AGENT_GOAL, 1, agents, NULL, 0, 0));
    REFUSES(INVALID, "values|stride 4", TAKE(THRONG_AGENT_GOAL, 1, agents, buffer, 0, 4));
    REFUSES(INVALID, "values|too few", TAKE(THRONG_AGENT_GOAL, 2, agents, buffer, ROOM - 8, 0));
    agents[1] = agents[0];
    REFUSES(INVALID, "agents[1] occurs twice", TAKE(THRONG_AGENT_GOAL, 2, agents, buffer, 0, 0));
    p.cl.clReleaseMemObject(buffer);
    crowd_end(t.crowd[0]);
    crowd_end(t.crowd[1]);
    end(&p);
}

/* Goals given before the navigation, as numbers of the plane, are read and taken relative to the home. */
static void expect_there_and_back(const program *p, throng_crowd *crowd, const throng_agent *agents,
                                  cl_mem buffer)
{
    const throng_navigation goal = THRONG_NAVIGATE_GOAL, none[2] = {THRONG_NAVIGATE_VELOCITY};
    const float given[2][2] = {{455010.0f, 5.0f}, {455020.0f, -3.0f}};
    float got[2][2], now[2][2];
    throng_crowd_info info;
    MUST(p->context, throng_crowd_get_info(crowd, &info));
    MUST(p->context, throng_crowd_set(crowd, THRONG_AGENT_NAVIGATION, 2, agents, 0, none, 0));
    MUST(p->context, throng_crowd_set(crowd, THRONG_AGENT_TARGET, 1, agents, 0, given, 0));
    MUST(p->context, throng_crowd_set(crowd, THRONG_AGENT_NAVIGATION, 1, agents, 0, &goal, 0));
    MUST(p->context, throng_crowd_set(crowd, THRONG_AGENT_GOAL, 1, agents + 1, 0, given + 1, 0));
    for (int32_t i = 0; i < 2; i++) {
        const throng_agent_value what = i ? THRONG_AGENT_TARGET : THRONG_AGENT_GOAL;
        MUST(p->context, throng_crowd_get_cl(crowd, what, 2, agents, 0, buffer, 0, 0, 0, NULL, NULL));
        p->cl.clEnqueueReadBuffer(p->host.queue, buffer, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL);
        for (int32_t k = 0; k < 2; k++)
            cr_expect(got[k][0] == (float)((double)given[k][0] - info.home_x) && got[k][1] == given[k][1],
                      "agent %d: (%.9g, %.9g)", (int)k, (double)got[k][0], (double)got[k][1]);
        MUST(p->context, throng_crowd_set_cl(crowd, what, 2, agents, 0, buffer, 0, 0, 0, NULL, NULL));
        MUST(p->context, throng_crowd_get(crowd, THRONG_AGENT_GOAL, 2, agents, 0, now, 0));
        cr_expect(memcmp(now, given, sizeof now) == 0);
    }
}

/* A velocity that is kept as a goal is one that a goal may be: the crowd's snapshot is taken again. */
Test(results, kept_in_range)
{
    const float wrong[2] = {NAN, 1.0f};
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d = throng_agent_default_def();
    throng_agent agent;
    throng_crowd *crowd;
    size_t bytes;
    program p;
    begin(&p, 0);
    def.origin_x = d.offset_x = 9e8;
    d.target_x = -2e8f;
    MUST(p.context, throng_crowd_create(p.context, &def, &crowd));
    MUST(p.context, throng_crowd_add(crowd, 1, &d, 0, &agent));
    cl_mem buffer = buffer_of(&p, sizeof wrong, wrong);
    MUST(p.context, throng_crowd_set_cl(crowd, THRONG_AGENT_GOAL, 1, &agent, 0, buffer, 0, 0, 0, NULL, NULL));
    MUST(p.context, throng_crowd_snapshot_bytes(crowd, &bytes));
    void *snapshot = must_allocate(bytes);
    MUST(p.context, throng_crowd_save(crowd, snapshot, bytes));
    MUST(p.context, throng_crowd_restore(crowd, snapshot, bytes));
    free(snapshot);
    p.cl.clReleaseMemObject(buffer);
    MUST(p.context, throng_crowd_destroy(crowd));
    end(&p);
}

/* In a crowd whose home is elsewhere a target that is kept is the same number, whatever it is from now on. */
Test(results, targets_elsewhere)
{
    enum { AGENTS = 3 };
    static const throng_agent_value kinds[] = {THRONG_AGENT_GOAL, THRONG_AGENT_TARGET,
                                               THRONG_AGENT_PREFERRED_VELOCITY, THRONG_AGENT_TARGET,
                                               THRONG_AGENT_GOAL};
    static const float targets[AGENTS][2] = {{1.25f, 0.5f}, {455010.0f, 5.0f}, {454999.0f, -7.0f}};
    const float wrong[AGENTS][2] = {{NAN, 1.0f}, {2e9f, 1.0f}, {1.0f, INFINITY}};
    const throng_navigation guest = THRONG_NAVIGATE_GUEST;
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent agents[AGENTS];
    throng_crowd *crowd;
    program p;
    begin(&p, 0);
    def.origin_x = 455000.0;
    MUST(p.context, throng_crowd_create(p.context, &def, &crowd));
    for (int32_t i = 0; i < AGENTS; i++) {
        throng_agent_def d = throng_agent_default_def();
        d.x = 455000.0f + 10.0f * (float)i;
        d.navigation = i == 1 ? THRONG_NAVIGATE_GOAL : THRONG_NAVIGATE_VELOCITY;
        d.target_x = targets[i][0];
        d.target_y = targets[i][1];
        MUST(p.context, throng_crowd_add(crowd, 1, &d, 0, &agents[i]));
    }
    MUST(p.context, throng_crowd_set(crowd, THRONG_AGENT_NAVIGATION, 1, &agents[2], 0, &guest, 0));
    cl_mem buffer = buffer_of(&p, sizeof wrong, wrong);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        float kept[AGENTS][2];
        MUST(p.context, throng_crowd_set_cl(crowd, kinds[i], AGENTS, agents, 0, buffer, 0, 0, 0, NULL, NULL));
        MUST(p.context, throng_crowd_get(crowd, THRONG_AGENT_TARGET, AGENTS, agents, 0, kept, 0));
        cr_expect(memcmp(kept, targets, sizeof kept) == 0, "%d: (%.9g, %.9g), (%.9g, %.9g), (%.9g, %.9g)",
                  (int)i, (double)kept[0][0], (double)kept[0][1], (double)kept[1][0], (double)kept[1][1],
                  (double)kept[2][0], (double)kept[2][1]);
    }
    p.cl.clReleaseMemObject(buffer);
    /* and who has turned takes the next one as what it is: a goal of one who goes to one, from the home */
    const float places[AGENTS][2] = {{3.0f, 4.0f}, {5.0f, 6.0f}, {7.0f, 8.0f}};
    const throng_navigation by[AGENTS] = {THRONG_NAVIGATE_GOAL, THRONG_NAVIGATE_VELOCITY,
                                          THRONG_NAVIGATE_GUEST};
    throng_crowd_info info;
    float now[AGENTS][2];
    MUST(p.context, throng_crowd_get_info(crowd, &info));
    MUST(p.context, throng_crowd_set(crowd, THRONG_AGENT_NAVIGATION, AGENTS, agents, 0, by, 0));
    buffer = buffer_of(&p, sizeof places, places);
    MUST(p.context,
         throng_crowd_set_cl(crowd, THRONG_AGENT_TARGET, AGENTS, agents, 0, buffer, 0, 0, 0, NULL, NULL));
    MUST(p.context, throng_crowd_get(crowd, THRONG_AGENT_TARGET, AGENTS, agents, 0, now, 0));
    cr_expect(now[0][0] == (float)(info.home_x + 3.0) && now[0][1] == 4.0f);
    cr_expect(memcmp(now + 1, places + 1, 2 * sizeof *now) == 0);
    expect_there_and_back(&p, crowd, agents, buffer);
    p.cl.clReleaseMemObject(buffer);
    MUST(p.context, throng_crowd_destroy(crowd));
    end(&p);
}

/* What the host finds, but for generations, is what the program's buffer gets. */
static void expect_found(const program *p, throng_crowd *crowd, int32_t within, int32_t capacity,
                         size_t offset, size_t stride)
{
    enum { QUERIES = 40, HITS_AT = 256, FOUND_AT = 32768 };
    static unsigned char asked[ROOM];
    throng_crowd_query queries[QUERIES];
    throng_crowd_hit hits[QUERIES * 8];
    int32_t numbers[QUERIES];
    cl_event event = NULL;
    memset(queries, 0, sizeof queries);
    for (int32_t i = 0; i < QUERIES; i++) {
        queries[i].x = 0.5f * (float)i - 10.0f;
        queries[i].y = 0.25f * (float)(i % 7);
        queries[i].radius = i % 3 ? 12.0f : -1.0f;
        queries[i].mask = 1;
        memcpy(asked + offset + (size_t)i * (stride ? stride : sizeof *queries), &queries[i],
               sizeof *queries);
    }
    cl_mem from = buffer_of(p, ROOM, asked), to = marked_buffer(p);
    MUST(p->context, within ? throng_crowd_find_within(crowd, QUERIES, queries, 0, capacity, hits, numbers)
                            : throng_crowd_find_nearest(crowd, QUERIES, queries, 0, capacity, hits, numbers));
    MUST(p->context, within ? throng_crowd_find_within_cl(crowd, QUERIES, from, offset, stride, capacity, to,
                                                          HITS_AT, to, FOUND_AT, 0, NULL, &event)
                            : throng_crowd_find_nearest_cl(crowd, QUERIES, from, offset, stride, capacity, to,
                                                           HITS_AT, to, FOUND_AT, 0, NULL, &event));
    memcpy(expected + FOUND_AT, numbers, sizeof numbers);
    for (int32_t i = 0; i < QUERIES; i++)
        for (int32_t k = 0; k < capacity && k < numbers[i]; k++) {
            throng_crowd_hit *hit = &hits[i * capacity + k];
            hit->agent.generation = 0;
            memcpy(expected + HITS_AT + (size_t)(i * capacity + k) * sizeof *hit, hit, sizeof *hit);
        }
    expect_buffer(p, to, event, "found agents");
    p->cl.clReleaseMemObject(from);
}

Test(results, found)
{
    program p;
    begin(&p, 0);
    test_crowd *c = crowd_begin(p.context, &crowd_scenes[0]);
    throng_crowd *crowd = c->crowd;
    for (int32_t step = 0; step < 3; step++) {
        MUST(p.context, throng_crowd_step(crowd, 0.1f));
        expect_found(&p, crowd, 0, 8, 0, 0);
        expect_found(&p, crowd, 0, 1, 4, 28);
        expect_found(&p, crowd, 1, 3, 40, 24);
        expect_found(&p, crowd, 1, 0, 0, 0);
    }
    cl_mem buffer = marked_buffer(&p);
#define FIND(count, from, offset, stride, capacity, to, hits_at, found, found_at)                            \
    throng_crowd_find_nearest_cl(crowd, count, from, offset, stride, capacity, to, hits_at, found, found_at, \
                                 0, NULL, NULL)
    REFUSES(INVALID, "count is -1", FIND(-1, buffer, 0, 0, 2, buffer, 0, buffer, 0));
    REFUSES(INVALID, "capacity is -1", FIND(1, buffer, 0, 0, -1, buffer, 0, buffer, 0));
    REFUSES(INVALID, "queries must not be NULL", FIND(1, NULL, 0, 0, 2, buffer, 0, buffer, 0));
    REFUSES(INVALID, "queries|stride 20", FIND(1, buffer, 0, 20, 2, buffer, 0, buffer, 0));
    REFUSES(INVALID, "hits must not be NULL", FIND(1, buffer, 0, 0, 2, NULL, 0, buffer, 0));
    REFUSES(INVALID, "hits|too few", FIND(2, buffer, 0, 0, 3, buffer, ROOM - 68, buffer, 0));
    REFUSES(INVALID, "found must not be NULL", FIND(1, buffer, 0, 0, 2, buffer, 0, NULL, 0));
    REFUSES(INVALID, "found|offset 2", FIND(1, buffer, 0, 0, 2, buffer, 0, buffer, 2));
    /* marks are no queries: their radius is out of range */
    cl_event event = NULL;
    MUST(p.context,
         throng_crowd_find_within_cl(crowd, 2, buffer, 0, 0, 3, buffer, 96, buffer, 256, 0, NULL, &event));
    memset(expected + 256, 0, 2 * sizeof(cl_int));
    expect_buffer(&p, buffer, event, "queries that are none");
    crowd_end(c);
    end(&p);
}

/* The program's event is waited for, and the call does not wait itself. */
Test(results, waits)
{
    program p;
    begin(&p, 0);
    test_field *f = field_begin(p.context, some_field());
    test_crowd *c = crowd_begin(p.context, &crowd_scenes[0]);
    field_feel(f);
    MUST(p.context, throng_crowd_step(c->crowd, 0.1f));
    MUST(p.context, throng_context_wait(p.context));
    cl_mem buffer = marked_buffer(&p);
    cl_event gate = gate_of(&p), event = NULL;
    MUST(p.context, throng_potential_read_cl(f->potential, 0, 5, buffer, 0, 0, 1, &gate, &event));
    expect_waits(&p, "forces", gate, event);
    gate = gate_of(&p);
    event = NULL;
    throng_agent agents[8];
    int32_t count;
    MUST(p.context, throng_crowd_list(c->crowd, agents, 8, &count));
    MUST(p.context,
         throng_crowd_get_cl(c->crowd, THRONG_AGENT_POSITION, 8, agents, 0, buffer, 0, 0, 1, &gate, &event));
    expect_waits(&p, "values of agents", gate, event);
    gate = gate_of(&p);
    event = NULL;
    MUST(p.context, throng_crowd_find_nearest_cl(c->crowd, 4, buffer, 0, 0, 2, buffer, 128, buffer, 512, 1,
                                                 &gate, &event));
    expect_waits(&p, "found agents", gate, event);
    p.cl.clReleaseMemObject(buffer);
    crowd_end(c);
    field_end(f);
    end(&p);
}

Test(results, on_the_cpu)
{
    program p;
    begin(&p, 0);
    const variant plain = reference_variant();
    throng_context_def hooks = throng_context_default_def();
    throng_context *context = p.context;
    watch_hooks(p.w, &hooks);
    p.context = open_variant(&plain, &hooks);
    test_field *f = field_begin(p.context, some_field());
    test_crowd *c = crowd_begin(p.context, &crowd_scenes[0]);
    throng_crowd *crowd = c->crowd;
    throng_agent agents[1];
    int32_t count;
    cl_mem buffer = marked_buffer(&p);
    MUST(p.context, throng_crowd_list(crowd, agents, 1, &count));
    REFUSES(THRONG_ERROR_UNSUPPORTED, "the field lives on the CPU", READ(0, 1, buffer, 0, 0));
    REFUSES(THRONG_ERROR_UNSUPPORTED, "the crowd lives on the CPU",
            GET(THRONG_AGENT_POSITION, 1, agents, buffer, 0, 0));
    REFUSES(THRONG_ERROR_UNSUPPORTED, "the crowd lives on the CPU",
            TAKE(THRONG_AGENT_GOAL, 1, agents, buffer, 0, 0));
    REFUSES(THRONG_ERROR_UNSUPPORTED, "the crowd lives on the CPU",
            FIND(1, buffer, 0, 0, 1, buffer, 0, buffer, 0));
    p.cl.clReleaseMemObject(buffer);
    crowd_end(c);
    field_end(f);
    MUST(NULL, throng_context_destroy(p.context));
    p.context = context;
    end(&p);
}
