/* Agents of `throng crowd` that follow a flow and keep off danger: off the sources of a potential field, and
 * off the influence of the other side's agents. Before each step those that something pushes get a preferred
 * velocity; the others follow the flow by themselves. */
#include "tools/support/memory.h"
#include "tools/throng/crowd/crowd.h"
#include "tools/throng/path/path.h"

#include <math.h>
#include <stdlib.h>

enum { SIDES = 2 };

typedef struct crowd_steering {
    path_input sources;
    throng_potential *field;     /* NULL: no sources */
    throng_influence *influence; /* a layer for each side; NULL: nobody fears anybody */
    int32_t members[SIDES];      /* agents of each side, */
    int32_t *order;              /* and their numbers, side by side */
    float *places, *velocities;  /* x, y of each agent */
    float *preferred;            /* of those that are pushed */
    throng_potential_point *points;
    throng_force *forces;
    throng_influence_object *objects;
    throng_point *looks;
    throng_sample *samples; /* in `order` */
    throng_flow_point *starts;
    throng_flow_vector *ways;
    int32_t *navigation, *released; /* who is pushed no longer */
    int32_t *pushed;                /* who is pushed */
} crowd_steering;

/* Agents of layer 1 are one side, those of layer 2 the other. */
static int32_t side_of(const throng_agent_def *agent) { return agent->layer == 2; }

void crowd_steer_list_options(option_list *options, crowd_options *in)
{
    in->fear_range = 8.0f;
    in->fear_alpha = 0.5f;
    option_file(options, "sources",
                "with a flow: CSV with columns x,y,range and optional eta (strength, default 1);\n"
                "agents keep off these as paths do, see throng path",
                &in->sources_path);
    option_number(options, "fear", "W",
                  "with a flow: agents of layer 1 and of layer 2 keep off each other, by W times\n"
                  "the slope of the other side's influence map (default 0: off)",
                  &in->fear, 0, 1e6);
    option_number(options, "fear-range", "D",
                  "cells; an agent's influence falls from 1 to 0 over this distance (default 8)",
                  &in->fear_range, 1e-3, 1e6);
    option_number(options, "fear-alpha", "A",
                  "0 to 0.99: how much farther it reaches ahead of an agent that moves (default 0.5)",
                  &in->fear_alpha, 0, 0.99);
}

int crowd_steer_check(const crowd_options *in, option_list *options)
{
    static const char *const names[] = {"fear-range", "fear-alpha", "fear", "sources"};
    const char *name = in->fear > 0.0f ? "--fear" : "--sources";
    if (in->navigate == 0 && (in->fear > 0.0f || in->sources_path))
        return reject_usage(name, "agents leave a flow for it; add --map and --navigate flow");
    if (in->fear > 0.0f)
        return PROGRAM_OK;
    for (size_t i = 0; i < (in->navigate == 0 ? 4u : 2u); i++)
        option_set_unused(options, names[i]);
    return options_reject_given(options, names, 2, "only --fear above 0 reads it; add that or leave it out");
}

/* ---------------------------------------------------------------- objects --------------------------- */

static int allocate_all(crowd_steering *s, size_t count)
{
    int code = PROGRAM_OK;
    s->order = allocate(count, sizeof *s->order, "agents", &code);
    s->places = allocate(2 * count, sizeof *s->places, "agents", &code);
    s->velocities = allocate(2 * count, sizeof *s->velocities, "agents", &code);
    s->preferred = allocate(2 * count, sizeof *s->preferred, "agents", &code);
    s->points = allocate(count, sizeof *s->points, "agents", &code);
    s->forces = allocate(count, sizeof *s->forces, "agents", &code);
    s->objects = allocate(count, sizeof *s->objects, "agents", &code);
    s->looks = allocate(count, sizeof *s->looks, "agents", &code);
    s->samples = allocate(count, sizeof *s->samples, "agents", &code);
    s->starts = allocate(count, sizeof *s->starts, "agents", &code);
    s->ways = allocate(count, sizeof *s->ways, "agents", &code);
    s->navigation = allocate(count, sizeof *s->navigation, "agents", &code);
    s->released = allocate(count, sizeof *s->released, "agents", &code);
    s->pushed = allocate(count, sizeof *s->pushed, "agents", &code);
    return code;
}

static void list_sides(crowd_steering *s, const crowd_scene *scene)
{
    for (int32_t side = 0, at = 0; side < SIDES; side++)
        for (int32_t i = 0; i < scene->count; i++)
            if (side_of(&scene->agents[i]) == side) {
                s->order[at++] = i;
                s->members[side]++;
            }
}

