#include "examples/crowd/walk.h"

#include "examples/common/program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SYMMETRY 0.05f /* radians, where it is on */

const char *walk_way(int32_t number)
{
    static const char *const names[WALK_WAYS] = {
        "orca",       "orca+congestion",       "orca+symmetry",       "orca+both",
        "perception", "perception+congestion", "perception+symmetry", "perception+both"};
    return number >= 0 && number < WALK_WAYS ? names[number] : NULL;
}

static throng_heading heading_of_all = THRONG_HEADING_TURNING;

void walk_set_heading(throng_heading heading) { heading_of_all = heading; }
throng_heading walk_heading(void) { return heading_of_all; }

int32_t walk_threads(int32_t agents) { return agents < 2000 ? 1 : 0; }

int walk_failed(const throng_context *context, const char *what)
{
    return program_reject(PROGRAM_FAILED, "%s: %s", what, throng_context_message(context));
}

throng_context *walk_context(throng_backend backend, int32_t threads)
{
    throng_context *context;
    throng_context_def def = throng_context_default_def();
    def.backend = backend;
    def.threads = threads;
    throng_status status = throng_context_create(&def, &context);
    if (status == THRONG_OK)
        return context;
    program_reject(PROGRAM_FAILED, "%s: %s", throng_backend_name(backend), throng_status_string(status));
    return NULL;
}

/* ---------------------------------------------------------------- the start -------------------------- */

static int make_crowd(walk *w, const walk_def *def)
{
    throng_crowd_def crowd = throng_crowd_default_def();
    const throng_vertex *vertices = w->scene->vertices;
    crowd.agent_capacity = w->scene->count;
    crowd.perception = def->way >= WALK_WAYS / 2 ? THRONG_PERCEPTION_ALL & ~def->without : 0;
    crowd.heading = walk_heading();
    crowd.congestion = def->way & 1;
    crowd.symmetry = def->way & 2 ? SYMMETRY : 0.0f;
    crowd.seed = def->seed;
    throng_status status = throng_crowd_create(w->context, &crowd, &w->crowd);
    for (int32_t i = 0; status == THRONG_OK && i < w->scene->polygon_count; i++) {
        status = throng_crowd_add_obstacle(w->crowd, w->scene->polygons[i], vertices, 0, NULL);
        vertices += w->scene->polygons[i];
    }
    if (status == THRONG_OK)
        status = throng_crowd_add(w->crowd, w->scene->count, w->scene->agents, 0, w->handles);
    return status == THRONG_OK ? PROGRAM_OK : walk_failed(w->context, "crowd");
}

static int measure_scene(walk *w)
{
    const scene *s = w->scene;
    const throng_vertex *vertices = s->vertices;
    float *radii = malloc(2 * ((size_t)s->count + 1) * sizeof *radii);
    if (radii == NULL)
        return 0;
    for (int32_t i = 0; i < s->count; i++) {
        radii[i] = s->agents[i].radius;
        radii[s->count + i] = s->agents[i].max_speed;
    }
    w->measures = measures_create(s->count, radii, radii + s->count, (double)s->dt);
    free(radii);
    if (w->measures == NULL)
        return 0;
    for (int32_t i = 0; i < s->polygon_count; i++) {
        const int32_t count = s->polygons[i];
        for (int32_t k = 0; k < (count > 2 ? count : 1); k++) {
            const throng_vertex from = vertices[k], to = vertices[(k + 1) % count];
            if (!measures_wall(w->measures, (double)from.x, (double)from.y, (double)to.x, (double)to.y))
                return 0;
        }
        vertices += count;
    }
    measures_add(w->measures, w->places, w->states);
    return 1;
}

int walk_create(walk *w, const scene *s, const walk_def *def)
{
    const size_t count = (size_t)s->count + 1;
    *w = (walk){.scene = s, .there = s->count};
    w->handles = malloc(count * sizeof *w->handles);
    w->ids = malloc(count * sizeof *w->ids);
    w->goals = malloc(2 * count * sizeof *w->goals);
    w->read = malloc(2 * count * sizeof *w->read);
    w->places = malloc(2 * count * sizeof *w->places);
    w->states = calloc(count, 1);
    w->next = calloc(count, 1);
    int code = PROGRAM_OK;
    if (w->handles == NULL || w->ids == NULL || w->goals == NULL || w->read == NULL || w->places == NULL ||
        w->states == NULL || w->next == NULL)
        code = program_reject(PROGRAM_FAILED, "%s: out of memory", s->name);
    for (int32_t i = 0; code == PROGRAM_OK && i < s->count; i++) {
        w->ids[i] = i;
        w->places[2 * i] = s->agents[i].x;
        w->places[2 * i + 1] = s->agents[i].y;
    }
    if (code == PROGRAM_OK && !measure_scene(w))
        code = program_reject(PROGRAM_FAILED, "%s: out of memory", s->name);
    if (code == PROGRAM_OK) {
        w->context = walk_context(def->backend, def->threads);
        code = w->context != NULL ? make_crowd(w, def) : PROGRAM_FAILED;
    }
    if (code != PROGRAM_OK)
        walk_destroy(w);
    return code;
}

