#include "tests/crowd/internals.h"
#include "kernels/crowd/walls.h"
#include "src/crowd/agents.h"

#include <stdlib.h>

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, sizeof(crowd_wall)); }

/* In an order that does not depend on where they are kept; what names their polygon is left out. NULL: no
 * memory. */
static crowd_wall *walls_of(const throng_crowd *crowd, int32_t *count)
{
    const throng_crowd_walls now = throng_crowd_walls_now(crowd);
    crowd_wall *walls = malloc(((size_t)now.capacity * CROWD_LEAF + 1) * sizeof *walls);
    *count = 0;
    for (int32_t i = 0; walls && i < now.capacity * CROWD_LEAF; i++)
        if (now.walls[i].length > 0.0f) {
            walls[*count] = now.walls[i];
            walls[*count].serial = now.walls[i].serial < 0 ? -1 : now.walls[i].serial;
            ++*count;
        }
    if (walls)
        qsort(walls, (size_t)*count, sizeof *walls, by_bytes);
    return walls;
}

int32_t have_same_walls(const throng_crowd *a, const throng_crowd *b)
{
    int32_t count, other;
    crowd_wall *walls = walls_of(a, &count), *others = walls_of(b, &other);
    const int32_t same =
        walls && others && count == other && memcmp(walls, others, (size_t)count * sizeof *walls) == 0;
    free(walls);
    free(others);
    return same;
}
