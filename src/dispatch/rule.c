#include "src/dispatch/rule.h"

#include <math.h>

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

/* Each further thread does half as much as the first: 1.5 times as fast with two, in the files of an H100's
 * machine, crowd and influence alike. Short frames are hardly worth sharing: with 16 threads beside the
 * H200, what should take a core 1, 10 and 100 ms took 0.9, 4.1 and 15, the medians of all operations in
 * tests/data/xeon-h200.costs, of sizes that are within 1.6 times of these by the tables here. */
static double shared(double seconds, int32_t threads)
{
    const double each = threads > 1 ? seconds / (1.0 + 0.5 * (threads - 1)) : seconds;
    const double least = seconds < 1e-3 ? seconds : sqrt(seconds * 1e-3);
    return each > least ? each : least;
}

static double recorded(int32_t backend, int32_t kind, const double amounts[THRONG_COST_AXES])
{
    return throng_costs_at(kind, throng_recorded_seconds[backend][kind], amounts);
}

static double recorded_read(const float seconds[THRONG_COST_NUMBERS], double bytes)
{
    const double amounts[THRONG_COST_AXES] = {bytes, 0.0, 0.0};
    return bytes > 0.0 ? throng_costs_at(THRONG_COST_READ, seconds, amounts) : 0.0;
}

static double cpu_read(double bytes) { return recorded_read(throng_recorded_seconds[0][0], bytes); }
static double pocl_read(double bytes) { return recorded_read(throng_recorded_seconds[1][0], bytes); }
static double gpu_read(double bytes) { return recorded_read(throng_recorded_gpu[0], bytes); }

/* ---------------------------------------------------------------- GPUs ------------------------------ */

/* A core of the Xeons that stand beside recorded GPUs takes 1.9 times as long over a crowd as one of the
 * EPYC that the tables come from; a core that nobody knows is taken to lie between both. */
#define SOME_CORE 1.4

#define UNITS 132.0  /* of the recorded one */
#define FLOOR 1.0e-4 /* seconds of small recorded frames: launches, which fewer units do not lengthen */

/* Fewer units take longer in proportion; more of them are not believed to be faster. */
static double scaled(double seconds, const throng_device_info *device)
{
    const double units = device->compute_units > 0 ? device->compute_units : 1.0;
    const double above = seconds > FLOOR ? seconds - FLOOR : 0.0;
    return seconds + above * (units < UNITS ? UNITS / units - 1.0 : 0.0);
}

static double gpu_seconds(const throng_machine_facts *facts, const throng_work *work)
{
    const double read[2] = {0.0, gpu_read(work->out_bytes)};
    const double seconds = throng_costs_at(work->kind, throng_recorded_gpu[work->kind], work->amounts);
    const double frame = scaled(seconds, facts->device);
    return throng_costs_frame(work, 1, frame, read, gpu_read(work->in_bytes));
}

/* ---------------------------------------------------------------- the rule -------------------------- */

static double cpu_seconds(const throng_machine_facts *facts, const throng_work *work)
{
    const double read[2] = {cpu_read(work->out_bytes), gpu_read(work->out_bytes)};
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
    const double read[2] = {cpu_read(work->out_bytes), pocl_read(work->out_bytes)};
    const double given = pocl_read(work->in_bytes);
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
    return decide(cpu_seconds(facts, work), gpu_seconds(facts, work), "recorded on an H200, scaled");
}
