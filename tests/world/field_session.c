#include "tests/world/field_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const field_session field_sessions[] = {
    {"near", 100.0f, 9.0f, 1, 0, 0, 0, THRONG_TERRAIN_ALL, 8, 701},
    {"far", 50.0f, 300.0f, 1, 0, 0, 0, THRONG_TERRAIN_ALL, 6, 702},
    {"types", 80.0f, 20.0f, 1, 3, 0, 0, THRONG_TERRAIN_ALL, 6, 703},
    {"interaction", 80.0f, 25.0f, 1, 4, 1, 0, THRONG_TERRAIN_ALL, 6, 704},
    {"walls", 60.0f, 6.0f, 0, 0, 0, 64, THRONG_TERRAIN_ALL, 6, 705},
    {"nearest wall", 60.0f, 12.0f, 1, 2, 0, 64, THRONG_TERRAIN_NEAREST, 6, 706},
};
const int32_t field_session_count = sizeof field_sessions / sizeof *field_sessions;

/* ---------------------------------------------------------------- fields ---------------------------- */

static throng_terrain *make_terrain(throng_context *context, const field_session *s)
{
    throng_terrain_def def = throng_terrain_default_def();
    throng_terrain *terrain;
    rng r = {s->seed + 1};
    if (s->cells == 0)
        return NULL;
    def.width = def.height = s->cells;
    uint8_t *blocked = must_allocate((size_t)s->cells * (size_t)s->cells);
    for (int32_t i = 0; i < s->cells * s->cells; i++)
        blocked[i] = rng_below(&r, 6) == 0;
    MUST(context, throng_terrain_create(context, &def, &terrain));
    MUST(context, throng_terrain_set(terrain, NULL, blocked, 0));
    free(blocked);
    return terrain;
}

static throng_measure *make_measure(throng_context *context, const field_session *s)
{
    throng_measure_def def = throng_measure_default_def();
    throng_measure *measure;
    if (s->types == 0)
        return NULL;
    def.kind = THRONG_MEASURE_LAMBDA;
    def.types = s->types;
    def.lambda = 0.25f;
    for (int32_t i = 0; i < def.types; i++)
        def.weights[i] = 0.2f + 0.3f * (float)i;
    MUST(context, throng_measure_create(context, &def, &measure));
    return measure;
}

static throng_potential_def def_of(const field_session *s, throng_terrain *terrain, throng_measure *measure)
{
    throng_potential_def def = throng_potential_default_def();
    def.source_capacity = (FIELD_SOURCES + 63) / 64 * 64;
    def.goal_capacity = FIELD_GOALS;
    def.point_capacity = FIELD_POINTS;
    def.damage = s->damage;
    def.measure = measure;
    def.interaction = s->interaction;
    def.terrain = terrain;
    def.terrain_mode = s->walls;
    def.terrain_eta = 0.7f;
    return def;
}

field_mirror field_mirror_begin(const char *name, int32_t count, throng_context *const *contexts,
                                const throng_world_def *def, const field_session *s)
{
    field_mirror m = {.local = count};
    throng_potential_def parts[FIELD_PARTS];
    throng_world_potential_def of_field = throng_world_potential_default_def();
    snprintf(m.name, sizeof m.name, "%s", name);
    for (int32_t i = 0; i < count; i++) {
        m.contexts[i] = contexts[i];
        m.terrain[i] = make_terrain(contexts[i], s);
        m.measure[i] = make_measure(contexts[i], s);
        parts[i] = def_of(s, m.terrain[i], m.measure[i]);
    }
    of_field.parts = parts;
    MUST(contexts[0], throng_world_create(count, contexts, def, &m.world));
    MUST(contexts[0], throng_world_potential_create(m.world, &of_field, &m.field));
    return m;
}

void field_mirror_end(const field_mirror *m)
{
    MUST(m->contexts[0], throng_world_potential_destroy(m->field));
    MUST(m->contexts[0], throng_world_destroy(m->world));
    for (int32_t i = 0; i < m->local; i++) {
        MUST(m->contexts[i], throng_terrain_destroy(m->terrain[i]));
        MUST(m->contexts[i], throng_measure_destroy(m->measure[i]));
    }
}

/* ---------------------------------------------------------------- the session ----------------------- */

typedef struct playing {
    throng_context *context;
    const field_session *s;
    const field_mirror *mirrors;
    int32_t mirror_count, rank, size, giver;
    rng r;
    throng_terrain *terrain;
    throng_measure *measure;
    throng_potential *field;
    throng_potential_source sources[FIELD_SOURCES];
    uint8_t there[FIELD_SOURCES];
    throng_potential_point points[FIELD_POINTS];
    throng_force forces[FIELD_POINTS];
    int32_t differences;
} playing;

/* Blocks keep their order, far apart. */
static uint64_t index_of(int32_t i)
{
    const uint64_t block = (uint64_t)(i / 64);
    return (block * 1000003 + (block > 3 ? (uint64_t)1 << 50 : 0)) * 64 + (uint64_t)(i % 64);
}

