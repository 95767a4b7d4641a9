/* Snapshots of crowds of worlds: any number of parts restores them, and so does one crowd; a world restores
 * those of one crowd; a file that is not whole is refused. */
#include "tests/support/each_backend.h"
#include "tests/world/mirror.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AGENTS = 300, LATER = 30, PARTS = 5 };

static throng_context *contexts[PARTS];
static char path[200], other_path[200];

static void begin(void)
{
    variant v = reference_variant();
    const char *folder = getenv("THRONG_TEST_FOLDER");
    for (int32_t i = 0; i < PARTS; i++) {
        v.isa = i % 2 ? THRONG_ISA_AUTO : THRONG_ISA_REFERENCE;
        contexts[i] = open_variant(&v, NULL);
    }
    snprintf(path, sizeof path, "%s/world_%p.snapshot", folder ? folder : ".", (void *)contexts[0]);
    snprintf(other_path, sizeof other_path, "%s.other", path);
}

static void end(void)
{
    for (int32_t i = 0; i < PARTS; i++)
        cr_expect(throng_context_destroy(contexts[i]) == THRONG_OK);
    remove(path);
    remove(other_path);
}

static throng_crowd_def def_of(void)
{
    throng_crowd_def def = throng_crowd_default_def();
    def.agent_capacity = AGENTS;
    def.perception = THRONG_PERCEPTION_ALL;
    def.congestion = 1;
    def.symmetry = 0.05f;
    def.seed = 5;
    def.origin_x = 455000.0;
    return def;
}

static mirror world_of(int32_t parts, const throng_crowd_def *def)
{
    const throng_world_def w = throng_world_default_def();
    char name[32];
    snprintf(name, sizeof name, "%d parts", (int)parts);
    return mirror_begin(name, parts, contexts, &w, def, 0.0f);
}

static void populate(throng_crowd *crowd)
{
    static throng_agent_def agents[AGENTS];
    rng r = {29};
    for (int32_t i = 0; i < AGENTS; i++) {
        throng_agent_def *d = &agents[i];
        *d = throng_agent_default_def();
        d->id = (uint64_t)((i * 7919) % 10007) << (i % 3 * 20);
        d->offset_x = d->target_offset_x = 455000.0;
        d->x = rng_between(&r, 0.0f, 60.0f);
        d->y = rng_between(&r, 0.0f, 60.0f);
        d->radius = i % 5 ? 0.5f : 0.8f;
        d->priority = i % 17 == 3;
        d->navigation = i % 19 == 4 ? THRONG_NAVIGATE_GUEST : THRONG_NAVIGATE_GOAL;
        d->target_x = rng_between(&r, 0.0f, 60.0f);
        d->target_y = rng_between(&r, 0.0f, 60.0f);
    }
    MUST(contexts[0], mirrored_add(crowd, AGENTS, agents, 0, NULL));
}

static uint64_t hash_of(throng_crowd *crowd)
{
    uint64_t hash;
    MUST(contexts[0], throng_crowd_hash(crowd, &hash));
    return hash;
}

static unsigned char *read_file(const char *name, size_t *bytes)
{
    FILE *file = fopen(name, "rb");
    cr_assert(file);
    const int end = fseek(file, 0, SEEK_END);
    *bytes = (size_t)ftell(file);
    rewind(file);
    unsigned char *data = must_allocate(*bytes);
    const size_t got = fread(data, 1, *bytes, file);
    const int closed = fclose(file);
    cr_assert(end == 0 && got == *bytes && closed == 0);
    return data;
}

static void write_file(const char *name, const void *data, size_t bytes)
{
    FILE *file = fopen(name, "wb");
    cr_assert(file);
    const size_t put = fwrite(data, 1, bytes, file);
    const int closed = fclose(file);
    cr_assert(put == bytes && closed == 0);
}

/* A crowd that has walked past a stone, beside its mirrors. */
static throng_crowd *walked(const mirror *mirrors, int32_t count)
{
    const throng_vertex_double stone[4] = {
        {455020.0, 20.0}, {455028.0, 20.5}, {455028.0, 30.0}, {455021.0, 31.0}};
    const throng_crowd_def def = def_of();
    throng_crowd *crowd;
    mirrors_set(mirrors, count);
    MUST(contexts[0], throng_crowd_create(contexts[0], &def, &crowd));
    populate(crowd);
    MUST(contexts[0], throng_crowd_add_obstacle_double(crowd, 4, stone, 0, NULL));
    for (int32_t i = 0; i < count; i++)
        MUST(contexts[0], throng_world_crowd_add_obstacle(mirrors[i].crowd, 4, stone, 0, NULL));
    for (int32_t i = 0; i < LATER; i++)
        MUST(contexts[0], mirrored_step(crowd, 0.1f));
    return crowd;
}

static void go_on(throng_crowd *crowd, const mirror *mirrors, int32_t count)
{
    mirrors_set(mirrors, count);
    for (int32_t i = 0; i < LATER; i++) {
        MUST(contexts[0], mirrored_step(crowd, 0.1f));
        for (int32_t k = 0; k < count; k++)
            cr_expect(mirror_hash(&mirrors[k]) == hash_of(crowd), "%s differs %d steps later",
                      mirrors[k].name, (int)i + 1);
    }
}

