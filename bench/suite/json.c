/* What programs read: all results as one tree, which becomes the JSON file and the report. */
#include "bench/suite/json.h"

#include <math.h>

/* A number with six digits, which is more than any clock gives; null where it does not apply. */
static void add_number(cJSON *object, const char *name, double value)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%.6g", value);
    if (value > 0.0 ? !cJSON_AddRawToObject(object, name, text) : !cJSON_AddNullToObject(object, name))
        throng_bench_fail("no memory for the JSON file");
}

/* A number of any sign, with as many digits; null where it is none. */
static void add_signed(cJSON *object, const char *name, double value)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%.6g", value);
    if (isfinite(value) ? !cJSON_AddRawToObject(object, name, text) : !cJSON_AddNullToObject(object, name))
        throng_bench_fail("no memory for the JSON file");
}

static void add_text(cJSON *object, const char *name, const char *text)
{
    if (!cJSON_AddStringToObject(object, name, text))
        throng_bench_fail("no memory for the JSON file");
}

static cJSON *add_object(cJSON *object, const char *name)
{
    cJSON *child = cJSON_AddObjectToObject(object, name);
    if (!child)
        throng_bench_fail("no memory for the JSON file");
    return child;
}

static void add_peak_rates(cJSON *root, const throng_bench *bench)
{
    cJSON *peak_rates = add_object(root, "limits");
    for (throng_isa isa = 0; isa < THRONG_ISA_COUNT; isa++) {
        const throng_bench_peak_rates *l = &bench->peak_rates[isa];
        if (l->root <= 0.0)
            continue;
        cJSON *level = add_object(peak_rates, throng_isa_name(isa));
        add_number(level, "root_ns", l->root);
        add_number(level, "root_division_ns", l->root_division);
        add_number(level, "inverse_root_ns", l->inverse_root);
        add_number(level, "product_sum_ns", l->multiply_add);
        add_number(level, "write_bytes_per_s", l->write);
        add_number(level, "read_bytes_per_s", l->read);
        add_number(level, "copy_bytes_per_s", l->copy);
        if (l->threads == 0)
            continue;
        cJSON *all = add_object(level, "all_threads");
        add_number(all, "threads", (double)l->threads);
        add_number(all, "write_bytes_per_s", l->all_write);
        add_number(all, "read_bytes_per_s", l->all_read);
        add_number(all, "copy_bytes_per_s", l->all_copy);
    }
}

/* Other libraries that stand beside ours; what naive code is made by is said of the whole program. */
static void add_baselines(cJSON *root)
{
    static const char *const words[] = {"rvo2", "detour"};
    cJSON *baselines = add_object(root, "peers");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *build = throng_bench_outside_build(words[i]);
        if (build && *build)
            add_text(baselines, words[i], build);
        else if (!cJSON_AddNullToObject(baselines, words[i]))
            throng_bench_fail("no memory for the JSON file");
    }
}

static cJSON *machine_tree(const throng_bench *bench)
{
    const throng_bench_machine *m = &bench->machine;
    char seed[32];
    cJSON *root = cJSON_CreateObject();
    if (!root)
        throng_bench_fail("no memory for the JSON file");
    cJSON *machine = add_object(root, "machine");
    add_text(machine, "processor", m->processor);
    add_number(machine, "cores", (double)m->cores);
    add_number(machine, "memory_bytes", m->memory_bytes);
    add_text(machine, "system", m->system);
    add_number(machine, "load", m->load);
    add_text(root, "version", throng_version());
    add_text(root, "compiler", m->compiler);
    add_text(root, "flags", m->flags);
    add_baselines(root);
    add_text(root, "commit", m->commit);
    add_text(root, "date", m->date);
    add_text(root, "suite", bench->options.quick ? "quick" : "full");
    (void)snprintf(seed, sizeof seed, "%llu", (unsigned long long)throng_bench_get_seed());
    add_text(root, "seed", seed); /* text, since readers may keep 53 bits of a number */
    add_text(root, "clock",
             bench->options.cpu_time
                 ? "processor time where one thread works, and of all threads in worlds, else wall"
                 : "wall");
    add_peak_rates(root, bench);
    return root;
}

/* Null without a baseline, so that readers find the same members in each row; a useless ratio is null as
 * well. */
