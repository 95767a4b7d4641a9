/* One game, to look at: as text, or as an animated picture of game and influence map side by side. */
#include "examples/common/gif.h"
#include "examples/pacman/pacman.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CELL = 8, /* pixels */
    PANEL = MAZE_WIDTH * CELL,
    GAP = 4,
    WIDTH = 2 * PANEL + GAP,
    HEIGHT = MAZE_HEIGHT * CELL,
    /* Colours. The influence has the first ones: blue, dark, orange. */
    INFLUENCES = 201,
    BLACK = INFLUENCES,
    WALL,
    DOOR,
    FOOD,
    HER,
    GHOST, /* four */
    EDIBLE = GHOST + GHOSTS,
    EYES
};

typedef struct view {
    setting setting;
    uint64_t seed;
    int32_t first_maze;
    int32_t text, picture; /* every so many ticks, 0: never */
    int32_t from, to;      /* ticks that are shown */
    const char *gif;
    FILE *file;
    field_maker *maker;
    uint8_t pixels[HEIGHT][WIDTH];
} view;

/* ---------------------------------------------------------------- text ------------------------------- */

static void ghost_place(const game *g, int i, int32_t *column, int32_t *row)
{
    static const uint8_t homes[GHOSTS] = {HOME_MIDDLE, HOME_MIDDLE, HOME_LEFT, HOME_RIGHT};
    maze_home_place(g->maze, homes[i], g->ghosts[i].inside, column, row);
    if (g->ghosts[i].state == GHOST_ROAMS || g->ghosts[i].state == GHOST_FLEES) {
        *column = g->maze->column[g->ghosts[i].cell];
        *row = g->maze->row[g->ghosts[i].cell];
    }
}

static void print_board(const game *g)
{
    char board[MAZE_HEIGHT][MAZE_WIDTH + 1];
    memset(board, '#', sizeof board);
    for (int32_t cell = 0; cell < g->maze->count; cell++)
        board[g->maze->row[cell]][g->maze->column[cell]] = " .O"[g->content[cell]];
    for (int i = 0; i < GHOSTS; i++) {
        int32_t column, row;
        ghost_place(g, i, &column, &row);
        board[row][column] = (char)(g->ghosts[i].state == GHOST_FLEES ? '"'
                                    : g->ghosts[i].edible             ? 'e'
                                                                      : "BPIS"[i]);
    }
    board[g->maze->row[g->cell]][g->maze->column[g->cell]] = "^<v>"[g->heading];
    printf("tick %d, score %d, level %d, lives %d\n", (int)g->tick, (int)g->score, (int)g->level,
           (int)g->lives);
    for (int32_t row = 0; row < MAZE_HEIGHT; row++)
        printf("%.*s\n", MAZE_WIDTH, board[row]);
}

/* ---------------------------------------------------------------- picture ---------------------------- */

static void mix(gif_color *color, const double from[3], const double to[3], double share)
{
    color->red = (uint8_t)(from[0] + share * (to[0] - from[0]) + 0.5);
    color->green = (uint8_t)(from[1] + share * (to[1] - from[1]) + 0.5);
    color->blue = (uint8_t)(from[2] + share * (to[2] - from[2]) + 0.5);
}

static void make_palette(gif_color palette[256])
{
    static const double low[3] = {60, 140, 255}, middle[3] = {24, 20, 26}, high[3] = {255, 176, 60};
    static const gif_color others[] = {{0, 0, 0},      {70, 78, 100}, {230, 190, 210}, {250, 222, 190},
                                       {255, 232, 64}, {235, 50, 50}, {255, 160, 210}, {70, 220, 230},
                                       {255, 150, 60}, {70, 90, 255}, {220, 225, 245}};
    memset(palette, 0, 256 * sizeof *palette);
    for (int i = 0; i < INFLUENCES; i++) {
        double share = 2.0 * i / (INFLUENCES - 1) - 1.0;
        mix(&palette[i], middle, share < 0.0 ? low : high, fabs(share));
    }
    memcpy(&palette[INFLUENCES], others, sizeof others);
}

static void paint_box(view *v, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t color)
{
    for (int32_t row = y; row < y + height; row++)
        memset(&v->pixels[row][x], color, (size_t)width);
}

static void paint_disc(view *v, double x, double y, double radius, uint8_t color)
{
    for (int32_t row = (int32_t)(y - radius); row < HEIGHT && row <= y + radius; row++) {
        for (int32_t column = (int32_t)(x - radius); column < WIDTH && column <= x + radius; column++) {
            if (row >= 0 && column >= 0 && hypot(column + 0.5 - x, row + 0.5 - y) <= radius)
                v->pixels[row][column] = color;
        }
    }
}

