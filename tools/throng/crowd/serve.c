/* What processes other than the first one do in `throng crowd`. */
#include "tools/throng/crowd/world.h"

/* A failure is the first process's to report: it is told of all of them. */
static void obey(crowd_job *work)
{
    throng_crowd_def def = throng_crowd_default_def();
    uint64_t hash;
    double seconds;
    switch ((crowd_order)work->told->order) {
    case CROWD_ORDER_MAKE:
        (void)crowd_world_make(work, &def);
        break;
    case CROWD_ORDER_PLACE:
        (void)crowd_world_place(work);
        break;
    case CROWD_ORDER_STEP:
        (void)crowd_world_step(work);
        break;
    case CROWD_ORDER_WAIT:
        (void)crowd_world_wait(work);
        break;
    case CROWD_ORDER_GET:
        (void)crowd_world_get(work, NULL, 0);
        break;
    case CROWD_ORDER_SET:
        (void)crowd_world_set(work, work->told->what, 0, NULL, NULL);
        break;
    case CROWD_ORDER_HASH:
        (void)crowd_world_hash(work, &hash);
        break;
    case CROWD_ORDER_KERNELS:
        (void)crowd_world_kernels(work, &seconds);
        break;
    case CROWD_ORDER_END:
        break;
    }
}

int crowd_serve(void *data)
{
    crowd_job *work = data;
    do {
        team_share(work->told, sizeof *work->told);
        obey(work);
    } while (work->told->order != CROWD_ORDER_END);
    return PROGRAM_OK;
}
