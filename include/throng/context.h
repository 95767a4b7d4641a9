/* Version, statuses, what the host provides, contexts, devices. Part of throng.h, whose conventions hold. */
#ifndef THRONG_PUBLIC_CONTEXT_H
#define THRONG_PUBLIC_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

#if defined(THRONG_SHARED) && defined(_WIN32)
#if defined(THRONG_BUILD)
#define THRONG_API __declspec(dllexport)
#else
#define THRONG_API __declspec(dllimport)
#endif
#elif defined(THRONG_SHARED) && defined(__GNUC__)
#define THRONG_API __attribute__((visibility("default")))
#else
#define THRONG_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- version and status ---------------- */

#define THRONG_VERSION_MAJOR 0
#define THRONG_VERSION_MINOR 1
#define THRONG_VERSION_PATCH 0

typedef int32_t throng_status;
enum {
    THRONG_OK = 0,
    THRONG_ERROR_INVALID_ARGUMENT = 1, /* a caller's mistake: nothing was done */
    THRONG_ERROR_CAPACITY = 2,         /* more objects than the map was created for */
    THRONG_ERROR_OUT_OF_MEMORY = 3,    /* the allocator, or the device, had no more */
    THRONG_ERROR_UNSUPPORTED = 4,      /* not built in, or not offered by this processor or backend */
    THRONG_ERROR_NO_DEVICE = 5,        /* no OpenCL library, platform or device, or none of that name */
    THRONG_ERROR_INEXACT_DEVICE = 6,   /* the device does not round as IEEE 754 asks */
    THRONG_ERROR_BUILD_FAILED = 7,     /* the device's compiler refused a kernel; the log has its words */
    THRONG_ERROR_OPENCL = 8,           /* another OpenCL call failed: throng_context_opencl_error() */
    THRONG_ERROR_LOST = 9              /* a device failed inside enqueued work; see throng_influence_reset,
                                throng_flow_reset */
};

/* "0.1.0"; the version of the library that runs, where the macros tell the header that was compiled. */
THRONG_API const char *throng_version(void);
/* A short English name, never NULL: "out of memory"; "unknown status" for any other number. */
THRONG_API const char *throng_status_string(throng_status status);

/* ---------------------------------------------------------------- what the host provides ------------ */

/* Memory. Both functions or neither (neither: the C library's). allocate returns `size` bytes (never 0)
 * aligned to `alignment`, a power of two of at most 64, or NULL; release gets what allocate gave and the
 * same size. They are called by the thread that calls throng, never from a task. */
typedef struct throng_allocator {
    void *(*allocate)(void *user, size_t size, size_t alignment);
    void (*release)(void *user, void *memory, size_t size);
    void *user;
} throng_allocator;

typedef int32_t throng_log_level;
enum { THRONG_LOG_ERROR = 0, THRONG_LOG_WARNING = 1, THRONG_LOG_INFO = 2 };

/* Messages: what failed, which backend was chosen and why, a device compiler's log. NULL: silent. */
typedef struct throng_logger {
    void (*log)(void *user, throng_log_level level, const char *message);
    void *user;
} throng_logger;

/* Called first when the caller made a mistake, before the call returns its status: a place for a
 * breakpoint. It may return. NULL: none. */
typedef struct throng_assertion {
    void (*fail)(void *user, throng_status status, const char *message);
    void *user;
} throng_assertion;

/* Runs task(data, i) once for each i in [0, count), in any order, on any threads, and returns when all
 * are done. A task never waits for another one, so running them one after the other is right too.
 * NULL: OpenMP where built with it, else the calling thread alone. */
typedef void (*throng_task)(void *data, int32_t index);
typedef struct throng_parallel {
    void (*run)(void *user, int32_t count, throng_task task, void *data);
    void *user;
} throng_parallel;

/* ---------------------------------------------------------------- contexts -------------------------- */

typedef int32_t throng_backend;
enum { THRONG_BACKEND_AUTO = 0, THRONG_BACKEND_CPU = 1, THRONG_BACKEND_OPENCL = 2 };

typedef int32_t throng_isa;
enum {
    THRONG_ISA_AUTO = 0,      /* the widest that this processor has */
    THRONG_ISA_REFERENCE = 1, /* plain C, one lane: the definition that all others equal */
    THRONG_ISA_VECTOR = 2,    /* the compiler's vector types, 4 lanes */
    THRONG_ISA_SSE2 = 3,
    THRONG_ISA_AVX2 = 4,
    THRONG_ISA_AVX512 = 5,
    THRONG_ISA_NEON = 6
};
#define THRONG_ISA_COUNT 7

