/* The scenes of crowds, with calls that are mirrored. */
#include "tests/world/mirror.h"

#define throng_crowd_add mirrored_add
#define throng_crowd_remove mirrored_remove
#define throng_crowd_set mirrored_set
#define throng_crowd_step mirrored_step

#define crowd_scenes mirrored_crowd_scenes
#define crowd_scene_count mirrored_crowd_scene_count
#define crowd_def mirrored_crowd_def
#define crowd_agent mirrored_crowd_agent
#define crowd_begin mirrored_crowd_begin
#define crowd_begin_on mirrored_crowd_begin_on
#define crowd_end mirrored_crowd_end
#define crowd_step mirrored_crowd_step
#define crowd_perceive mirrored_crowd_perceive
#define crowd_hash mirrored_crowd_hash
#define crowd_change mirrored_crowd_change
#define crowd_play mirrored_crowd_play

extern const crowd_scene crowd_scenes[];
extern const int32_t crowd_scene_count;
throng_agent_def crowd_agent(rng *r, const crowd_scene *s, int32_t i);
void crowd_perceive(test_crowd *t);
test_crowd *crowd_begin_on(throng_context *context, const crowd_scene *s, throng_terrain *terrain,
                           float cell_size);
float *crowd_play(throng_context *context, const crowd_scene *s, size_t *size);

#include "tests/crowd/scenes.c"
