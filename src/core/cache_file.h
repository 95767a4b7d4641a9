/* Files of the cache folder. Who can write to the folder or to a file decides what is read, and of programs
 * what the device executes. So neither is used unless it belongs to this user and nobody else can write to
 * it; no link is followed, and nothing waits for another program, but for a while for one that builds the
 * same. */
#ifndef THRONG_CORE_CACHE_FILE_H
#define THRONG_CORE_CACHE_FILE_H

#include <stdint.h>
#include <stdio.h>

typedef struct throng_cache_file {
    char folder[512], name[64], temporary[128];
    int folder_id;
} throng_cache_file;

/* Opens the folder for one file of that name. make: creates it, and those above it, for this user alone.
 * Returns 0 if there is no such folder, or none to be used. */
int32_t throng_cache_open(throng_cache_file *f, const char *folder, const char *name, int32_t make);
void throng_cache_close(const throng_cache_file *f);

/* Opens anybody's file for reading text. NULL: it cannot be, or is a folder, device or FIFO. */
FILE *throng_file_read(const char *path);

/* NULL: there is none, or none to be used. */
FILE *throng_cache_read(const throng_cache_file *f, uint64_t *size);
/* A temporary name for `size` bytes, which publish renames: readers see all of a file or nothing. Publish
 * closes it; returns 0 if that failed, and the temporary file is gone. */
FILE *throng_cache_write(throng_cache_file *f, uint64_t size);
int32_t throng_cache_publish(const throng_cache_file *f, FILE *stream, int32_t whole);
void throng_cache_remove(const throng_cache_file *f);

/* A mark beside the file, which is locked as long as its process lives. */
typedef struct throng_cache_mark {
    int folder_id, id; /* id -1: no mark */
    char name[72];
} throng_cache_mark;
/* Marks the file while its contents are tried out, which may end the process. Returns 0 if a process ended
 * while it tried them: its mark and the file are removed. */
int32_t throng_cache_try(const throng_cache_file *f, throng_cache_mark *mark);
/* Marks the file while its contents are made, so that of several processes one makes them. Returns 1 if
 * another one did so until now, -1 if it still does after `seconds`, else 0. Where no mark can be made,
 * nobody waits. */
int32_t throng_cache_make(const throng_cache_file *f, throng_cache_mark *mark, double seconds);
void throng_cache_unmark(throng_cache_mark *mark);

#endif
