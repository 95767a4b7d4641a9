/* Walls and moving obstacles on an OpenCL device, and the stages of a step that few agents need: ways out
 * of walls before everybody has a velocity, and the sweep after that. See kernels/crowd/walls.cl. */
#include "src/cl/crowd/crowd.h"
#include "src/cl/tables.h"
#include "src/core/status.h"

static void release_walls(throng_cl_crowd *c)
{
    throng_cl_object_release(&c->object, &c->walls);
    throng_cl_object_release(&c->object, &c->wall_boxes);
    c->walls_capacity = 0;
    c->walls_tree.levels = 0;
}

void throng_cl_crowd_walls_forget(throng_cl_crowd *c)
{
    release_walls(c);
    throng_cl_object_release(&c->object, &c->exits);
    throng_cl_object_release(&c->object, &c->moving);
}

/* ---------------------------------------------------------------- walls ----------------------------- */

static throng_status make_walls(throng_cl_crowd *c, const throng_crowd_walls *now)
{
    cl_mem walls = NULL, boxes = NULL;
    if (c->walls && c->walls_capacity == now->capacity)
        return THRONG_OK;
    throng_status status = throng_cl_object_buffer(&c->object, "walls", (size_t)now->capacity * CROWD_LEAF,
                                                   sizeof(crowd_wall), &walls);
    if (status == THRONG_OK)
        status = throng_cl_object_buffer(&c->object, "the boxes around walls", 5 * (size_t)now->tree->boxes,
                                         sizeof(cl_float), &boxes);
    if (status != THRONG_OK) {
        throng_cl_object_release(&c->object, &walls);
        return status;
    }
    release_walls(c);
    c->walls = walls;
    c->wall_boxes = boxes;
    c->walls_capacity = now->capacity;
    return status;
}

/* Of a level of the tree. */
static throng_status send_boxes(throng_cl_crowd *c, const throng_crowd_walls *now, int32_t level,
                                throng_leaves boxes)
{
    const size_t first = (size_t)now->tree->first[level] + (size_t)boxes.first, word = sizeof *now->boxes;
    return throng_cl_staging_send_rows(c->object.cl, &c->object.stage, c->wall_boxes, first * word,
                                       now->boxes + first, 5, (size_t)(boxes.end - boxes.first) * word,
                                       (size_t)now->tree->boxes * word);
}

/* Leaves that changed, their boxes, and in each level above all that lie between those over them. */
static throng_status send_walls(throng_cl_crowd *c, const throng_crowd_walls *now)
{
    const size_t leaf = CROWD_LEAF * sizeof(crowd_wall);
    throng_leaves all = {INT32_MAX, 0};
    throng_status status = THRONG_OK;
    for (int32_t i = 0; i < now->changes && status == THRONG_OK; i++) {
        const throng_leaves chunk = now->changed[i];
        const size_t first = (size_t)chunk.first * leaf, bytes = (size_t)(chunk.end - chunk.first) * leaf;
        all.first = all.first < chunk.first ? all.first : chunk.first;
        all.end = all.end > chunk.end ? all.end : chunk.end;
        status = throng_cl_staging_send(c->object.cl, &c->object.stage, c->walls, first,
                                        (const char *)now->walls + first, bytes);
        if (status == THRONG_OK)
            status = send_boxes(c, now, 0, chunk);
    }
    for (int32_t level = 1; level < now->tree->levels && status == THRONG_OK; level++) {
        all = (throng_leaves){all.first / 8, (all.end + 7) / 8};
        status = send_boxes(c, now, level, all);
    }
    return status;
}

static throng_status send_all_walls(throng_cl_crowd *c, const throng_crowd_walls *now)
{
    throng_status status = make_walls(c, now);
    if (status == THRONG_OK)
        status = throng_cl_staging_send(c->object.cl, &c->object.stage, c->wall_boxes, 0, now->boxes,
                                        5 * (size_t)now->tree->boxes * sizeof *now->boxes);
    if (status == THRONG_OK)
        status = throng_cl_staging_send(c->object.cl, &c->object.stage, c->walls, 0, now->walls,
                                        (size_t)now->capacity * CROWD_LEAF * sizeof *now->walls);
    return status;
}

throng_status throng_cl_crowd_set_walls(void *state, const throng_crowd_walls *now)
{
    throng_cl_crowd *c = state;
    throng_status status = THRONG_OK;
    if (now->tree->levels > 0)
        status = now->rebuilt ? send_all_walls(c, now) : send_walls(c, now);
    if (status != THRONG_OK)
        return throng_cl_failed(&c->object, status, 0);
    c->walls_tree = *now->tree;
    return THRONG_OK;
}

