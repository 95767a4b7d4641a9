-- Written by bindings/generate.py from include/throng. Do not edit.

local declarations = {}

declarations.cdef = [[
typedef int32_t throng_status;
typedef int32_t throng_log_level;
typedef int32_t throng_backend;
typedef int32_t throng_isa;
typedef int32_t throng_device_type;
typedef uint32_t throng_perception;
typedef int32_t throng_neighbors;
typedef int32_t throng_heading;
typedef int32_t throng_integration;
typedef int32_t throng_navigation;
typedef int32_t throng_agent_value;
typedef int32_t throng_residency;
typedef int32_t throng_operation;
typedef uint8_t throng_flow_direction;
typedef int32_t throng_flow_unreached;
typedef int32_t throng_flow_sampling;
typedef int32_t throng_propagation;
typedef int32_t throng_decay;
typedef int32_t throng_blocked_objects;
typedef int32_t throng_extreme;
typedef uint32_t throng_influence_uses;
typedef int32_t throng_measure_kind;
typedef int32_t throng_terrain_mode;
typedef int32_t throng_readback_kind;
typedef int32_t throng_route_method;
typedef int32_t throng_grid;
typedef int32_t throng_trace_status;
typedef int32_t throng_escape;
typedef struct throng_context throng_context;
typedef struct throng_crowd throng_crowd;
typedef struct throng_flow throng_flow;
typedef struct throng_influence throng_influence;
typedef struct throng_measure throng_measure;
typedef struct throng_potential throng_potential;
typedef struct throng_readback throng_readback;
typedef struct throng_route throng_route;
typedef struct throng_terrain throng_terrain;
typedef struct throng_trace throng_trace;
typedef void (*throng_task)(void *data, int32_t index);
typedef struct throng_allocator {
    void *(*allocate)(void *, size_t, size_t);
    void (*release)(void *, void *, size_t);
    void * user;
} throng_allocator;
typedef struct throng_logger {
    void (*log)(void *, throng_log_level, const char *);
    void * user;
} throng_logger;
typedef struct throng_assertion {
    void (*fail)(void *, throng_status, const char *);
    void * user;
} throng_assertion;
typedef struct throng_parallel {
    void (*run)(void *, int32_t, throng_task, void *);
    void * user;
} throng_parallel;
typedef struct throng_context_def {
    throng_allocator allocator;
    throng_logger logger;
    throng_assertion assertion;
    throng_parallel parallel;
    throng_backend backend;
    throng_isa isa;
    int32_t threads;
    int32_t accept_inexact;
    int32_t profile;
    uint32_t cookie;
    const char * device;
    const char * cache;
} throng_context_def;
typedef struct throng_context_info {
    throng_isa isa;
    int32_t threads;
    int32_t opencl;
    int32_t device;
    int32_t device_exact;
    char device_name[128];
    char device_version[128];
} throng_context_info;
typedef struct throng_device_info {
    int32_t number;
    throng_device_type type;
    int32_t exact;
    int32_t compute_units;
    uint64_t memory_bytes;
    char name[128];
    char platform[128];
    char version[128];
    char driver[128];
    char reason[256];
} throng_device_info;
typedef struct throng_crowd_def {
    int32_t agent_capacity;
    int32_t max_neighbors;
    throng_perception perception;
    throng_residency residency;
    int32_t congestion;
    float symmetry;
    throng_terrain * terrain;
    float cell_size;
    throng_flow * flow;
    uint64_t seed;
    throng_neighbors neighbors;
    int32_t settle;
    throng_heading heading;
    int32_t hash_guests;
    throng_integration integration;
    double origin_x;
    double origin_y;
    uint32_t cookie;
} throng_crowd_def;
typedef struct throng_agent_def {
    uint64_t id;
    float x;
    float y;
    float vx;
    float vy;
    float radius;
    float max_speed;
    throng_navigation navigation;
    float target_x;
    float target_y;
    int32_t flow_field;
    float pref_speed;
    float neighbor_dist;
    int32_t max_neighbors;
    float time_horizon;
    float time_horizon_obst;
    uint32_t layer;
    uint32_t mask;
    int32_t priority;
    float responsibility;
    int32_t locked;
    float heading_x;
    float heading_y;
    float vision_range;
    float vision_range_min;
    float vision_angle;
    float hearing_range;
    float sound_range;
    int32_t capacity;
    float dead_speed;
    double offset_x;
    double offset_y;
    double target_offset_x;
    double target_offset_y;
    uint32_t cookie;
} throng_agent_def;
typedef struct throng_agent {
    int32_t index;
    uint32_t generation;
} throng_agent;
typedef struct throng_half_plane {
    float nx;
    float ny;
    float c;
} throng_half_plane;
typedef struct throng_crowd_view {
    throng_agent * perceived;
    throng_agent * avoided;
    throng_half_plane * lines;
    int32_t perceived_capacity;
    int32_t avoided_capacity;
    int32_t line_capacity;
    int32_t perceived_count;
    int32_t avoided_count;
    int32_t line_count;
    int32_t wall_count;
} throng_crowd_view;
typedef struct throng_vertex {
    float x;
    float y;
} throng_vertex;
typedef struct throng_obstacle {
    int32_t index;
    uint32_t generation;
} throng_obstacle;
typedef struct throng_vertex_double {
    double x;
    double y;
} throng_vertex_double;
typedef struct throng_crowd_info {
    throng_backend backend;
    int32_t agents;
    int32_t capacity;
    int32_t lost;
    int32_t walls;
    int32_t reserved;
    uint64_t steps;
    uint64_t added;
    uint64_t host_bytes;
    uint64_t device_bytes;
    double kernel_seconds;
    double home_x;
    double home_y;
} throng_crowd_info;
typedef struct throng_motion {
    double x;
    double y;
    float vx;
    float vy;
    float heading_x;
    float heading_y;
} throng_motion;
typedef struct throng_moving_obstacle {
    int32_t index;
    uint32_t generation;
} throng_moving_obstacle;
typedef struct throng_obstacle_motion {
    double x;
    double y;
    float vx;
    float vy;
    float heading_x;
    float heading_y;
    float turn;
    int32_t reserved;
} throng_obstacle_motion;
typedef struct throng_crowd_query {
    float x;
    float y;
    float radius;
    uint32_t mask;
    throng_agent except;
} throng_crowd_query;
typedef struct throng_crowd_hit {
    throng_agent agent;
    float distance;
} throng_crowd_hit;
typedef struct throng_crowd_event {
    throng_agent agent;
    uint32_t kind;
} throng_crowd_event;
typedef struct throng_crowd_room_def {
    int32_t obstacles;
    int32_t edges;
    int32_t moving_obstacles;
    int32_t queries;
    int32_t hits;
    int32_t motions;
    uint32_t cookie;
} throng_crowd_room_def;
typedef struct throng_agent_state {
    uint32_t version;
    uint32_t bytes;
    uint64_t id;
    uint64_t data[19];
} throng_agent_state;
typedef struct throng_selection {
    throng_backend backend;
    int32_t measured;
    double cpu_seconds;
    double opencl_seconds;
    char reason[200];
} throng_selection;
typedef struct throng_calibrate_def {
    void (*progress)(void *, int32_t, int32_t, const char *);
    void * user;
    double seconds;
    uint32_t operations;
    uint32_t cookie;
} throng_calibrate_def;
typedef struct throng_calibrate_operation {
    int32_t measured;
    int32_t kept;
    int32_t noisy;
    int32_t sizes;
    int32_t repeats;
    double spread;
    double largest_spread;
} throng_calibrate_operation;
typedef struct throng_calibrate_report {
    double seconds;
    int32_t saved;
    throng_calibrate_operation operations[9];
} throng_calibrate_report;
typedef struct throng_flow_def {
    throng_terrain * terrain;
    throng_grid grid;
    int32_t fields;
    int32_t goal_capacity;
    float cell_size;
    throng_backend backend;
    throng_residency residency;
    int32_t clearance_count;
    float clearances[8];
    int32_t costs;
    int32_t slow_by_cost;
    throng_flow_unreached unreached;
    int32_t seed_capacity;
    int32_t first_column;
    int32_t first_row;
    uint32_t cookie;
} throng_flow_def;
typedef struct throng_flow_point {
    float x;
    float y;
    int32_t world;
    int32_t field;
} throng_flow_point;
typedef struct throng_flow_vector {
    float dx;
    float dy;
    float length;
} throng_flow_vector;
typedef struct throng_flow_info {
    throng_backend backend;
    int32_t lost;
    uint64_t host_bytes;
    uint64_t device_bytes;
    double kernel_seconds;
} throng_flow_info;
typedef struct throng_influence_def {
    int32_t width;
    int32_t height;
    int32_t worlds;
    float cell_size;
    throng_grid grid;
    throng_propagation propagation;
    throng_terrain * terrain;
    int32_t all_pairs;
    throng_blocked_objects blocked_objects;
    int32_t layers;
    int32_t object_capacity;
    float typical_distance;
    throng_residency residency;
    uint32_t cookie;
} throng_influence_def;
typedef struct throng_influence_object {
    float x;
    float y;
    float vx;
    float vy;
    float influence;
    float decay;
    float max_distance;
    float alpha;
    float offset;
    throng_decay decay_kind;
    int32_t world;
} throng_influence_object;
typedef struct throng_best {
    int32_t column;
    int32_t row;
    float value;
} throng_best;
typedef struct throng_point {
    float x;
    float y;
    int32_t world;
} throng_point;
typedef struct throng_sample {
    float value;
    float dx;
    float dy;
} throng_sample;
typedef struct throng_influence_info {
    throng_backend backend;
    int32_t layers;
    int32_t lost;
    int32_t reserved;
    uint64_t host_bytes;
    uint64_t device_bytes;
    double kernel_seconds;
} throng_influence_info;
typedef struct throng_measure_def {
    throng_measure_kind kind;
    int32_t types;
    float weights[16];
    float lambda;
    int32_t solve_lambda;
    int32_t normalize;
    int32_t accept_non_monotone;
    int32_t typical_rows;
    uint32_t cookie;
    const float * table;
} throng_measure_def;
typedef struct throng_measure_info {
    throng_measure_kind kind;
    int32_t types;
    throng_backend backend;
    int32_t lost;
    double lambda;
    float all;
    int32_t normalized;
    int32_t monotone;
    uint32_t smaller;
    uint32_t larger;
    int32_t reserved;
    uint64_t host_bytes;
    uint64_t device_bytes;
    double kernel_seconds;
} throng_measure_info;
typedef struct throng_potential_def {
    int32_t worlds;
    int32_t source_capacity;
    int32_t goal_capacity;
    int32_t point_capacity;
    int32_t typical_sources;
    throng_residency residency;
    int32_t damage;
    throng_measure * measure;
    int32_t interaction;
    throng_terrain * terrain;
    throng_terrain_mode terrain_mode;
    float cell_size;
    float terrain_eta;
    float terrain_range;
    uint32_t cookie;
} throng_potential_def;
typedef struct throng_potential_source {
    float x;
    float y;
    float eta;
    float range;
    float power;
    int32_t type;
    int32_t world;
} throng_potential_source;
typedef struct throng_potential_goal {
    float x;
    float y;
    float k;
    int32_t world;
} throng_potential_goal;
typedef struct throng_potential_point {
    float x;
    float y;
    int32_t goal;
    int32_t world;
} throng_potential_point;
typedef struct throng_force {
    float fx;
    float fy;
    float potential;
    float damage;
} throng_force;
typedef struct throng_potential_info {
    throng_backend backend;
    int32_t sources;
    int32_t goals;
    int32_t points;
    int32_t lost;
    int32_t reserved;
    uint64_t host_bytes;
    uint64_t device_bytes;
    double kernel_seconds;
} throng_potential_info;
typedef struct throng_readback_def {
    throng_readback_kind kind;
    int32_t capacity;
    int32_t slots;
    throng_agent_value value;
    int32_t layer;
    uint32_t cookie;
    throng_crowd * crowd;
    throng_influence * map;
    throng_potential * field;
    throng_trace * trace;
    throng_flow * flow;
} throng_readback_def;
typedef struct throng_readback_read {
    uint64_t number;
    uint64_t step;
    int32_t count;
    int32_t width;
} throng_readback_read;
typedef struct throng_readback_info {
    throng_backend backend;
    int32_t slots;
    int32_t used;
    int32_t lost;
    int32_t entry_bytes;
    int32_t reserved;
    uint64_t reads;
    uint64_t host_bytes;
    uint64_t device_bytes;
} throng_readback_info;
typedef struct throng_route_def {
    throng_terrain * terrain;
    throng_grid grid;
    throng_route_method method;
    uint32_t cookie;
} throng_route_def;
typedef struct throng_route_result {
    float length;
    float cost;
    float total;
    int32_t cell_count;
    int64_t cell_offset;
} throng_route_result;
typedef struct throng_region {
    int32_t column;
    int32_t row;
    int32_t width;
    int32_t height;
} throng_region;
typedef struct throng_cell {
    int32_t column;
    int32_t row;
} throng_cell;
typedef struct throng_terrain_def {
    int32_t width;
    int32_t height;
    int32_t worlds;
    uint32_t cookie;
} throng_terrain_def;
typedef struct throng_cell_pair {
    throng_cell from;
    throng_cell to;
} throng_cell_pair;
typedef struct throng_trace_def {
    throng_potential * field;
    int32_t start_capacity;
    int32_t max_steps;
    int32_t keep_points;
    throng_escape escape;
    throng_flow * flow;
    float hill_range;
    uint32_t cookie;
} throng_trace_def;
typedef struct throng_trace_start {
    float x;
    float y;
    float speed;
    int32_t goal;
    int32_t world;
    int32_t flow_field;
} throng_trace_start;
typedef struct throng_trace_result {
    throng_trace_status status;
    int32_t steps;
    float length;
    float damage;
    float x;
    float y;
    int32_t escapes;
} throng_trace_result;
typedef struct throng_trace_point {
    float x;
    float y;
} throng_trace_point;
typedef struct throng_trace_info {
    throng_backend backend;
    int32_t starts;
    int32_t lost;
    int32_t reserved;
    uint64_t host_bytes;
    uint64_t device_bytes;
    double kernel_seconds;
} throng_trace_info;
const char * throng_version(void);
const char * throng_status_string(throng_status status);
const char * throng_backend_name(throng_backend backend);
const char * throng_isa_name(throng_isa isa);
int32_t throng_isa_available(throng_isa isa);
throng_context_def throng_context_default_def(void);
throng_status throng_context_create(const throng_context_def * def, throng_context ** context);
throng_status throng_context_destroy(throng_context * context);
const char * throng_context_message(const throng_context * context);
int32_t throng_context_opencl_error(const throng_context * context);
throng_status throng_context_wait(throng_context * context);
throng_status throng_context_get_info(throng_context * context, throng_context_info * info);
throng_status throng_devices(const throng_context_def * def, throng_device_info * devices, int32_t capacity, int32_t * count);
throng_crowd_def throng_crowd_default_def(void);
throng_agent_def throng_agent_default_def(void);
throng_status throng_crowd_create(throng_context * context, const throng_crowd_def * def, throng_crowd ** crowd);
throng_status throng_crowd_explain(throng_context * context, const throng_crowd_def * def, throng_selection * choice);
throng_status throng_crowd_destroy(throng_crowd * crowd);
throng_status throng_crowd_reserve(throng_crowd * crowd, int32_t capacity);
throng_status throng_crowd_add(throng_crowd * crowd, int32_t count, const throng_agent_def * defs, size_t stride, throng_agent * agents);
throng_status throng_crowd_remove(throng_crowd * crowd, int32_t count, const throng_agent * agents, size_t stride);
throng_status throng_crowd_list(throng_crowd * crowd, throng_agent * agents, int32_t capacity, int32_t * count);
throng_status throng_crowd_find(throng_crowd * crowd, uint64_t id, throng_agent * agent);
throng_status throng_crowd_set(throng_crowd * crowd, throng_agent_value what, int32_t count, const throng_agent * agents, size_t agent_stride, const void * data, size_t stride);
throng_status throng_crowd_get(throng_crowd * crowd, throng_agent_value what, int32_t count, const throng_agent * agents, size_t agent_stride, void * data, size_t stride);
throng_status throng_crowd_inspect(throng_crowd * crowd, throng_agent agent, float dt, throng_crowd_view * view);
throng_status throng_crowd_add_obstacle(throng_crowd * crowd, int32_t count, const throng_vertex * vertices, size_t stride, throng_obstacle * handle);
throng_status throng_crowd_add_obstacle_double(throng_crowd * crowd, int32_t count, const throng_vertex_double * vertices, size_t stride, throng_obstacle * handle);
throng_status throng_crowd_remove_obstacle(throng_crowd * crowd, throng_obstacle handle);
throng_status throng_crowd_step(throng_crowd * crowd, float dt);
throng_status throng_crowd_hash(throng_crowd * crowd, uint64_t * hash);
throng_status throng_crowd_get_info(throng_crowd * crowd, throng_crowd_info * info);
throng_status throng_crowd_reset(throng_crowd * crowd);
throng_status throng_crowd_set_motions(throng_crowd * crowd, const throng_agent * agents, int32_t count, const throng_motion * motions);
throng_status throng_crowd_get_motions(throng_crowd * crowd, const throng_agent * agents, int32_t count, throng_motion * motions);
throng_status throng_crowd_add_moving_obstacle(throng_crowd * crowd, int32_t count, const throng_vertex * vertices, size_t stride, const throng_obstacle_motion * motion, throng_moving_obstacle * handle);
throng_status throng_crowd_move_obstacles(throng_crowd * crowd, int32_t count, const throng_moving_obstacle * obstacles, size_t obstacle_stride, const throng_obstacle_motion * motions, size_t stride);
throng_status throng_crowd_remove_moving_obstacle(throng_crowd * crowd, throng_moving_obstacle handle);
throng_status throng_crowd_find_nearest(throng_crowd * crowd, int32_t count, const throng_crowd_query * queries, size_t stride, int32_t capacity, throng_crowd_hit * hits, int32_t * found);
throng_status throng_crowd_find_within(throng_crowd * crowd, int32_t count, const throng_crowd_query * queries, size_t stride, int32_t capacity, throng_crowd_hit * hits, int32_t * found);
throng_status throng_crowd_get_events(throng_crowd * crowd, uint32_t kinds, throng_crowd_event * events, int32_t capacity, int32_t * count);
throng_crowd_room_def throng_crowd_room_default_def(void);
throng_status throng_crowd_reserve_room(throng_crowd * crowd, const throng_crowd_room_def * room);
throng_status throng_crowd_snapshot_bytes(throng_crowd * crowd, size_t * bytes);
throng_status throng_crowd_save(throng_crowd * crowd, void * snapshot, size_t bytes);
throng_status throng_crowd_restore(throng_crowd * crowd, const void * snapshot, size_t bytes);
throng_status throng_crowd_get_states(throng_crowd * crowd, const throng_agent * agents, int32_t count, throng_agent_state * states);
throng_status throng_crowd_add_states(throng_crowd * crowd, int32_t count, const throng_agent_state * states, throng_agent * agents);
throng_status throng_crowd_set_steps(throng_crowd * crowd, uint64_t steps);
const char * throng_operation_name(throng_operation operation);
throng_calibrate_def throng_calibrate_default_def(void);
throng_status throng_calibrate(throng_context * context, const throng_calibrate_def * def, throng_calibrate_report * report);
throng_flow_def throng_flow_default_def(void);
throng_status throng_flow_create(throng_context * context, const throng_flow_def * def, throng_flow ** flow);
throng_status throng_flow_explain(throng_context * context, const throng_flow_def * def, throng_selection * choice);
throng_status throng_flow_destroy(throng_flow * flow);
throng_status throng_flow_set_goals(throng_flow * flow, int32_t field, int32_t count, const throng_cell * cells, size_t stride);
throng_status throng_flow_set_costs(throng_flow * flow, const throng_region * region, const uint8_t * costs, size_t row_stride);
throng_status throng_flow_field_for(throng_flow * flow, int32_t field, float radius, int32_t * number);
throng_status throng_flow_update(throng_flow * flow);
throng_status throng_flow_read_lengths(throng_flow * flow, int32_t field, const throng_region * region, float * lengths, size_t row_stride);
throng_status throng_flow_read_directions(throng_flow * flow, int32_t field, const throng_region * region, throng_flow_direction * directions, size_t row_stride);
throng_status throng_flow_sample(throng_flow * flow, throng_flow_sampling sampling, int32_t count, const throng_flow_point * agents, size_t stride, throng_flow_vector * ways);
throng_status throng_flow_reset(throng_flow * flow);
throng_status throng_flow_get_info(throng_flow * flow, throng_flow_info * info);
throng_influence_def throng_influence_default_def(void);
throng_influence_object throng_influence_default_object(void);
throng_status throng_influence_create(throng_context * context, const throng_influence_def * def, throng_influence ** map);
throng_status throng_influence_explain(throng_context * context, const throng_influence_def * def, throng_selection * choice);
throng_status throng_influence_destroy(throng_influence * map);
throng_status throng_influence_set_objects(throng_influence * map, int32_t layer, int32_t first, int32_t count, const throng_influence_object * objects, size_t stride);
throng_status throng_influence_move_objects(throng_influence * map, int32_t layer, int32_t first, int32_t count, const float * positions, size_t position_stride, const float * velocities, size_t velocity_stride);
throng_status throng_influence_truncate_objects(throng_influence * map, int32_t layer, int32_t count);
int32_t throng_influence_object_count(const throng_influence * map, int32_t layer);
throng_status throng_influence_set_momentum(throng_influence * map, int32_t layer, float momentum);
throng_status throng_influence_update(throng_influence * map);
throng_status throng_influence_update_layer(throng_influence * map, int32_t layer);
throng_status throng_influence_combine(throng_influence * map, const float * weights, int32_t count);
throng_status throng_influence_read(throng_influence * map, int32_t layer, const throng_region * region, float * values, size_t row_stride);
throng_status throng_influence_best(throng_influence * map, int32_t layer, const throng_region * region, throng_best * best);
throng_status throng_influence_worst(throng_influence * map, int32_t layer, const throng_region * region, throng_best * worst);
throng_status throng_influence_best_of_regions(throng_influence * map, int32_t layer, throng_extreme which, int32_t count, const throng_region * regions, size_t stride, throng_best * results);
throng_status throng_influence_best_of_neighbors(throng_influence * map, int32_t layer, throng_extreme which, int32_t own_too, int32_t count, const throng_cell * cells, size_t stride, throng_best * results);
throng_status throng_influence_sample(throng_influence * map, int32_t layer, int32_t count, const throng_point * points, size_t stride, throng_sample * samples);
throng_status throng_influence_reset(throng_influence * map);
throng_status throng_influence_get_info(throng_influence * map, throng_influence_info * info);
throng_status throng_influence_update_some(throng_influence * map, double seconds, int32_t * done);
throng_status throng_influence_update_part(throng_influence * map, int32_t parts, int32_t * done);
throng_status throng_influence_reserve(throng_influence * map, int32_t layer, int32_t objects, const throng_influence_object * like, throng_influence_uses uses);
throng_measure_def throng_measure_default_def(void);
throng_status throng_measure_create(throng_context * context, const throng_measure_def * def, throng_measure ** measure);
throng_status throng_measure_explain(throng_context * context, const throng_measure_def * def, throng_selection * choice);
throng_status throng_measure_destroy(throng_measure * measure);
throng_status throng_measure_value(const throng_measure * measure, uint32_t subset, float * value);
throng_status throng_measure_choquet(throng_measure * measure, int32_t count, const float * values, size_t stride, float * results);
throng_status throng_measure_get_info(throng_measure * measure, throng_measure_info * info);
throng_potential_def throng_potential_default_def(void);
throng_potential_source throng_potential_default_source(void);
throng_status throng_potential_create(throng_context * context, const throng_potential_def * def, throng_potential ** field);
throng_status throng_potential_explain(throng_context * context, const throng_potential_def * def, throng_selection * choice);
throng_status throng_potential_destroy(throng_potential * field);
throng_status throng_potential_set_sources(throng_potential * field, int32_t first, int32_t count, const throng_potential_source * sources, size_t stride);
throng_status throng_potential_set_goals(throng_potential * field, int32_t first, int32_t count, const throng_potential_goal * goals, size_t stride);
throng_status throng_potential_set_points(throng_potential * field, int32_t first, int32_t count, const throng_potential_point * points, size_t stride);
throng_status throng_potential_move_sources(throng_potential * field, int32_t first, int32_t count, const float * positions, size_t stride);
throng_status throng_potential_move_points(throng_potential * field, int32_t first, int32_t count, const float * positions, size_t stride);
throng_status throng_potential_truncate_sources(throng_potential * field, int32_t count);
throng_status throng_potential_truncate_goals(throng_potential * field, int32_t count);
throng_status throng_potential_truncate_points(throng_potential * field, int32_t count);
throng_status throng_potential_update(throng_potential * field);
throng_status throng_potential_read(throng_potential * field, int32_t first, int32_t count, throng_force * forces, size_t stride);
throng_status throng_potential_reset(throng_potential * field);
throng_status throng_potential_get_info(throng_potential * field, throng_potential_info * info);
throng_readback_def throng_readback_default_def(void);
throng_status throng_readback_create(throng_context * context, const throng_readback_def * def, throng_readback ** readback);
throng_status throng_readback_destroy(throng_readback * readback);
throng_status throng_readback_begin_agents(throng_readback * readback, const throng_agent * agents, int32_t count, throng_readback_read * read);
throng_status throng_readback_begin_region(throng_readback * readback, const throng_region * region, throng_readback_read * read);
throng_status throng_readback_begin_range(throng_readback * readback, int32_t first, int32_t count, throng_readback_read * read);
throng_status throng_readback_ready(throng_readback * readback, uint64_t number, int32_t * ready);
throng_status throng_readback_get_read(throng_readback * readback, uint64_t number, throng_readback_read * read);
throng_status throng_readback_fetch(throng_readback * readback, uint64_t number, void * values, size_t stride);
throng_status throng_readback_map(throng_readback * readback, uint64_t number, const void ** values);
throng_status throng_readback_release(throng_readback * readback, uint64_t number);
throng_status throng_readback_latest(throng_readback * readback, throng_readback_read * read);
throng_status throng_readback_reset(throng_readback * readback);
throng_status throng_readback_get_info(throng_readback * readback, throng_readback_info * info);
throng_route_def throng_route_default_def(void);
throng_status throng_route_create(throng_context * context, const throng_route_def * def, throng_route ** route);
throng_status throng_route_destroy(throng_route * route);
throng_status throng_route_set_costs(throng_route * route, const throng_region * region, const float * costs, size_t row_stride);
throng_status throng_route_set_weight(throng_route * route, float weight);
throng_status throng_route_find(throng_route * route, int32_t count, const throng_cell_pair * pairs, size_t stride, throng_route_result * results);
throng_status throng_route_read(const throng_route * route, int32_t first, int32_t count, throng_cell * cells, int64_t capacity);
throng_terrain_def throng_terrain_default_def(void);
throng_status throng_terrain_create(throng_context * context, const throng_terrain_def * def, throng_terrain ** terrain);
throng_status throng_terrain_destroy(throng_terrain * terrain);
throng_status throng_terrain_set(throng_terrain * terrain, const throng_region * region, const uint8_t * blocked, size_t row_stride);
throng_status throng_terrain_fill(throng_terrain * terrain, const throng_region * region, int32_t blocked);
throng_status throng_terrain_read(const throng_terrain * terrain, const throng_region * region, uint8_t * blocked, size_t row_stride);
throng_status throng_terrain_distances(throng_terrain * terrain, throng_grid grid, int32_t count, const throng_cell_pair * pairs, size_t stride, float * distances);
const char * throng_trace_status_name(throng_trace_status status);
throng_trace_def throng_trace_default_def(void);
throng_status throng_trace_create(throng_context * context, const throng_trace_def * def, throng_trace ** trace);
throng_status throng_trace_destroy(throng_trace * trace);
throng_status throng_trace_set_starts(throng_trace * trace, int32_t first, int32_t count, const throng_trace_start * starts, size_t stride);
throng_status throng_trace_truncate_starts(throng_trace * trace, int32_t count);
throng_status throng_trace_update(throng_trace * trace);
throng_status throng_trace_read(throng_trace * trace, int32_t first, int32_t count, throng_trace_result * results, size_t stride);
throng_status throng_trace_read_points(throng_trace * trace, int32_t path, int32_t paths, int32_t first, int32_t count, throng_trace_point * points, size_t stride);
throng_status throng_trace_reset(throng_trace * trace);
throng_status throng_trace_get_info(throng_trace * trace, throng_trace_info * info);
typedef struct throng_opencl_host { void * context; void * device; void * queue; } throng_opencl_host;
typedef struct throng_opencl_build_def { const throng_influence_def * influence; const throng_flow_def * flow; const throng_measure_def * measure; const throng_potential_def * potential; const throng_trace_def * trace; const throng_crowd_def * crowd; void (*progress)(void *, int32_t, int32_t); void * user; uint32_t cookie; } throng_opencl_build_def;
throng_status throng_opencl_context_create(const throng_context_def * def, const throng_opencl_host * host, throng_context ** context);
throng_opencl_build_def throng_opencl_default_build_def();
throng_status throng_opencl_build(throng_context * context, const throng_opencl_build_def * def);
throng_status throng_influence_set_objects_cl(throng_influence * map, int32_t layer, int32_t first, int32_t count, void * objects, size_t offset, size_t stride, uint32_t wait_count, void *const * waits, void * * event);
throng_status throng_influence_move_objects_cl(throng_influence * map, int32_t layer, int32_t first, int32_t count, void * positions, size_t position_offset, size_t position_stride, void * velocities, size_t velocity_offset, size_t velocity_stride, uint32_t wait_count, void *const * waits, void * * event);
throng_status throng_influence_read_cl(throng_influence * map, int32_t layer, const throng_region * region, void * values, size_t offset, size_t row_stride, uint32_t wait_count, void *const * waits, void * * event);
throng_status throng_influence_best_of_regions_cl(throng_influence * map, int32_t layer, throng_extreme which, int32_t count, void * regions, size_t offset, size_t stride, void * results, size_t results_offset, size_t results_stride, uint32_t wait_count, void *const * waits, void * * event);
throng_status throng_influence_best_of_neighbors_cl(throng_influence * map, int32_t layer, throng_extreme which, int32_t own_too, int32_t count, void * cells, size_t offset, size_t stride, void * results, size_t results_offset, size_t results_stride, uint32_t wait_count, void *const * waits, void * * event);
throng_status throng_influence_sample_cl(throng_influence * map, int32_t layer, int32_t count, void * points, size_t offset, size_t stride, void * samples, size_t samples_offset, size_t samples_stride, uint32_t wait_count, void *const * waits, void * * event);
throng_status throng_influence_buffer(throng_influence * map, int32_t layer, void * * buffer, size_t * offset, size_t * row_stride);
throng_status throng_potential_read_cl(throng_potential * field, int32_t first, int32_t count, void * forces, size_t offset, size_t stride, uint32_t wait_count, void *const * waits, void * * event);
throng_status throng_flow_sample_cl(throng_flow * flow, throng_flow_sampling sampling, int32_t count, void * points, size_t offset, size_t stride, void * vectors, size_t vector_offset, size_t vector_stride, uint32_t wait_count, void *const * waits, void * * event);
throng_status throng_trace_set_starts_cl(throng_trace * trace, int32_t first, int32_t count, void * starts, size_t offset, size_t stride, uint32_t wait_count, void *const * waits, void * * event);
throng_status throng_trace_read_cl(throng_trace * trace, int32_t first, int32_t count, void * results, size_t offset, size_t stride, uint32_t wait_count, void *const * waits, void * * event);
throng_status throng_trace_read_points_cl(throng_trace * trace, int32_t path, int32_t paths, int32_t first, int32_t count, void * points, size_t offset, size_t stride, uint32_t wait_count, void *const * waits, void * * event);
throng_status throng_crowd_get_cl(throng_crowd * crowd, throng_agent_value what, int32_t count, const throng_agent * agents, size_t agent_stride, void * values, size_t offset, size_t stride, uint32_t wait_count, void *const * waits, void * * event);
throng_status throng_crowd_set_cl(throng_crowd * crowd, throng_agent_value what, int32_t count, const throng_agent * agents, size_t agent_stride, void * values, size_t offset, size_t stride, uint32_t wait_count, void *const * waits, void * * event);
throng_status throng_crowd_find_nearest_cl(throng_crowd * crowd, int32_t count, void * queries, size_t offset, size_t stride, int32_t capacity, void * hits, size_t hits_offset, void * found, size_t found_offset, uint32_t wait_count, void *const * waits, void * * event);
throng_status throng_crowd_find_within_cl(throng_crowd * crowd, int32_t count, void * queries, size_t offset, size_t stride, int32_t capacity, void * hits, size_t hits_offset, void * found, size_t found_offset, uint32_t wait_count, void *const * waits, void * * event);
]]

