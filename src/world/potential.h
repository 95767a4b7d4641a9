/* Potential fields of a world: sources at their homes (homes.h), and what parts have of them.
 *
 * Sums are defined in blocks of 64 indices. A part has whole blocks: its field's sources 64 k to 64 k + 63
 * are those of the k-th block, in ascending order, of which any source has been told; what is missing in it
 * stands in a world of its own, where no point is. So the terms of a block are added in the order of their
 * indices, and blocks in theirs; a block that is not there would add +0 to a sum that is +0 or not 0, which
 * changes no bit. */
#ifndef THRONG_WORLD_POTENTIAL_INTERNAL_H
#define THRONG_WORLD_POTENTIAL_INTERNAL_H

#include "src/potential/potential.h"
#include "src/world/homes.h"

#include <throng/world_potential.h>

#define THRONG_WORLD_POTENTIAL_COOKIE 0x77706f74u
#define THRONG_WORLD_POTENTIAL_DEF_COOKIE 0x77706466u

enum { THRONG_IN_BLOCK = 64 };

/* At its home. */
typedef struct throng_home_source {
    uint64_t id; /* its index; as throng_kept */
    int32_t state;
    throng_potential_source source;
    float x, y, range; /* as parts know it */
    int32_t told;      /* 0: no part knows it */
} throng_home_source;

/* What parts are told of a source. */
typedef struct throng_told_source {
    uint64_t id;
    throng_potential_source source;
    int32_t gone; /* 1: it does not reach the part any more */
} throng_told_source;

/* The box around the points of a part, wider than that; none where left > right. */
typedef struct throng_reach_box {
    float left, top, right, bottom;
} throng_reach_box;

typedef struct throng_world_field_part {
    throng_context *context;
    throng_potential *field;
    throng_buffer places;  /* float[2] of each point */
    int32_t points, moved; /* moved: 1: the box may not hold all of them */
    throng_buffer blocks;  /* uint64_t: index / 64, ascending */
    throng_buffer present; /* uint64_t: a bit for each source of a block */
    throng_buffer sources; /* throng_potential_source: 64 of each block */
    throng_buffer scratch; /* uint64_t: new blocks; what would be present */
    int32_t count;         /* of blocks */
    int32_t low, high;     /* sources that the field has not been told yet */
} throng_world_field_part;

struct throng_world_potential {
    uint32_t cookie;
    throng_world *world;
    throng_world_field_part *parts; /* of this process */
    throng_home home;
    throng_mail_list list;           /* of what is sent */
    throng_buffer scratch;           /* of sorting, and of naming */
    throng_buffer words;             /* int64_t: four of each part */
    throng_buffer boxes, told_boxes; /* throng_reach_box of all parts: now, and as they were when told */
    int32_t lost;
    throng_world_potential_info info;
};

static inline throng_home_source *throng_home_sources(const throng_home *home)
{
    return (throng_home_source *)(void *)home->entries.memory;
}
static inline uint64_t *throng_words_of(const throng_buffer *buffer)
{
    return (uint64_t *)(void *)buffer->memory;
}
static inline throng_reach_box *throng_boxes_of(const throng_buffer *buffer)
{
    return (throng_reach_box *)(void *)buffer->memory;
}
static inline throng_potential_source *throng_part_sources(const throng_world_field_part *part)
{
    return (throng_potential_source *)(void *)part->sources.memory;
}

/* ---- src/world/potential.c */
/* The handle is a field's, which is not lost. */
throng_status throng_world_potential_check(throng_world_potential *field);
/* A status for all processes, after which the field is lost where it is a failure. */
throng_status throng_world_potential_lose(throng_world_potential *field, throng_status status);

/* Entries are of the one world that a field of a world has. */
throng_status throng_world_potential_check_worlds(const throng_world_potential *field, const char *name,
                                                  int32_t count, const void *entries, size_t stride,
                                                  size_t world_at);

/* ---- src/world/blocks.c */
/* How the blocks of a part change by the mail that came: whether there is memory, and room. */
throng_status throng_blocks_plan(throng_world_potential *field, throng_world_field_part *part);
/* Changes them. */
void throng_blocks_take(throng_world_potential *field, throng_world_field_part *part);
/* Tells the local field. */
throng_status throng_blocks_tell(throng_world_field_part *part);
/* How many sources a part has. */
int64_t throng_blocks_count(const throng_world_field_part *part);
void throng_blocks_release(const throng_world *world, throng_world_field_part *part);

#endif
