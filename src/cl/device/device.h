/* What the files of the OpenCL backend share: the open device, programs, launches, buffers.
 *
 * Functions below return a throng_status and leave the reason in `cl`; they touch no message of the context,
 * so that a device can be tried out silently. The operations report it: throng_cl_report(). */
#ifndef THRONG_CL_DEVICE_DEVICE_H
#define THRONG_CL_DEVICE_DEVICE_H

#include "src/cl/device/api.h"
#include "src/core/cache_file.h"
#include "src/core/status.h"

enum {
    THRONG_CL_MAX_DEVICES = 64, /* those beyond are not seen */
    THRONG_CL_MAX_PROGRAMS = 256,
    THRONG_CL_MAX_SUBSTITUTES = 128, /* kernels of cached programs that did not work */
    THRONG_CL_MAX_TIMED = 128        /* kernels whose times are kept before they are added up */
};

/* Kernels of the last update, when the context profiles. */
typedef struct throng_cl_timer {
    cl_event events[THRONG_CL_MAX_TIMED];
    int32_t count;
    double seconds;
} throng_cl_timer;

enum {
    THRONG_CL_PIECE_BYTES = 1024 * 1024, /* that a read brings at once */
    THRONG_CL_READS_BYTES = 4 * THRONG_CL_PIECE_BYTES,
    THRONG_CL_READ_DIRECTLY = 4096 /* bytes, at most: more take longer than a copy out of pinned memory */
};

/* Staging memory of reads: src/cl/device/reading.c. */
typedef struct throng_cl_pinned {
    unsigned char *memory;
    size_t bytes;
    cl_mem buffer; /* that is mapped there; NULL: it is the allocator's */
} throng_cl_pinned;

/* Entries of a read that the device has no values for: `count` copies of `entry`, `stride` bytes apart. */
typedef struct throng_cl_filling {
    char *to;
    size_t stride, size; /* size: of the entry */
    int32_t count;
    const void *entry; /* which outlives the read */
} throng_cl_filling;

/* A read that nobody waits for. */
typedef struct throng_cl_landing {
    cl_event event;            /* of the last copy into its memory */
    uint32_t losses;           /* of the object, when the read began */
    throng_cl_filling filling; /* when it has ended */
} throng_cl_landing;

typedef struct throng_cl_device {
    cl_platform_id platform;
    cl_device_id id;
    throng_device_info info; /* exact and reason are unknown until it is probed */
} throng_cl_device;

struct throng_cl {
    const throng_allocator *allocator;
    const throng_logger *logger;
    throng_cl_api api;
    throng_cl_device device;
    cl_context context;
    cl_command_queue queue;
    cl_ulong most_bytes;    /* of one buffer */
    cl_ulong local_bytes;   /* of one work-group */
    size_t most_items;      /* of one work-group */
    int32_t width;          /* lanes of the kernels: 1 (GPUs), 8 or 16 */
    int32_t group;          /* work-items of a group where they work together: 1 or 64, 128, 256 */
    int32_t profile;        /* the queue measures times */
    throng_cl_timer *timer; /* where launches go now, NULL: nowhere */
    throng_cl_pinned reads;
    throng_cl_landing *landing; /* where reads go now, NULL: to the caller, who waits */
    struct throng_cl_object *objects;
    struct throng_cl_program {
        const char *name;
        char options[256];
        cl_program program;
        cl_program rejected; /* a cached one that did not work; NULL: none */
        int32_t cached;      /* the program is out of the cache */
        int32_t doubted;     /* 1: it is, and the device failed */
        uint64_t key;        /* of its file */
    } programs[THRONG_CL_MAX_PROGRAMS];
    struct {
        cl_kernel rejected, kernel;
    } substitute[THRONG_CL_MAX_SUBSTITUTES];
    int32_t substitutes;
    int32_t doubts;     /* programs that are doubted */
    char cache[512];    /* folder, "": none */
    int32_t distrusted; /* 1: nothing is read from there */
    int32_t impatient;  /* 1: it waited in vain for what another process builds, and does not wait again */
    cl_int error;
    char reason[256];
};

/* Work-items of a group on which a frame waits, pass after pass: more than the usual, where the device has
 * them. */
static inline int32_t throng_cl_large_group(const struct throng_cl *cl)
{
    return cl->group > 1 && cl->most_items >= 256 ? 256 : cl->group;
}

/* ---- src/cl/device/error.c: failures. */
/* Writes the reason down; the status that stands for OpenCL's code. */
throng_status throng_cl_note(struct throng_cl *cl, cl_int error, const char *format, ...) THRONG_PRINTF(3, 4);
/* Of a command in the queue: memory that the driver lacks for it is no memory of ours, and the status is no
 * OUT_OF_MEMORY. */
throng_status throng_cl_note_command(struct throng_cl *cl, cl_int error, const char *format, ...)
    THRONG_PRINTF(3, 4);
