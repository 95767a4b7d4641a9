/* Snapshots of a crowd on its way, to go back to. They take a bounded amount of memory. */
#ifndef THRONG_TOOLS_CROWD_HISTORY_H
#define THRONG_TOOLS_CROWD_HISTORY_H

#include <throng/throng.h>

enum { CROWD_SNAPSHOTS = 256 };

typedef struct crowd_snapshot {
    int32_t step;
    void *data; /* NULL: there is none */
    size_t bytes;
} crowd_snapshot;

typedef struct crowd_history {
    throng_crowd *crowd;
    crowd_snapshot list[CROWD_SNAPSHOTS]; /* by ascending step */
    crowd_snapshot newest;                /* of the step from which somebody went back */
    int32_t count, every;                 /* steps between two of the list */
    size_t bytes;                         /* of the list */
} crowd_history;

void crowd_history_begin(crowd_history *history, throng_crowd *crowd);
void crowd_history_release(crowd_history *history);

/* Keeps the crowd's state after `step` if it is one of those to keep. Where memory is short, there is less
 * to go back to, and that is all. */
throng_status crowd_history_keep(crowd_history *history, int32_t step);
/* Keeps it in any case, in place of the one kept so before. */
throng_status crowd_history_keep_newest(crowd_history *history, int32_t step);
/* Restores the last state that is not behind `to`, unless the crowd, which is at *step, is nearer or has a
 * single step to go. Sets *step. *found: 1 if the crowd can get to that state now. */
throng_status crowd_history_restore(crowd_history *history, int32_t *step, int32_t to, int32_t *found);

#endif
