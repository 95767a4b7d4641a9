/* Exit codes, messages on standard error and progress. A function that can fail returns an exit code and has
 * printed its message already. The caller passes the code on and prints nothing more, so that there is
 * exactly one line on standard error. */
#ifndef THRONG_TOOLS_SUPPORT_MESSAGE_H
#define THRONG_TOOLS_SUPPORT_MESSAGE_H

#include <stddef.h>
#include <stdint.h>

enum { PROGRAM_OK = 0, PROGRAM_FAILED = 1, PROGRAM_USAGE = 2 };

#if defined(__GNUC__)
#define PROGRAM_PRINTF(text, rest) __attribute__((format(printf, text, rest)))
#else
#define PROGRAM_PRINTF(text, rest)
#endif

/* Prints "throng: what: why" as one line, whatever the texts hold, and returns the code. */
int reject(int code, const char *what, const char *format, ...) PROGRAM_PRINTF(3, 4);
/* What another call or other files would mend. */
#define reject_usage(...) reject(PROGRAM_USAGE, __VA_ARGS__)
/* The rest. */
#define reject_failure(...) reject(PROGRAM_FAILED, __VA_ARGS__)
int reject_memory(const char *what);

/* Of several processes one prints: the others are silent. */
void message_silence(void);
void message_speak(void);
/* What reject() had to say last, without "throng: "; "": nothing so far. */
const char *message_last(void);

/* A text for a message: control characters become '?', and long texts are cut. */
const char *text_quote(char buffer[64], const char *text, size_t length);

/* Shows "what N of M" on a terminal, and nothing in a pipe. done >= total clears the line. */
void progress_show(const char *what, int32_t done, int32_t total);

#endif
