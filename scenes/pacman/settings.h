/* The parameter search of the paper's table 2: every setting has a number, 0 .. SETTINGS-1. */
#ifndef THRONG_SCENES_PACMAN_SETTINGS_H
#define THRONG_SCENES_PACMAN_SETTINGS_H

#include "examples/pacman/field.h"

enum {
    VARIANTS = 6,                    /* at rest; offset 1, 2; alpha 0.2, 0.4, 0.6 */
    MODELS = FIELD_MODES * VARIANTS, /* each searched by itself */
    SHARERS = 4 * 4 * 5 * 5,         /* settings that differ in influences alone: they share tables */
    MODEL_SETTINGS = SHARERS * 5 * 5,
    SETTINGS = MODELS * MODEL_SETTINGS
};

typedef struct setting {
    field_kind kind;
    field_weights weights;
} setting;

/* Numbers count up fastest in the influences (of edible ghosts, ghosts, power pills, pills), then in the
 * ghosts' reach, gamma, variant, mode. */
setting settings_get(int32_t number);
static inline int32_t settings_model(int32_t number) { return number / MODEL_SETTINGS; }
static inline int32_t settings_tables(int32_t number) { return number / SHARERS; }
int settings_equal(const setting *a, const setting *b);
/* The number of a setting with exactly these values, -1: it is none of table 2. */
int32_t settings_find(const setting *wanted);

/* "euclidean", "path", "adjacent"; "none", "offset", "adjust"; NULL for any other number. */
const char *settings_mode_name(int32_t mode);
const char *settings_motion_name(int32_t number);

#endif
