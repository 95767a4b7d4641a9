/* Flow fields: the backends' interface, and what the public calls share. */
#ifndef THRONG_FLOW_FLOW_H
#define THRONG_FLOW_FLOW_H

#include "src/core/object.h"
#include "src/dispatch/observe.h"
#include <throng/flow_seeds.h>

#define THRONG_FLOW_COOKIE 0x666c6f77u
#define THRONG_FLOW_DEF_COOKIE 0x66646566u

/* Arguments are valid, fields and worlds exist. */
typedef struct throng_flow_shape {
    throng_terrain *terrain; /* whose columns, rows and worlds the fields have */
    throng_grid grid;
    int32_t fields, goal_capacity;
    float cell_size;
    int32_t flags, classes; /* as flow_plan has them */
    float radii[THRONG_MAX_FLOW_CLEARANCES];
    int32_t nearest[THRONG_MAX_FLOW_CLEARANCES]; /* as flow_ground_head has them */
    int32_t first_column, first_row;
    int32_t seed_capacity;
    throng_flow_seed *seeds; /* of each layer `seed_capacity`, by rows and columns; NULL: there are none */
    int32_t *seed_counts;    /* of each layer */
} throng_flow_shape;

/* Costs of all worlds' cells, row by row. */
typedef struct throng_flow_costs {
    const uint8_t *cells;  /* NULL: there are none */
    throng_region changed; /* since the last update that succeeded; of height 0: nothing */
} throng_flow_costs;

/* Why a field has to be updated. NEAREST: of its layers that lead to reached cells. */
enum {
    THRONG_FLOW_GOALS_CHANGED = 1,
    THRONG_FLOW_GROUND_CHANGED = 2,
    THRONG_FLOW_SEEDS_ADDED = 4,
    THRONG_FLOW_NEAREST_ANEW = 8,
    THRONG_FLOW_NEAREST_SEEDS_ADDED = 16,
    THRONG_FLOW_NEAREST_LATER = 32 /* this update leaves them as they are */
};

/* Whether the layers of a field that lead to goals change; those that lead to reached cells begin anew; or go
 * on from seeds at least. */
static inline int32_t throng_flow_changes_goals(int32_t stale)
{
    return (stale & (THRONG_FLOW_GOALS_CHANGED | THRONG_FLOW_GROUND_CHANGED | THRONG_FLOW_SEEDS_ADDED)) != 0;
}
static inline int32_t throng_flow_begins_nearest(int32_t stale)
{
    return !(stale & THRONG_FLOW_NEAREST_LATER) &&
           (throng_flow_changes_goals(stale) || (stale & THRONG_FLOW_NEAREST_ANEW));
}
static inline int32_t throng_flow_seeds_nearest(int32_t stale)
{
    return !(stale & THRONG_FLOW_NEAREST_LATER) &&
           (throng_flow_begins_nearest(stale) || (stale & THRONG_FLOW_NEAREST_SEEDS_ADDED));
}

/* What is read: bytes, floats, throng_flow_length. */
enum { THRONG_FLOW_READ_LENGTHS = 0, THRONG_FLOW_READ_DIRECTIONS = 1, THRONG_FLOW_READ_EXACT = 2 };

typedef struct throng_flow_reading {
    int32_t what;
    int32_t field;
    throng_region region; /* of all worlds */
    void *values;
    size_t row_stride;
} throng_flow_reading;

typedef struct throng_flow_questions {
    int32_t sampling, count;
    const void *agents;
    size_t stride;
    throng_flow_vector *ways;
} throng_flow_questions;

/* A function that fails leaves the state as it was, but for update where memory is short: see flow.h. */
typedef struct throng_flow_ops {
    throng_object_ops base; /* create: a throng_flow_shape */
    throng_status (*set_goals)(void *state, int32_t field, int32_t count, const void *cells, size_t stride);
    /* The shape has other seeds of a layer now. NULL: update looks for them there. */
    void (*set_seeds)(void *state, int32_t layer);
    /* Of the fields with stale[field] != 0: bits as above. Where seeds were added and nothing else changed,
     * keys stay as they are but for those that a seed improves; so it is in the layers that lead to reached
     * cells, which otherwise begin anew. */
    throng_status (*update)(void *state, const uint8_t *stale, const throng_flow_costs *costs);
    throng_status (*read)(void *state, const throng_flow_reading *reading);
    throng_status (*sample)(void *state, const throng_flow_questions *questions);
} throng_flow_ops;

/* What validation needs; the rest is the backend's. */
struct throng_flow {
    throng_object object;
    const throng_flow_ops *ops; /* object.ops */
    throng_flow_shape shape;
    uint64_t terrain_version; /* at the last update */
    throng_observer observer;
    uint8_t *stale; /* of each field: what changed since the last update */
    uint8_t *cells; /* costs; NULL: none */
    int64_t *sums;  /* of the costs of each world */
    int64_t
        *longest_seeds; /* of each layer: at most so many straight and diagonal steps; NULL: there are none */
    throng_region changed; /* cells whose costs changed since the last update; of height 0: none */
    int32_t nearest_later; /* 1: updates leave the layers that lead to reached cells as they are */
};

