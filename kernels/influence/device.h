/* Shared by the OpenCL programs of influence maps: plan, objects in three arrays, sources as words, and the
 * sums of a tile. */
#ifndef THRONG_KERNELS_INFLUENCE_DEVICE_H
#define THRONG_KERNELS_INFLUENCE_DEVICE_H

#include "kernels/influence/euclidean.h"
#include "kernels/influence/tiles.h"

#ifndef GROUP
#define GROUP 64 /* work-items of a work-group; 1 on CPU devices */
#endif
#define FROM_CARRY 1 /* not the first round: continue the sums of earlier rounds */
#define TO_CARRY 2   /* not the last round */

/* The tile of a work-group, where a launch may begin with any tile. */
static uint launched_tile(void) { return (uint)(get_group_id(0) + get_global_offset(0) / get_local_size(0)); }

static void load_plan(influence_plan *plan, int16 words)
{
    plan->width = words.s0;
    plan->height = words.s1;
    plan->first_column = words.s2;
    plan->cell_size = scalar_from_bits(words.s3);
    plan->pitch = words.s4;
    plan->tile_width = words.s5;
    plan->tile_height = words.s6;
    plan->tiles_x = words.s7;
    plan->tiles_y = words.s8;
    plan->list_capacity = (uint)words.s9;
    plan->world_height = words.sa;
    plan->kind = words.sb;
    plan->propagation = words.sc;
    plan->walls_pitch = words.sd;
    plan->walls_rows = words.se;
    plan->first_row = words.sf;
}

static influence_grid grid_of(const influence_plan *plan)
{
    influence_grid grid;
    grid.width = plan->width;
    grid.height = plan->height;
    grid.hex = influence_plan_hex(plan);
    grid.cell_size = plan->cell_size;
    grid.kind = plan->kind;
    grid.propagation = plan->propagation;
    grid.world_height = plan->world_height;
    grid.walls_pitch = plan->walls_pitch;
    grid.walls_rows = plan->walls_rows;
    grid.first_column = plan->first_column;
    grid.first_row = plan->first_row;
    return grid;
}

/* A layer's objects are stored in three arrays, so that moving them is a copy: positions, velocities, the
 * rest. */
static influence_object load_object(__global const float *positions, __global const float *velocities,
                                    __global const float *others, uint i)
{
    influence_object o;
    __global const float *rest = others + 7 * i;
    o.x = positions[2 * i];
    o.y = positions[2 * i + 1];
    o.vx = velocities[2 * i];
    o.vy = velocities[2 * i + 1];
    o.influence = rest[0];
    o.decay = rest[1];
    o.max_distance = rest[2];
    o.alpha = rest[3];
    o.offset = rest[4];
    o.decay_kind = scalar_to_bits(rest[5]);
    o.world = scalar_to_bits(rest[6]);
    return o;
}

/* A source as four int4: fast to load and store, and no compiler keeps a copy in memory. The host's compiler
 * checks the order (src/cl/influence/update.c). */
typedef struct source_words {
    int4 a, b, c, d;
} source_words;

static source_words words_of(const influence_source *s)
{
    source_words w;
    w.a = (int4)(s->column, s->row, scalar_to_bits(s->fx), scalar_to_bits(s->fy));
    w.b = as_int4((float4)(s->ax, s->ay, s->strength, s->reach));
    w.c = as_int4((float4)(s->rate, s->half_hi, s->half_lo, s->circle_share));
    w.d = (int4)(scalar_to_bits(s->circle_radius), s->kind, s->row_first, s->row_last);
    return w;
}

static void store_source(__global int4 *words, const influence_source *s)
{
    source_words w = words_of(s);
    words[0] = w.a;
    words[1] = w.b;
    words[2] = w.c;
    words[3] = w.d;
}

/* Decodes a source: some compilers fail to read a struct where words were written. */
static influence_source source_from(source_words w)
{
    influence_source s;
    float4 b = as_float4(w.b);
    float4 c = as_float4(w.c);
    s.column = w.a.x;
    s.row = w.a.y;
    s.fx = scalar_from_bits(w.a.z);
    s.fy = scalar_from_bits(w.a.w);
    s.ax = b.x;
    s.ay = b.y;
    s.strength = b.z;
    s.reach = b.w;
    s.rate = c.x;
    s.half_hi = c.y;
    s.half_lo = c.z;
    s.circle_share = c.w;
    s.circle_radius = scalar_from_bits(w.d.x);
    s.kind = w.d.y;
    s.row_first = w.d.z;
    s.row_last = w.d.w;
    return s;
}

