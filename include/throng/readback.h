/* Readbacks: results without waiting. A readback copies results of one object into a ring of slots: a read
 * begins, the device goes on, and the values are fetched frames later. The conventions of throng.h hold.
 *
 * - A read has the values of the moment when it began, whatever is enqueued or set after that: the bits that
 *   a blocking read would have given then.
 * - On a device a read is enqueued behind the work before it and lands in memory that was made with the
 *   readback. On the CPU it is a copy, made when it begins.
 * - Numbers tell reads apart; the first one of a readback is 1. A read takes its slot until it is fetched or
 *   released. If no slot is free, the next one does not begin: CAPACITY.
 * - Nothing is allocated after the readback was created, unless throng_crowd_reserve() is called later.
 *
 * Terrain and routes have no readbacks: their results are in the host's memory when the call that computes
 * them returns. Answers to queries are fetched by the calls that ask. */
#ifndef THRONG_READBACK_H
#define THRONG_READBACK_H

#include "crowd_motions.h"
#include "flow.h"
#include "influence.h"
#include "potential.h"
#include "trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a readback reads. Each kind names its object, the call that begins a read, and the type of an entry.
typedef int32_t throng_readback_kind;
enum {
    /// A value of agents of def.crowd, as throng_crowd_get(): throng_readback_begin_agents(), of the value's
    /// type.
    THRONG_READBACK_AGENTS = 0,
    /// Motions of agents of def.crowd: throng_readback_begin_agents(), throng_motion.
    THRONG_READBACK_MOTIONS = 1,
    /// A layer of def.map: throng_readback_begin_region(), float.
    THRONG_READBACK_LAYER = 2,
    /// Forces at points of def.field: throng_readback_begin_range(), throng_force.
    THRONG_READBACK_FORCES = 3,
    /// Results of paths of def.trace: throng_readback_begin_range(), throng_trace_result.
    THRONG_READBACK_PATHS = 4,
    /// Lengths of a field of def.flow: throng_readback_begin_region(), float.
    THRONG_READBACK_LENGTHS = 5,
    /// Directions of a field of def.flow: throng_readback_begin_region(), throng_flow_direction.
    THRONG_READBACK_DIRECTIONS = 6
};

/// Most slots of a readback.
#define THRONG_MAX_READBACK_SLOTS 16

/// A readback; see the top of this header.
typedef struct throng_readback throng_readback;

/// Definition of a readback.
typedef struct throng_readback_def {
    /// What it reads. Default: AGENTS.
    throng_readback_kind kind;

    /// Most entries of one read. Range: 1 to 2^30, and at most 2^31 bytes. Must be set.
    int32_t capacity;

    /// Reads that may be under way or wait to be fetched at once. Range: 1 to THRONG_MAX_READBACK_SLOTS.
    /// Default: 3.
    int32_t slots;

    /// The value, for AGENTS: POSITION, VELOCITY, HEADING, FLAGS, PERCEIVED or VISION, which steps change.
    /// The host itself has set the others. Default: POSITION.
    throng_agent_value value;

    /// The layer of LAYER, or THRONG_LAYER_COMBINED; the field of LENGTHS and DIRECTIONS. Default: 0.
    int32_t layer;

    /// Set by the default function.
    uint32_t cookie;

    /// The crowd of AGENTS and MOTIONS. Other kinds do not use it. Default: NULL.
    throng_crowd *crowd;

    /// The map of LAYER. Default: NULL.
    throng_influence *map;

    /// The field of FORCES. Default: NULL.
    throng_potential *field;

    /// The tracer of PATHS. Default: NULL.
    throng_trace *trace;

    /// The flow of LENGTHS and DIRECTIONS. Default: NULL.
    throng_flow *flow;
} throng_readback_def;

/// A read.
typedef struct throng_readback_read {
    /// Its number, from 1. 0: there is none.
    uint64_t number;

    /// Count of the object's steps or updates when the read began: throng_crowd_info.steps; of other objects
    /// the calls that update it and succeeded since it was created.
    uint64_t step;

    /// Number of entries.
    int32_t count;

    /// Entries of a row: the columns of a region, or `count`.
    int32_t width;
} throng_readback_read;

/// Default definition of a readback; `capacity` and the object are to be set.
THRONG_API throng_readback_def throng_readback_default_def(void);

/// Creates a readback on the backend of its object. Destroy it before the object.
/// It takes `slots` times `capacity` entries of memory, which a device's driver may pin. On a device one of
/// motions, or of 16,384 agents or more, also allocates as throng_crowd_set_motions() does.
/// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST (the crowd).
THRONG_API throng_status throng_readback_create(throng_context *context, const throng_readback_def *def,
                                                throng_readback **readback);

/// Destroys a readback, and with it what was read. NULL does nothing.
/// Waits for reads that are under way. Errors: INVALID_ARGUMENT if it is not a readback.
THRONG_API throng_status throng_readback_destroy(throng_readback *readback);

