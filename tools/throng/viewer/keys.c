/* The keys of the viewer, and scripts of them. */
#include "tools/throng/viewer/keys.h"
#include "tools/support/text.h"
#include "tools/throng/viewer/window.h"

#include <string.h>

/* Those of the live page first. */
const viewer_key viewer_keys[] = {
    {"space", ' ', VIEWER_PLAY, 0, "play, pause"},
    {"right", WINDOW_KEY_RIGHT, VIEWER_MOVE, 1, "one step"},
    {"r", 'r', VIEWER_TO_START, 0, "to the start"},
    {"left", WINDOW_KEY_LEFT, VIEWER_MOVE, -1, "one step back"},
    {"pagedown", WINDOW_KEY_PAGE_DOWN, VIEWER_MOVE, 50, "50 steps"},
    {"pageup", WINDOW_KEY_PAGE_UP, VIEWER_MOVE, -50, "50 steps back"},
    {"end", WINDOW_KEY_END, VIEWER_TO_LATEST, 0, "to the latest step"},
    {"home", WINDOW_KEY_HOME, VIEWER_TO_START, 0, NULL},
    {".", '.', VIEWER_PACE, 1, "faster"},
    {"comma", ',', VIEWER_PACE, -1, "slower"},
    {"+", '+', VIEWER_ZOOM, 1, "closer, or the wheel"},
    {"=", '=', VIEWER_ZOOM, 1, NULL},
    {"-", '-', VIEWER_ZOOM, -1, "farther away"},
    {"w", 'w', VIEWER_PAN_Y, -1, "up, or drag"},
    {"a", 'a', VIEWER_PAN_X, -1, "left"},
    {"s", 's', VIEWER_PAN_Y, 1, "down"},
    {"d", 'd', VIEWER_PAN_X, 1, "right"},
    {"f", 'f', VIEWER_FIT, 0, "all of it"},
    {"0", '0', VIEWER_FIT, 0, NULL},
    {"c", 'c', VIEWER_COLOR, 0, NULL},
    {"g", 'g', VIEWER_GOAL, 0, NULL},
    {"1", '1', VIEWER_LAYER, 0, NULL},
    {"2", '2', VIEWER_LAYER, 1, NULL},
    {"3", '3', VIEWER_LAYER, 2, NULL},
    {"4", '4', VIEWER_LAYER, 3, NULL},
    {"5", '5', VIEWER_LAYER, 4, NULL},
    {"6", '6', VIEWER_LAYER, 5, NULL},
    {"7", '7', VIEWER_LAYER, 6, NULL},
    {"8", '8', VIEWER_LAYER, 7, NULL},
    {"t", 't', VIEWER_NUMBERS, 0, "numbers"},
    {"p", 'p', VIEWER_SCREENSHOT, 0, "screenshot"},
    {"?", '?', VIEWER_HELP, 0, "this help"},
    {"f1", WINDOW_KEY_F1, VIEWER_HELP, 0, NULL},
    {"h", 'h', VIEWER_HELP, 0, NULL},
    {"q", 'q', VIEWER_QUIT, 0, "close"},
    {"esc", WINDOW_KEY_ESCAPE, VIEWER_QUIT, 0, NULL},
    {NULL, 0, VIEWER_QUIT, 0, NULL},
};

const viewer_key *viewer_key_find(int32_t key)
{
    for (const viewer_key *one = viewer_keys; one->name; one++)
        if (one->key == key)
            return one;
    return NULL;
}

/* ---------------------------------------------------------------- scripts --------------------------- */

static const viewer_key *find_name(const char *name, size_t length)
{
    for (const viewer_key *one = viewer_keys; one->name; one++)
        if (strlen(one->name) == length && memcmp(one->name, name, length) == 0)
            return one;
    return NULL;
}

/* A digit alone is the key. */
static int32_t is_state(const char *text, size_t length, int32_t last, viewer_word *word)
{
    int64_t state = 0;
    char digits[16];
    if (length == 4 && memcmp(text, "last", 4) == 0) {
        word->state = last;
        return 1;
    }
    if (length < 5 || length >= 4 + sizeof digits || memcmp(text, "step", 4) != 0)
        return 0;
    (void)snprintf(digits, sizeof digits, "%.*s", (int)length - 4, text + 4);
    if (parse_integer(digits, 0, INT32_MAX, &state) != 0)
        return 0;
    word->state = state < last ? (int32_t)state : last;
    return 1;
}

int32_t viewer_script_next(const char **script, int32_t last, viewer_word *word)
{
    const char *text = *script;
    const size_t length = strcspn(text, ",");
    *script = text[length] == ',' ? text + length + 1 : text + length;
    word->key = find_name(text, length);
    return word->key != NULL || is_state(text, length, last, word);
}

int viewer_script_check(const char *script)
{
    char quote[64];
    while (*script) {
        const char *before = script;
        viewer_word word = {0};
        if (!viewer_script_next(&script, 0, &word))
            return reject_usage(
                "--view-keys",
                "\"%s\" is no key; give names such as space,right,c,p,q, or step50 and last to "
                "wait for a step",
                text_quote(quote, before, strcspn(before, ",")));
    }
    return PROGRAM_OK;
}
