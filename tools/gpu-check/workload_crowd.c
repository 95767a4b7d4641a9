/* Crowds that walk past each other. */
#include "tools/gpu-check/workload.h"

#include <math.h>

static const float spacing = 4.0f, speed = 2.0f;
enum { BLOCK_EACH = 10 }; /* places from block to block, of which it takes up 3 */

typedef enum crowd_kind {
    PLAIN,
    SENSES,
    WALLS,
    FLOW,
    OBSTACLES,
    PRIORITIES,
    GAPS,
    SETTLES,
    MOVING
} crowd_kind;

/* In rows, each off its place by a fifth at most, on its way to anywhere. */
static throng_agent_def agent(world *w, crowd_kind kind, int32_t column, int32_t row, int32_t side)
{
    throng_agent_def d = throng_agent_default_def();
    d.x = ((float)column + 0.5f + 0.4f * (world_random(w) - 0.5f)) * spacing;
    d.y = ((float)row + 0.5f + 0.4f * (world_random(w) - 0.5f)) * spacing;
    const float x = world_random(w) * (float)side * spacing - d.x;
    const float y = world_random(w) * (float)side * spacing - d.y;
    const float length = fmaxf(sqrtf(x * x + y * y), 1e-3f);
    d.target_x = speed * x / length;
    d.target_y = speed * y / length;
    if (kind == WALLS || kind == PRIORITIES) { /* the form in which agents differ */
        d.priority = column % 5 == 0;
        d.layer = row % 7 == 0 ? 2 : 1;
    }
    if (kind == FLOW)
        d.navigation = THRONG_NAVIGATE_FLOW;
    if (kind == GAPS) /* so many that every leaf of the tree has bodies of all sizes */
        d.radius = 0.5f + 0.25f * (float)((column + row) % 5);
    if (kind == SETTLES) { /* a hundred or so share a goal */
        d.navigation = THRONG_NAVIGATE_GOAL;
        const int32_t half = BLOCK_EACH / 2;
        d.target_x = (float)(column - column % BLOCK_EACH + half) * spacing;
        d.target_y = (float)(row - row % BLOCK_EACH + half) * spacing;
    }
    return d;
}

static int in_block(crowd_kind kind, int32_t column, int32_t row)
{
    return (kind == WALLS || kind == OBSTACLES || kind == MOVING) && column % BLOCK_EACH < 3 &&
           row % BLOCK_EACH < 3;
}

static throng_status add_blocks(world *w, int32_t side)
{
    throng_status status = THRONG_OK;
    for (int32_t row = 0; row < side; row += BLOCK_EACH)
        for (int32_t column = 0; column < side && status == THRONG_OK; column += BLOCK_EACH) {
            const float x = (float)column * spacing + 1.5f, y = (float)row * spacing + 1.5f;
            const float end = 3.0f * spacing - 3.0f;
            const throng_vertex block[4] = {{x, y}, {x + end, y}, {x + end, y + end}, {x, y + end}};
            status = throng_crowd_add_obstacle(w->crowd, 4, block, 0, NULL);
        }
    return status;
}

/* In the first places of blocks stand boxes that move, the others are empty. */
static throng_status add_moving(world *w, int32_t side)
{
    enum { MOST = 16 };
    const float half = 1.5f * spacing - 1.5f;
    const throng_vertex box[4] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    throng_status status = THRONG_OK;
    int32_t count = 0;
    for (int32_t row = 0; row < side; row += BLOCK_EACH)
        for (int32_t column = 0; column < side && count < MOST && status == THRONG_OK; column += BLOCK_EACH) {
            throng_obstacle_motion motion = {0};
            motion.x = (double)(((float)column + 1.5f) * spacing);
            motion.y = (double)(((float)row + 1.5f) * spacing);
            motion.vx = 0.5f;
            motion.heading_x = 1.0f;
            status = throng_crowd_add_moving_obstacle(w->crowd, 4, box, 0, &motion, NULL);
            count++;
        }
    return status;
}

