// Turns of units: targets, shots, and where to go.
#include "game.hpp"

constexpr int HITS = 4;

std::vector<std::size_t> game::turns() const
{
    std::vector<std::size_t> slots;
    for (std::size_t slot = std::size_t(frame_ % TURN); slot < SLOTS; slot += TURN)
        if (units_[slot].lives() && slot != hero_)
            slots.push_back(slot);
    if (frame_ % 10 == 0)
        slots.push_back(hero_);
    return slots;
}

bool game::shoots(const unit &from, const throng_crowd_hit *hits, int count)
{
    for (int i = 0; i < count; i++) {
        unit &target = units_[std::size_t(hits[i].agent.index)];
        if (sees(from, target)) {
            target.health -= from.type->damage;
            return true;
        }
    }
    return false;
}

void game::go(unit &each, int going)
{
    if (going == each.going)
        return;
    each.going = going;
    if (going == STANDING) {
        stopping_.push_back(each.agent);
        stands_.push_back({0.0f, 0.0f});
    } else {
        walking_.push_back(each.agent);
        fields_.push_back(going);
        targets_.push_back(target(going));
    }
}

void game::fight()
{
    const std::vector<std::size_t> slots = turns();
    std::vector<throng::crowd_query> queries;
    for (const std::size_t slot : slots) {
        const unit &each = units_[slot];
        throng::crowd_query query(each.x, each.y, each.type->range);
        query.mask = each.side == BLUE ? LAYER_RED : LAYER_BLUE;
        queries.push_back(query);
    }
    std::vector<throng_crowd_hit> hits(slots.size() * HITS);
    std::vector<std::int32_t> found(slots.size());
    crowd_.find_nearest(queries, HITS, hits, found);

    stopping_.clear(), walking_.clear(), stands_.clear(), targets_.clear(), fields_.clear();
    for (std::size_t i = 0; i < slots.size(); i++) {
        unit &each = units_[slots[i]];
        const bool fights = shoots(each, hits.data() + i * HITS, found[i]);
        if (each.type == &player)
            continue;
        decide(each);
        if (each.does == order::retreat)
            go(each, BASE + each.side);
        else
            go(each, fights ? STANDING : goals_[std::size_t(each.side)][std::size_t(each.wing)]);
    }
    crowd_.set(throng::agent::preferred_velocity, stopping_, stands_);
    crowd_.set(throng::agent::flow_field, walking_, fields_);
    crowd_.set(throng::agent::target, walking_, targets_);
}

bool game::is_in_gate(const unit &each) const
{
    for (const gate &one : gates_) {
        const float x = each.x - float(one.cells.column), y = each.y - float(one.cells.row);
        if (!one.open && x > 0.0f && y > 0.0f && x < float(one.cells.width) && y < float(one.cells.height))
            return true;
    }
    return false;
}

void game::events()
{
    for (const throng_crowd_event &event : crowd_.events(THRONG_FLAG_ARRIVED | THRONG_FLAG_INSIDE_WALL)) {
        unit &each = units_[std::size_t(event.agent.index)];
        if (event.kind == THRONG_FLAG_INSIDE_WALL && is_in_gate(each))
            each.health -= 3;
        if (event.kind == THRONG_FLAG_ARRIVED && each.going >= 0 && each.going < FLAGS &&
            strength(each.side, each.x, each.y) > strength(1 - each.side, each.x, each.y))
            owner_[std::size_t(each.going)] = each.side;
    }
}
