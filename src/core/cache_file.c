#if defined(__APPLE__)
#undef _DARWIN_C_SOURCE
#define _DARWIN_C_SOURCE /* O_NOFOLLOW */
#elif defined(__linux__)
#undef _GNU_SOURCE
#define _GNU_SOURCE /* F_OFD_SETLK */
#elif !defined(_WIN32)
#undef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#include "src/core/cache_file.h"
#include "src/core/clock.h"

#include <string.h>

#ifdef _WIN32

#include <direct.h>
#include <process.h>

static void make_folder(const char *path) { (void)_mkdir(path); }

static const char *path_of(const throng_cache_file *f, const char *name, char path[720])
{
    snprintf(path, 720, "%s/%s", f->folder, name);
    return path;
}

/* The user's folders are the user's. */
static int32_t open_folder(throng_cache_file *f)
{
    (void)f;
    return 1;
}

void throng_cache_close(const throng_cache_file *f) { (void)f; }

FILE *throng_file_read(const char *path) { return fopen(path, "r"); }

FILE *throng_cache_read(const throng_cache_file *f, uint64_t *size)
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

FILE *throng_cache_write(throng_cache_file *f, uint64_t size)
{
    char path[720];
    (void)size;
    snprintf(f->temporary, sizeof f->temporary, "%s.%d.%p", f->name, _getpid(), (const void *)f);
    return fopen(path_of(f, f->temporary, path), "wbx");
}

int32_t throng_cache_publish(const throng_cache_file *f, FILE *stream, int32_t whole)
{
    char from[720], to[720];
    path_of(f, f->temporary, from);
    path_of(f, f->name, to);
    if (fclose(stream) == 0 && whole) {
        (void)remove(to); /* nothing is renamed over a file here */
        if (rename(from, to) == 0)
            return 1;
    }
    (void)remove(from);
    return 0;
}

void throng_cache_remove(const throng_cache_file *f)
{
    char path[720];
    (void)remove(path_of(f, f->name, path));
}

int32_t throng_cache_try(const throng_cache_file *f, throng_cache_mark *mark)
{
    (void)f;
    mark->id = -1;
    return 1;
}

int32_t throng_cache_make(const throng_cache_file *f, throng_cache_mark *mark, double seconds)
{
    (void)f;
    (void)seconds;
    mark->id = -1;
    return 0;
}

void throng_cache_unmark(throng_cache_mark *mark) { (void)mark; }

#else

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifdef F_OFD_SETLK
#define SET_LOCK F_OFD_SETLK /* threads of one process see each other's locks */
#else
#define SET_LOCK F_SETLK
#endif

static void make_folder(const char *path) { (void)mkdir(path, 0700); }

static int32_t is_own(const struct stat *s)
{
    return s->st_uid == geteuid() && !(s->st_mode & (S_IWGRP | S_IWOTH));
}

static int32_t open_folder(throng_cache_file *f)
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

void throng_cache_close(const throng_cache_file *f) { close(f->folder_id); }

/* Does not wait for a FIFO's writer. */
FILE *throng_file_read(const char *path)
{
    struct stat s;
    const int id = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    FILE *stream = id >= 0 && fstat(id, &s) == 0 && S_ISREG(s.st_mode) ? fdopen(id, "r") : NULL;
    if (id >= 0 && !stream)
        close(id);
    return stream;
}

