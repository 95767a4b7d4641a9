/* The program `throng`: each workload of the library on the user's own data. It uses the public interface of
 * the library alone. */
#define _POSIX_C_SOURCE 200809L
#include "tools/support/commit.h"
#include "tools/throng/subcommands.h"
#include "tools/throng/team/team.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const program_command *const subcommands[] = {
    &devices_command, &calibrate_command, &influence_command, &distance_command,
    &choquet_command, &crowd_command,     &path_command,      &potential_command,
#ifdef THRONG_HAS_BENCH
    &bench_command,
#endif
};

enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

static int print_help(void)
{
    printf("throng %s: influence maps, shortest paths, potential fields, fuzzy measures and crowds,\n"
           "on the CPU and through OpenCL, with the same bits on both\n\n"
           "usage: throng SUBCOMMAND [options]\n\n",
           throng_version());
    for (size_t i = 0; i < SUBCOMMANDS; i++)
        printf("  %-12s %s\n", subcommands[i]->name, subcommands[i]->about);
    printf("\n"
           "throng SUBCOMMAND --help lists its options; throng --version prints the version.\n"
           "exit: 0 done, 1 failed at run time, 2 wrong usage or bad input\n");
    return PROGRAM_OK;
}

static int run(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    char quote[64];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return print_help();
    if (strcmp(name, "--version") == 0) {
        printf("throng %s (%s)\n", throng_version(), program_commit());
        return PROGRAM_OK;
    }
    for (size_t i = 0; i < SUBCOMMANDS; i++)
        if (strcmp(name, subcommands[i]->name) == 0)
            return program_run(subcommands[i], argc - 1, argv + 1);
    if (!*name)
        return reject_usage("subcommand", "none was given; see throng --help");
    return reject_usage(text_quote(quote, name, strlen(name)), "no such subcommand; see throng --help");
}

/* A closed standard stream's number would be the next file's, in which what is printed would land. Writing to
 * this one fails, as it does to a closed one. */
static int hold_streams(void)
{
    for (int number = 0; number <= 2; number++)
        if (fcntl(number, F_GETFD) < 0 && open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY) != number)
            return reject_failure("standard streams",
                                  "one is closed, and /dev/null cannot be opened; open it");
    return PROGRAM_OK;
}

int main(int argc, char **argv)
{
    if (hold_streams() != PROGRAM_OK)
        return PROGRAM_FAILED;
    /* A reader that closed the pipe is reported as an error like any other. */
    (void)signal(SIGPIPE, SIG_IGN);
    int code = team_begin(argc, argv);
    code = code ? code : run(argc, argv);
    code = team_end(code);
    if (!code && (fflush(stdout) != 0 || ferror(stdout)))
        return reject_failure("standard output", "cannot be written; make room or redirect it");
    return code;
}
