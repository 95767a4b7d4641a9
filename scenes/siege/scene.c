#include "scenes/siege/scene.h"

#include <string.h>

const throng_cell scene_starts[SCENE_STARTS] = {{8, 46}, {25, 46}, {40, 46}};
const throng_cell scene_goal = {25, 3};

/* A disc of radius 6 in the middle. The straight way from the middle start leads through it, those from the
 * others pass it at a distance of 1.4, which is within its range. */
int scene_blocked(int32_t column, int32_t row)
{
    const int32_t x = 2 * column + 1 - SCENE_SIDE, y = 2 * row + 1 - SCENE_SIDE; /* half cells */
    return x * x + y * y < 4 * 6 * 6;
}

static int near(throng_cell a, throng_cell b)
{
    const int32_t x = a.column - b.column, y = a.row - b.row;
    return (float)(x * x + y * y) <= SCENE_RANGE * SCENE_RANGE;
}

int scene_allowed(throng_cell cell)
{
    for (int32_t i = 0; i < SCENE_STARTS; i++) {
        if (near(cell, scene_starts[i]))
            return 0;
    }
    return cell.column >= 0 && cell.row >= 0 && cell.column < SCENE_SIDE && cell.row < SCENE_SIDE &&
           !near(cell, scene_goal) && !scene_blocked(cell.column, cell.row);
}

throng_potential_goal scene_stronghold(int32_t world)
{
    return (throng_potential_goal){scene_centre(scene_goal.column), scene_centre(scene_goal.row), 5.0f,
                                   world};
}

throng_potential_source scene_gun(throng_cell cell, float eta, int32_t world)
{
    return (throng_potential_source){.x = scene_centre(cell.column),
                                     .y = scene_centre(cell.row),
                                     .eta = eta,
                                     .range = SCENE_RANGE,
                                     .power = SCENE_POWER,
                                     .world = world};
}

throng_trace_start scene_attacker(int32_t start, int32_t world)
{
    return (throng_trace_start){.x = scene_centre(scene_starts[start].column),
                                .y = scene_centre(scene_starts[start].row),
                                .speed = SCENE_SPEED,
                                .goal = world,
                                .world = world};
}

uint32_t scene_draw(uint64_t *state, uint32_t below)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u; /* Steele, Lea and Flood 2014: SplitMix64 */
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    x ^= x >> 31;
    return (uint32_t)((x >> 32) * below >> 32);
}

throng_cell scene_draw_cell(uint64_t *state)
{
    throng_cell cell;
    do {
        cell.column = (int32_t)scene_draw(state, SCENE_SIDE);
        cell.row = (int32_t)scene_draw(state, SCENE_SIDE);
    } while (!scene_allowed(cell));
    return cell;
}

void scene_place(uint64_t seed, int32_t number, int32_t count, throng_cell *guns)
{
    uint64_t state = seed * 0xd1342543de82ef95u + (uint64_t)number * 0xaf251af3b0f025b5u;
    uint8_t taken[SCENE_SIDE][SCENE_SIDE] = {{0}};
    for (int32_t i = 0; i < count; i++) {
        do
            guns[i] = scene_draw_cell(&state);
        while (taken[guns[i].row][guns[i].column]);
        taken[guns[i].row][guns[i].column] = 1;
    }
}

void scene_rates(const throng_cell *guns, int32_t count, int32_t fine, float *rates)
{
    const int32_t side = SCENE_SIDE * fine, reach = (int32_t)SCENE_RANGE * fine;
    memset(rates, 0, (size_t)side * (size_t)side * sizeof *rates);
    for (int32_t i = 0; i < count; i++) {
        const int32_t left = guns[i].column * fine, top = guns[i].row * fine;
        for (int32_t row = top - reach; row < top + reach + fine; row++) {
            for (int32_t column = left - reach; column < left + reach + fine; column++) {
                /* half parts, from the gun, which is in the middle of its cell */
                const int32_t x = 2 * (column - left) + 1 - fine, y = 2 * (row - top) + 1 - fine;
                if (column >= 0 && row >= 0 && column < side && row < side &&
                    x * x + y * y <= 4 * reach * reach)
                    rates[row * side + column] += SCENE_POWER;
            }
        }
    }
}
