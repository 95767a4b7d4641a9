/* The program pacman: plays, searches, times. docs/pacman.md says what for. */
#include "pacman.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int pacman_refuse(int code, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    fputs("pacman: ", stderr);
    vfprintf(stderr, format, rest);
    fputc('\n', stderr);
    va_end(rest);
    return code;
}

int pacman_integer(const char *name, const char *text, int64_t low, int64_t high, int64_t *value)
{
    char *end;
    errno = 0;
    long long found = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || found < low || found > high)
        return pacman_refuse(PACMAN_USAGE, "--%s: '%s' is no whole number from %lld to %lld", name, text,
                             (long long)low, (long long)high);
    *value = found;
    return PACMAN_OK;
}

int pacman_number(const char *name, const char *text, double low, double high, float *value)
{
    char *end;
    double found = strtod(text, &end);
    if (end == text || *end != '\0' || !(found >= low && found <= high))
        return pacman_refuse(PACMAN_USAGE, "--%s: '%s' is no number from %g to %g", name, text, low, high);
    *value = (float)found;
    return PACMAN_OK;
}

int pacman_choice(const char *name, const char *text, const char *(*names)(int32_t), int32_t count,
                  int32_t *value)
{
    for (int32_t i = 0; i < count; i++) {
        if (strcmp(text, names(i)) == 0) {
            *value = i;
            return PACMAN_OK;
        }
    }
    char list[100] = "";
    for (int32_t i = 0; i < count; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i > 0 ? ", " : "", names(i));
    return pacman_refuse(PACMAN_USAGE, "--%s: '%s' is none of %s", name, text, list);
}

double pacman_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

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
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } commands[] = {{"play", pacman_play}, {"study", pacman_study}, {"time", pacman_time}};
    if (argc >= 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0)) {
        fputs(help, stdout);
        return PACMAN_OK;
    }
    for (size_t i = 0; argc >= 2 && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    }
    if (argc < 2)
        return pacman_refuse(PACMAN_USAGE, "play, study or time? --help says more");
    return pacman_refuse(PACMAN_USAGE, "'%s' is none of play, study, time; --help says more", argv[1]);
}
