/* Crowds with moving obstacles: every way to compute gives the bits of the reference level. */
#include "tests/support/each_variant.h"

static throng_obstacle_motion motion_of(double x, double y, float vx, float vy)
{
    return (throng_obstacle_motion){.x = x, .y = y, .vx = vx, .vy = vy, .heading_x = 1.0f};
}

/* Everything at once: vehicles that turn, one that is not convex, walls, guests, radii that differ. */
static void play_bits(throng_context *context, int32_t form, uint64_t hashes[3])
{
    enum { UNITS = 300, STEPS = 30 };
    static const throng_vertex wall[2] = {{-3.0f, -1.0f}, {25.0f, -1.5f}};
    static const throng_vertex dented[5] = {
        {-2.5f, -1.25f}, {2.5f, -1.25f}, {2.0f, 0.0f}, {2.5f, 1.25f}, {-2.5f, 1.25f}};
    throng_crowd_def def = throng_crowd_default_def();
    throng_agent_def d[UNITS];
    throng_moving_obstacle handles[3];
    throng_obstacle_motion m[3] = {motion_of(-6.0, 9.0, 4.0f, 0.0f), motion_of(10.0, -3.0, 0.0f, 2.0f),
                                   motion_of(12.0, 12.0, -1.0f, 0.0f)};
    m[0].turn = 0.2f;
    m[1].heading_y = 1.0f;
    def.hash_guests = 1;
    def.neighbors = form ? THRONG_NEIGHBORS_GAPS : THRONG_NEIGHBORS_CENTRES;
    def.perception = form ? THRONG_PERCEPTION_ALL : 0;
    for (int32_t i = 0; i < UNITS; i++) {
        d[i] = throng_agent_default_def();
        d[i].x = 1.2f * (float)(i % 20);
        d[i].y = 1.2f * (float)(i / 20);
        d[i].radius = i % 3 ? 0.5f : 0.4f;
        d[i].target_x = i % 2 ? 1.0f : -1.0f;
        d[i].vx = i % 29 == 3 ? 3.0f : 0.0f;
        d[i].navigation = i % 29 == 3 ? THRONG_NAVIGATE_GUEST : THRONG_NAVIGATE_VELOCITY;
    }
    throng_crowd *crowd;
    def.agent_capacity = UNITS;
    MUST(context, throng_crowd_create(context, &def, &crowd));
    MUST(context, throng_crowd_add(crowd, UNITS, d, 0, NULL));
    MUST(context, throng_crowd_add_obstacle(crowd, 2, wall, 0, NULL));
    for (int32_t i = 0; i < 3; i++)
        MUST(context, throng_crowd_add_moving_obstacle(crowd, 5, dented, 0, &m[i], &handles[i]));
    for (int32_t step = 0; step < STEPS; step++) {
        MUST(context, throng_crowd_move_obstacles(crowd, 3, handles, 0, m, 0));
        MUST(context, throng_crowd_step(crowd, 0.1f));
        for (int32_t i = 0; i < 3; i++) {
            m[i].x += (double)m[i].vx * 0.1;
            m[i].y += (double)m[i].vy * 0.1;
        }
        if (step % 10 == 9)
            MUST(context, throng_crowd_hash(crowd, &hashes[step / 10]));
    }
    MUST(context, throng_crowd_destroy(crowd));
}

Test(crowd_moving_bits, all_variants)
{
    enum { VARIANTS = 100 };
    uint64_t right[2][3] = {{0}}, hashes[3] = {0};
    variant list[VARIANTS], reference = reference_variant();
    int32_t count = cpu_variants(list, VARIANTS);
    if (opencl_present())
        count += opencl_variants(list + count, VARIANTS - count);
    for (int32_t k = -1; k < count; k++) {
        const variant *v = k < 0 ? &reference : &list[k];
        throng_context *context = open_variant(v, NULL);
        for (int32_t form = 0; form < 2; form++) {
            play_bits(context, form, k < 0 ? right[form] : hashes);
            for (int32_t i = 0; i < 3 && k >= 0; i++)
                cr_expect(hashes[i] == right[form][i], "%s: form %d differs after %d steps", v->name,
                          (int)form, (int)(10 * (i + 1)));
        }
        cr_expect(throng_context_destroy(context) == THRONG_OK);
    }
}
