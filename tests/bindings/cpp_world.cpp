// The C++ headers of worlds: two contexts have the bits of one crowd, and errors have the library's message.
// Built with and without exceptions.
#include "tests/bindings/cpp.h"

#include <algorithm>
#include <string>
#include <throng/world.hpp>

namespace
{

// Structs of doubles do not stand for pairs of floats.
static_assert(throng::detail::is_pair<throng::float2> && !throng::detail::is_pair<throng::double2>);
static_assert(!throng::detail::is_pair<throng_motion> && !throng::detail::is_pair<throng_obstacle_motion>);
static_assert(throng::detail::holds_rows(24, 2, 3, 4, 0) && !throng::detail::holds_rows(23, 2, 3, 4, 0) &&
              throng::detail::holds_rows(28, 2, 3, 4, 10) && !throng::detail::holds_rows(27, 2, 3, 4, 10) &&
              !throng::detail::holds_rows(8, 4, 3, 1, std::size_t(1) << 63) &&
              !throng::detail::holds_rows(0, 1, 1, 1, 0) && throng::detail::holds_rows(0, 0, 5, 4, 0));
struct four_floats {
    float x, y, z, w;
};
static_assert(throng::detail::carries<four_floats, throng::float2> &&
              !throng::detail::carries<throng::double2, throng::float2>);
static_assert(throng::detail::carries<throng_vertex_double, throng::double2> &&
              !throng::detail::carries<four_floats, throng::double2>);

enum { AGENTS = 90, STEPS = 40 };

throng::context make_context()
{
    throng::context_def def;
    def.backend = THRONG_BACKEND_CPU;
    def.threads = 1;
    return must(throng::context::create(def));
}

std::vector<throng::agent_def> make_agents()
{
    std::vector<throng::agent_def> agents(AGENTS);
    for (int i = 0; i < AGENTS; i++) {
        agents[std::size_t(i)].id = std::uint64_t(500 - i);
        agents[std::size_t(i)].x = 2.5f * float(i % 10);
        agents[std::size_t(i)].y = 2.5f * float(i / 10);
        agents[std::size_t(i)].target_x = i % 2 ? 1.0f : -1.0f;
    }
    return agents;
}

// What a game does to its crowd, done to both.
template <class Crowd> void build(Crowd &crowd) { DO(crowd.add(make_agents())); }

struct pair {
    throng::context first = make_context(), second = make_context();
    throng::world world;
    throng::world_crowd crowd;
    throng::crowd one;

