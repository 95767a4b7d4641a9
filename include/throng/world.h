/* One crowd over several contexts: over devices of this machine, and over the processes of a cluster. The
 * conventions of throng.h hold.
 *
 * A world is a number of parts. Each process holds some of them, one for each context that it names, and the
 * parts of all processes are numbered one after the other. Processes talk to each other through a transport:
 * a table of functions. Without one there is a single process, which may have several contexts. The library
 * throng-mpi has a transport for MPI (throng_mpi.h); a program may bring its own.
 *
 * A crowd of a world is cut into pieces of the plane, one for each part, with about equally much work in
 * each; the outermost pieces have no end. Each part has a throng_crowd with its own agents and with ghosts:
 * copies of the agents of other parts that its own ones may notice. In each step ghosts get the place and the
 * velocity that they have in their own part. Results are those of one throng_crowd with the same agents, to
 * the last bit, whatever the parts, cuts, instruction sets and devices are.
 *
 * Influence maps and potential fields of a world are in world_influence.h and world_potential.h, with the
 * same promise.
 *
 * Collective calls. A call is collective unless its comment says "local": all processes make it, in the same
 * order, each with its own agents, which may be none. If it fails on one process, all get the status, and the
 * message says which process it was. It is in throng_context_message() of the first context that the process
 * gave. A crowd that could not go on everywhere is lost: calls on it return LOST until it is restored. After
 * a failure of the transport the world and its crowds are lost, and can only be destroyed.
 *
 * Threads. The contexts of a world, and everything made on them, are used by one thread at a time. In a step
 * all parts of a process work at the same time: devices, and contexts on the processor on threads of the
 * world's own, so each is given its share of the threads. What hosts provide is called by the thread that
 * calls: a context with memory functions or a scheduler of the host's has no thread of the world's. */
#ifndef THRONG_WORLD_H
#define THRONG_WORLD_H

#include "crowd_motions.h"
#include "crowd_states.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- transports ------------------------ */

/// A message to or from another process.
typedef struct throng_transport_message {
    /// Rank of the other process.
    int32_t rank;

    /// 0.
    int32_t reserved;

    /// Its bytes, more than 0; both sides know how many.
    size_t bytes;

    /// What is sent, or where it is received. Valid until the exchange ends.
    void *data;
} throng_transport_message;

/// Bytes at a place in a file.
typedef struct throng_transport_piece {
    /// Where they are.
    uint64_t offset;

    /// How many.
    size_t bytes;

    /// What is written, or where it is read to.
    void *data;
} throng_transport_piece;

/// How numbers are reduced.
typedef int32_t throng_reduction;
enum {
    /// Sums, modulo 2^64.
    THRONG_REDUCTION_SUM = 0,
    /// The least number.
    THRONG_REDUCTION_MIN = 1
};

/// How the processes of a world talk to each other. All functions are called by all processes in the same
/// order, and return THRONG_OK or what went wrong. A function that fails on one process must not leave others
/// waiting for ever: they fail, too.
typedef struct throng_transport {
    /// This process, from 0, and how many there are.
    int32_t rank, size;

    /// Passed to all functions.
    void *user;

    /// Begins an exchange: sends messages and receives others, at most one of each with any process, none
    /// with this one. Returns before they have arrived. At most one exchange is under way; other functions
    /// may be called meanwhile.
    throng_status (*exchange_begin)(void *user, int32_t sends, const throng_transport_message *send,
                                    int32_t receives, const throng_transport_message *receive);

    /// Waits until all messages of the exchange have been sent and received.
    throng_status (*exchange_end)(void *user);

    /// Sends send[i] to process i, and receives receive[i] from it.
    throng_status (*all_to_all)(void *user, const int64_t *send, int64_t *receive);

    /// Replaces each number by what is made of the numbers in its place on all processes.
    throng_status (*reduce)(void *user, throng_reduction reduction, int32_t count, int64_t *values);

    /// Copies bytes of process `root` to all others.
    throng_status (*broadcast)(void *user, int32_t root, void *data, size_t bytes);

    /// Creates a file, or replaces what is in it, with the pieces of all processes. NULL: each process opens
    /// the path by itself, which must be the same file for all.
    throng_status (*file_write)(void *user, const char *path, int32_t count,
                                const throng_transport_piece *pieces);

    /// Reads pieces of a file, others on each process. Set with file_write.
    throng_status (*file_read)(void *user, const char *path, int32_t count,
                               const throng_transport_piece *pieces);

    /// What went wrong in the last function that failed. NULL: nothing is said.
    const char *(*message)(void *user);
} throng_transport;

/* ---------------------------------------------------------------- worlds ---------------------------- */

/// A world; see the top of this header.
typedef struct throng_world throng_world;

/// A flow over all parts of a world, which a crowd may follow; see world_flow.h.
typedef struct throng_world_flow throng_world_flow;

/// Most parts of a world.
#define THRONG_MAX_PARTS 65536

/// How the plane is cut into pieces.
typedef int32_t throng_world_cut;
enum {
    /// The agents are divided into two halves along the longer side of the box around them, and each half
    /// again.
    THRONG_CUT_BISECTION = 0,
    /// Strips from left to right.
    THRONG_CUT_STRIPS = 1
};

/// Definition of a world.
typedef struct throng_world_def {
    /// How processes talk to each other; copied. `size` 0: there is no other process. Default: that.
    throng_transport transport;

    /// Default: BISECTION.
    throng_world_cut cut;

    /// Steps between load checks. If the slowest part took `imbalance` times the mean or more, a crowd of
    /// the world is cut again by measured costs. Devices are measured in the last step before, which waits
    /// for them. 0: never. Default: 64.
    int32_t balance_steps;

    /// Range: 1 or more. 1: always. Default: 1.1.
    float imbalance;

    /// Set by the default function.
    uint32_t cookie;
} throng_world_def;

/// Default definition of a world.
THRONG_API throng_world_def throng_world_default_def(void);

/// Creates a world with a part for each of `count` contexts of this process, 1 or more; a context may occur
/// more than once. Contexts cannot be destroyed before the world. `def` NULL stands for the default
/// definition. All processes run the same version of throng, on machines of the same byte order. What leaves
/// the call nobody to talk with is found by the process alone, and others may wait for it: no context, NULL
/// for `world`, a transport that lacks a function.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST (the transport failed).
THRONG_API throng_status throng_world_create(int32_t count, throng_context *const *contexts,
                                             const throng_world_def *def, throng_world **world);

/// Destroys a world. Local, but no process should leave while others still call. NULL does nothing.
/// Errors: INVALID_ARGUMENT if it is not a world or if crowds, maps or fields of it are left.
THRONG_API throng_status throng_world_destroy(throng_world *world);

/// Facts about a world.
typedef struct throng_world_info {
    /// This process, and how many there are.
    int32_t rank, size;

    /// Parts of all processes; the first one of this process, and how many it has.
    int32_t parts, first_part, local_parts;

    /// 1 if the transport has failed.
    int32_t lost;
} throng_world_info;

/// Gets facts about a world. Local. Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_world_get_info(throng_world *world, throng_world_info *info);

#ifdef __cplusplus
}
#endif

#endif
