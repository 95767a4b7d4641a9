/* The processes of one run of the program. Under MPI the first one reads files and writes results, and the
 * others do as it tells them; else there is one. A failure of MPI ends them all. */
#ifndef THRONG_TOOLS_TEAM_H
#define THRONG_TOOLS_TEAM_H

#include "tools/support/message.h"
#include "tools/throng/options.h"

#include <throng/world.h>

typedef enum team_way { TEAM_AUTO, TEAM_MPI, TEAM_SINGLE } team_way;

/* How the program came to be: filled by team_open(). */
typedef struct team_about {
    int32_t rank, size;
    int32_t local_rank, local_size; /* among those of this machine */
    throng_transport world;         /* of a world, which may have messages on their way */
    throng_transport own;           /* of the program */
} team_about;

/* Opens MPI where --world or the environment asks for it; argv[1] is the subcommand. */
int team_begin(int argc, char **argv);
/* The last call of all processes; returns the exit code of the first one. */
int team_end(int code);
/* Of one process if MPI is not open. */
const team_about *team(void);
/* 1: MPI is open, if only for one process. */
int32_t team_is_open(void);
/* Processes of this run, where MPI is open or mpirun has started a single one; else 0. */
int32_t team_ranks(void);
/* 1: this build can open it. */
int32_t team_is_built(void);

/* --world, for a subcommand that team_begin() knows. */
void team_list_options(option_list *options, const char *help, int32_t *way);
/* What --world asks for must be there. Sets it to what is. */
int team_check(int32_t *way);

/* The code of the first process on which it is not 0, everywhere; the first process says what it was. */
int team_agree(int code);
/* Copies of the first process go to all others. */
void team_share(void *data, size_t bytes);
/* The number of each process to the first one, numbers[rank]; there is room for twice as many. The sum, and
 * the least, of all to all. */
void team_gather(int64_t number, int64_t *numbers);
int64_t team_sum(int64_t number);
int64_t team_least(int64_t number);
/* The bytes of each process go to the first one, where they lie one behind the other from `to` on. */
void team_collect(void *data, size_t bytes, const int64_t *sizes, char *to,
                  throng_transport_message *messages);

/* ---- team_mpi.c or team_none.c */
int32_t team_built(void);
int team_open(team_about *about);
void team_close(void);
/* Ends all processes. */
_Noreturn void team_abort(void);

#endif
