/* throng - influence maps for crowds and battlefields, on the CPU and through OpenCL, with the same
 * answer to the last bit on both.
 *
 * Conventions of the whole interface
 *  - Every function that can fail returns a throng_status. A failed call leaves the object as it was;
 *    throng_context_message() then names the parameter and the value.
 *  - Contexts and maps are opaque; their storage belongs to the library and comes from the context's
 *    allocator. A context and everything made from it may be used by one thread at a time; different
 *    contexts are independent of each other. There is no global state.
 *  - A `def` is filled by its default function and then changed; one that nobody initialised is refused.
 *  - Strides and row strides count in bytes; 0 stands for "tightly packed".
 *  - x points to the right, y downwards. Cell (column i, row j) of a square grid covers
 *    [i, i+1) x [j, j+1) times the cell size. On a hexagonal grid (odd rows half a cell to the right,
 *    pointed tops) its centre is at (i + 0.5 + 0.5*(j mod 2), j*sqrt(3)/2 + 0.5) times the cell size.
 *  - Numbers must be finite and at most 1e9 in magnitude; numbers below the smallest normal float count
 *    as 0. No result is ever NaN or infinite.
 */
#ifndef THRONG_H
#define THRONG_H

#include "context.h"
#include "crowd.h"
#include "dispatch.h"
#include "flow.h"
#include "influence.h"
#include "measure.h"
#include "potential.h"
#include "route.h"
#include "terrain.h"
#include "trace.h"

#endif
