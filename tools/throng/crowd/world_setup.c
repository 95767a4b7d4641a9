/* Before the runs of a crowd over parts: what the first process has read goes to the others, and each makes
 * contexts, terrain and flow for its parts. */
#include "tools/support/commit.h"
#include "tools/support/memory.h"
#include "tools/throng/crowd/world.h"

#include <stdlib.h>
#include <string.h>

void crowd_tell(crowd_job *work, crowd_order order, int32_t what, int32_t count)
{
    *work->told = (crowd_told){(int32_t)order, what, count};
    team_share(work->told, sizeof *work->told);
}

/* What is shared first: only where it is the same, all else has the same size. */
typedef struct shared_version {
    char version[32], commit[64];
} shared_version;

/* Then how much follows, and all that fits. */
typedef struct shared_head {
    throng_crowd_def def;
    throng_flow_def flow;
    int32_t count, fields, width, height, has_cells, polygons, vertices;
} shared_head;

/* ---------------------------------------------------------------- the scene ------------------------- */

static void fill_head(const crowd_job *work, const throng_crowd_def *def, shared_head *head)
{
    const crowd_scene *scene = &work->scene;
    const crowd_obstacles *obstacles = &scene->obstacles;
    head->def = *def;
    head->def.terrain = NULL;
    head->def.flow = NULL;
    head->flow = work->flow_def;
    head->flow.terrain = NULL;
    head->count = scene->count;
    head->fields = scene->fields;
    head->width = scene->map.width;
    head->height = scene->map.height;
    head->has_cells = scene->map.cells != NULL;
    head->polygons = obstacles->count;
    for (int32_t i = 0; i < obstacles->count; i++)
        head->vertices += obstacles->polygons[i].count;
}

/* Of the first process all are there. */
static int take_head(crowd_job *work, const shared_head *head, throng_crowd_def *def)
{
    crowd_scene *scene = &work->scene;
    int code = PROGRAM_OK;
    *def = head->def;
    work->flow_def = head->flow;
    scene->count = head->count;
    scene->fields = head->fields;
    scene->map.width = head->width;
    scene->map.height = head->height;
    scene->obstacles.count = head->polygons;
    scene->obstacles.name = "obstacles";
    if (head->has_cells)
        scene->map.cells = allocate((size_t)head->width * (size_t)head->height, 1, "--map", &code);
    scene->goals = allocate((size_t)head->fields, sizeof *scene->goals, "--map", &code);
    scene->obstacles.polygons =
        allocate((size_t)head->polygons, sizeof *scene->obstacles.polygons, "--obstacles", &code);
    scene->obstacles.exact =
        allocate((size_t)head->vertices, sizeof *scene->obstacles.exact, "--obstacles", &code);
    return code;
}

static int compare_versions(void)
{
    shared_version own = {"", ""}, first;
    (void)snprintf(own.version, sizeof own.version, "%s", throng_version());
    (void)snprintf(own.commit, sizeof own.commit, "%s", program_commit());
    first = own;
    team_share(&first, sizeof first);
    return team_agree(strcmp(first.version, own.version) != 0 || strcmp(first.commit, own.commit) != 0
                          ? reject_failure("throng", "it is %s (%s) here; give all processes the same",
                                           own.version, own.commit)
                          : PROGRAM_OK);
}

static int share_scene(crowd_job *work, throng_crowd_def *def)
{
    shared_head head;
    crowd_scene *scene = &work->scene;
    int code = compare_versions();
    if (code)
        return code;
    memset(&head, 0, sizeof head);
    if (team()->rank == 0)
        fill_head(work, def, &head);
    team_share(&head, sizeof head);
    code = team_agree(team()->rank > 0 ? take_head(work, &head, def) : PROGRAM_OK);
    if (code)
        return code;
    if (head.has_cells)
        team_share(scene->map.cells, (size_t)head.width * (size_t)head.height);
    team_share(scene->goals, (size_t)head.fields * sizeof *scene->goals);
    team_share(scene->obstacles.polygons, (size_t)head.polygons * sizeof *scene->obstacles.polygons);
    team_share(scene->obstacles.exact, (size_t)head.vertices * sizeof *scene->obstacles.exact);
    return PROGRAM_OK;
}

/* ---------------------------------------------------------------- parts ----------------------------- */

/* Devices of a list go round the parts of this machine. */
static int name_device(const crowd_job *work, int32_t part, char *name, size_t size)
{
    const char *list = work->options.devices;
    int32_t words = 1;
    for (const char *c = list; *c; c++)
        words += *c == ',';
    int32_t word = (int32_t)(((int64_t)team()->local_rank * work->options.parts + part) % words);
    while (word-- > 0)
        list = strchr(list, ',') + 1;
    const size_t length = strcspn(list, ",");
    if (length == 0 || length >= size)
        return reject_usage("--device", "\"%s\" is not a list of devices, with commas between them",
                            work->options.devices);
    (void)snprintf(name, size, "%.*s", (int)length, list);
    return PROGRAM_OK;
}

