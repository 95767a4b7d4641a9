#include "scenes/maps/level.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SIDE LEVEL_SIDE

static char level[SIDE][SIDE]; /* row, column */

typedef struct point {
    int x, y;
} point;

typedef struct rectangle {
    int x, y, width, height;
} rectangle;

/* ---------------------------------------------------------------- chance and noise ------------------ */

static uint32_t hash(int x, int y, uint32_t seed)
{
    uint32_t h = (uint32_t)x * 0x9E3779B1u ^ (uint32_t)y * 0x85EBCA77u ^ seed * 0xC2B2AE3Du;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return h ^ h >> 15;
}

static uint32_t sequence = 1;

/* A number from low to high, both included. */
static int chance(int low, int high)
{
    sequence += 1;
    return low + (int)(hash((int)sequence, 77, 5) % (uint32_t)(high - low + 1));
}

static int blend(int a, int b, int part) /* part of 256 */
{
    int smooth = part * part * (768 - 2 * part) / 65536;
    return a + (b - a) * smooth / 256;
}

/* Smooth noise, 0 to 255; features are about `size` cells wide. */
static int noise(int x, int y, int size, uint32_t seed)
{
    int i = x / size;
    int j = y / size;
    int u = x % size * 256 / size;
    int v = y % size * 256 / size;
    int upper = blend((int)(hash(i, j, seed) & 255u), (int)(hash(i + 1, j, seed) & 255u), u);
    int lower = blend((int)(hash(i, j + 1, seed) & 255u), (int)(hash(i + 1, j + 1, seed) & 255u), u);
    return blend(upper, lower, v);
}

static int rough(int x, int y, int size, uint32_t seed)
{
    return (4 * noise(x, y, size, seed) + 2 * noise(x, y, size / 2 + 1, seed + 1) +
            noise(x, y, size / 4 + 1, seed + 2)) /
           7;
}

/* ---------------------------------------------------------------- shapes ----------------------------- */

static int inside(int x, int y) { return x >= 0 && y >= 0 && x < SIDE && y < SIDE; }

static void set(int x, int y, char cell)
{
    if (inside(x, y)) {
        level[y][x] = cell;
    }
}

static char get(int x, int y) { return (char)(inside(x, y) ? level[y][x] : '@'); }

static void fill(rectangle r, char cell)
{
    for (int y = r.y; y < r.y + r.height; ++y) {
        for (int x = r.x; x < r.x + r.width; ++x) {
            set(x, y, cell);
        }
    }
}

static rectangle shrunk(rectangle r, int by)
{
    return (rectangle){r.x + by, r.y + by, r.width - 2 * by, r.height - 2 * by};
}

static void room(rectangle r, int thick, char wall, char floor)
{
    fill(r, wall);
    fill(shrunk(r, thick), floor);
}

static void disc(point centre, int radius, char cell)
{
    for (int y = -radius; y <= radius; ++y) {
        for (int x = -radius; x <= radius; ++x) {
            if (x * x + y * y <= radius * radius + radius) {
                set(centre.x + x, centre.y + y, cell);
            }
        }
    }
}

static int length_of(int dx, int dy) { return 1 + (abs(dx) > abs(dy) ? abs(dx) : abs(dy)); }

static void stroke(point from, point to, int radius, char cell)
{
    int steps = length_of(to.x - from.x, to.y - from.y);
    for (int i = 0; i <= steps; ++i) {
        point at = {from.x + (to.x - from.x) * i / steps, from.y + (to.y - from.y) * i / steps};
        disc(at, radius, cell);
    }
}

/* ---------------------------------------------------------------- land ------------------------------- */

static int river_centre(int y)
{
    return 196 + noise(0, y, 96, 11) * 98 / 255 + noise(9, y, 31, 12) * 24 / 255;
}

static int river_half_width(int y) { return 6 + noise(3, y, 60, 13) * 6 / 255; }

static void border_and_rocks(void)
{
    for (int y = 0; y < SIDE; ++y) {
        for (int x = 0; x < SIDE; ++x) {
            int edge = x < y ? x : y;
            edge = SIDE - 1 - x < edge ? SIDE - 1 - x : edge;
            edge = SIDE - 1 - y < edge ? SIDE - 1 - y : edge;
            int cliff = edge < 4 + rough(x, y, 40, 21) * 14 / 255;
            int boulder = rough(x, y, 14, 24) > 205;
            level[y][x] = (char)(cliff || boulder ? '@' : '.');
        }
    }
}

