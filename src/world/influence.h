/* Influence maps of a world: who keeps objects, and what parts have of them.
 *
 * Each object has a home (homes.h), which knows the cells that it reaches. Calls that set objects send them
 * there. An update sends those that changed from there to the parts whose cells they reach or reached, each
 * of which has a list of the objects that reach it, in ascending id.
 *
 * A part's cells get the sums of one map. Euclidean influence depends on the object and the cell alone. Where
 * influence walks, the local map has `reach` more cells around those of the part, and an object reaches no
 * farther than that: it is no more than `reach` cells to the side of any cell that it influences. Each cell
 * of a path (or of a chain of steps) to a cell c of the part is at most that far from c, too, since what is
 * left of the path from there is no longer than the path. So all paths to c that count are in the local map,
 * and with them the best one; and what the local map finds is no better, since its paths are paths of the
 * whole map, of which its walls are a part: beyond its edge it takes cells for blocked. */
#ifndef THRONG_WORLD_INFLUENCE_INTERNAL_H
#define THRONG_WORLD_INFLUENCE_INTERNAL_H

#include "src/influence/influence.h"
#include "src/world/homes.h"
#include "src/world/tiles.h"

#include "kernels/influence/prepare.h"

#include <throng/influence_slices.h>
#include <throng/world_influence.h>

#define THRONG_WORLD_INFLUENCE_COOKIE 0x7769666cu
#define THRONG_WORLD_INFLUENCE_DEF_COOKIE 0x77696466u

/* At its home. */
typedef struct throng_home_object {
    uint64_t id; /* as throng_kept */
    int32_t state;
    throng_influence_object object; /* as it was set */
    throng_box sent;                /* cells that it reaches as parts know it */
    throng_box next;                /* the same, in the update under way */
    throng_cell stands;             /* where influence walks: the cell to which its offset has led */
    int32_t told, reserved;         /* told: 0: no part knows it */
} throng_home_object;

/* The objects of a layer that reach a part, in ascending id. Those that went are left in their place, with
 * influence 0, until there are too many of them. */
typedef struct throng_reaching {
    throng_buffer ids;     /* uint64_t */
    throng_buffer objects; /* throng_influence_object */
    throng_buffer gone;    /* uint8_t */
    int32_t count, alive;
    int32_t low, high; /* what the local map has not been told yet */
} throng_reaching;

typedef struct throng_world_map_part {
    throng_context *context;
    int32_t number;
    throng_region own; /* cells of the whole map */
    throng_region all; /* those of the local map */
    throng_influence *map;
    throng_terrain *terrain; /* NULL: Euclidean */
    throng_reaching layers[THRONG_MAX_LAYERS];
    throng_buffer places; /* int32_t: what comes in an update, in the order of reading: its place in a list */
    throng_buffer fresh;  /* throng_told: of a layer, what is new */
} throng_world_map_part;

/* What parts are told of an object. */
typedef struct throng_told {
    uint64_t id;
    throng_influence_object object;
    int32_t layer; /* -1 - layer: it does not reach the part any more */
} throng_told;

struct throng_world_influence {
    uint32_t cookie;
    throng_world *world;
    throng_influence_def def; /* of the whole map */
    influence_grid grid;      /* of the whole map */
    int32_t reach;            /* cells around those of a part, of which paths may be */
    throng_tiles tiles;
    throng_world_map_part *parts; /* of this process */
    throng_home homes[THRONG_MAX_LAYERS];
    throng_mail_list list;  /* of what is sent */
    throng_buffer arrived;  /* who has gone where its offset leads, in the update under way */
    throng_buffer scratch;  /* of sorting, of naming, of values that are read */
    uint64_t walls, walked; /* times that walls were set: so far, and when offsets were applied */
    int32_t lost;
    throng_world_influence_info info;
};

static inline throng_home_object *throng_home_objects(const throng_home *home)
{
    return (throng_home_object *)(void *)home->entries.memory;
}
static inline uint64_t *throng_reaching_ids(const throng_reaching *r)
{
    return (uint64_t *)(void *)r->ids.memory;
}
static inline throng_influence_object *throng_reaching_objects(const throng_reaching *r)
{
    return (throng_influence_object *)(void *)r->objects.memory;
}
static inline uint8_t *throng_reaching_gone(const throng_reaching *r)
{
    return (uint8_t *)(void *)r->gone.memory;
}

static inline influence_object throng_kernel_object(const throng_influence_object *object)
{
    influence_object o;
    memcpy(&o, object, sizeof o);
    return o;
}

/* Whether influence walks. */
static inline int32_t throng_world_influence_walks(const throng_world_influence *map)
{
    return map->def.propagation != THRONG_PROPAGATION_EUCLIDEAN;
}

/* ---- src/world/influence.c */
/* The handle is a map's, which is not lost. */
throng_status throng_world_influence_check(throng_world_influence *map);
/* A status for all processes, after which the map is lost where it is a failure. */
throng_status throng_world_influence_lose(throng_world_influence *map, throng_status status);

/* The cells of a part's local map, in the whole map; none if the part has none. */
throng_box throng_world_influence_around(const throng_world_influence *map, int32_t part);

/* ---- src/world/influence_results.c */
throng_status throng_world_influence_check_region(const throng_world_influence *map, const throng_region *r);

/* ---- src/world/reaching.c */
/* How the lists of a part change by the mail that came. 0: more than the map's object_capacity would reach it
 * on some layer, which is in *full, *wanted of them. */
throng_status throng_reaching_plan(throng_world_influence *map, throng_world_map_part *part, int32_t *full,
                                   int64_t *wanted);
/* Changes them. */
void throng_reaching_take(throng_world_influence *map, throng_world_map_part *part);
/* Tells the local map. */
throng_status throng_reaching_tell(throng_world_map_part *part, int32_t layer);
void throng_reaching_release(const throng_world *world, throng_reaching *reaching);

/* ---- src/world/offsets.c */
/* Where objects stand whose influence walks and that have an offset, if they or walls changed. Collective. */
throng_status throng_world_influence_advance(throng_world_influence *map);
/* The object as parts are told of it. */
throng_influence_object throng_home_told(const throng_world_influence *map, const throng_home_object *h);
/* The cells that it reaches. */
throng_box throng_home_box(const throng_world_influence *map, const throng_home_object *h);

#endif
