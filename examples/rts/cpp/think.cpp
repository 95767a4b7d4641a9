// The survey by influence maps, and what generals and units make of it.
#include "game.hpp"
#include <algorithm>

throng::influence game::create_influence()
{
    throng::influence_def def(WIDTH, HEIGHT);
    def.layers = SIDES;
    def.object_capacity = UNITS_PER_SIDE + 1;
    def.propagation = THRONG_PROPAGATION_PATH;
    def.terrain = terrain_;
    def.blocked_objects = THRONG_BLOCKED_IGNORE;
    return throng::influence(context_, def);
}

void game::place_units(int side)
{
    std::vector<throng::influence_object> objects;
    for (const unit &each : units_) {
        if (!each.lives() || each.side != side)
            continue;
        throng::influence_object object;
        object.x = each.x;
        object.y = each.y;
        object.influence = each.type->strength;
        object.max_distance = 8.0f;
        object.decay = object.influence / 8.0f;
        objects.push_back(object);
    }
    influence_.set_objects(side, objects);
    influence_.truncate_objects(side, int(objects.size()));
}

void game::survey()
{
    if (!influence_.update_part(TURN))
        return;
    for (int side = 0; side < SIDES; side++) {
        influence_.read(side, strength_[std::size_t(side)]);
        place_units(side);
    }
}

float game::strength(int side, float x, float y) const
{
    return strength_[std::size_t(side)][std::size_t(int(y) * WIDTH + int(x))];
}

float game::strength_at(int side, int place) const
{
    const throng_cell cell = places_[std::size_t(place)];
    return strength_[std::size_t(side)][std::size_t(cell.row * WIDTH + cell.column)];
}

float game::urgency(int side, int flag) const
{
    const float foe = strength_at(1 - side, flag);
    return owner_[std::size_t(flag)] == side ? 1e6f - foe : foe;
}

int game::most_urgent_flag(int side, std::uint32_t taken) const
{
    int best = NOBODY;
    for (int i = 0; i < FLAGS; i++) {
        const int flag = side == BLUE ? i : FLAGS - 1 - i;
        if (taken >> flag & 1u)
            continue;
        if (best == NOBODY || urgency(side, flag) < urgency(side, best))
            best = flag;
    }
    return best;
}

void game::command_wings()
{
    if (frame_ % (5 * FRAMES_PER_SECOND) != 0)
        return;
    for (int side = 0; side < SIDES; side++) {
        std::array<int, WINGS> &goals = goals_[std::size_t(side)];
        std::uint32_t taken = 0;
        for (int &goal : goals) {
            goal = most_urgent_flag(side, taken);
            taken |= 1u << goal;
        }
        if (strength_at(1 - side, BASE + side) > 0.0f)
            goals[0] = BASE + side;
        else if (std::count(owner_.begin(), owner_.end(), side) == FLAGS)
            goals[0] = BASE + 1 - side;
    }
}

bool game::is_home(const unit &each) const
{
    const throng_cell base = places_[std::size_t(BASE + each.side)];
    const float x = each.x - float(base.column), y = each.y - float(base.row);
    return x * x + y * y < 64.0f;
}

void game::decide(unit &each) const
{
    if (each.health > 0 && is_home(each)) // who was shot in this frame stays dead
        each.health = each.type->health;
    const float own = strength(each.side, each.x, each.y), foe = strength(1 - each.side, each.x, each.y);
    if (each.health * 3 <= each.type->health || foe > 1.5f * own)
        each.does = order::retreat;
    else if (own > foe)
        each.does = order::attack;
}
