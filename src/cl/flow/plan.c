/* Fields of paths on an OpenCL device: the kernels and keys that a plan needs. */
#include "src/cl/flow/flow.h"

#include <stdio.h>
#include <string.h>

throng_status throng_cl_flow_make_kernels(throng_cl_flow *f, const flow_plan *plan,
                                          throng_cl_flow_kernels *kernels)
{
    struct throng_cl *cl = f->object.cl;
    char options[128];
    cl_program program = NULL;
    memset(kernels, 0, sizeof *kernels);
    snprintf(options, sizeof options,
             "-DTHRONG_WIDTH=%d -DGROUP=%d -DFLOW_GRID=%d -DFLOW_WIDEST=%d -DFLOW_GROUND=%d", (int)cl->width,
             (int)throng_cl_large_group(cl), (int)plan->grid, (int)plan->widest, plan->flags != 0);
    throng_status status = throng_cl_program(cl, "flow/flow.cl", options, &program);
    const struct {
        const char *name;
        cl_kernel *kernel;
    } all[] = {{"flow_begin", &kernels->begin},
               {"flow_copy_walls", &kernels->keep_walls},
               {"flow_clear", &kernels->clear},
               {"flow_set_goals", &kernels->set_out},
               {"flow_find_due", &kernels->look},
               {"flow_passes", &kernels->turns},
               {"flow_set_seeds", &kernels->set_seeds},
               {"flow_read", &kernels->read},
               {"flow_sample", &kernels->sample},
               {"flow_lay_all", &kernels->lay},
               {"flow_begin_reached", &kernels->nearest},
               {"flow_patch", &kernels->patch},
               {"flow_compare_reached", &kernels->compare},
               {"flow_take_reached", &kernels->reached}};
    const size_t count = THRONG_CL_COUNT(all) - (plan->flags ? 0 : 2); /* these two are of layers on ground */
    for (size_t i = 0; i < count && status == THRONG_OK; i++)
        status = throng_cl_kernel(cl, program, all[i].name, all[i].kernel);
    return status;
}

void throng_cl_flow_release_kernels(const throng_cl_flow *f, throng_cl_flow_kernels *k)
{
    cl_kernel *all[] = {&k->begin,   &k->keep_walls, &k->clear,   &k->set_out, &k->set_seeds,
                        &k->look,    &k->turns,      &k->read,    &k->sample,  &k->lay,
                        &k->nearest, &k->patch,      &k->compare, &k->reached};
    for (size_t i = 0; i < THRONG_CL_COUNT(all); i++) {
        if (*all[i])
            f->object.cl->api.clReleaseKernel(*all[i]);
        *all[i] = NULL;
    }
}

throng_status throng_cl_flow_make_keys(throng_cl_flow *f, const flow_plan *plan, cl_mem *keys,
                                       cl_mem *scratch)
{
    if (!flow_plan_fits(plan))
        return throng_cl_note_memory(f->object.cl, "flow fields", SIZE_MAX);
    throng_status status =
        throng_cl_object_buffer(&f->object, "flow fields", flow_stored_bytes(plan), 1, keys);
    if (status == THRONG_OK && f->object.cl->width > 1) {
        /* as much as kernels of either width need, whatever a vector of theirs is */
        const size_t bytes = plan->flags ? flow_ground_widest_scratch(plan) : flow_widest_scratch(plan);
        f->scratch_bytes = (bytes + 63) / 64 * 64;
        status = throng_cl_object_buffer(&f->object, "the scratch memory of tiles", (size_t)f->items,
                                         f->scratch_bytes, scratch);
    }
    return status;
}

cl_int16 throng_cl_flow_words(const flow_plan *plan)
{
    cl_int16 words;
    memcpy(&words, plan, sizeof words); /* as plan_of() in flow.cl takes it apart */
    words.s[4] = plan->first_column;    /* in place of what programs are built for */
    words.s[11] = plan->first_row;
    return words;
}

throng_status throng_cl_flow_clear(throng_cl_flow *f, int32_t first, int32_t count)
{
    const cl_int16 words = throng_cl_flow_words(&f->plan);
    const cl_int round = f->round + 1;
    const throng_cl_argument arguments[] = {THRONG_CL_ARGUMENT(f->keys), THRONG_CL_ARGUMENT(f->dirty_edges),
                                            THRONG_CL_ARGUMENT(f->due),  THRONG_CL_ARGUMENT(f->patch),
                                            THRONG_CL_ARGUMENT(words),   THRONG_CL_ARGUMENT(first),
                                            THRONG_CL_ARGUMENT(count),   THRONG_CL_ARGUMENT(round)};
    const size_t keys = (size_t)(f->tiles / f->plan.layers) * flow_tile_keys(&f->plan);
    const size_t each = f->object.cl->group > 1 ? 64 : 65536;
    return throng_cl_run(&f->object, f->kernels.clear, "flow_clear", keys / each * (size_t)count + 1,
                         arguments, THRONG_CL_COUNT(arguments));
}

throng_status throng_cl_flow_begin_ground(throng_cl_flow *f, const flow_plan *plan, cl_mem keys)
{
    flow_ground_head head;
    if (plan->flags == 0)
        return THRONG_OK;
    for (int32_t k = 0; k < FLOW_CLASSES; k++) {
        head.radii[k] = f->shape.radii[k];
        head.nearest[k] = f->shape.nearest[k];
    }
    return throng_cl_staging_send(f->object.cl, &f->object.stage, keys, flow_key_bytes(plan), &head,
                                  sizeof head);
}

throng_status throng_cl_flow_lay_ground(throng_cl_flow *f, cl_int changes)
{
    const cl_int16 words = throng_cl_flow_words(&f->plan);
    cl_mem costs = f->costs ? f->costs : f->walls; /* of no use, where there are none */
    const throng_cl_argument arguments[] = {THRONG_CL_ARGUMENT(f->keys), THRONG_CL_ARGUMENT(f->walls),
                                            THRONG_CL_ARGUMENT(costs),   THRONG_CL_ARGUMENT(f->patch),
                                            THRONG_CL_ARGUMENT(words),   THRONG_CL_ARGUMENT(changes)};
    const size_t pieces = (size_t)flow_ground_tiles(&f->plan) * flow_tile_keys(&f->plan) / 32;
    const size_t each = f->object.cl->group > 1 ? 1 : 4096;
    return throng_cl_run(&f->object, f->kernels.lay, "flow_lay_all", pieces / each + 1, arguments,
                         THRONG_CL_COUNT(arguments));
}

throng_status throng_cl_flow_begin_reached(throng_cl_flow *f, int32_t first, int32_t count)
{
    const cl_int16 words = throng_cl_flow_words(&f->plan);
    const size_t tiles = (size_t)(f->tiles / f->plan.layers) * (size_t)count;
    const throng_cl_argument arguments[] = {THRONG_CL_ARGUMENT(f->keys), THRONG_CL_ARGUMENT(f->dirty_edges),
                                            THRONG_CL_ARGUMENT(f->due),  THRONG_CL_ARGUMENT(words),
                                            THRONG_CL_ARGUMENT(first),   THRONG_CL_ARGUMENT(count)};
    return throng_cl_launch(f->object.cl, f->kernels.nearest, "flow_begin_reached", tiles,
                            (size_t)f->object.cl->group, arguments, THRONG_CL_COUNT(arguments), NULL);
}
