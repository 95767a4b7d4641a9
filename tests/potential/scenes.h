/* Random potential fields for the tests, and sessions with them. Knows nothing of Criterion. */
#ifndef THRONG_TESTS_POTENTIAL_SCENES_H
#define THRONG_TESTS_POTENTIAL_SCENES_H

#include "tests/support/support.h"

typedef struct field_scene {
    const char *name;
    int32_t worlds, sources, goals, points;
    float side;                  /* all of it lies in a square of this side */
    float range_low, range_high; /* of sources */
    int32_t outliers;            /* percent that stand a thousand sides away */
    int32_t snapped;             /* 1: coordinates are whole numbers, so that many coincide */
    int32_t damage;
    int32_t columns, rows, blocked; /* of the terrain, 0: none; percent */
    throng_terrain_mode walls;
    float cell_size, terrain_range;
    uint64_t seed;
    int32_t types, interaction; /* of the measure, 0: none */
} field_scene;

extern const field_scene field_scenes[];
extern const int32_t field_scene_count;

/* A scene's field on a context, and what it was given. */
typedef struct test_field {
    const field_scene *scene;
    throng_context *context;
    throng_terrain *terrain;
    throng_measure *measure;
    throng_potential *potential;
    throng_potential_source *sources;
    throng_potential_goal *goals;
    throng_potential_point *points;
    uint8_t *blocked;
    throng_force *forces; /* as read last */
} test_field;

/* The measure's lambda, and the weight of a type. */
#define FIELD_LAMBDA 0.25f
float field_weight(int32_t type);
throng_potential_def field_def(const field_scene *s, throng_terrain *terrain, throng_measure *measure);
test_field *field_begin(throng_context *context, const field_scene *s);
void field_end(test_field *f);
/* Updates, and reads all. */
void field_feel(test_field *f);
/* A whole session: set, moved, truncated, grown, walls changed, read in part; everything that was read, one
 * behind the other; to be freed. */
float *field_play(throng_context *context, const field_scene *s, size_t *size);

#endif
