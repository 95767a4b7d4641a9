/* Objects out of a program's own buffers and values into them have the bits of the way over the host, and
 * wait for the program's events. */
#include "tests/context/opencl_program.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

/* ---------------------------------------------------------------- buffers --------------------------- */

/* Objects at offset + i * stride, set out of a buffer. */
static void check_set(size_t offset, size_t stride)
{
    program p;
    begin(&p, 0);
    const size_t size = sizeof *p.objects, bytes = offset + (OBJECTS - 1) * (stride ? stride : size) + size;
    unsigned char *content = must_allocate(bytes);
    for (size_t i = 0; i < OBJECTS; i++)
        memcpy(content + offset + i * (stride ? stride : size), &p.objects[i], size);
    cl_mem buffer = buffer_of(&p, bytes, content);
    cl_event event = NULL;
    MUST(p.context,
         throng_influence_set_objects_cl(p.map, 0, 0, OBJECTS, buffer, offset, stride, 0, NULL, &event));
    cr_expect(event && p.cl.clWaitForEvents(1, &event) == CL_SUCCESS);
    p.cl.clReleaseEvent(event);
    cr_expect(throng_influence_object_count(p.map, 0) == OBJECTS);
    expect_map(&p, p.objects, "objects out of a buffer");
    p.cl.clReleaseMemObject(buffer);
    free(content);
    end(&p);
}

Test(buffers, objects)
{
    const size_t size = sizeof(throng_influence_object);
    check_set(0, 0);
    check_set(3 * size, 0);
    check_set(4, size + 12);
    check_set(20, size + 4); /* an object that begins in one row of the stride and ends in the next */
    check_set(1000, size);
}

/* The map keeps the memory of the copy: what is set frame by frame allocates nothing, also in parts. */
Test(buffers, objects_again)
{
    program p;
    throng_influence_info before, after;
    begin(&p, 0);
    cl_mem buffer = buffer_of(&p, sizeof p.objects, p.objects);
    MUST(p.context, throng_influence_get_info(p.map, &before));
    MUST(p.context, SET(0, OBJECTS / 2, buffer, 0, 0));
    MUST(p.context, SET(0, OBJECTS, buffer, 0, 0));
    MUST(p.context, throng_influence_get_info(p.map, &after));
    cr_expect(after.host_bytes >= before.host_bytes + sizeof p.objects, "it is not counted");
    cr_expect(after.host_bytes <= before.host_bytes + CAPACITY * sizeof *p.objects);
    const int64_t allocations = p.w->allocations;
    for (int32_t frame = 0; frame < 4; frame++) {
        MUST(p.context, SET(0, OBJECTS, buffer, 0, 0));
        MUST(p.context, SET(frame, 3, buffer, 0, 0));
    }
    cr_expect(p.w->allocations == allocations, "%d requests", (int)(p.w->allocations - allocations));
    p.cl.clReleaseMemObject(buffer);
    end(&p);
}

/* Pairs at offset + i * stride. */
static cl_mem pairs_of(const program *p, const float (*pairs)[2], size_t offset, size_t stride)
{
    const size_t bytes = offset + (OBJECTS - 1) * stride + 8;
    unsigned char *content = must_allocate(bytes);
    for (size_t i = 0; i < OBJECTS; i++)
        memcpy(content + offset + i * stride, pairs[i], 8);
    cl_mem buffer = buffer_of(p, bytes, content);
    free(content);
    return buffer;
}

/* Where all objects go, and in which directions; objects as they are then. */
static void wander(const program *p, float places[OBJECTS][2], float velocities[OBJECTS][2],
                   throng_influence_object moved[OBJECTS])
{
    rng r = {78};
    for (int i = 0; i < OBJECTS; i++) {
        places[i][0] = rng_between(&r, 0.0f, (float)WIDTH);
        places[i][1] = rng_between(&r, 0.0f, (float)HEIGHT);
        velocities[i][0] = rng_between(&r, -1.0f, 1.0f);
        velocities[i][1] = rng_between(&r, -1.0f, 1.0f);
        moved[i] = p->objects[i];
        moved[i].x = places[i][0];
        moved[i].y = places[i][1];
        moved[i].vx = velocities[i][0];
        moved[i].vy = velocities[i][1];
    }
}

