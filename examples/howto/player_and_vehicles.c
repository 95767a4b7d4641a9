/* A player that nobody steers, a truck and a car that drive through the crowd, and a car that parks. */
#include <math.h>
#include <stdio.h>
#include <throng/throng.h>

enum { PEOPLE = 60, STEPS = 150 };

static throng_agent_def person(float x, float y)
{
    throng_agent_def def = throng_agent_default_def();
    def.x = x;
    def.y = y;
    def.radius = 0.3f;
    def.max_speed = 1.8f;
    def.time_horizon = 2.0f;
    def.neighbor_dist = 12.0f; /* between centres: as far as a car may be that comes near */
    return def;
}

int main(void)
{
    throng_context *context;
    throng_crowd *crowd;
    throng_crowd_def def = throng_crowd_default_def();
    if (throng_context_create(NULL, &context) || throng_crowd_create(context, &def, &crowd))
        return 1;

    throng_agent people[PEOPLE], player, car;
    for (int i = 0; i < PEOPLE; i++) { /* they stand about: the preferred velocity is (0, 0) */
        const int row = i / 10;
        const throng_agent_def one = person(4.0f + (float)(i % 10) * 2.0f, 4.0f + (float)row * 2.0f);
        throng_crowd_add(crowd, 1, &one, 0, &people[i]);
    }

    /* The player is a guest: the game says where it is and how it moves, and no step changes that.
     * Responsibility 0: others do all of the avoiding. */
    throng_agent_def one = person(2.0f, 12.0f);
    one.navigation = THRONG_NAVIGATE_GUEST;
    one.responsibility = 0.0f;
    throng_crowd_add(crowd, 1, &one, 0, &player);

    /* A truck that the game drives: a polygon with a velocity, in coordinates of its own. */
    const throng_vertex outline[4] = {{-3.0f, -1.0f}, {3.0f, -1.0f}, {3.0f, 1.0f}, {-3.0f, 1.0f}};
    throng_obstacle_motion drive = {.x = -8.0, .y = 5.0, .vx = 2.5f, .heading_x = 1.0f};
    throng_moving_obstacle truck;
    throng_crowd_add_moving_obstacle(crowd, 4, outline, 0, &drive, &truck);

    /* A car in motion: a large agent of higher priority. throng moves it, and it does not step aside. */
    one = person(-6.0f, 9.0f);
    one.radius = 1.2f;
    one.max_speed = 3.0f;
    one.priority = 1;
    one.target_x = 3.0f; /* its preferred velocity */
    throng_crowd_add(crowd, 1, &one, 0, &car);

    /* A parked car: an obstacle of four corners, solid inside. */
    const throng_vertex parked[4] = {{12.0f, -1.0f}, {16.0f, -1.0f}, {16.0f, 1.0f}, {12.0f, 1.0f}};
    throng_crowd_add_obstacle(crowd, 4, parked, 0, NULL);

    double closest = 1e9, closest_car = 1e9, closest_truck = 1e9;
    throng_motion walk = {2.0, 12.0, 0.0f, 0.0f, 1.0f, 0.0f};
    for (int step = 0; step < STEPS; step++) {
        walk.vx = 1.2f; /* from the gamepad */
        walk.x += (double)walk.vx * 0.1;
        throng_crowd_set_motions(crowd, &player, 1, &walk);
        throng_crowd_move_obstacles(crowd, 1, &truck, 0, &drive, 0); /* where it is now, and how it moves */
        throng_crowd_step(crowd, 0.1f);
        drive.x += (double)drive.vx * 0.1;

        float positions[PEOPLE][2], wheels[2];
        throng_crowd_get(crowd, THRONG_AGENT_POSITION, PEOPLE, people, 0, positions, 0);
        throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, &car, 0, wheels, 0);
        for (int i = 0; i < PEOPLE; i++) {
            const double x = (double)positions[i][0], y = (double)positions[i][1];
            closest = fmin(closest, hypot(x - walk.x, y - walk.y));
            closest_car = fmin(closest_car, hypot(x - (double)wheels[0], y - (double)wheels[1]));
            const double ahead = fmax(fabs(x - drive.x) - 3.0, 0.0),
                         aside = fmax(fabs(y - drive.y) - 1.0, 0.0);
            closest_truck = fmin(closest_truck, hypot(ahead, aside));
        }
    }
    float wheels[2];
    throng_crowd_get(crowd, THRONG_AGENT_POSITION, 1, &car, 0, wheels, 0);
    printf("closest to the player: %.2f between centres, 0.60 is contact\n", closest);
    printf("closest to the truck: %.2f from its side, 0.30 is contact\n", closest_truck);
    printf("closest to the car: %.2f between centres, 1.50 is contact\n", closest_car);
    printf("the car is at x = %.1f, y = %.1f\n", (double)wheels[0], (double)wheels[1]);
    throng_crowd_destroy(crowd);
    throng_context_destroy(context);
}
