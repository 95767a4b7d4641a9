/* The mazes as text. Each row is the left half; the right half is its mirror image.
 *   #  wall      .  pill      O  power pill      (space)  corridor without a pill
 *   ~  tunnel    =  door      _  floor of the house       S  where she starts, in the left half only
 * Corridors are one cell wide and have no dead ends; the tests see to that. */
#include "scenes/pacman/maze.h"

#include <string.h>

enum { HALF = MAZE_WIDTH / 2 };

const int32_t direction_x[DIRECTIONS] = {0, -1, 0, 1};
const int32_t direction_y[DIRECTIONS] = {-1, 0, 1, 0};

static const char texts[MAZE_COUNT][MAZE_HEIGHT * HALF + 1] = {
    "##############"
    "#.........#..."
    "#.###.###.#.##"
    "#O###.###.#.##"
    "#...........##"
    "#.#####.###.##"
    "#.#####.###.##"
    "#....##.###..."
    "#### ##.######"
    "#### ##.######"
    "#### ##.######"
    "#### ##.      "
    "#### ## # ###="
    "#### ## # #___"
    "~~~~      #___"
    "#### ## # #___"
    "#### ## # ####"
    "#### ##.#     "
    "#### ##.#.####"
    "#............#"
    "#.####.#####.#"
    "#.####.#####.#"
    "#O..##.......S"
    "###.##.##.####"
    "###.##.##.####"
    "#......##....#"
    "#.####.#####.#"
    "#.####.#####.#"
    "#.####.#####.#"
    "#............."
    "##############",

    "##############"
    "#......#......"
    "#.####.#.###.#"
    "#O####.#.###.#"
    "#.####...###.#"
    "#.######.###.#"
    "#........###.#"
    "### ### ####.#"
    "### ### #     "
    "### ### # ###="
    "~~~ ### # #___"
    "###       #___"
    "### ### # #___"
    "### ### # ####"
    "### ### #     "
    "### ### # ####"
    "#............#"
    "#.####.##.##.#"
    "#.####.##.##.#"
    "#.####.##.##.."
    "#....#.##.####"
    "####.#.##.####"
    "~~~~ #.......S"
    "####.####.####"
    "#....####....#"
    "#.##.#######.#"
    "#O##.....###.#"
    "#.######.###.#"
    "#.######.###.#"
    "#............."
    "##############",
};

static char letter(int32_t number, int32_t column, int32_t row)
{
    char found = texts[number][row * HALF + (column < HALF ? column : MAZE_WIDTH - 1 - column)];
    if (found == 'S' && column >= HALF)
        return ' ';
    return found;
}

static void number_cells(maze *m, int32_t number)
{
    for (int32_t row = 0; row < MAZE_HEIGHT; row++) {
        for (int32_t column = 0; column < MAZE_WIDTH; column++) {
            char found = letter(number, column, row);
            m->cell_at[row][column] = -1;
            if (strchr(".O ~S", found) == NULL)
                continue;
            int32_t cell = m->count++;
            m->cell_at[row][column] = (int16_t)cell;
            m->column[cell] = (uint8_t)column;
            m->row[cell] = (uint8_t)row;
            m->tunnel[cell] = found == '~';
            m->content[cell] = found == '.' ? MAZE_PILL : found == 'O' ? MAZE_POWER : MAZE_EMPTY;
            m->pills += m->content[cell] != MAZE_EMPTY;
            if (found == 'S')
                m->start = (int16_t)cell;
        }
    }
    for (int32_t row = 1; row < MAZE_HEIGHT; row++) {
        if (letter(number, HALF - 1, row) == '=')
            m->exit = m->cell_at[row - 1][HALF - 1];
    }
}

static void join_cells(maze *m)
{
    for (int32_t cell = 0; cell < m->count; cell++) {
        for (int way = 0; way < DIRECTIONS; way++) {
            int32_t column = (m->column[cell] + direction_x[way] + MAZE_WIDTH) % MAZE_WIDTH;
            int32_t row = (m->row[cell] + direction_y[way] + MAZE_HEIGHT) % MAZE_HEIGHT;
            m->next[cell][way] = m->cell_at[row][column];
            if (m->next[cell][way] >= 0)
                m->way[cell][m->ways[cell]++] = (uint8_t)way;
        }
        for (int came = 0; came < DIRECTIONS; came++) {
            int ways = 0, only = -1;
            for (int way = 0; way < DIRECTIONS; way++) {
                if (way == opposite(came) || m->next[cell][way] < 0)
                    continue;
                ways++;
                only = way;
            }
            m->forced[cell][came] = (int16_t)(ways == 1 ? only : -1);
        }
    }
}

/* Breadth first from the exit, so each cell gets its direction from the nearest neighbour. */
static void find_ways_home(maze *m)
{
    int16_t queue[MAZE_CELLS];
    uint8_t seen[MAZE_CELLS] = {0};
    int32_t head = 0, tail = 0;
    queue[tail++] = m->exit;
    seen[m->exit] = 1;
    while (head < tail) {
        int16_t cell = queue[head++];
        for (int way = 0; way < DIRECTIONS; way++) {
            int16_t beside = m->next[cell][way];
            if (beside < 0 || seen[beside])
                continue;
            seen[beside] = 1;
            m->way_home[beside] = (uint8_t)opposite(way);
            queue[tail++] = beside;
        }
    }
}

void maze_load(maze *m, int32_t number)
{
    memset(m, 0, sizeof *m);
    number_cells(m, number);
    join_cells(m);
    find_ways_home(m);
}

enum { DEPTH = 3 }; /* steps from the exit down through the door to the middle row of the house */
static const int32_t home_column[HOME_COUNT] = {0, -2, 3}; /* from the exit's */

int32_t maze_home_steps(int32_t home)
{
    int32_t aside = home_column[home];
    return DEPTH + (aside < 0 ? -aside : aside);
}

void maze_home_place(const maze *m, int32_t home, int32_t steps, int32_t *column, int32_t *row)
{
    int32_t down = steps < DEPTH ? steps : DEPTH;
    int32_t aside = steps - down;
    *column = m->column[m->exit] + (home_column[home] < 0 ? -aside : aside);
    *row = m->row[m->exit] + down;
}