Test(buffers, moves)
{
    program p;
    begin(&p, 0);
    float places[OBJECTS][2], velocities[OBJECTS][2];
    throng_influence_object moved[OBJECTS];
    wander(&p, places, velocities, moved);
    MUST(p.context, throng_influence_set_objects(p.map, 0, 0, OBJECTS, p.objects, 0));
    cl_mem from = pairs_of(&p, (const float(*)[2])places, 12, 20),
           by = pairs_of(&p, (const float(*)[2])velocities, 0, 8);
    MUST(p.context,
         throng_influence_move_objects_cl(p.map, 0, 0, OBJECTS, from, 12, 20, by, 0, 0, 0, NULL, NULL));
    expect_map(&p, moved, "places and directions");
    /* some of them, without directions */
    MUST(p.context, throng_influence_set_objects(p.map, 0, 0, OBJECTS, p.objects, 0));
    MUST(p.context,
         throng_influence_move_objects_cl(p.map, 0, 7, 9, from, 12 + 7 * 20, 20, NULL, 0, 0, 0, NULL, NULL));
    for (int i = 0; i < OBJECTS; i++) {
        const throng_influence_object new = moved[i];
        moved[i] = p.objects[i];
        if (i >= 7 && i < 16) {
            moved[i].x = new.x;
            moved[i].y = new.y;
        }
    }
    expect_map(&p, moved, "some places");
    p.cl.clReleaseMemObject(from);
    p.cl.clReleaseMemObject(by);
    end(&p);
}

/* What is no number, or too far away, leaves its object as it was, its direction too. */
Test(buffers, bad_moves)
{
    program p;
    begin(&p, 0);
    float places[OBJECTS][2], velocities[OBJECTS][2];
    throng_influence_object moved[OBJECTS];
    static const float bad[] = {NAN, INFINITY, -INFINITY, 2e9f, -3e38f};
    wander(&p, places, velocities, moved);
    for (int i = 0; i < 20; i++) {
        float *pair = i < 10 ? places[i] : velocities[i];
        pair[i / 5 & 1] = bad[i % 5];
        moved[i] = p.objects[i];
    }
    MUST(p.context, throng_influence_set_objects(p.map, 0, 0, OBJECTS, p.objects, 0));
    cl_mem from = pairs_of(&p, (const float(*)[2])places, 0, 8),
           by = pairs_of(&p, (const float(*)[2])velocities, 0, 8);
    MUST(p.context,
         throng_influence_move_objects_cl(p.map, 0, 0, OBJECTS, from, 0, 0, by, 0, 0, 0, NULL, NULL));
    expect_map(&p, moved, "bad moves");
    p.cl.clReleaseMemObject(from);
    p.cl.clReleaseMemObject(by);
    end(&p);
}

/* On maps with walls nobody looks whether there is one where an object goes to: it adds nothing then, like
 * one whose cell is blocked later. */
static void check_walls(throng_propagation propagation)
{
    program p;
    begin(&p, 0);
    uint8_t blocked[CELLS] = {0};
    float places[OBJECTS][2], velocities[OBJECTS][2], values[CELLS];
    throng_influence_object moved[OBJECTS];
    wander(&p, places, velocities, moved);
    int32_t left = 0;
    for (int i = 0; i < OBJECTS; i++) {
        p.objects[i].x = (float)i + 0.5f;
        p.objects[i].y = 0.5f;
        p.objects[i].influence = 3.0f + (float)i;
        moved[i].influence = p.objects[i].influence;
        if (i % 3 == 0)
            blocked[(size_t)places[i][1] * WIDTH + (size_t)places[i][0]] = 1;
        if (i % 3 == 1)
            places[i][0] = -2.0f; /* off the map */
    }
    for (int i = 0; i < OBJECTS; i++)
        if (i % 3 == 2 && !blocked[(size_t)places[i][1] * WIDTH + (size_t)places[i][0]])
            moved[left++] = moved[i];
    cr_assert(left > OBJECTS / 4);
    throng_terrain *terrain;
    throng_influence_def def = map_of_program();
    throng_terrain_def ground = throng_terrain_default_def();
    ground.width = WIDTH;
    ground.height = HEIGHT;
    throng_influence_destroy(p.map);
    MUST(p.context, throng_terrain_create(p.context, &ground, &terrain));
    MUST(p.context, throng_terrain_set(terrain, NULL, blocked, 0));
    def.terrain = terrain;
    def.propagation = propagation;
    MUST(p.context, throng_influence_create(p.context, &def, &p.map));
    MUST(p.context, throng_influence_set_objects(p.map, 0, 0, OBJECTS, p.objects, 0));
    MUST(p.context, throng_influence_update(p.map));
    cl_mem from = pairs_of(&p, (const float(*)[2])places, 0, 8),
           by = pairs_of(&p, (const float(*)[2])velocities, 0, 8);
    MUST(p.context,
         throng_influence_move_objects_cl(p.map, 0, 0, OBJECTS, from, 0, 0, by, 0, 0, 0, NULL, NULL));
    MUST(p.context, throng_influence_update(p.map));
    MUST(p.context, throng_influence_read(p.map, 0, NULL, values, 0));
    float *right = compute(p.context, &def, moved, left);
    cr_expect(memcmp(values, right, sizeof values) == 0);
    free(right);
    p.cl.clReleaseMemObject(from);
    p.cl.clReleaseMemObject(by);
    throng_influence_destroy(p.map);
    throng_terrain_destroy(terrain);
    def = map_of_program();
    MUST(p.context, throng_influence_create(p.context, &def, &p.map));
    end(&p);
}

