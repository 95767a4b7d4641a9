/* Rows of two runs are matched by scene, operation, backend, level, threads and baseline, and by device
 * where a run has several. A change is the time after over the time before, with an interval from both
 * runs' intervals: [low after / high before, high after / low before]. Where both stand against the same
 * build of the same code of others, the change of the ratio decides in its place, which a slower machine
 * does not touch. Beside both stands a yardstick: by as much as it took longer than at best, other programs
 * may have slowed a run down, and by as much the interval is wider. A row is slower or faster where the
 * interval lies beyond 2 % from 1; the same where it lies within 10 %; else nothing can be told. */
#include "bench/report/diff.h"
#include "bench/report/tree.h"
#include "tools/support/message.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const double least_change = 1.02, sameness = 1.1, disturbed = 1.1;

enum { YARDSTICKS = 65 }; /* numbers of threads; more count as the last */

/* ---------------------------------------------------------------- verdicts ---------------------------- */

typedef enum verdict { SLOWER, FASTER, SAME, UNSURE, VERDICTS } verdict;

static const char *const verdict_names[VERDICTS] = {"slower", "faster", "same", "unsure"};

/* The members of the summary. */
typedef struct tally {
    int32_t verdicts[VERDICTS];
    int32_t only_before, only_after, changed;
    int32_t slowed; /* rows beside which others worked */
} tally;

typedef struct change {
    verdict verdict;
    int32_t by_ratio;       /* the ratio decided */
    double slowed;          /* by how much others slowed down the one or the other run; 1: they did not */
    int32_t whole;          /* an interval from the least to the most had to do */
    int32_t other_hash;     /* the result is another one */
    const char *why;        /* nothing can be told, or "" */
    throng_tree_span time;  /* the factor of the time; middle 0: unknown */
    throng_tree_span ratio; /* the same by the ratios, so above 1 is slower too */
} change;

typedef struct diff {
    FILE *table;
    cJSON *list, *notes; /* of the result, or NULL */
    tally tally;
    int32_t times_compare;
    int32_t same_seed;
    int32_t same_naive; /* both have naive code by the same compiler and flags */
    const cJSON *baselines[2];
    double best[YARDSTICKS]; /* seconds of the yardstick where nobody disturbs it, by threads; 0: unknown */
    const char *unlike[2];   /* libraries of which that has been told */
    int32_t whole;
} diff;

static throng_tree_span factor(throng_tree_span after, throng_tree_span before)
{
    throng_tree_span span = {0.0, 0.0, 0.0};
    if (after.middle > 0.0 && before.middle > 0.0)
        span.middle = after.middle / before.middle;
    if (after.low > 0.0 && before.low > 0.0) {
        span.low = after.low / before.high;
        span.high = after.high / before.low;
    }
    return span;
}

static verdict judge(const throng_tree_span *span)
{
    if (span->low <= 0.0)
        return UNSURE;
    if (span->low > least_change)
        return SLOWER;
    if (span->high < 1.0 / least_change)
        return FASTER;
    return span->low > 1.0 / sameness && span->high < sameness ? SAME : UNSURE;
}

/* The scene is another one where a size that both name differs. */
static int same_sizes(const throng_tree_row *a, const throng_tree_row *b)
{
    const cJSON *item = NULL;
    if (!cJSON_IsObject(a->sizes))
        return 1;
    for (item = throng_tree_child(a->sizes); item; item = item->next) {
        const char *name = item->string ? item->string : "";
        const double x = throng_tree_number(a->sizes, name), y = throng_tree_number(b->sizes, name);
        if (x > 0.0 && y > 0.0 && fabs(x - y) > 1e-5 * fmax(x, y))
            return 0;
    }
    return 1;
}

static const char *known(const char *text) { return *text ? text : "unknown"; }

/* A line about the whole comparison. */
PROGRAM_PRINTF(2, 3)
static void note(const diff *d, const char *format, ...)
{
    char text[700];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (d->table)
        (void)fprintf(d->table, "%s\n", text);
    cJSON *item = d->notes ? cJSON_CreateString(text) : NULL;
    if (item && !cJSON_AddItemToArray(d->notes, item))
        cJSON_Delete(item);
}