/* The host's allocator gave nothing. */
throng_status throng_cl_note_memory(struct throng_cl *cl, const char *what, size_t bytes);
const char *throng_cl_error_name(cl_int error);
/* A rejected call changed nothing; any other error means that the device or its work failed. */
int throng_cl_only_rejected(cl_int error);
/* Makes the reason the context's message and returns the status. */
throng_status throng_cl_report(throng_context *context, const struct throng_cl *cl, throng_status status);

/* ---- src/cl/device/devices.c */
/* Fills cl->api and lists at most THRONG_CL_MAX_DEVICES devices. */
throng_status throng_cl_list(struct throng_cl *cl, throng_cl_device *devices, int32_t *count);
void throng_cl_fill_info(const struct throng_cl *cl, throng_cl_device *device);
/* Why the device cannot be used at all, or NULL. */
const char *throng_cl_unusable(const struct throng_cl *cl, const throng_cl_device *device);

/* ---- src/cl/device/open.c */
/* Starts using a device: context and queue (or those of the host; queue NULL: one of our own), limits,
 * tuning. */
throng_status throng_cl_start(struct throng_cl *cl, const throng_cl_device *device, int32_t profile);
throng_status throng_cl_start_on(struct throng_cl *cl, const throng_cl_device *device, cl_context context,
                                 cl_command_queue queue);
void throng_cl_stop(struct throng_cl *cl);
/* A new, empty one, with the functions loaded. */
throng_status throng_cl_new(throng_context *context, struct throng_cl **cl);
void throng_cl_delete(throng_context *context, struct throng_cl *cl);
/* Until everything enqueued is done. */
throng_status throng_cl_wait(throng_context *context);

/* ---- src/cl/device/probe.c: sets device.info.exact, and reason where it is not. */
throng_status throng_cl_probe(struct throng_cl *cl);

/* ---- src/cl/device/program.c and cache.c */
/* The program of kernels/<name>, built for the device with these options; kept until throng_cl_stop(). */
throng_status throng_cl_program(struct throng_cl *cl, const char *name, const char *options,
                                cl_program *program);
throng_status throng_cl_kernel(struct throng_cl *cl, cl_program program, const char *name, cl_kernel *kernel);
/* For launches. In place of a kernel whose cached program did not work, that of the program's source. */
cl_kernel throng_cl_kernel_in_use(struct throng_cl *cl, cl_kernel kernel);
/* The same kernel out of the source, used from now on. NULL: it is from there already, or does not build. */
cl_kernel throng_cl_kernel_again(struct throng_cl *cl, cl_kernel kernel);
uint64_t throng_cl_hash(uint64_t hash, const void *data, size_t size);
/* A built program's binary from the folder; NULL: not there, or not whole. Release it with its size. The
 * mark goes when the device has taken the program up. */
unsigned char *throng_cl_cache_load(struct throng_cl *cl, uint64_t key, size_t *size,
                                    throng_cache_mark *mark);
/* Before a program is built, and until it is saved or not. Returns 1 if another process has built it until
 * now. Several that build the same at once would also be in each other's way in the driver's own cache. */
int32_t throng_cl_cache_make(struct throng_cl *cl, uint64_t key, throng_cache_mark *mark);
void throng_cl_cache_save(struct throng_cl *cl, uint64_t key, const unsigned char *binary, size_t size);
void throng_cl_cache_drop(const struct throng_cl *cl, uint64_t key);
/* Tells the logger that a cached program is built again. */
void throng_cl_tell_rebuilt(const struct throng_cl *cl);
/* The device failed: cached programs may be why. They leave the cache, and are built again before their next
 * use. */
void throng_cl_doubt_programs(struct throng_cl *cl);

/* ---- src/cl/device/launch.c: the device's work. */
typedef struct throng_cl_argument {
    size_t size;
    const void *value; /* NULL: that many bytes of local memory */
} throng_cl_argument;
#define THRONG_CL_ARGUMENT(variable)                                                                         \
    {                                                                                                        \
        sizeof(variable), &(variable)                                                                        \
    }
#define THRONG_CL_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Enqueues groups * group_items work-items; event may be NULL. */
throng_status throng_cl_launch(struct throng_cl *cl, cl_kernel kernel, const char *name, size_t groups,
                               size_t group_items, const throng_cl_argument *arguments, size_t count,
                               cl_event *event);
/* The same from a group on; their numbers begin there. Kernels have to add the offset. */
throng_status throng_cl_launch_from(struct throng_cl *cl, cl_kernel kernel, const char *name, size_t first,
                                    size_t groups, size_t group_items, const throng_cl_argument *arguments,
                                    size_t count, cl_event *event);
/* OUT_OF_MEMORY where it does not fit. *buffer is NULL then. */
throng_status throng_cl_buffer(struct throng_cl *cl, const char *what, size_t count, size_t size,
                               cl_mem *buffer);
void throng_cl_release_buffer(struct throng_cl *cl, cl_mem *buffer);
void throng_cl_release_event(struct throng_cl *cl, cl_event *event);
void throng_cl_timer_clear(struct throng_cl *cl, throng_cl_timer *timer);
/* Waits for the timed kernels; their seconds so far. */
double throng_cl_timer_read(struct throng_cl *cl, throng_cl_timer *timer);

#endif
