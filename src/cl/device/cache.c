/* Built programs on disk. Whatever goes wrong here only means that the device's compiler runs again. */
#include "src/cl/device/device.h"
#include "src/core/memory.h"

#include <stdio.h>
#include <string.h>

static const char magic[16] = "throng kernels 1";
#define LARGEST ((size_t)256 << 20)
#define LONGEST_WAIT 30.0 /* seconds, for another process */

typedef struct header {
    char magic[16];
    uint64_t key, size, checksum;
} header;

/* FNV-1a in 64 bits: small, and good enough to tell a damaged file. */
uint64_t throng_cl_hash(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    if (hash == 0)
        hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

static int32_t open_cache(const struct throng_cl *cl, uint64_t key, int32_t make, throng_cache_file *f)
{
    char name[64];
    snprintf(name, sizeof name, "%016llx.throng", (unsigned long long)key);
    return throng_cache_open(f, cl->cache, name, make);
}

static unsigned char *read_binary(struct throng_cl *cl, FILE *stream, uint64_t key, uint64_t file_size,
                                  size_t *size)
{
    header h;
    if (fread(&h, sizeof h, 1, stream) != 1 || memcmp(h.magic, magic, sizeof magic) != 0 || h.key != key ||
        h.size == 0 || h.size > LARGEST || file_size != sizeof h + h.size)
        return NULL;
    unsigned char *binary = throng_allocate(cl->allocator, (size_t)h.size);
    if (binary && (fread(binary, (size_t)h.size, 1, stream) != 1 ||
                   throng_cl_hash(0, binary, (size_t)h.size) != h.checksum)) {
        throng_release(cl->allocator, binary, (size_t)h.size);
        binary = NULL;
    }
    *size = binary ? (size_t)h.size : 0;
    return binary;
}

void throng_cl_tell_rebuilt(const struct throng_cl *cl)
{
    if (cl->logger->log)
        cl->logger->log(cl->logger->user, THRONG_LOG_WARNING,
                        "a program in the cache of kernels does not work: built again");
}

unsigned char *throng_cl_cache_load(struct throng_cl *cl, uint64_t key, size_t *size, throng_cache_mark *mark)
{
    throng_cache_file f;
    uint64_t file_size = 0;
    unsigned char *binary = NULL;
    *size = 0;
    mark->id = -1;
    if (cl->distrusted || !open_cache(cl, key, 0, &f))
        return NULL;
    FILE *stream = throng_cache_read(&f, &file_size);
    if (stream) {
        binary = read_binary(cl, stream, key, file_size, size);
        fclose(stream);
    }
    if (binary && !throng_cache_try(&f, mark)) {
        throng_release(cl->allocator, binary, *size);
        binary = NULL;
        cl->distrusted = 1; /* others may be like it */
        throng_cl_tell_rebuilt(cl);
    }
    throng_cache_close(&f);
    return binary;
}

int32_t throng_cl_cache_make(struct throng_cl *cl, uint64_t key, throng_cache_mark *mark)
{
    throng_cache_file f;
    mark->id = -1;
    if (cl->impatient || !open_cache(cl, key, 1, &f))
        return 0;
    const int32_t waited = throng_cache_make(&f, mark, LONGEST_WAIT);
    throng_cache_close(&f);
    cl->impatient = waited < 0;
    return waited > 0;
}

void throng_cl_cache_save(struct throng_cl *cl, uint64_t key, const unsigned char *binary, size_t size)
{
    throng_cache_file f;
    header h = {.key = key, .size = size, .checksum = throng_cl_hash(0, binary, size)};
    memcpy(h.magic, magic, sizeof magic);
    if (size == 0 || size > LARGEST || !open_cache(cl, key, 1, &f))
        return;
    FILE *stream = throng_cache_write(&f, sizeof h + size);
    if (stream) {
        const int32_t whole = fwrite(&h, sizeof h, 1, stream) == 1 && fwrite(binary, size, 1, stream) == 1;
        (void)throng_cache_publish(&f, stream, whole);
    }
    throng_cache_close(&f);
}

void throng_cl_cache_drop(const struct throng_cl *cl, uint64_t key)
{
    throng_cache_file f;
    if (!open_cache(cl, key, 0, &f))
        return;
    throng_cache_remove(&f);
    throng_cache_close(&f);
}
