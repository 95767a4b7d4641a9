/* A player between two guards on patrol: which cell within reach is the safest? */
#include <stdio.h>
#include <throng/throng.h>

int main(void)
{
    throng_context *context;
    throng_influence *danger;
    throng_influence_def def = throng_influence_default_def();
    def.width = def.height = 64;
    if (throng_context_create(NULL, &context) || throng_influence_create(context, &def, &danger))
        return 1;
    throng_influence_object guard = throng_influence_default_object();
    guard.influence = -1.0f; /* negative, so the best cell is the safest */
    guard.alpha = 0.5f;      /* more dangerous in front than from behind */
    throng_influence_object guards[2] = {guard, guard};
    throng_influence_set_objects(danger, 0, 0, 2, guards, 0);
    float places[2][2] = {{20.0f, 30.0f}, {44.0f, 30.0f}};
    float velocities[2][2] = {{2.0f, 0.0f}, {-2.0f, 0.0f}};
    throng_best player = {31, 28, 0.0f};
    for (int frame = 0; frame < 5; frame++) {
        for (int i = 0; i < 2; i++)
            places[i][0] += velocities[i][0];
        throng_influence_move_objects(danger, 0, 0, 2, places[0], 0, velocities[0], 0);
        throng_influence_update(danger);
        const throng_region reach = {player.column - 2, player.row - 2, 5, 5};
        throng_influence_best(danger, 0, &reach, &player);
        printf("to (%d, %d), danger %.3f\n", player.column, player.row, -(double)player.value);
    }
    throng_influence_destroy(danger);
    throng_context_destroy(context);
}
