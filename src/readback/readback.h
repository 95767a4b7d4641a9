/* Readbacks: the backends' interface, and what the public calls share. */
#ifndef THRONG_READBACK_READBACK_H
#define THRONG_READBACK_READBACK_H

#include "src/core/object.h"

#define THRONG_READBACK_COOKIE 0x72656164u
#define THRONG_READBACK_DEF_COOKIE 0x72646566u

/* A backend's state is memory for the slots, one behind the other. */
typedef struct throng_readback_shape {
    int32_t slots;
    size_t bytes, total; /* of a slot, a multiple of 64, and of all */
    void *of;            /* the state of the object that is read */
} throng_readback_shape;

typedef struct throng_readback_ops {
    throng_object_ops base; /* create: a throng_readback_shape */
    unsigned char *(*memory)(void *state);
    /* What objects of the backend read from here to end() lands in the slot's memory, and is not awaited. */
    void (*begin)(void *state, int32_t slot);
    void (*end)(void *state, int32_t slot);
    /* Whether what was begun last there has ended; wait: until it has. */
    throng_status (*ended)(void *state, int32_t slot, int32_t wait, int32_t *ended);
} throng_readback_ops;

typedef struct throng_readback_slot {
    throng_readback_read read; /* number 0: the slot is free */
    int32_t shown;             /* 1: the memory has the caller's form */
    int32_t mapped;            /* 1: the caller may be looking */
} throng_readback_slot;

struct throng_readback {
    throng_object object;
    const throng_readback_ops *ops; /* object.ops */
    throng_readback_shape shape;
    throng_readback_def def; /* of its pointers the kind's own */
    throng_object *of;       /* what is read */
    size_t entry;            /* bytes */
    uint64_t reads;          /* that began */
    throng_readback_slot slots[THRONG_MAX_READBACK_SLOTS];
};

#endif
