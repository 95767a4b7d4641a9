#include "scenes/crowd/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

/* ---------------------------------------------------------------- parts ------------------------------ */

double scene_random(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u; /* Steele, Lea and Flood 2014: SplitMix64 */
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    x ^= x >> 31;
    return (double)(x >> 11) * 0x1p-53;
}

int scene_begin(scene *s, const char *name, int32_t agents)
{
    *s = (scene){.name = name, .count = agents, .seconds = 60.0f, .dt = 0.1f};
    s->agents = malloc((size_t)(agents + 1) * sizeof *s->agents);
    s->routes = calloc((size_t)agents + 1, sizeof *s->routes);
    if (s->agents == NULL || s->routes == NULL) {
        scene_destroy(s);
        return 0;
    }
    for (int32_t i = 0; i < agents; i++)
        s->agents[i] = throng_agent_default_def();
    return 1;
}

void scene_destroy(scene *s)
{
    free(s->agents);
    free(s->routes);
    s->agents = NULL;
    s->routes = NULL;
}

throng_agent_def scene_person(float speed)
{
    throng_agent_def def = throng_agent_default_def();
    def.radius = 0.2f;
    def.max_speed = speed;
    def.neighbor_dist = 4.0f;
    def.time_horizon = 2.0f;
    def.time_horizon_obst = 0.5f;
    def.vision_range = 4.0f;
    def.vision_range_min = 1.0f;
    def.hearing_range = 1.5f;
    def.sound_range = 0.6f;
    return def;
}

void scene_polygon(scene *s, int32_t count, const throng_vertex *vertices)
{
    int32_t first = 0;
    for (int32_t i = 0; i < s->polygon_count; i++)
        first += s->polygons[i];
    if (first + count > SCENE_VERTICES || s->polygon_count == SCENE_POLYGONS)
        abort(); /* a scene that is written wrong */
    memcpy(s->vertices + first, vertices, (size_t)count * sizeof *vertices);
    s->polygons[s->polygon_count++] = count;
}

void scene_block(scene *s, float left, float top, float right, float bottom)
{
    const throng_vertex vertices[] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
    scene_polygon(s, 4, vertices);
}

void scene_wall(scene *s, float x0, float y0, float x1, float y1)
{
    const throng_vertex vertices[] = {{x0, y0}, {x1, y1}};
    scene_polygon(s, 2, vertices);
}

void scene_fill(scene *s, int32_t first, int32_t count, float left, float top, float right, float bottom,
                uint64_t *state)
{
    const double width = (double)right - (double)left, height = (double)bottom - (double)top;
    int32_t columns = 1, rows = count;
    while (columns < count && width / columns > height / rows) { /* cells as square as can be */
        columns++;
        rows = (count + columns - 1) / columns;
    }
    const double wide = width / columns, high = height / rows;
    for (int32_t i = 0, left_over = columns * rows; i < count; left_over--) {
        const int32_t cell = columns * rows - left_over;
        if (scene_random(state) * left_over >= count - i) /* stays empty */
            continue;
        throng_agent_def *a = s->agents + first + i++;
        const double free_x = fmax(wide - 2.0 * (double)a->radius, 0.0),
                     free_y = fmax(high - 2.0 * (double)a->radius, 0.0);
        a->x = (float)((double)left + (cell % columns + 0.5) * wide + free_x * (scene_random(state) - 0.5));
        a->y = (float)((double)top + (cell / columns + 0.5) * high + free_y * (scene_random(state) - 0.5));
    }
}

/* ---------------------------------------------------------------- circle ----------------------------- */

int scene_circle(scene *s, int32_t agents, float spacing, float jitter, uint64_t seed)
{
    const double radius = fmax((double)spacing * agents / (2.0 * PI), 2.0 * (double)spacing);
    uint64_t state = seed;
    if (!scene_begin(s, "circle", agents))
        return 0;
    for (int32_t i = 0; i < agents; i++) {
        const double angle = 2.0 * PI * i / agents;
        throng_agent_def *a = s->agents + i;
        a->navigation = THRONG_NAVIGATE_GOAL;
        a->target_x = (float)(-radius * cos(angle));
        a->target_y = (float)(-radius * sin(angle));
        a->x = (float)(radius * cos(angle) + (double)jitter * (2.0 * scene_random(&state) - 1.0));
        a->y = (float)(radius * sin(angle) + (double)jitter * (2.0 * scene_random(&state) - 1.0));
        s->routes[i] = (uint8_t)((int64_t)i * SCENE_ROUTES / agents);
    }
    s->seconds = 100.0f + (float)(3.0 * radius); /* alone it takes as long as the radius */
    s->right = s->bottom = (float)(1.1 * radius) + 2.0f;
    s->left = s->top = -s->right;
    return 1;
}

/* ---------------------------------------------------------------- scenes ----------------------------- */

/* Four groups, each on its way to the opposite corner, through a crossing between four blocks: the scene
 * "Blocks" that RVO2 brings. */
