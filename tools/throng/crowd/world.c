/* What all processes of a world do at once. The first one tells them; a failure of one is one of all. */
#include "tools/throng/crowd/world.h"
#include "tools/support/memory.h"

#include <stdlib.h>
#include <string.h>

enum { PLACED_AT_ONCE = 1 << 20 }; /* agents: each process sees the ids of all that come in one call */

/* Values that agents have, as bits of an order. */
static const struct {
    throng_agent_value what;
    size_t bytes;
} readable[] = {{THRONG_AGENT_POSITION, 8},  {THRONG_AGENT_POSITION_DOUBLE, 16}, {THRONG_AGENT_VELOCITY, 8},
                {THRONG_AGENT_PERCEIVED, 4}, {THRONG_AGENT_VISION, 4},           {THRONG_AGENT_FLAGS, 4},
                {THRONG_AGENT_NAVIGATION, 4}};
enum { READABLE = sizeof readable / sizeof *readable };

static int32_t is_first(void) { return team()->rank == 0; }

static void tell(crowd_job *work, crowd_order order, int32_t what, int32_t count)
{
    if (is_first())
        crowd_tell(work, order, what, count);
}

/* Of a call of all processes, which all know how it ended. */
static int check(const crowd_job *work, throng_status status)
{
    return program_check(work->job.context, status, "crowd");
}

/* What is there goes. */
static int reserve(crowd_room *room, size_t bytes)
{
    int code = PROGRAM_OK;
    if (bytes <= room->bytes)
        return code;
    free(room->memory);
    room->memory = allocate(bytes + bytes / 4, 1, "agents", &code);
    room->bytes = code ? 0 : bytes + bytes / 4;
    return code;
}

/* ---------------------------------------------------------------- agents ---------------------------- */

/* Anew, since a crowd of a world has no reset. */
static throng_status make_anew(crowd_world *w)
{
    throng_world_crowd_def def = throng_world_crowd_default_def();
    throng_status status = throng_world_crowd_destroy(w->crowd);
    w->crowd = NULL;
    def.parts = w->defs;
    return status == THRONG_OK ? throng_world_crowd_create(w->world, &def, &w->crowd) : status;
}

int crowd_world_place(crowd_job *work)
{
    const crowd_scene *scene = &work->scene;
    const crowd_obstacles *obstacles = &scene->obstacles;
    const crowd_polygon *polygon = NULL;
    crowd_world *w = work->world;
    tell(work, CROWD_ORDER_PLACE, 0, scene->count);
    const int32_t count = work->told->count;
    throng_status status = make_anew(w);
    for (int32_t first = 0; first < count && status == THRONG_OK; first += PLACED_AT_ONCE) {
        const int32_t some = count - first < PLACED_AT_ONCE ? count - first : PLACED_AT_ONCE;
        status = throng_world_crowd_add(w->crowd, is_first() ? some : 0,
                                        is_first() ? scene->agents + first : NULL, 0);
    }
    for (int32_t i = 0; i < obstacles->count && status == THRONG_OK; i++) {
        polygon = &obstacles->polygons[i];
        status = throng_world_crowd_add_obstacle(w->crowd, polygon->count, obstacles->exact + polygon->first,
                                                 0, NULL);
    }
    return crowd_obstacles_check(obstacles, polygon, work->job.context, status);
}

/* ---------------------------------------------------------------- steps ----------------------------- */

int crowd_world_step(crowd_job *work)
{
    tell(work, CROWD_ORDER_STEP, 0, 0);
    return check(work, throng_world_crowd_step(work->world->crowd, work->options.dt));
}

int crowd_world_wait(crowd_job *work)
{
    int code = PROGRAM_OK;
    tell(work, CROWD_ORDER_WAIT, 0, 0);
    for (int32_t i = 0; i < work->world->parts && !code; i++)
        code =
            program_check(work->world->contexts[i], throng_context_wait(work->world->contexts[i]), "crowd");
    return team_agree(code);
}

int crowd_world_hash(crowd_job *work, uint64_t *hash)
{
    tell(work, CROWD_ORDER_HASH, 0, 0);
    return check(work, throng_world_crowd_hash(work->world->crowd, hash));
}

int crowd_world_kernels(crowd_job *work, double *seconds)
{
    const crowd_world *w = work->world;
    int code = PROGRAM_OK;
    double most = 0.0;
    tell(work, CROWD_ORDER_KERNELS, 0, 0);
    for (int32_t i = 0; i < w->parts && !code; i++) {
        throng_crowd *part = NULL;
        throng_crowd_info about = {0};
        throng_status status = throng_world_crowd_get_part(w->crowd, i, &part);
        status = status == THRONG_OK ? throng_crowd_get_info(part, &about) : status;
        code = program_check(w->contexts[i], status, "crowd");
        most = about.kernel_seconds > most ? about.kernel_seconds : most;
    }
    *seconds = -1e-9 * (double)team_least(-(int64_t)(1e9 * most));
    return team_agree(code);
}

/* ---------------------------------------------------------------- what agents have ------------------ */

static int32_t bit_of(throng_agent_value what)
{
    int32_t i = 0;
    while (i < READABLE - 1 && readable[i].what != what)
        i++;
    return 1 << i;
}