int crowd_world_prepare(crowd_job *work)
{
    crowd_options *in = &work->options;
    program_common *common = &work->job.common;
    int code = team_check(&in->world);
    if (code)
        return code;
    work->told = allocate(1, sizeof *work->told, "--world", &code);
    if (code || (in->world != TEAM_MPI && in->parts == 0)) {
        option_set_unused(&work->job.options, "parts");
        return code;
    }
    if (work->job.view.view)
        return reject_usage("--view", "it shows a crowd that is whole; leave out %s",
                            in->parts > 0 ? "--parts" : "mpirun, or take --world single");
    in->parts = in->parts > 0 ? in->parts : 1;
    if (common->threads == 0 && (in->parts > 1 || team()->local_size > 1)) {
        const int32_t share = program_threads(team()->local_size) / in->parts;
        common->threads = share > 1 ? share : 1;
    }
    if (common->device && strchr(common->device, ',')) {
        in->devices = common->device;
        common->device = in->device;
        code = name_device(work, 0, in->device, sizeof in->device);
    }
    work->world = allocate(1, sizeof *work->world, "--parts", &code);
    return code;
}

static int allocate_parts(crowd_job *work)
{
    crowd_world *w = work->world;
    const size_t size = (size_t)team()->size, parts = (size_t)work->options.parts;
    int code = PROGRAM_OK;
    w->contexts = allocate(parts, sizeof *w->contexts, "--parts", &code);
    w->terrains = allocate(parts, sizeof(void *), "--parts", &code);
    w->flows = allocate(parts, sizeof(void *), "--parts", &code);
    w->defs = allocate(parts, sizeof *w->defs, "--parts", &code);
    w->sizes = allocate(2 * size, sizeof *w->sizes, "--parts", &code);
    w->messages = allocate(size, sizeof *w->messages, "--parts", &code);
    if (!code)
        w->parts = work->options.parts;
    return code;
}

static int make_context(crowd_job *work, int32_t part)
{
    crowd_world *w = work->world;
    program_common common = work->job.common;
    char name[128];
    int code = PROGRAM_OK;
    if (part == 0 && work->job.context) {
        w->contexts[0] = work->job.context;
        return code;
    }
    if (work->options.devices) {
        code = name_device(work, part, name, sizeof name);
        common.device = name;
    }
    code = code ? code
                : program_context_create(&common, work->job.common.json.path != NULL, &work->job.log,
                                         &w->contexts[part]);
    if (part == 0)
        work->job.context = w->contexts[0];
    return code;
}

static int make_part(crowd_job *work, int32_t part, const throng_crowd_def *def, int32_t capacity)
{
    crowd_world *w = work->world;
    int code = make_context(work, part);
    if (!code && part == 0 && team()->rank == 0) { /* the first process has checked agents with them */
        w->terrains[0] = work->terrain;
        w->flows[0] = work->flow;
    } else if (!code) {
        code = crowd_map_copy(work, w->contexts[part], &w->terrains[part], &w->flows[part]);
    }
    w->defs[part] = *def;
    w->defs[part].terrain = w->terrains[part];
    w->defs[part].flow = w->flows[part];
    w->defs[part].agent_capacity = capacity;
    return code;
}

static int make_world(crowd_job *work)
{
    crowd_world *w = work->world;
    throng_world_def def = throng_world_default_def();
    throng_world_crowd_def crowd = throng_world_crowd_default_def();
    throng_crowd *part = NULL;
    throng_crowd_info about;
    if (team_is_open())
        def.transport = team()->world;
    throng_status status = throng_world_create(w->parts, w->contexts, &def, &w->world);
    crowd.parts = w->defs;
    if (status == THRONG_OK)
        status = throng_world_crowd_create(w->world, &crowd, &w->crowd);
    if (status == THRONG_OK)
        status = throng_world_crowd_get_part(w->crowd, 0, &part);
    if (status == THRONG_OK)
        status = throng_crowd_get_info(part, &about);
    work->job.backend = status == THRONG_OK ? about.backend : THRONG_BACKEND_CPU;
    return program_check(work->job.context, status, "crowd");
}

int crowd_world_make(crowd_job *work, throng_crowd_def *def)
{
    if (team()->rank == 0)
        crowd_tell(work, CROWD_ORDER_MAKE, 0, 0);
    int code = share_scene(work, def);
    if (code)
        return code;
    const int64_t all = team_sum(work->options.parts);
    const int32_t share = (int32_t)(work->scene.count / all), wanted = share + share / 4 + 64;
    const int32_t capacity = wanted < THRONG_MAX_AGENTS ? wanted : THRONG_MAX_AGENTS;
    code = allocate_parts(work);
    for (int32_t i = 0; i < work->options.parts && !code; i++)
        code = make_part(work, i, def, capacity);
    code = team_agree(code);
    return code ? code : make_world(work);
}

void crowd_world_release(crowd_job *work)
{
    crowd_world *w = work->world;
    if (w && work->job.served)
        crowd_tell(work, CROWD_ORDER_END, 0, 0);
    free(work->told);
    if (!w)
        return;
    (void)throng_world_crowd_destroy(w->crowd);
    (void)throng_world_destroy(w->world);
    for (int32_t i = 0; i < w->parts; i++) {
        const int32_t is_jobs = i == 0 && team()->rank == 0;
        if (!is_jobs) {
            (void)throng_flow_destroy(w->flows[i]);
            (void)throng_terrain_destroy(w->terrains[i]);
        }
        if (w->contexts[i] != work->job.context)
            (void)throng_context_destroy(w->contexts[i]);
    }
    void *const blocks[] = {
        (void *)w->contexts, (void *)w->terrains, (void *)w->flows, w->defs,       w->sizes, w->messages,
        w->handles.memory,   w->packed.memory,    w->all.memory,    w->ids.memory, w};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        free(blocks[i]);
    work->world = NULL;
}
