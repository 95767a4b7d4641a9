/* The transport over MPI, on a communicator of its own. */
#include "src/core/call.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <throng/throng_mpi.h>
#if defined(OPEN_MPI) && defined(__has_include)
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h> /* Open MPI has what follows there, MPICH in mpi.h */
#endif
#endif

#define COOKIE 0x6d706974u

enum { TAG = 1, BLOCK = 1 << 20, PIECES = 2 }; /* a message is so many blocks, and a rest */

struct throng_mpi {
    uint32_t cookie;
    MPI_Comm communicator;
    int rank, size, requests;
    MPI_Datatype block; /* BLOCK bytes */
    MPI_Request *request;
    throng_status failed; /* of an exchange: nobody knows what has arrived, and for which world */
    char message[MPI_MAX_ERROR_STRING + 64];
};

/* What MPI returned, with its words. */
static throng_status checked(throng_mpi *mpi, int error, const char *call)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    if (error == MPI_SUCCESS)
        return THRONG_OK;
    if (MPI_Error_string(error, text, &length) != MPI_SUCCESS)
        text[0] = '\0';
    snprintf(mpi->message, sizeof mpi->message, "%s: %s", call, text);
    return THRONG_ERROR_LOST;
}

/* The same for a call that others take part in, which may wait for this rank now: where MPI can, they are
 * told, and what was begun ends, so that nothing reads or writes its memory any more. */
static throng_status checked_together(throng_mpi *mpi, int error, const char *call)
{
#ifdef MPIX_ERR_REVOKED
    if (error != MPI_SUCCESS) {
        (void)MPIX_Comm_revoke(mpi->communicator);
        (void)MPI_Waitall(mpi->requests, mpi->request, MPI_STATUSES_IGNORE);
        mpi->requests = 0;
    }
#endif
    return checked(mpi, error, call);
}

/* ---------------------------------------------------------------- functions ------------------------- */

/* The blocks of a message or the rest behind them. */
static throng_status begin_piece(throng_mpi *mpi, const throng_transport_message *m, int sends, int rest)
{
    const size_t blocks = m->bytes / BLOCK;
    const int count = rest ? (int)(m->bytes % BLOCK) : (int)blocks;
    MPI_Datatype type = rest ? MPI_BYTE : mpi->block;
    char *data = (char *)m->data + (rest ? blocks * BLOCK : 0);
    if (count == 0)
        return THRONG_OK;
    MPI_Request *request = &mpi->request[mpi->requests++];
    *request = MPI_REQUEST_NULL; /* if it fails */
    return sends ? checked_together(
                       mpi, MPI_Isend(data, count, type, m->rank, TAG + rest, mpi->communicator, request),
                       "MPI_Isend")
                 : checked_together(
                       mpi, MPI_Irecv(data, count, type, m->rank, TAG + rest, mpi->communicator, request),
                       "MPI_Irecv");
}

static throng_status exchange_end(void *user)
{
    throng_mpi *mpi = user;
    if (mpi->failed != THRONG_OK)
        return mpi->failed;
    mpi->failed =
        checked_together(mpi, MPI_Waitall(mpi->requests, mpi->request, MPI_STATUSES_IGNORE), "MPI_Waitall");
    mpi->requests = 0;
    return mpi->failed;
}

static throng_status exchange_begin(void *user, int32_t sends, const throng_transport_message *send,
                                    int32_t receives, const throng_transport_message *receive)
{
    throng_mpi *mpi = user;
    throng_status status =
        mpi->requests > 0 ? exchange_end(mpi) : mpi->failed; /* another world's, on all ranks */
    mpi->requests = 0;
    for (int32_t i = 0; i < PIECES * receives && status == THRONG_OK; i++)
        status = begin_piece(mpi, &receive[i / PIECES], 0, i % PIECES);
    for (int32_t i = 0; i < PIECES * sends && status == THRONG_OK; i++)
        status = begin_piece(mpi, &send[i / PIECES], 1, i % PIECES);
    mpi->failed = status;
    return status;
}

static throng_status all_to_all(void *user, const int64_t *send, int64_t *receive)
{
    throng_mpi *mpi = user;
    return checked_together(
        mpi, MPI_Alltoall(send, 1, MPI_INT64_T, receive, 1, MPI_INT64_T, mpi->communicator), "MPI_Alltoall");
}

