/* The level Riverhold: a fortress with a moat, a ruined town, mines in a mountain, a forest, and a river with
 * bridges and a ford between them. Whole numbers only, so every machine makes the same one. */
#ifndef THRONG_SCENES_MAPS_LEVEL_H
#define THRONG_SCENES_MAPS_LEVEL_H

enum { LEVEL_SIDE = 512 };

/* Its cells, row by row, until it is made again: . ground, G road, S shallow water, W deep water, T tree,
 * @ rock or wall. Gives how many can be walked on, and how many others were filled since nobody could reach
 * them. */
const char *level_make(int *open, int *lost);

/* 1 for cells that can be walked on, in the file as here. */
static inline int level_walkable(char cell) { return cell == '.' || cell == 'G' || cell == 'S'; }

#endif
