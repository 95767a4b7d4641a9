// Written by bindings/generate.py from include/throng. Do not edit.

//! Offsets are those of C, and the library has every function.
#![cfg(target_pointer_width = "64")]
use std::mem::MaybeUninit;
use std::ptr::addr_of;
use throng_sys::*;

macro_rules! offset {
    ($kind:ty, $member:ident) => {{
        let made = MaybeUninit::<$kind>::uninit();
        let first = made.as_ptr();
        // SAFETY: only an address inside of the struct is computed.
        unsafe { addr_of!((*first).$member) as usize - first as usize }
    }};
}

#[test]
fn offsets() {
    assert_eq!(offset!(throng_allocator, allocate), 0);
    assert_eq!(offset!(throng_allocator, release), 8);
    assert_eq!(offset!(throng_allocator, user), 16);
    assert_eq!(offset!(throng_logger, log), 0);
    assert_eq!(offset!(throng_logger, user), 8);
    assert_eq!(offset!(throng_assertion, fail), 0);
    assert_eq!(offset!(throng_assertion, user), 8);
    assert_eq!(offset!(throng_parallel, run), 0);
    assert_eq!(offset!(throng_parallel, user), 8);
    assert_eq!(offset!(throng_context_def, allocator), 0);
    assert_eq!(offset!(throng_context_def, logger), 24);
    assert_eq!(offset!(throng_context_def, assertion), 40);
    assert_eq!(offset!(throng_context_def, parallel), 56);
    assert_eq!(offset!(throng_context_def, backend), 72);
    assert_eq!(offset!(throng_context_def, isa), 76);
    assert_eq!(offset!(throng_context_def, threads), 80);
    assert_eq!(offset!(throng_context_def, accept_inexact), 84);
    assert_eq!(offset!(throng_context_def, profile), 88);
    assert_eq!(offset!(throng_context_def, cookie), 92);
    assert_eq!(offset!(throng_context_def, device), 96);
    assert_eq!(offset!(throng_context_def, cache), 104);
    assert_eq!(offset!(throng_context_info, isa), 0);
    assert_eq!(offset!(throng_context_info, threads), 4);
    assert_eq!(offset!(throng_context_info, opencl), 8);
    assert_eq!(offset!(throng_context_info, device), 12);
    assert_eq!(offset!(throng_context_info, device_exact), 16);
    assert_eq!(offset!(throng_context_info, device_name), 20);
    assert_eq!(offset!(throng_context_info, device_version), 148);
    assert_eq!(offset!(throng_device_info, number), 0);
    assert_eq!(offset!(throng_device_info, type_), 4);
    assert_eq!(offset!(throng_device_info, exact), 8);
    assert_eq!(offset!(throng_device_info, compute_units), 12);
    assert_eq!(offset!(throng_device_info, memory_bytes), 16);
    assert_eq!(offset!(throng_device_info, name), 24);
    assert_eq!(offset!(throng_device_info, platform), 152);
    assert_eq!(offset!(throng_device_info, version), 280);
    assert_eq!(offset!(throng_device_info, driver), 408);
    assert_eq!(offset!(throng_device_info, reason), 536);
    assert_eq!(offset!(throng_crowd_def, agent_capacity), 0);
    assert_eq!(offset!(throng_crowd_def, max_neighbors), 4);
    assert_eq!(offset!(throng_crowd_def, perception), 8);
    assert_eq!(offset!(throng_crowd_def, residency), 12);
    assert_eq!(offset!(throng_crowd_def, congestion), 16);
    assert_eq!(offset!(throng_crowd_def, symmetry), 20);
    assert_eq!(offset!(throng_crowd_def, terrain), 24);
    assert_eq!(offset!(throng_crowd_def, cell_size), 32);
    assert_eq!(offset!(throng_crowd_def, flow), 40);
    assert_eq!(offset!(throng_crowd_def, seed), 48);
    assert_eq!(offset!(throng_crowd_def, neighbors), 56);
    assert_eq!(offset!(throng_crowd_def, settle), 60);
    assert_eq!(offset!(throng_crowd_def, heading), 64);
    assert_eq!(offset!(throng_crowd_def, hash_guests), 68);
    assert_eq!(offset!(throng_crowd_def, integration), 72);
    assert_eq!(offset!(throng_crowd_def, origin_x), 80);
    assert_eq!(offset!(throng_crowd_def, origin_y), 88);
    assert_eq!(offset!(throng_crowd_def, cookie), 96);
    assert_eq!(offset!(throng_agent_def, id), 0);
    assert_eq!(offset!(throng_agent_def, x), 8);
    assert_eq!(offset!(throng_agent_def, y), 12);
    assert_eq!(offset!(throng_agent_def, vx), 16);
    assert_eq!(offset!(throng_agent_def, vy), 20);
    assert_eq!(offset!(throng_agent_def, radius), 24);
    assert_eq!(offset!(throng_agent_def, max_speed), 28);
    assert_eq!(offset!(throng_agent_def, navigation), 32);
    assert_eq!(offset!(throng_agent_def, target_x), 36);
    assert_eq!(offset!(throng_agent_def, target_y), 40);
    assert_eq!(offset!(throng_agent_def, flow_field), 44);
    assert_eq!(offset!(throng_agent_def, pref_speed), 48);
    assert_eq!(offset!(throng_agent_def, neighbor_dist), 52);
    assert_eq!(offset!(throng_agent_def, max_neighbors), 56);
    assert_eq!(offset!(throng_agent_def, time_horizon), 60);
    assert_eq!(offset!(throng_agent_def, time_horizon_obst), 64);
    assert_eq!(offset!(throng_agent_def, layer), 68);
    assert_eq!(offset!(throng_agent_def, mask), 72);
    assert_eq!(offset!(throng_agent_def, priority), 76);
    assert_eq!(offset!(throng_agent_def, responsibility), 80);
    assert_eq!(offset!(throng_agent_def, locked), 84);
    assert_eq!(offset!(throng_agent_def, heading_x), 88);
    assert_eq!(offset!(throng_agent_def, heading_y), 92);
    assert_eq!(offset!(throng_agent_def, vision_range), 96);
    assert_eq!(offset!(throng_agent_def, vision_range_min), 100);
    assert_eq!(offset!(throng_agent_def, vision_angle), 104);
    assert_eq!(offset!(throng_agent_def, hearing_range), 108);
    assert_eq!(offset!(throng_agent_def, sound_range), 112);
    assert_eq!(offset!(throng_agent_def, capacity), 116);
    assert_eq!(offset!(throng_agent_def, dead_speed), 120);
    assert_eq!(offset!(throng_agent_def, offset_x), 128);
    assert_eq!(offset!(throng_agent_def, offset_y), 136);
    assert_eq!(offset!(throng_agent_def, target_offset_x), 144);
    assert_eq!(offset!(throng_agent_def, target_offset_y), 152);
    assert_eq!(offset!(throng_agent_def, cookie), 160);
    assert_eq!(offset!(throng_agent, index), 0);
    assert_eq!(offset!(throng_agent, generation), 4);
    assert_eq!(offset!(throng_half_plane, nx), 0);
    assert_eq!(offset!(throng_half_plane, ny), 4);
    assert_eq!(offset!(throng_half_plane, c), 8);
    assert_eq!(offset!(throng_crowd_view, perceived), 0);
    assert_eq!(offset!(throng_crowd_view, avoided), 8);
    assert_eq!(offset!(throng_crowd_view, lines), 16);
    assert_eq!(offset!(throng_crowd_view, perceived_capacity), 24);
    assert_eq!(offset!(throng_crowd_view, avoided_capacity), 28);
    assert_eq!(offset!(throng_crowd_view, line_capacity), 32);
    assert_eq!(offset!(throng_crowd_view, perceived_count), 36);
    assert_eq!(offset!(throng_crowd_view, avoided_count), 40);
    assert_eq!(offset!(throng_crowd_view, line_count), 44);
    assert_eq!(offset!(throng_crowd_view, wall_count), 48);
    assert_eq!(offset!(throng_vertex, x), 0);
    assert_eq!(offset!(throng_vertex, y), 4);
    assert_eq!(offset!(throng_obstacle, index), 0);
    assert_eq!(offset!(throng_obstacle, generation), 4);
    assert_eq!(offset!(throng_vertex_double, x), 0);
    assert_eq!(offset!(throng_vertex_double, y), 8);
    assert_eq!(offset!(throng_crowd_info, backend), 0);
    assert_eq!(offset!(throng_crowd_info, agents), 4);
    assert_eq!(offset!(throng_crowd_info, capacity), 8);
    assert_eq!(offset!(throng_crowd_info, lost), 12);
    assert_eq!(offset!(throng_crowd_info, walls), 16);
    assert_eq!(offset!(throng_crowd_info, reserved), 20);
    assert_eq!(offset!(throng_crowd_info, steps), 24);
    assert_eq!(offset!(throng_crowd_info, added), 32);
    assert_eq!(offset!(throng_crowd_info, host_bytes), 40);
    assert_eq!(offset!(throng_crowd_info, device_bytes), 48);
    assert_eq!(offset!(throng_crowd_info, kernel_seconds), 56);
    assert_eq!(offset!(throng_crowd_info, home_x), 64);
    assert_eq!(offset!(throng_crowd_info, home_y), 72);
    assert_eq!(offset!(throng_motion, x), 0);
    assert_eq!(offset!(throng_motion, y), 8);
    assert_eq!(offset!(throng_motion, vx), 16);
    assert_eq!(offset!(throng_motion, vy), 20);
    assert_eq!(offset!(throng_motion, heading_x), 24);
    assert_eq!(offset!(throng_motion, heading_y), 28);
    assert_eq!(offset!(throng_moving_obstacle, index), 0);
    assert_eq!(offset!(throng_moving_obstacle, generation), 4);
    assert_eq!(offset!(throng_obstacle_motion, x), 0);
    assert_eq!(offset!(throng_obstacle_motion, y), 8);
    assert_eq!(offset!(throng_obstacle_motion, vx), 16);
    assert_eq!(offset!(throng_obstacle_motion, vy), 20);
    assert_eq!(offset!(throng_obstacle_motion, heading_x), 24);
    assert_eq!(offset!(throng_obstacle_motion, heading_y), 28);
    assert_eq!(offset!(throng_obstacle_motion, turn), 32);
    assert_eq!(offset!(throng_obstacle_motion, reserved), 36);
    assert_eq!(offset!(throng_crowd_query, x), 0);
    assert_eq!(offset!(throng_crowd_query, y), 4);
    assert_eq!(offset!(throng_crowd_query, radius), 8);
    assert_eq!(offset!(throng_crowd_query, mask), 12);
    assert_eq!(offset!(throng_crowd_query, except), 16);
    assert_eq!(offset!(throng_crowd_hit, agent), 0);
    assert_eq!(offset!(throng_crowd_hit, distance), 8);
    assert_eq!(offset!(throng_crowd_event, agent), 0);
    assert_eq!(offset!(throng_crowd_event, kind), 8);
    assert_eq!(offset!(throng_crowd_room_def, obstacles), 0);
    assert_eq!(offset!(throng_crowd_room_def, edges), 4);
    assert_eq!(offset!(throng_crowd_room_def, moving_obstacles), 8);
    assert_eq!(offset!(throng_crowd_room_def, queries), 12);
    assert_eq!(offset!(throng_crowd_room_def, hits), 16);
    assert_eq!(offset!(throng_crowd_room_def, motions), 20);
    assert_eq!(offset!(throng_crowd_room_def, cookie), 24);
    assert_eq!(offset!(throng_agent_state, version), 0);
    assert_eq!(offset!(throng_agent_state, bytes), 4);
    assert_eq!(offset!(throng_agent_state, id), 8);
    assert_eq!(offset!(throng_agent_state, data), 16);
    assert_eq!(offset!(throng_selection, backend), 0);
    assert_eq!(offset!(throng_selection, measured), 4);
    assert_eq!(offset!(throng_selection, cpu_seconds), 8);
    assert_eq!(offset!(throng_selection, opencl_seconds), 16);
    assert_eq!(offset!(throng_selection, reason), 24);
    assert_eq!(offset!(throng_calibrate_def, progress), 0);
    assert_eq!(offset!(throng_calibrate_def, user), 8);
    assert_eq!(offset!(throng_calibrate_def, seconds), 16);
    assert_eq!(offset!(throng_calibrate_def, operations), 24);
    assert_eq!(offset!(throng_calibrate_def, cookie), 28);
    assert_eq!(offset!(throng_calibrate_operation, measured), 0);
    assert_eq!(offset!(throng_calibrate_operation, kept), 4);
    assert_eq!(offset!(throng_calibrate_operation, noisy), 8);
    assert_eq!(offset!(throng_calibrate_operation, sizes), 12);
    assert_eq!(offset!(throng_calibrate_operation, repeats), 16);
    assert_eq!(offset!(throng_calibrate_operation, spread), 24);
    assert_eq!(offset!(throng_calibrate_operation, largest_spread), 32);
    assert_eq!(offset!(throng_calibrate_report, seconds), 0);
    assert_eq!(offset!(throng_calibrate_report, saved), 8);
    assert_eq!(offset!(throng_calibrate_report, operations), 16);
    assert_eq!(offset!(throng_flow_def, terrain), 0);
    assert_eq!(offset!(throng_flow_def, grid), 8);
    assert_eq!(offset!(throng_flow_def, fields), 12);
    assert_eq!(offset!(throng_flow_def, goal_capacity), 16);
    assert_eq!(offset!(throng_flow_def, cell_size), 20);
    assert_eq!(offset!(throng_flow_def, backend), 24);
    assert_eq!(offset!(throng_flow_def, residency), 28);
    assert_eq!(offset!(throng_flow_def, clearance_count), 32);
    assert_eq!(offset!(throng_flow_def, clearances), 36);
    assert_eq!(offset!(throng_flow_def, costs), 68);
    assert_eq!(offset!(throng_flow_def, slow_by_cost), 72);
    assert_eq!(offset!(throng_flow_def, unreached), 76);
    assert_eq!(offset!(throng_flow_def, seed_capacity), 80);
    assert_eq!(offset!(throng_flow_def, first_column), 84);
    assert_eq!(offset!(throng_flow_def, first_row), 88);
    assert_eq!(offset!(throng_flow_def, cookie), 92);
    assert_eq!(offset!(throng_flow_point, x), 0);
    assert_eq!(offset!(throng_flow_point, y), 4);
    assert_eq!(offset!(throng_flow_point, world), 8);
    assert_eq!(offset!(throng_flow_point, field), 12);
    assert_eq!(offset!(throng_flow_vector, dx), 0);
    assert_eq!(offset!(throng_flow_vector, dy), 4);
    assert_eq!(offset!(throng_flow_vector, length), 8);
    assert_eq!(offset!(throng_flow_info, backend), 0);
    assert_eq!(offset!(throng_flow_info, lost), 4);
    assert_eq!(offset!(throng_flow_info, host_bytes), 8);
    assert_eq!(offset!(throng_flow_info, device_bytes), 16);
    assert_eq!(offset!(throng_flow_info, kernel_seconds), 24);
    assert_eq!(offset!(throng_influence_def, width), 0);
    assert_eq!(offset!(throng_influence_def, height), 4);
    assert_eq!(offset!(throng_influence_def, worlds), 8);
    assert_eq!(offset!(throng_influence_def, cell_size), 12);
    assert_eq!(offset!(throng_influence_def, grid), 16);
    assert_eq!(offset!(throng_influence_def, propagation), 20);
    assert_eq!(offset!(throng_influence_def, terrain), 24);
    assert_eq!(offset!(throng_influence_def, all_pairs), 32);
    assert_eq!(offset!(throng_influence_def, blocked_objects), 36);
    assert_eq!(offset!(throng_influence_def, layers), 40);
    assert_eq!(offset!(throng_influence_def, object_capacity), 44);
    assert_eq!(offset!(throng_influence_def, typical_distance), 48);
    assert_eq!(offset!(throng_influence_def, residency), 52);
    assert_eq!(offset!(throng_influence_def, cookie), 56);
    assert_eq!(offset!(throng_influence_object, x), 0);
    assert_eq!(offset!(throng_influence_object, y), 4);
    assert_eq!(offset!(throng_influence_object, vx), 8);
    assert_eq!(offset!(throng_influence_object, vy), 12);
    assert_eq!(offset!(throng_influence_object, influence), 16);
    assert_eq!(offset!(throng_influence_object, decay), 20);
    assert_eq!(offset!(throng_influence_object, max_distance), 24);
    assert_eq!(offset!(throng_influence_object, alpha), 28);
    assert_eq!(offset!(throng_influence_object, offset), 32);
    assert_eq!(offset!(throng_influence_object, decay_kind), 36);
    assert_eq!(offset!(throng_influence_object, world), 40);
    assert_eq!(offset!(throng_best, column), 0);
    assert_eq!(offset!(throng_best, row), 4);
    assert_eq!(offset!(throng_best, value), 8);
    assert_eq!(offset!(throng_point, x), 0);
    assert_eq!(offset!(throng_point, y), 4);
    assert_eq!(offset!(throng_point, world), 8);
    assert_eq!(offset!(throng_sample, value), 0);
    assert_eq!(offset!(throng_sample, dx), 4);
    assert_eq!(offset!(throng_sample, dy), 8);
    assert_eq!(offset!(throng_influence_info, backend), 0);
    assert_eq!(offset!(throng_influence_info, layers), 4);
    assert_eq!(offset!(throng_influence_info, lost), 8);
    assert_eq!(offset!(throng_influence_info, reserved), 12);
    assert_eq!(offset!(throng_influence_info, host_bytes), 16);
    assert_eq!(offset!(throng_influence_info, device_bytes), 24);
    assert_eq!(offset!(throng_influence_info, kernel_seconds), 32);
    assert_eq!(offset!(throng_measure_def, kind), 0);
    assert_eq!(offset!(throng_measure_def, types), 4);
    assert_eq!(offset!(throng_measure_def, weights), 8);
    assert_eq!(offset!(throng_measure_def, lambda), 72);
    assert_eq!(offset!(throng_measure_def, solve_lambda), 76);
    assert_eq!(offset!(throng_measure_def, normalize), 80);
    assert_eq!(offset!(throng_measure_def, accept_non_monotone), 84);
    assert_eq!(offset!(throng_measure_def, typical_rows), 88);
    assert_eq!(offset!(throng_measure_def, cookie), 92);
    assert_eq!(offset!(throng_measure_def, table), 96);
    assert_eq!(offset!(throng_measure_info, kind), 0);
    assert_eq!(offset!(throng_measure_info, types), 4);
    assert_eq!(offset!(throng_measure_info, backend), 8);
    assert_eq!(offset!(throng_measure_info, lost), 12);
    assert_eq!(offset!(throng_measure_info, lambda), 16);
    assert_eq!(offset!(throng_measure_info, all), 24);
    assert_eq!(offset!(throng_measure_info, normalized), 28);
    assert_eq!(offset!(throng_measure_info, monotone), 32);
    assert_eq!(offset!(throng_measure_info, smaller), 36);
    assert_eq!(offset!(throng_measure_info, larger), 40);
    assert_eq!(offset!(throng_measure_info, reserved), 44);
    assert_eq!(offset!(throng_measure_info, host_bytes), 48);
    assert_eq!(offset!(throng_measure_info, device_bytes), 56);
    assert_eq!(offset!(throng_measure_info, kernel_seconds), 64);
    assert_eq!(offset!(throng_potential_def, worlds), 0);
    assert_eq!(offset!(throng_potential_def, source_capacity), 4);
    assert_eq!(offset!(throng_potential_def, goal_capacity), 8);
    assert_eq!(offset!(throng_potential_def, point_capacity), 12);
    assert_eq!(offset!(throng_potential_def, typical_sources), 16);
    assert_eq!(offset!(throng_potential_def, residency), 20);
    assert_eq!(offset!(throng_potential_def, damage), 24);
    assert_eq!(offset!(throng_potential_def, measure), 32);
    assert_eq!(offset!(throng_potential_def, interaction), 40);
    assert_eq!(offset!(throng_potential_def, terrain), 48);
    assert_eq!(offset!(throng_potential_def, terrain_mode), 56);
    assert_eq!(offset!(throng_potential_def, cell_size), 60);
    assert_eq!(offset!(throng_potential_def, terrain_eta), 64);
    assert_eq!(offset!(throng_potential_def, terrain_range), 68);
    assert_eq!(offset!(throng_potential_def, cookie), 72);
    assert_eq!(offset!(throng_potential_source, x), 0);
    assert_eq!(offset!(throng_potential_source, y), 4);
    assert_eq!(offset!(throng_potential_source, eta), 8);
    assert_eq!(offset!(throng_potential_source, range), 12);
    assert_eq!(offset!(throng_potential_source, power), 16);
    assert_eq!(offset!(throng_potential_source, type_), 20);
    assert_eq!(offset!(throng_potential_source, world), 24);
    assert_eq!(offset!(throng_potential_goal, x), 0);
    assert_eq!(offset!(throng_potential_goal, y), 4);
    assert_eq!(offset!(throng_potential_goal, k), 8);
    assert_eq!(offset!(throng_potential_goal, world), 12);
    assert_eq!(offset!(throng_potential_point, x), 0);
    assert_eq!(offset!(throng_potential_point, y), 4);
    assert_eq!(offset!(throng_potential_point, goal), 8);
    assert_eq!(offset!(throng_potential_point, world), 12);
    assert_eq!(offset!(throng_force, fx), 0);
    assert_eq!(offset!(throng_force, fy), 4);
    assert_eq!(offset!(throng_force, potential), 8);
    assert_eq!(offset!(throng_force, damage), 12);
    assert_eq!(offset!(throng_potential_info, backend), 0);
    assert_eq!(offset!(throng_potential_info, sources), 4);
    assert_eq!(offset!(throng_potential_info, goals), 8);
    assert_eq!(offset!(throng_potential_info, points), 12);
    assert_eq!(offset!(throng_potential_info, lost), 16);
    assert_eq!(offset!(throng_potential_info, reserved), 20);
    assert_eq!(offset!(throng_potential_info, host_bytes), 24);
    assert_eq!(offset!(throng_potential_info, device_bytes), 32);
    assert_eq!(offset!(throng_potential_info, kernel_seconds), 40);
    assert_eq!(offset!(throng_readback_def, kind), 0);
    assert_eq!(offset!(throng_readback_def, capacity), 4);
    assert_eq!(offset!(throng_readback_def, slots), 8);
    assert_eq!(offset!(throng_readback_def, value), 12);
    assert_eq!(offset!(throng_readback_def, layer), 16);
    assert_eq!(offset!(throng_readback_def, cookie), 20);
    assert_eq!(offset!(throng_readback_def, crowd), 24);
    assert_eq!(offset!(throng_readback_def, map), 32);
    assert_eq!(offset!(throng_readback_def, field), 40);
    assert_eq!(offset!(throng_readback_def, trace), 48);
    assert_eq!(offset!(throng_readback_def, flow), 56);
    assert_eq!(offset!(throng_readback_read, number), 0);
    assert_eq!(offset!(throng_readback_read, step), 8);
    assert_eq!(offset!(throng_readback_read, count), 16);
    assert_eq!(offset!(throng_readback_read, width), 20);
    assert_eq!(offset!(throng_readback_info, backend), 0);
    assert_eq!(offset!(throng_readback_info, slots), 4);
    assert_eq!(offset!(throng_readback_info, used), 8);
    assert_eq!(offset!(throng_readback_info, lost), 12);
    assert_eq!(offset!(throng_readback_info, entry_bytes), 16);
    assert_eq!(offset!(throng_readback_info, reserved), 20);
    assert_eq!(offset!(throng_readback_info, reads), 24);
    assert_eq!(offset!(throng_readback_info, host_bytes), 32);
    assert_eq!(offset!(throng_readback_info, device_bytes), 40);
    assert_eq!(offset!(throng_route_def, terrain), 0);
    assert_eq!(offset!(throng_route_def, grid), 8);
    assert_eq!(offset!(throng_route_def, method), 12);
    assert_eq!(offset!(throng_route_def, cookie), 16);
    assert_eq!(offset!(throng_route_result, length), 0);
    assert_eq!(offset!(throng_route_result, cost), 4);
    assert_eq!(offset!(throng_route_result, total), 8);
    assert_eq!(offset!(throng_route_result, cell_count), 12);
    assert_eq!(offset!(throng_route_result, cell_offset), 16);
    assert_eq!(offset!(throng_region, column), 0);
    assert_eq!(offset!(throng_region, row), 4);
    assert_eq!(offset!(throng_region, width), 8);
    assert_eq!(offset!(throng_region, height), 12);
    assert_eq!(offset!(throng_cell, column), 0);
    assert_eq!(offset!(throng_cell, row), 4);
    assert_eq!(offset!(throng_terrain_def, width), 0);
    assert_eq!(offset!(throng_terrain_def, height), 4);
    assert_eq!(offset!(throng_terrain_def, worlds), 8);
    assert_eq!(offset!(throng_terrain_def, cookie), 12);
    assert_eq!(offset!(throng_cell_pair, from), 0);
    assert_eq!(offset!(throng_cell_pair, to), 8);
    assert_eq!(offset!(throng_trace_def, field), 0);
    assert_eq!(offset!(throng_trace_def, start_capacity), 8);
    assert_eq!(offset!(throng_trace_def, max_steps), 12);
    assert_eq!(offset!(throng_trace_def, keep_points), 16);
    assert_eq!(offset!(throng_trace_def, escape), 20);
    assert_eq!(offset!(throng_trace_def, flow), 24);
    assert_eq!(offset!(throng_trace_def, hill_range), 32);
    assert_eq!(offset!(throng_trace_def, cookie), 36);
    assert_eq!(offset!(throng_trace_start, x), 0);
    assert_eq!(offset!(throng_trace_start, y), 4);
    assert_eq!(offset!(throng_trace_start, speed), 8);
    assert_eq!(offset!(throng_trace_start, goal), 12);
    assert_eq!(offset!(throng_trace_start, world), 16);
    assert_eq!(offset!(throng_trace_start, flow_field), 20);
    assert_eq!(offset!(throng_trace_result, status), 0);
    assert_eq!(offset!(throng_trace_result, steps), 4);
    assert_eq!(offset!(throng_trace_result, length), 8);
    assert_eq!(offset!(throng_trace_result, damage), 12);
    assert_eq!(offset!(throng_trace_result, x), 16);
    assert_eq!(offset!(throng_trace_result, y), 20);
    assert_eq!(offset!(throng_trace_result, escapes), 24);
    assert_eq!(offset!(throng_trace_point, x), 0);
    assert_eq!(offset!(throng_trace_point, y), 4);
    assert_eq!(offset!(throng_trace_info, backend), 0);
    assert_eq!(offset!(throng_trace_info, starts), 4);
    assert_eq!(offset!(throng_trace_info, lost), 8);
    assert_eq!(offset!(throng_trace_info, reserved), 12);
    assert_eq!(offset!(throng_trace_info, host_bytes), 16);
    assert_eq!(offset!(throng_trace_info, device_bytes), 24);
    assert_eq!(offset!(throng_trace_info, kernel_seconds), 32);
    assert_eq!(offset!(throng_opencl_host, context), 0);
    assert_eq!(offset!(throng_opencl_host, device), 8);
    assert_eq!(offset!(throng_opencl_host, queue), 16);
    assert_eq!(offset!(throng_opencl_build_def, influence), 0);
    assert_eq!(offset!(throng_opencl_build_def, flow), 8);
    assert_eq!(offset!(throng_opencl_build_def, measure), 16);
    assert_eq!(offset!(throng_opencl_build_def, potential), 24);
    assert_eq!(offset!(throng_opencl_build_def, trace), 32);
    assert_eq!(offset!(throng_opencl_build_def, crowd), 40);
    assert_eq!(offset!(throng_opencl_build_def, progress), 48);
    assert_eq!(offset!(throng_opencl_build_def, user), 56);
    assert_eq!(offset!(throng_opencl_build_def, cookie), 64);
}