/* Ratios against a library compare where both files name the same build of it; else that is told, once. */
static int32_t same_build(diff *d, const char *baseline)
{
    const char *library = throng_tree_baseline_library(baseline);
    if (!library)
        return d->same_naive;
    const char *before = throng_tree_text(d->baselines[0], library),
               *after = throng_tree_text(d->baselines[1], library);
    if (*before && strcmp(before, after) == 0)
        return 1;
    const int32_t place = d->unlike[0] && d->unlike[0] != library;
    if (!d->unlike[place])
        note(d, "%s %s: %.60s before, %.60s after; ratios against it do not compare",
             *before && *after ? "other build of" : "not in both files a known build of", baseline,
             known(before), known(after));
    d->unlike[place] = library;
    return 0;
}

/* ---------------------------------------------------------------- others on the machine -------------- */

static int32_t yardstick_of(const throng_tree_row *row)
{
    return row->threads < 1.0 ? 1 : row->threads < YARDSTICKS - 1.0 ? (int32_t)row->threads : YARDSTICKS - 1;
}

/* The best of both runs; more threads are no faster than one. */
static void find_best(diff *d, throng_tree_row *const rows[2], const int32_t counts[2])
{
    for (int32_t run = 0; run < 2; run++)
        for (int32_t i = 0; i < counts[run]; i++) {
            double *best = &d->best[yardstick_of(&rows[run][i])];
            const double least = rows[run][i].yardstick_least;
            if (least > 0.0 && (*best <= 0.0 || least < *best))
                *best = least;
        }
}

/* How much longer the yardstick took beside this row than at best, times what its samples waited; 1: not at
 * all, or nobody knows. */
static double slowed_of(const diff *d, const throng_tree_row *row)
{
    const double best = d->best[yardstick_of(row)];
    return fmax(row->waited, 1.0) * (best > 0.0 && row->yardstick > best ? row->yardstick / best : 1.0);
}

/* Without the others a run may have been as much faster as the yardstick was. */
static void widen(throng_tree_span *span, double before, double after)
{
    span->low /= after;
    span->high *= before;
}

static change compare(diff *d, const throng_tree_row *before, const throng_tree_row *after)
{
    change c = {.verdict = UNSURE, .why = ""};
    int32_t other_build = 0;
    if (!same_sizes(before, after)) {
        c.why = "the scene has other sizes";
        return c;
    }
    c.other_hash = d->same_seed && *before->hash && *after->hash && strcmp(before->hash, after->hash) != 0;
    c.time = factor(after->time, before->time);
    c.ratio = factor(before->ratio, after->ratio);
    const double slowed[2] = {slowed_of(d, before), slowed_of(d, after)};
    c.slowed = fmax(slowed[0], slowed[1]);
    widen(&c.time, slowed[0], slowed[1]);
    widen(&c.ratio, slowed[0], slowed[1]);
    if (throng_tree_baseline_is_outside(after->baseline) && c.ratio.low > 0.0) {
        c.by_ratio = same_build(d, after->baseline);
        other_build = !c.by_ratio;
    }
    if (c.by_ratio) {
        c.verdict = judge(&c.ratio);
        const int32_t known = d->times_compare && before->yardstick > 0.0 && after->yardstick > 0.0;
        const verdict by_time = known ? judge(&c.time) : c.verdict;
        if ((c.verdict == SLOWER || c.verdict == FASTER) && by_time != c.verdict) /* the other code moved */
            c.verdict = by_time == SAME ? SAME : UNSURE;
        return c;
    }
    c.whole = before->whole || after->whole;
    if (!d->times_compare && other_build)
        c.why = "other or unknown builds of the peer, and times do not compare";
    else if (!d->times_compare)
        c.why = "times of different machines, compilers, flags or clocks";
    else if (c.time.low <= 0.0)
        c.why = "no interval";
    else
        c.verdict = judge(&c.time);
    return c;
}

/* ---------------------------------------------------------------- what is written --------------------- */

