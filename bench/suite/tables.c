/* What people read: the table while it runs, and the same as Markdown and CSV. */
#include "bench/suite/suite.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- the table ------------------------- */

static void wipe_progress(const throng_bench *bench)
{
    if (bench->progress)
        (void)fputs("\r\033[K", stderr);
}

void throng_bench_progress(const throng_bench *bench, const char *format, ...)
{
    va_list arguments;
    if (!bench->progress)
        return;
    wipe_progress(bench);
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    (void)fputs(" ...", stderr);
    (void)fflush(stderr);
}

void throng_bench_print_head(const throng_bench *bench)
{
    const throng_bench_machine *m = &bench->machine;
    (void)fprintf(bench->table, "throng %s, commit %s, %s\n", throng_version(), m->commit, m->date);
    (void)fprintf(bench->table, "%s, %d cores, %.1f GiB, %s\n", m->processor, (int)m->cores,
                  m->memory_bytes / 0x1p30, m->system);
    (void)fprintf(bench->table, "%s, %s\n", m->compiler, m->flags);
#ifndef __OPTIMIZE__
    (void)fprintf(bench->table, "built without optimisation: these times say nothing about the library\n");
#endif
    for (int32_t i = 0; i < bench->device_count && bench->device_count > 1; i++)
        (void)fprintf(bench->table, "opencl %s: %s\n", bench->devices[i].word, bench->devices[i].name);
    (void)fprintf(bench->table, "load when it began: %.2f%s\n", m->load,
                  m->load > 0.5 ? " - something else is running, times will be worse than they could be"
                                : "");
}

void throng_bench_print_peak_rates(const throng_bench *bench)
{
    wipe_progress(bench);
    (void)fprintf(bench->table,
                  "\nlimits of one core     root   root, division   1 / root   product, sum      write       "
                  "read       copy\n");
    for (throng_isa isa = 0; isa < THRONG_ISA_COUNT; isa++) {
        const throng_bench_peak_rates *l = &bench->peak_rates[isa];
        if (l->root > 0.0)
            (void)fprintf(bench->table,
                          "  %-15s %8.3f ns %13.3f ns %7.3f ns %11.3f ns %5.1f GB/s %5.1f GB/s %5.1f GB/s\n",
                          throng_isa_name(isa), l->root, l->root_division, l->inverse_root, l->multiply_add,
                          l->write * 1e-9, l->read * 1e-9, l->copy * 1e-9);
        if (l->threads > 0)
            (void)fprintf(bench->table, "    all of %-3d threads %57.1f GB/s %5.1f GB/s %5.1f GB/s\n",
                          (int)l->threads, l->all_write * 1e-9, l->all_read * 1e-9, l->all_copy * 1e-9);
    }
    (void)fprintf(bench->table, "(time per lane; the best of this run)\n");
}

void throng_bench_print_scene(const throng_bench *bench, const char *format, ...)
{
    va_list arguments;
    wipe_progress(bench);
    va_start(arguments, format);
    (void)fputc('\n', bench->table);
    (void)vfprintf(bench->table, format, arguments);
    va_end(arguments);
    (void)fprintf(bench->table, "\n  %-10s %3s %11s %21s %2s/%-5s %6s   %-22s %7s %s\n", "who", "thr", "ms",
                  "least .. most", "ns", bench->unit ? bench->unit : "pair", "floor", "against", "faster",
                  "95 %");
    (void)fflush(bench->table);
}

void throng_bench_print_note(const throng_bench *bench, const char *format, ...)
{
    va_list arguments;
    wipe_progress(bench);
    (void)fputs("  ", bench->table);
    va_start(arguments, format);
    (void)vfprintf(bench->table, format, arguments);
    va_end(arguments);
    (void)fputc('\n', bench->table);
    (void)fflush(bench->table);
}

double throng_bench_ns_per_agent(const throng_bench_row *row)
{
    return row->unit && strcmp(row->unit, "agent") == 0 ? row->ns_per_pair : 0.0;
}

static void print_ratio(FILE *table, const throng_bench_row *row)
{
    if (row->baseline[0] == '\0' || row->ratio.pairs == 0)
        return;
    (void)fprintf(table, "   %-22s ", row->baseline);
    if (!row->ratio.useful) {
        (void)fputs("too noisy", table);
        return;
    }
    (void)fprintf(table, "%7.2f %.2f .. %.2f", row->ratio.median, row->ratio.low, row->ratio.high);
    if (row->ratio.median < 1.0)
        (void)fprintf(table, " (%.2f x the time)", 1.0 / row->ratio.median);
    if (row->baseline_part < 1.0)
        (void)fprintf(table, " (peer: %.3g of the pairs)", row->baseline_part);
}

