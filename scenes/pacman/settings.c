#include "scenes/pacman/settings.h"

#include <stddef.h>

static const float pills[] = {2, 4, 6, 8, 10};
static const float powers[] = {10, 20, 30, 40, 50};
static const float ghosts[] = {-30, -60, -90, -120};
static const float edibles[] = {30, 60, 90, 120};
static const float gammas[] = {0.5f, 0.6f, 0.7f, 0.8f, 0.9f};
static const float reaches[] = {8, 10, 12, 14, 16};

static const struct {
    motion motion;
    float amount;
} variants[VARIANTS] = {{MOTION_NONE, 0},      {MOTION_OFFSET, 1},    {MOTION_OFFSET, 2},
                        {MOTION_ADJUST, 0.2f}, {MOTION_ADJUST, 0.4f}, {MOTION_ADJUST, 0.6f}};

static float take(int32_t *number, const float *values, int32_t count)
{
    float value = values[*number % count];
    *number /= count;
    return value;
}

setting settings_get(int32_t number)
{
    setting s;
    s.weights.edible = take(&number, edibles, 4);
    s.weights.ghost = take(&number, ghosts, 4);
    s.weights.power = take(&number, powers, 5);
    s.weights.pill = take(&number, pills, 5);
    s.kind.ghost_reach = take(&number, reaches, 5);
    s.kind.gamma = take(&number, gammas, 5);
    s.kind.motion = variants[number % VARIANTS].motion;
    s.kind.amount = variants[number % VARIANTS].amount;
    s.kind.propagation = number / VARIANTS;
    return s;
}

int settings_equal(const setting *a, const setting *b)
{
    return a->kind.propagation == b->kind.propagation && a->kind.motion == b->kind.motion &&
           a->kind.amount == b->kind.amount && a->kind.gamma == b->kind.gamma &&
           a->kind.ghost_reach == b->kind.ghost_reach && a->weights.pill == b->weights.pill &&
           a->weights.power == b->weights.power && a->weights.ghost == b->weights.ghost &&
           a->weights.edible == b->weights.edible;
}

int32_t settings_find(const setting *wanted)
{
    for (int32_t number = 0; number < SETTINGS; number++) {
        setting s = settings_get(number);
        if (settings_equal(&s, wanted))
            return number;
    }
    return -1;
}

const char *settings_mode_name(int32_t mode)
{
    static const char *const names[FIELD_MODES] = {"euclidean", "path", "adjacent"};
    return mode >= 0 && mode < FIELD_MODES ? names[mode] : NULL;
}

const char *settings_motion_name(int32_t number)
{
    static const char *const names[] = {"none", "offset", "adjust"};
    return number >= MOTION_NONE && number <= MOTION_ADJUST ? names[number] : NULL;
}
