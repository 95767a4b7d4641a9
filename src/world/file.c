/* Files by the C library, or by the transport where that has functions for them. */
#undef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L /* fseeko */
#undef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64
#include "src/world/file.h"
#include "src/core/status.h"

#if defined(_WIN32)
#undef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#endif

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PATH_MOST = 3000 };

static throng_status failed(throng_world *world, const char *path, const char *what)
{
    return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                       "path is \"%.200s\": it cannot be %s: %s", path, what,
                       errno ? strerror(errno) : "it is too short");
}

/* Places in files may be beyond a long, and in a stranger's beyond all files. */
static int seek(FILE *file, uint64_t offset)
{
#if defined(_WIN32)
    return offset > INT64_MAX || _fseeki64(file, (int64_t)offset, SEEK_SET);
#else
    const off_t place = (off_t)offset;
    return place < 0 || (uint64_t)place != offset || fseeko(file, place, SEEK_SET);
#endif
}

/* Writes or reads a piece; returns how many of its bytes. */
static size_t move_piece(FILE *file, const throng_transport_piece *piece, int32_t writes)
{
    if (seek(file, piece->offset)) /* between reading and writing, too */
        return 0;
    if (writes)
        return fwrite(piece->data, 1, piece->bytes, file);
    return fread(piece->data, 1, piece->bytes, file);
}

static throng_status move_pieces(throng_world *world, const char *path, int32_t count,
                                 const throng_transport_piece *pieces, int32_t writes)
{
    throng_status status = THRONG_OK;
    if (count == 0)
        return status;
    errno = 0;
    FILE *file = fopen(path, writes ? "r+b" : "rb");
    if (!file)
        return failed(world, path, writes ? "written" : "read");
    for (int32_t i = 0; i < count && status == THRONG_OK; i++) {
        errno = 0;
        if (move_piece(file, &pieces[i], writes) < pieces[i].bytes)
            status = failed(world, path, writes ? "written" : "read");
    }
    errno = 0;
    if (fclose(file) != 0 && status == THRONG_OK && writes)
        status = failed(world, path, "written");
    return status;
}

static throng_status create(throng_world *world, const char *path)
{
    if (world->rank > 0)
        return THRONG_OK;
    errno = 0;
    FILE *file = fopen(path, "wb");
    return !file || fclose(file) != 0 ? failed(world, path, "written") : THRONG_OK;
}

static throng_status put_in_place(throng_world *world, const char *from, const char *to)
{
    if (world->rank > 0)
        return THRONG_OK;
#if defined(_WIN32) /* where rename() replaces nothing */
    errno = EACCES; /* what keeps a file from being replaced there */
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) ? THRONG_OK : failed(world, to, "written");
#else
    errno = 0;
    return rename(from, to) == 0 ? THRONG_OK : failed(world, to, "written");
#endif
}

/* What a function of the transport for files returned. That a file cannot be had does not lose the world. */
static throng_status by_transport(throng_world *world, throng_status status, const char *path,
                                  const char *what)
{
    const throng_transport *t = &world->transport;
    const char *text = t->message ? t->message(t->user) : NULL;
    if (status == THRONG_OK)
        return status;
    return throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                       "path is \"%.200s\": it cannot be %s: %s", path, what,
                       text && text[0] ? text : throng_status_string(status));
}

/* On all processes: a file in pieces has one name. */
static throng_status check_path(throng_world *world, const char *path)
{
    throng_status status = THRONG_OK;
    uint64_t sum = 0;
    if (!path || !path[0] || strlen(path) > PATH_MOST)
        status = throng_fail(world->context, THRONG_ERROR_INVALID_ARGUMENT,
                             "path must not be NULL or empty, and have at most %d bytes", PATH_MOST);
    for (const char *at = path; status == THRONG_OK && *at; at++)
        sum = throng_add_to_sum(sum, (unsigned char)*at);
    const int64_t number = throng_number_of_sum(sum);
    return throng_world_same(world, status, 1, &number, "path is");
}

throng_status throng_world_file_write(throng_world *world, const char *path, int32_t count,
                                      const throng_transport_piece *pieces)
{
    const throng_transport *t = &world->transport;
    char part[PATH_MOST + 8];
    throng_status status = throng_world_land(world);
    if (status != THRONG_OK)
        return status;
    status = check_path(world, path);
    if (status == THRONG_OK)
        snprintf(part, sizeof part, "%s.part", path);
    if (status == THRONG_OK && !t->file_write)
        status = create(world, part);
    status = throng_world_agree(world, status, 0, NULL);
    if (status != THRONG_OK)
        return status;
    if (t->file_write)
        status = by_transport(world, t->file_write(t->user, part, count, pieces), part, "written");
    else
        status = move_pieces(world, part, count, pieces, 1);
    status = throng_world_agree(world, status, 0, NULL);
    if (status != THRONG_OK)
        return status;
    return throng_world_agree(world, put_in_place(world, part, path), 0, NULL);
}

throng_status throng_world_file_read(throng_world *world, const char *path, int32_t count,
                                     const throng_transport_piece *pieces)
{
    const throng_transport *t = &world->transport;
    throng_status status = throng_world_land(world);
    if (status != THRONG_OK)
        return status;
    status = check_path(world, path);
    if (status != THRONG_OK)
        return status;
    if (t->file_read)
        status = by_transport(world, t->file_read(t->user, path, count, pieces), path, "read");
    else
        status = move_pieces(world, path, count, pieces, 0);
    return throng_world_agree(world, status, 0, NULL);
}
