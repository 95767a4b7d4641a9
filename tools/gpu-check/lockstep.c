/* Runs a kernel as a GPU does: 32 work-items of a warp take each step together, those that take another
 * branch wait, and all meet again behind it. Counts how often a warp, and how often its lanes, go through
 * each block.
 *   PROGRAM RECORD NUMBER [SEED]   a launch that opencl_record.c has recorded
 * SEED: groups, warps and ways of a branch in random order, each for some blocks at a time: results have to
 * be the same, or work-items do not keep to their memory. Writes JSON to standard output, and in it whether
 * buffers are as the device left them. */
#define _POSIX_C_SOURCE 200809L
#include "tools/gpu-check/lockstep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 256, BUFFERS = 64, PATH = 512, SECTOR = 32, GAP = 256 };

/* Lanes on the way to `end`, where the entry below goes on with them. */
typedef struct entry {
    int at, end;
    uint32_t mask;
    int waits; /* at a barrier */
} entry;

typedef struct warp {
    entry stack[DEPTH];
    int depth, waits;
    unsigned char *lanes;
    uint32_t item;
} warp;

typedef struct buffer {
    int number;
    size_t bytes, at;
} buffer;

static struct {
    char kernel[128];
    size_t offset, items, group;
    unsigned char *parameters;
    size_t shared;
    buffer buffers[BUFFERS];
    int buffer_count;
    unsigned char *memory, *read,
        *written; /* of all buffers, and which sectors of it were touched, as bits */
    size_t bytes;
} launch;

typedef struct count {
    uint64_t warps, lanes, sectors;
} count;

static count *counts;
static uint64_t seed; /* 0: one after the other */

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "lockstep: %s\n", what);
    exit(1);
}

static void *memory_of(size_t bytes)
{
    void *memory = NULL;
    if (posix_memalign(&memory, 256, bytes + 256) != 0)
        fail("no memory");
    memset(memory, 0, bytes + 256);
    return memory;
}

/* A random number below n. */
static uint32_t below(uint32_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 32) % n;
}

/* ---------------------------------------------------------------- the record ------------------------ */

static FILE *open_part(const char *folder, int number, const char *ending)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/%d%s", folder, number, ending);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail(path);
    return file;
}

static void read_buffer(const char *folder, int number, const buffer *b, const char *when, unsigned char *to)
{
    char ending[64];
    snprintf(ending, sizeof ending, ".%d.%s", b->number, when);
    FILE *file = open_part(folder, number, ending);
    if (fread(to, 1, b->bytes, file) != b->bytes)
        fail("a buffer is shorter than it says");
    fclose(file);
}

/* One place for each buffer, however many arguments it is. */
static size_t place_of(int number, size_t bytes)
{
    for (int i = 0; i < launch.buffer_count; i++)
        if (launch.buffers[i].number == number)
            return launch.buffers[i].at;
    if (launch.buffer_count == BUFFERS)
        fail("too many buffers");
    const size_t at = launch.bytes;
    launch.buffers[launch.buffer_count++] = (buffer){number, bytes, at};
    launch.bytes += (bytes + GAP + GAP) / GAP * GAP;
    return at;
}

static void read_argument(char *line, int index, uint64_t *buffers, uint64_t *locals)
{
    unsigned char *to = launch.parameters + lockstep_parameters[index];
    char *text = strchr(line, ' ');
    if (strncmp(line, "local", 5) == 0) {
        locals[index] = launch.shared + 1;
        launch.shared += (strtoull(text, NULL, 10) + 255) / 256 * 256;
    } else if (strncmp(line, "buffer", 6) == 0) {
        const int number = (int)strtol(text, &text, 10);
        buffers[index] = place_of(number, strtoull(text, NULL, 10)) + 1;
    } else {
        for (char *end; text && *text && *text != '\n'; text = end) {
            const unsigned long byte = strtoul(text, &end, 16);
            if (end == text)
                break;
            *to++ = (unsigned char)byte;
        }
    }
}

static void read_launch(const char *folder, int number, uint64_t *buffers, uint64_t *locals)
{
    char line[4096];
    FILE *file = open_part(folder, number, ".txt");
    launch.parameters = memory_of((size_t)lockstep_parameter_bytes);
    launch.shared = ((size_t)lockstep_shared_bytes + 255) / 256 * 256;
    int index = -3;
    for (; fgets(line, sizeof line, file); index++) {
        if (index == -3)
            sscanf(line, "kernel %127s", launch.kernel);
        else if (index == -1)
            sscanf(line, "items %zu %zu %zu", &launch.offset, &launch.items, &launch.group);
        else if (index >= 0)
            read_argument(line, index, buffers, locals);
    }
    fclose(file);
    if (launch.offset != 0 || launch.group == 0)
        fail("launches with an offset or without groups are not understood");
    launch.memory = memory_of(launch.bytes + GAP);
    launch.read = memory_of(launch.bytes / SECTOR / 8 + 64);
    launch.written = memory_of(launch.bytes / SECTOR / 8 + 64);
    for (int i = 0; i < launch.buffer_count; i++)
        read_buffer(folder, number, &launch.buffers[i], "before", launch.memory + launch.buffers[i].at);
}

