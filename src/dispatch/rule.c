#include "src/dispatch/rule.h"

#include <stddef.h>

/* ---------------------------------------------------------------- the CPU backend ------------------- */

/* Times of a level over those of `vector`, one thread: the greater ones of influence (512 x 512, 1,000
 * objects) and crowd (10,000 agents) in the files that src/dispatch/recorded.c names. NEON and SIMD128,
 * which are not in them, have the four lanes of SSE2. */
static double level_factor(throng_isa isa)
{
    static const double factors[THRONG_ISA_COUNT] = {
        [THRONG_ISA_AUTO] = 1.0, [THRONG_ISA_REFERENCE] = 2.8, [THRONG_ISA_VECTOR] = 1.0,
        [THRONG_ISA_SSE2] = 0.8, [THRONG_ISA_AVX2] = 0.5,      [THRONG_ISA_AVX512] = 0.38,
        [THRONG_ISA_NEON] = 0.8, [THRONG_ISA_SIMD128] = 0.8,
    };
    return isa >= 0 && isa < THRONG_ISA_COUNT ? factors[isa] : 1.0;
}

/* Each further thread does half as much as the first: 1.5 times as fast with two, in the H100's files,
 * crowd and influence alike. Frames of 50 us and less are not worth sharing. */
static double shared(double seconds, int32_t threads)
{
    const double each = threads > 1 ? seconds / (1.0 + 0.5 * (threads - 1)) : seconds;
    const double least = seconds < 5e-5 ? seconds : 5e-5;
    return each > least ? each : least;
}

static double recorded(int32_t backend, int32_t kind, const double amounts[THRONG_COST_AXES])
{
    return throng_costs_at(kind, throng_recorded_seconds[backend][kind], amounts);
}

static double recorded_read(int32_t backend, double bytes)
{
    const double amounts[THRONG_COST_AXES] = {bytes, 0.0, 0.0};
    return bytes > 0.0 ? recorded(backend, THRONG_COST_READ, amounts) : 0.0;
}

/* ---------------------------------------------------------------- GPUs ------------------------------ */

/* A core of the Xeon that stands beside the recorded GPU takes 1.9 times as long over a crowd as one of
 * the EPYC that the tables come from; a core that nobody knows is taken to lie between both. */
#define XEON 1.9
#define SOME_CORE 1.4

#define UNITS 132.0 /* of the recorded one */
#define FLOOR                                                                                                \
    1.0e-4 /* seconds of the smallest recorded frames: launches, which fewer units do not lengthen */
#define ROUNDS 1.0e-3 /* of kinds whose kernels wait for each other again and again */
/* A core at AVX-512 over the recorded GPU, where it gains least: a crowd of a million, 178 ms and 14.1 ms. */
#define GAIN 12.6

static const throng_recorded_gpu *find_recorded(int32_t kind)
{
    for (int32_t i = 0; i < THRONG_RECORDED_GPU; i++)
        if (throng_recorded_h100[i].kind == kind)
            return &throng_recorded_h100[i];
    return NULL;
}

/* Along the chords; below the first row as there, beyond the last one on with the last slope. */
static double along_rows(const throng_recorded_gpu *r, double work)
{
    int32_t i = 0;
    if (!(work > r->work[0]))
        return r->seconds[0];
    while (i + 2 < r->rows && work > r->work[i + 1])
        i++;
    const double slope = (r->seconds[i + 1] - r->seconds[i]) / (r->work[i + 1] - r->work[i]);
    return r->seconds[i] + slope * (work - r->work[i]);
}

static double gpu_read(double bytes)
{
    const throng_recorded_gpu *r = &throng_recorded_h100[THRONG_RECORDED_READ];
    const double small = 2e-5, first = r->seconds[0] * bytes / r->work[0];
    if (!(bytes > 0.0))
        return 0.0;
    return bytes > r->work[0] ? along_rows(r, bytes) : first > small ? first : small;
}

/* Fewer units take longer in proportion; more of them are not believed to be faster. */
static double scaled(double seconds, double at_least, const throng_device_info *device)
{
    const double units = device->compute_units > 0 ? device->compute_units : 1.0;
    const double above = seconds > at_least ? seconds - at_least : 0.0;
    return at_least + above * (units < UNITS ? UNITS / units : 1.0);
}

