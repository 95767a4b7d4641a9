/* Letters between parts: written to a buffer for each process, which are exchanged at once. */
#include "src/core/memory.h"
#include "src/core/status.h"
#include "src/world/world.h"

#include <string.h>

/* Letters and their entries begin at multiples of 8. */
static size_t whole(size_t bytes) { return (bytes + 7) / 8 * 8; }

void throng_mail_begin(throng_world *world)
{
    for (int32_t i = 0; i < world->size; i++)
        world->out[i].bytes = world->in[i].bytes = 0;
}

static void *write_letter(throng_world *world, int32_t process, const throng_letter *letter)
{
    throng_buffer *out = &world->out[process];
    size_t entries;
    if (!throng_multiply((size_t)letter->count, (size_t)letter->each, &entries) ||
        entries > SIZE_MAX / 2 - out->bytes - sizeof *letter) {
        (void)throng_fail_memory(world->context, "a world's messages", SIZE_MAX);
        return NULL;
    }
    const size_t bytes = sizeof *letter + whole(entries);
    if (throng_buffer_reserve(world, out, out->bytes + bytes) != THRONG_OK)
        return NULL;
    memcpy(out->memory + out->bytes, letter, sizeof *letter);
    out->bytes += bytes;
    return out->memory + out->bytes - bytes + sizeof *letter;
}

void *throng_mail_write(throng_world *world, int32_t from, int32_t to, int32_t count, size_t each)
{
    const throng_letter letter = {from, to, count, (int32_t)each};
    return write_letter(world, throng_world_process_of(world, to), &letter);
}

void *throng_mail_write_to(throng_world *world, int32_t process, int32_t count, size_t each)
{
    const throng_letter letter = {world->first, world->first_of[process], count, (int32_t)each};
    return write_letter(world, process, &letter);
}

throng_status throng_list_begin(throng_world *world, throng_mail_list *list, size_t each, int32_t expected)
{
    size_t bytes;
    list->count = 0;
    list->each = each;
    list->entries.bytes = list->to.bytes = 0;
    if (!throng_multiply((size_t)expected, each, &bytes))
        return throng_fail_memory(world->context, "the lists of a world", SIZE_MAX);
    const throng_status status = throng_buffer_reserve(world, &list->entries, bytes);
    return status == THRONG_OK ? throng_buffer_reserve(world, &list->to, (size_t)expected * sizeof(int32_t))
                               : status;
}

throng_status throng_list_add(throng_world *world, throng_mail_list *list, const void *entry, int32_t to)
{
    throng_status status = throng_buffer_reserve(world, &list->entries, list->entries.bytes + list->each);
    if (status == THRONG_OK)
        status = throng_buffer_reserve(world, &list->to, list->to.bytes + sizeof to);
    if (status != THRONG_OK)
        return status;
    memcpy(list->entries.memory + list->entries.bytes, entry, list->each);
    memcpy(list->to.memory + list->to.bytes, &to, sizeof to);
    list->entries.bytes += list->each;
    list->to.bytes += sizeof to;
    list->count++;
    return THRONG_OK;
}

throng_status throng_list_write(throng_world *world, throng_mail_list *list, int32_t processes)
{
    const throng_scattered all = {list->entries.memory, (const int32_t *)(const void *)list->to.memory,
                                  list->count, processes, list->each};
    return throng_mail_scatter(world, &all, &list->order);
}

void throng_list_release(const throng_world *world, throng_mail_list *list)
{
    throng_buffer_release(world, &list->entries);
    throng_buffer_release(world, &list->to);
    throng_buffer_release(world, &list->order);
}