void walk_destroy(walk *w)
{
    if (w->crowd != NULL)
        throng_crowd_destroy(w->crowd);
    if (w->context != NULL)
        throng_context_destroy(w->context);
    measures_destroy(w->measures);
    free(w->handles);
    free(w->ids);
    free(w->goals);
    free(w->read);
    free(w->places);
    free(w->states);
    free(w->next);
    *w = (walk){0};
}

/* ---------------------------------------------------------------- one step --------------------------- */

/* The gate's point nearest to the agent, a little behind it, so that nobody slows down before it. */
static void aim(const scene_gate *gate, float radius, const float *place, float *goal)
{
    const float dx = gate->x1 - gate->x0, dy = gate->y1 - gate->y0, length = sqrtf(dx * dx + dy * dy);
    const float end = fminf(radius / length, 0.5f);
    float t = ((place[0] - gate->x0) * dx + (place[1] - gate->y0) * dy) / (length * length);
    t = fminf(fmaxf(t, end), 1.0f - end);
    goal[0] = gate->x0 + t * dx - 2.0f * radius * dy / length;
    goal[1] = gate->y0 + t * dy + 2.0f * radius * dx / length;
}

static int crossed(const scene_gate *gate, const float *place)
{
    return (gate->x1 - gate->x0) * (place[1] - gate->y0) - (gate->y1 - gate->y0) * (place[0] - gate->x0) >=
           0.0f;
}

static void set_goals(walk *w)
{
    const scene *s = w->scene;
    for (int32_t i = 0; i < w->there; i++) {
        const int32_t id = w->ids[i];
        const scene_route *way = s->ways + s->routes[id];
        w->goals[2 * i] = s->agents[id].target_x;
        w->goals[2 * i + 1] = s->agents[id].target_y;
        if (way->count > 0)
            aim(way->gates + w->next[id], s->agents[id].radius, w->places + 2 * id, w->goals + 2 * i);
    }
}

static int has_arrived(walk *w, int32_t id)
{
    const scene *s = w->scene;
    const scene_route *way = s->ways + s->routes[id];
    const throng_agent_def *a = s->agents + id;
    const float *place = w->places + 2 * id;
    if (way->count == 0)
        return hypotf(place[0] - a->target_x, place[1] - a->target_y) <=
               (s->near > 0.0f ? s->near : a->radius);
    if (!crossed(way->gates + w->next[id], place))
        return 0;
    if (w->next[id] + 1 == way->count)
        return 1;
    w->next[id]++;
    return 0;
}

static throng_status settle(walk *w)
{
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < w->there && status == THRONG_OK; i++) {
        const int32_t id = w->ids[i];
        if (w->states[id] != MEASURES_WALKS || !has_arrived(w, id))
            continue;
        w->arrived++;
        w->states[id] = w->scene->leave ? MEASURES_GONE : MEASURES_ARRIVED;
        if (!w->scene->leave)
            continue;
        status = throng_crowd_remove(w->crowd, 1, w->handles + i, 0);
        w->there--;
        w->ids[i] = w->ids[w->there];
        w->handles[i] = w->handles[w->there];
        i--;
    }
    return status;
}

int walk_step(walk *w)
{
    throng_status status = THRONG_OK;
    set_goals(w);
    if (w->there > 0)
        status = throng_crowd_set(w->crowd, THRONG_AGENT_GOAL, w->there, w->handles, 0, w->goals, 0);
    if (status == THRONG_OK)
        status = throng_crowd_step(w->crowd, w->scene->dt);
    if (status == THRONG_OK)
        status = throng_crowd_get(w->crowd, THRONG_AGENT_POSITION, w->there, w->handles, 0, w->read, 0);
    if (status != THRONG_OK)
        return walk_failed(w->context, w->scene->name);
    for (int32_t i = 0; i < w->there; i++)
        memcpy(w->places + 2 * w->ids[i], w->read + 2 * i, 2 * sizeof *w->read);
    w->steps++;
    status = settle(w);
    if (status != THRONG_OK)
        return walk_failed(w->context, w->scene->name);
    measures_add(w->measures, w->places, w->states);
    return PROGRAM_OK;
}

int walk_over(const walk *w)
{
    return w->arrived == w->scene->count || (float)w->steps * w->scene->dt >= w->scene->seconds;
}
