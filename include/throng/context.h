/* Contexts: the library's version and statuses, the host's hooks, instruction sets and OpenCL devices. The
 * conventions of throng.h hold.
 *
 * A context holds what its objects share: the host's allocator, logger, assertion handler and threads, the
 * instruction set of the CPU backend, and an open OpenCL device, if any. Every other object is created on a
 * context. */
#ifndef THRONG_CONTEXT_H
#define THRONG_CONTEXT_H

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

/// Major version of this header. While it is 0, interfaces may change with the minor version.
#define THRONG_VERSION_MAJOR 0
/// Minor version of this header.
#define THRONG_VERSION_MINOR 2
/// Patch version of this header.
#define THRONG_VERSION_PATCH 0

/// Result of a call: THRONG_OK or one of THRONG_ERROR_*.
typedef int32_t throng_status;
enum {
    /// The call succeeded.
    THRONG_OK = 0,
    /// A mistake of the caller. Nothing was done.
    THRONG_ERROR_INVALID_ARGUMENT = 1,
    /// More entries than the object was created for. Nothing was done.
    THRONG_ERROR_CAPACITY = 2,
    /// The allocator or the device had no more memory.
    THRONG_ERROR_OUT_OF_MEMORY = 3,
    /// Not built in, or not offered by this processor, device or backend.
    THRONG_ERROR_UNSUPPORTED = 4,
    /// There is no OpenCL library, platform or usable device.
    THRONG_ERROR_NO_DEVICE = 5,
    /// The device does not round as IEEE 754 requires; see throng_context_def.accept_inexact.
    THRONG_ERROR_INEXACT_DEVICE = 6,
    /// The device's compiler rejected a kernel. Its output goes to the logger.
    THRONG_ERROR_BUILD_FAILED = 7,
    /// Another OpenCL call failed; throng_context_opencl_error() has OpenCL's code.
    THRONG_ERROR_OPENCL = 8,
    /// The device failed inside enqueued work and the object's contents are lost. Its reset function brings
    /// it back, for example throng_influence_reset().
    THRONG_ERROR_LOST = 9
};

/// Version of the library that runs, for example "0.2.0". The macros give that of the header.
THRONG_API const char *throng_version(void);

/// Short English name of a status, for example "out of memory".
/// Returns "unknown status" for any other number, never NULL.
THRONG_API const char *throng_status_string(throng_status status);

/* ---------------------------------------------------------------- what the host provides ------------ */

/// Memory functions of the host. Set both or neither; with neither, the C library's are used.
/// They are called on the thread that calls throng, never from a task.
typedef struct throng_allocator {
    /// Returns `size` bytes aligned to `alignment`, or NULL if there are none.
    /// `size` is never 0. `alignment` is a power of two of at most 64.
    void *(*allocate)(void *user, size_t size, size_t alignment);

    /// Frees what `allocate` returned. `size` is the size that was requested.
    void (*release)(void *user, void *memory, size_t size);

    /// Passed to both functions.
    void *user;
} throng_allocator;

/// Severity of a log message.
typedef int32_t throng_log_level;
enum {
    /// A call failed; the message is that of throng_context_message().
    THRONG_LOG_ERROR = 0,
    /// Something was replaced or left out, for example OpenCL by the CPU.
    THRONG_LOG_WARNING = 1,
    /// Which backend was chosen and why, and the output of device compilers.
    THRONG_LOG_INFO = 2
};

/// Receives messages for people.
typedef struct throng_logger {
    /// Called with each message, which is valid during the call. NULL: messages are dropped.
    void (*log)(void *user, throng_log_level level, const char *message);

    /// Passed to `log`.
    void *user;
} throng_logger;

/// Handler of the caller's mistakes, a place for a breakpoint.
typedef struct throng_assertion {
    /// Called when a call is about to return INVALID_ARGUMENT or CAPACITY, while all objects are as they were
    /// before that call. It must return; the call then returns the status. It may read objects, and make any
    /// calls on other contexts. Leaving it by longjmp() or an exception leaves the objects as they were, but
    /// may leak memory and keep locks, and the thread stays in the default floating-point modes. NULL: none.
    void (*fail)(void *user, throng_status status, const char *message);

    /// Passed to `fail`.
    void *user;
} throng_assertion;

/// A task: called once for each index.
typedef void (*throng_task)(void *data, int32_t index);

