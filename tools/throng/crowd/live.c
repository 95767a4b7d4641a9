/* What the viewer shows of `throng crowd`: its agents while they move, and every step before. Going back
 * restores a snapshot and steps from there, which gives the same bits; nothing of that is written. */
#include "tools/support/memory.h"
#include "tools/throng/crowd/crowd.h"
#include "tools/throng/crowd/history.h"
#include "tools/throng/viewer/draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define SHADES 64
#define HEADING_FROM 4.0 /* pixels of radius */

enum { LAYER_SOLID, LAYER_WALLS, LAYER_AGENTS, LAYER_HEADINGS, LAYER_GOALS };
enum { COLOR_SPEED, COLOR_FLAGS, COLOR_GROUP };

/* What drawing needs of an agent's definition, which is twenty times as long. */
typedef struct live_body {
    float radius, max_speed;
} live_body;

typedef struct crowd_live {
    crowd_job *work;
    viewer_scene scene;
    crowd_history history;
    float *places, *velocities; /* x, y */
    uint32_t *flags;
    live_body *bodies;
    uint8_t *groups;
    int32_t *solid;       /* of a row of pixels */
    int32_t solid_width;  /* how many of them */
    int32_t shown;        /* the step that was read, -1: none */
    int32_t step;         /* of the crowd now */
    int32_t latest;       /* the step up to which the run has come */
    uint64_t latest_hash; /* of that step, to which steps must lead again */
    uint64_t hash;        /* of the step that was read */
    crowd_counts counts;
    canvas_color speeds[SHADES];
} crowd_live;

static const canvas_color group_colors[] = {{80, 170, 255}, {255, 150, 60},  {110, 220, 110}, {240, 110, 200},
                                            {250, 230, 90}, {150, 130, 255}, {90, 220, 220},  {230, 80, 80}};
enum { GROUPS = sizeof group_colors / sizeof *group_colors };

/* ---------------------------------------------------------------- states ---------------------------- */

static int read_places(crowd_live *live)
{
    crowd_job *work = live->work;
    const int32_t count = work->scene.count;
    if (live->shown == live->step)
        return PROGRAM_OK;
    const crowd_value values[] = {{THRONG_AGENT_POSITION, live->places},
                                  {THRONG_AGENT_VELOCITY, live->velocities},
                                  {THRONG_AGENT_FLAGS, live->flags}};
    int code = crowd_get(work, values, sizeof values / sizeof *values);
    code = code ? code : crowd_hash(work, &live->hash);
    live->shown = live->step;
    live->counts = crowd_count_flags(live->flags, count);
    return code;
}

/* The run goes on from its latest step, which must be there again to the last bit. */
static int check_latest(crowd_live *live)
{
    uint64_t hash = 0;
    const int code = crowd_hash(live->work, &hash);
    if (code || hash == live->latest_hash)
        return code;
    return reject_failure("--view",
                          "step %d ends with hash %016" PRIx64 " the second time, with %016" PRIx64
                          " before; please report this",
                          (int)live->latest, hash, live->latest_hash);
}

static throng_status leave_latest(crowd_live *live)
{
    const throng_status status = throng_crowd_hash(live->work->crowd, &live->latest_hash);
    return status == THRONG_OK ? crowd_history_keep_newest(&live->history, live->latest) : status;
}

/* One step, or to a snapshot. */
static int go(void *data, int32_t *step, int32_t to)
{
    crowd_live *live = data;
    int32_t found = 1;
    throng_status status = live->step == live->latest ? leave_latest(live) : THRONG_OK;
    if (status == THRONG_OK)
        status = crowd_history_restore(&live->history, &live->step, to, &found);
    int code = program_check(live->work->job.context, status, "crowd");
    if (!code && live->step < to && found) {
        code = crowd_advance(live->work);
        live->step++;
    }
    *step = live->step;
    live->shown = -1;
    if (!code && !found)
        code = reject_failure("--view", "no memory for a step to go back to; show fewer agents");
    return !code && live->step == live->latest ? check_latest(live) : code;
}

/* ---------------------------------------------------------------- the picture ----------------------- */

static void extent(void *data, world_area *area)
{
    const crowd_live *live = data;
    const crowd_scene *scene = &live->work->scene;
    for (int32_t i = 0; i < scene->count; i++) {
        const throng_agent_def *agent = &scene->agents[i];
        world_area_widen(area, (double)agent->x + agent->offset_x, (double)agent->y + agent->offset_y);
        if (agent->navigation != THRONG_NAVIGATE_VELOCITY)
            world_area_widen(area, (double)agent->target_x + agent->target_offset_x,
                             (double)agent->target_y + agent->target_offset_y);
    }
    crowd_widen_to_obstacles(&scene->obstacles, area);
}

