// The C++ headers give what the C calls give, for all objects; errors have the library's status and message.
// Built with and without exceptions, in C++17 and C++20.
#include "tests/bindings/cpp.h"
#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>
#if __cplusplus >= 202002L
#include <span>
#endif

namespace
{

// A game's own struct, with what throng needs inside.
struct walker {
    const char *name;
    throng_agent agent;
    throng_vertex corner;
    float x, y;
};

static_assert(sizeof(throng::agent_def) == sizeof(throng_agent_def), "an array of it is one of the C struct");
static_assert(sizeof(throng::influence_object) == sizeof(throng_influence_object), "the same");
static_assert(!std::is_copy_constructible_v<throng::crowd> &&
              std::is_nothrow_move_constructible_v<throng::crowd>);
static_assert(!std::is_convertible_v<std::vector<int> &, throng::strided<const float>>);
static_assert(!std::is_convertible_v<const std::vector<float> &, throng::strided<float>>, "const is kept");
static_assert(std::is_convertible_v<std::array<float, 3> &, throng::strided<const float>>);

throng::context make_context()
{
    throng::context_def def;
    def.backend = THRONG_BACKEND_CPU;
    return must(throng::context::create(def));
}

void test_context()
{
    throng::context context = make_context();
    CHECK(must(context.info()).threads >= 1);
    CHECK(must(context.info()).opencl == 0);
    CHECK(!std::strcmp(throng::version(), throng_version()));
    CHECK(throng::isa_available(THRONG_ISA_REFERENCE) && !throng::isa_available(99));
    CHECK(!std::strcmp(throng::name_of_backend(THRONG_BACKEND_CPU), "cpu"));
    CHECK(!std::strcmp(throng::name_of_isa(THRONG_ISA_AVX2), "avx2"));
    CHECK(!std::strcmp(throng::name_of_status(THRONG_ERROR_CAPACITY),
                       throng_status_string(THRONG_ERROR_CAPACITY)));
    CHECK(!std::strcmp(throng::name_of_operation(THRONG_OPERATION_CROWD), "crowd"));
    CHECK(!std::strcmp(throng::name_of_trace_status(THRONG_TRACE_STUCK), "stuck"));
    DO(context.wait());
    CHECK(context.opencl_error() == 0);
    (void)must(throng::devices());
    FAILS(context.calibrate(), THRONG_ERROR_NO_DEVICE, "");

    throng::context_def wrong;
    wrong.threads = -1;
    FAILS(throng::context::create(wrong), THRONG_ERROR_INVALID_ARGUMENT, "threads");
    wrong.cookie = 0;
    FAILS(throng::context::create(wrong), THRONG_ERROR_INVALID_ARGUMENT, ""); // without a logger to trust

    throng::terrain used = must(throng::terrain::create(context, throng::terrain_def(2, 2)));
    FAILS(context.close(), THRONG_ERROR_INVALID_ARGUMENT, ""); // and stays
    CHECK(must(context.info()).threads >= 1);
    DO(used.close());
    FAILS(used.fill(true), THRONG_ERROR_INVALID_ARGUMENT, "there is no object");
    throng::context moved = std::move(context);
    CHECK(!context && moved); // cppcheck-suppress accessMoved
    FAILS(context.info(), THRONG_ERROR_INVALID_ARGUMENT,
          "there is no object"); // cppcheck-suppress accessMoved
    DO(moved.close());
    DO(moved.close());                                                        // nothing is left
    FAILS(moved.wait(), THRONG_ERROR_INVALID_ARGUMENT, "there is no object"); // and no message of it
}

void test_terrain(throng::context &context)
{
    throng::terrain_def def(0, 4);
    FAILS(throng::terrain::create(context, def), THRONG_ERROR_INVALID_ARGUMENT, "width");
    CHECK(std::strstr(context.message(), "width"));
    throng::terrain ground = must(throng::terrain::create(context, throng::terrain_def(5, 4, 2)));
    CHECK(ground.width() == 5 && ground.rows() == 8);
    throng::terrain other = must(throng::terrain::create(context, throng::terrain_def(50, 40)));
    other = std::move(ground); // the sizes go with the objects
    CHECK(other.rows() == 8 && must(other.read()).size() == 40);
    CHECK(ground.rows() == 40 && must(ground.read()).size() == 2000); // cppcheck-suppress accessMoved
    ground = std::move(other);
    CHECK(ground.width() == 5 && ground.rows() == 8);
    DO(ground.fill(true, throng_region{1, 1, 2, 2}));
    std::vector<std::uint8_t> cells = must(ground.read());
    CHECK(cells.size() == 40 && std::count(cells.begin(), cells.end(), 1) == 4 && cells[6] == 1);
    cells[0] = 9;
    DO(ground.set(cells));
    CHECK(must(ground.read(throng_region{0, 0, 1, 1})) == std::vector<std::uint8_t>{1});
    std::array<std::uint8_t, 2> two = {0, 0};
    FAILS(ground.set(two), THRONG_ERROR_INVALID_ARGUMENT, "fewer values");
    FAILS(ground.read(two), THRONG_ERROR_INVALID_ARGUMENT, "fewer values");
    FAILS(ground.read(throng_region{4, 0, 2, 1}), THRONG_ERROR_INVALID_ARGUMENT, "region");
    DO(ground.read(two, throng_region{0, 0, 2, 1}));
    CHECK(two[0] == 1 && two[1] == 0);

    const std::vector<throng_cell_pair> pairs = {{{4, 0}, {4, 3}}, {{4, 0}, {4, 5}}};
    const std::vector<float> lengths = must(ground.distances(THRONG_GRID_SQUARE8, pairs));
    CHECK(lengths[0] == 3.0f && lengths[1] == -1.0f);
    std::vector<float> one(1);
    FAILS(ground.distances(THRONG_GRID_SQUARE8, pairs, one), THRONG_ERROR_INVALID_ARGUMENT, "fewer");
    DO(ground.distances(THRONG_GRID_SQUARE8, {{{4, 0}, {3, 1}}}, one));
    CHECK(one[0] == 1.4142135f);
}

void test_influence(throng::context &context)
{
    throng::influence_def def(16, 8);
    def.layers = 2;
    throng::influence map = must(throng::influence::create(context, def));
    throng_influence *plain = nullptr;
    CHECK(throng_influence_create(context, &def, &plain) == THRONG_OK);

    std::vector<throng::influence_object> objects(3);
    for (std::size_t i = 0; i < 3; i++) {
        objects[i].x = 2.5f + 5.0f * float(i);
        objects[i].y = 3.25f;
        objects[i].alpha = 0.5f;
        objects[i].vx = 1.0f;
    }
    DO(map.set_objects(0, objects));
    CHECK(map.object_count(0) == 3);
    const std::vector<throng::float2> places = {{1, 1}, {2, 2}}, ways = {{0, 1}, {1, 0}};
    DO(map.move_objects(0, places, &ways, 1));
    DO(map.move_objects(0, std::vector<throng::float2>{{4, 4}}));
    DO(map.update());
    CHECK(throng_influence_set_objects(plain, 0, 0, 3, objects.data(), 0) == THRONG_OK);
    CHECK(throng_influence_move_objects(plain, 0, 1, 2, &places[0].x, 0, &ways[0].x, 0) == THRONG_OK);
    const float first[2] = {4, 4};
    CHECK(throng_influence_move_objects(plain, 0, 0, 1, first, 0, nullptr, 0) == THRONG_OK);
    CHECK(throng_influence_update(plain) == THRONG_OK);
    std::vector<float> values = must(map.read(0)), expected(16 * 8);
    CHECK(throng_influence_read(plain, 0, nullptr, expected.data(), 0) == THRONG_OK);
    CHECK(values == expected && values[4 * 16 + 4] > 0.5f);

    const throng_best best = must(map.best(0)), worst = must(map.worst(0, throng_region{0, 0, 4, 4}));
    CHECK(values[std::size_t(best.row * 16 + best.column)] ==
          *std::max_element(values.begin(), values.end()));
    CHECK(worst.column < 4 && worst.row < 4);
    std::array<throng_best, 2> found = {};
    DO(map.best_of_regions(0, THRONG_LARGEST, {{0, 0, 16, 8}, {0, 0, 4, 4}}, found));
    CHECK(found[0].column == best.column && found[0].row == best.row);
    DO(map.best_of_neighbors(0, THRONG_LARGEST, true, {{best.column, best.row}}, found));
    CHECK(found[0].value == best.value);
    FAILS(map.best_of_regions(0, THRONG_LARGEST, std::vector<throng_region>(3), found),
          THRONG_ERROR_INVALID_ARGUMENT, "fewer");
    const std::vector<throng_sample> samples = must(map.sample(0, {{4.5f, 4.5f, 0}}));
    CHECK(samples[0].value == values[4 * 16 + 4]);
    std::array<throng_sample, 1> sample = {};
    DO(map.sample(0, {{4.5f, 4.5f, 0}}, sample));
    CHECK(sample[0].value == samples[0].value);

    DO(map.reserve(3, objects[0], THRONG_USE_SLICES | THRONG_USE_COMBINE));
    DO(map.reserve(THRONG_USE_QUERIES));
    DO(map.move_objects(0, std::vector<throng::float2>{{5, 4}}));
    CHECK(must(map.read(0)) == values && !must(map.update_part(2)) && must(map.read(0)) == values);
    CHECK(must(map.update_part(2)) && must(map.read(0)) != values);
    DO(map.move_objects(0, std::vector<throng::float2>{{4, 4}}));
    CHECK(must(map.update_some(1e3)) && must(map.read(0)) == values);
    FAILS(map.update_some(-1.0), THRONG_ERROR_INVALID_ARGUMENT, "seconds");

    DO(map.set_momentum(1, 0.5f));
    DO(map.update(1));
    DO(map.combine({2.0f, 0.0f}));
    CHECK(must(map.read(THRONG_LAYER_COMBINED))[5] == 2.0f * values[5]);
    FAILS(map.combine({1.0f}), THRONG_ERROR_INVALID_ARGUMENT, "count");
    FAILS(map.set_objects(9, objects), THRONG_ERROR_INVALID_ARGUMENT, "layer");
    objects[1].decay = -1;
    FAILS(map.set_objects(0, objects), THRONG_ERROR_INVALID_ARGUMENT, "decay");
    DO(map.truncate_objects(0, 1));
    CHECK(must(map.info()).layers == 2 && map.object_count(0) == 1);
    CHECK(must(throng::influence::explain(context, def)).backend == THRONG_BACKEND_CPU);
    DO(map.reset());
    CHECK(map.object_count(0) == 0);
    throng_influence_destroy(plain);
}

void test_fields(throng::context &context)
{
    throng::measure measure = must(throng::measure::create(context, throng::measure_def{0.5f, 0.25f}));
    CHECK(must(measure.value(1)) == 0.5f && must(measure.info()).types == 2);
    std::array<float, 2> results = {};
    DO(measure.choquet({1.0f, 0.0f, 0.0f, 2.0f}, results));
    CHECK(results[0] == 0.5f && results[1] == 0.5f);
    FAILS(measure.choquet({1.0f}, results), THRONG_ERROR_INVALID_ARGUMENT, "fewer");
    CHECK(must(throng::measure::explain(context, throng::measure_def{1.0f})).backend == THRONG_BACKEND_CPU);

    throng::potential_def def;
    def.damage = 1;
    def.measure = measure;
    throng::potential field = must(throng::potential::create(context, def));
    FAILS(measure.close(), THRONG_ERROR_INVALID_ARGUMENT, "");
    std::vector<throng::potential_source> sources(2);
    sources[1].x = 8;
    DO(field.set_sources(sources));
    DO(field.set_goals({{10, 10, 1, 0}}));
    DO(field.set_points({{1, 1, 0, 0}, {2, 2, THRONG_GOALS_NONE, 0}}));
    DO(field.move_points(std::vector<throng::float2>{{1, 2}}));
    DO(field.move_sources(std::vector<throng::float2>{{0, 0.5f}}));
    DO(field.update());
    const std::vector<throng_force> forces = must(field.read());
    CHECK(forces.size() == 2 && forces[0].damage == 0.5f && forces[0].fx > 0);
    std::array<throng_force, 1> last = {};
    DO(field.read(last, 1));
    CHECK(last[0].potential == forces[1].potential);
    CHECK(must(throng::potential::explain(context, def)).backend == THRONG_BACKEND_CPU);
    CHECK(must(field.info()).sources == 2);

    throng::trace trace = must(throng::trace::create(context, field));
    DO(trace.set_starts({{0, 3, 0.5f, 0, 0, 0}, {5, 5, 0.5f, 0, 0, 0}}));
    DO(trace.update());
    const std::vector<throng_trace_result> paths = must(trace.read());
    CHECK(paths.size() == 2 && paths[1].status == THRONG_TRACE_REACHED);
    const std::vector<throng_trace_point> points = must(trace.points(1, paths[1]));
    CHECK(points.front().x == 5 && points.back().x == 10 && points.size() == std::size_t(paths[1].steps) + 1);
    std::array<throng_trace_point, 2> starts = {};
    DO(trace.read_points(0, 2, 0, 1, starts));
    CHECK(starts[1].y == 5);
    FAILS(trace.read_points(0, 2, 0, 2, starts), THRONG_ERROR_INVALID_ARGUMENT, "fewer");
    DO(trace.truncate_starts(1));
    CHECK(must(trace.info()).starts == 1);
    DO(trace.reset());
    DO(trace.close());
    DO(field.truncate_points(1));
    DO(field.truncate_sources(1));
    DO(field.truncate_goals(0));
    DO(field.reset());
}

void test_paths(throng::context &context)
{
    throng::terrain ground = must(throng::terrain::create(context, throng::terrain_def(6, 5)));
    DO(ground.fill(true, throng_region{3, 0, 1, 4}));
    throng::flow flow = must(throng::flow::create(context, ground));
    DO(flow.set_goals(0, {{5, 0}}));
    DO(flow.update());
    const std::vector<float> lengths = must(flow.read_lengths(0));
    const std::vector<throng_flow_direction> ways = must(flow.read_directions(0));
    CHECK(lengths[5] == 0 && ways[5] == THRONG_FLOW_GOAL && ways[3] == THRONG_FLOW_NONE);
    std::array<throng_flow_vector, 1> way = {};
    DO(flow.sample(THRONG_FLOW_SAMPLE_CELL, {{0.5f, 0.5f, 0, 0}}, way));
    CHECK(way[0].length == lengths[0]);
    std::array<float, 4> few = {};
    const std::array<std::uint8_t, 4> few_costs = {1, 1, 1, 1};
    FAILS(flow.read_lengths(0, few), THRONG_ERROR_INVALID_ARGUMENT, "fewer values");
    CHECK(must(flow.info()).backend == THRONG_BACKEND_CPU);
    throng::flow_def def;
    def.terrain = ground;
    CHECK(must(throng::flow::explain(context, def)).backend == THRONG_BACKEND_CPU);

    const std::vector<std::uint8_t> twice(30, 2);
    FAILS(flow.set_costs(twice), THRONG_ERROR_INVALID_ARGUMENT, "has no costs");
    def.costs = 1;
    def.clearance_count = 2;
    def.clearances[0] = 0.5f;
    def.clearances[1] = 1.0f;
    throng::flow wide = must(throng::flow::create(context, ground, def));
    DO(wide.set_goals(0, {{5, 0}}));
    DO(wide.set_costs(twice));
    DO(wide.update());
    const std::int32_t slim = must(wide.field_for(0, 0.25f)), stout = must(wide.field_for(0, 0.75f));
    CHECK(slim == 0 && stout == 1);
    CHECK(must(wide.read_lengths(slim))[0] == 2.0f * lengths[0] &&
          must(wide.read_lengths(stout))[0] == -1.0f);
    DO(wide.set_costs(std::array<std::uint8_t, 1>{8}, throng_region{5, 0, 1, 1}));
    DO(wide.update());
    CHECK(must(wide.read_lengths(slim, throng_region{5, 1, 1, 1}))[0] == 5.0f); // the mean of 8 and 2
    FAILS(wide.set_costs(few_costs), THRONG_ERROR_INVALID_ARGUMENT, "fewer values");
    FAILS(wide.set_costs(std::vector<std::uint8_t>(30, 0)), THRONG_ERROR_INVALID_ARGUMENT, "0");
    FAILS(wide.field_for(1, 0.5f), THRONG_ERROR_INVALID_ARGUMENT, "field");
    FAILS(wide.field_for(0, -1.0f), THRONG_ERROR_INVALID_ARGUMENT, "radius");

    throng::route route = must(throng::route::create(context, ground));
    const std::vector<throng_route_result> found = must(route.find({{{0, 0}, {5, 0}}, {{0, 0}, {3, 0}}}));
    CHECK(found[0].length == lengths[0] && found[1].cell_count == 0);
    const std::vector<throng_cell> cells = must(route.read(0, found[0]));
    CHECK(cells.front().column == 0 && cells.back().column == 5 && cells.back().row == 0);
    std::array<throng_cell, 2> short_of = {};
    FAILS(route.read(0, 1, short_of), THRONG_ERROR_CAPACITY, "");
    DO(route.set_costs(std::vector<float>(30, 1.0f)));
    DO(route.set_weight(2));
    CHECK(must(route.find({{{0, 0}, {1, 0}}}))[0].total == 3.0f);
    FAILS(ground.close(), THRONG_ERROR_INVALID_ARGUMENT, "");
    DO(flow.reset());
}

std::vector<throng::agent_def> two_rows(int count)
{
    std::vector<throng::agent_def> defs{std::size_t(count)};
    for (int i = 0; i < count; i++) {
        throng::agent_def &def = defs[std::size_t(i)];
        def.x = float(i % 10) * 3.0f;
        def.y = i < 10 ? 0.0f : 20.0f;
        def.navigation = THRONG_NAVIGATE_GOAL;
        def.target_x = 27.0f - def.x;
        def.target_y = 20.0f - def.y;
    }
    return defs;
}

void test_readbacks(throng::context &context)
{
    throng::crowd crowd = must(throng::crowd::create(context));
    std::vector<throng::agent_def> defs(5);
    for (std::size_t i = 0; i < defs.size(); i++)
        defs[i].x = defs[i].target_x = 3.0f * float(i);
    const std::vector<throng_agent> agents = must(crowd.add(defs));
    throng::influence map = must(throng::influence::create(context, throng::influence_def(6, 4)));
    throng::readback_def def(THRONG_READBACK_AGENTS, 5, 2);
    def.crowd = crowd;
    throng::readback places = must(throng::readback::create(context, def));
    def.kind = THRONG_READBACK_LAYER;
    def.capacity = 24;
    def.map = map;
    throng::readback layer = must(throng::readback::create(context, def));
    const throng_readback_read all = must(places.begin_agents(5));
    DO(crowd.step(0.5f));
    const throng_readback_read two = must(places.begin_agents({agents[3], agents[1]}));
    FAILS(places.begin_agents(5), THRONG_ERROR_CAPACITY, "slots");
    CHECK(all.number == 1 && all.step == 0 && two.step == 1 && two.count == 2);
    const std::vector<throng::float2> first = must(places.fetch<throng::float2>(all));
    CHECK(first.size() == 5 && first[4].x == 12.0f);
    DO(context.wait());
    CHECK(must(places.ready(two)) && must(places.latest()).number == 2);
    const throng::strided<const throng::float2> seen = must(places.map<throng::float2>(two));
    const throng::float2 now = must(crowd.get(throng::agent::position, agents[3]));
    CHECK(seen.size() == 2 && seen.data()->x == now.x && now.x > 9.0f);
    std::array<throng::float2, 2> copied = {};
    FAILS(places.fetch(two, throng::strided<throng::float2>(copied.data(), 1)), THRONG_ERROR_INVALID_ARGUMENT,
          "fewer");
    FAILS(places.fetch<float>(two), THRONG_ERROR_INVALID_ARGUMENT, "size of an entry");
    CHECK(must(places.get_read(2)).count == 2);
    DO(places.fetch(two, throng::strided<throng::float2>(copied)));
    CHECK(copied[0].x == now.x);
    const throng_readback_read region = must(layer.begin_region(throng_region{1, 1, 3, 2}));
    CHECK(region.count == 6 && region.width == 3 && must(layer.fetch<float>(region)).size() == 6);
    std::vector<float> row(6, -1.0f);
    DO(layer.fetch(must(layer.begin_region(throng_region{0, 3, 6, 1})), throng::strided<float>(row)));
    CHECK(row[0] == 0.0f && row[5] == 0.0f);
    const std::vector<throng_agent> nobody;
    const throng_readback_read none = must(places.begin_agents(nobody));
    CHECK(none.count == 0 && must(places.fetch<throng::float2>(none)).empty());
    DO(layer.release_read(must(layer.begin_region())));
    FAILS(layer.begin_range(0, 1), THRONG_ERROR_INVALID_ARGUMENT, "another kind");
    DO(layer.reset());
    CHECK(must(layer.info()).used == 0 && must(layer.info()).reads == 3);
}

void test_crowd(throng::context &context)
{
    throng::crowd_def def;
    def.symmetry = 0.1f;
    def.seed = 3;
    throng::crowd crowd = must(throng::crowd::create(context, def));
    throng_crowd *plain = nullptr;
    CHECK(throng_crowd_create(context, &def, &plain) == THRONG_OK);
    const std::vector<throng::agent_def> defs = two_rows(20);
    std::vector<throng_agent> agents = must(crowd.add(defs));
    CHECK(throng_crowd_add(plain, 20, defs.data(), 0, nullptr) == THRONG_OK);
    const throng_obstacle wall = must(crowd.add_obstacle({{10, 8}, {20, 8}}));
    const throng_vertex ends[2] = {{10, 8}, {20, 8}};
    CHECK(throng_crowd_add_obstacle(plain, 2, ends, 0, nullptr) == THRONG_OK);
    for (int i = 0; i < 30; i++) {
        DO(crowd.step(0.25f));
        CHECK(throng_crowd_step(plain, 0.25f) == THRONG_OK);
    }
    std::uint64_t hash = 0;
    CHECK(throng_crowd_hash(plain, &hash) == THRONG_OK);
    CHECK(must(crowd.hash()) == hash && hash != 0);

    const std::vector<throng::float2> all = must(crowd.get_all(throng::agent::position));
    CHECK(all.size() == 20);
    std::vector<walker> walkers(2);
    for (std::size_t i = 0; i < 2; i++)
        walkers[i].agent = agents[5 + i];
    DO(crowd.get(throng::agent::position, throng::member(walkers, &walker::agent),
                 throng::member(walkers, &walker::corner)));
    CHECK(walkers[1].corner.x == all[6].x && walkers[1].corner.y == all[6].y);
    const throng::float2 one = must(crowd.get(throng::agent::position, agents[3]));
    CHECK(one.x == all[3].x);
    std::vector<float> radii(20);
    DO(crowd.get_all(throng::agent::radius, radii));
    CHECK(radii[7] == 1.0f);
    DO(crowd.set(throng::agent::radius, agents[7], 0.5f));
    DO(crowd.set(throng::agent::goal, agents[7], {1.0f, 2.0f}));
    DO(crowd.set(throng::agent::max_speed, {agents[1], agents[2]}, std::array<float, 2>{3.0f, 4.0f}));
    CHECK(must(crowd.get(throng::agent::max_speed, {agents[2], agents[1]})) ==
          (std::vector<float>{4.0f, 3.0f}));
    DO(crowd.set_all(throng::agent::priority, std::vector<std::int32_t>(20, 2)));
    CHECK(must(crowd.get(throng::agent::id, agents[4])) == 4);
#if __cplusplus >= 202002L
    std::array<throng::float2, 20> held;
    DO(crowd.get(throng::agent::position, std::span(agents), std::span(held)));
    CHECK(held[19].y == all[19].y);
    DO(crowd.get(throng::agent::position, std::span(agents).first(2), std::span(held).last(2)));
    CHECK(held[18].x == all[0].x);
#endif
    DO(crowd.get(throng::agent::radius, std::vector<throng_agent>(), radii)); // nobody, not everybody
    FAILS(crowd.get(throng::agent::radius, agents, std::vector<float>(19)), THRONG_ERROR_INVALID_ARGUMENT,
          "fewer values than agents");
    FAILS(crowd.set(throng::agent::radius, agents[0], -1.0f), THRONG_ERROR_INVALID_ARGUMENT, "radius");
    FAILS(crowd.step(-1), THRONG_ERROR_INVALID_ARGUMENT, "dt");

    std::array<throng_agent, 8> near = {};
    throng_crowd_view view = {};
    view.avoided = near.data();
    view.avoided_capacity = 8;
    DO(crowd.inspect(agents[0], 0.25f, view));
    CHECK(view.avoided_count >= 0 && view.avoided_count <= 10);

    const std::vector<std::byte> snapshot = must(crowd.save());
    hash = must(crowd.hash());
    DO(crowd.step(0.25f));
    CHECK(must(crowd.hash()) != hash);
    DO(crowd.restore(snapshot));
    CHECK(must(crowd.hash()) == hash);
    FAILS(crowd.restore({snapshot.data(), 8}), THRONG_ERROR_INVALID_ARGUMENT, "");

    throng_obstacle_motion motion = {};
    motion.heading_x = 1.0f;
    const throng_moving_obstacle car = must(crowd.add_moving_obstacle({{-2, -1}, {2, -1}, {0, 1}}, motion));
    DO(crowd.move_obstacles({car}, {motion}));
    FAILS(crowd.move_obstacles({car}, {motion, motion}), THRONG_ERROR_INVALID_ARGUMENT, "as many");
    motion.turn = std::numeric_limits<float>::quiet_NaN();
    FAILS(crowd.move_obstacles({car}, {motion}), THRONG_ERROR_INVALID_ARGUMENT, "turn");
    DO(crowd.remove_moving_obstacle(car));
    FAILS(crowd.remove_moving_obstacle(car), THRONG_ERROR_INVALID_ARGUMENT, "");
    DO(crowd.remove_obstacle(wall));
    FAILS(crowd.remove_obstacle(wall), THRONG_ERROR_INVALID_ARGUMENT, "");
    CHECK(must(crowd.find(6)).index == agents[6].index);
    FAILS(crowd.find(1000), THRONG_ERROR_INVALID_ARGUMENT, "1000");
    DO(crowd.remove({agents[6]}));
    FAILS(crowd.get(throng::agent::position, agents[6]), THRONG_ERROR_INVALID_ARGUMENT, "");
    CHECK(must(crowd.list()).size() == 19);
    DO(crowd.reserve(2000));
    throng::crowd_room_def room;
    room.obstacles = 5;
    room.edges = 20;
    DO(crowd.reserve_room(room));
    room.edges = -1;
    FAILS(crowd.reserve_room(room), THRONG_ERROR_INVALID_ARGUMENT, "room.edges is -1");
    CHECK(must(crowd.info()).capacity >= 2000 && must(crowd.info()).agents == 19);
    CHECK(must(throng::crowd::explain(context, def)).backend == THRONG_BACKEND_CPU);
    CHECK(must(crowd.add(defs[0])).generation != 0);
    DO(crowd.reset());
    CHECK(must(crowd.list()).empty());
    throng_crowd_destroy(plain);
}

void test_motions(throng::context &context)
{
    throng::crowd_def def;
    def.integration = THRONG_INTEGRATE_VELOCITIES;
    throng::crowd crowd = must(throng::crowd::create(context, def));
    throng::agent_def walker;
    walker.target_x = 1.0f;
    const std::vector<throng_agent> agents =
        must(crowd.add(std::vector<throng::agent_def>{walker, walker, walker}));
    std::vector<throng_motion> motions(3);
    for (std::size_t i = 0; i < 3; i++)
        motions[i] = {30.0 * double(i), 5.0, 0.0f, 0.0f, 0.0f, 2.0f};
    DO(crowd.set_motions(motions));
    DO(crowd.step(0.25f));
    motions = must(crowd.get_motions());
    CHECK(motions.size() == 3 && motions[1].x == 30.0 && motions[1].vx == 1.0f &&
          motions[2].heading_x == 1.0f);
    const std::array<throng_agent, 2> some = {agents[2], agents[0]};
    std::array<throng_motion, 2> two = {};
    DO(crowd.get_motions(some, two));
    CHECK(two[0].x == 60.0 && two[1].x == 0.0);
    two[0].heading_x = two[0].heading_y = 0.0f;
    two[0].x = 61.0;
    DO(crowd.set_motions(some, two));
    CHECK(must(crowd.get(throng::agent::position_double, agents[2])).x == 61.0);
    CHECK(must(crowd.get(throng::agent::heading, agents[2])).x == 1.0f);
    FAILS(crowd.set_motions(agents, two), THRONG_ERROR_INVALID_ARGUMENT, "fewer");
    FAILS(crowd.set_motions(two), THRONG_ERROR_INVALID_ARGUMENT, "count");
    two[1].vy = 2e9f;
    FAILS(crowd.set_motions(some, two), THRONG_ERROR_INVALID_ARGUMENT, "motions[1].vy");
}

void test_states(throng::context &context)
{
    throng::crowd here = must(throng::crowd::create(context)), there = must(throng::crowd::create(context));
    const std::vector<throng_agent> agents = must(here.add(two_rows(20)));
    for (int i = 0; i < 5; i++)
        DO(here.step(0.25f));
    const std::vector<throng_agent_state> states = must(here.get_states());
    CHECK(states.size() == 20 && states[7].id == 7 && states[7].bytes == sizeof(throng_agent_state));
    const std::vector<throng_agent> made = must(there.add_states(states));
    DO(there.set_steps(must(here.info()).steps));
    CHECK(made.size() == 20 && must(there.hash()) == must(here.hash()));
    DO(here.step(0.25f));
    DO(there.step(0.25f));
    CHECK(must(there.hash()) == must(here.hash()));
    const std::array<throng_agent, 1> one = {agents[3]};
    CHECK(must(here.get_states(one))[0].id == 3);
    FAILS(there.add_states(states), THRONG_ERROR_INVALID_ARGUMENT, "states[0].id");
    std::vector<throng_agent_state> forged = states;
    forged[2].data[4] ^= 1;
    FAILS(there.add_states(forged), THRONG_ERROR_INVALID_ARGUMENT, "states[2]");
}

void test_queries(throng::context &context)
{
    throng::crowd crowd = must(throng::crowd::create(context));
    const std::vector<throng::agent_def> defs = two_rows(20);
    const std::vector<throng_agent> agents = must(crowd.add(defs));
    DO(crowd.set(throng::agent::layer, agents[1], 2));

    // The first row stands at x = 0, 3, 6, ...
    std::vector<throng_crowd_hit> near = must(crowd.find_nearest({7.0f, 0.0f}, 3)); // the others: defaults
    CHECK(near.size() == 3 && near[0].agent.index == agents[2].index && near[0].distance == 1.0f);
    CHECK(near[1].agent.index == agents[3].index && near[2].agent.index == agents[1].index);
    CHECK(must(crowd.find_nearest({}, INT32_MAX)).size() == 20);
    throng::crowd_query other(3.0f, 0.0f, 3.0f);
    other.except = agents[1];
    near = must(crowd.find_within(other));
    CHECK(near.size() == 2 && near[0].agent.index == agents[0].index && near[1].distance == 3.0f);
    other.except = throng_agent{0, 0};
    other.mask = 2;
    CHECK(must(crowd.find_within(other)).size() == 1);
    CHECK(must(crowd.find_within({0.0f, 0.0f, 1.0f})).size() == 1);

    std::vector<throng::crowd_query> queries = {{0.0f, 20.0f, 3.0f}, {27.0f, 20.0f, 7.0f}};
    std::array<throng_crowd_hit, 4> hits = {};
    std::array<std::int32_t, 2> found = {};
    DO(crowd.find_within(queries, 2, hits, found));
    CHECK(found[0] == 2 && found[1] == 3); // all that there are
    CHECK(hits[0].agent.index == agents[10].index && hits[2].agent.index == agents[19].index);
    DO(crowd.find_within(queries, 0, throng::strided<throng_crowd_hit>(), found));
    CHECK(found[1] == 3);
    DO(crowd.find_nearest(queries, 2, hits, found));
    CHECK(found[1] == 2 && hits[3].distance == 3.0f);
    FAILS(crowd.find_nearest(queries, 3, hits, found), THRONG_ERROR_INVALID_ARGUMENT, "fewer hits");
    FAILS(crowd.find_within(std::vector<throng::crowd_query>(3), 1, hits, found),
          THRONG_ERROR_INVALID_ARGUMENT, "fewer entries of found");
    FAILS(crowd.find_within(queries, -1, hits, found), THRONG_ERROR_INVALID_ARGUMENT, "capacity");
    queries[1].radius = 2e9f;
    FAILS(crowd.find_within(queries, 2, hits, found), THRONG_ERROR_INVALID_ARGUMENT, "queries[1].radius");
    FAILS(crowd.find_within(queries[1]), THRONG_ERROR_INVALID_ARGUMENT, "radius");

    CHECK(must(crowd.events()).empty());
    DO(crowd.set(throng::agent::position, agents[4], must(crowd.get(throng::agent::target, agents[4]))));
    DO(crowd.step(0.25f));
    const std::vector<throng_crowd_event> events = must(crowd.events(THRONG_FLAG_ARRIVED));
    CHECK(events.size() == 1 && events[0].agent.index == agents[4].index);
    CHECK(events[0].kind == THRONG_FLAG_ARRIVED && must(crowd.events()).size() == 1);
    FAILS(crowd.events(THRONG_FLAG_INFEASIBLE), THRONG_ERROR_INVALID_ARGUMENT, "kinds");
}

void test_doubles(throng::context &context)
{
    throng::crowd_def def;
    def.origin_x = 1e7;
    throng::crowd crowd = must(throng::crowd::create(context, def));
    throng::agent_def agent;
    agent.offset_x = 1e7 + 0.25;
    agent.target_x = 1.0f;
    agent.radius = 0.5f;
    agent.time_horizon_obst = 0.2f;
    const throng_agent walker = must(crowd.add(agent));
    CHECK(must(crowd.get(throng::agent::position_double, walker)).x == 1e7 + 0.25);
    const throng_obstacle wall = must(crowd.add_obstacle_double({{1e7 + 3.25, -50.0}, {1e7 + 3.25, 50.0}}));
    for (int i = 0; i < 100; i++)
        DO(crowd.step(0.1f));
    const double x = must(crowd.get(throng::agent::position_double, walker)).x - 1e7;
    CHECK(x > 2.74 && x < 2.76);
    DO(crowd.remove_obstacle(wall));
    DO(crowd.set(throng::agent::position_double, walker, {1e7 + 0.5, 2.0}));
    DO(crowd.set_all(throng::agent::goal_double, std::vector<throng::double2>{{1e7 + 0.75, 2.0}}));
    CHECK(must(crowd.get_all(throng::agent::goal_double))[0].x == 1e7 + 0.75);
    CHECK(must(crowd.get_all(throng::agent::position_double))[0].x == 1e7 + 0.5);
    FAILS(crowd.set(throng::agent::position_double, walker, {2e9, 0.0}), THRONG_ERROR_INVALID_ARGUMENT, "");
    FAILS(crowd.add_obstacle_double({{0.0, 0.0}}), THRONG_ERROR_INVALID_ARGUMENT, "");
}

} // namespace

int main()
{
    test_context();
    throng::context context = make_context();
    test_terrain(context);
    test_influence(context);
    test_fields(context);
    test_paths(context);
    test_readbacks(context);
    test_crowd(context);
    test_motions(context);
    test_states(context);
    test_queries(context);
    test_doubles(context);
    std::printf("C++%ld, %s: good\n", __cplusplus / 100 % 100, THRONG_EXCEPTIONS ? "exceptions" : "results");
}
