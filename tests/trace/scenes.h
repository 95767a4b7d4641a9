/* Random paths along potential fields for the tests, and sessions with them. Knows nothing of Criterion. */
#ifndef THRONG_TESTS_TRACE_SCENES_H
#define THRONG_TESTS_TRACE_SCENES_H

#include "tests/potential/scenes.h"

typedef struct trace_scene {
    field_scene field;
    int32_t starts, max_steps;
    float speed_low, speed_high;
    throng_escape escape;
    throng_grid grid; /* of the flow */
    float hill_range;
} trace_scene;

extern const trace_scene trace_scenes[];
extern const int32_t trace_scene_count;

/* A scene's tracer on a context, and what it was given. */
typedef struct test_trace {
    const trace_scene *scene;
    test_field *field;
    throng_flow *flow; /* NULL: none */
    throng_trace *trace;
    throng_trace_start *starts;
    throng_trace_result *results; /* as read last */
    throng_trace_point *points;   /* max_steps + 1 of each path; zeros behind its end */
} test_trace;

test_trace *trace_begin(throng_context *context, const trace_scene *s);
void trace_end(test_trace *t);
/* Updates, and reads all. */
void trace_walk(test_trace *t);
const throng_trace_point *trace_points(const test_trace *t, int32_t path);
throng_trace_def trace_def(const trace_scene *s, throng_potential *field, throng_flow *flow);
/* A whole session: sources moved, walls changed, starts set, truncated and grown; everything that was read,
 * one behind the other; to be freed. */
float *trace_play(throng_context *context, const trace_scene *s, size_t *size);

#endif
