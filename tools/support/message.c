/* Exit codes, messages on standard error and progress. */
#define _POSIX_C_SOURCE 200809L
#include "tools/support/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

/* One line, whatever a file name or a compiler's log contains. */
static void one_line(char *text)
{
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < 32 || *c == 127)
            *c = ' ';
}

static int32_t silent;
static char last[1600];

void message_silence(void) { silent = 1; }

void message_speak(void) { silent = 0; }

const char *message_last(void)
{
    const size_t skipped = sizeof "throng: " - 1;
    return last[0] ? last + skipped : last;
}

int reject(int code, const char *what, const char *format, ...)
{
    char why[1200];
    char *line = last;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    (void)snprintf(line, sizeof last - 1, "throng: %.300s: %s", what, why);
    one_line(line);
    if (silent)
        return code;
    progress_show("", 0, 0);
    (void)fprintf(stderr, "%s\n", line);
    return code;
}

int reject_memory(const char *what)
{
    return reject_failure(what, "not enough memory; try a smaller map or fewer objects");
}

const char *text_quote(char buffer[64], const char *text, size_t length)
{
    const size_t kept = length < 48 ? length : 48;
    for (size_t i = 0; i < kept; i++) {
        const unsigned char c = (unsigned char)text[i];
        buffer[i] = (char)(c < 32 || c == 127 ? '?' : c);
    }
    (void)snprintf(buffer + kept, 64 - kept, "%s", kept < length ? "..." : "");
    return buffer;
}

void progress_show(const char *what, int32_t done, int32_t total)
{
    static int shown = 0;
    if (silent)
        return;
    if (done < total && isatty(STDERR_FILENO)) {
        (void)fprintf(stderr, "\r\033[K%s %d of %d", what, (int)done + 1, (int)total);
        shown = 1;
    } else if (done >= total && shown) {
        (void)fprintf(stderr, "\r\033[K");
        shown = 0;
    }
    (void)fflush(stderr);
}
