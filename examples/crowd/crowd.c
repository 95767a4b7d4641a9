/* The program crowd: the experiments, scenes and tests of docs/studies/crowd.md. */
#include "examples/crowd/crowd.h"
#include "examples/crowd/walk.h"

#include <string.h>

const char program_name[] = "crowd";

static const char help[] =
    "usage: crowd vision [options]      how far an agent sees in streams of different density\n"
    "       crowd hearing [options]     an agent that is overtaken, with and without its hearing\n"
    "       crowd circle [options]      agents on a circle, each on its way to the place opposite\n"
    "       crowd speed [options]       the time of a step, plain and with perception\n"
    "       crowd scene [options]       blocks, bottleneck, crossing or corridor, measured\n"
    "       crowd rimea [options]       tests 1, 4, 6, 9 and 12 of the RiMEA guideline\n"
    "Each of them explains its options with --help. Before the name of an experiment, --heading velocity "
    "makes agents\n"
    "with senses look along their velocity, the letter of the paper, in place of turning to their preferred "
    "velocity.\n";

static const char *name_of_heading(int32_t heading) /* THRONG_HEADING_* */
{
    static const char *const names[] = {"turning", "velocity"};
    return heading < 2 ? names[heading] : NULL;
}

int main(int argc, char **argv)
{
    static const program_command commands[] = {{"vision", crowd_vision}, {"hearing", crowd_hearing},
                                               {"circle", crowd_circle}, {"speed", crowd_speed},
                                               {"scene", crowd_scene},   {"rimea", crowd_rimea}};
    if (argc > 2 && strcmp(argv[1], "--heading") == 0) {
        int32_t heading = THRONG_HEADING_TURNING;
        const int code = program_choice("heading", argv[2], name_of_heading, 2, &heading);
        if (code != PROGRAM_OK)
            return code;
        walk_set_heading(heading);
        argv[2] = argv[0];
        argv += 2;
        argc -= 2;
    }
    return program_main(argc, argv, commands, sizeof commands / sizeof *commands, help);
}