static size_t bytes_each(int32_t values)
{
    size_t bytes = sizeof(uint64_t);
    for (int32_t i = 0; i < READABLE; i++)
        bytes += values >> i & 1 ? readable[i].bytes : 0;
    return bytes;
}

static int32_t count_own(const crowd_world *w, int32_t part, throng_status *status)
{
    int32_t count = 0;
    if (*status == THRONG_OK)
        *status = throng_world_crowd_get_own(w->crowd, part, NULL, NULL, 0, &count);
    return count;
}

/* Ids of a part's agents, and their values from `at` on of `total` of each kind. */
static int pack_part(crowd_job *work, int32_t part, int32_t values, size_t at, size_t total)
{
    crowd_world *w = work->world;
    throng_status status = THRONG_OK;
    throng_crowd *crowd = NULL;
    int32_t count = count_own(w, part, &status);
    uint64_t *ids = (uint64_t *)(void *)w->packed.memory + at;
    char *to = w->packed.memory + total * sizeof *ids;
    if (status == THRONG_OK)
        status = throng_world_crowd_get_own(w->crowd, part, ids, NULL, count, &count);
    if (status == THRONG_OK)
        status = throng_world_crowd_get_part(w->crowd, part, &crowd);
    int code = check(work, status);
    code = code ? code : reserve(&w->handles, (size_t)count * sizeof(throng_agent));
    throng_agent *handles = (throng_agent *)(void *)w->handles.memory;
    for (int32_t i = 0; i < count && status == THRONG_OK && !code; i++)
        status = throng_crowd_find(crowd, ids[i], &handles[i]);
    for (int32_t i = 0; i < READABLE && status == THRONG_OK && !code; i++) {
        if (!(values >> i & 1))
            continue;
        status = throng_crowd_get(crowd, readable[i].what, count, handles, 0, to + at * readable[i].bytes, 0);
        to += total * readable[i].bytes;
    }
    return code ? code : program_check(w->contexts[part], status, "crowd");
}

static int pack(crowd_job *work, int32_t values, size_t *bytes)
{
    crowd_world *w = work->world;
    throng_status status = THRONG_OK;
    size_t total = 0, at = 0;
    for (int32_t i = 0; i < w->parts; i++)
        total += (size_t)count_own(w, i, &status);
    *bytes = total * bytes_each(values);
    int code = check(work, status);
    code = code ? code : reserve(&w->packed, *bytes);
    for (int32_t i = 0; i < w->parts && !code; i++) {
        code = pack_part(work, i, values, at, total);
        at += (size_t)count_own(w, i, &status);
    }
    return code;
}

/* The scene's agent with an id. */
static size_t index_of(const crowd_scene *scene, uint64_t id)
{
    size_t low = 0, high = (size_t)scene->count;
    if (id < high && scene->agents[id].id == id)
        return (size_t)id;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (scene->agents[middle].id <= id)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* What one process has sent, to the places of its agents. */
static void unpack(const crowd_job *work, const char *from, size_t total, int32_t bits,
                   const crowd_value *values, int32_t count)
{
    const char *ids = from;
    from += total * sizeof(uint64_t);
    for (int32_t i = 0; i < READABLE; i++) {
        const size_t bytes = readable[i].bytes;
        if (!(bits >> i & 1))
            continue;
        for (int32_t v = 0; v < count; v++)
            for (size_t k = 0; k < total && values[v].what == readable[i].what; k++) {
                uint64_t id;
                memcpy(&id, ids + k * sizeof id, sizeof id);
                memcpy((char *)values[v].to + index_of(&work->scene, id) * bytes, from + k * bytes, bytes);
            }
        from += total * bytes;
    }
}

int crowd_world_get(crowd_job *work, const crowd_value *values, int32_t count)
{
    crowd_world *w = work->world;
    int32_t bits = 0;
    size_t bytes = 0, all = 0;
    for (int32_t i = 0; i < count; i++)
        bits |= bit_of(values[i].what);
    tell(work, CROWD_ORDER_GET, bits, 0);
    bits = work->told->what;
    int code = team_agree(pack(work, bits, &bytes));
    if (code)
        return code;
    team_gather((int64_t)bytes, w->sizes);
    for (int32_t i = 0; i < team()->size && is_first(); i++)
        all += (size_t)w->sizes[i];
    code = team_agree(is_first() ? reserve(&w->all, all) : PROGRAM_OK);
    if (code)
        return code;
    team_collect(w->packed.memory, bytes, w->sizes, w->all.memory, w->messages);
    const char *from = w->all.memory;
    for (int32_t i = 0; i < team()->size && is_first(); from += w->sizes[i++])
        unpack(work, from, (size_t)w->sizes[i] / bytes_each(bits), bits, values, count);
    return PROGRAM_OK;
}

int crowd_world_set(crowd_job *work, throng_agent_value what, int32_t count, const int32_t *agents,
                    const void *data)
{
    crowd_world *w = work->world;
    const int code = reserve(&w->ids, (size_t)count * sizeof(uint64_t));
    if (code)
        return code; /* of the first process, which has told nothing yet */
    uint64_t *ids = (uint64_t *)(void *)w->ids.memory;
    for (int32_t i = 0; i < count; i++)
        ids[i] = work->scene.agents[agents[i]].id;
    tell(work, CROWD_ORDER_SET, what, 0);
    return check(work, throng_world_crowd_set(w->crowd, what, count, ids, data, 0));
}