static int same_words(source_words a, source_words b)
{
    return all(a.a == b.a) && all(a.b == b.b) && all(a.c == b.c) && all(a.d == b.d);
}

static source_words load_words(__global const influence_source *sources, uint i)
{
    __global const int4 *words = (__global const int4 *)(sources + i);
    source_words w;
    w.a = words[0];
    w.b = words[1];
    w.c = words[2];
    w.d = words[3];
    return w;
}

static influence_source load_source(__global const influence_source *sources, uint i)
{
    return source_from(load_words(sources, i));
}

#if THRONG_WIDTH == 1

#define TILE_WIDTH (GROUP >= 128 ? 32 : 16)
#define ROWS_APART                                                                                           \
    (GROUP / TILE_WIDTH) /* even, so that on hexagons all rows of a work-item have the same shift */

/* Loads the sources first .. first + count - 1 of the list into local memory, four work-items per source. */
static void fetch_sources(__local int4 *batch, __global const influence_source *sources,
                          __global const uint *list, uint first, uint count)
{
    __global const int4 *from = (__global const int4 *)sources;
    for (uint k = (uint)get_local_id(0); k < count * 4; k += GROUP)
        batch[k] = from[list[first + k / 4] * 4 + k % 4];
}

static influence_source source_of(__local const int4 *words)
{
    source_words w;
    w.a = words[0];
    w.b = words[1];
    w.c = words[2];
    w.d = words[3];
    return source_from(w);
}

#else

static uint block_start(uint count, uint blocks, uint block) { return (uint)((ulong)count * block / blocks); }

static void start_sums(__local float *sums, __global const float *carry, const influence_tile *tile,
                       int columns, ulong place, int map_pitch, int rounds)
{
    const vfloat zero = vf_set(0.0f);
    if (rounds & FROM_CARRY)
        for (int y = 0; y < tile->row_count; y++)
            for (int x = 0; x < columns; x += THRONG_WIDTH)
                vf_store(sums + y * tile->pitch + x,
                         vf_load(carry + place + (ulong)y * (ulong)map_pitch + x));
    else
        for (int k = 0; k < tile->row_count * tile->pitch; k += THRONG_WIDTH)
            vf_store(sums + k, zero);
}

static void store_sums(__local const float *sums, __global float *carry, __global float *values,
                       const influence_tile *tile, int columns, ulong place, int map_pitch, float momentum,
                       int rounds)
{
    for (int y = 0; y < tile->row_count; y++) {
        ulong row = place + (ulong)y * (ulong)map_pitch;
        __local const float *from = sums + y * tile->pitch;
        if (rounds & TO_CARRY)
            for (int x = 0; x < columns; x += THRONG_WIDTH)
                vf_store(carry + row + x, vf_load(from + x));
        else if (momentum > 0.0f)
            for (int x = 0; x < columns; x += THRONG_WIDTH)
                vf_store(values + row + x,
                         influence_finished(vf_load(from + x), vf_load(values + row + x), momentum));
        else
            for (int x = 0; x < columns; x += THRONG_WIDTH)
                vf_store(values + row + x, influence_finished(vf_load(from + x), vf_set(0.0f), 0.0f));
    }
}

/* Tile of a work-item. *place: its first cell in a plane; *columns: its columns in a plane, padding
 * included. */
static influence_tile tile_of(uint index, const influence_plan *plan, ulong *place, int *columns)
{
    influence_tile tile;
    tile.column_first = (int)(index % (uint)plan->tiles_x) * plan->tile_width;
    tile.row_first = (int)(index / (uint)plan->tiles_x) * plan->tile_height;
    tile.column_count = min(plan->tile_width, plan->width - tile.column_first);
    tile.row_count = min(plan->tile_height, plan->height - tile.row_first);
    tile.pitch = plan->tile_width + 16;
    tile.hex = influence_plan_hex(plan);
    tile.double_pumped = 0;
    *columns = min(plan->tile_width, plan->pitch - tile.column_first);
    *place = (ulong)tile.row_first * (ulong)plan->pitch + (ulong)tile.column_first;
    return tile;
}

#endif

/* Whether a tile stays unchanged: it holds zeros and no source touches it. */
static int nothing_to_do(uint sources, int touched, int rounds)
{
    return sources == 0 && !touched && rounds == 0;
}

/* New value of touched[tile]: whether the tile may hold nonzero values. */
static int touched_after(uint sources, int touched, int rounds, float momentum)
{
    return sources != 0 || rounds != 0 || (touched && momentum > 0.0f);
}

#endif