/* "auto", "cpu", "opencl"; "auto", "reference", "vector", "sse2", "avx2", "avx512", "neon"; NULL for any
 * other number. */
THRONG_API const char *throng_backend_name(throng_backend backend);
THRONG_API const char *throng_isa_name(throng_isa isa);
/* 1 where the library has this level built in and this processor runs it, else 0. */
THRONG_API int32_t throng_isa_available(throng_isa isa);

typedef struct throng_context throng_context;

typedef struct throng_context_def {
    throng_allocator allocator;
    throng_logger logger;
    throng_assertion assertion;
    throng_parallel parallel;
    throng_backend backend; /* AUTO: dispatch.h; else THRONG_BACKEND in the environment */
    throng_isa isa;         /* AUTO: the widest; else THRONG_ISA in the environment */
    int32_t threads;        /* tasks that run at once, 0: one for each core; at most 1024 */
    int32_t accept_inexact; /* 1: take a device that rounds differently; results then differ in last bits */
    int32_t profile;        /* 1: measure kernel times on OpenCL devices (throng_influence_info) */
    uint32_t cookie;        /* set by the default function */
    const char *device;     /* number or part of the name, NULL: any; else THRONG_DEVICE */
    const char *cache;      /* folder for built kernels and measured costs, NULL: THRONG_CACHE in the
                               environment, else the user's cache folder; "off": none */
} throng_context_def;

/* An environment variable stands in where the def leaves the choice open (AUTO or NULL); a value that
 * throng does not know is an error that lists the ones it does. */
THRONG_API throng_context_def throng_context_default_def(void);

/* Creates a context; NULL for def stands for the default one. On failure *context is NULL and the def's
 * logger has the message.
 * Errors: INVALID_ARGUMENT (def not initialised, half an allocator, unknown backend, level, device name
 * or environment value, threads outside 0..1024), UNSUPPORTED (level not available), OUT_OF_MEMORY, and
 * where OpenCL was asked for by name: NO_DEVICE, INEXACT_DEVICE, BUILD_FAILED, OPENCL. With AUTO a missing
 * or failing OpenCL is logged once and the CPU takes over. */
THRONG_API throng_status throng_context_create(const throng_context_def *def, throng_context **context);
/* Destroy what was made on it first: INVALID_ARGUMENT while some is left. NULL is fine. */
THRONG_API throng_status throng_context_destroy(throng_context *context);

/* The last failed call's message: which parameter, its value, what would be right. "" before the first
 * failure, never NULL. Valid until the next failure. */
THRONG_API const char *throng_context_message(const throng_context *context);
/* OpenCL's own code of the last call that failed in OpenCL, 0: none. */
THRONG_API int32_t throng_context_opencl_error(const throng_context *context);
/* Waits until all enqueued work is done. Errors: LOST (the device failed; the maps concerned say so too). */
THRONG_API throng_status throng_context_wait(throng_context *context);

typedef struct throng_context_info {
    throng_isa isa;        /* what the CPU backend runs */
    int32_t threads;       /* tasks that run at once */
    int32_t opencl;        /* 1: an OpenCL device is open */
    int32_t device;        /* its number in throng_devices(), -1: none, or the host's own */
    int32_t device_exact;  /* 1: it rounds correctly, so its results equal the CPU's */
    char device_name[128]; /* "" where none is open */
    char device_version[128];
} throng_context_info;
THRONG_API throng_status throng_context_get_info(throng_context *context, throng_context_info *info);

typedef int32_t throng_device_type;
enum { THRONG_DEVICE_OTHER = 0, THRONG_DEVICE_CPU = 1, THRONG_DEVICE_GPU = 2 };

typedef struct throng_device_info {
    int32_t number; /* for throng_context_def.device */
    throng_device_type type;
    int32_t exact; /* 1: division, roots, products and sums are rounded correctly, found by a probe */
    int32_t compute_units;
    uint64_t memory_bytes;
    char name[128];
    char platform[128];
    char version[128];
    char driver[128];
    char reason[256]; /* why it is not exact, or cannot be used; "" where all is well */
} throng_device_info;

/* Lists the OpenCL devices: the first `capacity` of them in `devices` (may be NULL where capacity is 0),
 * their number in *count; 0 where there is no OpenCL. Builds a small kernel on each device that is
 * listed. def: allocator and logger, may be NULL. Errors: INVALID_ARGUMENT, OUT_OF_MEMORY. */
THRONG_API throng_status throng_devices(const throng_context_def *def, throng_device_info *devices,
                                        int32_t capacity, int32_t *count);

#ifdef __cplusplus
}
#endif

#endif
