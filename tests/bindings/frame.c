/* Times frames of a crowd, for the comparison with other languages: frame [rounds] prints, for each round,
 * the least time of a step and a read of the positions of 10,000 agents in microseconds, and at the end the
 * hash of the crowd. Before each round it waits for a line on standard input, so that another program can
 * take turns. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <throng/throng.h>
#include <time.h>

enum { AGENTS = 10000, SIDE = 100, FRAMES = 40 };

static throng_context *context;
static throng_agent agents[AGENTS];
static float positions[AGENTS][2];

static void check(throng_status status)
{
    if (status == THRONG_OK)
        return;
    fprintf(stderr, "frame: %s\n", throng_context_message(context));
    exit(EXIT_FAILURE);
}

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static throng_crowd *make_crowd(void)
{
    throng_crowd *crowd;
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = AGENTS;
    check(throng_crowd_create(context, &def, &crowd));
    throng_agent_def *defs = calloc(AGENTS, sizeof *defs);
    if (!defs)
        exit(EXIT_FAILURE);
    for (int i = 0; i < AGENTS; i++) {
        defs[i] = throng_agent_default_def();
        defs[i].x = (float)(i % SIDE) * 4.0f;
        defs[i].y = (float)(i / SIDE) * 4.0f;
        defs[i].target_x = i % 2 ? 1.0f : -1.0f;
    }
    check(throng_crowd_add(crowd, AGENTS, defs, 0, agents));
    free(defs);
    return crowd;
}

int main(int argc, char **argv)
{
    const int rounds = argc > 1 ? atoi(argv[1]) : 1;
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_CPU;
    def.threads = 1;
    check(throng_context_create(&def, &context));
    throng_crowd *crowd = make_crowd();
    char line[8];
    for (int round = 0; round < rounds && fgets(line, sizeof line, stdin); round++) {
        double least = 1e9;
        for (int frame = 0; frame < FRAMES; frame++) {
            const double start = microseconds();
            check(throng_crowd_step(crowd, 0.05f));
            check(throng_crowd_get(crowd, THRONG_AGENT_POSITION, AGENTS, agents, 0, positions, 0));
            const double time = microseconds() - start;
            least = time < least ? time : least;
        }
        printf("%.1f\n", least);
        fflush(stdout);
    }
    uint64_t hash;
    check(throng_crowd_hash(crowd, &hash));
    printf("%016llx\n", (unsigned long long)hash);
    check(throng_crowd_destroy(crowd));
    check(throng_context_destroy(context));
}