/* Dense where the noise is high, single trees around. The north-west is forest, the rest has groves. */
static void forest(void)
{
    for (int y = 0; y < SIDE; ++y) {
        for (int x = 0; x < SIDE; ++x) {
            int wild = 200 - (x + y) * 2 / 5;
            int growth = rough(x, y, 44, 31) + (wild > 0 ? wild / 2 : 0);
            uint32_t dice = hash(x / 2, y / 2, 33) % 400u;
            int tree = growth > 182 ? rough(x, y, 9, 35) > 100 : growth > 162 ? dice < 72u : dice < 3u;
            if (tree && level[y][x] == '.') {
                level[y][x] = 'T';
            }
        }
    }
}

static void water_cell(int x, int y, int depth)
{
    if (depth > 0) {
        set(x, y, 'W');
    } else if (depth > -2 - noise(x, y, 12, 41) * 3 / 255 && get(x, y) != '@') {
        set(x, y, 'S');
    }
}

static void river_and_lake(void)
{
    const point lake = {238, 262};
    for (int y = 0; y < SIDE; ++y) {
        for (int x = 0; x < SIDE; ++x) {
            int depth = river_half_width(y) - abs(x - river_centre(y));
            int dx = x - lake.x;
            int dy = (y - lake.y) * 4 / 3;
            int shore = 30 + rough(x, y, 24, 43) * 14 / 255;
            int pool = (shore * shore - dx * dx - dy * dy) / (2 * shore);
            int creek = x < river_centre(y) ? 3 - abs(y - 150 - noise(x, 5, 40, 45) * 30 / 255) : -99;
            depth = pool > depth ? pool : depth;
            depth = creek > depth ? creek : depth;
            water_cell(x, y, depth);
        }
    }
    disc((point){lake.x + 2, lake.y}, 13, '.'); /* an island with standing stones */
    for (int i = 0; i < 12; ++i) {
        static const point ring[12] = {{9, 0},  {8, 4},   {4, 8},   {0, 9},  {-4, 8}, {-8, 4},
                                       {-9, 0}, {-8, -4}, {-4, -8}, {0, -9}, {4, -8}, {8, -4}};
        fill((rectangle){lake.x + 1 + ring[i].x, lake.y - 1 + ring[i].y, 2, 2}, '@');
    }
}

/* ---------------------------------------------------------------- roads ------------------------------ */

static void lay_road(const point *points, int count)
{
    for (int i = 0; i + 1 < count; ++i) {
        point from = points[i];
        point to = points[i + 1];
        int steps = length_of(to.x - from.x, to.y - from.y);
        for (int k = 0; k <= steps; ++k) {
            int sway = (noise(k + 40 * i, i, 24, 51) - 128) * 8 / 255;
            int hold = k < 12 ? k : steps - k < 12 ? steps - k : 12; /* no sway where roads meet */
            int x = from.x + (to.x - from.x) * k / steps;
            int y = from.y + (to.y - from.y) * k / steps;
            int flat = abs(to.x - from.x) > abs(to.y - from.y);
            disc((point){x + (flat ? 0 : sway * hold / 12), y + (flat ? sway * hold / 12 : 0)}, 2, 'G');
        }
    }
}

/* Parapets beside the way, only over water. */
static void bridge(int y)
{
    int middle = river_centre(y);
    int reach = river_half_width(y) + 8;
    for (int x = middle - reach; x <= middle + reach; ++x) {
        for (int k = -4; k <= 4; ++k) {
            if (abs(k) < 4) {
                set(x, y + k, 'G');
            } else if (get(x, y + k) == 'W') {
                set(x, y + k, '@');
            }
        }
    }
}

static void roads(void)
{
    static const point north[] = {{40, 84}, {110, 92}, {190, 84}, {300, 84}, {356, 116}};
    static const point middle[] = {{150, 92}, {140, 190}, {120, 250}, {140, 320}, {135, 400}};
    static const point south[] = {{204, 398}, {250, 398}, {290, 398}, {316, 398}, {346, 392}};
    static const point east[] = {{418, 196}, {424, 240}, {390, 290}, {346, 340}, {316, 398}};
    static const point shore[] = {{120, 250}, {180, 256}, {238, 262}, {310, 262}, {390, 290}};
    static const point *const all[] = {north, middle, south, east, shore};
    for (int i = 0; i < 5; ++i) {
        lay_road(all[i], 5);
    }
    bridge(84);
    bridge(398);
    for (int y = 468; y < 480; ++y) { /* the ford */
        for (int x = 0; x < SIDE; ++x) {
            level[y][x] = (char)(level[y][x] == 'W' ? 'S' : level[y][x]);
        }
    }
}