-- Values of enums by their names.
declarations.enums = {
    status = {
        ok = 0,
        error_invalid_argument = 1,
        error_capacity = 2,
        error_out_of_memory = 3,
        error_unsupported = 4,
        error_no_device = 5,
        error_inexact_device = 6,
        error_build_failed = 7,
        error_opencl = 8,
        error_lost = 9,
    },
    log_level = {
        error = 0,
        warning = 1,
        info = 2,
    },
    backend = {
        auto = 0,
        cpu = 1,
        opencl = 2,
    },
    isa = {
        auto = 0,
        reference = 1,
        vector = 2,
        sse2 = 3,
        avx2 = 4,
        avx512 = 5,
        neon = 6,
        simd128 = 7,
    },
    device_type = {
        other = 0,
        cpu = 1,
        gpu = 2,
    },
    perception = {
        vision = 1,
        hearing = 2,
        touch = 4,
        adaptive = 8,
        responsibility = 16,
    },
    neighbors = {
        gaps = 0,
        centres = 1,
    },
    heading = {
        turning = 0,
        velocity = 1,
    },
    integration = {
        positions = 0,
        velocities = 1,
    },
    navigation = {
        velocity = 0,
        goal = 1,
        flow = 2,
        guest = 3,
    },
    agent_value = {
        position = 0,
        velocity = 1,
        preferred_velocity = 2,
        goal = 3,
        heading = 4,
        radius = 5,
        max_speed = 6,
        pref_speed = 7,
        neighbor_dist = 8,
        max_neighbors = 9,
        time_horizon = 10,
        time_horizon_obst = 11,
        layer = 12,
        mask = 13,
        priority = 14,
        responsibility = 15,
        locked = 16,
        vision_range = 17,
        vision_range_min = 18,
        hearing_range = 19,
        sound_range = 20,
        capacity = 21,
        dead_speed = 22,
        flags = 23,
        perceived = 24,
        vision = 25,
        flow_field = 28,
        target = 29,
        vision_angle = 26,
        id = 27,
        position_double = 30,
        goal_double = 31,
        navigation = 32,
    },
    flag = {
        congested = 1,
        infeasible = 2,
        arrived = 4,
        inside_wall = 32,
    },
    residency = {
        host = 0,
        input = 1,
        device = 2,
    },
    operation = {
        read = 0,
        influence = 1,
        influence_path = 2,
        influence_adjacent = 3,
        flow = 4,
        potential = 5,
        choquet = 6,
        crowd = 7,
        crowd_perception = 8,
    },
    flow_direction = {
        goal = 8,
        none = 255,
    },
    flow_unreached = {
        stand = 0,
        nearest = 1,
    },
    flow_sampling = {
        cell = 0,
        smooth = 1,
    },
    propagation = {
        euclidean = 0,
        path = 1,
        adjacent = 2,
    },
    decay = {
        linear = 0,
        exponential = 1,
    },
    blocked_objects = {
        refuse = 0,
        ignore = 1,
    },
    extreme = {
        largest = 0,
        smallest = 1,
    },
    influence_uses = {
        combine = 1,
        momentum = 2,
        slices = 4,
        queries = 8,
    },
    measure_kind = {
        lambda = 0,
        additive2 = 1,
        table = 2,
    },
    terrain_mode = {
        all = 0,
        nearest = 1,
    },
    readback_kind = {
        agents = 0,
        motions = 1,
        layer = 2,
        forces = 3,
        paths = 4,
        lengths = 5,
        directions = 6,
    },
    route_method = {
        astar = 0,
        dijkstra = 1,
    },
    grid = {
        square8 = 0,
        square4 = 1,
        hex = 2,
    },
    trace_status = {
        reached = 0,
        stuck = 1,
        step_limit = 2,
        outside = 3,
        unreachable = 4,
        invalid = 5,
    },
    escape = {
        none = 0,
        flow = 1,
        hills = 2,
    },
}