static void print_parts(const throng_bench *bench, const throng_bench_row *row)
{
    char text[512] = "";
    size_t used = 0;
    for (int32_t i = 0; i < THRONG_BENCH_PARTS && row->parts[i].name && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %.3f", i ? ", " : "",
                                 row->parts[i].name, row->parts[i].value * 1e3);
    if (used)
        throng_bench_print_note(bench, "%s ms: %s", row->who, text);
}

/* Once for a scene and backend. */
static void print_memory(const throng_bench *bench, const throng_bench_row *row)
{
    for (int32_t i = 0; i < bench->row_count - 1; i++)
        if (strcmp(bench->rows[i].scene, row->scene) == 0 && bench->rows[i].backend == row->backend)
            return;
    if (row->memory_bound > 0.0)
        throng_bench_print_note(bench, "%s memory: %.1f MiB, bound %.1f MiB", row->who,
                                row->memory_bytes / 0x1p20, row->memory_bound / 0x1p20);
    if (row->device_bytes > 0.0)
        throng_bench_print_note(bench, "%s memory: %.1f MiB on the device, %.1f MiB on the host", row->who,
                                row->device_bytes / 0x1p20, row->memory_bytes / 0x1p20);
}

static void print_choice(const throng_bench *bench, const throng_bench_row *row)
{
    char loses[64] = "too noisy to tell what it loses";
    if (!row->choice)
        return;
    if (row->ratio.useful)
        (void)snprintf(loses, sizeof loses, "loses %.1f %%, by rule %.1f %%", 100.0 * row->regret,
                       100.0 * row->rule_regret);
    throng_bench_print_note(bench, "%s: takes %s, expects cpu %.4f, opencl %.4f ms; %s", row->scene,
                            row->choice, 1e3 * row->expected[0], 1e3 * row->expected[1], loses);
}

throng_bench_regret throng_bench_regret_of(const throng_bench *bench, int32_t by_rule)
{
    throng_bench_regret regret = {0.0, 0.0, 0, 0};
    for (int32_t i = 0; i < bench->row_count; i++) {
        const throng_bench_row *row = &bench->rows[i];
        if (!row->choice)
            continue;
        if (!row->ratio.useful) {
            regret.unsure++;
            continue;
        }
        const double lost = by_rule ? row->rule_regret : row->regret;
        regret.scenes++;
        regret.mean += lost;
        regret.worst = lost > regret.worst ? lost : regret.worst;
    }
    regret.mean /= regret.scenes ? (double)regret.scenes : 1.0;
    return regret;
}

void throng_bench_print_regret(const throng_bench *bench)
{
    const throng_bench_regret regret = throng_bench_regret_of(bench, 0);
    const throng_bench_regret rule = throng_bench_regret_of(bench, 1);
    if (regret.scenes + regret.unsure > 0)
        (void)fprintf(
            bench->table,
            "\nautomatic choice: loses %.2f %% on the mean of %d scenes, %.1f %% at worst; %d more are too "
            "noisy to tell\nby rule, without calibration: %.2f %% on the mean, %.1f %% at worst\n",
            100.0 * regret.mean, (int)regret.scenes, 100.0 * regret.worst, (int)regret.unsure,
            100.0 * rule.mean, 100.0 * rule.worst);
}

/* Cells that are empty where they do not apply: threads of a device, a floor that nobody knows. */
typedef struct row_words {
    char threads[16], floor[16];
} row_words;

static row_words words_of(const throng_bench_row *row)
{
    row_words words = {"", ""};
    if (row->threads > 0)
        (void)snprintf(words.threads, sizeof words.threads, "%d", (int)row->threads);
    if (row->floor_share > 0.0)
        (void)snprintf(words.floor, sizeof words.floor, "%.0f %%", 100.0 * row->floor_share);
    return words;
}

static void print_row(const throng_bench *bench, const throng_bench_row *row)
{
    FILE *table = bench->table;
    double least, median, most;
    char spread[48];
    const row_words words = words_of(row);
    throng_bench_spread(&row->time, &least, &median, &most);
    (void)snprintf(spread, sizeof spread, "%.3f .. %.3f", least * 1e3, most * 1e3);
    wipe_progress(bench);
    (void)fprintf(table, "  %-10s %3s %11.3f %21s %8.3f %6s", row->who, words.threads, median * 1e3, spread,
                  row->ns_per_pair, words.floor);
    print_ratio(table, row);
    (void)fputc('\n', table);
    print_parts(bench, row);
    print_choice(bench, row);
    if (row->write_rate > 0.0)
        throng_bench_print_note(bench, "%s writing alone: %.1f GB/s; to memory at most %.1f GB/s", row->who,
                                row->write_rate * 1e-9, row->write_peak * 1e-9);
    print_memory(bench, row);
    (void)fflush(table);
}

