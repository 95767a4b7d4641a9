/* The program pacman: plays, searches, times. docs/studies/pacman.md says what for. */
#include "examples/pacman/pacman.h"

const char program_name[] = "pacman";

uint64_t pacman_game_seed(uint64_t seed, int32_t number)
{
    uint64_t x = seed ^ ((uint64_t)number + 1) * 0xd1342543de82ef95u;
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
    return x ^ (x >> 32);
}

static const char help[] = "usage: pacman play [options]    one game, to look at\n"
                           "       pacman study [options]   the search for the best settings\n"
                           "       pacman time [options]    the time for a map of the game\n"
                           "Each of them explains its options with --help.\n";

int main(int argc, char **argv)
{
    static const program_command commands[] = {
        {"play", pacman_play}, {"study", pacman_study}, {"time", pacman_time}};
    return program_main(argc, argv, commands, sizeof commands / sizeof *commands, help);
}
