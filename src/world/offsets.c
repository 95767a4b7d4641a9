/* Where objects stand and what they reach. Position offsets of objects whose influence walks go cell by cell
 * around walls: the part that has the cell goes on as far as its rectangle goes, then the next one. */
#include "src/core/status.h"
#include "src/terrain/terrain.h"
#include "src/world/influence.h"

/* On its way. */
typedef struct walker {
    throng_influence_object object;
    int32_t home, layer, index; /* where it is kept */
    int32_t step;               /* the next one */
    throng_cell at;
} walker;

/* Where it has come to. */
typedef struct arrival {
    int32_t layer, index;
    throng_cell at;
} arrival;

_Static_assert(sizeof(walker) != sizeof(arrival), "letters are told apart by the size of their entries");

static int32_t has_offset(const throng_world_influence *map, const throng_influence_object *object)
{
    const influence_object o = throng_kernel_object(object);
    float ux, uy;
    if (!throng_world_influence_walks(map) || influence_offset(&o) == 0.0f)
        return 0;
    influence_direction(&o, &ux, &uy);
    return ux != 0.0f || uy != 0.0f;
}

static throng_cell cell_of(const throng_world_influence *map, const throng_influence_object *object)
{
    const influence_object o = throng_kernel_object(object);
    const influence_cell cell = influence_cell_at(&o, &map->grid, 0.0f, 0.0f);
    return (throng_cell){cell.column, cell.row};
}

static int32_t on_map(const throng_world_influence *map, throng_cell cell)
{
    return cell.column >= 0 && cell.column < map->grid.width && cell.row >= 0 && cell.row < map->grid.height;
}

/* ---------------------------------------------------------------- what is told ---------------------- */

/* An object whose offset has been applied stands in the middle of a cell. That far on a map of 2^20 columns
 * its coordinates are off by a sixteenth of a cell at most. */
throng_influence_object throng_home_told(const throng_world_influence *map, const throng_home_object *h)
{
    throng_influence_object told = h->object;
    if (!has_offset(map, &told))
        return told;
    const float shift = map->grid.hex ? 0.5f * (float)(h->stands.row & 1) : 0.0f;
    const float height = influence_row_height(map->grid.hex);
    told.x = ((float)h->stands.column + 0.5f + shift) * map->grid.cell_size;
    told.y = ((float)h->stands.row * height + 0.5f) * map->grid.cell_size;
    told.offset = 0.0f;
    return told;
}

throng_box throng_home_box(const throng_world_influence *map, const throng_home_object *h)
{
    const throng_box none = {.left = 1};
    const influence_object o = throng_kernel_object(&h->object);
    influence_source s;
    float ux, uy;
    int32_t extent[4];
    if (h->state & THRONG_HOME_GONE)
        return none;
    if (!throng_world_influence_walks(map)) {
        throng_box box;
        s = influence_prepare(&o, &map->grid, NULL);
        influence_columns(&s, map->grid.width, &box.left, &box.right);
        box.top = s.row_first;
        box.bottom = s.row_last;
        return box;
    }
    influence_set_decay(&s, &o, map->grid.propagation);
    const throng_cell at = has_offset(map, &h->object) ? h->stands : cell_of(map, &h->object);
    if (s.strength == 0.0f || !on_map(map, at))
        return none;
    influence_direction(&o, &ux, &uy);
    (void)influence_set_pace(&s, &o, ux, uy);
    influence_extents(extent, &s, &map->grid);
    return (throng_box){at.column - extent[2], at.row - extent[3], at.column + extent[0], at.row + extent[1]};
}

/* ---------------------------------------------------------------- offsets --------------------------- */

/* Goes to the part that it stands in. */
static throng_status send_on(throng_world_influence *map, const walker *w)
{
    return throng_list_add(map->world, &map->list, w,
                           throng_tiles_part(&map->tiles, w->at.column, w->at.row));
}

/* All that have to go. */
static throng_status set_out(throng_world_influence *map)
{
    throng_status status = throng_list_begin(map->world, &map->list, sizeof(walker), 0);
    const int32_t all = map->walked != map->walls;
    for (int32_t l = 0; l < map->def.layers && status == THRONG_OK; l++) {
        throng_home *home = &map->homes[l];
        for (int32_t i = 0; i < home->count && status == THRONG_OK && (all || home->changed); i++) {
            throng_home_object *h = &throng_home_objects(home)[i];
            if (!(all || h->state & THRONG_HOME_CHANGED) || h->state & THRONG_HOME_GONE ||
                !has_offset(map, &h->object))
                continue;
            const walker w = {h->object, map->world->rank, l, i, 1, cell_of(map, &h->object)};
            if (on_map(map, w.at)) {
                status = send_on(map, &w);
            } else {
                h->stands = w.at;
                h->state |= THRONG_HOME_CHANGED;
                home->changed = 1;
            }
        }
    }
    return status;
}

