// The C++ headers of maps, fields and flows of worlds: two contexts have the bits of one object, and errors
// have the library's message. Built with and without exceptions.
#include "tests/bindings/cpp.h"

#include <throng/world.hpp>

namespace
{

enum { WIDTH = 40, HEIGHT = 30, CELLS = WIDTH * HEIGHT };

throng::context make_context()
{
    throng::context_def def;
    def.backend = THRONG_BACKEND_CPU;
    def.threads = 1;
    return must(throng::context::create(def));
}

struct two_parts {
    throng::context first = make_context(), second = make_context();
    throng::world world;

    two_parts()
    {
        throng_context *const contexts[] = {first, second};
        world = must(throng::world::create(contexts));
    }
};

template <class T> bool same(const std::vector<T> &a, const std::vector<T> &b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

// A wall in the middle, with a gap.
std::vector<std::uint8_t> make_walls()
{
    std::vector<std::uint8_t> walls(CELLS);
    for (int row = 0; row < HEIGHT - 4; row++)
        walls[std::size_t(row * WIDTH + WIDTH / 2 + 1)] = 1;
    return walls;
}

/* ---------------------------------------------------------------- influence maps -------------------- */

struct maps : two_parts {
    const std::vector<std::uint8_t> walls = make_walls();
    const std::vector<std::uint64_t> ids = {5, 70, 800};
    std::vector<throng::influence_object> objects;
    throng::terrain ground;
    throng::world_influence cut;
    throng::influence one;

    maps()
    {
        throng::world_influence_def def(WIDTH, HEIGHT);
        throng::influence_def whole(WIDTH, HEIGHT);
        def.map.propagation = whole.propagation = THRONG_PROPAGATION_PATH;
        def.map.layers = whole.layers = 2;
        def.reach = 12;
        ground = must(throng::terrain::create(first, throng::terrain_def(WIDTH, HEIGHT)));
        DO(ground.set(walls));
        whole.terrain = ground;
        cut = must(throng::world_influence::create(world, def));
        one = must(throng::influence::create(first, whole));
        DO(cut.set_walls(walls));
        for (std::size_t i = 0; i < ids.size(); i++) {
            throng::influence_object o;
            o.x = 17.5f + 3.0f * float(i);
            o.y = 20.5f + 4.0f * float(i);
            o.max_distance = 8.0f;
            objects.push_back(o);
        }
        for (int layer = 0; layer < 2; layer++) {
            DO(cut.set_objects(layer, ids, objects));
            DO(one.set_objects(layer, objects));
        }
        update();
    }
    void update()
    {
        DO(cut.update());
        DO(one.update());
    }
    bool same_layer(std::int32_t layer) { return same(must(cut.read(layer)), must(one.read(layer))); }
};

void test_influence()
{
    maps m;
    CHECK(m.cut.width() == WIDTH && m.cut.rows() == HEIGHT && must(m.cut.info()).objects[1] == 3);
    CHECK(m.same_layer(0) && m.same_layer(1));
    const std::vector<throng::float2> places = {{18.5f, 28.5f}, {22.5f, 27.5f}, {3.5f, 2.5f}},
                                      along = {{1, 0}, {0, 1}, {1, 1}};
    DO(m.cut.move_objects(0, m.ids, places, &along));
    DO(m.one.move_objects(0, places, &along));
    const std::uint64_t last[] = {800};
    DO(m.cut.remove_objects(1, last));
    DO(m.one.truncate_objects(1, 2));
    DO(m.cut.set_momentum(1, 0.5f));
    DO(m.one.set_momentum(1, 0.5f));
    m.update();
    DO(m.cut.combine({1.0f, -0.5f}));
    DO(m.one.combine({1.0f, -0.5f}));
    CHECK(m.same_layer(0) && m.same_layer(1) && m.same_layer(THRONG_LAYER_COMBINED));
    const throng_best best = must(m.cut.best(0)), worst = must(m.cut.worst(THRONG_LAYER_COMBINED));
    const throng_best best_one = must(m.one.best(0)), worst_one = must(m.one.worst(THRONG_LAYER_COMBINED));
    CHECK(best.column == best_one.column && best.row == best_one.row && best.value == best_one.value);
    CHECK(worst.column == worst_one.column && worst.row == worst_one.row && worst.value == worst_one.value);
    const throng_region region = {WIDTH / 2 - 3, 20, 7, 5};
    std::vector<float> padded(50);
    DO(m.cut.read(0, padded, region, 10 * sizeof(float)));
    const std::vector<float> packed = must(m.one.read(0, region));
    CHECK(std::memcmp(&padded[10], &packed[7], 7 * sizeof(float)) == 0 && packed[7] != 0.0f);
    const std::uint64_t hash = must(m.cut.hash(0));
    CHECK(hash != 0 && hash != must(m.cut.hash(1)));
    const std::uint8_t free_cells[] = {0, 0};
    DO(m.cut.set_walls(free_cells, throng_region{WIDTH / 2 + 1, 18, 1, 2}));
    DO(m.cut.set_no_walls());
    DO(m.cut.read_nothing(0));
    DO(m.ground.set(free_cells, throng_region{WIDTH / 2 + 1, 18, 1, 2}));
    m.update();
    CHECK(m.same_layer(0) && m.same_layer(1));
}

void test_influence_parts()
{
    maps m;
    std::int64_t cells = 0;
    const std::vector<float> whole = must(m.one.read(0));
    for (std::int32_t part = 0; part < 2; part++) {
        const throng::influence_part p = must(m.cut.get_part(part));
        std::vector<float> values(std::size_t(p.own.width) * std::size_t(p.own.height));
        CHECK(throng_influence_read(p.local, 0, &p.inside, values.data(), 0) == THRONG_OK);
        const float corner = whole[std::size_t(p.own.row * WIDTH + p.own.column)];
        CHECK(values[0] == corner);
        cells += std::int64_t(values.size());
    }
    CHECK(cells == CELLS && must(m.cut.info()).cells == CELLS);
    DO(m.cut.reset());
    DO(m.cut.update());
    CHECK(must(m.cut.best(0)).value == 0.0f && must(m.cut.info()).objects[0] == 0);
}

void test_influence_mistakes()
{
    maps m;
    const std::uint64_t hash = must(m.cut.hash(0));
    const std::vector<throng::float2> one_place(1), places(3);
    std::vector<float> few(10);
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng::world_influence_def def(WIDTH, HEIGHT);
    def.reach = 1;
    FAILS(throng::world_influence::create(m.world, def), wrong, "def.reach is 1");
    FAILS(m.cut.set_objects(0, m.ids, {m.objects.data(), 2}), wrong, "fewer objects than ids");
    FAILS(m.cut.set_objects(7, m.ids, m.objects), wrong, "layer");
    FAILS(m.cut.move_objects(0, m.ids, one_place), wrong, "fewer positions than ids");
    FAILS(m.cut.move_objects(0, m.ids, places, &one_place), wrong, "fewer velocities than ids");
    FAILS(m.cut.remove_objects(0, {m.ids.data(), 2, 16}), wrong, "entries must be packed");
    FAILS(m.cut.set_walls({m.walls.data(), 9}), wrong, "fewer values than cells");
    FAILS(m.cut.set_momentum(0, 2.0f), wrong, "momentum is 2");
    FAILS(m.cut.combine({few.data(), 2, 8}), wrong, "entries must be packed");
    FAILS(m.cut.combine({1.0f}), wrong, "count is 1");
    FAILS(m.cut.read(0, few), wrong, "fewer values than cells");
    FAILS(m.cut.read(0, throng_region{0, 0, WIDTH + 1, 1}), wrong, "region");
    FAILS(m.cut.best(5), wrong, "layer");
    FAILS(m.cut.hash(5), wrong, "layer");
    FAILS(m.cut.get_part(2), wrong, "part is 2");
    FAILS(m.world.close(), wrong, "");
    CHECK(must(m.cut.hash(0)) == hash);
}

/* ---------------------------------------------------------------- potential fields ------------------ */

struct fields : two_parts {
    const std::vector<std::uint64_t> indices = {0, 1, 64};
    std::vector<throng::potential_source> sources;
    const std::vector<throng_potential_goal> goals = {{30.0f, 20.0f, 1.0f, 0}, {2.0f, 3.0f, 0.5f, 0}};
    const std::vector<throng_potential_point> points = {{5.0f, 6.0f, 0, 0}, {15.0f, 16.0f, 1, 0}};
    throng::world_potential cut;
    throng::potential one;

    fields()
    {
        throng::potential_def parts[2];
        for (throng::potential_def &def : parts) {
            def.source_capacity = 128;
            def.goal_capacity = 2;
            def.point_capacity = 4;
        }
        cut = must(throng::world_potential::create(world, parts));
        one = must(throng::potential::create(first, parts[0]));
        for (std::size_t i = 0; i < indices.size(); i++) {
            throng::potential_source s;
            s.x = 4.0f + 5.0f * float(i);
            s.y = 7.0f + 4.0f * float(i);
            sources.push_back(s);
        }
        DO(cut.set_sources(indices, sources));
        std::vector<throng::potential_source> all(65);
        for (throng::potential_source &s : all)
            s.x = s.y = 1e6f; // out of reach
        all[0] = sources[0];
        all[1] = sources[1];
        all[64] = sources[2];
        DO(one.set_sources(all));
        DO(cut.set_goals(goals));
        DO(one.set_goals(goals));
        for (std::int32_t i = 0; i < 2; i++)
            DO(cut.set_points(i, {&points[std::size_t(i)], 1}));
        DO(one.set_points(points));
        update();
    }
    void update()
    {
        DO(cut.update());
        DO(one.update());
    }
    bool same_forces()
    {
        const std::vector<throng_force> whole = must(one.read());
        bool equal = true;
        for (std::int32_t i = 0; i < 2; i++) {
            const std::vector<throng_force> own = must(cut.read(i));
            equal = equal && own.size() == 1 &&
                    std::memcmp(own.data(), &whole[std::size_t(i)], sizeof own[0]) == 0;
        }
        return equal;
    }
};

void test_potential()
{
    fields f;
    CHECK(f.same_forces() && must(f.cut.info()).sources == 3 && must(f.cut.info()).points == 2);
    const std::vector<throng::float2> moved = {{6.0f, 8.0f}}, away = {{14.0f, 13.0f}};
    const std::uint64_t first[] = {0}, second[] = {1};
    DO(f.cut.move_sources(first, moved));
    DO(f.one.move_sources(moved));
    DO(f.cut.move_points(1, away));
    DO(f.one.move_points(away, 1));
    f.update();
    CHECK(f.same_forces());
    DO(f.cut.remove_sources(second));
    DO(f.one.move_sources(std::vector<throng::float2>{{1e6f, 1e6f}}, 1));
    DO(f.cut.set_goals({f.goals.data(), 1}, 1));
    DO(f.one.set_goals({f.goals.data(), 1}, 1));
    f.update();
    CHECK(f.same_forces());
    std::vector<throng_force> forces(1);
    DO(f.cut.read(1, forces));
    CHECK(same(forces, must(f.cut.read(1))));
    throng_potential_info facts;
    CHECK(throng_potential_get_info(must(f.cut.get_part(0)), &facts) == THRONG_OK && facts.points == 1);
    DO(f.cut.truncate_points(0, 0));
    DO(f.cut.update());
    CHECK(must(f.cut.read(0)).empty() && must(f.cut.info()).points == 1);
    DO(f.cut.truncate_points(1, 0));
    DO(f.cut.truncate_goals(0));
    CHECK(must(f.cut.info()).goals == 0);
    DO(f.cut.reset());
    CHECK(must(f.cut.info()).sources == 0);
}

void test_potential_mistakes()
{
    fields f;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    const throng::potential_def parts[2];
    const std::vector<throng::float2> places(2);
    const std::uint64_t nobody[] = {9};
    std::vector<throng_force> two(2);
    FAILS(throng::world_potential::create(f.world, {parts, 1}), wrong, "each part");
    FAILS(throng::world_potential::create(f.world, {parts, 2, 2 * sizeof *parts}), wrong, "packed");
    FAILS(f.cut.set_sources(f.indices, {f.sources.data(), 2}), wrong, "fewer sources than indices");
    FAILS(f.cut.move_sources(f.indices, places), wrong, "fewer positions than indices");
    FAILS(f.cut.remove_sources({f.indices.data(), 2, 16}), wrong, "packed");
    FAILS(f.cut.remove_sources(nobody), wrong, "nothing has it");
    FAILS(f.cut.set_goals(f.goals, 3), wrong, "first is 3");
    FAILS(f.cut.set_goals(f.goals, 1), THRONG_ERROR_CAPACITY, "at most 2");
    FAILS(f.cut.truncate_goals(-1), wrong, "count is -1");
    FAILS(f.cut.set_points(2, f.points), wrong, "part is 2");
    FAILS(f.cut.move_points(0, places), wrong, "");
    FAILS(f.cut.truncate_points(0, 5), wrong, "");
    FAILS(f.cut.read(0, two), wrong, "");
    FAILS(f.cut.read(5), wrong, "part is 5");
    FAILS(f.cut.get_part(-1), wrong, "part is -1");
    CHECK(f.same_forces());
}

/* ---------------------------------------------------------------- flows ----------------------------- */

struct flows : two_parts {
    const std::vector<std::uint8_t> walls = make_walls();
    std::vector<std::uint8_t> costs = std::vector<std::uint8_t>(CELLS, 1);
    throng::terrain ground;
    throng::world_flow cut;
    throng::flow one;

    flows()
    {
        throng::world_flow_def def(WIDTH, HEIGHT);
        throng::flow_def whole;
        def.flow.costs = whole.costs = 1;
        def.flow.fields = whole.fields = 2;
        def.flow.unreached = whole.unreached = THRONG_FLOW_UNREACHED_NEAREST;
        ground = must(throng::terrain::create(first, throng::terrain_def(WIDTH, HEIGHT)));
        DO(ground.set(walls));
        cut = must(throng::world_flow::create(world, def));
        one = must(throng::flow::create(first, ground, whole));
        costs[5 * WIDTH + 5] = 9;
        DO(cut.set_blocked(walls));
        DO(cut.set_costs(costs));
        DO(one.set_costs(costs));
        for (std::int32_t field = 0; field < 2; field++) {
            const throng_cell goal[] = {{3, 4 + field}};
            DO(cut.set_goals(field, goal));
            DO(one.set_goals(field, goal));
        }
        update();
    }
    void update()
    {
        DO(cut.update());
        DO(one.update());
    }
    bool same_tiles(std::int32_t field)
    {
        bool equal = true;
        for (std::int32_t part = 0; part < 2; part++) {
            const throng_region tile = must(cut.get_part(part)).tile;
            equal = equal && same(must(cut.read_lengths(part, field)), must(one.read_lengths(field, tile))) &&
                    same(must(cut.read_directions(part, field)), must(one.read_directions(field, tile)));
        }
        return equal;
    }
};

void test_flow()
{
    flows f;
    CHECK(f.same_tiles(0) && f.same_tiles(1) && must(f.cut.info()).cells == CELLS);
    const throng_flow_point points[] = {{30.3f, 7.7f, 0, 0}, {21.5f, 5.5f, 0, 1}};
    throng_flow_vector a[2], b[2];
    DO(f.cut.sample(THRONG_FLOW_SAMPLE_SMOOTH, points, a));
    DO(f.one.sample(THRONG_FLOW_SAMPLE_SMOOTH, points, b));
    CHECK(std::memcmp(a, b, sizeof a) == 0 && a[0].length > 0.0f);
    CHECK(a[1].length < 0.0f && a[1].dx != 0.0f); // in the wall, and led out of it
    const std::uint8_t hole[] = {0, 0}, dear[] = {200, 200};
    const throng_region where = {WIDTH / 2 + 1, 10, 1, 2};
    DO(f.cut.set_blocked(hole, where));
    DO(f.ground.set(hole, where));
    DO(f.cut.set_costs(dear, where));
    DO(f.one.set_costs(dear, where));
    f.update();
    CHECK(f.same_tiles(0) && f.same_tiles(1));
    const throng_region tile = must(f.cut.get_part(1)).tile, corner = {tile.column + 5, tile.row + 3, 2, 2};
    std::vector<float> lengths(10);
    std::vector<throng_flow_direction> directions(4);
    DO(f.cut.read_lengths(1, 1, lengths, corner, 5 * sizeof(float)));
    DO(f.cut.read_directions(1, 1, directions, corner));
    const std::vector<float> right = must(f.one.read_lengths(1, corner));
    CHECK(lengths[0] == right[0] && lengths[6] == right[3] && right[3] > 0.0f);
    CHECK(same(directions, must(f.one.read_directions(1, corner))));
}

// A crowd that follows such a flow has the bits of one crowd on one flow.
void test_following()
{
    flows f;
    const throng::crowd_def parts[2];
    throng::world_crowd_def def;
    throng::crowd_def whole;
    std::vector<throng::agent_def> agents(20);
    def.flow = f.cut;
    whole.flow = f.one;
    throng::world_crowd cut = must(throng::world_crowd::create(f.world, parts, def));
    throng::crowd one = must(throng::crowd::create(f.first, whole));
    for (std::size_t i = 0; i < agents.size(); i++) {
        agents[i].x = 22.0f + 1.5f * float(i % 10);
        agents[i].y = 2.0f + 2.0f * float(i / 10);
        agents[i].navigation = THRONG_NAVIGATE_FLOW;
        agents[i].flow_field = std::int32_t(i % 2);
    }
    DO(cut.add(agents));
    DO(one.add(agents));
    for (int i = 0; i < 30; i++) {
        DO(cut.step(0.2f));
        DO(one.step(0.2f));
    }
    CHECK(must(cut.hash()) == must(one.hash()));
    FAILS(f.cut.close(), THRONG_ERROR_INVALID_ARGUMENT, "1 crowd");
}

void test_flow_mistakes()
{
    flows f;
    const throng_status wrong = THRONG_ERROR_INVALID_ARGUMENT;
    throng::world_flow_def def(WIDTH, HEIGHT);
    const throng_cell off[] = {{WIDTH, 0}};
    const throng_flow_point points[] = {{30.3f, 7.7f, 0, 0}, {2.5f, 25.5f, 0, 1}};
    std::vector<throng_flow_vector> one_vector(1);
    std::vector<float> few(3);
    def.margin = 1;
    FAILS(throng::world_flow::create(f.world, def), wrong, "def.margin is 1");
    FAILS(f.cut.set_blocked({f.walls.data(), 9}), wrong, "fewer values than cells");
    FAILS(f.cut.set_costs({f.costs.data(), 9}), wrong, "fewer values than cells");
    FAILS(f.cut.set_goals(0, off), wrong, "cells[0] is column 40");
    FAILS(f.cut.set_goals(2, {}), wrong, "field is 2");
    FAILS(f.cut.get_part(2), wrong, "part is 2");
    FAILS(f.cut.read_lengths(0, 0, few), wrong, "fewer values than cells");
    FAILS(f.cut.read_lengths(0, 9), wrong, "field");
    FAILS(f.cut.read_lengths(2, 0), wrong, "part is 2");
    FAILS(f.cut.read_directions(0, 0, throng_region{0, 0, 1 << 30, 1 << 30}), wrong, "region");
    FAILS(f.cut.sample(THRONG_FLOW_SAMPLE_CELL, points, one_vector), wrong, "fewer results");
    CHECK(f.same_tiles(0) && f.same_tiles(1));
    throng::world_flow moved = std::move(f.cut);
    CHECK(!f.cut && moved);
    DO(moved.close());
    DO(f.world.close());
}

/* ---------------------------------------------------------------- other processes ------------------- */

// A transport of one process that counts how often it was asked to agree on something.
struct counting {
    static int &times()
    {
        static int count = 0;
        return count;
    }
    static throng_status begin(void *, std::int32_t, const throng_transport_message *, std::int32_t,
                               const throng_transport_message *)
    {
        return THRONG_OK;
    }
    static throng_status end(void *) { return THRONG_OK; }
    static throng_status all_to_all(void *, const std::int64_t *send, std::int64_t *receive)
    {
        receive[0] = send[0];
        return THRONG_OK;
    }
    static throng_status reduce(void *, throng_reduction, std::int32_t, std::int64_t *)
    {
        times()++;
        return THRONG_OK;
    }
    static throng_status broadcast(void *, std::int32_t, void *, std::size_t) { return THRONG_OK; }
};

// Whether a call that C++ refuses is refused by all processes: they are told of it.
template <class F> bool tells(F call, const char *text)
{
    const int before = counting::times();
    return fails(call, THRONG_ERROR_INVALID_ARGUMENT, text) && counting::times() > before;
}
#define TELLS(call, text) CHECK(tells([&] { return call; }, text))

struct processes {
    throng::context context = make_context();
    throng::world world;
    throng::world_influence map;
    throng::world_potential field;
    throng::world_flow flow;
    throng::world_crowd crowd;

    processes()
    {
        throng_context *const contexts[] = {context};
        const throng::potential_def potential[1];
        const throng::crowd_def agents[1];
        throng::world_def def;
        throng::world_influence_def influence(WIDTH, HEIGHT);
        def.transport.size = 1;
        def.transport.exchange_begin = counting::begin;
        def.transport.exchange_end = counting::end;
        def.transport.all_to_all = counting::all_to_all;
        def.transport.reduce = counting::reduce;
        def.transport.broadcast = counting::broadcast;
        influence.map.propagation = THRONG_PROPAGATION_PATH;
        world = must(throng::world::create(contexts, def));
        map = must(throng::world_influence::create(world, influence));
        field = must(throng::world_potential::create(world, potential));
        flow = must(throng::world_flow::create(world, throng::world_flow_def(WIDTH, HEIGHT)));
        crowd = must(throng::world_crowd::create(world, agents));
        DO(map.update());
        DO(flow.update());
    }
};

void test_refusals()
{
    processes p;
    const std::uint64_t ids[4] = {1, 2, 3, 4};
    const throng::strided<const std::uint64_t> apart(ids, 2, 16);
    const std::vector<throng::influence_object> objects(3);
    const std::vector<throng::potential_source> sources(3);
    const std::vector<throng::float2> places(3), enough(4);
    const std::vector<std::uint8_t> walls(9);
    std::vector<float> values(9);
    const throng_flow_point points[] = {{1.5f, 1.5f, 0, 0}, {2.5f, 2.5f, 0, 0}};
    std::vector<throng_flow_vector> vectors(1);
    TELLS(p.map.set_objects(0, ids, objects), "fewer objects");
    TELLS(p.map.set_objects(0, apart, objects), "packed");
    TELLS(p.map.move_objects(0, ids, places), "fewer positions");
    TELLS(p.map.move_objects(0, ids, enough, &places), "fewer velocities");
    TELLS(p.map.remove_objects(0, apart), "packed");
    TELLS(p.map.set_walls(walls), "fewer values");
    TELLS(p.map.combine({values.data(), 1, 8}), "packed");
    TELLS(p.map.read(0, values), "fewer values");
    TELLS(p.map.read(0, throng_region{0, 0, WIDTH + 1, 1}), "region");
    TELLS(throng::world_potential::create(p.world, {}), "each part");
    TELLS(p.field.set_sources(ids, sources), "fewer sources");
    TELLS(p.field.move_sources(ids, places), "fewer positions");
    TELLS(p.field.remove_sources(apart), "packed");
    TELLS(p.flow.sample(THRONG_FLOW_SAMPLE_CELL, points, vectors), "fewer results");
    TELLS(throng::world_crowd::create(p.world, {}), "each part");
    TELLS(p.crowd.remove(apart), "packed");
    TELLS(p.crowd.find(apart), "packed");
    TELLS(p.crowd.set(throng::agent::radius, ids, values = {1.0f}), "fewer values");
    TELLS(p.crowd.set_motions(ids, {}), "fewer motions");
}

} // namespace

int main()
{
    test_influence();
    test_influence_parts();
    test_influence_mistakes();
    test_potential();
    test_potential_mistakes();
    test_flow();
    test_following();
    test_flow_mistakes();
    test_refusals();
    return 0;
}
