/* Rounds of updates on OpenCL devices, which a server counts for weeks. */
#define _POSIX_C_SOURCE 200809L
#include "src/cl/flow/flow.h"
#include "src/flow/flow.h"
#include "tests/readback/things.h"

enum { MANY = (1 << 30) + 1, FRAMES = 3 };

static void lengths(things *t, int32_t frame, float *values)
{
    const throng_cell goal = {3 + 2 * frame, 12};
    MUST(t->context, throng_flow_set_goals(t->flow, 0, 1, &goal, 0));
    MUST(t->context, throng_flow_update(t->flow));
    if (values)
        MUST(t->context, throng_flow_read_lengths(t->flow, 0, NULL, values, 0));
}

Test(flow_rounds, begin_again_after_many)
{
    static float expected[FRAMES][THINGS_CELLS], got[THINGS_CELLS];
    variant list[4];
    const variant reference = reference_variant();
    const int32_t count = few_variants(list, 4);
    things t;
    if (list[count - 1].backend != THRONG_BACKEND_OPENCL)
        cr_skip_test("no OpenCL device");
    things_begin(&t, open_variant(&reference, NULL));
    for (int32_t frame = 0; frame < FRAMES; frame++)
        lengths(&t, frame, expected[frame]);
    things_end(&t);
    cr_expect(throng_context_destroy(t.context) == THRONG_OK);
    for (int32_t read = 0; read < 2; read++) { /* with an update that nobody has waited for, and without */
        things_begin(&t, open_variant(&list[count - 1], NULL));
        throng_cl_flow *flow = t.flow->object.state;
        lengths(&t, 0, read ? got : NULL);
        cr_assert(flow->pending == !read);
        flow->round = MANY + (flow->round & 1); /* of the same parity */
        for (int32_t frame = 0; frame < FRAMES; frame++) {
            lengths(&t, frame, got);
            cr_expect(flow->round < 1000, "%d rounds", (int)flow->round);
            cr_expect(same_bits("lengths", got, expected[frame], THINGS_CELLS), "frame %d", (int)frame);
        }
        things_end(&t);
        cr_expect(throng_context_destroy(t.context) == THRONG_OK);
    }
}