-- Enums whose values may be added.
declarations.flags = {perception = true, influence_uses = true}

declarations.constants = {
    VERSION_MAJOR = 0,
    VERSION_MINOR = 2,
    VERSION_PATCH = 0,
    ISA_COUNT = 8,
    MAX_AGENTS = 8388608,
    MAX_NEIGHBORS = 64,
    PERCEPTION_ALL = 31,
    NEXT_ID = 18446744073709551615ULL,
    MAX_WALLS = 4194304,
    MAX_MOVING_OBSTACLES = 256,
    MAX_MOVING_VERTICES = 2048,
    OPERATION_COUNT = 9,
    MAX_FLOW_FIELDS = 65536,
    MAX_FLOW_CLEARANCES = 8,
    MAX_FLOW_REACH = 16,
    MAX_FLOW_COSTS = 271669859,
    MAX_LAYERS = 16,
    MAX_ALL_PAIRS = 4096,
    LAYER_COMBINED = -1,
    MAX_TYPES = 16,
    GOALS_ALL = -1,
    GOALS_NONE = -2,
    MAX_READBACK_SLOTS = 16,
    MAX_SIDE = 1048576,
    MAX_CELLS = 1073741824,
}

-- Members of structs: name, form, offset, and the number of entries of an array.
declarations.structs = {
    allocator = {size = 24,
        {"allocate", "pointer", 0},
        {"release", "pointer", 8},
        {"user", "pointer", 16},
    },
    logger = {size = 16,
        {"log", "pointer", 0},
        {"user", "pointer", 8},
    },
    assertion = {size = 16,
        {"fail", "pointer", 0},
        {"user", "pointer", 8},
    },
    parallel = {size = 16,
        {"run", "pointer", 0},
        {"user", "pointer", 8},
    },
    context_def = {size = 112,
        {"allocator", "struct allocator", 0},
        {"logger", "struct logger", 24},
        {"assertion", "struct assertion", 40},
        {"parallel", "struct parallel", 56},
        {"backend", "backend", 72},
        {"isa", "isa", 76},
        {"threads", "i32", 80},
        {"accept_inexact", "i32", 84},
        {"profile", "i32", 88},
        {"cookie", "u32", 92},
        {"device", "pointer", 96},
        {"cache", "pointer", 104},
    },
    context_info = {size = 276,
        {"isa", "isa", 0},
        {"threads", "i32", 4},
        {"opencl", "i32", 8},
        {"device", "i32", 12},
        {"device_exact", "i32", 16},
        {"device_name", "char", 20, 128},
        {"device_version", "char", 148, 128},
    },
    device_info = {size = 792,
        {"number", "i32", 0},
        {"type", "device_type", 4},
        {"exact", "i32", 8},
        {"compute_units", "i32", 12},
        {"memory_bytes", "u64", 16},
        {"name", "char", 24, 128},
        {"platform", "char", 152, 128},
        {"version", "char", 280, 128},
        {"driver", "char", 408, 128},
        {"reason", "char", 536, 256},
    },
    crowd_def = {size = 104,
        {"agent_capacity", "i32", 0},
        {"max_neighbors", "i32", 4},
        {"perception", "perception", 8},
        {"residency", "residency", 12},
        {"congestion", "i32", 16},
        {"symmetry", "number", 20},
        {"terrain", "pointer", 24},
        {"cell_size", "number", 32},
        {"flow", "pointer", 40},
        {"seed", "u64", 48},
        {"neighbors", "neighbors", 56},
        {"settle", "i32", 60},
        {"heading", "heading", 64},
        {"hash_guests", "i32", 68},
        {"integration", "integration", 72},
        {"origin_x", "number", 80},
        {"origin_y", "number", 88},
        {"cookie", "u32", 96},
    },
    agent_def = {size = 168,
        {"id", "u64", 0},
        {"x", "number", 8},
        {"y", "number", 12},
        {"vx", "number", 16},
        {"vy", "number", 20},
        {"radius", "number", 24},
        {"max_speed", "number", 28},
        {"navigation", "navigation", 32},
        {"target_x", "number", 36},
        {"target_y", "number", 40},
        {"flow_field", "i32", 44},
        {"pref_speed", "number", 48},
        {"neighbor_dist", "number", 52},
        {"max_neighbors", "i32", 56},
        {"time_horizon", "number", 60},
        {"time_horizon_obst", "number", 64},
        {"layer", "u32", 68},
        {"mask", "u32", 72},
        {"priority", "i32", 76},
        {"responsibility", "number", 80},
        {"locked", "i32", 84},
        {"heading_x", "number", 88},
        {"heading_y", "number", 92},
        {"vision_range", "number", 96},
        {"vision_range_min", "number", 100},
        {"vision_angle", "number", 104},
        {"hearing_range", "number", 108},
        {"sound_range", "number", 112},
        {"capacity", "i32", 116},
        {"dead_speed", "number", 120},
        {"offset_x", "number", 128},
        {"offset_y", "number", 136},
        {"target_offset_x", "number", 144},
        {"target_offset_y", "number", 152},
        {"cookie", "u32", 160},
    },
    agent = {size = 8,
        {"index", "i32", 0},
        {"generation", "u32", 4},
    },
    half_plane = {size = 12,
        {"nx", "number", 0},
        {"ny", "number", 4},
        {"c", "number", 8},
    },
    crowd_view = {size = 56,
        {"perceived", "pointer", 0},
        {"avoided", "pointer", 8},
        {"lines", "pointer", 16},
        {"perceived_capacity", "i32", 24},
        {"avoided_capacity", "i32", 28},
        {"line_capacity", "i32", 32},
        {"perceived_count", "i32", 36},
        {"avoided_count", "i32", 40},
        {"line_count", "i32", 44},
        {"wall_count", "i32", 48},
    },
    vertex = {size = 8,
        {"x", "number", 0},
        {"y", "number", 4},
    },
    obstacle = {size = 8,
        {"index", "i32", 0},
        {"generation", "u32", 4},
    },
    vertex_double = {size = 16,
        {"x", "number", 0},
        {"y", "number", 8},
    },
    crowd_info = {size = 80,
        {"backend", "backend", 0},
        {"agents", "i32", 4},
        {"capacity", "i32", 8},
        {"lost", "i32", 12},
        {"walls", "i32", 16},
        {"reserved", "i32", 20},
        {"steps", "u64", 24},
        {"added", "u64", 32},
        {"host_bytes", "u64", 40},
        {"device_bytes", "u64", 48},
        {"kernel_seconds", "number", 56},
        {"home_x", "number", 64},
        {"home_y", "number", 72},
    },
    motion = {size = 32,
        {"x", "number", 0},
        {"y", "number", 8},
        {"vx", "number", 16},
        {"vy", "number", 20},
        {"heading_x", "number", 24},
        {"heading_y", "number", 28},
    },
    moving_obstacle = {size = 8,
        {"index", "i32", 0},
        {"generation", "u32", 4},
    },
    obstacle_motion = {size = 40,
        {"x", "number", 0},
        {"y", "number", 8},
        {"vx", "number", 16},
        {"vy", "number", 20},
        {"heading_x", "number", 24},
        {"heading_y", "number", 28},
        {"turn", "number", 32},
        {"reserved", "i32", 36},
    },
    crowd_query = {size = 24,
        {"x", "number", 0},
        {"y", "number", 4},
        {"radius", "number", 8},
        {"mask", "u32", 12},
        {"except", "struct agent", 16},
    },
    crowd_hit = {size = 12,
        {"agent", "struct agent", 0},
        {"distance", "number", 8},
    },
    crowd_event = {size = 12,
        {"agent", "struct agent", 0},
        {"kind", "u32", 8},
    },
    crowd_room_def = {size = 28,
        {"obstacles", "i32", 0},
        {"edges", "i32", 4},
        {"moving_obstacles", "i32", 8},
        {"queries", "i32", 12},
        {"hits", "i32", 16},
        {"motions", "i32", 20},
        {"cookie", "u32", 24},
    },
    agent_state = {size = 168,
        {"version", "u32", 0},
        {"bytes", "u32", 4},
        {"id", "u64", 8},
        {"data", "u64", 16, 19},
    },
    selection = {size = 224,
        {"backend", "backend", 0},
        {"measured", "i32", 4},
        {"cpu_seconds", "number", 8},
        {"opencl_seconds", "number", 16},
        {"reason", "char", 24, 200},
    },
    calibrate_def = {size = 32,
        {"progress", "pointer", 0},
        {"user", "pointer", 8},
        {"seconds", "number", 16},
        {"operations", "u32", 24},
        {"cookie", "u32", 28},
    },
    calibrate_operation = {size = 40,
        {"measured", "i32", 0},
        {"kept", "i32", 4},
        {"noisy", "i32", 8},
        {"sizes", "i32", 12},
        {"repeats", "i32", 16},
        {"spread", "number", 24},
        {"largest_spread", "number", 32},
    },
    calibrate_report = {size = 376,
        {"seconds", "number", 0},
        {"saved", "i32", 8},
        {"operations", "struct calibrate_operation", 16, 9},
    },
    flow_def = {size = 96,
        {"terrain", "pointer", 0},
        {"grid", "grid", 8},
        {"fields", "i32", 12},
        {"goal_capacity", "i32", 16},
        {"cell_size", "number", 20},
        {"backend", "backend", 24},
        {"residency", "residency", 28},
        {"clearance_count", "i32", 32},
        {"clearances", "number", 36, 8},
        {"costs", "i32", 68},
        {"slow_by_cost", "i32", 72},
        {"unreached", "flow_unreached", 76},
        {"seed_capacity", "i32", 80},
        {"first_column", "i32", 84},
        {"first_row", "i32", 88},
        {"cookie", "u32", 92},
    },
    flow_point = {size = 16,
        {"x", "number", 0},
        {"y", "number", 4},
        {"world", "i32", 8},
        {"field", "i32", 12},
    },
    flow_vector = {size = 12,
        {"dx", "number", 0},
        {"dy", "number", 4},
        {"length", "number", 8},
    },
    flow_info = {size = 32,
        {"backend", "backend", 0},
        {"lost", "i32", 4},
        {"host_bytes", "u64", 8},
        {"device_bytes", "u64", 16},
        {"kernel_seconds", "number", 24},
    },
    influence_def = {size = 64,
        {"width", "i32", 0},
        {"height", "i32", 4},
        {"worlds", "i32", 8},
        {"cell_size", "number", 12},
        {"grid", "grid", 16},
        {"propagation", "propagation", 20},
        {"terrain", "pointer", 24},
        {"all_pairs", "i32", 32},
        {"blocked_objects", "blocked_objects", 36},
        {"layers", "i32", 40},
        {"object_capacity", "i32", 44},
        {"typical_distance", "number", 48},
        {"residency", "residency", 52},
        {"cookie", "u32", 56},
    },
    influence_object = {size = 44,
        {"x", "number", 0},
        {"y", "number", 4},
        {"vx", "number", 8},
        {"vy", "number", 12},
        {"influence", "number", 16},
        {"decay", "number", 20},
        {"max_distance", "number", 24},
        {"alpha", "number", 28},
        {"offset", "number", 32},
        {"decay_kind", "decay", 36},
        {"world", "i32", 40},
    },
    best = {size = 12,
        {"column", "i32", 0},
        {"row", "i32", 4},
        {"value", "number", 8},
    },
    point = {size = 12,
        {"x", "number", 0},
        {"y", "number", 4},
        {"world", "i32", 8},
    },
    sample = {size = 12,
        {"value", "number", 0},
        {"dx", "number", 4},
        {"dy", "number", 8},
    },
    influence_info = {size = 40,
        {"backend", "backend", 0},
        {"layers", "i32", 4},
        {"lost", "i32", 8},
        {"reserved", "i32", 12},
        {"host_bytes", "u64", 16},
        {"device_bytes", "u64", 24},
        {"kernel_seconds", "number", 32},
    },
    measure_def = {size = 104,
        {"kind", "measure_kind", 0},
        {"types", "i32", 4},
        {"weights", "number", 8, 16},
        {"lambda", "number", 72},
        {"solve_lambda", "i32", 76},
        {"normalize", "i32", 80},
        {"accept_non_monotone", "i32", 84},
        {"typical_rows", "i32", 88},
        {"cookie", "u32", 92},
        {"table", "pointer", 96},
    },
    measure_info = {size = 72,
        {"kind", "measure_kind", 0},
        {"types", "i32", 4},
        {"backend", "backend", 8},
        {"lost", "i32", 12},
        {"lambda", "number", 16},
        {"all", "number", 24},
        {"normalized", "i32", 28},
        {"monotone", "i32", 32},
        {"smaller", "u32", 36},
        {"larger", "u32", 40},
        {"reserved", "i32", 44},
        {"host_bytes", "u64", 48},
        {"device_bytes", "u64", 56},
        {"kernel_seconds", "number", 64},
    },
    potential_def = {size = 80,
        {"worlds", "i32", 0},
        {"source_capacity", "i32", 4},
        {"goal_capacity", "i32", 8},
        {"point_capacity", "i32", 12},
        {"typical_sources", "i32", 16},
        {"residency", "residency", 20},
        {"damage", "i32", 24},
        {"measure", "pointer", 32},
        {"interaction", "i32", 40},
        {"terrain", "pointer", 48},
        {"terrain_mode", "terrain_mode", 56},
        {"cell_size", "number", 60},
        {"terrain_eta", "number", 64},
        {"terrain_range", "number", 68},
        {"cookie", "u32", 72},
    },
    potential_source = {size = 28,
        {"x", "number", 0},
        {"y", "number", 4},
        {"eta", "number", 8},
        {"range", "number", 12},
        {"power", "number", 16},
        {"type", "i32", 20},
        {"world", "i32", 24},
    },
    potential_goal = {size = 16,
        {"x", "number", 0},
        {"y", "number", 4},
        {"k", "number", 8},
        {"world", "i32", 12},
    },
    potential_point = {size = 16,
        {"x", "number", 0},
        {"y", "number", 4},
        {"goal", "i32", 8},
        {"world", "i32", 12},
    },
    force = {size = 16,
        {"fx", "number", 0},
        {"fy", "number", 4},
        {"potential", "number", 8},
        {"damage", "number", 12},
    },
    potential_info = {size = 48,
        {"backend", "backend", 0},
        {"sources", "i32", 4},
        {"goals", "i32", 8},
        {"points", "i32", 12},
        {"lost", "i32", 16},
        {"reserved", "i32", 20},
        {"host_bytes", "u64", 24},
        {"device_bytes", "u64", 32},
        {"kernel_seconds", "number", 40},
    },
    readback_def = {size = 64,
        {"kind", "readback_kind", 0},
        {"capacity", "i32", 4},
        {"slots", "i32", 8},
        {"value", "agent_value", 12},
        {"layer", "i32", 16},
        {"cookie", "u32", 20},
        {"crowd", "pointer", 24},
        {"map", "pointer", 32},
        {"field", "pointer", 40},
        {"trace", "pointer", 48},
        {"flow", "pointer", 56},
    },
    readback_read = {size = 24,
        {"number", "u64", 0},
        {"step", "u64", 8},
        {"count", "i32", 16},
        {"width", "i32", 20},
    },
    readback_info = {size = 48,
        {"backend", "backend", 0},
        {"slots", "i32", 4},
        {"used", "i32", 8},
        {"lost", "i32", 12},
        {"entry_bytes", "i32", 16},
        {"reserved", "i32", 20},
        {"reads", "u64", 24},
        {"host_bytes", "u64", 32},
        {"device_bytes", "u64", 40},
    },
    route_def = {size = 24,
        {"terrain", "pointer", 0},
        {"grid", "grid", 8},
        {"method", "route_method", 12},
        {"cookie", "u32", 16},
    },
    route_result = {size = 24,
        {"length", "number", 0},
        {"cost", "number", 4},
        {"total", "number", 8},
        {"cell_count", "i32", 12},
        {"cell_offset", "i64", 16},
    },
    region = {size = 16,
        {"column", "i32", 0},
        {"row", "i32", 4},
        {"width", "i32", 8},
        {"height", "i32", 12},
    },
    cell = {size = 8,
        {"column", "i32", 0},
        {"row", "i32", 4},
    },
    terrain_def = {size = 16,
        {"width", "i32", 0},
        {"height", "i32", 4},
        {"worlds", "i32", 8},
        {"cookie", "u32", 12},
    },
    cell_pair = {size = 16,
        {"from", "struct cell", 0},
        {"to", "struct cell", 8},
    },
    trace_def = {size = 40,
        {"field", "pointer", 0},
        {"start_capacity", "i32", 8},
        {"max_steps", "i32", 12},
        {"keep_points", "i32", 16},
        {"escape", "escape", 20},
        {"flow", "pointer", 24},
        {"hill_range", "number", 32},
        {"cookie", "u32", 36},
    },
    trace_start = {size = 24,
        {"x", "number", 0},
        {"y", "number", 4},
        {"speed", "number", 8},
        {"goal", "i32", 12},
        {"world", "i32", 16},
        {"flow_field", "i32", 20},
    },
    trace_result = {size = 28,
        {"status", "trace_status", 0},
        {"steps", "i32", 4},
        {"length", "number", 8},
        {"damage", "number", 12},
        {"x", "number", 16},
        {"y", "number", 20},
        {"escapes", "i32", 24},
    },
    trace_point = {size = 8,
        {"x", "number", 0},
        {"y", "number", 4},
    },
    trace_info = {size = 40,
        {"backend", "backend", 0},
        {"starts", "i32", 4},
        {"lost", "i32", 8},
        {"reserved", "i32", 12},
        {"host_bytes", "u64", 16},
        {"device_bytes", "u64", 24},
        {"kernel_seconds", "number", 32},
    },
}