static void print_row(const diff *d, const char *what, const throng_tree_row *row, const change *c)
{
    char who[160], text[THRONG_TREE_TEXT], low[THRONG_TREE_TEXT], high[THRONG_TREE_TEXT];
    if (!d->table)
        return;
    (void)fprintf(d->table, "%-11s %s, %s, %s%s%s", what, row->scene, row->operation,
                  throng_tree_who(who, sizeof who, row), *row->baseline ? ", against " : "", row->baseline);
    if (c) {
        const throng_tree_span *span = c->by_ratio ? &c->ratio : &c->time;
        if (span->middle > 0.0)
            (void)fprintf(d->table, ": %s x the time", throng_tree_ratio(text, span->middle));
        if (span->low > 0.0)
            (void)fprintf(d->table, ", %s .. %s", throng_tree_ratio(low, span->low),
                          throng_tree_ratio(high, span->high));
        (void)fputs(c->by_ratio ? " (by the ratio)" : c->whole ? " (least to most)" : "", d->table);
    }
    (void)fputc('\n', d->table);
}

static void add_span(cJSON *item, const char *name, const throng_tree_span *span)
{
    if (span->middle <= 0.0)
        return;
    cJSON *object = cJSON_AddObjectToObject(item, name);
    if (!object)
        return;
    (void)cJSON_AddNumberToObject(object, "change", span->middle);
    if (span->low > 0.0) {
        (void)cJSON_AddNumberToObject(object, "low", span->low);
        (void)cJSON_AddNumberToObject(object, "high", span->high);
    }
}

static void keep_row(const diff *d, const char *what, const throng_tree_row *row, const change *c,
                     const char *hash_before)
{
    cJSON *item = d->list ? cJSON_CreateObject() : NULL;
    if (!item || !cJSON_AddItemToArray(d->list, item)) {
        cJSON_Delete(item);
        return;
    }
    (void)cJSON_AddStringToObject(item, "verdict", what);
    (void)cJSON_AddStringToObject(item, "scene", row->scene);
    (void)cJSON_AddStringToObject(item, "operation", row->operation);
    (void)cJSON_AddStringToObject(item, "backend", row->backend);
    (void)cJSON_AddStringToObject(item, "isa", row->isa);
    if (*row->which)
        (void)cJSON_AddStringToObject(item, "which", row->which);
    (void)cJSON_AddNumberToObject(item, "threads", row->threads);
    (void)cJSON_AddStringToObject(item, "peer", row->baseline);
    if (!c)
        return;
    (void)cJSON_AddStringToObject(item, "by", c->by_ratio ? "ratio" : "time");
    add_span(item, "time", &c->time);
    add_span(item, "ratio", &c->ratio);
    if (c->slowed > 1.0)
        (void)cJSON_AddNumberToObject(item, "slowed_by_others", c->slowed);
    if (*c->why)
        (void)cJSON_AddStringToObject(item, "why", c->why);
    if (c->other_hash) {
        (void)cJSON_AddStringToObject(item, "hash_before", hash_before);
        (void)cJSON_AddStringToObject(item, "hash", row->hash);
    }
}

static void report_change(diff *d, const throng_tree_row *before, const throng_tree_row *after)
{
    const change c = compare(d, before, after);
    d->tally.verdicts[c.verdict]++;
    d->whole |= c.whole;
    d->tally.slowed += c.slowed > disturbed;
    if (c.other_hash) {
        d->tally.changed++;
        if (d->table)
            (void)fprintf(d->table, "RESULT CHANGED from %s to %s:\n", before->hash, after->hash);
    }
    if (c.verdict == SLOWER || c.verdict == FASTER || c.other_hash)
        print_row(d, verdict_names[c.verdict], after, &c);
    keep_row(d, verdict_names[c.verdict], after, &c, before->hash);
}

static void report_unmatched(diff *d, const throng_tree_row *row, int32_t is_before)
{
    const char *what = is_before ? "only before" : "only after";
    *(is_before ? &d->tally.only_before : &d->tally.only_after) += 1;
    print_row(d, what, row, NULL);
    keep_row(d, what, row, NULL, "");
}

/* ---------------------------------------------------------------- matching ---------------------------- */