Test(buffers, moves_into_walls)
{
    check_walls(THRONG_PROPAGATION_PATH);
    check_walls(THRONG_PROPAGATION_ADJACENT);
}

/* A region goes to its place of a buffer, and nothing else of that is touched. */
static void check_read(const program *p, const throng_region *region, size_t offset, size_t stride)
{
    static float row[WIDTH];
    const throng_region area = region ? *region : (throng_region){0, 0, WIDTH, HEIGHT};
    const size_t size = (size_t)area.width * sizeof *row;
    cl_mem buffer = marked_buffer(p);
    cl_event event = NULL;
    char what[64];
    MUST(p->context, throng_influence_read_cl(p->map, 0, region, buffer, offset, stride, 0, NULL, &event));
    for (int32_t i = 0; i < area.height; i++) {
        const throng_region one = {area.column, area.row + i, area.width, 1};
        MUST(p->context, throng_influence_read(p->map, 0, &one, row, 0));
        memcpy(expected + offset + (size_t)i * (stride ? stride : size), row, size);
    }
    snprintf(what, sizeof what, "offset %zu, stride %zu", offset, stride);
    expect_buffer(p, buffer, event, what);
}

Test(buffers, values)
{
    program p;
    begin(&p, 0);
    MUST(p.context, throng_influence_set_objects(p.map, 0, 0, OBJECTS, p.objects, 0));
    MUST(p.context, throng_influence_update(p.map));
    check_read(&p, NULL, 0, 0);
    check_read(&p, NULL, 400, 4 * WIDTH + 40);
    check_read(&p, &(throng_region){5, 7, 11, 9}, 0, 0);
    check_read(&p, &(throng_region){5, 7, 11, 9}, 8, 60);
    check_read(&p, &(throng_region){5, 7, 11, 9}, 136, 60); /* a row that crosses two of the stride */
    check_read(&p, &(throng_region){WIDTH - 1, HEIGHT - 1, 1, 1}, 4, 0);
    end(&p);
}

static void read_row(program *p, cl_mem own, size_t offset, size_t pitch, float row[WIDTH])
{
    cr_assert(own && offset % 4 == 0 && pitch >= 4 * WIDTH);
    cr_assert(p->cl.clEnqueueReadBuffer(p->host.queue, own, CL_TRUE, offset + 20 * pitch, WIDTH * sizeof *row,
                                        row, 0, NULL, NULL) == CL_SUCCESS);
}

