/* Built programs on disk. Whatever goes wrong here only means that the device's compiler runs again.
 *
 * Who can write to the folder or a file decides what the device executes. So neither is used unless it
 * belongs to this user and nobody else can write to it, and no link is followed. */
#if defined(__APPLE__)
#define _DARWIN_C_SOURCE /* O_NOFOLLOW */
#elif !defined(_WIN32)
#define _XOPEN_SOURCE 700
#endif
#include "src/cl/device/device.h"
#include "src/core/memory.h"

#include <stdio.h>
#include <string.h>

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

/* ---------------------------------------------------------------- files ----------------------------- */

/* open_to_read() sets the size. open_to_write() opens a temporary name, which publish() renames: readers
 * see all of a file or nothing. */
typedef struct cache_file {
    FILE *stream;
    char name[64], temporary[128];
    char folder[512];
    int folder_id;
} cache_file;

#ifdef _WIN32

#include <direct.h>
#include <process.h>

static void make_folder(const char *path) { (void)_mkdir(path); }

static const char *path_of(const cache_file *f, const char *name, char path[720])
{
    snprintf(path, 720, "%s/%s", f->folder, name);
    return path;
}

static int open_folder(cache_file *f)
{
    (void)f;
    return 1;
}

static void close_folder(cache_file *f) { (void)f; }

static FILE *open_to_read(cache_file *f, uint64_t *size)
{
    char path[720];
    FILE *stream = fopen(path_of(f, f->name, path), "rb");
    *size = 0;
    if (stream && _fseeki64(stream, 0, SEEK_END) == 0)
        *size = (uint64_t)_ftelli64(stream);
    if (stream)
        rewind(stream);
    return stream;
}

static FILE *open_to_write(cache_file *f)
{
    char path[720];
    snprintf(f->temporary, sizeof f->temporary, "%s.%d.%p", f->name, _getpid(), (const void *)f);
    return fopen(path_of(f, f->temporary, path), "wbx");
}

static void publish(cache_file *f, int whole)
{
    char from[720], to[720];
    path_of(f, f->temporary, from);
    if (!whole || rename(from, path_of(f, f->name, to)) != 0)
        remove(from);
}

#else

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static void make_folder(const char *path) { (void)mkdir(path, 0700); }

static int is_own(const struct stat *s)
{
    return s->st_uid == geteuid() && !(s->st_mode & (S_IWGRP | S_IWOTH));
}

static int open_folder(cache_file *f)
{
    struct stat s;
    f->folder_id = open(f->folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (f->folder_id < 0)
        return 0;
    if (fstat(f->folder_id, &s) == 0 && is_own(&s))
        return 1;
    close(f->folder_id);
    return 0;
}

static void close_folder(cache_file *f) { close(f->folder_id); }

/* Does not wait for a FIFO's writer. */
static FILE *open_to_read(cache_file *f, uint64_t *size)
{
    struct stat s;
    const int id = openat(f->folder_id, f->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    FILE *stream = NULL;
    if (id < 0)
        return NULL;
    if (fstat(id, &s) == 0 && S_ISREG(s.st_mode) && is_own(&s)) {
        *size = (uint64_t)s.st_size;
        stream = fdopen(id, "rb");
    }
    if (!stream)
        close(id);
    return stream;
}

static FILE *open_to_write(cache_file *f)
{
    snprintf(f->temporary, sizeof f->temporary, "%s.%ld.%p", f->name, (long)getpid(), (const void *)f);
    const int id =
        openat(f->folder_id, f->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    FILE *stream = id < 0 ? NULL : fdopen(id, "wb");
    if (id >= 0 && !stream) {
        close(id);
        unlinkat(f->folder_id, f->temporary, 0);
    }
    return stream;
}

static void publish(cache_file *f, int whole)
{
    if (!whole || renameat(f->folder_id, f->temporary, f->folder_id, f->name) != 0)
        unlinkat(f->folder_id, f->temporary, 0);
}

#endif

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

static int open_cache(const struct throng_cl *cl, uint64_t key, int make, cache_file *f)
{
    memset(f, 0, sizeof *f);
    snprintf(f->name, sizeof f->name, "%016llx.throng", (unsigned long long)key);
    snprintf(f->folder, sizeof f->folder, "%s", cl->cache);
    if (!cl->cache[0])
        return 0;
    if (make)
        make_folders(cl->cache);
    return open_folder(f);
}

/* ---------------------------------------------------------------- programs -------------------------- */

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

unsigned char *throng_cl_cache_load(struct throng_cl *cl, uint64_t key, size_t *size)
{
    cache_file f;
    uint64_t file_size = 0;
    unsigned char *binary = NULL;
    *size = 0;
    if (!open_cache(cl, key, 0, &f))
        return NULL;
    FILE *stream = open_to_read(&f, &file_size);
    if (stream) {
        binary = read_binary(cl, stream, key, file_size, size);
        fclose(stream);
    }
    close_folder(&f);
    return binary;
}

void throng_cl_cache_save(struct throng_cl *cl, uint64_t key, const unsigned char *binary, size_t size)
{
    cache_file f;
    header h = {.key = key, .size = size, .checksum = throng_cl_hash(0, binary, size)};
    memcpy(h.magic, magic, sizeof magic);
    if (size == 0 || size > LARGEST || !open_cache(cl, key, 1, &f))
        return;
    FILE *stream = open_to_write(&f);
    if (stream) {
        int whole = fwrite(&h, sizeof h, 1, stream) == 1 && fwrite(binary, size, 1, stream) == 1;
        whole = fclose(stream) == 0 && whole;
        publish(&f, whole);
    }
    close_folder(&f);
}
