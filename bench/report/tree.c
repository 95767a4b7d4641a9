/* Reading the tree of a run, and writing its numbers and texts. */
#include "bench/report/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- reading ----------------------------- */

const cJSON *throng_tree_member(const cJSON *object, const char *name)
{
    return cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, name) : NULL;
}

const cJSON *throng_tree_child(const cJSON *list)
{
    return cJSON_IsArray(list) || cJSON_IsObject(list) ? list->child : NULL;
}

double throng_tree_number(const cJSON *object, const char *name)
{
    const cJSON *item = throng_tree_member(object, name);
    const double value = cJSON_IsNumber(item) ? item->valuedouble : 0.0;
    return value >= 1e-30 && value <= 1e30 ? value : 0.0;
}

const char *throng_tree_text(const cJSON *object, const char *name)
{
    const cJSON *item = throng_tree_member(object, name);
    return cJSON_IsString(item) && item->valuestring ? item->valuestring : "";
}

/* An interval that does not hold its middle is none. */
static throng_tree_span span_of(const cJSON *object, const char *low, const char *middle, const char *high)
{
    throng_tree_span span = {throng_tree_number(object, low), throng_tree_number(object, middle),
                             throng_tree_number(object, high)};
    if (!(span.low > 0.0 && span.low <= span.middle && span.middle <= span.high))
        span.low = span.high = 0.0;
    return span;
}

static double regret_of(const cJSON *tree, const char *name)
{
    const cJSON *regret = throng_tree_member(tree, name);
    const int32_t known = cJSON_IsNumber(regret) && regret->valuedouble >= 0.0 && regret->valuedouble <= 1e30;
    return known ? regret->valuedouble : -1.0;
}

throng_tree_row throng_tree_row_of(const cJSON *tree)
{
    const cJSON *time = throng_tree_member(tree, "time");
    throng_tree_row row = {
        .tree = tree,
        .sizes = throng_tree_member(tree, "sizes"),
        .parts = throng_tree_member(tree, "parts"),
        .scene = throng_tree_text(tree, "scene"),
        .workload = throng_tree_text(tree, "workload"),
        .operation = throng_tree_text(tree, "operation"),
        .backend = throng_tree_text(tree, "backend"),
        .device = throng_tree_text(tree, "device"),
        .isa = throng_tree_text(tree, "isa"),
        .baseline = throng_tree_text(tree, "peer"),
        .choice = throng_tree_text(tree, "choice"),
        .rule = throng_tree_text(tree, "rule"),
        .hash = throng_tree_text(tree, "hash"),
        .which = throng_tree_text(tree, "which"),
        .threads = throng_tree_number(tree, "threads"),
        .time = span_of(time, "low", "median", "high"),
        .ratio = span_of(tree, "ratio_low", "ratio", "ratio_high"),
        .yardstick = throng_tree_number(throng_tree_member(tree, "yardstick"), "median"),
        .yardstick_least = throng_tree_number(throng_tree_member(tree, "yardstick"), "min"),
        .waited = throng_tree_number(throng_tree_member(tree, "yardstick"), "waited"),
        .regret = regret_of(tree, "regret"),
        .rule_regret = regret_of(tree, "rule_regret"),
    };
    if (row.time.low <= 0.0) {
        row.time = span_of(time, "min", "median", "max");
        row.whole = row.time.low > 0.0;
    }
    return row;
}

static int is_device(const throng_tree_row *row) { return strcmp(row->backend, "opencl") == 0; }

void throng_tree_distinguish_devices(throng_tree_row *rows, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (is_device(&rows[i]))
            rows[i].which = rows[i].device;
}

/* Names of devices are told where there are several. */
static int has_devices(const throng_tree_row *rows, int32_t count)
{
    const char *first = NULL;
    for (int32_t i = 0; i < count; i++) {
        if (!is_device(&rows[i]))
            continue;
        if (first && strcmp(first, rows[i].device) != 0)
            return 1;
        first = rows[i].device;
    }
    return 0;
}