/* The map's own buffer; another one when an update in slices is whole, and not before. */
Test(buffers, own)
{
    program p;
    begin(&p, 0);
    cl_mem own = NULL, before = NULL;
    size_t offset = 1, pitch = 0;
    float row[WIDTH], right[WIDTH];
    const throng_region region = {0, 20, WIDTH, 1};
    int32_t done = 0;
    MUST(p.context, throng_influence_set_objects(p.map, 0, 0, OBJECTS, p.objects, 0));
    MUST(p.context, throng_influence_update(p.map));
    for (int k = 0; k < 2; k++) {
        MUST(p.context, throng_influence_buffer(p.map, 0, &own, &offset, &pitch));
        read_row(&p, own, offset, pitch, row);
        MUST(p.context, throng_influence_read(p.map, 0, &region, right, 0));
        cr_expect(memcmp(row, right, sizeof row) == 0, "the map's own buffer, update %d", k);
        for (int i = 0; i < OBJECTS; i++)
            p.objects[i].influence += 1.0f;
        MUST(p.context, throng_influence_set_objects(p.map, 0, 0, OBJECTS, p.objects, 0));
        for (done = 0; !done && k == 0;) {
            MUST(p.context, throng_influence_buffer(p.map, 0, &before, &offset, &pitch));
            cr_expect(before == own, "another buffer before the update is whole");
            MUST(p.context, throng_influence_update_some(p.map, 0.0, &done));
        }
    }
    MUST(p.context, throng_influence_combine(p.map, (float[]){2.0f, 0.0f}, 2));
    MUST(p.context, throng_influence_buffer(p.map, THRONG_LAYER_COMBINED, &own, &offset, &pitch));
    read_row(&p, own, offset, pitch, row);
    for (int i = 0; i < WIDTH; i++)
        cr_expect(row[i] == 2.0f * right[i]);
    end(&p);
}

/* ---------------------------------------------------------------- events ---------------------------- */

Test(events, waited_for)
{
    program p;
    begin(&p, 0);
    MUST(p.context, throng_influence_set_objects(p.map, 0, 0, OBJECTS, p.objects, 0));
    MUST(p.context, throng_influence_update(p.map));
    float places[OBJECTS][2] = {{0.0f}};
    cl_mem pairs = pairs_of(&p, (const float(*)[2])places, 0, 8), room = buffer_of(&p, 4 * CELLS, NULL);
    for (int count = 0; count <= OBJECTS; count += OBJECTS) {
        cl_event gate = gate_of(&p), event = NULL;
        MUST(p.context,
             throng_influence_move_objects_cl(p.map, 0, 0, count, pairs, 0, 0, NULL, 0, 0, 1, &gate, &event));
        expect_waits(&p, count ? "moving" : "moving nobody", gate, event);
    }
    cl_event gate = gate_of(&p), event = NULL;
    MUST(p.context, throng_influence_read_cl(p.map, 0, NULL, room, 0, 0, 1, &gate, &event));
    expect_waits(&p, "reading", gate, event);
    gate = gate_of(&p);
    event = NULL;
    MUST(p.context, throng_influence_set_objects_cl(p.map, 0, 0, 0, NULL, 0, 0, 1, &gate, &event));
    expect_waits(&p, "setting nobody", gate, event);
    p.cl.clReleaseMemObject(pairs);
    p.cl.clReleaseMemObject(room);
    end(&p);
}

typedef struct opener {
    program *p;
    cl_event gate;
    cl_mem buffer;
} opener;

/* Fills the buffer by a queue of its own, and says so. */
static void *open_later(void *data)
{
    opener *o = data;
    cl_command_queue queue = queue_of(o->p, o->p->host.context, 0);
    doze();
    o->p->cl.clEnqueueWriteBuffer(queue, o->buffer, CL_TRUE, 0, sizeof o->p->objects, o->p->objects, 0, NULL,
                                  NULL);
    o->p->more.clSetUserEventStatus(o->gate, CL_COMPLETE);
    o->p->cl.clReleaseCommandQueue(queue);
    return NULL;
}

Test(events, objects_that_come_later)
{
    program p;
    begin(&p, 0);
    pthread_t thread;
    static const throng_influence_object nothing[OBJECTS];
    opener o = {&p, gate_of(&p), buffer_of(&p, sizeof p.objects, nothing)};
    cr_assert(pthread_create(&thread, NULL, open_later, &o) == 0);
    MUST(p.context, throng_influence_set_objects_cl(p.map, 0, 0, OBJECTS, o.buffer, 0, 0, 1, &o.gate, NULL));
    pthread_join(thread, NULL);
    expect_map(&p, p.objects, "objects that come later");
    p.cl.clReleaseEvent(o.gate);
    p.cl.clReleaseMemObject(o.buffer);
    end(&p);
}
