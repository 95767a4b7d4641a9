/* What all public objects share: handle checks, create, explain, destroy, reset and information. Each kind of
 * object describes itself by a throng_object_kind; its struct begins with a throng_object. */
#ifndef THRONG_CORE_OBJECT_H
#define THRONG_CORE_OBJECT_H

#include "src/core/backend.h"
#include "src/core/context.h"

struct throng_observer;

enum { THRONG_OBJECT_USES = 2 }; /* other objects that one is built on, at most */

/* Operations of a backend that every kind has; the kind's own table begins with them. */
typedef struct throng_object_ops {
    /* shape: the kind's struct at throng_object_kind.shape */
    throng_status (*create)(throng_context *context, const void *shape, void **state);
    void (*destroy)(void *state);
    throng_status (*reset)(void *state); /* NULL: the kind has nothing to reset */
    int32_t (*lost)(const void *state);  /* 1 after the device failed; never waits. NULL: never lost */
    throng_usage (*usage)(void *state);  /* may wait for the times of kernels */
    /* Builds what an object like this builds when it first needs it: part 0 .. builds-1 of it. */
    throng_status (*build)(void *state, int32_t part);
    int32_t builds;
} throng_object_ops;

typedef struct throng_object {
    uint32_t cookie; /* of the kind, while the object is alive */
    throng_backend backend;
    throng_context *context;
    const struct throng_object_kind *kind;
    const throng_object_ops *ops; /* of the backend; NULL: the kind has no state on backends */
    void *state;                  /* the backend's */
    struct throng_object *uses[THRONG_OBJECT_USES];
    int32_t users;    /* objects that use this one */
    int32_t emptied;  /* 1: it was lost, and of what brings it back only the reset succeeded: it still is */
    uint64_t updates; /* that succeeded; of crowds none */
} throng_object;

/* Functions get objects of their kind, and its def after check_def has accepted it. */
typedef struct throng_object_kind {
    const char *type; /* as in names of functions: "influence" */
    const char *name; /* in messages, and of create's parameter: "map" */
    uint32_t cookie, def_cookie;
    size_t size;          /* of the kind's struct */
    size_t def_cookie_at; /* offset in the kind's def */
    size_t shape;         /* offset of what ops->create is given in the kind's struct */
    size_t observer;      /* offset of the struct throng_observer, which all zeros stop */
    size_t observer_bytes;
    throng_object_place place;
    throng_status (*check_def)(throng_context *context, const void *def);
    /* Sets the backend and the reason. Returns the backend that was asked for: AUTO permits the CPU where
     * OpenCL fails. observer: of the object that is made, to be started; NULL: none is made. choose NULL:
     * the kind has no state on backends. */
    throng_backend (*choose)(throng_context *context, const void *def, throng_selection *choice,
                             struct throng_observer *observer);
    /* Fills the struct and allocates what is not the backend's. */
    throng_status (*prepare)(throng_object *object, const void *def);
    /* Frees what prepare allocated, all of it or as far as it came. NULL: nothing. */
    void (*release)(throng_object *object);
} throng_object_kind;

/* The part of an object's information that all kinds have. */
typedef struct throng_object_info {
    throng_backend backend;
    int32_t lost;
    throng_usage usage; /* host_bytes include the kind's struct */
} throng_object_info;

/* Handles are const void * here, since a caller may pass NULL or anything else; `cookie` is the kind's. */

int32_t throng_is_context(const throng_context *context);
int32_t throng_is_object(const void *handle, uint32_t cookie);
/* Also of this context. */
int32_t throng_is_object_of(const throng_context *context, const void *handle, uint32_t cookie);
int32_t throng_object_is_lost(const throng_object *object);
/* INVALID_ARGUMENT, without a message, if it is no such object; LOST after its device failed. */
throng_status throng_object_check(const void *handle, uint32_t cookie);

/* *made (a pointer to the kind's struct) is set in any case, to NULL on failure. */
throng_status throng_object_create(throng_context *context, const throng_object_kind *kind, const void *def,
                                   void *made);
throng_status throng_object_explain(throng_context *context, const throng_object_kind *kind, const void *def,
                                    throng_selection *choice);
/* How many parts throng_object_build() has for an object of this def: 0 where it would live on the CPU. */
throng_status throng_object_count_builds(throng_context *context, const throng_object_kind *kind,
                                         const void *def, int32_t *count);
/* Builds all programs that such an object needs on a device, now or later, by one that is gone afterwards.
 * def: the counted one, or one of less capacity. tell: after each part, with `user`. */
throng_status throng_object_build(throng_context *context, const throng_object_kind *kind, const void *def,
                                  void (*tell)(void *user), void *user);
/* For prepare: the object is not destroyed before this one. other may be NULL. */
void throng_object_use(throng_object *object, throng_object *other);
throng_status throng_object_destroy(void *handle, uint32_t cookie);
/* Resets the backend's state. */
throng_status throng_object_reset(void *handle, uint32_t cookie);
/* Zeroes the public struct `info` of `size` bytes and reads the common part. */
throng_status throng_object_get_info(void *handle, uint32_t cookie, void *info, size_t size,
                                     throng_object_info *common);

#endif