/* ---------------------------------------------------------------- moving obstacles ------------------ */

throng_status throng_cl_crowd_set_moving(void *state, const crowd_moving *moving, size_t bytes, size_t most)
{
    throng_cl_crowd *c = state;
    throng_status status = THRONG_OK;
    if (!c->moving)
        status = throng_cl_object_buffer(&c->object, "moving obstacles", most, 1, &c->moving);
    if (status == THRONG_OK)
        status = throng_cl_staging_send(c->object.cl, &c->object.stage, c->moving, 0, moving, bytes);
    return status == THRONG_OK ? status : throng_cl_failed(&c->object, status, 0);
}

/* ---------------------------------------------------------------- stages of a step ------------------ */

static int32_t has_free_ground(const throng_cl_crowd *c)
{
    return (c->plan.uses & (CROWD_WALLED | CROWD_SOLID)) == CROWD_WALLED;
}

int32_t throng_cl_crowd_sweeps(const throng_cl_crowd *c)
{
    return has_free_ground(c) || (c->plan.uses & CROWD_MOVING);
}

throng_status throng_cl_crowd_make_stages(throng_cl_crowd *c)
{
    cl_program program;
    if (c->sweep)
        return THRONG_OK;
    throng_status status = throng_cl_program(c->object.cl, "crowd/walls.cl", "", &program);
    if (status == THRONG_OK && !c->ways_out)
        status = throng_cl_kernel(c->object.cl, program, "crowd_ways_out_all", &c->ways_out);
    return status == THRONG_OK ? throng_cl_kernel(c->object.cl, program, "crowd_sweep_all", &c->sweep)
                               : status;
}

throng_status throng_cl_crowd_make_walls(throng_cl_crowd *c)
{
    throng_status status = THRONG_OK;
    if (!throng_cl_crowd_sweeps(c))
        return status;
    status = throng_cl_crowd_make_stages(c);
    if (status == THRONG_OK && has_free_ground(c) && !c->exits)
        status = throng_cl_object_buffer(&c->object, "ways out of walls", (size_t)c->shape.capacity,
                                         sizeof(crowd_exit), &c->exits);
    return status;
}

throng_status throng_cl_crowd_find_ways_out(throng_cl_crowd *c)
{
    const size_t list = CROWD_MAX_WALLS * (sizeof(cl_float) + sizeof(cl_int));
    if (!has_free_ground(c))
        return THRONG_OK;
    const size_t group = throng_cl_crowd_group(c, list, 0), agents = (size_t)c->agents;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(c->plan_words),  THRONG_CL_ARGUMENT(c->bodies), THRONG_CL_ARGUMENT(c->senses),
        THRONG_CL_ARGUMENT(c->order.along), THRONG_CL_ARGUMENT(c->walls),  THRONG_CL_ARGUMENT(c->wall_boxes),
        THRONG_CL_ARGUMENT(c->exits),       {group * list, NULL},
    };
    return throng_cl_launch(c->object.cl, c->ways_out, "crowd_ways_out_all", (agents + group - 1) / group,
                            group, arguments, THRONG_CL_COUNT(arguments), NULL);
}

throng_status throng_cl_crowd_sweep(throng_cl_crowd *c, cl_event *event)
{
    const size_t group = throng_cl_crowd_group(c, 1, 0), agents = (size_t)c->agents;
    cl_mem of_walls = has_free_ground(c) ? c->walls : c->boxes,
           boxes = has_free_ground(c) ? c->wall_boxes : c->boxes;
    cl_mem moving = c->moving ? c->moving : c->boxes;
    const throng_cl_argument arguments[] = {
        THRONG_CL_ARGUMENT(c->plan_words),  THRONG_CL_ARGUMENT(c->bodies), THRONG_CL_ARGUMENT(c->rests),
        THRONG_CL_ARGUMENT(c->order.along), THRONG_CL_ARGUMENT(c->events), THRONG_CL_ARGUMENT(of_walls),
        THRONG_CL_ARGUMENT(boxes),          THRONG_CL_ARGUMENT(moving),
    };
    return throng_cl_launch(c->object.cl, c->sweep, "crowd_sweep_all", (agents + group - 1) / group, group,
                            arguments, THRONG_CL_COUNT(arguments), event);
}