    pair()
    {
        throng_context *const contexts[] = {first, second};
        const throng::crowd_def parts[2];
        world = must(throng::world::create(contexts));
        crowd = must(throng::world_crowd::create(world, parts));
        one = must(throng::crowd::create(first));
        build(crowd);
        build(one);
    }
    bool same() { return must(crowd.hash()) == must(one.hash()); }
    void step()
    {
        DO(crowd.step(0.1f));
        DO(one.step(0.1f));
    }
};

void test_bits()
{
    pair p;
    CHECK(p.same() && must(p.world.info()).parts == 2 && must(p.crowd.info()).agents == AGENTS);
    for (int i = 0; i < STEPS; i++)
        p.step();
    CHECK(p.same());
    const std::vector<std::uint64_t> ids = {500, 411};
    const throng_agent agents[] = {must(p.one.find(500)), must(p.one.find(411))};
    DO(p.crowd.set(throng::agent::radius, ids, std::vector<float>{0.7f, 0.9f}));
    DO(p.one.set(throng::agent::radius, agents, std::vector<float>{0.7f, 0.9f}));
    const throng_motion motions[] = {{0.5, 0.25, 1.0f, 0.0f, 1.0f, 0.0f}, {9.0, 9.0, 0.0f, 1.0f, 0.0f, 1.0f}};
    DO(p.crowd.set_motions(ids, motions));
    DO(p.one.set_motions(agents, motions));
    const throng_vertex_double wall[] = {{3.0, 40.0}, {12.0, 41.0}};
    const throng_obstacle here = must(p.crowd.add_obstacle(wall)),
                          there = must(p.one.add_obstacle_double(wall));
    DO(p.crowd.balance());
    p.step();
    CHECK(p.same());
    DO(p.crowd.remove_obstacle(here));
    DO(p.one.remove_obstacle(there));
    DO(p.crowd.remove(ids));
    DO(p.one.remove(agents));
    p.step();
    CHECK(p.same() && must(p.crowd.info()).agents == AGENTS - 2);
}

void test_reading()
{
    pair p;
    p.step();
    const std::uint64_t ids[] = {500, 7};
    const std::vector<std::int32_t> parts = must(p.crowd.find(ids));
    CHECK((parts[0] == 0 || parts[0] == 1) && parts[1] == -1);
    std::size_t all = 0;
    for (std::int32_t part = 0; part < 2; part++) {
        const throng::own_agents own = must(p.crowd.get_own(part));
        CHECK(own.ids.size() == own.motions.size() && must(p.crowd.get_part(part)) != nullptr);
        CHECK((std::find(own.ids.begin(), own.ids.end(), 500u) != own.ids.end()) == (part == parts[0]));
        all += own.ids.size();
    }
    CHECK(all == AGENTS);
}

void test_files(const std::string &folder)
{
    pair p;
    const std::string path = folder + (THRONG_EXCEPTIONS ? "/thrown.snapshot" : "/returned.snapshot");
    p.step();
    const std::uint64_t hash = must(p.crowd.hash());
    const std::vector<throng_agent_state> states = must(p.one.get_states());
    DO(p.crowd.save(path.c_str()));
    p.step();
    CHECK(must(p.crowd.hash()) != hash);
    DO(p.crowd.restore(path.c_str()));
    CHECK(must(p.crowd.hash()) == hash);
    const std::uint64_t ids[] = {500};
    DO(p.crowd.remove(ids));
    CHECK(!p.same());
    DO(p.crowd.add_states({states.data(), 1})); // of the first agent, whose id it is
    CHECK(must(p.crowd.hash()) == hash);
    FAILS(p.crowd.restore("no such file"), THRONG_ERROR_INVALID_ARGUMENT, "no such file");
    std::remove(path.c_str());
}

void test_mistakes()
{
    pair p;
    const throng::crowd_def parts[2];
    const std::uint64_t ids[] = {7};
    const std::vector<std::uint64_t> two = {500, 499};
    FAILS(throng::world::create({}), THRONG_ERROR_INVALID_ARGUMENT, "context");
    FAILS(throng::world_crowd::create(p.world, {parts, 1}), THRONG_ERROR_INVALID_ARGUMENT, "each part");
    FAILS(p.crowd.step(0.0f), THRONG_ERROR_INVALID_ARGUMENT, "dt is 0");
    FAILS(p.crowd.remove(ids), THRONG_ERROR_INVALID_ARGUMENT, "ids[0] is 7");
    FAILS(p.crowd.set(throng::agent::radius, two, std::vector<float>{1.0f}), THRONG_ERROR_INVALID_ARGUMENT,
          "fewer values");
    FAILS(p.crowd.set_motions(two, {}), THRONG_ERROR_INVALID_ARGUMENT, "fewer motions");
    FAILS(p.crowd.get_part(9), THRONG_ERROR_INVALID_ARGUMENT, "part is 9");
    FAILS(p.world.close(), THRONG_ERROR_INVALID_ARGUMENT, "1 crowd");
    CHECK(p.same());
    throng::world_crowd moved = std::move(p.crowd);
    CHECK(!p.crowd && moved);
    DO(moved.close());
    DO(p.world.close());
}

} // namespace

int main(int argc, char **argv)
{
    test_bits();
    test_reading();
    test_files(argc > 1 ? argv[1] : ".");
    test_mistakes();
    return 0;
}