static int compare_keys(const throng_tree_row *a, const throng_tree_row *b)
{
    const char *const left[] = {a->scene, a->operation, a->backend, a->isa, a->baseline, a->which};
    const char *const right[] = {b->scene, b->operation, b->backend, b->isa, b->baseline, b->which};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
        const int order = strcmp(left[i], right[i]);
        if (order != 0)
            return order;
    }
    return (a->threads > b->threads) - (a->threads < b->threads);
}

static int compare_rows(const void *a, const void *b)
{
    const throng_tree_row *left = *(const throng_tree_row *const *)a;
    const throng_tree_row *right = *(const throng_tree_row *const *)b;
    const int order = compare_keys(left, right);
    return order ? order : (left > right) - (left < right); /* twins stay in their order */
}

/* Where one of the runs has several devices, rows of devices are matched by their names too. */
static void name_devices(throng_tree_row *const rows[2], const int32_t counts[2])
{
    int several = 0;
    for (int32_t run = 0; run < 2; run++)
        for (int32_t i = 0; i < counts[run]; i++)
            several |= *rows[run][i].which != '\0';
    for (int32_t run = 0; run < 2 && several; run++)
        throng_tree_distinguish_devices(rows[run], counts[run]);
}

static const throng_tree_row **sorted(const throng_tree_row *rows, int32_t count)
{
    const throng_tree_row **list = calloc((size_t)count + 1, sizeof *list);
    for (int32_t i = 0; i < count && list; i++)
        list[i] = &rows[i];
    if (list)
        qsort(list, (size_t)count, sizeof *list, compare_rows);
    return list;
}

static void match(diff *d, const throng_tree_row *const *before, int32_t before_count,
                  const throng_tree_row *const *after, int32_t after_count)
{
    int32_t i = 0, k = 0;
    while (i < before_count || k < after_count) {
        const int order = i == before_count ? 1 : k == after_count ? -1 : compare_keys(before[i], after[k]);
        if (order == 0)
            report_change(d, before[i++], after[k++]);
        else if (order < 0)
            report_unmatched(d, before[i++], 1);
        else
            report_unmatched(d, after[k++], 0);
    }
}

/* ---------------------------------------------------------------- the whole --------------------------- */

/* Where texts differ in both files says so; a member that one file lacks cannot be compared. */
static int32_t differs(const diff *d, const char *what, const char *before, const char *after)
{
    if (strcmp(before, after) == 0)
        return 0;
    note(d, "other %s: %.240s before, %.240s after", what, known(before), known(after));
    return 1;
}

/* Files from before it was written are taken to have the usual one. */
static const char *seed_of(const cJSON *root)
{
    const char *seed = throng_tree_text(root, "seed");
    return *seed ? seed : "0";
}

static void find_differences(diff *d, const cJSON *before, const cJSON *after)
{
    const cJSON *b = throng_tree_member(before, "machine"), *a = throng_tree_member(after, "machine");
    int32_t found =
        differs(d, "processor", throng_tree_text(b, "processor"), throng_tree_text(a, "processor"));
    char cores[2][THRONG_TREE_TEXT];
    (void)throng_tree_count(cores[0], throng_tree_number(b, "cores"));
    (void)throng_tree_count(cores[1], throng_tree_number(a, "cores"));
    found += differs(d, "number of cores", cores[0], cores[1]);
    const int32_t other_builds =
        differs(d, "compiler", throng_tree_text(before, "compiler"), throng_tree_text(after, "compiler")) +
        differs(d, "flags", throng_tree_text(before, "flags"), throng_tree_text(after, "flags"));
    found += differs(d, "clock", throng_tree_text(before, "clock"), throng_tree_text(after, "clock"));
    d->same_naive = other_builds == 0;
    d->times_compare = found + other_builds == 0;
    d->same_seed = !differs(d, "seed", seed_of(before), seed_of(after));
    if (!d->same_seed)
        note(d, "so scenes are others of the same kind, and results are not compared");
    d->baselines[0] = throng_tree_member(before, "peers");
    d->baselines[1] = throng_tree_member(after, "peers");
    if (!d->times_compare)
        note(d, "so times do not compare; ratios against %s may",
             d->same_naive ? "other code" : "other libraries");
}