static throng_status add_flow(world *w, int32_t side)
{
    const throng_cell goal = {side / 2, side / 2};
    throng_flow_def def = throng_flow_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    ground.width = ground.height = side;
    throng_status status = throng_terrain_create(w->context, &ground, &w->terrain);
    def.terrain = w->terrain;
    def.cell_size = spacing;
    if (status == THRONG_OK)
        status = throng_flow_create(w->context, &def, &w->flow);
    if (status == THRONG_OK)
        status = throng_flow_set_goals(w->flow, 0, 1, &goal, 0);
    return status == THRONG_OK ? throng_flow_update(w->flow) : status;
}

static throng_status make(world *w, crowd_kind kind)
{
    const int32_t side = world_side((double)w->size * (in_block(kind, 0, 0) ? 1.15 : 1.0));
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def *agents = world_memory((size_t)w->size, sizeof *agents);
    throng_status status = kind == FLOW ? add_flow(w, side) : THRONG_OK;
    def.agent_capacity = w->size;
    def.terrain = w->terrain;
    def.flow = w->flow;
    def.cell_size = spacing;
    if (kind == SENSES) {
        def.perception = THRONG_PERCEPTION_ALL;
        def.congestion = 1;
    }
    def.settle = kind == SETTLES;
    int32_t count = 0;
    for (int32_t i = 0; count < w->size; i++)
        if (!in_block(kind, i % side, i / side))
            agents[count++] = agent(w, kind, i % side, i / side, side);
    if (status == THRONG_OK)
        status = throng_crowd_create(w->context, &def, &w->crowd);
    if (status == THRONG_OK && (kind == WALLS || kind == OBSTACLES))
        status = add_blocks(w, side);
    if (status == THRONG_OK && kind == MOVING)
        status = add_moving(w, side);
    if (status == THRONG_OK)
        status = throng_crowd_add(w->crowd, w->size, agents, 0, NULL);
    w->inputs = agents;
    w->bytes = (size_t)w->size * 2 * sizeof(float);
    w->values = world_memory(w->bytes, 1);
    return status;
}

static throng_status make_plain(world *w) { return make(w, PLAIN); }
static throng_status make_senses(world *w) { return make(w, SENSES); }
static throng_status make_walls(world *w) { return make(w, WALLS); }
static throng_status make_flow(world *w) { return make(w, FLOW); }
static throng_status make_obstacles(world *w) { return make(w, OBSTACLES); }
static throng_status make_priorities(world *w) { return make(w, PRIORITIES); }
static throng_status make_gaps(world *w) { return make(w, GAPS); }
static throng_status make_settles(world *w) { return make(w, SETTLES); }
static throng_status make_moving(world *w) { return make(w, MOVING); }

static throng_status update(world *w, int32_t frame)
{
    (void)frame;
    return throng_crowd_step(w->crowd, 0.1f);
}

static throng_status read(world *w)
{
    return throng_crowd_get(w->crowd, THRONG_AGENT_POSITION, w->size, NULL, 0, w->values, 0);
}

static throng_status hash(world *w, uint64_t *result) { return throng_crowd_hash(w->crowd, result); }

const workload crowd_workloads[] = {
    {"crowd", "crowd", "agents", 300, 3000, make_plain, update, read, hash},
    {"crowd-senses", "crowd, perception", "agents", 200, 2000, make_senses, update, read, hash},
    {"crowd-walls", "crowd, obstacles and priorities", "agents", 200, 2000, make_walls, update, read, hash},
    {"crowd-flow", "crowd, by flow fields", "agents", 200, 2000, make_flow, update, read, hash},
    {"crowd-obstacles", "crowd, obstacles alone", "agents", 200, 2000, make_obstacles, update, read, hash},
    {"crowd-priorities", "crowd, priorities and layers", "agents", 200, 2000, make_priorities, update, read,
     hash},
    {"crowd-gaps", "crowd, bodies of several sizes", "agents", 200, 2000, make_gaps, update, read, hash},
    {"crowd-settles", "crowd, settling around goals", "agents", 200, 2000, make_settles, update, read, hash},
    {"crowd-moving", "crowd, moving obstacles", "agents", 200, 2000, make_moving, update, read, hash},
};
const int crowd_workload_count = sizeof crowd_workloads / sizeof *crowd_workloads;
