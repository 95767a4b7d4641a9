/* What a refused call tells: its status, one line to the logger, the assertion handler where it was the
 * caller's mistake, and a message that says what is wrong. */
#ifndef THRONG_TESTS_SUPPORT_REJECTED_H
#define THRONG_TESTS_SUPPORT_REJECTED_H

#include "tests/support/each_backend.h"

/* The message has all of these words, "|" between. */
static inline void expect_words(const char *what, const char *message, const char *words)
{
    while (*words) {
        char one[200];
        const size_t length = strcspn(words, "|");
        snprintf(one, sizeof one, "%.*s", (int)length, words);
        cr_expect(strstr(message, one) != NULL, "%s: \"%s\" is not in \"%s\"", what, one, message);
        words += length + (words[length] == '|');
    }
}

static inline void expect_told(const watch *w, const throng_context *context, const char *what,
                               throng_status got, throng_status expected, const char *words)
{
    const int mistake = expected == THRONG_ERROR_INVALID_ARGUMENT || expected == THRONG_ERROR_CAPACITY;
    const char *message = throng_context_message(context);
    cr_expect(got == expected, "%s: %s", what, throng_status_string(got));
    cr_expect(w->assertions == mistake, "%s: the assertion handler was called %d times", what,
              (int)w->assertions);
    cr_expect(w->logs == 1 && w->log_level == THRONG_LOG_ERROR, "%s: logged %d times", what, (int)w->logs);
    cr_expect(strcmp(w->log, message) == 0, "%s: logged \"%s\", message \"%s\"", what, w->log, message);
    if (mistake)
        cr_expect(strcmp(w->assertion, message) == 0 && w->assertion_status == expected, "%s", what);
    expect_words(what, message, words);
}

#endif