static int make_blocks(scene *s, int32_t agents, uint64_t seed)
{
    static const float ways[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    const int32_t side = (int32_t)ceil(sqrt(agents / 4.0));
    uint64_t state = seed;
    if (!scene_begin(s, "blocks", agents))
        return 0;
    for (int32_t i = 0; i < agents; i++) {
        const int32_t group = i % 4, place = i / 4;
        throng_agent_def *a = s->agents + i;
        a->radius = 2.0f;
        a->vision_range_min = 8.0f; /* twice the paper's, as the bodies are */
        a->hearing_range = 10.0f;
        a->sound_range = 4.0f;
        a->x = ways[group][0] * (55.0f + 10.0f * (float)(place % side)) + (float)scene_random(&state) - 0.5f;
        a->y = ways[group][1] * (55.0f + 10.0f * (float)(place / side)) + (float)scene_random(&state) - 0.5f;
        a->navigation = THRONG_NAVIGATE_GOAL;
        a->target_x = -75.0f * ways[group][0];
        a->target_y = -75.0f * ways[group][1];
        s->routes[i] = (uint8_t)group;
    }
    for (int32_t i = 0; i < 4; i++) {
        const float x = 25.0f * ways[i][0], y = 25.0f * ways[i][1];
        scene_block(s, x - 15.0f, y - 15.0f, x + 15.0f, y + 15.0f);
    }
    s->near = 20.0f;
    s->leave = 1;
    s->dt = 0.25f;
    s->seconds = 400.0f;
    s->right = s->bottom = 45.0f + 10.0f * (float)side + 15.0f;
    s->left = s->top = -s->right;
    return 1;
}

static void make_people(scene *s, uint64_t *state)
{
    for (int32_t i = 0; i < s->count; i++)
        s->agents[i] = scene_person(1.34f + 0.26f * (float)(2.0 * scene_random(state) - 1.0));
}

/* A room of 10 x 10 m with a door of 1.2 m. */
static int make_bottleneck(scene *s, int32_t agents, uint64_t seed)
{
    static const throng_vertex low[] = {{10, -1}, {10.2f, -1}, {10.2f, 4.4f}, {10, 4.4f}};
    static const throng_vertex high[] = {{10, 5.6f}, {10.2f, 5.6f}, {10.2f, 11}, {10, 11}};
    uint64_t state = seed;
    if (!scene_begin(s, "bottleneck", agents))
        return 0;
    make_people(s, &state);
    scene_fill(s, 0, agents, 0.3f, 0.3f, 8.0f, 9.7f, &state);
    scene_block(s, -0.2f, -0.2f, 10.2f, 0.0f);
    scene_block(s, -0.2f, 10.0f, 10.2f, 10.2f);
    scene_block(s, -0.2f, 0.0f, 0.0f, 10.0f);
    scene_polygon(s, 4, low);
    scene_polygon(s, 4, high);
    s->ways[0] = (scene_route){{{10, 5.6f, 10, 4.4f}, {14, 10, 14, 0}}, 2};
    s->leave = 1;
    s->seconds = 120.0f;
    s->left = -0.5f;
    s->top = -0.5f;
    s->right = 14.5f;
    s->bottom = 10.5f;
    return 1;
}

/* Two streams of the same size that cross at a right angle. */
static int make_crossing(scene *s, int32_t agents, uint64_t seed)
{
    uint64_t state = seed;
    if (!scene_begin(s, "crossing", agents))
        return 0;
    make_people(s, &state);
    const int32_t half = agents / 2;
    scene_fill(s, 0, half, -16.0f, -4.0f, -5.0f, 4.0f, &state);
    scene_fill(s, half, agents - half, -4.0f, -16.0f, 4.0f, -5.0f, &state);
    for (int32_t i = half; i < agents; i++)
        s->routes[i] = 1;
    s->ways[0] = (scene_route){{{12, 6, 12, -6}}, 1};
    s->ways[1] = (scene_route){{{-6, 12, 6, 12}}, 1};
    s->leave = 1;
    s->seconds = 90.0f;
    s->left = s->top = -16.5f;
    s->right = s->bottom = 12.5f;
    return 1;
}

/* A corridor of 30 x 4 m, with people walking both ways. */
static int make_corridor(scene *s, int32_t agents, uint64_t seed)
{
    uint64_t state = seed;
    if (!scene_begin(s, "corridor", agents))
        return 0;
    make_people(s, &state);
    const int32_t half = agents / 2;
    scene_fill(s, 0, half, -15.0f, -1.8f, -3.0f, 1.8f, &state);
    scene_fill(s, half, agents - half, 3.0f, -1.8f, 15.0f, 1.8f, &state);
    for (int32_t i = half; i < agents; i++)
        s->routes[i] = 1;
    scene_block(s, -16.0f, -2.2f, 16.0f, -2.0f);
    scene_block(s, -16.0f, 2.0f, 16.0f, 2.2f);
    s->ways[0] = (scene_route){{{15, 2, 15, -2}}, 1};
    s->ways[1] = (scene_route){{{-15, -2, -15, 2}}, 1};
    s->leave = 1;
    s->seconds = 120.0f;
    s->left = -16.0f;
    s->right = 16.0f;
    s->top = -2.6f;
    s->bottom = 2.6f;
    return 1;
}

static const struct {
    const char *name;
    int (*make)(scene *s, int32_t agents, uint64_t seed);
    int32_t agents;
} scenes[] = {{"blocks", make_blocks, 100},
              {"bottleneck", make_bottleneck, 120},
              {"crossing", make_crossing, 120},
              {"corridor", make_corridor, 60}};

const int32_t scene_count = (int32_t)(sizeof scenes / sizeof *scenes);

const char *scene_name(int32_t number)
{
    return number >= 0 && number < scene_count ? scenes[number].name : NULL;
}

int32_t scene_agents(int32_t number) { return scenes[number].agents; }

int scene_create(scene *s, int32_t number, int32_t agents, uint64_t seed)
{
    return scenes[number].make(s, agents, seed);
}
