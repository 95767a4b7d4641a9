/* The ring of a readback: full, released, the latest read; destroyed under a read; no memory in a steady
 * state. */
#include "tests/readback/things.h"

#include <stdlib.h>

static throng_readback *positions(const things *t, int32_t slots)
{
    throng_readback *readback;
    const throng_readback_def def = things_readback(t, THRONG_READBACK_AGENTS, slots);
    MUST(t->context, throng_readback_create(t->context, &def, &readback));
    return readback;
}

static int32_t used(const things *t, throng_readback *readback)
{
    throng_readback_info info;
    MUST(t->context, throng_readback_get_info(readback, &info));
    return info.used;
}

static int is_gone(throng_readback *readback, uint64_t number)
{
    int32_t ready;
    return throng_readback_ready(readback, number, &ready) == THRONG_ERROR_INVALID_ARGUMENT;
}

/* A read that finds no slot changes nothing; as soon as there is one, it begins. */
EACH_THING(readback_slots, run_out)
{
    float at[3][THINGS_AGENTS][2], got[THINGS_AGENTS][2];
    throng_readback_read reads[3];
    throng_readback *readback = positions(t, 2);
    for (int32_t i = 0; i < 3; i++) {
        things_go_on(t, i);
        MUST(t->context, throng_crowd_get(t->crowd, THRONG_AGENT_POSITION, THINGS_AGENTS, NULL, 0, at[i], 0));
        const throng_status status = throng_readback_begin_agents(readback, NULL, THINGS_AGENTS, &reads[i]);
        cr_expect(status == (i < 2 ? THRONG_OK : THRONG_ERROR_CAPACITY), "%d", (int)status);
    }
    cr_expect(strstr(throng_context_message(t->context), "the oldest is read 1") != NULL, "%s",
              throng_context_message(t->context));
    MUST(t->context, throng_readback_fetch(readback, reads[1].number, got, 0));
    cr_expect(memcmp(got, at[1], sizeof got) == 0);
    MUST(t->context, throng_readback_begin_agents(readback, NULL, THINGS_AGENTS, &reads[2]));
    cr_expect(reads[2].number == 3 && reads[2].step == 3);
    MUST(t->context, throng_readback_fetch(readback, reads[2].number, got, 0));
    cr_expect(memcmp(got, at[2], sizeof got) == 0);
    MUST(t->context, throng_readback_fetch(readback, reads[0].number, got, 0));
    cr_expect(memcmp(got, at[0], sizeof got) == 0);
    cr_expect(used(t, readback) == 0 && is_gone(readback, 1) && is_gone(readback, 2) && is_gone(readback, 3));
    MUST(t->context, throng_readback_destroy(readback));
}

/* A slot that is released before its read has ended takes the next one. */
EACH_THING(readback_slots, are_released)
{
    float at[THINGS_AGENTS][2], got[THINGS_AGENTS][2];
    throng_readback_read read;
    throng_readback *readback = positions(t, 1);
    for (int32_t i = 0; i < 4; i++) {
        things_go_on(t, i);
        MUST(t->context, throng_readback_begin_agents(readback, NULL, THINGS_AGENTS, &read));
        cr_expect(used(t, readback) == 1);
        if (i < 3)
            MUST(t->context, throng_readback_release(readback, read.number));
    }
    MUST(t->context, throng_crowd_get(t->crowd, THRONG_AGENT_POSITION, THINGS_AGENTS, NULL, 0, at, 0));
    MUST(t->context, throng_readback_fetch(readback, read.number, got, 0));
    cr_expect(memcmp(got, at, sizeof got) == 0 && read.number == 4);
    MUST(t->context, throng_readback_destroy(readback));
}

/* The latest one that ended; those before it are released, but for one that is mapped. */
EACH_THING(readback_slots, have_a_latest_read)
{
    throng_readback_read latest, reads[4];
    const void *values;
    int32_t ready;
    throng_readback *readback = positions(t, 5);
    MUST(t->context, throng_readback_latest(readback, &latest));
    cr_expect(latest.number == 0, "there is none");
    for (int32_t i = 0; i < 4; i++) {
        things_go_on(t, i);
        MUST(t->context, throng_readback_begin_agents(readback, NULL, THINGS_AGENTS, &reads[i]));
    }
    MUST(t->context, throng_readback_map(readback, reads[1].number, &values));
    MUST(t->context, throng_context_wait(t->context));
    MUST(t->context, throng_readback_get_read(readback, 3, &latest));
    cr_expect(memcmp(&latest, &reads[2], sizeof latest) == 0, "it is known by its number");
    MUST(t->context, throng_readback_ready(readback, reads[3].number, &ready));
    cr_expect(ready == 1);
    MUST(t->context, throng_readback_latest(readback, &latest));
    cr_expect(latest.number == 4 && latest.step == 4 && latest.count == THINGS_AGENTS);
    cr_expect(is_gone(readback, 1) && !is_gone(readback, 2) && is_gone(readback, 3) &&
              used(t, readback) == 2);
    MUST(t->context, throng_readback_latest(readback, &latest));
    cr_expect(latest.number == 4, "it stays until it is fetched");
    MUST(t->context, throng_readback_release(readback, 2));
    MUST(t->context, throng_readback_release(readback, 4));
    MUST(t->context, throng_readback_latest(readback, &latest));
    cr_expect(latest.number == 0 && used(t, readback) == 0);
    MUST(t->context, throng_readback_destroy(readback));
}

