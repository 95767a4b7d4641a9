/* Flows of a world.
 *
 * Each part has a flow over a window: its tile, a margin, and around that as many cells as clearances reach.
 * The lengths in the windows are those of one flow over the whole map, by rounds in which parts send each
 * other the exact lengths of the cells next to their tiles, which become seeds there.
 *
 * Rounds end. A key of a window is the length of a path on the map: of one in the window, or of one to a seed
 * and on from there, whose length its own part has found so. Of the finitely many lengths of paths that visit
 * a cell once none is below the shortest. A round goes on only if some length has become less, which can
 * happen finitely often.
 *
 * Then they are exact in all tiles. Let c be a cell of some tile, and c0 ... cn = c the cells of a shortest
 * path from a goal. c0 has length 0 in its tile. If the cell ci has its exact length in its tile, then it has
 * it in the window of the tile of c(i+1), too: it is in that tile or next to it, and its last change was
 * sent. The step to c(i+1), the cells beside it and what bodies of a class need around them are in that
 * window, so c(i+1) has at most the length of ci and the step; that is its exact length, and no key is less.
 * Lengths a + b * sqrt(2) are compared and sent as whole numbers a and b, without rounding
 * (kernels/common/path_length.h), and equal lengths have equal a and b. So it makes no difference which of
 * several shortest paths was found, or when.
 *
 * The lengths of a tile's margin are then sent as they are. A direction depends on the lengths of a cell and
 * its neighbours, and on their ground: within the margin without its last ring it is that of one flow, too.
 *
 * Where cells that are not reached lead to the nearest reached one, that is another field of the same kind,
 * over ground on which everything may be crossed: its goals are all cells that were reached. In a window
 * those are known by then, in the tile and its margin; beyond it some may be missing, but each that is there
 * is reached. Rounds, and the argument, are the same. Cells of length 0 need not be sent. */
#ifndef THRONG_WORLD_FLOW_INTERNAL_H
#define THRONG_WORLD_FLOW_INTERNAL_H

#include "src/world/cut.h"

#include <throng/world_flow.h>

#define THRONG_WORLD_FLOW_COOKIE 0x77666c6fu
#define THRONG_WORLD_FLOW_DEF_COOKIE 0x77666466u

/* A piece of the map that is cut into two, or a part's tile. */
typedef struct throng_tile_node {
    throng_region area;
    int32_t first, count; /* parts */
    int32_t axis;         /* 0: columns, 1: rows */
    int32_t at;           /* below it: the first child */
    int32_t children;     /* the first one, the other behind it; 0: it is a tile */
} throng_tile_node;

/* A local part's flow. */
typedef struct throng_flow_piece {
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    throng_region tile, window;
    int32_t number; /* of the part */
    int64_t costs;  /* the sum of those of the tile */
    int64_t growth; /* of that of the window, by those that other parts sent */
} throng_flow_piece;

/* The layers of keys that are exchanged: of lengths to goals, or to the nearest reached cells. */
typedef enum throng_flow_stage { THRONG_FLOW_TO_GOALS, THRONG_FLOW_TO_REACHED } throng_flow_stage;

/* A local part and another one that is near. */
typedef struct throng_flow_link {
    int32_t local, other;
    size_t first; /* of what was sent: of each number as many as cells next to the other tile */
} throng_flow_link;

/* Cells around a tile. */
enum { THRONG_FLOW_RING = 1 };

struct throng_world_flow {
    uint32_t cookie;
    throng_world *world;
    throng_world_flow_def def;
    int32_t numbers, reach;    /* fields of all classes; cells that clearances reach */
    throng_flow_stage stage;   /* of an update */
    throng_tile_node *nodes;   /* 2 * parts - 1; nodes[0] is the map */
    throng_region *tiles;      /* of all parts */
    throng_flow_piece *pieces; /* of the local parts */
    uint8_t *stale;            /* of each field, the same on all processes */
    int32_t ground;            /* 1: cells or costs have changed here */
    int32_t failed;            /* 1: the last update failed, so that fields are of no use */
    int32_t crowds;            /* that follow it */
    int32_t link_count;
    throng_buffer links;                 /* throng_flow_link */
    throng_buffer sent;                  /* throng_flow_length: see throng_flow_link */
    throng_buffer lengths;               /* throng_flow_length: of cells that are looked at */
    throng_buffer entries;               /* what is sent of a link, or the seeds that come */
    throng_buffer owners, order, starts; /* int32_t: entries by the parts that have them */
    throng_buffer results;               /* of samples for other processes */
    throng_world_flow_info info;
};

/* ---- src/world/flow.c */
/* The handle is a flow's, and its world works. */
throng_status throng_world_flow_check(throng_world_flow *flow);

/* ---- src/world/flow_tiles.c */
throng_status throng_flow_tiles_make(throng_world_flow *flow);
throng_status throng_flow_links_make(throng_world_flow *flow);
/* The part in whose tile a cell is; of a cell off the map one that is near. */
int32_t throng_flow_owner(const throng_world_flow *flow, int64_t column, int64_t row);
/* Entries by `owners`: those of part p become order[starts[p]] to order[starts[p + 1] - 1]. */
throng_status throng_flow_sort_by_owner(throng_world_flow *flow, int32_t count);
/* A letter to each part that owns some of them. */
throng_status throng_flow_write_by_owner(throng_world_flow *flow, const void *entries, size_t stride,
                                         size_t each, const char *what);
/* A region and `cells` around it, as far as there is a map. */
throng_region throng_flow_around(const throng_world_flow *flow, const throng_region *region, int32_t cells);
/* The cells that the part of a tile has: on hexagons from an even row on. */
throng_region throng_flow_window_of(const throng_world_flow *flow, const throng_region *tile);
/* The cells of both; of height 0: none. */
throng_region throng_flow_both(const throng_region *a, const throng_region *b);
/* The same cells as a part's flow and terrain count them. */
throng_region throng_flow_in_window(const throng_flow_piece *piece, const throng_region *region);

static inline throng_flow_link *throng_flow_links(const throng_world_flow *flow)
{
    return (throng_flow_link *)(void *)flow->links.memory;
}
static inline int32_t *throng_flow_owners(const throng_world_flow *flow)
{
    return (int32_t *)(void *)flow->owners.memory;
}
static inline const int32_t *throng_flow_order(const throng_world_flow *flow)
{
    return (const int32_t *)(const void *)flow->order.memory;
}
static inline const int32_t *throng_flow_starts(const throng_world_flow *flow)
{
    return (const int32_t *)(const void *)flow->starts.memory;
}

/* ---- src/world/flow_map.c */
/* A flow whose last update succeeded. */
throng_status throng_world_flow_check_up_to_date(const throng_world_flow *flow);

/* ---- src/world/flow_update.c */
/* As the public call; status: what is wrong here already. */
throng_status throng_world_flow_bring(throng_world_flow *flow, throng_status status);

#endif