static void add_ratio(cJSON *object, const throng_bench_row *row)
{
    const int32_t alone = row->baseline[0] == '\0';
    const double useful = row->ratio.useful && !alone ? 1.0 : 0.0;
    if (!alone)
        add_text(object, "peer", row->baseline);
    else if (!cJSON_AddNullToObject(object, "peer"))
        throng_bench_fail("no memory for the JSON file");
    add_number(object, "peer_part", alone ? 0.0 : row->baseline_part);
    add_number(object, "ratio", useful * row->ratio.median);
    add_number(object, "ratio_low", useful * row->ratio.low);
    add_number(object, "ratio_high", useful * row->ratio.high);
    add_number(object, "ratio_pairs", alone ? 0.0 : (double)row->ratio.pairs);
}

static void add_time(cJSON *object, const throng_bench_times *times)
{
    double least, median, most, low, high;
    cJSON *time = add_object(object, "time");
    throng_bench_spread(times, &least, &median, &most);
    throng_bench_interval(times, &low, &high);
    add_number(time, "min", least);
    add_number(time, "median", median);
    add_number(time, "max", most);
    add_number(time, "low", low);
    add_number(time, "high", high);
    add_number(time, "samples", (double)times->count);
}

static void add_numbers(cJSON *object, const char *name, const throng_bench_number *numbers, int32_t most)
{
    cJSON *child = add_object(object, name);
    for (int32_t i = 0; i < most && numbers[i].name; i++)
        add_number(child, numbers[i].name, numbers[i].value);
}

static void add_floor(cJSON *object, const throng_bench_row *row)
{
    const throng_bench_number least[] = {{"roots", row->least.roots},
                                         {"root_divisions", row->least.root_divisions},
                                         {"inverse_roots", row->least.inverse_roots},
                                         {"sums", row->least.sums},
                                         {"bytes", row->least.bytes}};
    add_numbers(object, "work", least, sizeof least / sizeof *least);
    add_number(object, "floor_share", row->floor_share);
    if (row->floor_of)
        add_text(object, "floor_of", row->floor_of);
}

static void add_memory(cJSON *object, const throng_bench_row *row)
{
    if (row->write_rate > 0.0)
        add_number(object, "write_bytes_per_s", row->write_rate);
    if (row->memory_bytes > 0.0) {
        add_number(object, "memory_bytes", row->memory_bytes);
        add_number(object, "memory_bound", row->memory_bound);
    }
    if (row->device_bytes > 0.0)
        add_number(object, "device_bytes", row->device_bytes);
}

static void add_choice(cJSON *object, const throng_bench_row *row)
{
    if (!row->choice)
        return;
    add_text(object, "choice", row->choice);
    cJSON *expected = add_object(object, "expected");
    add_number(expected, "cpu", row->expected[0]);
    add_number(expected, "opencl", row->expected[1]);
    if (row->ratio.useful ? !cJSON_AddNumberToObject(object, "regret", row->regret)
                          : !cJSON_AddNullToObject(object, "regret"))
        throng_bench_fail("no memory for the JSON file");
    add_text(object, "rule", row->rule);
    if (row->ratio.useful ? !cJSON_AddNumberToObject(object, "rule_regret", row->rule_regret)
                          : !cJSON_AddNullToObject(object, "rule_regret"))
        throng_bench_fail("no memory for the JSON file");
}

static void add_yardstick(cJSON *object, const throng_bench_row *row)
{
    if (row->time.yardstick > 0.0) {
        cJSON *yardstick = add_object(object, "yardstick");
        add_number(yardstick, "min", row->time.yardstick_least);
        add_number(yardstick, "median", row->time.yardstick);
        if (row->time.waited > 0.0)
            add_number(yardstick, "waited", row->time.waited);
    }
    if (row->repeated > 0)
        add_number(object, "repeated", (double)row->repeated);
}

static cJSON *row_tree(const throng_bench_row *row)
{
    char hash[32];
    cJSON *object = cJSON_CreateObject();
    if (!object)
        throng_bench_fail("no memory for the JSON file");
    add_text(object, "scene", row->scene);
    add_text(object, "workload", row->workload);
    add_text(object, "operation", row->operation);
    add_numbers(object, "sizes", row->sizes, THRONG_BENCH_SIZES);
    add_text(object, "backend", row->backend);
    add_text(object, "device", row->device);
    add_text(object, "isa", row->isa);
    add_number(object, "threads", (double)row->threads);
    add_time(object, &row->time);
    add_yardstick(object, row);
    add_number(object, "pairs", row->pairs);
    add_number(object, "ns_per_pair", row->ns_per_pair);
    if (throng_bench_ns_per_agent(row) > 0.0)
        add_number(object, "ns_per_agent", row->ns_per_pair);
    add_floor(object, row);
    add_ratio(object, row);
    if (row->parts[0].name)
        add_numbers(object, "parts", row->parts, THRONG_BENCH_PARTS);
    add_memory(object, row);
    add_choice(object, row);
    (void)snprintf(hash, sizeof hash, "%016llx", (unsigned long long)row->hash);
    add_text(object, "hash", hash);
    return object;
}

