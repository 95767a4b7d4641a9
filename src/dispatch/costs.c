#include "src/dispatch/costs.h"

const throng_cost_kind throng_cost_kinds[THRONG_COST_KINDS] = {
    {"read", 0, 0, {{"bytes", 5, {256, 16384, 262144, 2097152, 16777216}}, {"", 0, {0}}, {"", 0, {0}}}},
    {"influence",
     1,
     1,
     {{"cells", 4, {1024, 16384, 262144, 4194304}},
      {"objects", 6, {1, 8, 64, 512, 4096, 32768}},
      {"cells within reach", 4, {14, 202, 805, 3218}}}},
    {"paths",
     1,
     1,
     {{"cells", 4, {1024, 16384, 262144, 4194304}},
      {"objects", 6, {1, 8, 64, 512, 4096, 32768}},
      {"cells within reach", 4, {14, 202, 805, 3218}}}},
    {"adjacent",
     1,
     1,
     {{"cells", 4, {1024, 16384, 262144, 4194304}},
      {"objects", 6, {1, 8, 64, 512, 4096, 32768}},
      {"cells within reach", 4, {14, 202, 805, 3218}}}},
    {"flow",
     0,
     0,
     {{"cells", 5, {1024, 8192, 65536, 524288, 4194304}}, {"fields", 4, {1, 8, 64, 512}}, {"", 0, {0}}}},
    {"potential",
     1,
     1,
     {{"sources", 4, {16, 512, 8192, 131072}},
      {"points", 5, {1, 64, 512, 4096, 65536}},
      {"sources in range", 4, {1, 16, 128, 2048}}}},
    {"choquet", 0, 0, {{"", 0, {0}}, {"rows", 5, {1, 256, 4096, 32768, 262144}}, {"types", 3, {2, 6, 16}}}},
    {"crowd",
     1,
     0,
     {{"", 0, {0}}, {"agents", 5, {16, 256, 1024, 8192, 32768}}, {"neighbors", 3, {2, 10, 40}}}},
    {"perception",
     1,
     0,
     {{"", 0, {0}}, {"agents", 5, {16, 256, 1024, 8192, 32768}}, {"neighbors", 3, {2, 10, 40}}}},
};

int32_t throng_costs_stops(const throng_cost_kind *kind, int32_t axis)
{
    return kind->axes[axis].stops ? kind->axes[axis].stops : 1;
}

int32_t throng_costs_numbers(const throng_cost_kind *kind)
{
    return throng_costs_stops(kind, 0) * throng_costs_stops(kind, 1) * throng_costs_stops(kind, 2);
}

/* ---------------------------------------------------------------- what follows from them ------------ */

/* Values at stops i-1 to i+2, and their amounts; those that are not there go on from their neighbours. */
typedef struct stretch {
    double x[4], y[4];
} stretch;

static double slope(const stretch *s, int32_t i)
{
    return s->x[i + 1] > s->x[i] ? (s->y[i + 1] - s->y[i]) / (s->x[i + 1] - s->x[i]) : 0.0;
}

/* Costs are flat as long as a device is not full, and grow from there on: the chord then lies above them, the
 * continued neighbours below. Halfway is wrong by less than either. Costs do not sink. */
static double between(const stretch *s, int32_t last, double x)
{
    const double chord = s->y[1] + slope(s, 1) * (x - s->x[1]);
    if (x > s->x[2])
        return chord > s->y[2] ? chord : s->y[2];
    const double before = s->y[1] + slope(s, 0) * (x - s->x[1]);
    const double after = last ? chord : s->y[2] - slope(s, 2) * (s->x[2] - x);
    const double below = before > after ? before : after;
    return below < chord ? 0.5 * (below + chord) : chord;
}

/* At x of one axis, out of the values at its stops. */
static double along(const throng_cost_axis *axis, const double *values, double x)
{
    if (axis->stops == 0 || !(x > axis->at[0]))
        return values[0];
    int32_t i = 0;
    while (i + 2 < axis->stops && x > axis->at[i + 1])
        i++;
    stretch s;
    for (int32_t k = 0; k < 4; k++) {
        const int32_t at = i + k < 1 ? 0 : i + k - 1 < axis->stops ? i + k - 1 : axis->stops - 1;
        s.x[k] = axis->at[at];
        s.y[k] = values[at];
    }
    return between(&s, i + 2 == axis->stops, x);
}

/* One axis after the other is left out, from the last one. */
double throng_costs_at(int32_t kind, const float seconds[THRONG_COST_NUMBERS],
                       const double amounts[THRONG_COST_AXES])
{
    const throng_cost_kind *k = &throng_cost_kinds[kind];
    double values[THRONG_COST_NUMBERS] = {0.0};
    int32_t count = throng_costs_numbers(k);
    for (int32_t i = 0; i < count; i++)
        values[i] = (double)seconds[i];
    for (int32_t axis = THRONG_COST_AXES - 1; axis >= 0; axis--) {
        const int32_t stops = throng_costs_stops(k, axis);
        count /= stops;
        for (int32_t i = 0; i < count; i++)
            values[i] = along(&k->axes[axis], values + (size_t)i * (size_t)stops, amounts[axis]);
    }
    return values[0];
}

int32_t throng_costs_place(int32_t kind, const double amounts[THRONG_COST_AXES])
{
    const throng_cost_kind *k = &throng_cost_kinds[kind];
    int32_t place = 0;
    for (int32_t axis = 0; axis < THRONG_COST_AXES; axis++) {
        int32_t stop = 0;
        while (stop + 1 < k->axes[axis].stops && amounts[axis] >= k->axes[axis].at[stop + 1])
            stop++;
        place = place * throng_costs_stops(k, axis) + stop;
    }
    return place;
}

double throng_costs_frame(const throng_work *work, int32_t backend, double frame, const double read[2],
                          double given)
{
    const int32_t reads = throng_cost_kinds[work->kind].reads,
                  host = work->residency == THRONG_RESIDENCY_HOST;
    double taken = frame;
    if (host && !reads)
        taken += read[backend];
    if (!host && reads)
        taken = taken > read[backend] ? taken - read[backend] : 0.0;
    if (work->residency == THRONG_RESIDENCY_DEVICE && backend == 0) /* to the host, and back to the device */
        taken += given + read[1];
    return taken;
}

static double read_seconds(const struct throng_costs *costs, double bytes, int32_t backend)
{
    const double amounts[THRONG_COST_AXES] = {bytes, 0.0, 0.0};
    return bytes > 0.0
               ? throng_costs_at(THRONG_COST_READ, costs->tables[THRONG_COST_READ].seconds[backend], amounts)
               : 0.0;
}

double throng_costs_seconds(const struct throng_costs *costs, const throng_work *work, int32_t backend)
{
    const double frame =
        throng_costs_at(work->kind, costs->tables[work->kind].seconds[backend], work->amounts);
    double read[2] = {read_seconds(costs, work->out_bytes, 0), read_seconds(costs, work->out_bytes, 1)};
    /* Reads by themselves find nothing in the caches; those of a frame find what it has just written. */
    if (costs->device_is_cpu && work->residency != THRONG_RESIDENCY_HOST && read[1] > read[0])
        read[1] = read[0];
    return throng_costs_frame(work, backend, frame, read, read_seconds(costs, work->in_bytes, 1));
}
