/* A device that divides otherwise than IEEE 754: refused by name, passed over by AUTO, and taken by those who
 * accept it. Its driver is told to compile with relaxed mathematics; where it is exact all the same there is
 * nothing to test. */
#define _POSIX_C_SOURCE 200809L
#include "tests/context/opencl_program.h"

#include <math.h>
#include <stdlib.h>

static throng_context_def relaxed_def(watch *w, throng_backend backend)
{
    throng_context_def def = throng_context_default_def();
    watch_hooks(w, &def);
    def.backend = backend;
    def.cache = "off";
    return def;
}

/* Relaxes the driver's compiler; skips the test where that changes nothing. */
static void relax(watch *w)
{
    throng_context_def def = relaxed_def(w, THRONG_BACKEND_AUTO);
    throng_device_info about;
    int32_t count = 0;
    if (!opencl_present())
        cr_skip_test("no OpenCL device");
    set_or_unset("THRONG_CL_OPTIONS", "-cl-fast-relaxed-math");
    set_or_unset("THRONG_DEVICE", NULL);
    MUST(NULL, throng_devices(&def, &about, 1, &count));
    cr_assert(count > 0);
    if (about.exact)
        cr_skip_test("relaxed mathematics are exact on this device");
    cr_expect(strstr(about.reason, "rounds differently") != NULL, "%s", about.reason);
}

Test(inexact, refused)
{
    watch *w = watch_begin();
    throng_context *context;
    relax(w);
    for (int named = 0; named < 2; named++) {
        throng_context_def def = relaxed_def(w, THRONG_BACKEND_OPENCL);
        def.device = named ? "0" : "";
        w->log[0] = 0;
        cr_expect(throng_context_create(&def, &context) == THRONG_ERROR_INEXACT_DEVICE && context == NULL);
        cr_expect(w->log_level == THRONG_LOG_ERROR && strstr(w->log, "is not exact") &&
                      strstr(w->log, "rounds differently"),
                  "%s", w->log);
    }
    cr_expect(w->assertions == 0);
    cr_expect(watch_end(w) == 0);
}

Test(inexact, passed_over_by_auto)
{
    watch *w = watch_begin();
    throng_context_info info;
    throng_context *context;
    relax(w);
    const throng_context_def def = relaxed_def(w, THRONG_BACKEND_AUTO);
    MUST(NULL, throng_context_create(&def, &context));
    MUST(context, throng_context_get_info(context, &info));
    cr_expect(info.opencl == 0 && throng_context_message(context)[0] == '\0');
    MUST(context, throng_context_destroy(context));
    cr_expect(watch_end(w) == 0);
}

Test(inexact, accepted)
{
    program p = {.w = watch_begin()};
    throng_context_info info;
    static float values[CELLS];
    relax(p.w);
    throng_context_def def = relaxed_def(p.w, THRONG_BACKEND_OPENCL);
    def.accept_inexact = 1;
    MUST(NULL, throng_context_create(&def, &p.context));
    MUST(p.context, throng_context_get_info(p.context, &info));
    cr_expect(info.opencl == 1 && info.device_exact == 0);
    throng_flow *flow;
    throng_flow_def shape = throng_flow_default_def();
    throng_terrain_def ground = throng_terrain_default_def();
    const throng_cell goal = {0, 0};
    ground.width = WIDTH;
    ground.height = HEIGHT;
    MUST(p.context, throng_terrain_create(p.context, &ground, &shape.terrain));
    MUST(p.context, throng_flow_create(p.context, &shape, &flow));
    MUST(p.context, throng_flow_set_goals(flow, 0, 1, &goal, 0));
    MUST(p.context, throng_flow_update(flow));
    MUST(p.context, throng_flow_read_lengths(flow, 0, NULL, values, 0));
    cr_expect(fabsf(values[10 * WIDTH + 10] - 14.1421f) < 1e-3f, "%g", (double)values[10 * WIDTH + 10]);
    MUST(p.context, throng_flow_destroy(flow));
    MUST(p.context, throng_terrain_destroy(shape.terrain));
    MUST(p.context, throng_context_destroy(p.context));
    cr_expect(watch_end(p.w) == 0);
}

/* A host's own context is probed as well. */
Test(inexact, of_the_host)
{
    program p;
    watch *w = watch_begin();
    throng_context *context;
    relax(w);
    open_host(&p);
    throng_context_def def = relaxed_def(w, THRONG_BACKEND_OPENCL);
    cr_expect(throng_opencl_context_create(&def, &p.host, &context) == THRONG_ERROR_INEXACT_DEVICE &&
              !context);
    cr_expect(strstr(w->log, "is not exact") != NULL, "%s", w->log);
    close_host(&p);
    cr_expect(watch_end(w) == 0);
}
