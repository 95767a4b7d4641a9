/* What the viewer shows of `throng potential` and `throng path` under points and paths: the potential field
 * over the window, evaluated by the library for each part of the world that is seen, walls, sources and
 * goals. */
#ifndef THRONG_TOOLS_PATH_FIELD_H
#define THRONG_TOOLS_PATH_FIELD_H

#include "tools/throng/path/path.h"
#include "tools/throng/viewer/viewer.h"

/* Layers and colours of the scenes. */
enum { FIELD_LAYER_FIELD, FIELD_LAYER_WALLS, FIELD_LAYER_RANGES, FIELD_LAYER_ENDS, FIELD_LAYER_RESULT };
enum { FIELD_COLOR_FORCE, FIELD_COLOR_POTENTIAL };

typedef struct path_field path_field;

/* Evaluates apart from what the run computes with. */
int path_field_create(const path_input *in, throng_context *context, path_field **made);
void path_field_destroy(path_field *field);
int path_field_draw(path_field *field, viewer_frame *frame);
/* The map, or without one the goals, and the sources with their ranges. */
void path_field_extent(const path_input *in, world_area *area);
void path_field_tell(const path_field *field, const viewer_frame *frame, viewer_text *text);

#endif
