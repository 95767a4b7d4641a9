/* What the files on crowds share: who is who. */
#ifndef THRONG_CROWD_AGENTS_H
#define THRONG_CROWD_AGENTS_H

#include "kernels/crowd/layout.h"
#include "src/core/check.h"
#include "src/crowd/crowd.h"

/* Generations of handles are odd while what they name is there. A snapshot that is taken up may set them
 * back; from then on new ones begin at a floor above those that were given out since it was made, so that no
 * old handle names something new. A crowd that takes up what it is gives out the same handles as one that
 * does not. */
static inline uint32_t throng_generation_after(uint32_t free, uint32_t floor)
{
    return free + 1 < floor ? floor : free + 1;
}
static inline uint32_t throng_generation_floor(uint32_t floor, uint32_t now, uint32_t taken_up)
{
    const uint32_t above = (now + 1) | 1u;
    return now <= taken_up || above < floor ? floor : above;
}

/* ---- src/crowd/crowd.c */
/* Before a step: agents and terrain that came and went are settled. */
throng_status throng_crowd_prepare(throng_crowd *crowd, float dt, throng_crowd_step_params *step_params);

/* ---- src/crowd/transfer.c */
/* Bodies and senses of agents as a whole; each a struct or `stride` bytes apart. */
throng_status throng_crowd_read(throng_crowd *crowd, int32_t count, const int32_t *agents, void *bodies,
                                void *senses, size_t stride);
/* begun: where this fails the crowd is lost. */
throng_status throng_crowd_write(throng_crowd *crowd, int32_t count, const int32_t *agents,
                                 const void *bodies, const void *senses, size_t stride, int32_t begun);

/* ---- src/crowd/agents.c: memory for the handles of `capacity` agents; those that exist keep theirs. */
throng_status throng_crowd_handles_reserve(throng_crowd *crowd, int32_t capacity);
void throng_crowd_handles_release(throng_crowd *crowd);
size_t throng_crowd_handles_bytes(const throng_crowd *crowd);
void throng_crowd_handles_forget(throng_crowd *crowd); /* all agents */
/* After ids and generations were written: the table and the list. */
void throng_crowd_handles_renew(throng_crowd *crowd);
/* The index behind a handle, -1: its agent is gone, or never was. */
int32_t throng_crowd_index(const throng_crowd *crowd, throng_agent agent);
/* Brings `alive` up to date and lets the backend know; ranks agents anew where new ids ask for it. */
throng_status throng_crowd_flush_changes(throng_crowd *crowd);
/* Brings `alive` up to date. */
void throng_crowd_build_active_list(throng_crowd *crowd);

/* ---- src/crowd/agent_def.c */
/* 0, or 1e-6 to 1e9. */
static inline int32_t throng_agent_is_length(float length)
{
    return throng_within(length, 0.0f, 0.0f) || throng_within(length, 1e-6f, THRONG_MOST);
}
/* A negative value selects the default. */
static inline int32_t throng_agent_is_default_or(float value)
{
    return throng_within(value, -3.40282347e+38f, THRONG_MOST);
}
/* Cosine of half the angle (0 to 360 degrees) times its own magnitude; -2 for a full circle. */
float throng_agent_cosine(float angle);
/* Normalises a vector; 0 if it has no direction. */
int32_t throng_agent_unit(float *x, float *y);
throng_status throng_crowd_check_agent(const throng_crowd *crowd, int32_t index, const throng_agent_def *d);
/* But for id and rank. */
void throng_crowd_fill_agent(const throng_agent_def *def, crowd_body *body, crowd_sense *sense);
/* 1: it has a layer, mask, priority or responsibility of its own, or is locked. */
int32_t throng_crowd_is_heterogeneous(const crowd_body *body, const crowd_sense *sense);

/* ---- src/crowd/values.c */
/* Where the backend has a value of agents as the host would read it; for others of these calls. Errors: as
 * throng_crowd_get(), and of values that the host reads otherwise. */
throng_status throng_crowd_part_of(throng_crowd *crowd, throng_agent_value what, int32_t count,
                                   const throng_agent *agents, size_t agent_stride, throng_crowd_part *part);

/* ---- src/crowd/walls.c: what stands in a crowd's way, by indices. */
/* Memory for `count` walls of an obstacle, *index: -1: of a new one; else in place of those that it has. They
 * are to be written before throng_crowd_walls_binned(). Where this fails, nothing has changed. */
throng_status throng_crowd_walls_place(throng_crowd *crowd, int32_t *index, int32_t of_terrain, int32_t count,
                                       struct crowd_wall **walls);
void throng_crowd_walls_binned(throng_crowd *crowd, int32_t index);
void throng_crowd_walls_drop(throng_crowd *crowd, int32_t index);
/* Of an obstacle; 0: it is not there. */
uint32_t throng_crowd_walls_generation(const throng_crowd *crowd, int32_t index);
int32_t throng_crowd_walls_of_terrain(const throng_crowd *crowd, int32_t index);
const struct crowd_wall *throng_crowd_walls_of(const throng_crowd *crowd, int32_t index, int32_t *count);
int32_t throng_crowd_walls_handles(const throng_crowd *crowd); /* indices are below that */
/* Lets the backend know of obstacles that came and went. */
throng_status throng_crowd_flush_walls(throng_crowd *crowd);
/* As a backend gets them. */
throng_crowd_walls throng_crowd_walls_now(const throng_crowd *crowd);
void throng_crowd_walls_release(throng_crowd *crowd);
void throng_crowd_walls_forget(throng_crowd *crowd); /* all obstacles */
size_t throng_crowd_walls_bytes(const throng_crowd *crowd);
int32_t throng_crowd_walls_count(const throng_crowd *crowd);

/* For snapshots: how many bytes, and what goes there and comes from there. */
size_t throng_crowd_walls_saved(const throng_crowd *crowd);
void throng_crowd_walls_save(const throng_crowd *crowd, unsigned char *to);
throng_status throng_crowd_walls_restore(throng_crowd *crowd, const unsigned char *from);

/* ---- src/crowd/terrain_walls.c: terrain as obstacles. */
throng_status throng_crowd_terrain_walls_create(throng_crowd *crowd);
void throng_crowd_terrain_walls_release(throng_crowd *crowd);
size_t throng_crowd_terrain_walls_bytes(const throng_crowd *crowd);
void throng_crowd_terrain_walls_adopt(throng_crowd *crowd); /* the obstacles of terrain that there are now */
throng_status throng_crowd_update_terrain_walls(throng_crowd *crowd); /* where it changed */

#endif
