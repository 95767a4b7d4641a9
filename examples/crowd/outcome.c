#include "examples/crowd/outcome.h"

#include "examples/common/program.h"

#include <math.h>

enum { FRAMES = 70 };

const char outcome_columns[] =
    "scene,agents,way,seed,agent_seconds,collisions,overlapping,depth,deepest,into_walls,arrived,time,"
    "last_time,detour,jerk,stuck,stuck_at_end\n";
const char outcome_curve_columns[] = "scene,agents,way,seed,seconds,arrived\n";
const char outcome_place_columns[] = "scene,agents,way,seconds,id,group,state,x,y\n";

static void write_state(const walk *w, const outcome_def *def)
{
    const scene *s = w->scene;
    const double now = (double)w->steps * (double)s->dt;
    const char *way = walk_way(def->walk.way);
    if (def->curve != NULL)
        fprintf(def->curve, "%s,%d,%s,%llu,%.6g,%.6g\n", s->name, (int)s->count, way,
                (unsigned long long)def->walk.seed, now, (double)w->arrived / (double)s->count);
    for (int32_t i = 0; def->places != NULL && i < s->count; i++)
        fprintf(def->places, "%s,%d,%s,%.6g,%d,%d,%d,%.6g,%.6g\n", s->name, (int)s->count, way, now, (int)i,
                (int)s->routes[i], (int)w->states[i], (double)w->places[2 * i], (double)w->places[2 * i + 1]);
}

int outcome_walk(const scene *s, const outcome_def *def, measures_result *result)
{
    const int32_t every = (int32_t)lroundf(fmaxf(def->every / s->dt, 1.0f));
    walk w;
    film f;
    int code = walk_create(&w, s, &def->walk);
    if (code != PROGRAM_OK)
        return code;
    code = film_begin(&f, def->gif, s, def->side, FRAMES);
    if (code == PROGRAM_OK) {
        write_state(&w, def);
        film_add(&f, &w);
        while (code == PROGRAM_OK && !walk_over(&w)) {
            code = walk_step(&w);
            if (w.steps % every == 0 || walk_over(&w))
                write_state(&w, def);
            film_add(&f, &w);
        }
        code = film_end(&f, code);
    }
    *result = measures_sum(w.measures);
    walk_destroy(&w);
    return code;
}

void outcome_write(FILE *file, const scene *s, const outcome_def *def, uint64_t seed,
                   const measures_result *r)
{
    fprintf(file, "%s,%d,%s,%llu,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g\n", s->name,
            (int)s->count, walk_way(def->walk.way), (unsigned long long)seed, r->seconds, r->collisions,
            r->overlapping, r->depth, r->deepest, r->into_walls, r->arrived, r->time, r->last_time, r->detour,
            r->jerk, r->stuck, r->stuck_at_end);
}