/// Scheduler of the host.
typedef struct throng_parallel {
    /// Calls task(data, i) once for each i in 0 to count-1, in any order and on any threads, and returns when
    /// all calls have returned. A task never waits for another one, so a plain loop is correct too. It takes
    /// at most 64 KiB of stack.
    /// NULL: the context has threads of its own; see throng_context_def.threads.
    void (*run)(void *user, int32_t count, throng_task task, void *data);

    /// Passed to `run`.
    void *user;
} throng_parallel;

/* ---------------------------------------------------------------- contexts -------------------------- */

/// Where an object lives.
typedef int32_t throng_backend;
enum {
    /// The faster of both for each object; see throng_selection.
    THRONG_BACKEND_AUTO = 0,
    /// The processor.
    THRONG_BACKEND_CPU = 1,
    /// An OpenCL device.
    THRONG_BACKEND_OPENCL = 2
};

/// Instruction set of the CPU backend. All give the same bits.
typedef int32_t throng_isa;
enum {
    /// The widest one that this processor has.
    THRONG_ISA_AUTO = 0,
    /// Plain C, one lane: the definition that all others equal.
    THRONG_ISA_REFERENCE = 1,
    /// Vector types of GCC and Clang, 4 lanes.
    THRONG_ISA_VECTOR = 2,
    /// x86-64, 4 lanes.
    THRONG_ISA_SSE2 = 3,
    /// x86-64, 8 lanes.
    THRONG_ISA_AVX2 = 4,
    /// x86-64, 16 lanes.
    THRONG_ISA_AVX512 = 5,
    /// 64-bit ARM, 4 lanes.
    THRONG_ISA_NEON = 6,
    /// WebAssembly, 4 lanes.
    THRONG_ISA_SIMD128 = 7
};
/// Number of values of throng_isa, THRONG_ISA_AUTO included.
#define THRONG_ISA_COUNT 8

/// Name of a backend: "auto", "cpu" or "opencl". Returns NULL for any other number.
THRONG_API const char *throng_backend_name(throng_backend backend);

/// Name of an instruction set: "auto", "reference", "vector", "sse2", "avx2", "avx512", "neon" or "simd128".
/// Returns NULL for any other number.
THRONG_API const char *throng_isa_name(throng_isa isa);

/// Returns 1 if the library has this instruction set built in and this processor runs it, otherwise 0.
/// Returns 0 for THRONG_ISA_AUTO.
THRONG_API int32_t throng_isa_available(throng_isa isa);

/// A context; see the top of this header.
typedef struct throng_context throng_context;

/// Definition of a context. Where it leaves a choice open (AUTO, or NULL), an environment variable that is
/// not empty decides; a value that throng does not know is INVALID_ARGUMENT.
typedef struct throng_context_def {
    /// Memory functions. Default: the C library's.
    throng_allocator allocator;

    /// Receiver of messages. Default: none.
    throng_logger logger;

    /// Handler of the caller's mistakes. Default: none.
    throng_assertion assertion;

    /// Scheduler. Default: none, which means threads of the context's own.
    throng_parallel parallel;

    /// Backend of the objects. AUTO: THRONG_BACKEND in the environment, otherwise the faster one for each
    /// object. Default: AUTO.
    throng_backend backend;

    /// Instruction set of the CPU backend. AUTO: THRONG_ISA in the environment, otherwise the widest.
    /// Default: AUTO.
    throng_isa isa;

    /// Number of tasks that run at once. Range: 0 to 1024; 0: one per processor that the process may use.
    /// Without a scheduler the context starts one thread less, since the calling thread works too, or as
    /// many as the system gives. They end when it is destroyed. After a fork the child does the work on the
    /// calling thread, if the context is on the CPU; drivers of devices do not survive a fork. Default: 0.
    int32_t threads;

    /// If 1, a device that rounds differently is accepted; its results differ in the last bits. Default: 0.
    int32_t accept_inexact;

    /// If 1, kernel times on OpenCL devices are measured (kernel_seconds of the info structs). Default: 0.
    int32_t profile;

    /// Set by the default function.
    uint32_t cookie;

    /// Device: its number in throng_devices(), or part of its or its platform's name; at most 127 bytes.
    /// NULL: THRONG_DEVICE in the environment, otherwise the first one that is exact: of GPUs, then of CPUs,
    /// then of others, in the order of throng_devices(). Default: NULL.
    const char *device;

    /// Folder for built kernels and measured costs; "off": none. NULL: THRONG_CACHE in the environment,
    /// otherwise `throng` in the user's cache folder (XDG_CACHE_HOME or ~/.cache, LOCALAPPDATA on Windows).
    /// A folder whose name is too long counts as "off". Nothing is read from or written to a folder that is a
    /// link, belongs to another user, or that others may write to; see docs/reference/environment.md.
    /// Default: NULL.
    const char *cache;
} throng_context_def;

