/* Built programs on disk. Whatever goes wrong here only means that the device's compiler runs again. */
#include "src/cl/device/device.h"
#include "src/core/memory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#ifdef _WIN32
#include <direct.h>
#include <process.h>
#define make_folder(path) _mkdir(path)
#define process_id() _getpid()
#else
#include <unistd.h>
#define make_folder(path) mkdir(path, 0777)
#define process_id() getpid()
#endif

static const char magic[16] = "throng kernels 1";
#define LARGEST ((size_t)256 << 20)

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

static int file_name(const struct throng_cl *cl, uint64_t key, char *path, size_t size)
{
    int length = snprintf(path, size, "%s/%016llx.throng", cl->cache, (unsigned long long)key);
    return cl->cache[0] && length > 0 && (size_t)length < size;
}

unsigned char *throng_cl_cache_load(struct throng_cl *cl, uint64_t key, size_t *size)
{
    char path[640];
    header h;
    unsigned char *binary = NULL;
    FILE *file = file_name(cl, key, path, sizeof path) ? fopen(path, "rb") : NULL;
    if (!file)
        return NULL;
    if (fread(&h, sizeof h, 1, file) == 1 && memcmp(h.magic, magic, sizeof magic) == 0 && h.key == key &&
        h.size > 0 && h.size <= LARGEST)
        binary = throng_allocate(cl->allocator, (size_t)h.size);
    if (binary && (fread(binary, (size_t)h.size, 1, file) != 1 || fgetc(file) != EOF ||
                   throng_cl_hash(0, binary, (size_t)h.size) != h.checksum)) {
        throng_release(cl->allocator, binary, (size_t)h.size);
        binary = NULL;
    }
    fclose(file);
    *size = binary ? (size_t)h.size : 0;
    return binary;
}

/* The folder and those above it. */
static void make_folders(const char *folder)
{
    char path[512];
    snprintf(path, sizeof path, "%s", folder);
    for (char *at = path + 1; *at; at++)
        if (*at == '/') {
            *at = 0;
            make_folder(path);
            *at = '/';
        }
    make_folder(path);
}

/* Written under a name of this process and context, then renamed: readers see all of it or nothing. */
void throng_cl_cache_save(struct throng_cl *cl, uint64_t key, const unsigned char *binary, size_t size)
{
    char path[640], temporary[720];
    if (size == 0 || size > LARGEST || !file_name(cl, key, path, sizeof path))
        return;
    snprintf(temporary, sizeof temporary, "%s.%ld.%p", path, (long)process_id(), (const void *)cl);
    FILE *file = fopen(temporary, "wb");
    if (!file) {
        make_folders(cl->cache);
        file = fopen(temporary, "wb");
    }
    if (!file)
        return;
    header h = {.key = key, .size = size, .checksum = throng_cl_hash(0, binary, size)};
    memcpy(h.magic, magic, sizeof magic);
    int whole = fwrite(&h, sizeof h, 1, file) == 1 && fwrite(binary, size, 1, file) == 1;
    whole = fclose(file) == 0 && whole;
    if (!whole || rename(temporary, path) != 0)
        remove(temporary);
}