/* ---------------------------------------------------------------- the fortress ----------------------- */

static void tower(point centre, int radius, point door)
{
    disc(centre, radius, '@');
    disc(centre, radius - 3, '.');
    stroke(centre, door, 1, '.');
}

/* Halves a building until the rooms are small; every wall gets a door. */
/* NOLINTNEXTLINE(misc-no-recursion): as deep as a building can be halved */
static void divide(rectangle r, int smallest, int thick)
{
    int across = r.width > r.height;
    int longer = across ? r.width : r.height;
    int other = across ? r.height : r.width;
    if (longer < 2 * smallest + thick || other < 6) {
        return;
    }
    int cut = chance(smallest, longer - smallest - thick);
    int door = chance(1, other - 4);
    rectangle wall =
        across ? (rectangle){r.x + cut, r.y, thick, r.height} : (rectangle){r.x, r.y + cut, r.width, thick};
    rectangle gap =
        across ? (rectangle){r.x + cut, r.y + door, thick, 3} : (rectangle){r.x + door, r.y + cut, 3, thick};
    rectangle first = across ? (rectangle){r.x, r.y, cut, r.height} : (rectangle){r.x, r.y, r.width, cut};
    rectangle second = across ? (rectangle){r.x + cut + thick, r.y, r.width - cut - thick, r.height}
                              : (rectangle){r.x, r.y + cut + thick, r.width, r.height - cut - thick};
    fill(wall, '@');
    divide(first, smallest, thick);
    divide(second, smallest, thick);
    fill(gap, '.'); /* after the halves, which might have walled it up */
    fill(across ? (rectangle){gap.x - 2, gap.y, thick + 4, 3} : (rectangle){gap.x, gap.y - 2, 3, thick + 4},
         '.');
}

static void fortress_walls(rectangle walls)
{
    const int right = walls.x + walls.width - 1;
    const int bottom = walls.y + walls.height - 1;
    const point corners[4] = {{walls.x, walls.y}, {right, walls.y}, {walls.x, bottom}, {right, bottom}};
    const point centre = {walls.x + walls.width / 2, walls.y + walls.height / 2};
    fill(shrunk(walls, -14), '.');
    room(shrunk(walls, -11), 8, 'W', '.');
    for (int i = 0; i < 4; ++i) {
        disc(corners[i], 17, 'W');
    }
    fill(shrunk(walls, -2), '.');
    room(walls, 4, '@', '.');
    for (int i = 0; i < 4; ++i) {
        const point door = {corners[i].x + (corners[i].x < centre.x ? 12 : -12),
                            corners[i].y + (corners[i].y < centre.y ? 12 : -12)};
        tower(corners[i], 10, door);
    }
    for (int y = walls.y + 34; y < bottom - 20; y += 34) { /* half towers along the sides */
        disc((point){walls.x, y}, 5, '@');
        disc((point){right, y}, 5, '@');
    }
}

/* A passage through wall and moat with two gatehouses beside it. */
static void gate(point at, int dx, int dy)
{
    for (int side = -1; side <= 1; side += 2) {
        disc((point){at.x + side * 8 * dy, at.y + side * 8 * dx}, 5, '@');
    }
    stroke((point){at.x - 16 * dx, at.y - 16 * dy}, (point){at.x + 8 * dx, at.y + 8 * dy}, 3, 'G');
}

static void keep(rectangle walls)
{
    room(walls, 3, '@', '.');
    divide(shrunk(walls, 3), 11, 2);
    for (int i = 0; i < 4; ++i) {
        disc((point){walls.x + i % 2 * (walls.width - 1), walls.y + i / 2 * (walls.height - 1)}, 5, '@');
    }
    fill((rectangle){walls.x + walls.width / 2 - 3, walls.y + walls.height - 5, 7, 6}, '.');
    fill((rectangle){walls.x - 1, walls.y + walls.height / 2 - 2, 6, 5}, '.');
}

static void fortress(void)
{
    const rectangle walls = {356, 52, 124, 130};
    fortress_walls(walls);
    gate((point){walls.x + 1, 116}, 1, 0);
    gate((point){418, walls.y + walls.height - 2}, 0, -1);
    keep((rectangle){396, 74, 60, 52});
    for (int i = 0; i < 5; ++i) { /* barracks */
        rectangle house = {378 + i * 19, 146, 15, 20};
        room(house, 2, '@', '.');
        fill((rectangle){house.x + 6, house.y, 3, 2}, '.');
    }
    for (int y = 74; y < 126; y += 5) { /* an avenue of trees */
        fill((rectangle){466, y, 2, 2}, 'T');
        fill((rectangle){384, y, 2, 2}, 'T');
    }
    disc((point){424, 136}, 3, 'W'); /* the well */
}