/* An object is not destroyed before its readback; a readback is destroyed, or reset, under its reads. */
EACH_THING(readback_slots, end_with_the_readback)
{
    throng_readback *readback = positions(t, 2);
    throng_readback_read read;
    things_go_on(t, 0);
    cr_expect(throng_crowd_destroy(t->crowd) == THRONG_ERROR_INVALID_ARGUMENT);
    cr_expect(strstr(throng_context_message(t->context), "used by 1 other") != NULL);
    MUST(t->context, throng_readback_begin_agents(readback, NULL, THINGS_AGENTS, NULL));
    MUST(t->context, throng_readback_reset(readback));
    cr_expect(used(t, readback) == 0 && is_gone(readback, 1));
    MUST(t->context, throng_readback_begin_agents(readback, NULL, THINGS_AGENTS, &read));
    cr_expect(read.number == 2, "numbers go on");
    MUST(t->context, throng_readback_destroy(readback));
}

/* What no update has computed is filled in, also where the slot's last read is still under way. */
EACH_THING(readback_slots, are_filled_after_a_release)
{
    enum { POINTS = 2000, SOURCES = 3000 };
    throng_potential_def def = throng_potential_default_def();
    throng_readback_def reading = things_readback(t, THRONG_READBACK_FORCES, 1);
    throng_potential_source *sources = must_allocate(SOURCES * sizeof *sources);
    throng_potential_point *points = must_allocate(POINTS * sizeof *points);
    throng_force *forces = must_allocate(POINTS * sizeof *forces);
    throng_readback *readback;
    throng_readback_read read;
    rng r = {7};
    int32_t wrong = 0;
    def.source_capacity = SOURCES;
    def.point_capacity = POINTS;
    MUST(t->context, throng_potential_create(t->context, &def, &reading.field));
    reading.capacity = POINTS;
    MUST(t->context, throng_readback_create(t->context, &reading, &readback));
    for (int32_t i = 0; i < SOURCES; i++) {
        sources[i] = throng_potential_default_source();
        sources[i].range = 100.0f;
        sources[i].x = rng_between(&r, 0.0f, 50.0f);
        sources[i].y = rng_between(&r, 0.0f, 50.0f);
    }
    for (int32_t i = 0; i < POINTS; i++)
        points[i] = (throng_potential_point){rng_between(&r, 0.0f, 50.0f), rng_between(&r, 0.0f, 50.0f),
                                             THRONG_GOALS_NONE, 0};
    MUST(t->context, throng_potential_set_sources(reading.field, 0, SOURCES, sources, 0));
    MUST(t->context, throng_potential_set_points(reading.field, 0, POINTS, points, 0));
    MUST(t->context, throng_potential_update(reading.field));
    MUST(t->context, throng_readback_begin_range(readback, 0, POINTS, &read));
    MUST(t->context, throng_readback_release(readback, read.number));
    MUST(t->context, throng_potential_truncate_points(reading.field, POINTS / 2));
    MUST(t->context, throng_potential_set_points(reading.field, POINTS / 2, POINTS / 2, points, 0));
    MUST(t->context, throng_readback_begin_range(readback, 0, POINTS, &read));
    MUST(t->context, throng_readback_fetch(readback, read.number, forces, 0));
    for (int32_t i = 0; i < POINTS; i++)
        wrong += (forces[i].fx != 0.0f) != (i < POINTS / 2);
    cr_expect(wrong == 0, "%d forces of points that are new", (int)wrong);
    MUST(t->context, throng_readback_destroy(readback));
    MUST(t->context, throng_potential_destroy(reading.field));
    free(sources);
    free(points);
    free(forces);
}

/* Frames with a read of each kind allocate nothing. */
Test(readback_slots, need_no_memory)
{
    variant list[4];
    const int32_t count = few_variants(list, 4);
    for (int32_t i = 0; i < count; i++) {
        things t;
        watch *w = watch_begin();
        throng_context_def hooks = throng_context_default_def();
        throng_readback *readback[2];
        throng_readback_info info;
        static unsigned char got[THINGS_CELLS * 4];
        int64_t before = 0;
        watch_hooks(w, &hooks);
        throng_context *context = open_variant(&list[i], &hooks);
        things_begin(&t, context);
        readback[0] = positions(&t, 2);
        const throng_readback_def def = things_readback(&t, THRONG_READBACK_LAYER, 2);
        MUST(context, throng_readback_create(context, &def, &readback[1]));
        for (int32_t frame = 0; frame < 6; frame++) {
            throng_readback_read read, of_layer;
            things_go_on(&t, frame);
            before = frame == 2 ? w->allocations : before;
            MUST(context, throng_readback_begin_agents(readback[0], NULL, THINGS_AGENTS, &read));
            MUST(context, throng_readback_begin_region(readback[1], NULL, &of_layer));
            MUST(context, throng_readback_latest(readback[1], &of_layer));
            MUST(context, throng_readback_fetch(readback[0], read.number, got, 0));
            MUST(context, throng_context_wait(context));
            MUST(context, throng_readback_latest(readback[1], &of_layer));
            MUST(context, throng_readback_fetch(readback[1], of_layer.number, got, 0));
        }
        cr_expect(w->allocations == before, "%s", list[i].name);
        MUST(context, throng_readback_get_info(readback[0], &info));
        cr_expect(info.backend == list[i].backend && info.lost == 0 && info.reads == 6 && info.slots == 2 &&
                  info.entry_bytes == 8);
        cr_expect(info.host_bytes + info.device_bytes > 2 * THINGS_CELLS * 8);
        MUST(context, throng_readback_destroy(readback[0]));
        MUST(context, throng_readback_destroy(readback[1]));
        things_end(&t);
        cr_expect(throng_context_destroy(context) == THRONG_OK && watch_end(w) == 0);
    }
}