static int mine(const playing *p, int32_t i)
{
    return p->giver >= 0 ? p->rank == p->giver : i % p->size == p->rank;
}

static throng_potential_source make_source(playing *p)
{
    throng_potential_source s = throng_potential_default_source();
    const float beside = 0.2f * p->s->side;
    s.x = rng_between(&p->r, -beside, p->s->side + beside);
    s.y = rng_between(&p->r, -beside, p->s->side + beside);
    s.eta = rng_between(&p->r, 0.0f, 3.0f);
    s.range = rng_between(&p->r, 0.5f, p->s->range_most);
    s.power = rng_between(&p->r, 0.0f, 2.0f);
    s.type = p->s->types ? rng_below(&p->r, p->s->types) : 0;
    return s;
}

/* What is not there, in the one field. */
static throng_potential_source nothing(void)
{
    throng_potential_source s = throng_potential_default_source();
    s.x = s.y = 1e6f;
    s.eta = s.power = 0.0f;
    return s;
}

enum { SET, MOVE, REMOVE };

/* Of about one in `share` sources: those that are there, or with SET any. */
static void change_sources(playing *p, int32_t what, int32_t share)
{
    static uint64_t indices[FIELD_SOURCES];
    static throng_potential_source sources[FIELD_SOURCES];
    int32_t own = 0;
    for (int32_t i = 0; i < FIELD_SOURCES; i++) {
        if (rng_below(&p->r, share) != 0 || (what != SET && !p->there[i]))
            continue;
        const throng_potential_source made = make_source(p);
        if (what == MOVE) {
            p->sources[i].x = made.x;
            p->sources[i].y = made.y;
        } else {
            p->sources[i] = what == SET ? made : nothing();
        }
        p->there[i] = what != REMOVE;
        if (!mine(p, i))
            continue;
        indices[own] = index_of(i);
        sources[own++] = p->sources[i];
    }
    MUST(p->context, throng_potential_set_sources(p->field, 0, FIELD_SOURCES, p->sources, 0));
    for (int32_t k = 0; k < p->mirror_count; k++) {
        const field_mirror *m = &p->mirrors[k];
        if (what == SET)
            MUST(m->contexts[0],
                 throng_world_potential_set_sources(m->field, own, indices, sources, sizeof *sources));
        else if (what == MOVE)
            MUST(m->contexts[0],
                 throng_world_potential_move_sources(m->field, own, indices, &sources[0].x, sizeof *sources));
        else
            MUST(m->contexts[0], throng_world_potential_remove_sources(m->field, own, indices));
    }
}

/* A part's points: those in a strip, as they were at the beginning. */
static int32_t points_of(const playing *p, int32_t part, int32_t parts, throng_potential_point *points)
{
    int32_t count = 0;
    for (int32_t i = 0; i < FIELD_POINTS; i++)
        if (i * parts / FIELD_POINTS == part)
            points[count++] = p->points[i];
    return count;
}

/* All points are set, or moved. */
static void send_points(const playing *p, int moved)
{
    throng_potential_point points[FIELD_POINTS];
    if (moved)
        MUST(p->context,
             throng_potential_move_points(p->field, 0, FIELD_POINTS, &p->points[0].x, sizeof *p->points));
    else
        MUST(p->context, throng_potential_set_points(p->field, 0, FIELD_POINTS, p->points, 0));
    for (int32_t k = 0; k < p->mirror_count; k++) {
        const field_mirror *m = &p->mirrors[k];
        throng_world_info info;
        MUST(m->contexts[0], throng_world_get_info(m->world, &info));
        for (int32_t i = 0; i < info.local_parts; i++) {
            const int32_t count = points_of(p, info.first_part + i, info.parts, points);
            if (moved)
                MUST(m->contexts[0],
                     throng_world_potential_move_points(m->field, i, 0, count, &points[0].x, sizeof *points));
            else
                MUST(m->contexts[0], throng_world_potential_set_points(m->field, i, 0, count, points, 0));
        }
    }
}

static void move_points(playing *p, float far)
{
    for (int32_t i = 0; i < FIELD_POINTS; i++) {
        p->points[i].x += rng_between(&p->r, -far, far);
        p->points[i].y += rng_between(&p->r, -far, far);
    }
    send_points(p, 1);
}

static void set_goals(playing *p, int32_t first)
{
    throng_potential_goal goals[FIELD_GOALS];
    for (int32_t i = first; i < FIELD_GOALS; i++)
        goals[i] =
            (throng_potential_goal){rng_between(&p->r, 0.0f, p->s->side),
                                    rng_between(&p->r, 0.0f, p->s->side), rng_between(&p->r, 0.0f, 2.0f), 0};
    MUST(p->context, throng_potential_set_goals(p->field, first, FIELD_GOALS - first, goals + first, 0));
    for (int32_t k = 0; k < p->mirror_count; k++)
        MUST(p->mirrors[k].contexts[0],
             throng_world_potential_set_goals(p->mirrors[k].field, first, FIELD_GOALS - first, goals + first,
                                              0));
}