static throng_status reduce(void *user, throng_reduction reduction, int32_t count, int64_t *values)
{
    throng_mpi *mpi = user;
    const int sum = reduction == THRONG_REDUCTION_SUM; /* modulo 2^64, as unsigned numbers have it */
    return checked_together(mpi,
                            MPI_Allreduce(MPI_IN_PLACE, values, count, sum ? MPI_UINT64_T : MPI_INT64_T,
                                          sum ? MPI_SUM : MPI_MIN, mpi->communicator),
                            "MPI_Allreduce");
}

static throng_status broadcast(void *user, int32_t root, void *data, size_t bytes)
{
    throng_mpi *mpi = user;
    throng_status status = THRONG_OK;
    for (size_t done = 0; done < bytes && status == THRONG_OK; done += BLOCK) {
        const int count = bytes - done < BLOCK ? (int)(bytes - done) : BLOCK;
        status = checked_together(
            mpi, MPI_Bcast((char *)data + done, count, MPI_BYTE, root, mpi->communicator), "MPI_Bcast");
    }
    return status;
}

/* ---------------------------------------------------------------- files ----------------------------- */

/* Blocks, and then what is left. */
static throng_status move_piece(throng_mpi *mpi, MPI_File file, const throng_transport_piece *piece,
                                int writes)
{
    const size_t blocks = piece->bytes / BLOCK, whole = blocks * BLOCK;
    const int rest = (int)(piece->bytes - whole);
    throng_status status = THRONG_OK;
    for (int part = 0; part < PIECES && status == THRONG_OK; part++) {
        char *data = (char *)piece->data + (part ? whole : 0);
        const MPI_Offset at = (MPI_Offset)piece->offset + (MPI_Offset)(part ? whole : 0);
        const int count = part ? rest : (int)blocks;
        MPI_Datatype type = part ? MPI_BYTE : mpi->block;
        MPI_Status moved;
        int got = 0;
        if (count == 0)
            continue;
        status =
            writes ? checked(mpi, MPI_File_write_at(file, at, data, count, type, &moved), "MPI_File_write_at")
                   : checked(mpi, MPI_File_read_at(file, at, data, count, type, &moved), "MPI_File_read_at");
        if (status == THRONG_OK && (MPI_Get_count(&moved, type, &got) != MPI_SUCCESS || got != count)) {
            snprintf(mpi->message, sizeof mpi->message, "the file ends too soon");
            status = THRONG_ERROR_LOST;
        }
    }
    return status;
}

static throng_status move_pieces(throng_mpi *mpi, const char *path, int32_t count,
                                 const throng_transport_piece *pieces, int writes)
{
    MPI_File file;
    const int mode = writes ? MPI_MODE_CREATE | MPI_MODE_WRONLY : MPI_MODE_RDONLY;
    throng_status status =
        checked(mpi, MPI_File_open(mpi->communicator, path, mode, MPI_INFO_NULL, &file), "MPI_File_open");
    int open = status == THRONG_OK;
    const throng_status together = checked_together(
        mpi, MPI_Allreduce(MPI_IN_PLACE, &open, 1, MPI_INT, MPI_MIN, mpi->communicator), "MPI_Allreduce");
    if (status == THRONG_OK &&
        (together != THRONG_OK || !open)) { /* its close would wait for who has no file */
        snprintf(mpi->message, sizeof mpi->message, "another process cannot open it");
        return THRONG_ERROR_LOST;
    }
    if (status != THRONG_OK)
        return status;
    if (writes)
        status = checked(mpi, MPI_File_set_size(file, 0), "MPI_File_set_size");
    for (int32_t i = 0; i < count && status == THRONG_OK; i++)
        status = move_piece(mpi, file, &pieces[i], writes);
    const throng_status closed = checked(mpi, MPI_File_close(&file), "MPI_File_close");
    return status == THRONG_OK ? closed : status;
}

static throng_status file_write(void *user, const char *path, int32_t count,
                                const throng_transport_piece *pieces)
{
    return move_pieces(user, path, count, pieces, 1);
}

static throng_status file_read(void *user, const char *path, int32_t count,
                               const throng_transport_piece *pieces)
{
    return move_pieces(user, path, count, pieces, 0);
}

static const char *message(void *user) { return ((const throng_mpi *)user)->message; }

/* ---------------------------------------------------------------- the calls ------------------------- */