/* Nor does this. */
FILE *throng_cache_read(const throng_cache_file *f, uint64_t *size)
{
    struct stat s;
    const int id = openat(f->folder_id, f->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    FILE *stream = NULL;
    *size = 0;
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

/* Writing more would end the process by a signal. */
static int32_t may_write(uint64_t size)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || size <= limit.rlim_cur;
}

FILE *throng_cache_write(throng_cache_file *f, uint64_t size)
{
    if (!may_write(size))
        return NULL;
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

int32_t throng_cache_publish(const throng_cache_file *f, FILE *stream, int32_t whole)
{
    if (fclose(stream) == 0 && whole && renameat(f->folder_id, f->temporary, f->folder_id, f->name) == 0)
        return 1;
    unlinkat(f->folder_id, f->temporary, 0);
    return 0;
}

void throng_cache_remove(const throng_cache_file *f) { (void)unlinkat(f->folder_id, f->name, 0); }

enum { MARK_FLAGS = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC };

/* Opens a mark of this ending. Returns 1 if it is locked now, and removed by nobody; 0: another process has
 * it, or had it a moment ago; -1: there can be none. *fresh: 1: it was not there. */
static int open_mark(const throng_cache_file *f, const char *ending, throng_cache_mark *mark, int *fresh)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat s;
    snprintf(mark->name, sizeof mark->name, "%s.%s", f->name, ending);
    mark->folder_id = -1;
    mark->id = openat(f->folder_id, mark->name, MARK_FLAGS | O_CREAT | O_EXCL, 0600);
    *fresh = mark->id >= 0;
    if (!*fresh && errno != EEXIST)
        return -1;
    if (!*fresh)
        mark->id = openat(f->folder_id, mark->name, MARK_FLAGS);
    if (mark->id < 0)
        return errno == ENOENT ? 0 : -1;
    if (fstat(mark->id, &s) != 0 || !S_ISREG(s.st_mode) || !is_own(&s))
        return -1;
    if (fcntl(mark->id, SET_LOCK, &all) != 0)
        return errno == EAGAIN || errno == EACCES ? 0 : -1;
    return fstat(mark->id, &s) == 0 && s.st_nlink > 0; /* else it was removed by one that came to its end */
}

static void close_mark(throng_cache_mark *mark)
{
    if (mark->id >= 0)
        close(mark->id);
    mark->id = -1;
}

/* Who tries the file has locked the mark, and then written to it: between the two another may come first. */
static int32_t is_tried(const throng_cache_mark *mark)
{
    struct stat s;
    return fstat(mark->id, &s) != 0 || s.st_size > 0;
}

/* A mark that has been written to and is not locked was left by a process that ended. */
int32_t throng_cache_try(const throng_cache_file *f, throng_cache_mark *mark)
{
    int fresh;
    const int locked = open_mark(f, "try", mark, &fresh), crashed = locked == 1 && is_tried(mark);
    /* the folder first: who cannot remove the mark again would leave that of a crash */
    mark->folder_id = locked == 1 && !crashed ? dup(f->folder_id) : -1;
    if (mark->folder_id >= 0 && may_write(1) && write(mark->id, "1", 1) == 1)
        return 1;
    if (mark->folder_id >= 0)
        close(mark->folder_id);
    mark->folder_id = -1;
    if (locked == 1 || (fresh && locked < 0))
        (void)unlinkat(f->folder_id, mark->name, 0);
    close_mark(mark);
    if (crashed)
        throng_cache_remove(f);
    return !crashed;
}

int32_t throng_cache_make(const throng_cache_file *f, throng_cache_mark *mark, double seconds)
{
    const struct timespec pause = {0, 5000000};
    const double end = throng_system_seconds() + seconds;
    for (int32_t waited = 0;; waited = 1) {
        int fresh;
        const int locked = open_mark(f, "make", mark, &fresh);
        if (locked == 1) {
            mark->folder_id = dup(f->folder_id);
            return waited;
        }
        if (locked < 0 && fresh)
            (void)unlinkat(f->folder_id, mark->name, 0);
        close_mark(mark);
        if (locked < 0)
            return 0;
        if (throng_system_seconds() >= end)
            return -1;
        (void)nanosleep(&pause, NULL);
    }
}

void throng_cache_unmark(throng_cache_mark *mark)
{
    if (mark->id < 0)
        return;
    if (mark->folder_id >= 0) {
        (void)unlinkat(mark->folder_id, mark->name, 0);
        close(mark->folder_id);
    }
    close_mark(mark);
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

int32_t throng_cache_open(throng_cache_file *f, const char *folder, const char *name, int32_t make)
{
    memset(f, 0, sizeof *f);
    if (!folder[0])
        return 0;
    snprintf(f->folder, sizeof f->folder, "%s", folder);
    snprintf(f->name, sizeof f->name, "%s", name);
    if (make)
        make_folders(folder);
    return open_folder(f);
}