/* The field of the flow that each agent follows. */
static int choose_flow_fields(crowd_job *work, crowd_steering *s)
{
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < work->scene.count && status == THRONG_OK; i++) {
        const throng_agent_def *agent = &work->scene.agents[i];
        status = throng_flow_field_for(work->flow, agent->flow_field, agent->radius, &s->starts[i].field);
    }
    return program_check(work->job.context, status, "crowd");
}

static int make_field(crowd_job *work, crowd_steering *s)
{
    throng_potential_def def = path_potential_def(&s->sources);
    def.point_capacity = work->scene.count;
    throng_status status = throng_potential_create(work->job.context, &def, &s->field);
    status = status == THRONG_OK ? path_fill(&s->sources.scene, s->field) : status;
    return program_check(work->job.context, status, "sources");
}

static int make_influence(crowd_job *work, crowd_steering *s)
{
    throng_influence_def def = throng_influence_default_def();
    def.width = work->scene.map.width;
    def.height = work->scene.map.height;
    def.cell_size = work->options.cell;
    def.layers = SIDES;
    def.object_capacity = work->scene.count;
    def.typical_distance = work->options.fear_range;
    return program_check(work->job.context, throng_influence_create(work->job.context, &def, &s->influence),
                         "--fear");
}

int crowd_steer_load(crowd_job *work)
{
    const crowd_options *in = &work->options;
    int code = PROGRAM_OK;
    if (!(in->fear > 0.0f) && !in->sources_path)
        return code;
    crowd_steering *s = work->steering = allocate(1, sizeof *s, "agents", &code);
    if (code)
        return code;
    path_input_defaults(&s->sources);
    s->sources.sources_path = in->sources_path;
    return path_input_load(&s->sources, NULL);
}

int crowd_steer_create(crowd_job *work)
{
    const crowd_options *in = &work->options;
    crowd_steering *s = work->steering;
    if (!s)
        return PROGRAM_OK;
    int code = allocate_all(s, (size_t)work->scene.count);
    if (!code)
        list_sides(s, &work->scene);
    code = code ? code : choose_flow_fields(work, s);
    if (!code && in->sources_path)
        code = make_field(work, s);
    return !code && in->fear > 0.0f ? make_influence(work, s) : code;
}

void crowd_steer_release(crowd_job *work)
{
    crowd_steering *s = work->steering;
    if (!s)
        return;
    (void)throng_influence_destroy(s->influence);
    (void)throng_potential_destroy(s->field);
    path_input_release(&s->sources);
    void *const blocks[] = {s->order,  s->places,     s->velocities, s->preferred, s->points,
                            s->forces, s->objects,    s->looks,      s->samples,   s->starts,
                            s->ways,   s->navigation, s->released,   s->pushed,    s};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        free(blocks[i]);
}

/* ---------------------------------------------------------------- what pushes ----------------------- */

static throng_status find_forces(crowd_steering *s, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        s->points[i] = (throng_potential_point){s->places[2 * (ptrdiff_t)i], s->places[2 * (ptrdiff_t)i + 1],
                                                THRONG_GOALS_NONE, 0};
    throng_status status = throng_potential_set_points(s->field, 0, count, s->points, 0);
    status = status == THRONG_OK ? throng_potential_update(s->field) : status;
    return status == THRONG_OK ? throng_potential_read(s->field, 0, count, s->forces, 0) : status;
}

/* Each agent is an object of its side's layer, and looks at the other side's. */
static throng_status find_fears(crowd_steering *s, const crowd_options *in)
{
    throng_status status = THRONG_OK;
    for (int32_t side = 0, at = 0; side < SIDES && status == THRONG_OK; at += s->members[side++]) {
        for (int32_t k = at; k < at + s->members[side]; k++) {
            const float *place = &s->places[2 * (ptrdiff_t)s->order[k]],
                        *velocity = &s->velocities[2 * (ptrdiff_t)s->order[k]];
            throng_influence_object *object = &s->objects[k];
            *object = throng_influence_default_object();
            object->x = place[0];
            object->y = place[1];
            object->vx = velocity[0];
            object->vy = velocity[1];
            object->influence = 1.0f;
            object->decay = 1.0f / in->fear_range;
            object->max_distance = in->fear_range;
            object->alpha = in->fear_alpha;
            s->looks[k] = (throng_point){place[0], place[1], 0};
        }
        if (s->members[side] > 0)
            status =
                throng_influence_set_objects(s->influence, side, 0, s->members[side], &s->objects[at], 0);
    }
    status = status == THRONG_OK ? throng_influence_update(s->influence) : status;
    for (int32_t side = 0, at = 0; side < SIDES && status == THRONG_OK; at += s->members[side++])
        if (s->members[side] > 0)
            status = throng_influence_sample(s->influence, 1 - side, s->members[side], &s->looks[at], 0,
                                             &s->samples[at]);
    return status;
}