#[test]
fn functions() {
    let all = [
        throng_version as *const () as usize,
        throng_status_string as *const () as usize,
        throng_backend_name as *const () as usize,
        throng_isa_name as *const () as usize,
        throng_isa_available as *const () as usize,
        throng_context_default_def as *const () as usize,
        throng_context_create as *const () as usize,
        throng_context_destroy as *const () as usize,
        throng_context_message as *const () as usize,
        throng_context_opencl_error as *const () as usize,
        throng_context_wait as *const () as usize,
        throng_context_get_info as *const () as usize,
        throng_devices as *const () as usize,
        throng_crowd_default_def as *const () as usize,
        throng_agent_default_def as *const () as usize,
        throng_crowd_create as *const () as usize,
        throng_crowd_explain as *const () as usize,
        throng_crowd_destroy as *const () as usize,
        throng_crowd_reserve as *const () as usize,
        throng_crowd_add as *const () as usize,
        throng_crowd_remove as *const () as usize,
        throng_crowd_list as *const () as usize,
        throng_crowd_find as *const () as usize,
        throng_crowd_set as *const () as usize,
        throng_crowd_get as *const () as usize,
        throng_crowd_inspect as *const () as usize,
        throng_crowd_add_obstacle as *const () as usize,
        throng_crowd_add_obstacle_double as *const () as usize,
        throng_crowd_remove_obstacle as *const () as usize,
        throng_crowd_step as *const () as usize,
        throng_crowd_hash as *const () as usize,
        throng_crowd_get_info as *const () as usize,
        throng_crowd_reset as *const () as usize,
        throng_crowd_set_motions as *const () as usize,
        throng_crowd_get_motions as *const () as usize,
        throng_crowd_add_moving_obstacle as *const () as usize,
        throng_crowd_move_obstacles as *const () as usize,
        throng_crowd_remove_moving_obstacle as *const () as usize,
        throng_crowd_find_nearest as *const () as usize,
        throng_crowd_find_within as *const () as usize,
        throng_crowd_get_events as *const () as usize,
        throng_crowd_room_default_def as *const () as usize,
        throng_crowd_reserve_room as *const () as usize,
        throng_crowd_snapshot_bytes as *const () as usize,
        throng_crowd_save as *const () as usize,
        throng_crowd_restore as *const () as usize,
        throng_crowd_get_states as *const () as usize,
        throng_crowd_add_states as *const () as usize,
        throng_crowd_set_steps as *const () as usize,
        throng_operation_name as *const () as usize,
        throng_calibrate_default_def as *const () as usize,
        throng_calibrate as *const () as usize,
        throng_flow_default_def as *const () as usize,
        throng_flow_create as *const () as usize,
        throng_flow_explain as *const () as usize,
        throng_flow_destroy as *const () as usize,
        throng_flow_set_goals as *const () as usize,
        throng_flow_set_costs as *const () as usize,
        throng_flow_field_for as *const () as usize,
        throng_flow_update as *const () as usize,
        throng_flow_read_lengths as *const () as usize,
        throng_flow_read_directions as *const () as usize,
        throng_flow_sample as *const () as usize,
        throng_flow_reset as *const () as usize,
        throng_flow_get_info as *const () as usize,
        throng_influence_default_def as *const () as usize,
        throng_influence_default_object as *const () as usize,
        throng_influence_create as *const () as usize,
        throng_influence_explain as *const () as usize,
        throng_influence_destroy as *const () as usize,
        throng_influence_set_objects as *const () as usize,
        throng_influence_move_objects as *const () as usize,
        throng_influence_truncate_objects as *const () as usize,
        throng_influence_object_count as *const () as usize,
        throng_influence_set_momentum as *const () as usize,
        throng_influence_update as *const () as usize,
        throng_influence_update_layer as *const () as usize,
        throng_influence_combine as *const () as usize,
        throng_influence_read as *const () as usize,
        throng_influence_best as *const () as usize,
        throng_influence_worst as *const () as usize,
        throng_influence_best_of_regions as *const () as usize,
        throng_influence_best_of_neighbors as *const () as usize,
        throng_influence_sample as *const () as usize,
        throng_influence_reset as *const () as usize,
        throng_influence_get_info as *const () as usize,
        throng_influence_update_some as *const () as usize,
        throng_influence_update_part as *const () as usize,
        throng_influence_reserve as *const () as usize,
        throng_measure_default_def as *const () as usize,
        throng_measure_create as *const () as usize,
        throng_measure_explain as *const () as usize,
        throng_measure_destroy as *const () as usize,
        throng_measure_value as *const () as usize,
        throng_measure_choquet as *const () as usize,
        throng_measure_get_info as *const () as usize,
        throng_potential_default_def as *const () as usize,
        throng_potential_default_source as *const () as usize,
        throng_potential_create as *const () as usize,
        throng_potential_explain as *const () as usize,
        throng_potential_destroy as *const () as usize,
        throng_potential_set_sources as *const () as usize,
        throng_potential_set_goals as *const () as usize,
        throng_potential_set_points as *const () as usize,
        throng_potential_move_sources as *const () as usize,
        throng_potential_move_points as *const () as usize,
        throng_potential_truncate_sources as *const () as usize,
        throng_potential_truncate_goals as *const () as usize,
        throng_potential_truncate_points as *const () as usize,
        throng_potential_update as *const () as usize,
        throng_potential_read as *const () as usize,
        throng_potential_reset as *const () as usize,
        throng_potential_get_info as *const () as usize,
        throng_readback_default_def as *const () as usize,
        throng_readback_create as *const () as usize,
        throng_readback_destroy as *const () as usize,
        throng_readback_begin_agents as *const () as usize,
        throng_readback_begin_region as *const () as usize,
        throng_readback_begin_range as *const () as usize,
        throng_readback_ready as *const () as usize,
        throng_readback_get_read as *const () as usize,
        throng_readback_fetch as *const () as usize,
        throng_readback_map as *const () as usize,
        throng_readback_release as *const () as usize,
        throng_readback_latest as *const () as usize,
        throng_readback_reset as *const () as usize,
        throng_readback_get_info as *const () as usize,
        throng_route_default_def as *const () as usize,
        throng_route_create as *const () as usize,
        throng_route_destroy as *const () as usize,
        throng_route_set_costs as *const () as usize,
        throng_route_set_weight as *const () as usize,
        throng_route_find as *const () as usize,
        throng_route_read as *const () as usize,
        throng_terrain_default_def as *const () as usize,
        throng_terrain_create as *const () as usize,
        throng_terrain_destroy as *const () as usize,
        throng_terrain_set as *const () as usize,
        throng_terrain_fill as *const () as usize,
        throng_terrain_read as *const () as usize,
        throng_terrain_distances as *const () as usize,
        throng_trace_status_name as *const () as usize,
        throng_trace_default_def as *const () as usize,
        throng_trace_create as *const () as usize,
        throng_trace_destroy as *const () as usize,
        throng_trace_set_starts as *const () as usize,
        throng_trace_truncate_starts as *const () as usize,
        throng_trace_update as *const () as usize,
        throng_trace_read as *const () as usize,
        throng_trace_read_points as *const () as usize,
        throng_trace_reset as *const () as usize,
        throng_trace_get_info as *const () as usize,
    ];
    assert!(all.iter().all(|&each| each != 0));
}
