/* The frames of `throng path`: sources whose table says at which step they are so. At each step all paths are
 * searched anew, and their points hashed. */
#include "tools/support/hash.h"
#include "tools/throng/path/path.h"
#include "tools/throng/step_hashes.h"

#include <stdlib.h>

void path_frames_list_options(path_job *work)
{
    option_list *options = &work->job.options;
    option_number(options, "danger", "W",
                  "dijkstra, astar: a step of a route is longer by W times the powers of the\n"
                  "sources in whose range the cell's centre is (default 0: shortest routes)",
                  &work->danger, 0, 1e9);
    option_output(options, "record", "the hash of each step's paths, as CSV step,hash", &work->frames.record);
    option_file(options, "replay", "checks each step's hash against a recorded run",
                &work->frames.replay_path);
}

int path_frames_load(path_job *work)
{
    path_frames *frames = &work->frames;
    const int32_t steps = work->in.scene.index.steps;
    const int code = step_hashes_load(frames->replay_path, &frames->replay);
    if (code || frames->replay.rows == 0 || frames->replay.rows == steps)
        return code;
    return reject_usage(frames->replay.name, "it has %d steps, and the sources have %d",
                        (int)frames->replay.rows, (int)steps);
}

void path_frames_release(path_frames *frames) { csv_release(&frames->replay); }

int32_t path_has_frames(const path_job *work)
{
    return work->in.scene.index.steps > 1 || work->frames.record.stream || work->frames.replay.rows > 0;
}

static int run_step(path_job *work, int32_t step, run_sample *sample)
{
    const path_frames *frames = &work->frames;
    run_sample own = {0};
    path_scene_show(&work->in.scene, step);
    int code = work->in.scene.routed ? path_router_refill(work) : path_tracer_refill(work);
    if (!code)
        code = work->in.scene.routed ? path_router_run(work, &own) : path_tracer_run(work, &own);
    sample->compute += own.compute;
    sample->kernel += own.kernel;
    sample->resident += own.resident;
    sample->with_copy += own.with_copy;
    if (code)
        return code;
    const uint64_t hash = hash_floats(work->paths.points, 2 * work->paths.point_count);
    code = step_hashes_check(&frames->replay, step, hash);
    if (!code && work->job.run == work->job.common.repeat - 1)
        step_hashes_record(frames->record.stream, step, hash);
    return code;
}

int path_frames_run(path_job *work, run_sample *sample)
{
    int code = PROGRAM_OK;
    for (int32_t step = 0; step < work->in.scene.index.steps && !code; step++)
        code = run_step(work, step, sample);
    return code;
}
