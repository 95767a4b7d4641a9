/* The keys of the viewer: what they do, their names in scripts, and what the help says about them. */
#ifndef THRONG_TOOLS_VIEWER_KEYS_H
#define THRONG_TOOLS_VIEWER_KEYS_H

#include <stddef.h>
#include <stdint.h>

typedef enum viewer_action {
    VIEWER_PLAY,
    VIEWER_MOVE, /* by `amount` states */
    VIEWER_TO_START,
    VIEWER_TO_LATEST,
    VIEWER_PACE,  /* by `amount` of the list of paces */
    VIEWER_ZOOM,  /* in or out */
    VIEWER_PAN_X, /* by `amount` eighths of the window */
    VIEWER_PAN_Y,
    VIEWER_FIT,
    VIEWER_COLOR, /* the next one */
    VIEWER_GOAL,
    VIEWER_LAYER, /* number `amount` */
    VIEWER_NUMBERS,
    VIEWER_SCREENSHOT,
    VIEWER_HELP,
    VIEWER_QUIT
} viewer_action;

typedef struct viewer_key {
    const char *name;
    int32_t key; /* as in window.h */
    viewer_action action;
    int32_t amount;
    const char *help; /* NULL: another key does the same, or the help lists what there is to choose from */
} viewer_key;

extern const viewer_key viewer_keys[]; /* ends with a name of NULL */

/* NULL: it does nothing. */
const viewer_key *viewer_key_find(int32_t key);

/* ---------------------------------------------------------------- scripts --------------------------- */

/* --view-keys: words with commas between them. A word is the name of a key, or a state that the viewer goes
 * to before the script goes on: stepN, or last. */
typedef struct viewer_word {
    const viewer_key *key; /* NULL: a state */
    int32_t state;
} viewer_word;

/* Takes the first word off a script that has one; 0: it is none. No state is behind the last one. */
int32_t viewer_script_next(const char **script, int32_t last, viewer_word *word);
/* Rejects words that are none. */
int viewer_script_check(const char *script);

#endif
