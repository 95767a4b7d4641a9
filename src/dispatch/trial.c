#include "src/dispatch/trial.h"

#include <math.h>
#include <string.h>

#define UNKNOWN 1e12   /* seconds: more than any frame */
#define MOST_EVER 1e6f /* files have to hold what was estimated */

/* Seconds. Frames that take longer than LONGEST in any case, or that are expected to take longer than
 * EXPECTED, are not measured: no game waits for them. Costs are expected halfway, as factors go, between
 * those of the next smaller size and as much as the amount grows. Frames that are not measured are thought
 * to grow in proportion, unless the range is wider than WIDE. */
#define LONGEST 0.016
#define EXPECTED 0.03
#define WIDE 32.0

/* What a single repeat exceeds the truth by at most; what costs between two measured sizes lie beyond the
 * bounds that follow from those, because caches end somewhere. */
#define SINGLE 2.0
#define USUAL 0.25 /* median spread of repeats on a machine that may be called quiet */
#define SLACK 1.5

/* A size that may lose less than SURE_LOSS is not measured once more, nor any where all of them together lose
 * less than ENOUGH_MEAN and ENOUGH. */
#define SURE_LOSS 0.02
#define ENOUGH_MEAN 0.01
#define ENOUGH 0.1
#define EXACT 1.02 /* so near to each other the range's ends are not moved by further repeats */

enum { COARSE_REPEATS = 2, MOST_REPEATS = 10 };

/* ---------------------------------------------------------------- repeats --------------------------- */

void throng_trial_add(throng_trial *trial, int32_t which, int32_t index, double seconds, int32_t clean)
{
    throng_repeats *r = &trial->numbers[which][index];
    const float taken = (float)seconds;
    r->least = r->count && r->least < taken ? r->least : taken;
    r->count++;
    if (!clean)
        return;
    if (r->cleaned == 0 || taken < r->clean[0]) {
        r->clean[1] = r->clean[0];
        r->clean[0] = taken;
    } else if (r->cleaned == 1 || taken < r->clean[1]) {
        r->clean[1] = taken;
    }
    r->cleaned++;
}

double throng_trial_spread(const throng_repeats *repeats)
{
    if (repeats->cleaned < 2)
        return -1.0;
    return repeats->clean[0] > 0.0f ? (double)repeats->clean[1] / (double)repeats->clean[0] - 1.0 : 1e3;
}