static throng_status find_ways(crowd_job *work, crowd_steering *s)
{
    const int32_t count = work->scene.count;
    for (int32_t i = 0; i < count; i++) {
        s->starts[i].x = s->places[2 * (ptrdiff_t)i];
        s->starts[i].y = s->places[2 * (ptrdiff_t)i + 1];
    }
    return throng_flow_sample(work->flow, THRONG_FLOW_SAMPLE_SMOOTH, count, s->starts, 0, s->ways);
}

static int look(crowd_job *work, crowd_steering *s)
{
    const int32_t count = work->scene.count;
    const crowd_value values[] = {{THRONG_AGENT_POSITION, s->places},
                                  {THRONG_AGENT_VELOCITY, s->velocities},
                                  {THRONG_AGENT_NAVIGATION, s->navigation}};
    const int code = crowd_get(work, values, sizeof values / sizeof *values);
    if (code)
        return code;
    throng_status status = s->field ? find_forces(s, count) : THRONG_OK;
    if (status == THRONG_OK && s->influence)
        status = find_fears(s, &work->options);
    return program_check(work->job.context, status == THRONG_OK ? find_ways(work, s) : status, "crowd");
}

/* ---------------------------------------------------------------- steering -------------------------- */

/* What pushes agent order[k]. */
static void add_push(const crowd_steering *s, int32_t k, double fear, double push[2])
{
    push[0] = push[1] = 0.0;
    if (s->field) {
        push[0] += (double)s->forces[s->order[k]].fx;
        push[1] += (double)s->forces[s->order[k]].fy;
    }
    if (s->influence) {
        push[0] -= fear * (double)s->samples[k].dx;
        push[1] -= fear * (double)s->samples[k].dy;
    }
}

/* In a goal, and where nothing pushes, an agent is left to the flow: 0. */
static int32_t choose_velocity(const throng_agent_def *agent, const throng_flow_vector *way,
                               const double push[2], float preferred[2])
{
    const double x = (double)way->dx + push[0], y = (double)way->dy + push[1], length = sqrt(x * x + y * y);
    const double speed = (double)(agent->pref_speed < 0.0f ? agent->max_speed : agent->pref_speed);
    if ((way->dx == 0.0f && way->dy == 0.0f) || (push[0] == 0.0 && push[1] == 0.0) || length == 0.0)
        return 0;
    preferred[0] = (float)(x / length * speed);
    preferred[1] = (float)(y / length * speed);
    return 1;
}

/* Those that were pushed and are no longer: back to the flow, which stands at the goal. */
static int release_agents(crowd_job *work, crowd_steering *s, int32_t count)
{
    if (count == 0)
        return PROGRAM_OK;
    for (int32_t i = 0; i < count; i++) {
        const throng_agent_def *agent = &work->scene.agents[s->released[i]];
        s->velocities[2 * (ptrdiff_t)i] = agent->target_x;
        s->velocities[2 * (ptrdiff_t)i + 1] = agent->target_y;
        s->navigation[i] = THRONG_NAVIGATE_FLOW;
    }
    const int code = crowd_set(work, THRONG_AGENT_TARGET, count, s->released, s->velocities);
    return code ? code : crowd_set(work, THRONG_AGENT_NAVIGATION, count, s->released, s->navigation);
}

int crowd_steer(crowd_job *work)
{
    crowd_steering *s = work->steering;
    if (!s || work->scene.count == 0)
        return PROGRAM_OK;
    int code = look(work, s);
    int32_t pushed = 0, released = 0;
    for (int32_t k = 0; k < work->scene.count && !code; k++) {
        const int32_t i = s->order[k];
        double push[2];
        add_push(s, k, (double)work->options.fear, push);
        if (choose_velocity(&work->scene.agents[i], &s->ways[i], push, &s->preferred[2 * (ptrdiff_t)pushed]))
            s->pushed[pushed++] = i;
        else if (s->navigation[i] == THRONG_NAVIGATE_VELOCITY)
            s->released[released++] = i;
    }
    if (!code && pushed > 0)
        code = crowd_set(work, THRONG_AGENT_PREFERRED_VELOCITY, pushed, s->pushed, s->preferred);
    return code ? code : release_agents(work, s, released);
}
