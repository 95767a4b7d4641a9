// Units and the hero: births, deaths, and where they are.
#include "game.hpp"
#include <algorithm>
#include <stdexcept>

const kind soldier = {0.35f, 3.0f, 7.0f, 6, 1, 1.0f};
const kind giant = {0.8f, 2.2f, 9.0f, 40, 4, 4.0f};
const kind player = {0.45f, 4.0f, 9.0f, 1, 3, 20.0f};

throng::crowd game::create_crowd()
{
    throng::crowd_def def;
    def.agent_capacity = SLOTS;
    def.max_neighbors = 8;
    def.terrain = terrain_;
    def.flow = flow_;
    def.symmetry = 0.05f;
    def.settle = 1;
    def.hash_guests = 1;
    return throng::crowd(context_, def);
}

std::vector<throng_cell> game::find_births(int side)
{
    const std::vector<float> lengths = flow_.read_lengths(flow_.field_for(BASE + side, giant.radius));
    std::vector<std::pair<float, int>> near; // length and cell: sorted by both
    for (int i = 0; i < CELLS; i++)
        if (lengths[std::size_t(i)] >= 0.0f && (i % WIDTH + i / WIDTH) % 2 == 0)
            near.emplace_back(lengths[std::size_t(i)], i);
    if (near.size() < UNITS_PER_SIDE)
        throw std::runtime_error("the map has no room for an army");
    std::sort(near.begin(), near.end());
    std::vector<throng_cell> cells;
    for (std::size_t i = 0; i < UNITS_PER_SIDE; i++)
        cells.push_back({near[i].second % WIDTH, near[i].second / WIDTH});
    return cells;
}

throng::float2 game::target(int place) const
{
    const throng_cell cell = places_[std::size_t(place)];
    return {float(cell.column) + 0.5f, float(cell.row) + 0.5f};
}

int game::add(int side, const kind &type, throng_cell cell)
{
    const int wing = born_[std::size_t(side)] % WINGS;
    const int place = goals_[std::size_t(side)][std::size_t(wing)];
    throng::agent_def def;
    def.x = float(cell.column) + 0.5f;
    def.y = float(cell.row) + 0.5f;
    def.radius = type.radius;
    def.max_speed = type.speed;
    def.neighbor_dist = 4.0f;
    def.max_neighbors = 8;
    def.time_horizon = 1.0f;
    def.time_horizon_obst = 0.3f;
    def.layer = &type == &player ? LAYER_HERO : side == BLUE ? LAYER_BLUE : LAYER_RED;
    def.navigation = THRONG_NAVIGATE_FLOW;
    def.flow_field = place;
    def.target_x = target(place).x;
    def.target_y = target(place).y;
    if (&type == &player) {
        def.navigation = THRONG_NAVIGATE_GUEST;
        def.responsibility = 0.0f;
    } else {
        count_[std::size_t(side)]++;
        born_[std::size_t(side)]++;
    }
    const throng_agent agent = crowd_.add(def);
    units_[std::size_t(agent.index)] = {agent, &type,         side,  wing, type.health,
                                        place, order::attack, def.x, def.y};
    return agent.index;
}

void game::births()
{
    const int side = frame_ % SIDES;
    const std::size_t s = std::size_t(side);
    constexpr int BIRTH_CELLS = 48;
    if (count_[s] < UNITS_PER_SIDE)
        add(side, next_kind(side), births_[s][std::size_t(born_[s] % BIRTH_CELLS)]);
}

void game::deaths()
{
    std::vector<throng_agent> dead;
    for (unit &each : units_) {
        if (!each.lives() || each.health > 0)
            continue;
        dead.push_back(each.agent);
        each.agent.generation = 0;
        count_[std::size_t(each.side)]--;
        killed_[std::size_t(each.side)]++;
    }
    crowd_.remove(dead);
}

void game::read_positions()
{
    const std::vector<throng::float2> positions = crowd_.get_all(throng::agent::position);
    std::size_t row = 0;
    for (unit &each : units_)
        if (each.lives()) {
            each.x = positions[row].x;
            each.y = positions[row].y;
            row++;
        }
}

bool game::fits(float x, float y) const
{
    const float r = player.radius;
    return is_free(int(x - r), int(y - r)) && is_free(int(x + r), int(y - r)) &&
           is_free(int(x - r), int(y + r)) && is_free(int(x + r), int(y + r));
}

void game::move_hero()
{
    const unit &hero = units_[hero_];
    throng_flow_point point = {hero.x, hero.y, 0, flow_.field_for(goals_[BLUE][0], player.radius)};
    throng_flow_vector way = {};
    flow_.sample(THRONG_FLOW_SAMPLE_SMOOTH, {&point, 1}, {&way, 1});
    const float step = player.speed / float(FRAMES_PER_SECOND);
    const float x = hero.x + way.dx * step, y = hero.y + way.dy * step;
    throng_motion motion = {double(hero.x), double(hero.y), 0.0f, 0.0f, way.dx, way.dy};
    const bool caught = !fits(hero.x, hero.y);
    if (caught || fits(x, hero.y)) {
        motion.x = double(x);
        motion.vx = way.dx * player.speed;
    }
    if (caught || fits(float(motion.x), y)) {
        motion.y = double(y);
        motion.vy = way.dy * player.speed;
    }
    crowd_.set_motions({&hero.agent, 1}, {&motion, 1});
}