/// Begins to read agents. `agents` NULL: all of them, in the order of throng_crowd_list(); `count` must be
/// their number. `agents` is packed. *read receives the read; `read` may be NULL.
/// Does not wait. On a device, where agents are named, or were added or removed since the last step, their
/// indices are uploaded first; that waits until the upload of those of the read before has ended.
/// Errors: INVALID_ARGUMENT (another kind of readback; as throng_crowd_get()), CAPACITY (no slot is free:
/// fetch or release a read, and begin again; or more entries than the def's capacity), LOST, OPENCL; after
/// throng_crowd_reserve() for motions on a device OUT_OF_MEMORY.
THRONG_API throng_status throng_readback_begin_agents(throng_readback *readback, const throng_agent *agents,
                                                      int32_t count, throng_readback_read *read);

/// Begins to read the values of a region, row by row. `region` NULL: all cells.
/// Does not wait, except that on a device a read of a flow waits until the rounds of its update are known to
/// have ended, as every use of the flow does. `read`: as for throng_readback_begin_agents().
/// Errors: INVALID_ARGUMENT (another kind of readback; as throng_influence_read() and
/// throng_flow_read_lengths()), CAPACITY (as throng_readback_begin_agents()), LOST, OPENCL; of flows
/// OUT_OF_MEMORY and BUILD_FAILED.
THRONG_API throng_status throng_readback_begin_region(throng_readback *readback, const throng_region *region,
                                                      throng_readback_read *read);

/// Begins to read forces at points, or results of paths, first to first+count-1.
/// Does not wait. `read`: as for throng_readback_begin_agents().
/// Errors: INVALID_ARGUMENT (another kind of readback; as throng_potential_read(), throng_trace_read()),
/// CAPACITY (as throng_readback_begin_agents()), LOST, OPENCL.
THRONG_API throng_status throng_readback_begin_range(throng_readback *readback, int32_t first, int32_t count,
                                                     throng_readback_read *read);

/// Tells whether a read has ended, so that fetching it does not wait: *ready is 1 or 0.
/// Errors: INVALID_ARGUMENT (no such read: it never began, or was fetched or released), LOST (the device
/// failed), OPENCL.
THRONG_API throng_status throng_readback_ready(throng_readback *readback, uint64_t number, int32_t *ready);

/// Gets a read by its number, as it began.
/// Errors: INVALID_ARGUMENT (no such read), LOST.
THRONG_API throng_status throng_readback_get_read(throng_readback *readback, uint64_t number,
                                                  throng_readback_read *read);

/// Copies the values of a read, and frees its slot. Waits until it has ended.
/// `stride` is from entry to entry; of regions it is from row to row.
/// Errors: INVALID_ARGUMENT (no such read, a stride that is too small), LOST, OPENCL; then the slot stays.
THRONG_API throng_status throng_readback_fetch(throng_readback *readback, uint64_t number, void *values,
                                               size_t stride);

/// Gets the values of a read where they are, packed, without a copy. Waits until it has ended.
/// *values is valid until the read is fetched or released, or the readback reset or destroyed.
/// Errors: INVALID_ARGUMENT (no such read), LOST, OPENCL.
THRONG_API throng_status throng_readback_map(throng_readback *readback, uint64_t number, const void **values);

/// Frees the slot of a read. Does not wait, even if the read is still under way.
/// Errors: INVALID_ARGUMENT (no such read), LOST.
THRONG_API throng_status throng_readback_release(throng_readback *readback, uint64_t number);

/// Finds the latest read that has ended, and releases all reads before it except those that are mapped.
/// read->number is 0 if none has ended. The read itself keeps its slot: fetch or release it. Does not wait.
/// Errors: INVALID_ARGUMENT, LOST (the device failed), OPENCL.
THRONG_API throng_status throng_readback_latest(throng_readback *readback, throng_readback_read *read);

/// Releases all reads, after those under way have ended; brings a lost readback back. Numbers go on.
/// If the call fails, the readback is lost and the call may be repeated.
/// Errors: INVALID_ARGUMENT, OPENCL.
THRONG_API throng_status throng_readback_reset(throng_readback *readback);

/// Facts about a readback.
typedef struct throng_readback_info {
    /// Backend of its object.
    throng_backend backend;

    /// Slots, and those that hold a read.
    int32_t slots, used;

    /// 1 if the device failed and the readback is lost; throng_readback_reset() brings it back.
    int32_t lost;

    /// Bytes of an entry.
    int32_t entry_bytes;

    /// 0.
    int32_t reserved;

    /// Number of reads that began so far.
    uint64_t reads;

    /// Memory from the allocator, in bytes.
    uint64_t host_bytes;

    /// Memory from the device's driver, in bytes.
    uint64_t device_bytes;
} throng_readback_info;

/// Gets facts about a readback. Errors: INVALID_ARGUMENT.
THRONG_API throng_status throng_readback_get_info(throng_readback *readback, throng_readback_info *info);

#ifdef __cplusplus
}
#endif

#endif
