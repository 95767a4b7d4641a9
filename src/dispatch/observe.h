/* What frames really cost. Objects that were placed automatically, by seconds that were foretold, time one of
 * eight of their frames: what their calls take, which is where a host waits. Only frames that do what was
 * foretold count: all of it moved, all of it read. The least of four such frames is a window; how many times
 * the foretold seconds it took is smoothed in the context's costs, by operation, backend and size.
 *
 * A busy machine only ever makes frames longer, so that frames which take less than a third of what was
 * foretold show that the costs were measured on a busy machine or on another one: such an operation is stale,
 * here and in the file, and the choice goes by the rule until the next calibration. Operations whose frames
 * depend on a guess of the def (how far objects reach) are corrected, but never stale. */
#ifndef THRONG_DISPATCH_OBSERVE_H
#define THRONG_DISPATCH_OBSERVE_H

#include "src/dispatch/costs.h"

/* Of one object. All zeros: nobody looks, and no clock is asked. */
typedef struct throng_observer {
    throng_context *context;
    double foretold;              /* seconds of a frame; 0: nobody looks */
    double expected, out_bytes;   /* what a frame is given, and what is read of it, at least 0.9 of it */
    double given, taken;          /* in this frame */
    double started, spent, least; /* seconds */
    int32_t kind, backend, place; /* of the correction */
    int32_t generation;           /* of the costs by which it was foretold */
    int32_t turn, frames;         /* frames so far; timed ones of this window */
    int32_t timed;                /* 1: this one is */
} throng_observer;

/* expected: what an object of this work is given in a frame, as throng_observe_given() counts it. */
void throng_observe_start(throng_observer *observer, throng_context *context, const throng_work *work,
                          throng_backend backend, double foretold);

/* Not for the lines below. */
void throng_observe_frame(throng_observer *observer);
void throng_observe_clock(throng_observer *observer, int32_t ends);

/* A frame begins, and the last one ends. */
static inline void throng_observe_next(throng_observer *observer)
{
    if (observer->foretold > 0.0)
        throng_observe_frame(observer);
}

/* Around what a call does. */
static inline void throng_observe_begin(throng_observer *observer)
{
    if (observer->timed)
        throng_observe_clock(observer, 0);
}
static inline void throng_observe_end(throng_observer *observer)
{
    if (observer->timed)
        throng_observe_clock(observer, 1);
}

/* So many objects, agents, rows or fields were moved or are there; so many bytes were read. */
static inline void throng_observe_given(throng_observer *observer, double count) { observer->given += count; }
static inline void throng_observe_taken(throng_observer *observer, double bytes) { observer->taken += bytes; }

#endif