/* Numbers of fields of all classes. */
static inline int32_t throng_flow_numbers(const throng_flow_shape *shape)
{
    return shape->fields * shape->classes;
}

/* Layers of keys: the numbers, and with FLOW_NEAREST as many again, which lead to the cells that those
 * reached. */
int32_t throng_flow_layers(const throng_flow_shape *shape);

/* ---- src/flow/def.c */
throng_backend throng_flow_wanted(const throng_context *context, const throng_flow_def *def);
throng_status throng_flow_check_def(throng_context *context, const throng_flow_def *def);
/* The def is valid. */
throng_flow_shape throng_flow_shape_of(const throng_flow_def *def);

/* ---- src/flow/check.c */
/* Which numbers are meant: of fields, of fields of all classes, of layers. */
enum { THRONG_FLOW_OF_FIELDS = 0, THRONG_FLOW_OF_CLASSES = 1, THRONG_FLOW_OF_LAYERS = 2 };
throng_status throng_flow_check_field(const throng_flow *flow, int32_t field, int32_t of);
/* A list of things: its count, its address and its stride; 0 becomes the stride of packed ones. */
throng_status throng_flow_check_list(throng_flow *flow, const char *name, int32_t count, const void *list,
                                     size_t least, size_t *stride);

/* ---- src/flow/flow.c */
/* The flow is not lost, the field exists; *cells becomes the region, or all cells if it is NULL. */
throng_status throng_flow_check_cells(const throng_flow *flow, int32_t field, const throng_region *region,
                                      throng_region *cells);
throng_status throng_flow_check_point(throng_flow *flow, const throng_flow_point *a, int32_t i);
throng_status throng_flow_check_sampling(throng_flow *flow, throng_flow_sampling sampling, int32_t count);

throng_status throng_flow_read_cells(throng_flow *flow, int32_t what, int32_t field,
                                     const throng_region *region, void *values, size_t row_stride);

/* ---- src/flow/seeds.c */
throng_status throng_flow_prepare_seeds(throng_flow *flow);
void throng_flow_release_seeds(throng_flow *flow);
size_t throng_flow_seeds_bytes(const throng_flow *flow);
void throng_flow_drop_seeds(throng_flow *flow);
/* As throng_flow_set_seeds() and, adds, throng_flow_add_seeds(), of any layer. */
throng_status throng_flow_seed_layer(throng_flow *flow, int32_t layer, int32_t count,
                                     const throng_flow_seed *seeds, size_t stride, int32_t adds);
/* leaves: 1: updates leave the layers that lead to reached cells as they are. Before they go on with these,
 * those of all fields that were updated meanwhile have to be renewed. */
void throng_flow_leave_nearest(throng_flow *flow, int32_t leaves);
/* The next update computes those of a field anew. */
void throng_flow_renew_nearest(throng_flow *flow, int32_t field);
/* Whether paths of a world may still be as long as its costs make them, beyond all of its seeds. */
throng_status throng_flow_check_longest(const throng_flow *flow, int32_t world, int64_t costs);

/* ---- src/flow/costs.c: all costs are 1 at first. */
throng_status throng_flow_prepare_costs(throng_flow *flow);
/* The costs of the cells from this one on; there are costs. */
const uint8_t *throng_flow_costs_at(const throng_flow *flow, int32_t column, int32_t row);
/* Whether costs may be set; `area` is a region of the terrain. each_cost: but for their sum. */
throng_status throng_flow_check_each_cost(const throng_flow *flow, const throng_region *area,
                                          const uint8_t *costs, size_t *row_stride);
throng_status throng_flow_check_costs(const throng_flow *flow, const throng_region *area,
                                      const uint8_t *costs, size_t *row_stride);
/* How much the sum of costs grows by those of a region of one world; whether a world's sum may grow so. */
int64_t throng_flow_costs_growth(const throng_flow *flow, const throng_region *area, const uint8_t *costs,
                                 size_t row_stride);
throng_status throng_flow_check_costs_sum(const throng_flow *flow, int32_t world, int64_t growth);
/* Sets costs that were checked. Returns how much their sum has grown. */
int64_t throng_flow_write_costs(throng_flow *flow, const throng_region *area, const uint8_t *costs,
                                size_t row_stride);
void throng_flow_release_costs(throng_flow *flow);
size_t throng_flow_costs_bytes(const throng_flow *flow); /* 0: there are none */
/* Marks all of them as changed. */
void throng_flow_change_costs(throng_flow *flow);

extern const throng_object_kind throng_flow_object_kind;

#endif
