/* The steps of a layer's update: update.c takes them at once, slices.c in parts. */
#ifndef THRONG_CPU_INFLUENCE_UPDATE_H
#define THRONG_CPU_INFLUENCE_UPDATE_H

#include "src/cpu/influence/influence.h"

typedef struct cpu_update {
    cpu_map *m;
    cpu_layer *l;
    float *out;            /* where the new values go; cells that stay have theirs there */
    const uint32_t *walls; /* of the terrain at `version`; NULL: Euclidean */
    uint64_t version;
    float momentum;
    int32_t sliced;  /* 1: `out` is not what hosts read */
    int32_t objects; /* of the layer */
    throng_region regions[THRONG_TERRAIN_CHANGES];
    int32_t region_count;         /* -1: everything changed */
    int32_t first, count, parts;  /* the objects of this round */
    int32_t step, step_size;      /* of each part, the objects of a pass: all of them, or some */
    int32_t from_carry, to_carry; /* whether rounds came before, whether more follow */
    int32_t whole;                /* 1: pieces are all tiles */
    int32_t tables;               /* which objects have tables: CPU_TABLES_NONE etc. */
    int32_t piece_first, pieces;  /* the group at work */
} cpu_update;

/* Rows of a piece; all of them have been summed once its last one has. */
typedef struct cpu_strip {
    int32_t piece, first, count;
} cpu_strip;

/* Objects of a pass over the range that `first` and `count` give, for one of its parts. */
typedef struct cpu_range {
    int32_t first, end;
} cpu_range;

static inline cpu_range throng_cpu_update_part(const cpu_update *u, int32_t index)
{
    const int32_t begin = u->first + throng_part_begin(u->count, u->parts, index),
                  end = u->first + throng_part_begin(u->count, u->parts, index + 1);
    if (u->step >= end - begin)
        return (cpu_range){end, end};
    const int32_t first = begin + u->step;
    return (cpu_range){first, u->step_size < end - first ? first + u->step_size : end};
}

/* ---- src/cpu/influence/update.c */
/* A range of objects is to be passed over: in one step. */
void throng_cpu_update_range(cpu_update *u, int32_t first, int32_t count);
/* Marks what momentum changes and cuts what changed into pieces. Returns 0 if nothing is to be summed. */
int32_t throng_cpu_update_cut(cpu_update *u, int32_t fit);
/* Counts the sources of pieces, plans a group of pieces from piece_first on, and lists their sources. */
void throng_cpu_update_count(cpu_update *u);
void throng_cpu_update_plan(cpu_update *u);
void throng_cpu_update_list(cpu_update *u);
influence_tile throng_cpu_update_tile(const cpu_map *m, const cpu_piece *p);
void throng_cpu_update_sum(const cpu_update *u, const cpu_strip *strip, float *sums);
/* Blends some rows of blocks, all tasks together. */
void throng_cpu_update_blend(cpu_update *u, int32_t first, int32_t rows);
/* All pieces are summed, and cells blended. */
void throng_cpu_update_settle(cpu_update *u, int32_t summed);

/* ---- src/cpu/influence/table_sums.c */
/* Sums a whole layer of which all sources have tables, in its values themselves. Returns 0 if that cannot be,
 * and nothing is done. */
int32_t throng_cpu_table_sums(cpu_update *u);

/* ---- src/cpu/influence/footprints.c */
/* Finds what changed of the walls, and sources and footprints that it concerns. */
void throng_cpu_footprints_changes(cpu_update *u);
void throng_cpu_footprints_look(cpu_update *u);
/* Gives places to the footprints of objects from `first` on that fit together; how many objects that are.
 * *moved: 1 if they had other ones, or none. */
int32_t throng_cpu_footprints_place(cpu_layer *l, int32_t objects, int32_t first, int32_t *moved);
/* Makes moved footprints stale: not before it is known which blocks change, since what is stale counts as
 * marked. */
void throng_cpu_footprints_moved(cpu_layer *l, int32_t first, int32_t count);
/* Writes those of them that are stale. */
void throng_cpu_footprints_write(cpu_update *u, int32_t first, int32_t count);
void throng_cpu_footprints_add(const cpu_map *m, const cpu_layer *l, float *sums, const influence_tile *tile,
                               const uint32_t *list, uint32_t count);

/* ---- src/cpu/influence/all_pairs.c */
/* Whether the table is that of the walls. */
int32_t throng_cpu_table_known(const cpu_update *u);
/* Computes some rows of it; `last`: these are the last ones. */
void throng_cpu_table_build(cpu_update *u, int32_t first, int32_t count, int32_t last);

#endif
