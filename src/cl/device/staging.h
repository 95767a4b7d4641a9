/* Uploads that wait for nothing. */
#ifndef THRONG_CL_DEVICE_STAGING_H
#define THRONG_CL_DEVICE_STAGING_H

#include "src/cl/device/device.h"

enum {
    THRONG_CL_SLOTS = 4,  /* of the staging memory: so many may be under way at once */
    THRONG_CL_UPLOADS = 4 /* out of a slot */
};

typedef struct throng_cl_slot {
    unsigned char *memory;
    cl_event events[THRONG_CL_UPLOADS]; /* of the uploads out of it */
    int32_t count;
} throng_cl_slot;

typedef struct throng_cl_staging {
    throng_cl_slot slots[THRONG_CL_SLOTS];
    throng_cl_slot *more; /* memory of the object's own for large uploads; NULL: none */
    size_t bytes;         /* of a slot */
    int32_t next;
    int32_t failed; /* 1: an upload did, after the call that began it: the device lacks what it brought */
} throng_cl_staging;

/* Where it fails, what was made remains for throng_cl_staging_destroy(). */
throng_status throng_cl_staging_create(struct throng_cl *cl, throng_cl_staging *stage, size_t bytes);
void throng_cl_staging_destroy(struct throng_cl *cl, throng_cl_staging *stage);
/* Until the memory of a slot is free: of the ring, or `more`. Rejected: it stays in use. */
throng_status throng_cl_staging_wait(struct throng_cl *cl, throng_cl_staging *stage, throng_cl_slot *slot);
/* The same, whatever the wait says: the memory goes, or the device has failed. */
void throng_cl_staging_leave(struct throng_cl *cl, throng_cl_staging *stage, throng_cl_slot *slot);
/* Of all slots. */
void throng_cl_staging_leave_all(struct throng_cl *cl, throng_cl_staging *stage);
/* Looks, without waiting, for uploads that failed: OpenCL's code of one of them, or CL_SUCCESS. */
cl_int throng_cl_staging_check(struct throng_cl *cl, throng_cl_staging *stage);
/* The next slot, once the upload that used it before is done. */
throng_status throng_cl_staging_acquire(struct throng_cl *cl, throng_cl_staging *stage,
                                        throng_cl_slot **slot);
/* Uploads `bytes` from `offset` in the slot, which keeps the event. */
throng_status throng_cl_staging_upload(struct throng_cl *cl, throng_cl_slot *slot, size_t offset,
                                       cl_mem buffer, size_t place, size_t bytes);
/* Uploads data of any size, slot by slot. */
throng_status throng_cl_staging_send(struct throng_cl *cl, throng_cl_staging *stage, cl_mem buffer,
                                     size_t place, const void *data, size_t bytes);
/* Rows of `bytes`, in the host's memory and in the buffer `pitch` bytes apart. */
throng_status throng_cl_staging_send_rows(struct throng_cl *cl, throng_cl_staging *stage, cl_mem buffer,
                                          size_t place, const void *data, size_t rows, size_t bytes,
                                          size_t pitch);

#endif
