/* The program siege: the four experiments of docs/studies/siege.md. */
#include "examples/siege/siege.h"

const char program_name[] = "siege";

static const char help[] =
    "usage: siege duel [options]         the field against Dijkstra's algorithm or A*\n"
    "       siege measures [options]     the damage where types of guns reinforce or weaken each other\n"
    "       siege defend [options]       guns placed by a genetic algorithm\n"
    "       siege generation [options]   the time for one generation of it, at once and one by one\n"
    "       siege view [options]         forces and ways of one placement, to be drawn\n"
    "Each of them explains its options with --help.\n";

int main(int argc, char **argv)
{
    static const program_command commands[] = {{"duel", siege_duel},
                                               {"measures", siege_measures},
                                               {"defend", siege_defend},
                                               {"generation", siege_generation},
                                               {"view", siege_view}};
    return program_main(argc, argv, commands, sizeof commands / sizeof *commands, help);
}
