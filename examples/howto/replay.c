/* Lockstep and replays: two machines (here two crowds) compare hashes; a snapshot takes one back in time. */
#include <stdio.h>
#include <stdlib.h>
#include <throng/throng.h>

enum { UNITS = 200, STEPS = 120, SAVED = 60 };

/* A command of a player, as it goes over the network: it takes effect in a step, the same one everywhere. */
typedef struct command {
    int32_t step;
    uint64_t unit; /* an id, not a handle: ids are the same on all machines */
    float goal[2];
} command;

static const command commands[] = {{30, 7, {90.0f, 10.0f}}, {80, 11, {5.0f, 40.0f}}, {80, 12, {5.0f, 44.0f}}};

static void check(throng_status status)
{
    if (status) {
        fprintf(stderr, "%s\n", throng_status_string(status));
        exit(EXIT_FAILURE);
    }
}

static throng_crowd *create_crowd(throng_context *context)
{
    throng_crowd *crowd;
    throng_crowd_def def = throng_crowd_default_def();
    def.seed = 2026; /* part of what all machines have to agree on */
    def.symmetry = 0.05f;
    check(throng_crowd_create(context, &def, &crowd));
    for (int i = 0; i < UNITS; i++) {
        const int row = i / 20;
        throng_agent_def unit = throng_agent_default_def();
        unit.id = (uint64_t)i;
        unit.x = (float)(i % 20) * 3.0f;
        unit.y = (float)row * 3.0f;
        unit.navigation = THRONG_NAVIGATE_GOAL;
        unit.target_x = 57.0f - unit.x;
        unit.target_y = 27.0f - unit.y;
        check(throng_crowd_add(crowd, 1, &unit, 0, NULL));
    }
    return crowd;
}

/* Always the same dt: the time of a frame is no input that machines share. */
static uint64_t advance(throng_crowd *crowd, int32_t step)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (commands[i].step == step) {
            throng_agent unit;
            check(throng_crowd_find(crowd, commands[i].unit, &unit));
            check(throng_crowd_set(crowd, THRONG_AGENT_GOAL, 1, &unit, 0, commands[i].goal, 0));
        }
    uint64_t hash;
    check(throng_crowd_step(crowd, 1.0f / 16.0f));
    check(throng_crowd_hash(crowd, &hash));
    return hash;
}

int main(void)
{
    throng_context *here, *there;
    throng_context_def def = throng_context_default_def();
    def.backend = THRONG_BACKEND_CPU;
    check(throng_context_create(&def, &here));
    def.isa = THRONG_ISA_REFERENCE; /* as another machine: other instructions, one thread */
    def.threads = 1;
    check(throng_context_create(&def, &there));

    throng_crowd *ours = create_crowd(here), *theirs = create_crowd(there);
    static uint64_t hashes[STEPS];
    void *snapshot = NULL;
    size_t bytes = 0;
    int equal = 0;
    for (int32_t step = 0; step < STEPS; step++) {
        if (step == SAVED) {
            check(throng_crowd_snapshot_bytes(ours, &bytes));
            snapshot = malloc(bytes);
            if (!snapshot)
                return 1;
            check(throng_crowd_save(ours, snapshot, bytes));
        }
        hashes[step] = advance(ours, step);
        equal +=
            advance(theirs, step) == hashes[step]; /* a game sends its hash, and stops where one differs */
    }
    printf("%d of %d steps have equal hashes on both\n", equal, STEPS);

    check(throng_crowd_restore(ours, snapshot, bytes));
    equal = 0;
    for (int32_t step = SAVED; step < STEPS; step++)
        equal += advance(ours, step) == hashes[step];
    printf("%d of %d steps have equal hashes after the snapshot of step %d\n", equal, STEPS - SAVED, SAVED);

    free(snapshot);
    check(throng_crowd_destroy(ours));
    check(throng_crowd_destroy(theirs));
    check(throng_context_destroy(here));
    check(throng_context_destroy(there));
}