/* Her and the ghosts, with a dot where they are headed. */
static void paint_actors(view *v, const game *g, int32_t left)
{
    for (int i = 0; i < GHOSTS; i++) {
        const ghost *one = &g->ghosts[i];
        int32_t column, row;
        ghost_place(g, i, &column, &row);
        double x = left + (column + 0.5) * CELL, y = (row + 0.5) * CELL;
        if (one->state != GHOST_FLEES && one->state != GHOST_ENTERS)
            paint_disc(v, x, y, 0.55 * CELL, (uint8_t)(one->edible ? EDIBLE : GHOST + i));
        paint_disc(v, x + direction_x[one->heading] * 0.3 * CELL, y + direction_y[one->heading] * 0.3 * CELL,
                   0.2 * CELL, EYES);
    }
    double x = left + (g->maze->column[g->cell] + 0.5) * CELL, y = (g->maze->row[g->cell] + 0.5) * CELL;
    paint_disc(v, x, y, 0.55 * CELL, HER);
    paint_disc(v, x + direction_x[g->heading] * 0.35 * CELL, y + direction_y[g->heading] * 0.35 * CELL,
               0.2 * CELL, BLACK);
}

static void paint_game(view *v, const game *g)
{
    const maze *m = g->maze;
    paint_box(v, 0, 0, PANEL, HEIGHT, WALL);
    for (int32_t home = 0; home < HOME_COUNT; home++) {
        for (int32_t steps = 1; steps <= maze_home_steps(home); steps++) {
            int32_t column, row;
            maze_home_place(m, home, steps, &column, &row);
            paint_box(v, column * CELL, row * CELL, CELL, CELL, steps == 1 ? DOOR : BLACK);
        }
    }
    for (int32_t cell = 0; cell < m->count; cell++) {
        int32_t x = m->column[cell] * CELL, y = m->row[cell] * CELL;
        paint_box(v, x, y, CELL, CELL, BLACK);
        if (g->content[cell] != MAZE_EMPTY)
            paint_disc(v, x + 0.5 * CELL, y + 0.5 * CELL, g->content[cell] == MAZE_POWER ? 3.0 : 1.2, FOOD);
    }
    paint_actors(v, g, 0);
}

/* Orange draws her, blue drives her away; the scale is bent so that one pill and four ghosts both show. */
static int paint_influence(view *v, const game *g)
{
    float values[MAZE_HEIGHT][MAZE_WIDTH];
    if (field_whole(v->maker, &v->setting.kind, &v->setting.weights, g, values) != 0)
        return PROGRAM_FAILED;
    double scale =
        2.0 * fabs((double)v->setting.weights.pill) + 0.25 * fabs((double)v->setting.weights.ghost);
    for (int32_t row = 0; row < MAZE_HEIGHT; row++) {
        for (int32_t column = 0; column < MAZE_WIDTH; column++) {
            double value = (double)values[row][column];
            double share = value / (fabs(value) + scale + 1e-30);
            int color = (int)lround((share + 1.0) * 0.5 * (INFLUENCES - 1));
            int wall = v->setting.kind.propagation != THRONG_PROPAGATION_EUCLIDEAN &&
                       g->maze->cell_at[row][column] < 0;
            paint_box(v, PANEL + GAP + column * CELL, row * CELL, CELL, CELL, (uint8_t)(wall ? WALL : color));
        }
    }
    paint_actors(v, g, PANEL + GAP);
    return PROGRAM_OK;
}

static int show(view *v, const game *g)
{
    if (g->tick < v->from || g->tick > v->to)
        return PROGRAM_OK;
    if (v->text > 0 && g->tick % v->text == 0)
        print_board(g);
    if (v->gif == NULL || g->tick % v->picture != 0)
        return PROGRAM_OK;
    memset(v->pixels, BLACK, sizeof v->pixels);
    paint_game(v, g);
    int code = paint_influence(v, g);
    gif_frame(v->file, WIDTH, HEIGHT, v->pixels[0], 11 * v->picture);
    return code;
}

/* ---------------------------------------------------------------- the game --------------------------- */

static int play(view *v, const maze *mazes, field *fields)
{
    controller c;
    game g;
    if (field_make(v->maker, &v->setting.kind, fields) != 0)
        return PROGRAM_FAILED;
    game_start(&g, mazes, v->first_maze, v->seed);
    controller_begin(&c, fields, &v->setting.weights, &g);
    int code = show(v, &g);
    while (code == PROGRAM_OK && !(g.events & GAME_OVER)) {
        game_step(&g, game_her_turn(&g) ? controller_choose(&c, &g) : g.heading);
        controller_watch(&c, &g);
        code = show(v, &g);
    }
    if (code == PROGRAM_OK)
        printf("score %d, level %d, %d ticks\n", (int)g.score, (int)g.level, (int)g.tick);
    return code;
}

static int play_with_tables(view *v)
{
    static maze mazes[MAZE_COUNT];
    static field fields[MAZE_COUNT];
    int code = PROGRAM_OK;
    for (int32_t i = 0; i < MAZE_COUNT; i++)
        maze_load(&mazes[i], i);
    v->maker = field_maker_create(mazes);
    if (v->maker == NULL)
        return PROGRAM_FAILED;
    for (int32_t i = 0; i < MAZE_COUNT && code == PROGRAM_OK; i++)
        if (field_allocate(&fields[i], &mazes[i]) != 0)
            code = program_reject(PROGRAM_FAILED, "play: out of memory");
    if (code == PROGRAM_OK)
        code = play(v, mazes, fields);
    for (int32_t i = 0; i < MAZE_COUNT; i++)
        field_free(&fields[i]);
    field_maker_destroy(v->maker);
    return code;
}

