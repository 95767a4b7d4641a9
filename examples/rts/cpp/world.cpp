// The map, its gates, and the flow fields.
#include "game.hpp"
#include <fstream>
#include <stdexcept>

constexpr int WEST_GATE = 0, BRIDGE_GATE = 1, EAST_GATE = 2;
static const std::string gate_letters = "ABC", place_letters = "1234br";

std::string game::load(const std::string &path)
{
    std::ifstream file(path);
    std::string cells, line;
    for (int head = 0; head < 4; head++)
        std::getline(file, line); // type, height, width, map
    while (int(cells.size()) < CELLS && std::getline(file, line) && int(line.size()) == WIDTH)
        cells += line;
    if (int(cells.size()) < CELLS)
        throw std::runtime_error(path + ": no map of 160 x 96 cells");
    return cells;
}

throng_region game::find_letter(char letter) const
{
    const std::size_t found = cells_.find(letter);
    if (found == std::string::npos)
        throw std::runtime_error(std::string("the map has no cell '") + letter + "'");
    const int first = int(found), last = int(cells_.rfind(letter));
    const int column = first % WIDTH, row = first / WIDTH;
    return {column, row, last % WIDTH - column + 1, last / WIDTH - row + 1};
}

bool game::is_free(int column, int row) const
{
    if (column < 0 || row < 0 || column >= WIDTH || row >= HEIGHT)
        return false;
    const char letter = cells_[std::size_t(row * WIDTH + column)];
    const std::size_t number = gate_letters.find(letter);
    if (number != std::string::npos)
        return gates_[number].open;
    return letter != '@' && letter != 'T' && letter != 'W';
}

throng::terrain game::create_terrain()
{
    for (std::size_t i = 0; i < gates_.size(); i++)
        gates_[i].cells = find_letter(gate_letters[i]);
    for (std::size_t i = 0; i < places_.size(); i++) {
        const throng_region found = find_letter(place_letters[i]);
        places_[i] = {found.column, found.row};
    }
    std::vector<std::uint8_t> blocked;
    for (int i = 0; i < CELLS; i++)
        blocked.push_back(!is_free(i % WIDTH, i / WIDTH));
    throng::terrain terrain(context_, throng::terrain_def(WIDTH, HEIGHT));
    terrain.set(blocked);
    return terrain;
}

throng::flow game::create_flow()
{
    throng::flow_def def;
    def.fields = PLACES;
    def.clearance_count = 2;
    def.clearances[0] = soldier.radius;
    def.clearances[1] = giant.radius;
    def.costs = 1;
    def.slow_by_cost = 1;
    def.unreached = THRONG_FLOW_UNREACHED_NEAREST;
    throng::flow flow(context_, terrain_, def);

    std::vector<std::uint8_t> costs;
    for (const char cell : cells_)
        costs.push_back(cell == 'S' ? 2 : 1);
    flow.set_costs(costs);
    for (int place = 0; place < PLACES; place++)
        flow.set_goals(place, {places_[std::size_t(place)]});
    flow.update();
    return flow;
}

bool game::sees(const unit &from, const unit &to) const
{
    constexpr int POINTS = 20;
    for (int i = 1; i < POINTS; i++) {
        const float part = float(i) / float(POINTS);
        const int column = int(from.x + (to.x - from.x) * part), row = int(from.y + (to.y - from.y) * part);
        if (cells_[std::size_t(row * WIDTH + column)] != 'W' && !is_free(column, row))
            return false;
    }
    return true;
}

float game::muster(int side) const
{
    const throng_region at = gates_[side == BLUE ? WEST_GATE : EAST_GATE].cells;
    const float x = float(at.column) + (side == BLUE ? -3.5f : 5.5f);
    return strength(side, x, float(at.row) + 0.5f * float(at.height));
}

bool game::should_be_open(int number) const
{
    const gate &each = gates_[std::size_t(number)];
    const bool fresh = frame_ - each.changed < 4 * FRAMES_PER_SECOND;
    if (fresh && (each.open || number == BRIDGE_GATE))
        return each.open;
    if (number == BRIDGE_GATE)
        return frame_ % (15 * FRAMES_PER_SECOND) < 10 * FRAMES_PER_SECOND;
    return muster(number == WEST_GATE ? BLUE : RED) > 40.0f;
}

void game::move_gates()
{
    const int number = frame_ % TURN / 5 - 3;
    if (frame_ % 5 != 0 || number < 0 || number >= GATES)
        return;
    gate &each = gates_[std::size_t(number)];
    const bool open = should_be_open(number);
    if (open == each.open)
        return;
    each.open = open;
    each.changed = frame_;
    terrain_.fill(!open, each.cells);
}
