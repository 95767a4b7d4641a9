/* All results of `throng bench` as one tree; docs/reference/formats.md has its fields. */
#ifndef THRONG_BENCH_SUITE_JSON_H
#define THRONG_BENCH_SUITE_JSON_H

#include "bench/suite/suite.h"

#include <cjson/cJSON.h>

/* To be deleted by cJSON_Delete. */
cJSON *throng_bench_json(const throng_bench *bench);
/* For the report alone. */
void throng_bench_add_pictures(cJSON *results, const throng_bench *bench);
void throng_bench_write_json(const cJSON *results, FILE *file);

#endif