static int play_with_file(view *v)
{
    if (v->gif == NULL)
        return play_with_tables(v);
    int code = program_open(v->gif, &v->file);
    if (code != PROGRAM_OK)
        return code;
    gif_color palette[256];
    make_palette(palette);
    gif_begin(v->file, WIDTH, HEIGHT, palette);
    code = play_with_tables(v);
    gif_end(v->file);
    code = program_close(v->gif, v->file, code);
    if (code != PROGRAM_OK)
        remove(v->gif);
    return code;
}

/* ---------------------------------------------------------------- options ---------------------------- */

static const char help[] =
    "usage: pacman play [options]\n"
    "  --setting N     a setting of the study by its number; the options below change it\n"
    "  --mode M        euclidean, path, adjacent\n"
    "  --motion M      none, offset, adjust\n"
    "  --amount X      the offset in cells, or alpha\n"
    "  --pill X --power X --ghost X --edible X    initial influences\n"
    "  --gamma X       decay\n"
    "  --reach X       D of ghosts, in cells\n"
    "  --seed S        0\n"
    "  --maze N        the first level's: 0, 1\n"
    "  --text N        prints the board every N ticks\n"
    "  --gif FILE      an animated picture: the game, and its influence map (orange draws her, blue drives\n"
    "                  her away)\n"
    "  --skip N        a frame every N ticks; 1\n"
    "  --from T --to T the ticks that are shown; all\n";

static int set_number(view *v, int option, const char *name, const char *text)
{
    field_weights *w = &v->setting.weights;
    field_kind *k = &v->setting.kind;
    switch (option) {
    case 'x':
        return program_number(name, text, 0.0, 30.0, &k->amount);
    case 'p':
        return program_number(name, text, -1e6, 1e6, &w->pill);
    case 'P':
        return program_number(name, text, -1e6, 1e6, &w->power);
    case 'g':
        return program_number(name, text, -1e6, 1e6, &w->ghost);
    case 'G':
        return program_number(name, text, -1e6, 1e6, &w->edible);
    case 'd':
        return program_number(name, text, 0.01, 0.99, &k->gamma);
    default:
        return program_number(name, text, 0.0, 100.0, &k->ghost_reach);
    }
}

static int set_option(void *into, int option, const char *name, const char *text)
{
    view *v = into;
    int32_t choice = 0;
    int code;
    switch (option) {
    case 'n':
        code = program_count(name, text, 0, SETTINGS - 1, &choice);
        if (code == PROGRAM_OK)
            v->setting = settings_get(choice);
        return code;
    case 'm':
        return program_choice(name, text, settings_mode_name, FIELD_MODES, &v->setting.kind.propagation);
    case 'o':
        code = program_choice(name, text, settings_motion_name, 3, &choice);
        v->setting.kind.motion = (motion)choice;
        return code;
    case 's':
        return program_seed(name, text, &v->seed);
    case 'z':
        return program_count(name, text, 0, MAZE_COUNT - 1, &v->first_maze);
    case 't':
        return program_count(name, text, 1, 1000000, &v->text);
    case 'k':
        return program_count(name, text, 1, 1000000, &v->picture);
    case 'F':
        return program_count(name, text, 0, INT32_MAX, &v->from);
    case 'T':
        return program_count(name, text, 0, INT32_MAX, &v->to);
    case 'i':
        v->gif = text;
        return PROGRAM_OK;
    default:
        return set_number(v, option, name, text);
    }
}

static const struct option options[] = {
    {"setting", 1, NULL, 'n'}, {"mode", 1, NULL, 'm'},   {"motion", 1, NULL, 'o'},
    {"amount", 1, NULL, 'x'},  {"pill", 1, NULL, 'p'},   {"power", 1, NULL, 'P'},
    {"ghost", 1, NULL, 'g'},   {"edible", 1, NULL, 'G'}, {"gamma", 1, NULL, 'd'},
    {"reach", 1, NULL, 'r'},   {"seed", 1, NULL, 's'},   {"maze", 1, NULL, 'z'},
    {"text", 1, NULL, 't'},    {"gif", 1, NULL, 'i'},    {"skip", 1, NULL, 'k'},
    {"from", 1, NULL, 'F'},    {"to", 1, NULL, 'T'},     {0}};

int pacman_play(int argc, char **argv)
{
    static const program_options known = {help, options, set_option};
    static view v;
    v.setting = settings_get(MODEL_SETTINGS / 2);
    v.picture = 1;
    v.to = INT32_MAX;
    int code = program_parse(&known, &v, argc, argv);
    if (code != PROGRAM_OK)
        return code;
    if (v.setting.kind.motion == MOTION_ADJUST && v.setting.kind.amount >= 1.0f)
        return program_reject(PROGRAM_USAGE, "--amount: alpha is below 1");
    return play_with_file(&v);
}
