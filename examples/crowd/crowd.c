/* The program crowd: the experiments, scenes and tests of docs/studies/crowd.md. */
#include "examples/crowd/crowd.h"

const char program_name[] = "crowd";

static const char help[] =
    "usage: crowd vision [options]      how far an agent sees in streams of different density\n"
    "       crowd hearing [options]     an agent that is overtaken, with and without its hearing\n"
    "       crowd circle [options]      agents on a circle, each on its way to the place opposite\n"
    "       crowd speed [options]       the time of a step, plain and with perception\n"
    "       crowd scene [options]       blocks, bottleneck, crossing or corridor, measured\n"
    "       crowd rimea [options]       tests 1, 4, 6, 9 and 12 of the RiMEA guideline\n"
    "Each of them explains its options with --help.\n";

int main(int argc, char **argv)
{
    static const program_command commands[] = {{"vision", crowd_vision}, {"hearing", crowd_hearing},
                                               {"circle", crowd_circle}, {"speed", crowd_speed},
                                               {"scene", crowd_scene},   {"rimea", crowd_rimea}};
    return program_main(argc, argv, commands, sizeof commands / sizeof *commands, help);
}
