/* The program `throng`: each workload of the library on the user's own data. */
#include "tools/throng/program.h"

#ifdef THRONG_HAS_COMMIT
#include "throng_commit.h" /* made by the build: #define THRONG_COMMIT "..." */
#else
#define THRONG_COMMIT "unknown"
#endif

#include <signal.h>
#include <string.h>

typedef struct subcommand {
    const char *name;
    const char *help;
    int (*run)(int argc, char **argv);
} subcommand;

static const subcommand subcommands[] = {
    {"devices", "backends, SIMD levels and OpenCL devices of this machine", throng_app_devices},
    {"calibrate", "measures this machine, so that --backend auto takes the faster one", throng_app_calibrate},
    {"influence", "an influence map of many objects", throng_app_run_influence},
    {"distance", "lengths of shortest paths between pairs of cells", throng_app_distance},
    {"choquet", "numbers of several types joined by a fuzzy measure", throng_app_choquet},
    {"crowd", "agents that walk without running into each other", throng_app_crowd},
    {"path", "ways from starts to goals", throng_app_path},
    {"potential", "what points feel of sources, goals and walls", throng_app_potential},
#ifdef THRONG_HAS_BENCH
    {"bench", "how fast all of it is on this machine, beside others", throng_app_bench},
#endif
};

const char *throng_app_commit(void) { return THRONG_COMMIT; }

#define SUBCOMMANDS (sizeof subcommands / sizeof *subcommands)

static int print_help(void)
{
    printf("throng %s: influence maps, shortest paths, potential fields, fuzzy measures and crowds,\n"
           "on the CPU and through OpenCL, with the same bits on both\n\n"
           "usage: throng SUBCOMMAND [options]\n\n",
           throng_version());
    for (size_t i = 0; i < SUBCOMMANDS; ++i) {
        printf("  %-12s %s\n", subcommands[i].name, subcommands[i].help);
    }
    printf("\n"
           "throng SUBCOMMAND --help lists its options; throng --version tells the version.\n"
           "exit: 0 done, 1 failed at run time, 2 wrong usage or bad input\n");
    return THRONG_APP_OK;
}

static int run(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        return print_help();
    }
    if (strcmp(name, "--version") == 0) {
        printf("throng %s (%s)\n", throng_version(), throng_app_commit());
        return THRONG_APP_OK;
    }
    for (size_t i = 0; i < SUBCOMMANDS; ++i) {
        if (strcmp(name, subcommands[i].name) == 0) {
            return subcommands[i].run(argc - 1, argv + 1);
        }
    }
    if (*name == '\0') {
        return throng_app_reject(THRONG_APP_USAGE, "subcommand", "none was given; see throng --help");
    }
    char quote[64];
    return throng_app_reject(THRONG_APP_USAGE, throng_app_quote(quote, name, strlen(name)),
                             "no such subcommand; see throng --help");
}

int main(int argc, char **argv)
{
    /* A reader that went away is told as an error like any other. */
    (void)signal(SIGPIPE, SIG_IGN);
    int code = run(argc, argv);
    if (code == THRONG_APP_OK && (fflush(stdout) != 0 || ferror(stdout))) {
        code = throng_app_reject(THRONG_APP_FAILED, "standard output",
                                 "cannot be written; make room or redirect it");
    }
    return code;
}
