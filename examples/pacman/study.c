/* The search for the best settings: rounds of games on all cores. */
#include "examples/pacman/pacman.h"
#include "examples/pacman/plan.h"
#include "examples/pacman/results.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    CHUNK_GAMES = 1000, /* what a worker takes at once, about; what is lost at most where a study is killed */
    CHUNK_ROOM = CHUNK_GAMES + 50,
    MOST_THREADS = 256
};

typedef struct study {
    const char *path;
    int32_t threads, rounds;
    plan plan;
    results results;
    maze mazes[MAZE_COUNT];
    /* What the workers share; under the lock. */
    pthread_mutex_t lock;
    int32_t round, next; /* job */
    int32_t running;
    int32_t failed;
    int64_t played, games; /* of the round, without what was in the file */
} study;

/* ---------------------------------------------------------------- workers ---------------------------- */

typedef struct worker {
    study *study;
    field_maker *maker;
    field fields[MAZE_COUNT];
    int32_t tables; /* of the last chunk, -1: none */
    controller controller;
    game game;
    plan_job *jobs[CHUNK_ROOM];
    int32_t count;
    int32_t scores[CHUNK_ROOM];
} worker;

/* The next jobs with the same tables; the number of their games, 0: there are none. */
static int32_t take_chunk(worker *w)
{
    study *s = w->study;
    int32_t games = 0;
    w->count = 0;
    for (; s->next < s->plan.count && games < CHUNK_GAMES; s->next++) {
        plan_job *job = &s->plan.jobs[s->next];
        if (job->done)
            continue;
        if (w->count > 0 && settings_tables(job->setting) != settings_tables(w->jobs[0]->setting))
            break;
        w->jobs[w->count++] = job;
        games += job->count;
    }
    return games;
}

static int play_chunk(worker *w)
{
    setting first = settings_get(w->jobs[0]->setting);
    if (w->tables != settings_tables(w->jobs[0]->setting) &&
        field_make(w->maker, &first.kind, w->fields) != 0)
        return PROGRAM_FAILED;
    w->tables = settings_tables(w->jobs[0]->setting);
    int32_t *score = w->scores;
    for (int32_t i = 0; i < w->count; i++) {
        const plan_job *job = w->jobs[i];
        setting s = settings_get(job->setting);
        for (int32_t k = job->first; k < job->first + job->count; k++) {
            controller_play(&w->controller, w->fields, &s.weights, &w->game, w->study->mazes, k % MAZE_COUNT,
                            pacman_game_seed(w->study->plan.options.seed, k));
            *score++ = w->game.score;
        }
    }
    return PROGRAM_OK;
}

static int keep_chunk(worker *w)
{
    study *s = w->study;
    const int32_t *score = w->scores;
    for (int32_t i = 0; i < w->count; i++) {
        plan_job *job = w->jobs[i];
        int64_t sum = 0;
        for (int32_t k = 0; k < job->count; k++)
            sum += score[k];
        results_append(&s->results, s->round, job->setting, job->first, job->count, score);
        plan_count(&s->plan, s->round, job->setting, job->count, sum);
        job->done = 1;
        s->played += job->count;
        score += job->count;
    }
    return results_flush(&s->results);
}

static int open_worker(worker *w)
{
    w->tables = -1;
    w->maker = field_maker_create(w->study->mazes);
    if (w->maker == NULL)
        return PROGRAM_FAILED;
    for (int32_t i = 0; i < MAZE_COUNT; i++) {
        if (field_allocate(&w->fields[i], &w->study->mazes[i]) != 0)
            return program_reject(PROGRAM_FAILED, "study: out of memory");
    }
    return PROGRAM_OK;
}

static void *work(void *data)
{
    worker *w = data;
    study *s = w->study;
    int code = open_worker(w);
    pthread_mutex_lock(&s->lock);
    while (code == PROGRAM_OK && !s->failed && take_chunk(w) > 0) {
        pthread_mutex_unlock(&s->lock);
        code = play_chunk(w);
        pthread_mutex_lock(&s->lock);
        if (code == PROGRAM_OK)
            code = keep_chunk(w);
    }
    s->failed |= code != PROGRAM_OK;
    s->running--;
    pthread_mutex_unlock(&s->lock);
    for (int32_t i = 0; i < MAZE_COUNT; i++)
        field_free(&w->fields[i]);
    field_maker_destroy(w->maker);
    return NULL;
}