Test(world_snapshots, any_number_of_parts)
{
    begin();
    const throng_crowd_def def = def_of();
    const mirror mirrors[4] = {world_of(3, &def), world_of(5, &def), world_of(2, &def), world_of(1, &def)};
    throng_crowd *crowd = walked(mirrors, 1);
    MUST(contexts[0], throng_world_crowd_save(mirrors[0].crowd, path));
    for (int32_t i = 0; i < 4; i++) {
        MUST(contexts[0], throng_world_crowd_restore(mirrors[i].crowd, path));
        cr_expect(mirror_hash(&mirrors[i]) == hash_of(crowd), "%s", mirrors[i].name);
    }
    /* another number of parts writes the same bytes */
    size_t bytes, again;
    unsigned char *file = read_file(path, &bytes);
    MUST(contexts[0], throng_world_crowd_save(mirrors[1].crowd, other_path));
    unsigned char *other = read_file(other_path, &again);
    cr_expect(bytes == again && memcmp(file, other, bytes) == 0);
    /* and one crowd restores them */
    throng_crowd *one;
    MUST(contexts[1], throng_crowd_create(contexts[1], &def, &one));
    MUST(contexts[1], throng_crowd_restore(one, file, bytes));
    cr_expect(hash_of(one) == hash_of(crowd));
    go_on(crowd, mirrors, 4);
    for (int32_t i = 0; i < LATER; i++)
        MUST(contexts[1], throng_crowd_step(one, 0.1f));
    cr_expect(hash_of(one) == hash_of(crowd));
    MUST(contexts[1], throng_crowd_destroy(one));
    MUST(contexts[0], throng_crowd_destroy(crowd));
    for (int32_t i = 0; i < 4; i++)
        mirror_end(&mirrors[i]);
    free(file);
    free(other);
    end();
}

Test(world_snapshots, of_one_crowd)
{
    begin();
    const throng_crowd_def def = def_of();
    const mirror mirrors[2] = {world_of(4, &def), world_of(2, &def)};
    throng_crowd *crowd = walked(NULL, 0);
    throng_agent agents[AGENTS];
    int32_t count;
    size_t bytes;
    /* with slots that are free */
    MUST(contexts[0], throng_crowd_list(crowd, agents, AGENTS, &count));
    MUST(contexts[0], throng_crowd_remove(crowd, AGENTS / 3, agents + 7, 2 * sizeof *agents));
    MUST(contexts[0], throng_crowd_snapshot_bytes(crowd, &bytes));
    void *snapshot = must_allocate(bytes);
    MUST(contexts[0], throng_crowd_save(crowd, snapshot, bytes));
    write_file(path, snapshot, bytes);
    for (int32_t i = 0; i < 2; i++)
        MUST(contexts[0], throng_world_crowd_restore(mirrors[i].crowd, path));
    go_on(crowd, mirrors, 2);
    free(snapshot);
    MUST(contexts[0], throng_crowd_destroy(crowd));
    for (int32_t i = 0; i < 2; i++)
        mirror_end(&mirrors[i]);
    end();
}

/* Files with a byte that is wrong, or that end too soon: the crowd stays as it was. */
Test(world_snapshots, damaged)
{
    begin();
    const throng_crowd_def def = def_of();
    const mirror m = world_of(3, &def);
    throng_crowd *crowd = walked(&m, 1);
    size_t bytes;
    MUST(contexts[0], throng_world_crowd_save(m.crowd, path));
    unsigned char *file = read_file(path, &bytes);
    const uint64_t hash = mirror_hash(&m);
    for (size_t at = 0; at < bytes; at += at < 200 ? 3 : bytes / 40) {
        file[at] ^= 0x41;
        write_file(other_path, file, bytes);
        cr_expect(throng_world_crowd_restore(m.crowd, other_path) == THRONG_ERROR_INVALID_ARGUMENT,
                  "byte %zu", at);
        file[at] ^= 0x41;
    }
    for (size_t least = 0; least < bytes; least += bytes / 10) {
        write_file(other_path, file, least);
        cr_expect(throng_world_crowd_restore(m.crowd, other_path) == THRONG_ERROR_INVALID_ARGUMENT);
    }
    remove(other_path);
    cr_expect(throng_world_crowd_restore(m.crowd, other_path) == THRONG_ERROR_INVALID_ARGUMENT);
    cr_expect(strstr(throng_context_message(contexts[0]), "cannot be read"));
    cr_expect(throng_world_crowd_save(m.crowd, "no such folder/file") == THRONG_ERROR_INVALID_ARGUMENT);
    cr_expect(strstr(throng_context_message(contexts[0]), "cannot be written"));
    cr_expect(throng_world_crowd_save(m.crowd, NULL) == THRONG_ERROR_INVALID_ARGUMENT);
    cr_expect(mirror_hash(&m) == hash);
    go_on(crowd, &m, 1);
    free(file);
    MUST(contexts[0], throng_crowd_destroy(crowd));
    mirror_end(&m);
    end();
}
