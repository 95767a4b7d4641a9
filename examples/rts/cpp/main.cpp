// rts_cpp [FRAMES [MAP]]: plays, and prints what happened.
#include "game.hpp"
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <exception>

#ifndef RTS_MAP
#define RTS_MAP "../fords.map"
#endif

game::game(const std::string &map)
    : cells_(load(map)), terrain_(create_terrain()), flow_(create_flow()), influence_(create_influence()),
      crowd_(create_crowd())
{
    for (int side = 0; side < SIDES; side++)
        strength_[std::size_t(side)].resize(CELLS);
    command_wings();
    for (int side = 0; side < SIDES; side++) {
        births_[std::size_t(side)] = find_births(side);
        for (const throng_cell cell : births_[std::size_t(side)])
            add(side, next_kind(side), cell);
    }
    const throng_cell base = places_[BASE + BLUE];
    hero_ = std::size_t(add(BLUE, player, {base.column + 8, base.row}));
    for (int side = 0; side < SIDES; side++)
        place_units(side);
}

void game::frame()
{
    frame_++;
    move_gates();
    flow_.update();
    move_hero();
    crowd_.step(1.0f / FRAMES_PER_SECOND);
    read_positions();
    events();
    fight();
    deaths();
    births();
    survey();
    command_wings();
}

void game::print() const
{
    std::printf("after %3d s: flags ", frame_ / FRAMES_PER_SECOND);
    for (const int owner : owner_)
        std::putchar("-br"[owner + 1]);
    std::printf(", gates");
    for (const gate &each : gates_)
        std::printf(" %s", each.open ? "open" : "shut");
    std::printf(", blue %d (%d fell), red %d (%d fell)\n", count_[BLUE], killed_[BLUE], count_[RED],
                killed_[RED]);
}

int main(int argc, char **argv)
{
    const int frames = argc > 1 ? std::atoi(argv[1]) : 60 * FRAMES_PER_SECOND;
    try {
        game game(argc > 2 ? argv[2] : RTS_MAP);
        while (game.frames() < frames) {
            game.frame();
            if (game.frames() % (10 * FRAMES_PER_SECOND) == 0)
                game.print();
        }
        std::printf("hash of the crowd after %d frames: %016" PRIx64 "\n", game.frames(), game.hash());
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return EXIT_FAILURE;
    }
}