/* ---------------------------------------------------------------- the ruined town -------------------- */

/* The older the wall, the less of it stands. */
static void decay(rectangle r, int share, uint32_t seed)
{
    for (int y = r.y; y < r.y + r.height; ++y) {
        for (int x = r.x; x < r.x + r.width; ++x) {
            if (get(x, y) == '@' && rough(x, y, 9, seed) * 100 / 255 < share) {
                level[y][x] = '.';
            } else if (level[y][x] == '.' && hash(x / 2, y / 2, seed) % 100u < 2u) {
                level[y][x] = '@'; /* rubble */
            }
        }
    }
}

static void house(rectangle plot)
{
    rectangle walls = plot;
    walls.x += chance(0, 3); /* one after the other: an initialiser list has no order */
    walls.y += chance(0, 3);
    walls.width -= chance(4, 8);
    walls.height -= chance(4, 8);
    room(walls, 2, '@', '.');
    divide(shrunk(walls, 2), 7, 1);
    fill((rectangle){walls.x + chance(3, walls.width - 6), walls.y + walls.height - 2, 3, 2}, '.');
    fill((rectangle){walls.x, walls.y + chance(3, walls.height - 6), 2, 3}, '.');
}

static void town(void)
{
    const rectangle area = {36, 328, 166, 150};
    for (int y = area.y; y < area.y + area.height; ++y) {
        for (int x = area.x; x < area.x + area.width; ++x) {
            level[y][x] = '.';
        }
    }
    room((rectangle){area.x, area.y, area.width, area.height}, 3, '@', '.');
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 5; ++column) {
            rectangle plot = {area.x + 8 + column * 31, area.y + 8 + row * 35, 27, 31};
            if (row == 1 && column >= 2 && column <= 3) {
                continue; /* the market place */
            }
            house(plot);
        }
    }
    decay(area, 38, 61);
    room((rectangle){118, 376, 34, 22}, 1, '.', 'G');
    disc((point){134, 386}, 2, 'W'); /* a pond */
    fill((rectangle){128, area.y - 1, 9, 6}, 'G');
    fill((rectangle){area.x + area.width - 5, 394, 8, 9}, 'G');
}

/* ---------------------------------------------------------------- the mines -------------------------- */

static int in_mountain(int x, int y)
{
    int dx = (x - 420) * 100 / 92;
    int dy = (y - 402) * 100 / 88;
    int reach = 78 + rough(x, y, 30, 71) * 34 / 255;
    return dx * dx + dy * dy < reach * reach;
}

/* A corridor with one bend. */
static void corridor(point from, point to)
{
    point corner = chance(0, 1) ? (point){to.x, from.y} : (point){from.x, to.y};
    stroke(from, corner, 1, '.');
    stroke(corner, to, 1, '.');
}

static void mountain(void)
{
    for (int y = 290; y < SIDE; ++y) {
        for (int x = 300; x < SIDE; ++x) {
            int cave = rough(x, y, 22, 73) > 182;
            level[y][x] = (char)(!in_mountain(x, y) ? level[y][x] : cave ? '.' : '@');
        }
    }
}

/* Returns 0 where the mountain has no room for it. */
static int make_hall(point grid, point *centre)
{
    int x = 350 + grid.x * 29 + chance(-9, 9);
    int y = 332 + grid.y * 30 + chance(-9, 9);
    int width = chance(12, 20);
    int height = chance(12, 20);
    if (!in_mountain(x - 3, y - 3) || !in_mountain(x + width + 3, y + height + 3)) {
        return 0;
    }
    fill((rectangle){x, y, width, height}, '.');
    for (int k = 0; k < 4 && width > 14 && height > 14; ++k) { /* pillars */
        fill((rectangle){x + 4 + k % 2 * (width - 10), y + 4 + k / 2 * (height - 10), 2, 2}, '@');
    }
    *centre = (point){x + width / 2, y + height / 2};
    return 1;
}

static void mines(void)
{
    static const point entrances[3] = {{344, 392}, {372, 322}, {402, 500}};
    point halls[25];
    int count = 0;
    mountain();
    for (int i = 0; i < 25; ++i) {
        count += make_hall((point){i % 5, i / 5}, &halls[count]);
    }
    for (int i = 1; i < count; ++i) {
        corridor(halls[i - 1], halls[i]);
        corridor(halls[i < 5 ? 0 : i - 5], halls[i]);
    }
    for (int i = 0; i < 3; ++i) {
        int nearest = 0;
        int least = SIDE;
        for (int k = 0; k < count; ++k) {
            int away = length_of(halls[k].x - entrances[i].x, halls[k].y - entrances[i].y);
            nearest = away < least ? k : nearest;
            least = away < least ? away : least;
        }
        stroke(entrances[i], halls[nearest], 2, '.');
    }
}