/* All of it, whatever fails: others take part. */
static throng_status release(throng_mpi *mpi)
{
    int freed = 1;
    if (mpi->block != MPI_DATATYPE_NULL)
        freed = MPI_Type_free(&mpi->block) == MPI_SUCCESS;
    if (mpi->communicator != MPI_COMM_NULL)
        freed &= MPI_Comm_free(&mpi->communicator) == MPI_SUCCESS;
    free(mpi->request);
    free(mpi);
    return freed ? THRONG_OK : THRONG_ERROR_LOST;
}

/* All ranks have memory and what else they need, or none goes on. */
static throng_status make(throng_mpi *mpi, MPI_Comm communicator)
{
    throng_status status =
        checked(mpi, MPI_Comm_set_errhandler(communicator, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    if (status == THRONG_OK)
        status = checked(mpi, MPI_Comm_rank(communicator, &mpi->rank), "MPI_Comm_rank");
    if (status == THRONG_OK)
        status = checked(mpi, MPI_Comm_size(communicator, &mpi->size), "MPI_Comm_size");
    if (status == THRONG_OK)
        status = checked(mpi, MPI_Type_contiguous(BLOCK, MPI_BYTE, &mpi->block), "MPI_Type_contiguous");
    if (status == THRONG_OK)
        status = checked(mpi, MPI_Type_commit(&mpi->block), "MPI_Type_commit");
    if (status == THRONG_OK)
        mpi->request = malloc((size_t)2 * PIECES * (size_t)mpi->size * sizeof *mpi->request);
    return status == THRONG_OK && !mpi->request ? THRONG_ERROR_OUT_OF_MEMORY : status;
}

THRONG_CALL(throng_mpi_create, (communicator, mpi), MPI_Comm communicator, throng_mpi **mpi)
{
    int begun = 0, ended = 0;
    if (!mpi)
        return THRONG_ERROR_INVALID_ARGUMENT;
    *mpi = NULL;
    if (MPI_Initialized(&begun) != MPI_SUCCESS || MPI_Finalized(&ended) != MPI_SUCCESS || !begun || ended ||
        communicator == MPI_COMM_NULL)
        return THRONG_ERROR_INVALID_ARGUMENT;
    MPI_Comm own;
    if (MPI_Comm_dup(communicator, &own) != MPI_SUCCESS)
        return THRONG_ERROR_LOST;
    throng_mpi *made = calloc(1, sizeof *made);
    throng_status status = THRONG_ERROR_OUT_OF_MEMORY;
    if (made) {
        made->communicator = MPI_COMM_NULL; /* it is freed here where this fails */
        made->block = MPI_DATATYPE_NULL;
        status = make(made, own);
    }
    int everywhere = status == THRONG_OK;
    if (MPI_Allreduce(MPI_IN_PLACE, &everywhere, 1, MPI_INT, MPI_MIN, own) != MPI_SUCCESS)
        status = THRONG_ERROR_LOST;
    if (status == THRONG_OK && !everywhere)
        status = THRONG_ERROR_OUT_OF_MEMORY;
    if (status != THRONG_OK) {
        if (made)
            (void)release(made);
        (void)MPI_Comm_free(&own);
        return status;
    }
    made->communicator = own;
    made->cookie = COOKIE;
    *mpi = made;
    return THRONG_OK;
}

THRONG_CALL(throng_mpi_destroy, (mpi), throng_mpi *mpi)
{
    if (!mpi)
        return THRONG_OK;
    if (mpi->cookie != COOKIE)
        return THRONG_ERROR_INVALID_ARGUMENT;
    mpi->cookie = 0;
    return release(mpi);
}

THRONG_CALL(throng_mpi_get_transport, (mpi, transport), throng_mpi *mpi, throng_transport *transport)
{
    if (!mpi || mpi->cookie != COOKIE || !transport)
        return THRONG_ERROR_INVALID_ARGUMENT;
    *transport = (throng_transport){.rank = mpi->rank,
                                    .size = mpi->size,
                                    .user = mpi,
                                    .exchange_begin = exchange_begin,
                                    .exchange_end = exchange_end,
                                    .all_to_all = all_to_all,
                                    .reduce = reduce,
                                    .broadcast = broadcast,
                                    .file_write = file_write,
                                    .file_read = file_read,
                                    .message = message};
    return THRONG_OK;
}