static int draw_solid(crowd_live *live, viewer_frame *frame)
{
    world_canvas *seen = &frame->seen;
    canvas_image *canvas = &seen->canvas;
    int code = PROGRAM_OK;
    if (live->solid_width < canvas->width) {
        free(live->solid);
        live->solid = allocate((size_t)canvas->width, sizeof *live->solid, "--view", &code);
        live->solid_width = code ? 0 : canvas->width;
    }
    for (int32_t y = 0; y < canvas->height && !code; y++) {
        canvas_color *row = canvas->pixels + (size_t)y * (size_t)canvas->width;
        crowd_free_space_row(&live->work->scene.obstacles.ground, seen->top + (y + 0.5) / seen->scale,
                             seen->left, 1.0 / seen->scale, canvas->width, live->solid);
        for (int32_t x = 0; x < canvas->width; x++)
            if (live->solid[x])
                row[x] = (canvas_color){64, 64, 64};
    }
    return code;
}

static void draw_walls(crowd_live *live, viewer_frame *frame)
{
    const crowd_obstacles *obstacles = &live->work->scene.obstacles;
    world_canvas *seen = &frame->seen;
    for (int32_t k = 0; k < obstacles->count; k++) {
        const crowd_polygon *polygon = &obstacles->polygons[k];
        const throng_vertex *vertices = obstacles->vertices + polygon->first;
        for (int32_t i = 0; i < polygon->count; i++) {
            const throng_vertex a = vertices[i], b = vertices[i + 1 < polygon->count ? i + 1 : 0];
            draw_line(&seen->canvas, seen->scale * ((double)a.x - seen->left),
                      seen->scale * ((double)a.y - seen->top), seen->scale * ((double)b.x - seen->left),
                      seen->scale * ((double)b.y - seen->top), 2, (canvas_color){170, 170, 170});
        }
    }
}

static void draw_goals(crowd_live *live, viewer_frame *frame)
{
    const crowd_scene *scene = &live->work->scene;
    world_canvas *seen = &frame->seen;
    for (int32_t i = 0; i < scene->count; i++) {
        const throng_agent_def *agent = &scene->agents[i];
        if (agent->navigation == THRONG_NAVIGATE_VELOCITY)
            continue;
        const double x = seen->scale * ((double)agent->target_x + agent->target_offset_x - seen->left);
        const double y = seen->scale * ((double)agent->target_y + agent->target_offset_y - seen->top);
        draw_spot(&seen->canvas, x, y, 1.0, (canvas_color){90, 120, 90});
    }
}

static int draw_ground(void *data, viewer_frame *frame)
{
    crowd_live *live = data;
    canvas_image *canvas = &frame->seen.canvas;
    int code = PROGRAM_OK;
    for (size_t i = 0; i < (size_t)canvas->width * (size_t)canvas->height; i++)
        canvas->pixels[i] = (canvas_color){22, 22, 22};
    if (VIEWER_SHOWS(frame, LAYER_SOLID))
        code = draw_solid(live, frame);
    if (!code && VIEWER_SHOWS(frame, LAYER_WALLS))
        draw_walls(live, frame);
    if (!code && VIEWER_SHOWS(frame, LAYER_GOALS))
        draw_goals(live, frame);
    return code;
}

/* Those who are stuck last, so that a mixed place shows them. */
static canvas_color flag_color(uint32_t flags)
{
    if (flags & THRONG_FLAG_INSIDE_WALL)
        return (canvas_color){255, 60, 60};
    if (flags & THRONG_FLAG_CONGESTED)
        return (canvas_color){255, 70, 170};
    if (flags & THRONG_FLAG_INFEASIBLE)
        return (canvas_color){255, 170, 40};
    return flags & THRONG_FLAG_ARRIVED ? (canvas_color){110, 200, 110} : (canvas_color){150, 150, 160};
}