throng_tree_row *throng_tree_rows(const cJSON *root, int32_t *count)
{
    const cJSON *list = throng_tree_member(root, "rows"), *item = NULL;
    const int32_t size = cJSON_IsArray(list) ? (int32_t)cJSON_GetArraySize(list) : 0;
    throng_tree_row *rows = size > 0 ? calloc((size_t)size, sizeof *rows) : NULL;
    *count = 0;
    if (!rows)
        return NULL;
    for (item = list->child; item && *count < size; item = item->next)
        if (cJSON_IsObject(item))
            rows[(*count)++] = throng_tree_row_of(item);
    if (has_devices(rows, *count))
        throng_tree_distinguish_devices(rows, *count);
    return rows;
}

int throng_tree_same_subject(const throng_tree_row *a, const throng_tree_row *b)
{
    return strcmp(a->scene, b->scene) == 0 && strcmp(a->operation, b->operation) == 0 &&
           strcmp(a->backend, b->backend) == 0 && strcmp(a->isa, b->isa) == 0 && a->threads == b->threads &&
           strcmp(a->which, b->which) == 0;
}

int throng_tree_baseline_is_outside(const char *baseline)
{
    static const char *const own[] = {"adjusted",       "unadjusted", "plain ORCA", "no blocks",
                                      "searched paths", "at once",    "one crowd",  "crowds apart"};
    static const char *const ends[] = {" thread", " threads"}; /* "1 thread", "avx2, 1 thread" */
    const size_t length = strlen(baseline);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(baseline, own[i]) == 0)
            return 0;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (length >= strlen(ends[i]) && strcmp(baseline + length - strlen(ends[i]), ends[i]) == 0)
            return 0;
    return length > 0;
}

const char *throng_tree_baseline_library(const char *baseline)
{
    return strcmp(baseline, "RVO2") == 0 ? "rvo2" : strcmp(baseline, "Detour") == 0 ? "detour" : NULL;
}

/* ---------------------------------------------------------------- numbers ----------------------------- */

/* Three digits without an exponent as long as that is readable. */
static void three_digits(char text[THRONG_TREE_TEXT], double value)
{
    const double size = fabs(value);
    if (!(size < 99999.5))
        (void)snprintf(text, THRONG_TREE_TEXT, "%.2e", value);
    else
        (void)snprintf(text, THRONG_TREE_TEXT, "%.*f",
                       size >= 99.95    ? 0
                       : size >= 9.995  ? 1
                       : size >= 0.9995 ? 2
                                        : 3,
                       value);
}

typedef struct unit {
    double size;
    const char *name;
} unit;

static const char *in_units(char text[THRONG_TREE_TEXT], double value, const unit *units, size_t count)
{
    char number[THRONG_TREE_TEXT];
    size_t i = 0;
    while (i + 1 < count && value < 0.9995 * units[i].size)
        i++;
    three_digits(number, value / units[i].size);
    (void)snprintf(text, THRONG_TREE_TEXT, "%.36s %s", number, units[i].name);
    return text;
}

const char *throng_tree_seconds(char text[THRONG_TREE_TEXT], double seconds)
{
    static const unit units[] = {{1.0, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}};
    return in_units(text, seconds, units, 4);
}

const char *throng_tree_bytes(char text[THRONG_TREE_TEXT], double bytes)
{
    static const unit units[] = {{0x1p40, "TiB"}, {0x1p30, "GiB"}, {0x1p20, "MiB"}, {0x1p10, "KiB"}};
    if (bytes < 1000.0) {
        (void)snprintf(text, THRONG_TREE_TEXT, "%.0f B", bytes);
        return text;
    }
    return in_units(text, bytes, units, 4);
}

const char *throng_tree_ratio(char text[THRONG_TREE_TEXT], double ratio)
{
    three_digits(text, ratio);
    return text;
}

const char *throng_tree_trim(char text[THRONG_TREE_TEXT], const char *number)
{
    char copy[THRONG_TREE_TEXT];
    (void)snprintf(copy, sizeof copy, "%s", number);
    const char *point = strchr(copy, '.');
    const size_t end = strspn(copy, "0123456789.");
    size_t kept = end;
    while (point && kept > 0 && copy[kept - 1] == '0')
        kept--;
    if (point && kept > 0 && copy[kept - 1] == '.')
        kept--;
    (void)snprintf(text, THRONG_TREE_TEXT, "%.*s%s", (int)kept, copy, copy + end);
    return text;
}

