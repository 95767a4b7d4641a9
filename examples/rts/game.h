/* A small game on throng: two armies fight over four flags. The blue army comes from the west, the red one
 * from the east, and a river with two fords and a bridge is between them. Each file has one part of it:
 *
 *   world.c    the map, its gates, and the flow fields that lead across it
 *   army.c     units: kinds, births and deaths
 *   survey.c   influence maps: how strong each side is in every cell
 *   think.c    generals, who choose flags, and units, who attack or retreat
 *   fight.c    targets, shots, and what happens to units while they walk
 *   hero.c     the player, a guest in the crowd
 *   game.c     the frame: all of it in order
 *   draw.c     the picture
 *
 * Lengths are in cells of the map, times in seconds. A frame is one step of the crowd. */
#ifndef RTS_GAME_H
#define RTS_GAME_H

#include <stddef.h>
#include <stdint.h>
#include <throng/throng.h>

enum {
    FRAMES_PER_SECOND = 60,
    WIDTH = 160, /* cells of the map */
    HEIGHT = 96,
    CELLS = WIDTH * HEIGHT,
    SLOTS = 2048,          /* most units at once, both sides and the hero */
    UNITS_PER_SIDE = 1000, /* a side fills up to this number */
    WINGS = 3,             /* parts of an army, which go to different flags */
    FLAGS = 4,
    GATES = 3,
    TURN = 30 /* frames from a unit's turn to its next one, and from survey to survey */
};

/* Sides are numbers, and so are layers of the influence map. The other side is 1 - side. */
enum { BLUE = 0, RED = 1, SIDES = 2, NOBODY = -1 };

/* Each place has a flow field, whose number is the place's: flags 0 to 3, then the bases. */
enum { BASE = FLAGS, PLACES = FLAGS + SIDES };

/* Bits of throng_agent_def.layer: a query for targets names the other side's. */
enum { LAYER_BLUE = 1, LAYER_RED = 2, LAYER_HERO = 4 };

typedef enum unit_kind { SOLDIER, GIANT, HERO, KINDS } unit_kind;
typedef enum unit_order { ATTACK, RETREAT } unit_order;

/* What all units of a kind share. */
typedef struct kind_facts {
    float radius, speed;
    float range;    /* of its shots */
    int32_t health; /* at birth */
    int32_t damage; /* of a rts_shot */
    float strength; /* its influence in its own cell */
} kind_facts;

extern const kind_facts kinds[KINDS];

/* A unit. throng moves its body; the rest is ours. */
typedef struct rts_unit {
    throng_agent agent; /* its handle. generation 0: the slot is free */
    int32_t side, wing, health;
    unit_kind kind;
    unit_order order;
    int32_t going; /* place that its flow field leads to, or STANDING */
    float x, y;    /* where it was after the last step */
} rts_unit;

enum { STANDING = -1 };

typedef struct rts_shot {
    float x0, y0, x1, y1;
    int32_t side, frame;
} rts_shot;

/* A gate: cells that are blocked while it is closed. */
typedef struct rts_gate {
    throng_region cells;
    int32_t open;
    int32_t changed; /* frame of the last change */
} rts_gate;

/* Phases of a frame, for the times that the program prints. */
typedef enum rts_phase { PHASE_STEP, PHASE_FIGHT, PHASE_ARMY, PHASE_GATES, PHASE_SURVEY, PHASES } rts_phase;

extern const char *const phase_names[PHASES];

enum { MOST_SHOTS = 512 };

typedef struct rts_game {
    throng_context *context;
    throng_terrain *terrain;
    throng_flow *flow;
    throng_influence *influence;
    throng_crowd *crowd;
    int32_t frame;

    /* world.c */
    char cells[CELLS]; /* letters of the map's file */
    rts_gate gates[GATES];
    throng_cell places[PLACES];

    /* army.c. The slot of a unit is the index of its handle. */
    rts_unit units[SLOTS];
    throng_cell births[SIDES][UNITS_PER_SIDE]; /* cells near the base, the nearest first */
    int32_t count[SIDES], born[SIDES], killed[SIDES];
    float positions[SLOTS][2];

    /* survey.c */
    float strength[SIDES][CELLS]; /* as of the last survey */

    /* think.c */
    int32_t owner[FLAGS];        /* BLUE, RED or NOBODY */
    int32_t goals[SIDES][WINGS]; /* places */

    /* fight.c */
    rts_shot shots[MOST_SHOTS]; /* a ring of the last ones, for the rts_picture */
    int32_t shot_count;

    /* hero.c */
    int32_t hero;         /* its slot */
    float wish_x, wish_y; /* from the keyboard, -1 to 1 */
    int32_t autopilot;    /* 1: it follows the first wing */

    double seconds[PHASES]; /* of the last frame */
    int64_t allocations;    /* how often throng asked for memory */
} rts_game;

/* What can be chosen when the game starts. */
typedef struct game_settings {
    const char *map;
    throng_backend backend;
    throng_isa isa;
    int32_t threads;
} game_settings;

/* game.c. A call of throng that fails ends the program: all of them are calls that have to succeed. */
void check(const rts_game *game, throng_status status);
rts_game *game_create(const game_settings *settings);
void game_frame(rts_game *game);
void game_destroy(rts_game *game);

/* world.c */
void world_create(rts_game *game, const char *path);
int32_t world_is_free(const rts_game *game, int32_t column, int32_t row);
int32_t world_sees(const rts_game *game, float x0, float y0, float x1, float y1);
void world_set_gate(rts_game *game, int32_t number, int32_t open);
void world_move_gates(rts_game *game);
void world_destroy(rts_game *game);

/* army.c */
void army_create(rts_game *game);
int32_t army_add(rts_game *game, int32_t side, unit_kind kind, throng_cell cell);
void army_births(rts_game *game);
void army_deaths(rts_game *game);
void army_read_positions(rts_game *game);

/* survey.c */
void survey_create(rts_game *game);
void survey_work(rts_game *game);
float survey_strength(const rts_game *game, int32_t side, float x, float y);

/* think.c */
void think_generals(rts_game *game);
void think_unit(const rts_game *game, rts_unit *unit);

/* fight.c */
void fight_turns(rts_game *game);
void fight_events(rts_game *game);

/* hero.c */
void hero_create(rts_game *game);
void hero_move(rts_game *game);

#endif
