/* The frames of `throng path`: sources whose table says at which step they are so. At each step all paths are
 * searched anew, and their points hashed. */
#include "tools/support/hash.h"
#include "tools/throng/path/path.h"

void path_frames_list_options(path_job *work)
{
    option_list *options = &work->job.options;
    option_number(options, "danger", "W",
                  "dijkstra, astar: a step of a route is longer by W times the damage that it does\n"
                  "at speed 1 (default 0: shortest routes)",
                  &work->danger, 0, 1e9);
    step_hashes_list_options(options, "the hash of each step's paths, as CSV step,hash", &work->hashes);
}

int path_frames_load(path_job *work)
{
    const csv_table *replay = &work->hashes.replay;
    const int32_t steps = work->in.scene.index.steps;
    const int code = step_hashes_load(&work->hashes);
    if (code || replay->rows == 0 || replay->rows == steps)
        return code;
    return reject_usage(replay->name, "it has %d steps, and the sources have %d", (int)replay->rows,
                        (int)steps);
}

int32_t path_has_frames(const path_job *work)
{
    return work->in.scene.index.steps > 1 || step_hashes_wanted(&work->hashes);
}

static int run_step(path_job *work, int32_t step, run_sample *sample)
{
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
    return step_hashes_take(&work->hashes, step, hash, program_last_run(&work->job));
}

int path_frames_run(path_job *work, run_sample *sample)
{
    int code = PROGRAM_OK;
    for (int32_t step = 0; step < work->in.scene.index.steps && !code; step++)
        code = run_step(work, step, sample);
    return code;
}