/// Default definition of a context.
THRONG_API throng_context_def throng_context_default_def(void);

/// Creates a context. `def` NULL stands for the default definition.
/// If the call fails, *context is NULL and the def's logger receives the message, but if the def was not
/// initialised: then its logger is not trusted. With AUTO, a missing or failing OpenCL is logged once and
/// the CPU takes over.
/// Errors: INVALID_ARGUMENT (def not initialised, half an allocator, unknown backend, instruction set or
/// environment value, no device of that name, threads out of range), UNSUPPORTED (instruction set not
/// available), OUT_OF_MEMORY; and if OpenCL was requested by name: NO_DEVICE, INEXACT_DEVICE, BUILD_FAILED,
/// OPENCL, UNSUPPORTED (built without OpenCL).
THRONG_API throng_status throng_context_create(const throng_context_def *def, throng_context **context);

/// Destroys a context. NULL does nothing.
/// Errors: INVALID_ARGUMENT if it is not a context or if objects made on it are left.
THRONG_API throng_status throng_context_destroy(throng_context *context);

/// Message of the last call that failed: the parameter, its value, and what is allowed.
/// Returns "" before the first failure and for NULL, never NULL. Valid until the next failure.
THRONG_API const char *throng_context_message(const throng_context *context);

/// OpenCL's own error code of the last call that failed in OpenCL. 0: none.
THRONG_API int32_t throng_context_opencl_error(const throng_context *context);

/// Waits until all enqueued work is done. Does nothing if no device is open.
/// Errors: INVALID_ARGUMENT, LOST (the device failed; calls on the objects concerned return LOST too).
THRONG_API throng_status throng_context_wait(throng_context *context);

/// What a context runs on.
typedef struct throng_context_info {
    /// Instruction set of the CPU backend, never AUTO.
    throng_isa isa;

    /// Number of tasks that run at once.
    int32_t threads;

    /// 1 if an OpenCL device is open, otherwise 0.
    int32_t opencl;

    /// Number of the open device in throng_devices(). -1: none, or one that the host opened.
    int32_t device;

    /// 1 if the device rounds correctly, so that its results equal those of the CPU.
    int32_t device_exact;

    /// Name of the open device, or "".
    char device_name[128];

    /// OpenCL version of the open device, or "".
    char device_version[128];
} throng_context_info;

/// Describes what the context runs on.
/// Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_context_get_info(throng_context *context, throng_context_info *info);

/// Type of an OpenCL device.
typedef int32_t throng_device_type;
enum {
    /// Neither of the others.
    THRONG_DEVICE_OTHER = 0,
    /// A processor.
    THRONG_DEVICE_CPU = 1,
    /// A graphics processor.
    THRONG_DEVICE_GPU = 2
};

/// An OpenCL device of this machine. Texts that are too long are cut.
typedef struct throng_device_info {
    /// Its number, for throng_context_def.device.
    int32_t number;

    /// Its type.
    throng_device_type type;

    /// 1 if it rounds quotients, roots, products and sums correctly, as a probe on the device found.
    int32_t exact;

    /// Number of compute units.
    int32_t compute_units;

    /// Global memory, in bytes.
    uint64_t memory_bytes;

    /// Name of the device.
    char name[128];

    /// Name of the OpenCL platform.
    char platform[128];

    /// OpenCL version that it supports.
    char version[128];

    /// Version of its driver.
    char driver[128];

    /// Why it is not exact or cannot be used; "" if neither.
    char reason[256];
} throng_device_info;

/// Lists the OpenCL devices. Writes the first `capacity` of them to `devices` and the number of all to
/// *count, which is 0 without OpenCL.
/// `devices` may be NULL if `capacity` is 0. Of `def` only the allocator, the hooks and the cache are used;
/// it may be NULL. Builds a small kernel on each device that is listed.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY.
THRONG_API throng_status throng_devices(const throng_context_def *def, throng_device_info *devices,
                                        int32_t capacity, int32_t *count);

#ifdef __cplusplus
}
#endif

#endif
