/* The frames of `throng influence`: objects whose table says at which step they are so, in several layers.
 * Each step has its own update, and a hash of its map. */
#include "tools/support/hash.h"
#include "tools/support/memory.h"
#include "tools/support/text.h"
#include "tools/throng/influence/influence.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- usage ----------------------------- */

void influence_frames_list_options(option_list *options, influence_frames *frames)
{
    option_number(options, "momentum", "M",
                  "0 to below 1: from step to step a layer keeps this share of its values (default 0)",
                  &frames->momentum, 0, 1);
    option_text(options, "weights", "A,B,...",
                "one for each layer: the result is their weighted sum (default 1)", &frames->weights_text);
    step_hashes_list_options(options, "the hash of each step's result, as CSV step,hash", &frames->hashes);
}

static int parse_weights(influence_frames *frames)
{
    char quote[64];
    for (const char *text = frames->weights_text; text;) {
        const size_t length = strcspn(text, ",");
        double exact = 0.0;
        if (frames->weight_count == THRONG_MAX_LAYERS)
            return reject_usage("--weights", "there are more than %d; a map has at most so many layers",
                                THRONG_MAX_LAYERS);
        if (parse_float(text, length, &frames->weights[frames->weight_count], &exact) != 0 || exact < -1e9 ||
            exact > 1e9)
            return reject_usage("--weights", "value %d, \"%s\", is not a number from -1e9 to 1e9",
                                (int)frames->weight_count + 1, text_quote(quote, text, length));
        frames->weight_count++;
        text = text[length] == ',' ? text + length + 1 : NULL;
    }
    return PROGRAM_OK;
}

int influence_frames_check(influence_job *work)
{
    static const char *const names[] = {"momentum", "weights", "record", "replay"};
    enum { NAMES = sizeof names / sizeof *names };
    option_list *options = &work->job.options;
    if (!work->objects_path) {
        for (size_t i = 0; i < NAMES; i++)
            option_set_unused(options, names[i]);
        return options_reject_given(options, names, NAMES,
                                    "random objects have no steps and layers; give --objects");
    }
    return work->frames.momentum >= 1.0f
               ? reject_usage("--momentum", "1 is not below 1; nothing would change")
               : parse_weights(&work->frames);
}

/* ---------------------------------------------------------------- the table ------------------------- */

int influence_frames_load(influence_job *work)
{
    influence_frames *frames = &work->frames;
    const csv_table *table = &work->objects.table;
    step_table *index = &frames->index;
    int code = step_table_index(table, frames->weight_count > 0 ? frames->weight_count : 1, index);
    if (!code && frames->weight_count > 0 && frames->weight_count < index->layers)
        code = reject_usage("--weights", "there are %d, and the objects have %d layers; give one for each",
                            (int)frames->weight_count, (int)index->layers);
    for (int32_t i = frames->weight_count; i < index->layers; i++)
        frames->weights[i] = 1.0f;
    if (code)
        return code;
    const csv_table *replay = &frames->hashes.replay;
    code = step_hashes_load(&frames->hashes);
    if (!code && replay->rows > 0 && replay->rows != index->steps)
        code = reject_usage(replay->name, "it has %d steps, and the objects have %d", (int)replay->rows,
                            (int)index->steps);
    return code;
}

void influence_frames_release(influence_frames *frames)
{
    free(frames->index.first);
    csv_release(&frames->hashes.replay);
}

/* ---------------------------------------------------------------- runs ------------------------------ */

static int set_layers(influence_job *work, int32_t step)
{
    const step_table *index = &work->frames.index;
    int code = PROGRAM_OK;
    for (int32_t layer = 0; layer < index->layers && !code; layer++) {
        const int32_t *first = &index->first[step * index->layers + layer];
        influence_objects part = work->objects; /* rows of this step and layer, for messages, too */
        part.list += first[0];
        part.table.lines += part.table.rows > 0 ? first[0] : 0;
        part.count = first[1] - first[0];
        part.table.rows = work->objects.table.rows > 0 ? part.count : 0;
        code = objects_set(work->job.context, work->influence, layer, &part, work->moved + first[0]);
        if (!code)
            code = program_check(work->job.context,
                                 throng_influence_truncate_objects(work->influence, layer, part.count),
                                 "objects");
    }
    return code;
}

/* With one layer and no weight its values, else the weighted sum. */
static throng_status read_result(influence_job *work)
{
    const influence_frames *frames = &work->frames;
    const int32_t sums = frames->index.layers > 1 || frames->weight_count > 0;
    throng_status status =
        sums ? throng_influence_combine(work->influence, frames->weights, frames->index.layers) : THRONG_OK;
    return status == THRONG_OK ? throng_influence_read(work->influence, sums ? THRONG_LAYER_COMBINED : 0,
                                                       NULL, work->values, 0)
                               : status;
}

static int run_step(influence_job *work, int32_t step, run_sample *sample)
{
    influence_frames *frames = &work->frames;
    throng_context *context = work->job.context;
    const double begin = wall_seconds();
    int code = set_layers(work, step);
    if (code)
        return code;
    throng_status status = throng_context_wait(context);
    const double set_at = wall_seconds();
    status = status == THRONG_OK ? throng_influence_update(work->influence) : status;
    status = status == THRONG_OK ? throng_context_wait(context) : status;
    const double updated = wall_seconds();
    status = status == THRONG_OK ? read_result(work) : status;
    sample->with_copy += wall_seconds() - begin;
    status = status == THRONG_OK ? throng_influence_get_info(work->influence, &work->state) : status;
    sample->compute += updated - begin;
    sample->resident += updated - set_at;
    sample->kernel += work->state.kernel_seconds;
    code = program_check(context, status, "influence map");
    if (code || !step_hashes_wanted(&frames->hashes))
        return code;
    const uint64_t hash = hash_floats(work->values, (size_t)work->map.width * (size_t)work->map.height);
    return step_hashes_take(&frames->hashes, step, hash, program_last_run(&work->job));
}

int influence_frames_run(influence_job *work, run_sample *sample)
{
    const influence_frames *frames = &work->frames;
    throng_status status = throng_influence_reset(work->influence);
    for (int32_t layer = 0; layer < frames->index.layers && status == THRONG_OK; layer++)
        status = throng_influence_set_momentum(work->influence, layer, frames->momentum);
    int code = program_check(work->job.context, status, "influence map");
    for (int32_t step = 0; step < frames->index.steps && !code; step++)
        code = run_step(work, step, sample);
    return code;
}
