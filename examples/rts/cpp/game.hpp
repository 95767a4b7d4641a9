// The game of examples/rts in C++, without its pictures: it prints what rts_headless prints. The comments of
// the C form say why things are as they are; those here say what the C++ headers make of them.
#ifndef RTS_GAME_HPP
#define RTS_GAME_HPP

#include <array>
#include <cstdint>
#include <string>
#include <throng/throng.hpp>
#include <vector>

constexpr int FRAMES_PER_SECOND = 60, WIDTH = 160, HEIGHT = 96, CELLS = WIDTH * HEIGHT;
constexpr int SLOTS = 2048, UNITS_PER_SIDE = 1000, WINGS = 3, FLAGS = 4, GATES = 3, TURN = 30;
constexpr int BLUE = 0, RED = 1, SIDES = 2, NOBODY = -1, STANDING = -1;
constexpr int BASE = FLAGS, PLACES = FLAGS + SIDES;
constexpr std::uint32_t LAYER_BLUE = 1, LAYER_RED = 2, LAYER_HERO = 4;

enum class order { attack, retreat };

struct kind {
    float radius, speed, range;
    int health, damage;
    float strength;
};
extern const kind soldier, giant, player;

struct unit {
    throng_agent agent = {}; // generation 0: the slot is free
    const kind *type = nullptr;
    int side = 0, wing = 0, health = 0, going = STANDING;
    order does = order::attack;
    float x = 0.0f, y = 0.0f;

    bool lives() const { return agent.generation != 0; }
};

struct gate {
    throng_region cells = {};
    bool open = true;
    int changed = 0;
};

// Objects destroy themselves, the last one first: the crowd before the flow and the terrain that it uses.
class game
{
  public:
    explicit game(const std::string &map);
    void frame();
    void print() const;
    std::uint64_t hash() { return crowd_.hash(); }
    int frames() const { return frame_; }

  private:
    // world.cpp
    std::string load(const std::string &path);
    throng_region find_letter(char letter) const;
    throng::terrain create_terrain();
    throng::flow create_flow();
    bool is_free(int column, int row) const;
    bool sees(const unit &from, const unit &to) const;
    float muster(int side) const;
    bool should_be_open(int number) const;
    void move_gates();

    // army.cpp
    throng::crowd create_crowd();
    std::vector<throng_cell> find_births(int side);
    int add(int side, const kind &type, throng_cell cell);
    const kind &next_kind(int side) const { return born_[std::size_t(side)] % 10 == 9 ? giant : soldier; }
    void births();
    void deaths();
    void read_positions();
    bool fits(float x, float y) const;
    void move_hero();

    // think.cpp
    throng::influence create_influence();
    void place_units(int side);
    void survey();
    float strength(int side, float x, float y) const;
    float strength_at(int side, int place) const;
    float urgency(int side, int flag) const;
    int most_urgent_flag(int side, std::uint32_t taken) const;
    void command_wings();
    bool is_home(const unit &each) const;
    void decide(unit &each) const;

    // fight.cpp
    std::vector<std::size_t> turns() const;
    bool shoots(const unit &from, const throng_crowd_hit *hits, int count);
    void go(unit &each, int going);
    void fight();
    bool is_in_gate(const unit &each) const;
    void events();
    throng::float2 target(int place) const;

    throng::context context_;
    std::string cells_;
    std::array<gate, GATES> gates_;
    std::array<throng_cell, PLACES> places_ = {};
    throng::terrain terrain_;
    throng::flow flow_;
    throng::influence influence_;
    throng::crowd crowd_;

    int frame_ = 0;
    std::size_t hero_ = 0;
    std::vector<unit> units_ = std::vector<unit>(SLOTS);
    std::array<std::vector<throng_cell>, SIDES> births_;
    std::array<int, SIDES> count_ = {}, born_ = {}, killed_ = {};
    std::array<std::vector<float>, SIDES> strength_;
    std::array<int, FLAGS> owner_ = {NOBODY, NOBODY, NOBODY, NOBODY};
    std::array<std::array<int, WINGS>, SIDES> goals_ = {};

    // What changes for units in a frame.
    std::vector<throng_agent> stopping_, walking_;
    std::vector<throng::float2> stands_, targets_;
    std::vector<std::int32_t> fields_;
};

#endif
