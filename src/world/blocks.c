/* The sources of a part, in whole blocks. */
#include "src/core/memory.h"
#include "src/core/sort.h"
#include "src/core/status.h"
#include "src/world/potential.h"

#include <string.h>

/* Stands where no point is: in the world behind that of the points. */
static throng_potential_source nobody(void)
{
    throng_potential_source s = throng_potential_default_source();
    s.eta = 0.0f;
    s.power = 0.0f;
    s.range = 1.0f;
    s.world = 1;
    return s;
}

/* The place of a block; `count` of them are there, in ascending order. */
static int32_t seek(const uint64_t *blocks, int32_t count, uint64_t block)
{
    int32_t low = 0, high = count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (blocks[middle] < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Calls `one` for all that this part is told. */
static void for_told(const throng_world_potential *field, throng_world_field_part *part,
                     void (*one)(throng_world_field_part *part, const throng_told_source *told,
                                 int32_t *data),
                     int32_t *data)
{
    const int32_t number = field->world->first + (int32_t)(part - field->parts);
    throng_letters letters = throng_mail_read(field->world);
    throng_letter letter;
    const void *entries;
    while (throng_mail_next(&letters, &letter, &entries))
        for (int32_t i = 0; letter.to == number && i < letter.count; i++) {
            throng_told_source told;
            memcpy(&told, (const char *)entries + (size_t)i * sizeof told, sizeof told);
            one(part, &told, data);
        }
}

/* ---------------------------------------------------------------- plan ------------------------------ */

/* Behind what is present in the blocks that are there: new blocks. All of a block comes from one home, in
 * ascending order, so it is new once. data: how many. */
static void find_fresh(throng_world_field_part *part, const throng_told_source *told, int32_t *data)
{
    const uint64_t block = told->id / THRONG_IN_BLOCK;
    const uint64_t bit = (uint64_t)1 << (told->id % THRONG_IN_BLOCK);
    uint64_t *present = throng_words_of(&part->scratch), *fresh = present + part->count;
    const int32_t at = seek(throng_words_of(&part->blocks), part->count, block);
    if (at < part->count && throng_words_of(&part->blocks)[at] == block) {
        present[at] = told->gone ? present[at] & ~bit : present[at] | bit;
        return;
    }
    if (!told->gone && (*data == 0 || fresh[*data - 1] != block))
        fresh[(*data)++] = block;
}

static void count_told(throng_world_field_part *part, const throng_told_source *told, int32_t *data)
{
    (void)part, (void)told;
    ++*data;
}

/* Memory for so many blocks; what is there stays. */
static throng_status reserve(throng_world *world, throng_world_field_part *part, size_t blocks)
{
    const size_t present = (size_t)part->count, of_block = THRONG_IN_BLOCK * sizeof(throng_potential_source);
    part->blocks.bytes = part->present.bytes = present * sizeof(uint64_t);
    part->sources.bytes = present * of_block;
    throng_status status = throng_buffer_reserve(world, &part->blocks, blocks * sizeof(uint64_t));
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &part->present, blocks * sizeof(uint64_t));
    return status == THRONG_OK ? throng_buffer_reserve(world, &part->sources, blocks * of_block) : status;
}

throng_status throng_blocks_plan(throng_world_potential *field, throng_world_field_part *part)
{
    throng_world *world = field->world;
    int32_t told = 0, fresh = 0;
    int64_t used = 0;
    for_told(field, part, count_told, &told);
    part->scratch.bytes = 0;
    throng_status status = throng_buffer_reserve(world, &part->scratch,
                                                 ((size_t)part->count + (size_t)told + 1) * sizeof(uint64_t));
    if (status != THRONG_OK)
        return status;
    if (part->count > 0)
        memcpy(part->scratch.memory, part->present.memory, (size_t)part->count * sizeof(uint64_t));
    for_told(field, part, find_fresh, &fresh);
    for (int32_t i = 0; i < part->count; i++)
        used += throng_words_of(&part->scratch)[i] != 0;
    const int64_t needed = (used + fresh) * THRONG_IN_BLOCK;
    if (needed > part->field->shape.capacity[THRONG_SOURCES])
        return throng_fail(world->context, THRONG_ERROR_CAPACITY,
                           "part %d would need room for %lld sources, in %lld blocks of 64: at most %d, the "
                           "def's source_capacity",
                           (int)(world->first + (int32_t)(part - field->parts)), (long long)needed,
                           (long long)(used + fresh), (int)part->field->shape.capacity[THRONG_SOURCES]);
    return reserve(world, part, (size_t)part->count + (size_t)fresh);
}

/* ---------------------------------------------------------------- changes --------------------------- */

static void note(throng_world_field_part *part, int32_t low, int32_t high)
{
    const int32_t none = part->low >= part->high;
    part->low = none || low < part->low ? low : part->low;
    part->high = none || high > part->high ? high : part->high;
}

static void copy_block(const throng_world_field_part *part, int32_t to, int32_t from)
{
    throng_potential_source *sources = throng_part_sources(part);
    throng_words_of(&part->blocks)[to] = throng_words_of(&part->blocks)[from];
    throng_words_of(&part->present)[to] = throng_words_of(&part->present)[from];
    memcpy(sources + (size_t)to * THRONG_IN_BLOCK, sources + (size_t)from * THRONG_IN_BLOCK,
           THRONG_IN_BLOCK * sizeof *sources);
}

/* Drops blocks of which nothing will be present. */
static void compact(throng_world_field_part *part, const uint64_t *later)
{
    int32_t kept = 0;
    while (kept < part->count && later[kept] != 0)
        kept++;
    const int32_t first = kept;
    for (int32_t i = kept; i < part->count; i++)
        if (later[i] != 0)
            copy_block(part, kept++, i);
    part->count = kept;
    note(part, first * THRONG_IN_BLOCK, kept * THRONG_IN_BLOCK);
    part->high = part->high < kept * THRONG_IN_BLOCK ? part->high : kept * THRONG_IN_BLOCK;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Puts new blocks between the others, without sources. */
static void merge(throng_world_field_part *part, const uint64_t *fresh, int32_t count)
{
    int32_t a = part->count - 1, to = part->count + count - 1;
    part->count += count;
    for (int32_t b = count - 1; b >= 0; to--) {
        if (a >= 0 && throng_words_of(&part->blocks)[a] > fresh[b]) {
            copy_block(part, to, a--);
            continue;
        }
        throng_words_of(&part->blocks)[to] = fresh[b--];
        throng_words_of(&part->present)[to] = 0;
        for (int32_t i = 0; i < THRONG_IN_BLOCK; i++)
            throng_part_sources(part)[(size_t)to * THRONG_IN_BLOCK + (size_t)i] = nobody();
    }
    note(part, (to + 1) * THRONG_IN_BLOCK, part->count * THRONG_IN_BLOCK);
}

static void take_one(throng_world_field_part *part, const throng_told_source *told, int32_t *data)
{
    const uint64_t block = told->id / THRONG_IN_BLOCK;
    const uint64_t bit = (uint64_t)1 << (told->id % THRONG_IN_BLOCK);
    const int32_t at = seek(throng_words_of(&part->blocks), part->count, block);
    ++*data;
    if (at == part->count || throng_words_of(&part->blocks)[at] != block)
        return; /* it went before it came, or with its block */
    const int32_t slot = at * THRONG_IN_BLOCK + (int32_t)(told->id % THRONG_IN_BLOCK);
    throng_part_sources(part)[slot] = told->gone ? nobody() : told->source;
    if (told->gone)
        throng_words_of(&part->present)[at] &= ~bit;
    else
        throng_words_of(&part->present)[at] |= bit;
    note(part, slot, slot + 1);
}

void throng_blocks_take(throng_world_potential *field, throng_world_field_part *part)
{
    uint64_t *later = throng_words_of(&part->scratch), *fresh = later + part->count;
    int32_t count = 0, empty = 0, taken = 0;
    for_told(field, part, find_fresh, &count); /* again: the first pass has left what is present later */
    for (int32_t i = 0; i < part->count; i++)
        empty += later[i] == 0;
    if (2 * empty > part->count ||
        ((int64_t)part->count + count) * THRONG_IN_BLOCK > part->field->shape.capacity[THRONG_SOURCES])
        compact(part, later);
    if (count > 1)
        throng_sort(fresh, (size_t)count, sizeof *fresh, by_number);
    if (count > 0)
        merge(part, fresh, count);
    for_told(field, part, take_one, &taken);
}

throng_status throng_blocks_tell(throng_world_field_part *part)
{
    const int32_t count = part->count * THRONG_IN_BLOCK;
    throng_status status = THRONG_OK;
    if (part->field->counts[THRONG_SOURCES] > count)
        status = throng_potential_truncate_sources(part->field, count);
    if (status == THRONG_OK && part->low < part->high)
        status = throng_potential_set_sources(part->field, part->low, part->high - part->low,
                                              throng_part_sources(part) + part->low, 0);
    if (status == THRONG_OK)
        part->low = part->high = 0;
    return status;
}

int64_t throng_blocks_count(const throng_world_field_part *part)
{
    int64_t count = 0;
    for (int32_t i = 0; i < part->count; i++)
        for (uint64_t bits = throng_words_of(&part->present)[i]; bits; bits &= bits - 1)
            count++;
    return count;
}

void throng_blocks_release(const throng_world *world, throng_world_field_part *part)
{
    throng_buffer *const buffers[] = {&part->places, &part->blocks, &part->present, &part->sources,
                                      &part->scratch};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        throng_buffer_release(world, buffers[i]);
}