static void set_address(int index, const unsigned char *address)
{
    const uint64_t value = (uint64_t)(uintptr_t)address;
    memcpy(launch.parameters + lockstep_parameters[index], &value, sizeof value);
}

/* ---------------------------------------------------------------- warps ----------------------------- */

/* Sectors of 32 bytes that the lanes' access touches, each once. */
static uint64_t sectors_of(const place *p, int access, uint32_t mask)
{
    uint64_t found[2 * LANES], number = 0;
    for (int lane = 0; lane < LANES; lane++) {
        if (!(mask >> lane & 1))
            continue;
        const uint64_t at = p->at[access][lane] - (uint64_t)(uintptr_t)launch.memory;
        if (at >= launch.bytes)
            fail("a kernel reads or writes outside of its buffers");
        for (uint64_t sector = at / SECTOR; sector <= (at + p->size[access] - 1) / SECTOR; sector++) {
            uint64_t k = 0;
            unsigned char *touched = p->stores[access] ? launch.written : launch.read;
            touched[sector / 8] |= (unsigned char)(1u << sector % 8);
            while (k < number && found[k] != sector)
                k++;
            if (k == number)
                found[number++] = sector;
        }
    }
    return number;
}

static void count_block(int number, uint32_t mask, const place *p)
{
    count *c = &counts[number];
    c->warps++;
    c->lanes += (uint64_t)__builtin_popcount(mask);
    for (int i = 0; i < lockstep_blocks[number].accesses; i++)
        c->sectors += sectors_of(p, i, mask);
}

static void end_lanes(warp *w, uint32_t ended)
{
    for (int i = 0; i < w->depth; i++)
        w->stack[i].mask &= ~ended;
}

/* Lanes that go different ways: each way is gone to where they meet, one after the other. */
static void part(warp *w, uint32_t mask, int meet, const int *next)
{
    if (meet < 0) /* at the end, if at all */
        w->depth--;
    else
        w->stack[w->depth - 1].at = meet;
    for (uint32_t left = mask; left;) {
        const int to = next[__builtin_ctz(left)];
        uint32_t same = 0;
        for (int lane = 0; lane < LANES; lane++)
            same |= (left >> lane & 1) && next[lane] == to ? 1u << lane : 0;
        left &= ~same;
        if (to == meet)
            continue;
        if (w->depth == DEPTH)
            fail("branches are too deep");
        w->stack[w->depth++] = (entry){to, meet, same, 0};
    }
}

/* 1: others of the warp go on: those that never come to this barrier, since they end before. */
static int others_go_on(warp *w)
{
    entry *top = &w->stack[w->depth - 1], *below = top - 1;
    top->waits = 1;
    if (w->depth < 2 || below->waits || !below->mask || below->end != top->end || below->mask & top->mask)
        return 0;
    const entry other = *below;
    *below = *top;
    *top = other;
    return 1;
}

static void go_on(warp *w, int number, uint32_t mask, const int *next)
{
    const int first = next[__builtin_ctz(mask)];
    int several = 0;
    for (int lane = 0; lane < LANES; lane++)
        several |= (mask >> lane & 1) && next[lane] != first;
    if (several)
        part(w, mask, lockstep_blocks[number].after, next);
    else if (first < 0)
        end_lanes(w, mask);
    else
        w->stack[w->depth - 1].at = first;
}

/* The other way of a branch goes on for a while. */
static void change_ways(warp *w)
{
    entry *top = &w->stack[w->depth - 1], *other = top - 1;
    if (w->depth < 2 || other->waits || !other->mask || other->at == other->end || other->end != top->end ||
        other->mask & top->mask)
        return;
    const entry now = *top;
    *top = *other;
    *other = now;
}

/* To the next barrier, or the end; in random order only some blocks. */
static void run_warp(warp *w, place *p)
{
    int next[LANES];
    for (uint32_t blocks = seed ? 1 + below(16) : UINT32_MAX; w->depth > 0 && blocks > 0; blocks--) {
        if (seed && below(2))
            change_ways(w);
        entry *top = &w->stack[w->depth - 1];
        if (!top->mask || top->at == top->end) {
            w->depth--;
            continue;
        }
        if (top->waits) {
            w->waits = 1;
            return;
        }
        const int number = top->at;
        const uint32_t mask = top->mask;
        lockstep_run(number, mask, w->lanes, p, next);
        count_block(number, mask, p);
        go_on(w, number, mask, next);
        if (lockstep_blocks[number].barrier && !others_go_on(w)) {
            w->waits = 1;
            return;
        }
    }
}