void throng_bench_add_row(throng_bench *bench, const throng_bench_row *row)
{
    if (bench->row_count == bench->row_capacity) {
        int32_t capacity = 2 * bench->row_capacity + 64;
        throng_bench_row *rows = realloc(bench->rows, (size_t)capacity * sizeof *rows);
        if (!rows)
            throng_bench_fail("no memory for the results");
        bench->rows = rows;
        bench->row_capacity = capacity;
    }
    bench->rows[bench->row_count++] = *row;
    print_row(bench, row);
}

/* ---------------------------------------------------------------- the files ------------------------- */

/* The part of a baseline's name and the ratio, as the cells of a Markdown table; empty ones where there is no
 * baseline. */
static void write_ratio(FILE *file, const throng_bench_row *row)
{
    if (row->baseline[0] == '\0' || row->ratio.pairs == 0)
        (void)fputs("| | | |\n", file);
    else if (row->ratio.useful)
        (void)fprintf(file, "| %s | %.2f | %.2f .. %.2f |\n", row->baseline, row->ratio.median,
                      row->ratio.low, row->ratio.high);
    else
        (void)fprintf(file, "| %s | too noisy | |\n", row->baseline);
}

void throng_bench_write_markdown(const throng_bench *bench, FILE *file)
{
    const throng_bench_machine *m = &bench->machine;
    (void)fprintf(file, "%s, %d cores, %.1f GiB; %s, %s; commit %s, %s; load at the start %.2f.\n\n",
                  m->processor, (int)m->cores, m->memory_bytes / 0x1p30, m->compiler, m->flags, m->commit,
                  m->date, m->load);
    (void)fprintf(file,
                  "| scene | operation | who | thr | ms | ns/pair | floor | against | faster | 95 %% |\n"
                  "|---|---|---|---:|---:|---:|---:|---|---:|---:|\n");
    for (int32_t i = 0; i < bench->row_count; i++) {
        const throng_bench_row *row = &bench->rows[i];
        const row_words words = words_of(row);
        (void)fprintf(file, "| %s | %s | %s | %s | %.3g | %.3f%s%s | %s ", row->scene, row->operation,
                      row->who, words.threads, throng_bench_median(&row->time) * 1e3, row->ns_per_pair,
                      row->unit ? "/" : "", row->unit ? row->unit : "", words.floor);
        write_ratio(file, row);
    }
}

void throng_bench_write_rows(const throng_bench *bench, FILE *file)
{
    (void)fputs("scene,workload,operation,backend,isa,threads,min,median,max,peer,ratio,ratio_low,ratio_high,"
                "hash,device,ns_per_agent\n",
                file);
    for (int32_t i = 0; i < bench->row_count; i++) {
        const throng_bench_row *row = &bench->rows[i];
        double least, median, most;
        throng_bench_spread(&row->time, &least, &median, &most);
        (void)fprintf(file, "%s,%s,\"%s\",%s,%s,%d,%.6g,%.6g,%.6g,", row->scene, row->workload,
                      row->operation, row->backend, row->isa, (int)row->threads, least, median, most);
        if (row->baseline[0] != '\0' && row->ratio.useful)
            (void)fprintf(file, "\"%s\",%.6g,%.6g,%.6g,", row->baseline, row->ratio.median, row->ratio.low,
                          row->ratio.high);
        else
            (void)fprintf(file, "\"%s\",,,,", row->baseline);
        (void)fprintf(file, "%016llx,\"%s\",", (unsigned long long)row->hash, row->device);
        if (throng_bench_ns_per_agent(row) > 0.0)
            (void)fprintf(file, "%.6g", row->ns_per_pair);
        (void)fputc('\n', file);
    }
}

void throng_bench_release(throng_bench *bench)
{
    free(bench->rows);
    free(bench->growths);
    for (int32_t i = 0; i < bench->picture_count; i++)
        free(bench->pictures[i].data);
    free(bench->pictures);
    bench->pictures = NULL;
    bench->rows = NULL;
    bench->growths = NULL;
}