/* The median spread of all sizes that were repeated, on this backend. */
static double typical_spread(const throng_repeats *numbers, int32_t count)
{
    double sorted[THRONG_COST_NUMBERS];
    int32_t used = 0;
    for (int32_t i = 0; i < count; i++) {
        const double spread = throng_trial_spread(&numbers[i]);
        if (spread < 0.0)
            continue;
        int32_t place = used++;
        for (; place > 0 && sorted[place - 1] > spread; place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = spread;
    }
    return used ? sorted[used / 2] : 0.0;
}

/* The truth may lie as far below the least repeat as the second one lies above. Where repeats usually differ
 * much, two that are alike may be alike by chance, and one alone says even less. */
static double least_of(const throng_repeats *r, double typical)
{
    if (r->cleaned == 0)
        return 0.0;
    const double chance = typical > USUAL ? 2.0 * (typical - USUAL) : 0.0;
    const double factor = r->cleaned < 2 ? SINGLE + 2.0 * chance
                                         : (1.0 + throng_trial_spread(r)) * (1.0 + chance / (r->cleaned - 1));
    return (double)r->least / factor;
}

/* ---------------------------------------------------------------- sizes ----------------------------- */

typedef struct neighbour {
    int32_t index; /* -1: there is none */
    double ratio;  /* of the amounts, above 1 */
} neighbour;

/* The next smaller (step -1) or larger (step 1) size along an axis. */
static neighbour find_neighbour(const throng_cost_kind *kind, int32_t index, int32_t axis, int32_t step)
{
    neighbour n = {-1, 1.0};
    int32_t stride = 1;
    for (int32_t a = THRONG_COST_AXES - 1; a > axis; a--)
        stride *= throng_costs_stops(kind, a);
    const int32_t stops = throng_costs_stops(kind, axis), stop = index / stride % stops;
    if (stop + step < 0 || stop + step >= stops)
        return n;
    const double *at = kind->axes[axis].at;
    n.index = index + step * stride;
    n.ratio = step > 0 ? at[stop + 1] / at[stop] : at[stop] / at[stop - 1];
    return n;
}

/* Every second stop and the last one of each axis: what lies between is estimated by them at first. */
static int32_t is_coarse(const throng_cost_kind *kind, int32_t index)
{
    for (int32_t axis = THRONG_COST_AXES - 1; axis >= 0; axis--) {
        const int32_t stops = throng_costs_stops(kind, axis), stop = index % stops;
        if (stop % 2 && stop + 1 < stops)
            return 0;
        index /= stops;
    }
    return 1;
}

/* ---------------------------------------------------------------- estimates ------------------------- */

typedef struct ranges {
    double least[THRONG_COST_NUMBERS], most[THRONG_COST_NUMBERS];
    int32_t
        covered[THRONG_COST_NUMBERS]; /* 1: this size, or one that is larger along the axes, was measured */
} ranges;

/* Two clean repeats are believed, one unless a neighbour says half of it. */
static int32_t is_doubtful(const throng_repeats *r, double most)
{
    return r->cleaned == 0 || (r->cleaned == 1 && (double)r->least > SINGLE * most);
}

/* Costs do not sink with an amount, nor grow faster than it: what smaller ones say about larger ones, and the
 * other way round. */
static void narrow(const throng_cost_kind *kind, const throng_repeats *numbers, ranges *r, int32_t step)
{
    const int32_t count = throng_costs_numbers(kind);
    for (int32_t k = 0; k < count; k++) {
        const int32_t i = step < 0 ? k : count - 1 - k;
        for (int32_t axis = 0; axis < THRONG_COST_AXES; axis++) {
            const neighbour n = find_neighbour(kind, i, axis, step);
            if (n.index < 0)
                continue;
            const double least = r->least[n.index] / (step > 0 ? n.ratio : 1.0);
            const double most = r->most[n.index] * (step > 0 ? 1.0 : n.ratio);
            r->covered[i] |= step > 0 && r->covered[n.index];
            if (numbers[i].cleaned == 0 && least > r->least[i])
                r->least[i] = least;
            if (is_doubtful(&numbers[i], most) && most < r->most[i])
                r->most[i] = most;
        }
        if (r->least[i] > r->most[i]) /* where they differ, what is less is true */
            r->least[i] = r->most[i] / (numbers[i].count ? SINGLE : 1.0);
    }
}

static ranges find_ranges(const throng_cost_kind *kind, const throng_repeats *numbers)
{
    const double typical = typical_spread(numbers, throng_costs_numbers(kind));
    ranges r;
    memset(&r, 0, sizeof r);
    for (int32_t i = 0; i < throng_costs_numbers(kind); i++) {
        r.least[i] = least_of(&numbers[i], typical);
        r.most[i] = numbers[i].count ? (double)numbers[i].least : UNKNOWN;
        r.covered[i] = numbers[i].count > 0;
    }
    narrow(kind, numbers, &r, -1);
    narrow(kind, numbers, &r, 1);
    return r;
}

/* Beyond what was measured: from the next smaller sizes in proportion; their range is taken along where
 * frames are too long to be measured, else they may also cost as much as those. */
static void extend(const throng_cost_kind *kind, int32_t index, throng_estimate *e)
{
    double seconds = UNKNOWN, spread = 1.0, flat = 0.0;
    int32_t playable = 1;
    for (int32_t axis = 0; axis < THRONG_COST_AXES; axis++) {
        const neighbour n = find_neighbour(kind, index, axis, -1);
        if (n.index < 0)
            continue;
        const double before = e->seconds[n.index], own = before > 0.0 ? e->least[n.index] / before : 1.0;
        seconds = before * n.ratio < seconds ? before * n.ratio : seconds;
        spread = own < spread ? own : spread;
        flat = e->least[n.index] > flat ? e->least[n.index] : flat;
        playable &= before < LONGEST;
    }
    e->seconds[index] = e->most[index] = seconds;
    const double expected = seconds * flat < 1e30 ? (double)sqrtf((float)(seconds * flat)) : UNKNOWN;
    e->playable[index] = playable && (expected < EXPECTED || seconds >= UNKNOWN);
    e->blocked[index] = e->playable[index] || flat >= LONGEST ? 0 : seconds > WIDE * flat ? 2 : 1;
    e->least[index] = e->playable[index] ? flat : seconds * spread;
}

static void estimate(const throng_cost_kind *kind, const throng_repeats *numbers, throng_estimate *e)
{
    const ranges r = find_ranges(kind, numbers);
    for (int32_t i = 0; i < throng_costs_numbers(kind); i++) {
        e->playable[i] = 1;
        if (numbers[i].count) {
            e->seconds[i] = e->most[i] = r.most[i];
            e->least[i] = r.least[i];
        } else if (r.covered[i] && r.least[i] > 0.0) {
            e->seconds[i] = r.least[i] * (double)sqrtf((float)(r.most[i] / r.least[i])); /* as factors go */
            e->least[i] = r.least[i] / SLACK;
            e->most[i] = r.most[i] * SLACK;
        } else {
            extend(kind, i, e);
        }
        e->playable[i] &= !numbers[i].full;
    }
}

/* ---------------------------------------------------------------- verdict --------------------------- */

/* Where smaller frames differ too much to say whether this size can be measured, nothing is known of it. */
static double blind_loss(const throng_estimate *e, int32_t i)
{
    if (e->blocked[i] == 2)
        return 1e3;
    if (e->blocked[i] == 0 || e->seconds[i] <= (1.0 + THRONG_TRIAL_LOSS) * e->least[i])
        return 0.0;
    return e->seconds[i] < 1e3 * e->least[i] ? e->seconds[i] / e->least[i] - 1.0 : 1e3;
}

/* The backend that is taken costs its most, the other one its least. */
static double range_loss(const throng_verdict *v, int32_t i)
{
    const throng_estimate *cpu = &v->backends[0], *opencl = &v->backends[1];
    const int32_t taken = opencl->seconds[i] < THRONG_TRIAL_PROMISED * cpu->seconds[i];
    const throng_estimate *own = taken ? opencl : cpu, *other = taken ? cpu : opencl;
    const int32_t exact = own->most[i] <= EXACT * own->least[i] && other->most[i] <= EXACT * other->least[i];
    if (exact || own->most[i] <= other->least[i])
        return 0.0;
    return own->most[i] < 1e3 * other->least[i] ? own->most[i] / other->least[i] - 1.0 : 1e3;
}

static double loss_of(const throng_verdict *v, int32_t i)
{
    const double losses[3] = {range_loss(v, i), blind_loss(&v->backends[0], i),
                              blind_loss(&v->backends[1], i)};
    const double blind = losses[1] > losses[2] ? losses[1] : losses[2];
    return losses[0] > blind ? losses[0] : blind;
}

/* Coarse sizes, and smaller ones that have to show whether those are playable: 1 CPU, 2 OpenCL. */
static void find_first(const throng_trial *t, const throng_verdict *v, int32_t first[THRONG_COST_NUMBERS])
{
    const throng_cost_kind *kind = &throng_cost_kinds[t->kind];
    const int32_t count = throng_costs_numbers(kind);
    for (int32_t i = 0; i < count; i++)
        first[i] = is_coarse(kind, i) ? 3 : 0;
    for (int32_t i = count - 1; i > 0; i--)
        for (int32_t b = 0; b < 2; b++)
            for (int32_t axis = 0; axis < THRONG_COST_AXES; axis++) {
                const neighbour n = find_neighbour(kind, i, axis, -1);
                const int32_t steps = n.index >= 0 && (first[i] >> b & 1) && v->backends[b].blocked[i] &&
                                      t->numbers[b][n.index].count == 0;
                first[n.index < 0 ? 0 : n.index] |= steps << b;
            }
}

/* On which backends a size is to be measured. */
static int32_t wanted_on(const throng_trial *t, const throng_verdict *v, int32_t i, int32_t first)
{
    int32_t which = 0;
    for (int32_t b = 0; b < 2; b++) {
        const throng_estimate *e = &v->backends[b];
        const int32_t count = t->numbers[b][i].count;
        if (!e->playable[i] || count >= MOST_REPEATS)
            continue;
        if (((first >> b & 1) && count < COARSE_REPEATS) ||
            (v->blamed[i] > SURE_LOSS && (count == 0 || e->most[i] > EXACT * e->least[i])))
            which |= 1 << b;
    }
    return which;
}

static int32_t repeats_of(const throng_trial *t, int32_t i, int32_t which)
{
    const int32_t counts[2] = {t->numbers[0][i].count, t->numbers[1][i].count};
    return which == 1 ? counts[0] : which == 2 ? counts[1] : counts[0] < counts[1] ? counts[0] : counts[1];
}

/* Sizes that the others are estimated by come first, then those that lose too much, then all others; of each
 * the ones that were measured least, and among those the ones that lose most. */
static void find_next(const throng_trial *t, throng_verdict *v)
{
    const throng_cost_kind *kind = &throng_cost_kinds[t->kind];
    int32_t best_rank = 0, firsts[THRONG_COST_NUMBERS];
    double best_loss = 0.0;
    find_first(t, v, firsts);
    const int32_t enough = v->mean <= ENOUGH_MEAN && v->worst <= ENOUGH;
    v->next = -1;
    v->begun = 1;
    for (int32_t i = 0; i < throng_costs_numbers(kind); i++) {
        const int32_t which = wanted_on(t, v, i, firsts[i]);
        if (!which)
            continue;
        const int32_t count = repeats_of(t, i, which), first = (firsts[i] & which) && count < COARSE_REPEATS;
        if (enough && !first)
            continue;
        const double loss = first ? 0.0 : v->blamed[i];
        const int32_t rank = count + (first ? 0 : loss > THRONG_TRIAL_LOSS ? 100 : 200);
        v->begun &= !first;
        v->wanted++;
        if (v->next >= 0 && (rank > best_rank || (rank == best_rank && loss <= best_loss)))
            continue;
        best_rank = rank;
        best_loss = loss;
        v->next = i;
        v->which = which;
    }
}

/* Where frames are too long to be measured, the next smaller ones give their range: those are measured
 * again. */
static void blame(const throng_trial *t, throng_verdict *v)
{
    const throng_cost_kind *kind = &throng_cost_kinds[t->kind];
    const int32_t count = throng_costs_numbers(kind);
    memcpy(v->blamed, v->losses, sizeof v->blamed);
    for (int32_t i = count - 1; i > 0; i--) {
        const int32_t measured = (t->numbers[0][i].count || v->backends[0].playable[i]) &&
                                 (t->numbers[1][i].count || v->backends[1].playable[i]);
        for (int32_t axis = 0; axis < THRONG_COST_AXES && !measured; axis++) {
            const neighbour n = find_neighbour(kind, i, axis, -1);
            if (n.index >= 0 && v->blamed[i] > v->blamed[n.index])
                v->blamed[n.index] = v->blamed[i];
        }
    }
}

void throng_trial_judge(const throng_trial *trial, throng_verdict *verdict)
{
    const throng_cost_kind *kind = &throng_cost_kinds[trial->kind];
    const int32_t count = throng_costs_numbers(kind);
    memset(verdict, 0, sizeof *verdict);
    for (int32_t b = 0; b < 2; b++)
        estimate(kind, trial->numbers[b], &verdict->backends[b]);
    for (int32_t i = 0; i < count; i++) {
        const double loss = verdict->losses[i] = loss_of(verdict, i);
        verdict->mean += loss / count;
        verdict->worst = loss > verdict->worst ? loss : verdict->worst;
    }
    blame(trial, verdict);
    find_next(trial, verdict);
}

int32_t throng_trial_is_good(const throng_verdict *verdict)
{
    return verdict->begun && verdict->mean <= THRONG_TRIAL_MEAN_LOSS && verdict->worst <= THRONG_TRIAL_LOSS;
}

void throng_trial_table(const throng_verdict *verdict, int32_t kind, throng_cost_table *table)
{
    for (int32_t b = 0; b < 2; b++)
        for (int32_t i = 0; i < throng_costs_numbers(&throng_cost_kinds[kind]); i++) {
            const float seconds = (float)verdict->backends[b].seconds[i];
            table->seconds[b][i] = seconds < MOST_EVER ? seconds : MOST_EVER;
        }
    table->known = 3;
    table->stale = 0;
}