static void keep_summary(const diff *d, cJSON *root, const cJSON *before, const cJSON *after)
{
    cJSON *summary = root ? cJSON_AddObjectToObject(root, "summary") : NULL;
    if (!summary)
        return;
    for (int32_t i = 0; i < VERDICTS; i++)
        (void)cJSON_AddNumberToObject(summary, verdict_names[i], d->tally.verdicts[i]);
    (void)cJSON_AddNumberToObject(summary, "only_before", d->tally.only_before);
    (void)cJSON_AddNumberToObject(summary, "only_after", d->tally.only_after);
    (void)cJSON_AddNumberToObject(summary, "changed", d->tally.changed);
    (void)cJSON_AddBoolToObject(root, "least_to_most", d->whole);
    (void)cJSON_AddStringToObject(root, "before", throng_tree_text(before, "commit"));
    (void)cJSON_AddStringToObject(root, "after", throng_tree_text(after, "commit"));
}

static void print_summary(const diff *d)
{
    const tally *t = &d->tally;
    if (!d->table)
        return;
    if (d->whole)
        (void)fprintf(d->table,
                      "a file has no intervals of its medians: the least and the most of all samples stand "
                      "in for them, so less can be told\n");
    if (t->slowed)
        (void)fprintf(d->table,
                      "others slowed the machine down beside %d rows: less can be told of them, see the "
                      "load\n",
                      (int)t->slowed);
    if (t->changed)
        (void)fprintf(d->table, "RESULTS CHANGED in %d rows: other bits than before\n", (int)t->changed);
    (void)fprintf(d->table, "%d slower, %d faster, %d the same, %d unsure", (int)t->verdicts[SLOWER],
                  (int)t->verdicts[FASTER], (int)t->verdicts[SAME], (int)t->verdicts[UNSURE]);
    if (t->only_before || t->only_after)
        (void)fprintf(d->table, "; %d only before, %d only after", (int)t->only_before, (int)t->only_after);
    (void)fputc('\n', d->table);
}

int throng_bench_diff(const cJSON *before, const cJSON *after, FILE *table, cJSON **result)
{
    int32_t counts[2] = {0, 0};
    cJSON *root = result ? cJSON_CreateObject() : NULL;
    diff d = {.table = table};
    d.notes = root ? cJSON_AddArrayToObject(root, "notes") : NULL;
    d.list = root ? cJSON_AddArrayToObject(root, "rows") : NULL;
    throng_tree_row *rows[2] = {throng_tree_rows(before, &counts[0]), throng_tree_rows(after, &counts[1])};
    name_devices(rows, counts);
    const throng_tree_row **lists[2] = {sorted(rows[0], counts[0]), sorted(rows[1], counts[1])};
    find_differences(&d, before, after);
    find_best(&d, rows, counts);
    if (lists[0] && lists[1])
        match(&d, lists[0], counts[0], lists[1], counts[1]);
    print_summary(&d);
    keep_summary(&d, root, before, after);
    for (int32_t i = 0; i < 2; i++) {
        free(lists[i]);
        free(rows[i]);
    }
    if (result)
        *result = root;
    return d.tally.verdicts[SLOWER];
}

int32_t throng_bench_diff_changed(const cJSON *result)
{
    return (int32_t)throng_tree_number(throng_tree_member(result, "summary"), "changed");
}

char *throng_bench_diff_slower(const cJSON *result)
{
    const char *last = ""; /* rows are sorted by scene */
    char *list = NULL;
    for (const cJSON *row = throng_tree_child(throng_tree_member(result, "rows")); row; row = row->next) {
        const char *scene = throng_tree_text(row, "scene");
        const size_t used = list ? strlen(list) + 1 : 0, size = used + strlen(scene) + 1;
        if (strcmp(throng_tree_text(row, "verdict"), verdict_names[SLOWER]) != 0 || strcmp(scene, last) == 0)
            continue;
        last = scene;
        char *longer = realloc(list, size);
        if (!longer)
            break;
        list = longer;
        if (used > 0)
            list[used - 1] = ',';
        (void)snprintf(list + used, size - used, "%s", scene);
    }
    return list;
}