throng_status throng_mail_scatter(throng_world *world, const throng_scattered *all, throng_buffer *scratch)
{
    const int32_t targets = all->processes ? world->size : world->parts;
    const size_t numbers = (size_t)targets + 1 + (size_t)all->count;
    const throng_status status = throng_buffer_reserve(world, scratch, numbers * sizeof(int32_t));
    if (status != THRONG_OK || all->count == 0)
        return status;
    int32_t *ends = (int32_t *)(void *)scratch->memory, *order = ends + targets + 1;
    memset(ends, 0, ((size_t)targets + 1) * sizeof *ends);
    for (int32_t i = 0; i < all->count; i++)
        ends[all->to[i] + 1]++;
    for (int32_t t = 0; t < targets; t++)
        ends[t + 1] += ends[t];
    for (int32_t i = 0; i < all->count; i++)
        order[ends[all->to[i]]++] = i; /* from each start to the next one */
    for (int32_t t = 0, first = 0; t < targets; first = ends[t++]) {
        const int32_t some = ends[t] - first;
        if (some == 0)
            continue;
        char *to = all->processes ? throng_mail_write_to(world, t, some, all->each)
                                  : throng_mail_write(world, world->first, t, some, all->each);
        if (!to)
            return THRONG_ERROR_OUT_OF_MEMORY;
        for (int32_t i = 0; i < some; i++)
            memcpy(to + (size_t)i * all->each,
                   (const char *)all->entries + (size_t)order[first + i] * all->each, all->each);
    }
    return THRONG_OK;
}

throng_status throng_world_depart(throng_world *world, const throng_buffer *out, const throng_buffer *in,
                                  uint64_t *sent)
{
    const throng_transport *t = &world->transport;
    throng_transport_message *send = world->messages, *receive = send + world->size;
    int32_t sends = 0, receives = 0;
    const throng_status status = throng_world_land(world);
    *sent = 0;
    if (status != THRONG_OK)
        return status;
    for (int32_t i = 0; i < world->size; i++) {
        if (i == world->rank)
            continue;
        if (out[i].bytes > 0)
            send[sends++] = (throng_transport_message){i, 0, out[i].bytes, out[i].memory};
        if (in[i].bytes > 0)
            receive[receives++] = (throng_transport_message){i, 0, in[i].bytes, in[i].memory};
        *sent += out[i].bytes;
    }
    world->bytes_sent += *sent;
    return throng_world_transported(world, t->exchange_begin(t->user, sends, send, receives, receive),
                                    "exchange_begin");
}

static throng_status exchange(throng_world *world)
{
    const throng_transport *t = &world->transport;
    uint64_t sent;
    const throng_status status = throng_world_depart(world, world->out, world->in, &sent);
    return status != THRONG_OK ? status
                               : throng_world_transported(world, t->exchange_end(t->user), "exchange_end");
}

throng_status throng_mail_exchange(throng_world *world, throng_status status)
{
    const throng_transport *t = &world->transport;
    int64_t *sizes = world->numbers, *theirs = sizes + world->size;
    const throng_status landed = throng_world_land(world);
    if (landed != THRONG_OK)
        return landed;
    for (int32_t i = 0; i < world->size; i++)
        sizes[i] = status == THRONG_OK ? (int64_t)world->out[i].bytes : 0;
    const throng_status sent =
        throng_world_transported(world, t->all_to_all(t->user, sizes, theirs), "all_to_all");
    if (sent != THRONG_OK)
        return sent;
    for (int32_t i = 0; i < world->size && status == THRONG_OK; i++)
        if (i != world->rank) {
            status = throng_buffer_reserve(world, &world->in[i], (size_t)theirs[i]);
            world->in[i].bytes = status == THRONG_OK ? (size_t)theirs[i] : 0;
        }
    status = throng_world_agree(world, status, 0, NULL);
    return status == THRONG_OK ? exchange(world) : status;
}

throng_letters throng_mail_read(const throng_world *world) { return (throng_letters){world, 0, 0}; }

int32_t throng_mail_next(throng_letters *letters, throng_letter *letter, const void **entries)
{
    const throng_world *world = letters->world;
    for (; letters->process < world->size; letters->process++, letters->at = 0) {
        const throng_buffer *from =
            letters->process == world->rank ? &world->out[letters->process] : &world->in[letters->process];
        if (from->bytes < letters->at + sizeof *letter)
            continue;
        memcpy(letter, from->memory + letters->at, sizeof *letter);
        letters->at += sizeof *letter;
        if (letter->count < 0 || letter->each < 0 ||
            from->bytes - letters->at < whole((size_t)letter->count * (size_t)letter->each))
            continue; /* no such letter was written */
        *entries = from->memory + letters->at;
        letters->at += whole((size_t)letter->count * (size_t)letter->each);
        return 1;
    }
    return 0;
}