static void add_regret(cJSON *root, const char *name, const throng_bench_regret *regret)
{
    cJSON *object = add_object(root, name);
    if (regret->scenes == 0) { /* nothing was measured that could be lost */
        add_number(object, "mean", 0.0);
        add_number(object, "worst", 0.0);
    } else if (!cJSON_AddNumberToObject(object, "mean", regret->mean) ||
               !cJSON_AddNumberToObject(object, "worst", regret->worst))
        throng_bench_fail("no memory for the JSON file");
    if (!cJSON_AddNumberToObject(object, "scenes", (double)regret->scenes) ||
        !cJSON_AddNumberToObject(object, "unsure", (double)regret->unsure))
        throng_bench_fail("no memory for the JSON file");
}

static void add_series(cJSON *object, const char *name, const double *values, int32_t count)
{
    cJSON *array = cJSON_AddItemToObject(object, name, cJSON_CreateDoubleArray(values, count))
                       ? cJSON_GetObjectItemCaseSensitive(object, name)
                       : NULL;
    if (!array)
        throng_bench_fail("no memory for the JSON file");
}

static cJSON *growth_tree(const throng_bench_growth *growth)
{
    cJSON *object = cJSON_CreateObject();
    if (!object)
        throng_bench_fail("no memory for the JSON file");
    add_text(object, "operation", growth->operation);
    add_text(object, "backend", growth->backend);
    add_text(object, "device", growth->device);
    add_text(object, "isa", growth->isa);
    add_number(object, "threads", growth->threads);
    add_text(object, "over", growth->over);
    add_series(object, "sizes", growth->sizes, growth->count);
    add_series(object, "seconds", growth->seconds, growth->count);
    add_series(object, "bytes", growth->bytes, growth->count);
    add_signed(object, "time_exponent", growth->time.exponent);
    add_signed(object, "time_low", growth->time.low);
    add_signed(object, "time_high", growth->time.high);
    add_signed(object, "memory_exponent", growth->memory.exponent); /* 0: it does not grow */
    add_signed(object, "theory_time", growth->theory_time);
    add_signed(object, "theory_memory", growth->theory_memory);
    if (!cJSON_AddBoolToObject(object, "worse", growth->worse))
        throng_bench_fail("no memory for the JSON file");
    return object;
}

static cJSON *whole_tree(const throng_bench *bench)
{
    cJSON *root = machine_tree(bench);
    cJSON *rows = cJSON_AddArrayToObject(root, "rows");
    for (int32_t i = 0; i < bench->row_count; i++)
        if (!rows || !cJSON_AddItemToArray(rows, row_tree(&bench->rows[i])))
            throng_bench_fail("no memory for the JSON file");
    const throng_bench_regret regret = throng_bench_regret_of(bench, 0);
    const throng_bench_regret rule = throng_bench_regret_of(bench, 1);
    add_regret(root, "regret", &regret);
    add_regret(root, "rule_regret", &rule);
    if (bench->growth_count == 0)
        return root;
    cJSON *growths = cJSON_AddArrayToObject(root, "growth");
    for (int32_t i = 0; i < bench->growth_count; i++)
        if (!growths || !cJSON_AddItemToArray(growths, growth_tree(&bench->growths[i])))
            throng_bench_fail("no memory for the JSON file");
    return root;
}

/* As a reader of the file would have it: what was text of six digits is a number again. */
cJSON *throng_bench_json(const throng_bench *bench)
{
    cJSON *root = whole_tree(bench);
    char *text = cJSON_PrintUnformatted(root);
    cJSON_Delete(root);
    root = text ? cJSON_Parse(text) : NULL;
    cJSON_free(text);
    if (!root)
        throng_bench_fail("no memory for the results");
    return root;
}

void throng_bench_add_pictures(cJSON *results, const throng_bench *bench)
{
    cJSON *pictures = add_object(results, "pictures");
    for (int32_t i = 0; i < bench->picture_count; i++)
        add_text(pictures, bench->pictures[i].scene, bench->pictures[i].data);
}

void throng_bench_write_json(const cJSON *results, FILE *file)
{
    char *text = cJSON_Print(results);
    if (text)
        (void)fprintf(file, "%s\n", text);
    else
        throng_bench_fail("no memory for the JSON file");
    cJSON_free(text);
}
