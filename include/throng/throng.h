/* throng: influence maps, potential fields, flow fields and crowds for games, on the CPU and through OpenCL,
 * with the same result to the last bit on both. This header includes all others except throng_opencl.h and
 * those for work over several devices or machines: world.h, world_crowd.h, world_flow.h, world_influence.h,
 * world_potential.h, flow_seeds.h and throng_mpi.h.
 *
 * Conventions that hold for every call:
 *
 * - Handles. Contexts, maps, fields, crowds and the like are opaque pointers. A `_create` function makes an
 *   object on a context, and its `_destroy` function frees it. An object that others use is destroyed after
 *   them, and the context last. Agents and obstacles of a crowd are values: an index and a generation.
 * - Status. Every function that can fail returns a throng_status. A failed call leaves its object as it was,
 *   unless its comment says otherwise. throng_context_message() then names the parameter, its value and what
 *   is allowed. A mistake of the caller also calls the assertion handler (throng_assertion) first.
 * - NULL. `_destroy` accepts NULL and does nothing. Other calls that return a status return INVALID_ARGUMENT
 *   for a NULL handle. A pointer must not be NULL unless its comment allows it; arrays of 0 entries may be.
 * - Definitions. A struct that ends in `_def` is filled by its default function and then changed. One that
 *   was not filled is INVALID_ARGUMENT. Strings and tables that it points to are copied.
 * - Strides. `stride` is the number of bytes from one entry to the next, so that entries may lie inside
 *   larger structs. `row_stride` is the number of bytes from row to row. 0 means tightly packed. Otherwise a
 *   stride must be at least as large as an entry or row.
 * - Ranges. `first` and `count` name entries first to first+count-1. `count` 0 is valid and does nothing,
 *   unless a comment says otherwise.
 * - Threads. A context and all objects made on it may be used by one thread at a time, whichever it is. A
 *   host that calls from several threads lets them take turns under a lock of its own. Different contexts are
 *   independent of each other, and may be created in several threads at once.
 * - Backends. An object lives on one backend, the CPU or an OpenCL device, from its creation on. On a device
 *   work is enqueued in order and not awaited; calls that return results wait for what these depend on. If
 *   the device fails inside enqueued work, the object is lost: calls on it return LOST until it is reset
 *   (or a crowd restored). An object on the CPU never returns LOST, OPENCL or BUILD_FAILED.
 * - Numbers. Floats must be finite and at most 1e9 in magnitude; comments give narrower ranges. A range
 *   includes its limits. Magnitudes below the smallest normal float count as 0. No result is NaN or
 *   infinite: a result beyond the largest float becomes that float, with its sign.
 * - Units and coordinates. Lengths are in world units of the caller's choice, or in cells where said.
 *   x points to the right, y downwards. Cell (column i, row j) of a square grid covers
 *   [i, i+1) x [j, j+1) times the cell size. On a hexagonal grid (pointed tops, odd rows half a cell to the
 *   right) its centre is at (i + 0.5 + 0.5*(j mod 2), j*sqrt(3)/2 + 0.5) times the cell size.
 * - Worlds. An object may hold several independent worlds of equal size, which one call computes together.
 *   In regions and cells they lie below each other: world w has the rows w*height to (w+1)*height-1.
 *   Coordinates count from the upper left corner of their own world.
 * - Determinism. Equal inputs give equal bits on every instruction set, thread count, exact OpenCL device,
 *   compiler and run, on x86-64, 64-bit ARM and WebAssembly. Devices that round differently are used only
 *   if the context's def accepts them.
 * - Floating-point modes. The rounding, flush and trap modes of the host's threads do not matter: each call
 *   and each task runs in the default modes, and leaves the host's modes and exception flags as they were.
 *   The host's callbacks run in the default modes too. */
#ifndef THRONG_H
#define THRONG_H

#include "context.h"
#include "crowd.h"
#include "crowd_motions.h"
#include "crowd_moving.h"
#include "crowd_queries.h"
#include "crowd_room.h"
#include "crowd_states.h"
#include "dispatch.h"
#include "flow.h"
#include "influence.h"
#include "influence_slices.h"
#include "measure.h"
#include "potential.h"
#include "readback.h"
#include "route.h"
#include "terrain.h"
#include "trace.h"

#endif