static void truncate_goals(const playing *p, int32_t count)
{
    MUST(p->context, throng_potential_truncate_goals(p->field, count));
    for (int32_t k = 0; k < p->mirror_count; k++)
        MUST(p->mirrors[k].contexts[0], throng_world_potential_truncate_goals(p->mirrors[k].field, count));
}

static void change_walls(const playing *p, int32_t column)
{
    const throng_region r = {column, 7, 6, 9};
    if (!p->terrain)
        return;
    MUST(p->context, throng_terrain_fill(p->terrain, &r, column % 2));
    for (int32_t k = 0; k < p->mirror_count; k++)
        for (int32_t i = 0; i < p->mirrors[k].local; i++)
            MUST(p->mirrors[k].contexts[i], throng_terrain_fill(p->mirrors[k].terrain[i], &r, column % 2));
}

static void compare(playing *p, int32_t step)
{
    throng_force right[FIELD_POINTS], got[FIELD_POINTS];
    MUST(p->context, throng_potential_update(p->field));
    MUST(p->context, throng_potential_read(p->field, 0, FIELD_POINTS, p->forces, 0));
    for (int32_t k = 0; k < p->mirror_count; k++) {
        const field_mirror *m = &p->mirrors[k];
        throng_world_info info;
        MUST(m->contexts[0], throng_world_get_info(m->world, &info));
        MUST(m->contexts[0], throng_world_potential_update(m->field));
        for (int32_t i = 0; i < info.local_parts; i++) {
            int32_t count = 0;
            for (int32_t n = 0; n < FIELD_POINTS; n++)
                if (n * info.parts / FIELD_POINTS == info.first_part + i)
                    right[count++] = p->forces[n];
            MUST(m->contexts[0], throng_world_potential_read(m->field, i, 0, count, got, 0));
            if (memcmp(right, got, (size_t)count * sizeof *got) == 0)
                continue;
            fprintf(stderr, "%s, step %d, %s: part %d differs\n", p->s->name, (int)step, m->name,
                    (int)(info.first_part + i));
            p->differences++;
        }
    }
}

static void end(playing *p)
{
    int64_t there = 0;
    for (int32_t i = 0; i < FIELD_SOURCES; i++)
        there += p->there[i];
    for (int32_t k = 0; k < p->mirror_count; k++) {
        throng_world_potential_info info;
        MUST(p->mirrors[k].contexts[0], throng_world_potential_get_info(p->mirrors[k].field, &info));
        if (info.sources != there || info.goals != FIELD_GOALS || info.lost ||
            info.updates != (uint64_t)p->s->steps) {
            fprintf(stderr, "%s, %s: the facts differ\n", p->s->name, p->mirrors[k].name);
            p->differences++;
        }
    }
    MUST(p->context, throng_potential_destroy(p->field));
    MUST(p->context, throng_terrain_destroy(p->terrain));
    MUST(p->context, throng_measure_destroy(p->measure));
}

int32_t field_session_play(throng_context *context, const field_session *s, const field_mirror *mirrors,
                           int32_t count, int32_t rank, int32_t size, int32_t giver)
{
    playing *p = must_allocate(sizeof *p);
    *p = (playing){.context = context,
                   .s = s,
                   .mirrors = mirrors,
                   .mirror_count = count,
                   .rank = rank,
                   .size = size,
                   .giver = giver,
                   .r = {s->seed},
                   .terrain = make_terrain(context, s),
                   .measure = make_measure(context, s)};
    const throng_potential_def def = def_of(s, p->terrain, p->measure);
    MUST(context, throng_potential_create(context, &def, &p->field));
    for (int32_t i = 0; i < FIELD_SOURCES; i++)
        p->sources[i] = nothing();
    change_sources(p, SET, 2);
    set_goals(p, 0);
    for (int32_t i = 0; i < FIELD_POINTS; i++)
        p->points[i] =
            (throng_potential_point){s->side * (float)i / FIELD_POINTS, rng_between(&p->r, 0.0f, s->side),
                                     rng_below(&p->r, FIELD_GOALS + 2) - 2, 0};
    send_points(p, 0);
    for (int32_t step = 0; step < s->steps; step++) {
        compare(p, step);
        change_sources(p, step % 3, 3 + rng_below(&p->r, 20));
        if (step % 2)
            move_points(p, step % 4 == 1 ? 0.5f : 20.0f);
        if (step == 2)
            truncate_goals(p, 2);
        if (step == 3)
            set_goals(p, 2);
        if (step == s->steps - 2)
            change_sources(p, REMOVE, 1);
        change_walls(p, 10 + step);
    }
    end(p);
    const int32_t differences = p->differences;
    free(p);
    return differences;
}