static canvas_color color_of(const crowd_live *live, size_t agent, int32_t color)
{
    if (color == COLOR_FLAGS)
        return flag_color(live->flags[agent]);
    if (color == COLOR_GROUP)
        return group_colors[live->groups[agent]];
    const float *velocity = live->velocities + 2 * agent;
    const float most = live->bodies[agent].max_speed;
    const float speed = sqrtf(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
    const float share = most > 0.0f && speed < most ? speed / most : most > 0.0f ? 1.0f : 0.0f;
    return live->speeds[(int32_t)(share * (SHADES - 1) + 0.5f)];
}

static void draw_heading(world_canvas *seen, double x, double y, double radius, const float *velocity)
{
    const double speed = hypot((double)velocity[0], (double)velocity[1]);
    if (radius < HEADING_FROM || speed < 1e-6)
        return;
    draw_line(&seen->canvas, x, y, x + 1.5 * radius * (double)velocity[0] / speed,
              y + 1.5 * radius * (double)velocity[1] / speed, radius < 12.0 ? 1 : 2,
              (canvas_color){250, 250, 250});
}

static int draw(void *data, viewer_frame *frame)
{
    crowd_live *live = data;
    const size_t count = (size_t)live->work->scene.count;
    world_canvas *seen = &frame->seen;
    const double left = seen->left, top = seen->top, scale = seen->scale;
    const int32_t headings = VIEWER_SHOWS(frame, LAYER_HEADINGS);
    const int code = read_places(live);
    if (code || !VIEWER_SHOWS(frame, LAYER_AGENTS))
        return code;
    for (size_t i = 0; i < count; i++) {
        const double x = scale * ((double)live->places[2 * i] - left);
        const double y = scale * ((double)live->places[2 * i + 1] - top);
        const double radius = scale * (double)live->bodies[i].radius;
        if (x < -radius || y < -radius || x > seen->canvas.width + radius || y > seen->canvas.height + radius)
            continue;
        draw_spot(&seen->canvas, x, y, radius, color_of(live, i, frame->color));
        if (headings)
            draw_heading(seen, x, y, radius, live->velocities + 2 * i);
    }
    return PROGRAM_OK;
}

static int tell(void *data, const viewer_frame *frame, viewer_text *text)
{
    const crowd_live *live = data;
    (void)frame;
    viewer_tell(text, "%d agents, %.6g s", (int)live->work->scene.count,
                (double)live->work->options.dt * live->step);
    viewer_tell(text, "%lld arrived, %lld congested, %lld in walls", (long long)live->counts.arrived,
                (long long)live->counts.congested, (long long)live->counts.inside);
    viewer_tell(text, "hash %016" PRIx64, live->hash);
    viewer_tell(text, "step %.2f ms", 1e3 * live->work->step_seconds);
    return PROGRAM_OK;
}

/* ---------------------------------------------------------------- the scene ------------------------- */

/* By layers, where there are some, else by the direction in which agents set out. */
static void find_groups(crowd_live *live)
{
    const crowd_scene *scene = &live->work->scene;
    int32_t layers = 0;
    for (int32_t i = 1; i < scene->count; i++)
        layers |= scene->agents[i].layer != scene->agents[0].layer;
    for (int32_t i = 0; i < scene->count; i++) {
        const throng_agent_def *agent = &scene->agents[i];
        int32_t group = 0;
        if (layers) {
            while (group < 31 && !(agent->layer >> group & 1u))
                group++;
        } else {
            const int32_t to = agent->navigation != THRONG_NAVIGATE_VELOCITY;
            const double right = (double)agent->target_x + agent->target_offset_x -
                                 (to ? (double)agent->x + agent->offset_x : 0.0);
            const double down = (double)agent->target_y + agent->target_offset_y -
                                (to ? (double)agent->y + agent->offset_y : 0.0);
            group =
                (int32_t)floor(atan2(down, right) * (0.5 * GROUPS / 3.14159265358979323846) + GROUPS + 0.5);
        }
        live->groups[i] = (uint8_t)(group % GROUPS);
    }
}

int crowd_show_create(crowd_job *work)
{
    const size_t count = (size_t)work->scene.count;
    int code = PROGRAM_OK;
    crowd_live *live = work->live = allocate(1, sizeof *live, "--view", &code);
    if (code)
        return code;
    live->work = work;
    live->shown = -1;
    live->scene = (viewer_scene){.data = live,
                                 .unit = "step",
                                 .last = work->options.steps,
                                 .layers = {"solid areas", "walls", "agents", "headings", "goals"},
                                 .hidden = 1u << LAYER_GOALS,
                                 .colors = {"speed", "flags", "group"},
                                 .extent = extent,
                                 .go = go,
                                 .draw_ground = draw_ground,
                                 .draw = draw,
                                 .tell = tell};
    live->places = allocate(2 * count, sizeof *live->places, "--view", &code);
    live->velocities = allocate(2 * count, sizeof *live->velocities, "--view", &code);
    live->flags = allocate(count, sizeof *live->flags, "--view", &code);
    live->groups = allocate(count, 1, "--view", &code);
    live->bodies = allocate(count, sizeof *live->bodies, "--view", &code);
    if (code)
        return code;
    for (size_t i = 0; i < count; i++)
        live->bodies[i] = (live_body){work->scene.agents[i].radius, work->scene.agents[i].max_speed};
    for (int32_t i = 0; i < SHADES; i++)
        live->speeds[i] = heat_map_color(i / (SHADES - 1.0));
    find_groups(live);
    return PROGRAM_OK;
}

int crowd_show(crowd_job *work, int32_t step)
{
    crowd_live *live = work->live;
    if (step == 0)
        crowd_history_begin(&live->history, work->crowd);
    live->step = live->latest = step;
    live->shown = -1;
    const int code = program_check(work->job.context, crowd_history_keep(&live->history, step), "crowd");
    return code ? code : viewer_show(work->job.viewer, &live->scene, step);
}

void crowd_show_release(crowd_job *work)
{
    crowd_live *live = work->live;
    if (!live)
        return;
    crowd_history_release(&live->history);
    free(live->places);
    free(live->velocities);
    free(live->flags);
    free(live->bodies);
    free(live->groups);
    free(live->solid);
    free(live);
}
