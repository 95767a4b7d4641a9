/* B overtakes A, who walks ahead and slower, and cannot see it: with and without A's hearing. */
#include "examples/crowd/crowd.h"
#include "examples/crowd/film.h"

typedef struct hearing {
    const char *path, *gif;
    float off; /* of B's way beside A's */
    FILE *file;
} hearing;

#define SECONDS 12.0f

static int overtake(const hearing *h, const char *start, float behind, int hears)
{
    scene s;
    if (!scene_begin(&s, start, 2))
        return program_reject(PROGRAM_FAILED, "hearing: out of memory");
    for (int32_t i = 0; i < 2; i++) { /* A, B */
        throng_agent_def *a = s.agents + i;
        a->max_speed = i == 0 ? 2.0f : 4.0f;
        a->vx = a->max_speed;
        a->x = i == 0 ? 0.0f : -behind;
        a->y = i == 0 ? 0.0f : h->off;
        a->navigation = THRONG_NAVIGATE_GOAL;
        a->target_x = 180.0f;
        a->target_y = a->y;
    }
    s.routes[1] = 1;
    s.seconds = SECONDS;
    s.left = -4.0f;
    s.right = 56.0f;
    s.top = -5.0f;
    s.bottom = 5.0f;
    const walk_def def = {
        .way = WALK_WAYS / 2, .threads = 1, .without = hears ? 0 : (throng_perception)THRONG_HEARING};
    film f;
    walk w;
    int code = walk_create(&w, &s, &def);
    if (code == PROGRAM_OK)
        code = film_begin(&f, hears && behind < 10.0f ? h->gif : NULL, &s, 300, 80);
    if (code != PROGRAM_OK) {
        walk_destroy(&w);
        scene_destroy(&s);
        return code;
    }
    while (code == PROGRAM_OK && (float)w.steps * s.dt < SECONDS) {
        fprintf(h->file, "%s,%s,%.9g,%.6g,%.9g,%.9g,%.9g,%.9g\n", start, hears ? "on" : "off", (double)h->off,
                (double)w.steps * (double)s.dt, (double)w.places[0], (double)w.places[1], (double)w.places[2],
                (double)w.places[3]);
        film_add(&f, &w);
        code = walk_step(&w);
    }
    code = film_end(&f, code);
    walk_destroy(&w);
    scene_destroy(&s);
    return code;
}

/* ---------------------------------------------------------------- options ---------------------------- */

static const char help[] = "usage: crowd hearing [options]\n"
                           "A walks ahead with a speed of 2, B behind it with 4, both straight on; A hears "
                           "as far as 5, B is heard as far\n"
                           "as 2. Writes where both are, as CSV: with and without A's hearing, B starting "
                           "near (2.5 behind A, where A hears\n"
                           "it) and far (20).\n"
                           "  --off L           B's way is so far beside A's; 0.1\n"
                           "  --out FILE        in place of standard output\n"
                           "  --gif FILE        an animation: B starts near, A hears\n";

static int set_option(void *into, int option, const char *name, const char *text)
{
    hearing *h = into;
    if (option == 'd')
        return program_number(name, text, -100.0, 100.0, &h->off);
    *(option == 'G' ? &h->gif : &h->path) = text;
    return PROGRAM_OK;
}

int crowd_hearing(int argc, char **argv)
{
    static const struct option names[] = {
        {"off", 1, NULL, 'd'}, {"out", 1, NULL, 'o'}, {"gif", 1, NULL, 'G'}, {0}};
    static const program_options known = {help, names, set_option};
    hearing h = {.off = 0.1f};
    int code = program_parse(&known, &h, argc, argv);
    if (code == PROGRAM_OK)
        code = program_open(h.path, &h.file);
    if (code != PROGRAM_OK)
        return code;
    fputs("start,hearing,off,seconds,ax,ay,bx,by\n", h.file);
    for (int32_t i = 0; code == PROGRAM_OK && i < 4; i++)
        code = overtake(&h, i < 2 ? "near" : "far", i < 2 ? 2.5f : 20.0f, i % 2);
    return program_close(h.path, h.file, code);
}