/* One of the warps that can go on; NULL: all are at a barrier, or have ended. */
static warp *next_warp(warp *warps, int count_of_warps)
{
    const int first = seed ? (int)below((uint32_t)count_of_warps) : 0;
    for (int i = 0; i < count_of_warps; i++) {
        warp *w = &warps[(first + i) % count_of_warps];
        if (w->depth > 0 && !w->waits)
            return w;
    }
    return NULL;
}

/* Behind the barrier. Returns 0 if all have ended. */
static int leave_barrier(warp *warps, int count_of_warps)
{
    int waited = 0;
    for (int i = 0; i < count_of_warps; i++) {
        waited |= warps[i].waits;
        warps[i].waits = 0;
        for (int k = 0; k < warps[i].depth; k++)
            warps[i].stack[k].waits = 0;
    }
    return waited;
}

static void run_group(size_t group, warp *warps, int count_of_warps, place *p)
{
    const size_t lane_bytes = (size_t)lockstep_lane_bytes;
    for (int i = 0; i < count_of_warps; i++) {
        warp *w = &warps[i];
        const size_t left = launch.group - (size_t)i * LANES;
        w->item = (uint32_t)i * LANES;
        w->depth = 1;
        w->waits = 0;
        w->stack[0] = (entry){0, -1, left >= LANES ? ~0u : (1u << left) - 1u, 0};
        memset(w->lanes, 0, LANES * lane_bytes);
    }
    p->group = (uint32_t)group;
    do
        for (warp *w; (w = next_warp(warps, count_of_warps));) {
            p->item = w->item;
            run_warp(w, p);
        }
    while (leave_barrier(warps, count_of_warps));
}

static void run_groups(size_t groups, warp *warps, int count_of_warps, place *p)
{
    size_t *order = memory_of(groups * sizeof *order);
    for (size_t i = 0; i < groups; i++) {
        const size_t k = seed ? below((uint32_t)i + 1) : i;
        order[i] = order[k];
        order[k] = i;
    }
    for (size_t i = 0; i < groups; i++)
        run_group(order[i], warps, count_of_warps, p);
    free(order);
}

/* ---------------------------------------------------------------- what it says ---------------------- */

static uint64_t bits_of(const unsigned char *bits)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < launch.bytes / SECTOR / 8 + 8; i++)
        sum += (uint64_t)__builtin_popcount(bits[i]);
    return sum;
}

static size_t differing_bytes(const char *folder, int number)
{
    size_t sum = 0;
    for (int i = 0; i < launch.buffer_count; i++) {
        const buffer *b = &launch.buffers[i];
        unsigned char *after = memory_of(b->bytes);
        read_buffer(folder, number, b, "after", after);
        for (size_t k = 0; k < b->bytes; k++)
            sum += after[k] != launch.memory[b->at + k];
        free(after);
    }
    return sum;
}

static void print_counts(size_t groups, int warps, size_t differing)
{
    printf("{\"kernel\": \"%s\", \"groups\": %zu, \"warps\": %zu, \"items\": %zu, \"group\": %zu,\n"
           " \"read_bytes\": %llu, \"written_bytes\": %llu, \"differing_bytes\": %lld,\n \"blocks\": [",
           launch.kernel, groups, groups * (size_t)warps, groups * launch.group, launch.group,
           (unsigned long long)bits_of(launch.read) * SECTOR,
           (unsigned long long)bits_of(launch.written) * SECTOR, (long long)differing);
    for (int i = 0; i < lockstep_block_count; i++)
        printf("%s[%llu, %llu, %llu]", i ? ", " : "", (unsigned long long)counts[i].warps,
               (unsigned long long)counts[i].lanes, (unsigned long long)counts[i].sectors);
    printf("]}\n");
}

int main(int argc, char **argv)
{
    static place p;
    uint64_t buffers[BUFFERS] = {0}, locals[BUFFERS] = {0};
    if (argc < 3 || argc > 4)
        fail("usage: PROGRAM RECORD NUMBER [SEED]");
    const int number = atoi(argv[2]);
    seed = argc > 3 ? 0x9e3779b97f4a7c15u * strtoull(argv[3], NULL, 10) : 0;
    read_launch(argv[1], number, buffers, locals);
    counts = memory_of((size_t)lockstep_block_count * sizeof *counts);
    p.shared = memory_of(launch.shared);
    p.parameters = launch.parameters;
    for (int i = 0; i < BUFFERS; i++) {
        if (buffers[i])
            set_address(i, launch.memory + buffers[i] - 1);
        if (locals[i])
            set_address(i, p.shared + locals[i] - 1);
    }
    const int count_of_warps = (int)((launch.group + LANES - 1) / LANES);
    warp *warps = memory_of((size_t)count_of_warps * sizeof *warps);
    for (int i = 0; i < count_of_warps; i++)
        warps[i].lanes = memory_of(LANES * (size_t)lockstep_lane_bytes);
    p.items = (uint32_t)launch.group;
    p.groups = (uint32_t)(launch.items / launch.group);
    run_groups(p.groups, warps, count_of_warps, &p);
    print_counts(p.groups, count_of_warps, differing_bytes(argv[1], number));
    return 0;
}