/* Goes on in a part. Returns 1 when it has arrived, 0 when it has left the part's rectangle. */
static int32_t walk(const throng_world_influence *map, const throng_world_map_part *part, walker *w)
{
    const influence_object o = throng_kernel_object(&w->object);
    const throng_box own = throng_box_of(&part->own);
    influence_grid grid = map->grid;
    float ux, uy;
    grid.first_column = part->all.column;
    grid.first_row = part->all.row;
    grid.width = part->all.width;
    grid.height = grid.world_height = part->all.height;
    grid.walls_pitch = part->terrain->pitch;
    const terrain_view walls = influence_walls(part->terrain->bits, &grid, 0);
    influence_cell cell = {w->at.column - grid.first_column, w->at.row - grid.first_row};
    influence_direction(&o, &ux, &uy);
    if (!influence_cell_free(cell, &grid, walls))
        return 1; /* the map will find it in its wall */
    while (influence_advance_step(&o, &cell, w->step, ux, uy, influence_offset(&o), &grid, walls)) {
        w->step++;
        w->at = (throng_cell){cell.column + grid.first_column, cell.row + grid.first_row};
        const throng_box here = {w->at.column, w->at.row, w->at.column, w->at.row};
        if (!throng_boxes_meet(&here, &own))
            return 0;
    }
    return 1;
}

static void arrive(throng_world_influence *map, const arrival *a)
{
    throng_home *home = &map->homes[a->layer];
    throng_home_object *h = &throng_home_objects(home)[a->index];
    if (h->stands.column == a->at.column && h->stands.row == a->at.row)
        return;
    h->stands = a->at;
    h->state |= THRONG_HOME_CHANGED;
    home->changed = 1;
}

/* Takes the mail, and lists who goes on and who has arrived. */
static throng_status go_on(throng_world_influence *map)
{
    throng_buffer *arrived = &map->arrived;
    throng_letters letters = throng_mail_read(map->world);
    throng_letter letter;
    const void *entries;
    throng_status status = throng_list_begin(map->world, &map->list, sizeof(walker), 0);
    arrived->bytes = 0;
    while (throng_mail_next(&letters, &letter, &entries) && status == THRONG_OK)
        for (int32_t i = 0; i < letter.count && status == THRONG_OK; i++) {
            walker w;
            arrival a;
            if (letter.each == (int32_t)sizeof a) {
                memcpy(&a, (const char *)entries + (size_t)i * sizeof a, sizeof a);
                arrive(map, &a);
                continue;
            }
            memcpy(&w, (const char *)entries + (size_t)i * sizeof w, sizeof w);
            if (!walk(map, &map->parts[letter.to - map->world->first], &w)) {
                status = send_on(map, &w);
                continue;
            }
            a = (arrival){w.layer, w.index, w.at};
            status = throng_buffer_reserve(map->world, arrived, arrived->bytes + sizeof a + sizeof w.home);
            if (status == THRONG_OK) { /* with its home */
                memcpy(arrived->memory + arrived->bytes, &a, sizeof a);
                memcpy(arrived->memory + arrived->bytes + sizeof a, &w.home, sizeof w.home);
                arrived->bytes += sizeof a + sizeof w.home;
            }
        }
    return status;
}

/* Each goes home in a letter of its own: they are few. */
static throng_status send_home(throng_world_influence *map)
{
    const throng_buffer *arrived = &map->arrived;
    for (size_t at = 0; at < arrived->bytes; at += sizeof(arrival) + sizeof(int32_t)) {
        int32_t home;
        memcpy(&home, arrived->memory + at + sizeof(arrival), sizeof home);
        arrival *to = throng_mail_write_to(map->world, home, 1, sizeof *to);
        if (!to)
            return THRONG_ERROR_OUT_OF_MEMORY;
        memcpy(to, arrived->memory + at, sizeof *to);
    }
    return THRONG_OK;
}

throng_status throng_world_influence_advance(throng_world_influence *map)
{
    throng_world *world = map->world;
    throng_status status = set_out(map);
    map->arrived.bytes = 0;
    for (;;) {
        int64_t least = status == THRONG_OK ? -(int64_t)map->list.count - (int64_t)map->arrived.bytes : 0;
        status = throng_world_agree(world, status, 1, &least);
        if (status != THRONG_OK || least == 0)
            break;
        throng_mail_begin(world);
        status = throng_list_write(world, &map->list, 0);
        if (status == THRONG_OK)
            status = send_home(map);
        status = throng_mail_exchange(world, status);
        if (status != THRONG_OK)
            break;
        status = go_on(map);
    }
    if (status == THRONG_OK)
        map->walked = map->walls;
    return status;
}