/* ---------------------------------------------------------------- a camp in the forest --------------- */

static void camp(void)
{
    const point centre = {104, 190};
    disc(centre, 24, '.');
    for (int y = -22; y <= 22; ++y) { /* a palisade with two gaps */
        for (int x = -22; x <= 22; ++x) {
            int square = x * x + y * y;
            if (square <= 22 * 22 && square >= 20 * 20 && abs(y) > 4) {
                set(centre.x + x, centre.y + y, '@');
            }
        }
    }
    for (int i = 0; i < 6; ++i) {
        static const point huts[6] = {{-12, -13}, {0, -16}, {10, -12}, {-12, 7}, {-1, 10}, {9, 7}};
        rectangle hut = {centre.x + huts[i].x, centre.y + huts[i].y, 6, 6};
        room(hut, 1, '@', '.');
        fill((rectangle){hut.x + 2, hut.y + (huts[i].y < 0 ? 5 : 0), 2, 1}, '.');
    }
}

/* ---------------------------------------------------------------- a farm ----------------------------- */

static void farm(void)
{
    for (int y = 214; y < 282; y += 6) { /* an orchard */
        for (int x = 446; x < 492; x += 6) {
            fill((rectangle){x, y, 2, 2}, 'T');
        }
    }
    for (int i = 0; i < 4; ++i) { /* fields behind stone fences */
        rectangle field = {318 + i % 2 * 44, 208 + i / 2 * 32, 36, 24};
        room(field, 1, '@', '.');
        fill((rectangle){field.x + 14, field.y, 6, 1}, '.');
        fill((rectangle){field.x + 14, field.y + field.height - 1, 6, 1}, '.');
        fill((rectangle){field.x + i % 2 * 35, field.y + 10, 1, 4}, '.');
    }
    room((rectangle){320, 274, 22, 14}, 2, '@', '.');
    divide((rectangle){322, 276, 18, 10}, 7, 1);
    fill((rectangle){330, 286, 3, 2}, '.');
}

/* A watch-tower's stump on a hill of boulders, and a chapel without a roof. */
static void landmarks(void)
{
    tower((point){270, 150}, 9, (point){259, 150});
    room((rectangle){196, 30, 44, 22}, 2, '@', '.');
    for (int x = 204; x < 236; x += 7) {
        fill((rectangle){x, 36, 2, 2}, '@');
        fill((rectangle){x, 44, 2, 2}, '@');
    }
    fill((rectangle){196, 38, 2, 6}, '.');
    decay((rectangle){194, 28, 48, 26}, 30, 63);
}

/* ---------------------------------------------------------------- walkable as a whole ---------------- */

static unsigned char reached[SIDE][SIDE];
static point queue[SIDE * SIDE];

static int flood(point start)
{
    static const point steps[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int head = 0;
    int tail = 0;
    queue[tail++] = start;
    reached[start.y][start.x] = 1;
    while (head < tail) {
        point at = queue[head++];
        for (int i = 0; i < 4; ++i) {
            point next = {at.x + steps[i].x, at.y + steps[i].y};
            if (level_walkable(get(next.x, next.y)) && !reached[next.y][next.x]) {
                reached[next.y][next.x] = 1;
                queue[tail++] = next;
            }
        }
    }
    return tail;
}

/* Pockets that nobody can walk into are filled. Returns how many cells can be walked on. */
static int close_pockets(point start, int *lost)
{
    int open = flood(start);
    for (int y = 0; y < SIDE; ++y) {
        for (int x = 0; x < SIDE; ++x) {
            if (level_walkable(level[y][x]) && !reached[y][x]) {
                level[y][x] = (char)(level[y][x] == 'S' ? 'W' : '@');
                *lost += 1;
            }
        }
    }
    return open;
}

const char *level_make(int *open, int *lost)
{
    sequence = 1;
    *lost = 0;
    memset(level, 0, sizeof level);
    memset(reached, 0, sizeof reached);
    border_and_rocks();
    forest();
    mines();
    river_and_lake();
    farm();
    camp();
    landmarks();
    roads();
    fortress();
    town();
    bridge(398);
    *open = close_pockets((point){150, 92}, lost);
    return level[0];
}
