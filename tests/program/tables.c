/* Tables by step: what an object of the library that takes their rows step by step needs room for. */
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>

#include "tools/throng/path/path.h"

#include <stdlib.h>
#include <unistd.h>

Test(tables, capacity_for_the_largest_step)
{
    char path[] = "/tmp/throng-sources-XXXXXX";
    const int file = mkstemp(path);
    FILE *stream = fdopen(file, "w");
    cr_assert_not_null(stream);
    (void)fputs("step,x,y,range\n0,1,1,2\n2,2,2,2\n2,3,3,2\n2,4,4,2\n3,5,5,2\n", stream);
    cr_assert_eq(fclose(stream), 0);
    path_input in = {.scene = {.stepped = 1}};
    path_input_defaults(&in);
    in.sources_path = path;
    cr_expect_eq(path_input_load(&in, NULL), 0);
    (void)unlink(path);
    cr_expect_eq(path_potential_def(&in).source_capacity, 3);
    cr_expect_eq(in.scene.source_count, 1, "not those of step 0, but %d", (int)in.scene.source_count);
    path_scene_show(&in.scene, 1);
    cr_expect_eq(in.scene.source_count, 0);
    path_scene_show(&in.scene, 2);
    cr_expect_eq(in.scene.source_count, 3);
    cr_expect_eq(in.scene.sources->x, 2.0f);
    path_input_release(&in);
}
