/* The JSON of a run. */
#include "tools/throng/report.h"
#include "tools/support/commit.h"
#include "tools/support/message.h"

#include <throng/throng.h>

#include <stdlib.h>

void report_add_size(run_report *report, const char *name, int64_t value)
{
    report->sizes[report->size_count++] = (report_size){name, value};
}

void json_text(cJSON *parent, const char *name, const char *text, int *good)
{
    *good &= cJSON_AddStringToObject(parent, name, text) != NULL;
}

void json_number(cJSON *parent, const char *name, double number, int *good)
{
    *good &= cJSON_AddNumberToObject(parent, name, number) != NULL;
}

void json_flag(cJSON *parent, const char *name, int32_t flag, int *good)
{
    *good &= cJSON_AddBoolToObject(parent, name, flag) != NULL;
}

/* Bytes of the character that begins there in UTF-8 (RFC 3629); 0: there is none. */
static size_t length_of(const unsigned char *at)
{
    const unsigned char first = at[0], next = at[0] ? at[1] : 0;
    size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first > 0xf4 || (first == 0xe0 && next < 0xa0) || (first == 0xed && next > 0x9f) ||
        (first == 0xf0 && next < 0x90) || (first == 0xf4 && next > 0x8f))
        length = 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            length = 0;
    return length;
}

/* Names of files may be no text: a byte that is of no character becomes U+FFFD. */
static void write_text(const char *text, FILE *stream)
{
    const unsigned char *at = (const unsigned char *)text;
    while (*at) {
        const size_t length = length_of(at);
        if (length > 0)
            (void)fwrite(at, 1, length, stream);
        else
            (void)fputs("\xef\xbf\xbd", stream);
        at += length > 0 ? length : 1;
    }
}

int json_write(cJSON *root, int good, FILE *stream)
{
    char *text = good ? cJSON_Print(root) : NULL;
    cJSON_Delete(root);
    if (!text)
        return reject_memory("--json");
    write_text(text, stream);
    (void)fputc('\n', stream);
    cJSON_free(text);
    return PROGRAM_OK;
}

static void add_times(cJSON *parent, const char *name, const run_times *times, int *good)
{
    double least, median, most;
    if (times->count == 0)
        return;
    times_spread(times, &least, &median, &most);
    cJSON *object = cJSON_AddObjectToObject(parent, name);
    json_number(object, "min", least, good);
    json_number(object, "median", median, good);
    json_number(object, "max", most, good);
}

/* ---------------------------------------------------------------- options --------------------------- */

/* The shortest number that is read as the same float. */
static const char *shortest(char text[32], float value)
{
    for (int digits = 1; digits <= 9; digits++) {
        (void)snprintf(text, 32, "%.*g", digits, (double)value);
        if (strtof(text, NULL) == value)
            break;
    }
    return text;
}

/* NULL: the option has no value in this run. */
static const char *value_of(const program_option *option, char text[64])
{
    const int32_t number = option->kind == OPTION_TEXT ? 0 : *(const int32_t *)option->target;
    switch (option->kind) {
    case OPTION_TEXT:
    case OPTION_OPTIONAL:
    case OPTION_OUTPUT: /* whose path comes first */
        return *(const char *const *)option->target;
    case OPTION_CHOICE:
        return option->names[number];
    case OPTION_SEED:
        (void)snprintf(text, 64, "%llu", (unsigned long long)*(const uint64_t *)option->target);
        return text;
    case OPTION_SIZE:
        (void)snprintf(text, 64, "%dx%d", (int)number, (int)((const int32_t *)option->target)[1]);
        return number > 0 ? text : NULL;
    case OPTION_INTEGER:
        (void)snprintf(text, 64, "%d", (int)number);
        return number >= option->low && number <= option->high ? text : NULL;
    case OPTION_FLAG:
        return number ? "true" : "false";
    case OPTION_NUMBER:
        break;
    }
    const float value = *(const float *)option->target;
    return (double)value >= option->low && (double)value <= option->high ? shortest(text, value) : NULL;
}

void report_add_options(cJSON *parent, const option_list *options, int *good)
{
    cJSON *object = cJSON_AddObjectToObject(parent, "options");
    for (int32_t i = 0; i < options->count; i++) {
        const program_option *option = &options->list[i];
        char text[64];
        const char *value = option->unused ? NULL : value_of(option, text);
        const int32_t is_bare =
            option->kind == OPTION_FLAG || option->kind == OPTION_NUMBER || option->kind == OPTION_INTEGER;
        *good &= (!value    ? cJSON_AddNullToObject(object, option->name)
                  : is_bare ? cJSON_AddRawToObject(object, option->name, value)
                            : cJSON_AddStringToObject(object, option->name, value)) != NULL;
    }
}

int report_write(const run_report *report, const option_list *options, FILE *stream)
{
    char hash[17];
    int good = 1;
    cJSON *root = cJSON_CreateObject();
    (void)snprintf(hash, sizeof hash, "%016llx", (unsigned long long)report->hash);
    json_text(root, "version", throng_version(), &good);
    json_text(root, "commit", program_commit(), &good);
    json_text(root, "backend", report->backend, &good);
    json_text(root, "device", report->device, &good);
    json_text(root, "isa", report->isa, &good);
    json_number(root, "threads", report->threads, &good);
    json_text(root, "operation", report->operation, &good);
    report_add_options(root, options, &good);
    cJSON *sizes = cJSON_AddObjectToObject(root, "sizes");
    for (int32_t i = 0; i < report->size_count; i++)
        json_number(sizes, report->sizes[i].name, (double)report->sizes[i].value, &good);
    cJSON *time = cJSON_AddObjectToObject(root, "time");
    good &= time != NULL;
    add_times(time, "compute", &report->compute, &good);
    add_times(time, "kernel", &report->kernel, &good);
    add_times(time, "resident", &report->resident, &good);
    add_times(time, "with_copy", &report->with_copy, &good);
    if (report->ns_per_agent > 0.0)
        json_number(root, "ns_per_agent", report->ns_per_agent, &good);
    json_text(root, "hash", hash, &good);
    return json_write(root, good, stream);
}