declarations.defaults = {
    context_def = "throng_context_default_def",
    crowd_def = "throng_crowd_default_def",
    agent_def = "throng_agent_default_def",
    crowd_room_def = "throng_crowd_room_default_def",
    calibrate_def = "throng_calibrate_default_def",
    flow_def = "throng_flow_default_def",
    influence_def = "throng_influence_default_def",
    influence_object = "throng_influence_default_object",
    measure_def = "throng_measure_default_def",
    potential_def = "throng_potential_default_def",
    potential_source = "throng_potential_default_source",
    readback_def = "throng_readback_default_def",
    route_def = "throng_route_default_def",
    terrain_def = "throng_terrain_default_def",
    trace_def = "throng_trace_default_def",
}

-- Of structs without a default function.
declarations.initial = {
    crowd_query = {radius = -1, mask = 4294967295},
}

-- Values of agents: type, entries, and whether they are read and set.
declarations.agent_values = {
    [0] = {"float", 2, "rw"},
    [1] = {"float", 2, "rw"},
    [2] = {"float", 2, "rw"},
    [3] = {"float", 2, "rw"},
    [4] = {"float", 2, "rw"},
    [5] = {"float", 1, "rw"},
    [6] = {"float", 1, "rw"},
    [7] = {"float", 1, "rw"},
    [8] = {"float", 1, "rw"},
    [9] = {"int32_t", 1, "rw"},
    [10] = {"float", 1, "rw"},
    [11] = {"float", 1, "rw"},
    [12] = {"uint32_t", 1, "rw"},
    [13] = {"uint32_t", 1, "rw"},
    [14] = {"int32_t", 1, "rw"},
    [15] = {"float", 1, "rw"},
    [16] = {"int32_t", 1, "rw"},
    [17] = {"float", 1, "rw"},
    [18] = {"float", 1, "rw"},
    [19] = {"float", 1, "rw"},
    [20] = {"float", 1, "rw"},
    [21] = {"int32_t", 1, "rw"},
    [22] = {"float", 1, "rw"},
    [23] = {"uint32_t", 1, "r"},
    [24] = {"int32_t", 1, "r"},
    [25] = {"float", 1, "rw"},
    [28] = {"int32_t", 1, "rw"},
    [29] = {"float", 2, "rw"},
    [26] = {"float", 1, "rw"},
    [27] = {"uint64_t", 1, "r"},
    [30] = {"double", 2, "rw"},
    [31] = {"double", 2, "rw"},
    [32] = {"int32_t", 1, "rw"},
}

return declarations