/* ---------------------------------------------------------------- rounds ----------------------------- */

/* On a terminal, until the workers are done. */
static void show_progress(study *s, double start)
{
    int terminal = isatty(STDERR_FILENO);
    for (int running = 1; running;) {
        nanosleep(&(struct timespec){.tv_nsec = terminal ? 200000000 : 20000000}, NULL);
        pthread_mutex_lock(&s->lock);
        running = s->running > 0;
        int64_t played = s->played;
        pthread_mutex_unlock(&s->lock);
        double rate = (double)played / (program_seconds() - start);
        if (terminal && played > 0)
            fprintf(stderr, "\r%s: %lld of %lld games, %.1f %%, %.0f games/s, %.0f s left \033[K",
                    plan_round_names[s->round], (long long)played, (long long)s->games,
                    100.0 * (double)played / (double)s->games, rate, (double)(s->games - played) / rate);
    }
    if (terminal)
        fputs("\r\033[K", stderr);
}

static int run_workers(study *s)
{
    pthread_t threads[MOST_THREADS];
    worker *workers = calloc((size_t)s->threads, sizeof *workers);
    if (workers == NULL)
        return program_reject(PROGRAM_FAILED, "study: out of memory");
    double start = program_seconds();
    int32_t begun = 0;
    s->running = s->threads;
    for (; begun < s->threads; begun++) {
        workers[begun].study = s;
        if (pthread_create(&threads[begun], NULL, work, &workers[begun]) != 0)
            break;
    }
    pthread_mutex_lock(&s->lock);
    s->running -= s->threads - begun;
    pthread_mutex_unlock(&s->lock);
    show_progress(s, start);
    for (int32_t i = 0; i < begun; i++)
        pthread_join(threads[i], NULL);
    free(workers);
    if (begun < s->threads)
        return program_reject(PROGRAM_FAILED, "study: no more than %d threads can be had", (int)begun);
    double seconds = program_seconds() - start;
    if (!s->failed)
        printf("%s: %lld games in %.1f s, %.0f games/s\n", plan_round_names[s->round], (long long)s->games,
               seconds, (double)s->games / seconds);
    fflush(stdout);
    return s->failed ? PROGRAM_FAILED : PROGRAM_OK;
}

static int run_round(study *s, int32_t round)
{
    int code = plan_round(&s->plan, round);
    if (code != PROGRAM_OK)
        return code;
    s->round = round;
    s->next = 0;
    s->games = s->played = 0;
    for (int32_t i = 0; i < s->plan.count; i++) {
        plan_job *job = &s->plan.jobs[i];
        const results_row *row = results_find(&s->results, round, job->setting, job->first);
        job->done = row != NULL && row->count == job->count;
        if (job->done)
            plan_count(&s->plan, round, job->setting, row->count, row->sum);
        else
            s->games += job->count;
    }
    return s->games > 0 ? run_workers(s) : PROGRAM_OK;
}

static void print_verdict(const study *s)
{
    for (int32_t model = 0; model < MODELS; model++) {
        int32_t number;
        if (plan_best(&s->plan, model, ROUND_FRESH, ROUND_FRESH, 1, &number) == 0)
            continue;
        setting best = settings_get(number);
        const plan_tally *t = &s->plan.tallies[ROUND_VERDICT * SETTINGS + number];
        printf("%-9s %-6s %3g: setting %6d, mean score %.0f over %d games\n",
               settings_mode_name(best.kind.propagation), settings_motion_name((int32_t)best.kind.motion),
               (double)best.kind.amount, (int)number, t->games > 0 ? (double)t->sum / t->games : 0.0,
               (int)t->games);
    }
}

static int run_study(study *s)
{
    const plan_options *o = &s->plan.options;
    char title[200];
    snprintf(title, sizeof title,
             "# pacman study 1: seed %llu, modes %d, every %d, full %d, fresh %d, verdict %d\n",
             (unsigned long long)o->seed, (int)o->modes, (int)o->every, (int)o->full, (int)o->fresh,
             (int)o->verdict);
    for (int32_t i = 0; i < MAZE_COUNT; i++)
        maze_load(&s->mazes[i], i);
    int code = results_open(&s->results, s->path, title);
    if (code != PROGRAM_OK)
        return code;
    if (s->results.count > 0)
        printf("%s: goes on after %d lines\n", s->path, (int)s->results.count);
    pthread_mutex_init(&s->lock, NULL);
    for (int32_t round = 0; code == PROGRAM_OK && round < s->rounds; round++)
        code = run_round(s, round);
    pthread_mutex_destroy(&s->lock);
    int closed = results_close(&s->results);
    if (code == PROGRAM_OK && s->rounds == ROUNDS)
        print_verdict(s);
    return code != PROGRAM_OK ? code : closed;
}