/* Seconds of a frame without its reading, or of crowds with it. */
static double gpu_frame(const throng_machine_facts *facts, const throng_work *work)
{
    const throng_recorded_gpu *r = find_recorded(work->kind);
    const double *a = work->amounts;
    if (r && work->kind == THRONG_COST_INFLUENCE)
        return scaled(along_rows(r, a[1] * a[2]), FLOOR, facts->device);
    if (r)
        return scaled(along_rows(r, a[1] * (a[2] > 10.0 ? a[2] / 10.0 : 1.0)), FLOOR, facts->device);
    const int32_t waits = work->kind == THRONG_COST_PATHS || work->kind == THRONG_COST_ADJACENT ||
                          work->kind == THRONG_COST_FLOW;
    const double floor = waits ? ROUNDS : FLOOR;
    const double core = XEON * recorded(0, work->kind, a) * level_factor(THRONG_ISA_AVX512);
    return scaled(floor + core / GAIN, floor, facts->device);
}

static double gpu_seconds(const throng_machine_facts *facts, const throng_work *work)
{
    const double read[2] = {0.0, gpu_read(work->out_bytes)};
    const double own = gpu_frame(facts, work);
    const int32_t counted = work->kind == THRONG_COST_CROWD || work->kind == THRONG_COST_PERCEPTION;
    const double frame = throng_cost_kinds[work->kind].reads && !counted ? own + read[1] : own;
    return throng_costs_frame(work, 1, frame, read, gpu_read(work->in_bytes));
}

/* ---------------------------------------------------------------- the rule -------------------------- */

static double cpu_seconds(const throng_machine_facts *facts, const throng_work *work)
{
    const double read[2] = {recorded_read(0, work->out_bytes), gpu_read(work->out_bytes)};
    const double core = SOME_CORE * recorded(0, work->kind, work->amounts) * level_factor(facts->isa);
    const double frame = shared(core, facts->threads);
    return throng_costs_frame(work, 0, frame, read, gpu_read(work->in_bytes));
}

static int32_t lanes(throng_isa isa)
{
    return isa == THRONG_ISA_AVX512 ? 16 : isa == THRONG_ISA_AVX2 ? 8 : isa == THRONG_ISA_REFERENCE ? 1 : 4;
}

static throng_rule_choice decide(double cpu, double opencl, const char *why)
{
    throng_rule_choice choice = {THRONG_BACKEND_CPU, {cpu, opencl}, why};
    if (opencl < THRONG_RULE_PROMISED * cpu)
        choice.backend = THRONG_BACKEND_OPENCL;
    return choice;
}

/* The driver compiles for the whole width of the processor, so that it gains where the CPU backend was
 * told to run a level of less than half of it. */
static throng_rule_choice decide_cpu_device(const throng_machine_facts *facts, const throng_work *work)
{
    const throng_rule_choice cpu = {THRONG_BACKEND_CPU, {0.0, 0.0}, "the device is a CPU"};
    if (lanes(facts->isa) >= 8 || 2 * lanes(facts->isa) > lanes(facts->widest))
        return cpu;
    const double read[2] = {recorded_read(0, work->out_bytes), recorded_read(1, work->out_bytes)};
    const double given = recorded_read(1, work->in_bytes);
    const double frames[2] = {
        shared(recorded(0, work->kind, work->amounts) * level_factor(facts->isa), facts->threads),
        shared(recorded(1, work->kind, work->amounts), facts->device->compute_units)};
    return decide(throng_costs_frame(work, 0, frames[0], read, given),
                  throng_costs_frame(work, 1, frames[1], read, given),
                  "the device is a CPU, at a wider level; recorded on an EPYC");
}

throng_rule_choice throng_rule(const throng_machine_facts *facts, const throng_work *work)
{
    const throng_rule_choice none = {THRONG_BACKEND_CPU, {0.0, 0.0}, "the device is no GPU"};
    const throng_rule_choice full = {THRONG_BACKEND_CPU, {0.0, 0.0}, "the device has little memory"};
    if (facts->device->type == THRONG_DEVICE_CPU)
        return decide_cpu_device(facts, work);
    if (facts->device->type != THRONG_DEVICE_GPU)
        return none;
    if (4.0 * (work->in_bytes + work->out_bytes) > (double)facts->device->memory_bytes)
        return full;
    return decide(cpu_seconds(facts, work), gpu_seconds(facts, work),
                  find_recorded(work->kind) ? "recorded on an H100, scaled"
                                            : "not recorded on a GPU, scaled by compute units");
}
