/* The processes of one run. */
#include "tools/throng/team/team.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static team_about about = {.size = 1, .local_size = 1};
static int32_t is_open, ranks;

const team_about *team(void) { return &about; }

int32_t team_is_open(void) { return is_open; }

int32_t team_ranks(void) { return ranks; }

int32_t team_is_built(void) { return team_built(); }

/* ---------------------------------------------------------------- who started it -------------------- */

/* A number that launchers leave in the environment: of Open MPI, of those with PMI, and of Slurm with MPI. */
static int32_t number_of(const char *const *names, int32_t otherwise)
{
    for (; *names; names++) {
        const char *text = getenv(*names);
        char *end = NULL;
        const long number = text ? strtol(text, &end, 10) : -1;
        if (text && *text && !*end && number >= 0 && number < 1 << 30)
            return (int32_t)number;
    }
    return otherwise;
}

/* 0: mpirun has not started this process. */
static int32_t processes_started(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS", NULL};
    static const char *const slurm[] = {"SLURM_STEP_NUM_TASKS", NULL};
    const int32_t count = number_of(names, 0);
    if (count > 0)
        return count;
    /* PMIx names no size; Slurm's is that of the step, which a script that calls us alone has, too */
    return getenv("PMIX_RANK") ? number_of(slurm, 1) : 0;
}

static int32_t rank_started(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "MPI_LOCALRANKID",
                                        NULL};
    return number_of(names, 0);
}

/* --world, before options are parsed: who prints must be known by then. */
static team_way way_asked(int argc, char **argv)
{
    static const char *const names[] = {"auto", "mpi", "single"};
    team_way way = TEAM_AUTO;
    for (int i = 2; i < argc; i++) {
        const size_t length = strcspn(argv[i], "=");
        if (length < sizeof "--w" - 1 || length > sizeof "--world" - 1 ||
            strncmp(argv[i], "--world", length) != 0)
            continue;
        const char *value = argv[i][length] ? argv[i] + length + 1 : i + 1 < argc ? argv[i + 1] : "";
        for (team_way k = TEAM_AUTO; k <= TEAM_SINGLE; k++)
            if (strcmp(value, names[k]) == 0)
                way = k;
    }
    return way;
}

static int32_t is_known(const char *subcommand)
{
    return strcmp(subcommand, "crowd") == 0 || strcmp(subcommand, "bench") == 0;
}

/* One process prints. */
static int silence(void)
{
    message_silence();
    return freopen("/dev/null", "w", stdout) ? PROGRAM_OK : PROGRAM_FAILED;
}

int team_begin(int argc, char **argv)
{
    const team_way way = argc > 1 && is_known(argv[1]) ? way_asked(argc, argv) : TEAM_SINGLE;
    const int32_t started = processes_started();
    ranks = way == TEAM_SINGLE ? 0 : started;
    if (way == TEAM_SINGLE || (way == TEAM_AUTO && started <= 1))
        return PROGRAM_OK;
    if (!team_built()) {
        if (started > 1 && rank_started() > 0)
            message_silence();
        return way == TEAM_MPI
                   ? reject_usage("--world mpi", "this build has no MPI; take one with -DTHRONG_MPI=ON")
                   : reject_usage("MPI",
                                  "it started %d processes, and this build has no MPI; take one with "
                                  "-DTHRONG_MPI=ON, or --world single for so many runs",
                                  (int)started);
    }
    const int code = team_open(&about);
    if (code)
        return code;
    is_open = 1;
    ranks = about.size;
    return about.rank > 0 ? silence() : PROGRAM_OK;
}

int team_end(int code)
{
    if (!is_open)
        return code;
    team_share(&code, sizeof code);
    team_close();
    is_open = 0;
    return code;
}

/* ---------------------------------------------------------------- options --------------------------- */

void team_list_options(option_list *options, const char *help, int32_t *way)
{
    static const char *const names[] = {"auto", "mpi", "single", NULL};
    option_choice(options, "world", "WAY", help, way, names);
}

int team_check(int32_t *way)
{
    if (*way == TEAM_MPI && !is_open)
        return reject_usage("--world mpi", "it came too late; write it once, and in full");
    *way = is_open ? TEAM_MPI : TEAM_SINGLE;
    return PROGRAM_OK;
}

/* ---------------------------------------------------------------- agreement ------------------------- */

/* Where MPI fails, nobody could be told. */
static void must(throng_status status)
{
    const char *words = about.own.message ? about.own.message(about.own.user) : "";
    if (status == THRONG_OK)
        return;
    message_speak();
    (void)reject_failure("MPI", "%s", *words ? words : throng_status_string(status));
    team_abort();
}

void team_share(void *data, size_t bytes)
{
    if (about.size > 1 && bytes > 0)
        must(about.own.broadcast(about.own.user, 0, data, bytes));
}

static int64_t reduced(throng_reduction reduction, int64_t number)
{
    if (about.size > 1)
        must(about.own.reduce(about.own.user, reduction, 1, &number));
    return number;
}

int64_t team_sum(int64_t number) { return reduced(THRONG_REDUCTION_SUM, number); }

int64_t team_least(int64_t number) { return reduced(THRONG_REDUCTION_MIN, number); }

int team_agree(int code)
{
    struct {
        int32_t code;
        char line[1600];
    } report = {.code = code};
    if (about.size == 1)
        return code;
    const int64_t first = team_least(code ? about.rank : INT64_MAX);
    if (first == INT64_MAX)
        return PROGRAM_OK;
    (void)snprintf(report.line, sizeof report.line, "%s", message_last());
    must(about.own.broadcast(about.own.user, (int32_t)first, &report, sizeof report));
    report.line[sizeof report.line - 1] = '\0';
    if (about.rank == 0 && first > 0) {
        char who[32];
        (void)snprintf(who, sizeof who, "process %d", (int)first);
        return reject(report.code, who, "%s", report.line);
    }
    return report.code;
}

/* ---------------------------------------------------------------- to the first one ------------------ */

void team_gather(int64_t number, int64_t *numbers)
{
    int64_t *sent = numbers + about.size; /* twice as many are there */
    for (int32_t i = 0; i < about.size; i++)
        sent[i] = i == 0 ? number : 0;
    numbers[0] = number;
    if (about.size > 1)
        must(about.own.all_to_all(about.own.user, sent, numbers));
}

void team_collect(void *data, size_t bytes, const int64_t *sizes, char *to,
                  throng_transport_message *messages)
{
    int32_t sends = 0, receives = 0;
    if (about.rank > 0) {
        if (bytes > 0)
            messages[sends++] = (throng_transport_message){0, 0, bytes, data};
    } else {
        if (bytes > 0)
            memcpy(to, data, bytes);
        to += bytes;
        for (int32_t i = 1; i < about.size; to += sizes[i++])
            if (sizes[i] > 0)
                messages[receives++] = (throng_transport_message){i, 0, (size_t)sizes[i], to};
    }
    if (about.size == 1)
        return;
    must(about.own.exchange_begin(about.own.user, sends, messages, receives, messages));
    must(about.own.exchange_end(about.own.user));
}