/* ---------------------------------------------------------------- options ---------------------------- */

static const char help[] =
    "usage: pacman study --out FILE [options]\n"
    "Searches the settings of the paper's table 2 in rounds: survey (all settings, 2 games), tenth (the "
    "best\n"
    "tenth of each model, 10 games), top (the best 200, 50 games), fresh (the best 50, on new games), "
    "verdict\n"
    "(the best, on other new games). The same command goes on where an interrupted study stopped.\n"
    "  --out FILE      results, one line for some games of a setting\n"
    "  --modes LIST    of euclidean,path,adjacent; all of them\n"
    "  --rounds N      the first N rounds alone, 1 to 5\n"
    "  --full          50 games for every setting in the first round, as in the paper: 9 million games\n"
    "  --fresh N       games per setting in the fresh round; 500\n"
    "  --verdict N     games per setting in the verdict; 20000\n"
    "  --every N       for a trial: only every N-th setting\n"
    "  --threads N     0: one for each core\n"
    "  --seed S        0\n";

static int parse_modes(const char *list, int32_t *modes)
{
    char text[100];
    *modes = 0;
    if (strlen(list) >= sizeof text)
        return program_reject(PROGRAM_USAGE, "--modes: too long");
    memcpy(text, list, strlen(list) + 1);
    for (char *rest = text, *name = strtok_r(text, ",", &rest); name != NULL;
         name = strtok_r(NULL, ",", &rest)) {
        int32_t mode;
        int code = program_choice("modes", name, settings_mode_name, FIELD_MODES, &mode);
        if (code != PROGRAM_OK)
            return code;
        *modes |= 1 << mode;
    }
    return *modes != 0 ? PROGRAM_OK : program_reject(PROGRAM_USAGE, "--modes: names none");
}

static int set_option(void *into, int option, const char *name, const char *text)
{
    study *s = into;
    plan_options *o = &s->plan.options;
    switch (option) {
    case 'm':
        return parse_modes(text, &o->modes);
    case 's':
        return program_seed(name, text, &o->seed);
    case 't':
        return program_count(name, text, 0, MOST_THREADS, &s->threads);
    case 'r':
        return program_count(name, text, 1, ROUNDS, &s->rounds);
    case 'e':
        return program_count(name, text, 1, 1000000, &o->every);
    case 'f':
        return program_count(name, text, 1, 1000000, &o->fresh);
    case 'v':
        return program_count(name, text, 1, 1000000, &o->verdict);
    case 'a':
        o->full = 1;
        return PROGRAM_OK;
    default:
        s->path = text;
        return PROGRAM_OK;
    }
}

static int parse(study *s, int argc, char **argv)
{
    static const struct option names[] = {{"out", 1, NULL, 'o'},     {"modes", 1, NULL, 'm'},
                                          {"rounds", 1, NULL, 'r'},  {"full", 0, NULL, 'a'},
                                          {"fresh", 1, NULL, 'f'},   {"verdict", 1, NULL, 'v'},
                                          {"every", 1, NULL, 'e'},   {"seed", 1, NULL, 's'},
                                          {"threads", 1, NULL, 't'}, {0}};
    static const program_options known = {help, names, set_option};
    int code = program_parse(&known, s, argc, argv);
    if (code == PROGRAM_OK && s->path == NULL)
        code = program_reject(PROGRAM_USAGE, "study: --out FILE is missing");
    return code;
}

int pacman_study(int argc, char **argv)
{
    study s = {.rounds = ROUNDS};
    plan_options options = {.modes = (1 << FIELD_MODES) - 1, .every = 1, .fresh = 500, .verdict = 20000};
    int code = plan_create(&s.plan, &options);
    if (code == PROGRAM_OK)
        code = parse(&s, argc, argv);
    if (code == PROGRAM_OK && s.threads == 0) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        s.threads = cores < 1 ? 1 : cores > MOST_THREADS ? MOST_THREADS : (int32_t)cores;
    }
    if (code == PROGRAM_OK)
        code = run_study(&s);
    plan_destroy(&s.plan);
    return code;
}
