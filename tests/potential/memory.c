/* The host's allocator under potential fields: each request refused once; nothing allocated once a field is
 * there; what it says it uses. */
#include "tests/potential/scenes.h"
#include "tests/support/each_backend.h"

#include <stdlib.h>

static const field_scene small = {"memory", 2,  30, 4,  90, 10.0f, 2.0f, 5.0f, 0, 0,
                                  1,        12, 9,  20, 0,  1.0f,  2.0f, 18,   0, 0};

/* 0 where fewer than n requests were made. */
static int create_without(const variant *v, int n)
{
    watch *w = watch_begin();
    throng_context_def hooks = throng_context_default_def();
    throng_terrain_def walls = throng_terrain_default_def();
    throng_terrain *terrain;
    throng_potential *field = NULL;
    watch_hooks(w, &hooks);
    throng_context *context = open_variant(v, &hooks);
    walls.width = small.columns;
    walls.height = small.rows;
    MUST(context, throng_terrain_create(context, &walls, &terrain));
    const throng_potential_def def = field_def(&small, terrain, NULL);
    const int64_t alive = watch_alive(w);
    w->logs = w->assertions = 0;
    w->fail_at = n;
    const throng_status status = throng_potential_create(context, &def, &field);
    w->fail_at = 0;
    const int failed = w->failed;
    if (status != THRONG_OK) {
        cr_expect(status == THRONG_ERROR_OUT_OF_MEMORY && field == NULL && failed && w->assertions == 0 &&
                      w->logs > 0 && strstr(throng_context_message(context), "memory") != NULL,
                  "%s, request %d: %s, \"%s\"", v->name, n, throng_status_string(status), w->log);
        cr_expect(v->backend == THRONG_BACKEND_OPENCL || watch_alive(w) == alive, "request %d left something",
                  n);
        MUST(context, throng_potential_create(context, &def, &field));
    }
    MUST(context, throng_potential_update(field));
    MUST(context, throng_potential_destroy(field));
    MUST(context, throng_terrain_destroy(terrain));
    cr_expect(throng_context_destroy(context) == THRONG_OK && watch_end(w) == 0);
    return failed;
}

Test(field, each_request_fails_once)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        int n = 1;
        while (n < 100 && create_without(&list[i], n))
            n++;
        cr_expect(n > 3 && n < 100, "%s: %d requests", list[i].name, n - 1);
    }
}

Test(field, steady_state_allocates_nothing)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        watch *w = watch_begin();
        throng_context_def hooks = throng_context_default_def();
        throng_potential_info info;
        watch_hooks(w, &hooks);
        throng_context *context = open_variant(&list[i], &hooks);
        test_field *f = field_begin(context, &small);
        field_feel(f);
        MUST(context, throng_potential_get_info(f->potential, &info));
        cr_expect(info.backend == list[i].backend && info.lost == 0 && info.host_bytes > 1000 &&
                  (info.device_bytes > 0) == (list[i].backend == THRONG_BACKEND_OPENCL));
        const int64_t before = w->allocations;
        for (int frame = 0; frame < 5; frame++) {
            const throng_region cell = {frame, 3, 1, 1};
            MUST(context, throng_terrain_fill(f->terrain, &cell, frame % 2));
            MUST(context, throng_potential_move_points(f->potential, 0, small.points, &f->points[0].x,
                                                       sizeof *f->points));
            MUST(context, throng_potential_set_sources(f->potential, 0, small.sources, f->sources, 0));
            field_feel(f);
        }
        cr_expect(w->allocations == before, "%s: %d allocations", list[i].name,
                  (int)(w->allocations - before));
        field_end(f);
        cr_expect(throng_context_destroy(context) == THRONG_OK && watch_end(w) == 0);
    }
}

/* What was forgotten is gone, and the field as new. */
EACH(field, reset)
{
    test_field *f = field_begin(context, &small);
    throng_potential_info info;
    field_feel(f);
    throng_force *before = must_allocate((size_t)small.points * sizeof *before);
    memcpy(before, f->forces, (size_t)small.points * sizeof *before);
    MUST(context, throng_potential_reset(f->potential));
    MUST(context, throng_potential_update(f->potential));
    MUST(context, throng_potential_get_info(f->potential, &info));
    cr_expect(info.sources == 0 && info.goals == 0 && info.points == 0);
    MUST(context, throng_potential_set_goals(f->potential, 0, small.goals, f->goals, 0));
    MUST(context, throng_potential_set_points(f->potential, 0, small.points, f->points, 0));
    throng_force force;
    MUST(context, throng_potential_read(f->potential, 5, 1, &force, 0)); /* not felt yet */
    cr_expect(force.fx == 0.0f && force.fy == 0.0f && force.potential == 0.0f && force.damage == 0.0f);
    MUST(context, throng_potential_set_sources(f->potential, 0, small.sources, f->sources, 0));
    field_feel(f);
    cr_expect(memcmp(before, f->forces, (size_t)small.points * sizeof *before) == 0);
    free(before);
    field_end(f);
}