const char *throng_tree_percent(char text[THRONG_TREE_TEXT], double share)
{
    const double percent = 100.0 * share;
    if (percent < 1e6)
        (void)snprintf(text, THRONG_TREE_TEXT, percent < 9.95 && percent > 0.0 ? "%.1f %%" : "%.0f %%",
                       percent);
    else
        (void)snprintf(text, THRONG_TREE_TEXT, "%.2e %%", percent);
    return text;
}

const char *throng_tree_count(char text[THRONG_TREE_TEXT], double count)
{
    char digits[THRONG_TREE_TEXT];
    size_t used = 0;
    if (count != floor(count) || count > 1e15 || count < 0.0) {
        (void)snprintf(text, THRONG_TREE_TEXT, "%.4g", count);
        return text;
    }
    const size_t length = (size_t)snprintf(digits, sizeof digits, "%.0f", count);
    for (size_t i = 0; i < length && used + 2 < THRONG_TREE_TEXT; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text[used++] = ',';
        text[used++] = digits[i];
    }
    text[used] = '\0';
    return text;
}

const char *throng_tree_short(char text[THRONG_TREE_TEXT], double count)
{
    static const unit units[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
    for (size_t i = 0; i < 3; i++)
        if (count >= units[i].size && count < 1e13) {
            (void)snprintf(text, THRONG_TREE_TEXT, "%.4g%s", count / units[i].size, units[i].name);
            return text;
        }
    (void)snprintf(text, THRONG_TREE_TEXT, "%.4g", count);
    return text;
}

const char *throng_tree_who(char *text, size_t room, const throng_tree_row *row)
{
    char threads[THRONG_TREE_TEXT];
    const char *name = *row->isa ? row->isa : row->backend;
    if (row->threads > 0.0 && strcmp(row->backend, "opencl") != 0)
        (void)snprintf(text, room, "%s, %s thread%s", name, throng_tree_count(threads, row->threads),
                       row->threads == 1.0 ? "" : "s");
    else
        (void)snprintf(text, room, "%s%s%s", name, *row->which ? ", " : "", row->which);
    return text;
}

/* ---------------------------------------------------------------- texts ------------------------------- */

/* How many bytes the character takes that begins here; 0 where there is none that HTML may hold. */
static size_t character(const unsigned char *text)
{
    const unsigned char c = text[0];
    const size_t length = c < 0x80                ? 1
                          : c >= 0xC2 && c < 0xE0 ? 2
                          : c >= 0xE0 && c < 0xF0 ? 3
                          : c >= 0xF0 && c < 0xF5 ? 4
                                                  : 0;
    if (length == 1)
        return c >= 32 && c != 127 ? 1 : 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    if (length == 2)
        return c == 0xC2 && text[1] < 0xA0 ? 0 : 2; /* control characters */
    if (length == 3 && ((c == 0xE0 && text[1] < 0xA0) || (c == 0xED && text[1] > 0x9F) ||
                        (c == 0xEF && text[1] == 0xBF && text[2] > 0xBD)))
        return 0; /* too long a form, half a pair, no character */
    if (length == 4 && ((c == 0xF0 && text[1] < 0x90) || (c == 0xF4 && text[1] > 0x8F)))
        return 0;
    return length;
}

void throng_tree_put(FILE *file, const char *text)
{
    while (*text) {
        const size_t length = character((const unsigned char *)text);
        if (*text == '\n' || *text == '\t' || *text == '\r')
            (void)fputc(' ', file);
        else if (length == 0)
            (void)fputs("\xEF\xBF\xBD", file);
        else if (*text == '&')
            (void)fputs("&amp;", file);
        else if (*text == '<')
            (void)fputs("&lt;", file);
        else if (*text == '>')
            (void)fputs("&gt;", file);
        else if (*text == '"')
            (void)fputs("&quot;", file);
        else if (*text == '\'')
            (void)fputs("&#39;", file);
        else
            (void)fwrite(text, 1, length, file);
        text += length ? length : 1;
    }
}
