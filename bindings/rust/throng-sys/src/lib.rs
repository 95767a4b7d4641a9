// Written by bindings/generate.py from include/throng. Do not edit.

//! The C interface of throng, as it is: nothing is checked. The crate `throng` checks.
#![allow(non_camel_case_types, clippy::doc_lazy_continuation)]

use std::ffi::CStr;
use std::os::raw::{c_char, c_void};
use std::sync::atomic::{AtomicU8, Ordering};

/// Whether the library that runs has the structs of this crate. While the major version is 0, another minor version may
/// have other ones. Defaults are all 0 then, since a function that returns another struct must not be called.
pub fn version_fits() -> bool {
    static KNOWN: AtomicU8 = AtomicU8::new(0); // 1: it does, 2: it does not
    match KNOWN.load(Ordering::Relaxed) {
        0 => {
            let wanted = format!("{}.{}.", THRONG_VERSION_MAJOR, THRONG_VERSION_MINOR);
            // SAFETY: has no conditions; the text is a constant.
            let found = unsafe { CStr::from_ptr(throng_version()) };
            let fits = found.to_bytes().starts_with(wanted.as_bytes());
            KNOWN.store(if fits { 1 } else { 2 }, Ordering::Relaxed);
            fits
        }
        known => known == 1,
    }
}

/// The default of a struct of numbers and pointers, by the library's function.
fn default_of<T: Copy>(make: unsafe extern "C" fn() -> T) -> T {
    if version_fits() {
        // SAFETY: has no conditions, and returns the struct that this crate has.
        unsafe { make() }
    } else {
        // SAFETY: of numbers, pointers and functions that may be left out all bits may be 0.
        unsafe { std::mem::zeroed() }
    }
}

/// Major version of this header. While it is 0, interfaces may change with the minor version.
pub const THRONG_VERSION_MAJOR: i32 = 0;
/// Minor version of this header.
pub const THRONG_VERSION_MINOR: i32 = 2;
/// Patch version of this header.
pub const THRONG_VERSION_PATCH: i32 = 0;
/// Number of values of throng_isa, THRONG_ISA_AUTO included.
pub const THRONG_ISA_COUNT: i32 = 8;
/// Most agents of a crowd.
pub const THRONG_MAX_AGENTS: i32 = 8388608;
/// Most neighbours that one agent avoids.
pub const THRONG_MAX_NEIGHBORS: i32 = 64;
/// Sum of all values of throng_perception.
pub const THRONG_PERCEPTION_ALL: i32 = 31;
/// In place of an id: the number of agents ever added to the crowd.
pub const THRONG_NEXT_ID: u64 = 18446744073709551615;
/// Most edges of all obstacles of a crowd.
pub const THRONG_MAX_WALLS: i32 = 4194304;
/// Most moving obstacles of a crowd.
pub const THRONG_MAX_MOVING_OBSTACLES: i32 = 256;
/// Most vertices of all moving obstacles of a crowd.
pub const THRONG_MAX_MOVING_VERTICES: i32 = 2048;
/// Number of operations.
pub const THRONG_OPERATION_COUNT: i32 = 9;
/// Most fields of a flow.
pub const THRONG_MAX_FLOW_FIELDS: i32 = 65536;
/// Most classes of radii of a flow.
pub const THRONG_MAX_FLOW_CLEARANCES: i32 = 8;
/// Largest clearance, in cells.
pub const THRONG_MAX_FLOW_REACH: i32 = 16;
/// Largest sum of the costs of a world's cells. Lengths of paths are then exact.
pub const THRONG_MAX_FLOW_COSTS: i32 = 271669859;
/// Most layers of a map.
pub const THRONG_MAX_LAYERS: i32 = 16;
/// Most cells of a world with throng_influence_def.all_pairs.
pub const THRONG_MAX_ALL_PAIRS: i32 = 4096;
/// In place of a layer's number: the result of throng_influence_combine().
pub const THRONG_LAYER_COMBINED: i32 = -1;
/// Most types of a measure.
pub const THRONG_MAX_TYPES: i32 = 16;
/// In place of a goal's index: all goals of the point's world attract it together.
pub const THRONG_GOALS_ALL: i32 = -1;
/// In place of a goal's index: no goal attracts the point.
pub const THRONG_GOALS_NONE: i32 = -2;
/// Most slots of a readback.
pub const THRONG_MAX_READBACK_SLOTS: i32 = 16;
/// Most columns, and most rows of a world.
pub const THRONG_MAX_SIDE: i32 = 1048576;
/// Most cells of all worlds together.
pub const THRONG_MAX_CELLS: i32 = 1073741824;

/// Result of a call: THRONG_OK or one of THRONG_ERROR_*.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_status(pub i32);
impl throng_status {
    /// The call succeeded.
    pub const OK: Self = Self(0);
    /// A mistake of the caller. Nothing was done.
    pub const ERROR_INVALID_ARGUMENT: Self = Self(1);
    /// More entries than the object was created for. Nothing was done.
    pub const ERROR_CAPACITY: Self = Self(2);
    /// The allocator or the device had no more memory.
    pub const ERROR_OUT_OF_MEMORY: Self = Self(3);
    /// Not built in, or not offered by this processor, device or backend.
    pub const ERROR_UNSUPPORTED: Self = Self(4);
    /// There is no OpenCL library, platform or usable device.
    pub const ERROR_NO_DEVICE: Self = Self(5);
    /// The device does not round as IEEE 754 requires; see throng_context_def.accept_inexact.
    pub const ERROR_INEXACT_DEVICE: Self = Self(6);
    /// The device's compiler rejected a kernel. Its output goes to the logger.
    pub const ERROR_BUILD_FAILED: Self = Self(7);
    /// Another OpenCL call failed; throng_context_opencl_error() has OpenCL's code.
    pub const ERROR_OPENCL: Self = Self(8);
    /// The device failed inside enqueued work and the object's contents are lost. Its reset function brings
    /// it back, for example throng_influence_reset().
    pub const ERROR_LOST: Self = Self(9);
}

/// Severity of a log message.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_log_level(pub i32);
impl throng_log_level {
    /// A call failed; the message is that of throng_context_message().
    pub const ERROR: Self = Self(0);
    /// Something was replaced or left out, for example OpenCL by the CPU.
    pub const WARNING: Self = Self(1);
    /// Which backend was chosen and why, and the output of device compilers.
    pub const INFO: Self = Self(2);
}

/// Where an object lives.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_backend(pub i32);
impl throng_backend {
    /// The faster of both for each object; see throng_selection.
    pub const AUTO: Self = Self(0);
    /// The processor.
    pub const CPU: Self = Self(1);
    /// An OpenCL device.
    pub const OPENCL: Self = Self(2);
}

/// Instruction set of the CPU backend. All give the same bits.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_isa(pub i32);
impl throng_isa {
    /// The widest one that this processor has.
    pub const AUTO: Self = Self(0);
    /// Plain C, one lane: the definition that all others equal.
    pub const REFERENCE: Self = Self(1);
    /// Vector types of GCC and Clang, 4 lanes.
    pub const VECTOR: Self = Self(2);
    /// x86-64, 4 lanes.
    pub const SSE2: Self = Self(3);
    /// x86-64, 8 lanes.
    pub const AVX2: Self = Self(4);
    /// x86-64, 16 lanes.
    pub const AVX512: Self = Self(5);
    /// 64-bit ARM, 4 lanes.
    pub const NEON: Self = Self(6);
    /// WebAssembly, 4 lanes.
    pub const SIMD128: Self = Self(7);
}

/// Type of an OpenCL device.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_device_type(pub i32);
impl throng_device_type {
    /// Neither of the others.
    pub const OTHER: Self = Self(0);
    /// A processor.
    pub const CPU: Self = Self(1);
    /// A graphics processor.
    pub const GPU: Self = Self(2);
}

/// Which parts of Shi 2015 are on, a sum of the values below. 0: plain ORCA.
/// The first three are senses. Without any of them agents notice others by neighbor_dist.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_perception(pub u32);
impl throng_perception {
    /// Sees others in a sector of vision_range and vision_angle around the heading; and see throng_heading.
    pub const VISION: Self = Self(1);
    /// Hears others within hearing_range whose sound_range reaches its own body.
    pub const HEARING: Self = Self(2);
    /// Bodies in contact notice each other; each avoids by half. See throng_heading.
    pub const TOUCH: Self = Self(4);
    /// The range of vision shrinks in dense crowds (1). Needs THRONG_VISION.
    pub const ADAPTIVE: Self = Self(8);
    /// Shares c_A and c_B depend on how A and B perceive each other: by sight and sight 0.5 and 0.5; by sight
    /// and not at all 1 and 0; by sight and hearing only 0.7 and 0.3; otherwise 0. Without it they are 0.5.
    /// Without senses, neighbor_dist counts as sight in all directions.
    pub const RESPONSIBILITY: Self = Self(16);
}

impl std::ops::BitOr for throng_perception {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Which agents count as neighbours, and which of them as the nearest. Of equally near agents the one with
/// the lower id is nearer. With equal radii both give the same results.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_neighbors(pub i32);
impl throng_neighbors {
    /// By gaps between bodies: nearest is whose body is nearest, d - r_B, where d is the distance of the
    /// centres and r_B the other's radius, then who has the smaller d. Without senses, A notices B if d <
    /// neighbor_dist + |r_B - r_A|. So a large body is not missed behind many small ones.
    pub const GAPS: Self = Self(0);
    /// By distances between centres, as in RVO2: nearest is who has the smallest d. Without senses, A notices
    /// B if d < neighbor_dist.
    pub const CENTRES: Self = Self(1);
}

/// Where agents with senses look, and whom they notice at their bodies. Without senses it changes nothing,
/// and headings follow velocities.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_heading(pub i32);
impl throng_heading {
    /// An agent turns to its preferred velocity in each step, and keeps looking there while others push it
    /// elsewhere; if its preferred velocity is 0, its heading stays. THRONG_VISION and THRONG_TOUCH also
    /// notice, on all sides, bodies within 1.25 times the distance of contact. Crowds that press and stand
    /// come to rest, and nobody walks through a body that it has met.
    pub const TURNING: Self = Self(0);
    /// The letter of Shi 2015: the heading is that of the last velocity other than 0, and touch needs
    /// contact. Who is pushed back looks away, forgets who pushed it, and returns: it shakes.
    pub const VELOCITY: Self = Self(1);
}

/// What a step does with positions.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_integration(pub i32);
impl throng_integration {
    /// A step moves agents by their velocities.
    pub const POSITIONS: Self = Self(0);
    /// A step computes velocities, and leaves positions to the host, who sets them by
    /// throng_crowd_set_motions(): physics, root motion, a navigation mesh. The next step goes by the
    /// velocity that the host sets; if it sets none, by the computed one. Half-planes of walls bind
    /// velocities; bodies are not swept against walls, and who is in one gets the velocity of the way out.
    /// Moving obstacles change velocities as they do those of agents that steps move.
    /// THRONG_FLAG_ARRIVED is about the position before the step.
    pub const VELOCITIES: Self = Self(1);
}

/// What an agent's preferred velocity is.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_navigation(pub i32);
impl throng_navigation {
    /// (target_x, target_y).
    pub const VELOCITY: Self = Self(0);
    /// Towards the point (target_x, target_y), with the smaller of pref_speed and distance/dt.
    pub const GOAL: Self = Self(1);
    /// Along the crowd's flow, sampled smoothly, with pref_speed, in the class of the flow that its radius
    /// needs; the flow may slow it by the cost of its cell. In a goal cell of the flow, as GOAL. 0 if
    /// there is no path.
    pub const FLOW: Self = Self(2);
    /// None: the host moves it, see crowd_moving.h.
    pub const GUEST: Self = Self(3);
}

/// A value of an agent. It can be read and set unless its comment says otherwise.
/// It is one float unless said otherwise, with the meaning and range of the member of throng_agent_def.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_agent_value(pub i32);
impl throng_agent_value {
    /// Position, 2 floats. Reading it far from the origin rounds: see THRONG_AGENT_POSITION_DOUBLE.
    pub const POSITION: Self = Self(0);
    /// Velocity, 2 floats.
    pub const VELOCITY: Self = Self(1);
    /// Preferred velocity, 2 floats. Setting it makes the agent navigate by VELOCITY. Reading it gives the
    /// target, whatever that is.
    pub const PREFERRED_VELOCITY: Self = Self(2);
    /// Goal, 2 floats. Setting it makes the agent navigate by GOAL. Reading it gives the target, whatever
    /// that is.
    pub const GOAL: Self = Self(3);
    /// Heading, 2 floats. Set: of any length but 0; a unit vector keeps its bits. Read: a unit vector; with
    /// senses on, that of the last step.
    pub const HEADING: Self = Self(4);
    /// `radius`.
    pub const RADIUS: Self = Self(5);
    /// `max_speed`.
    pub const MAX_SPEED: Self = Self(6);
    /// `pref_speed`.
    pub const PREF_SPEED: Self = Self(7);
    /// `neighbor_dist`.
    pub const NEIGHBOR_DIST: Self = Self(8);
    /// `max_neighbors`, an int32_t.
    pub const MAX_NEIGHBORS: Self = Self(9);
    /// `time_horizon`.
    pub const TIME_HORIZON: Self = Self(10);
    /// `time_horizon_obst`.
    pub const TIME_HORIZON_OBST: Self = Self(11);
    /// `layer`, a uint32_t.
    pub const LAYER: Self = Self(12);
    /// `mask`, a uint32_t.
    pub const MASK: Self = Self(13);
    /// `priority`, an int32_t.
    pub const PRIORITY: Self = Self(14);
    /// `responsibility`.
    pub const RESPONSIBILITY: Self = Self(15);
    /// `locked`, an int32_t.
    pub const LOCKED: Self = Self(16);
    /// `vision_range`. Setting it also sets the present range.
    pub const VISION_RANGE: Self = Self(17);
    /// `vision_range_min`. A value above vision_range counts as vision_range.
    pub const VISION_RANGE_MIN: Self = Self(18);
    /// `hearing_range`.
    pub const HEARING_RANGE: Self = Self(19);
    /// `sound_range`.
    pub const SOUND_RANGE: Self = Self(20);
    /// `capacity`, an int32_t.
    pub const CAPACITY: Self = Self(21);
    /// `dead_speed`.
    pub const DEAD_SPEED: Self = Self(22);
    /// A sum of THRONG_FLAG_* of the last step, a uint32_t. Read only.
    pub const FLAGS: Self = Self(23);
    /// How many agents it perceived in the last step, or without senses how many it avoided, an int32_t. Read
    /// only.
    pub const PERCEIVED: Self = Self(24);
    /// Range of vision in the last step. Steps of crowds with senses set it, but of guests.
    pub const VISION: Self = Self(25);
    /// `flow_field`, an int32_t. Setting it makes the agent navigate by FLOW.
    pub const FLOW_FIELD: Self = Self(28);
    /// Target, 2 floats: the goal, or the preferred velocity. Setting it leaves the navigation as it is, so
    /// an agent that navigates by FLOW rests there once it is in the goal cell.
    pub const TARGET: Self = Self(29);
    /// `vision_angle`. Read: an angle of the same sector.
    pub const VISION_ANGLE: Self = Self(26);
    /// Id, a uint64_t. Read only.
    pub const ID: Self = Self(27);
    /// Position, 2 doubles, with all that rounding has taken from the way so far.
    pub const POSITION_DOUBLE: Self = Self(30);
    /// Goal, 2 doubles, kept as floats relative to the home.
    pub const GOAL_DOUBLE: Self = Self(31);
    /// `navigation`, an int32_t. Setting it leaves the target and the flow field as they are.
    pub const NAVIGATION: Self = Self(32);
}

/// Values that begin with THRONG_FLAG_ in C; a sum of them.
pub mod throng_flag {
    /// The agent was congested and its preferred velocity was turned.
    pub const CONGESTED: u32 = 1;
    /// No velocity was in all half-planes.
    pub const INFEASIBLE: u32 = 2;
    /// The agent navigates by GOAL or FLOW, and its body covers (target_x, target_y). In crowds that settle,
    /// also an agent that makes less headway towards that point than a fifth of its preferred speed, and has
    /// a neighbour with this flag and the same target, nearer to it and no farther than 1.5 times the sum of
    /// the radii (twice that sum keeps the flag), as long as its distance from the target is at most that of
    /// a packing: 2 * R * sqrt(agents of the crowd), where R is the largest radius.
    pub const ARRIVED: u32 = 4;
    /// Its centre was behind a wall, in a blocked cell or off the map, or its body in a wall or what moves.
    /// If it can, it leaves: see throng_crowd_add_obstacle().
    pub const INSIDE_WALL: u32 = 32;
}

/// Where the input and the result of a frame are. Only the automatic choice of a backend uses it.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_residency(pub i32);
impl throng_residency {
    /// The host sets what moved and reads the whole result.
    pub const HOST: Self = Self(0);
    /// The host sets what moved and reads little of the result.
    pub const INPUT: Self = Self(1);
    /// Influence maps only: input and result are in OpenCL buffers (throng_opencl.h). The CPU backend would
    /// have to copy them.
    pub const DEVICE: Self = Self(2);
}

/// Operations that have costs of their own.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_operation(pub i32);
impl throng_operation {
    /// Reading results. Measured together with any other operation.
    pub const READ: Self = Self(0);
    /// Influence maps, Euclidean.
    pub const INFLUENCE: Self = Self(1);
    /// Influence maps along shortest paths.
    pub const INFLUENCE_PATH: Self = Self(2);
    /// Influence maps from cell to cell.
    pub const INFLUENCE_ADJACENT: Self = Self(3);
    /// Flow fields.
    pub const FLOW: Self = Self(4);
    /// Potential fields.
    pub const POTENTIAL: Self = Self(5);
    /// Choquet integrals.
    pub const CHOQUET: Self = Self(6);
    /// Crowds without perception.
    pub const CROWD: Self = Self(7);
    /// Crowds with perception.
    pub const CROWD_PERCEPTION: Self = Self(8);
}

/// The step out of a cell: a direction of 0 to 7, or one of the values below.
/// Directions count clockwise: 0 right, 1 right and down, 2 down, 3 left and down, 4 left, 5 left and up,
/// 6 up, 7 right and up. SQUARE4 has only the even ones. HEX has all but 2 and 6; its 1, 3, 5 and 7 lead to
/// the rows below and above.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_flow_direction(pub u8);
impl throng_flow_direction {
    /// The cell is a goal.
    pub const GOAL: Self = Self(8);
    /// The cell is blocked, or no path leads from it to a goal.
    pub const NONE: Self = Self(255);
}

/// What samples and crowds find in cells that are not reached: in blocked ones, in those where a body of the
/// class does not fit, and in those that no path joins with a goal.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_flow_unreached(pub i32);
impl throng_flow_unreached {
    /// No direction: agents stand.
    pub const STAND: Self = Self(0);
    /// The way to the nearest reached cell: the one with the shortest path on which a step over a blocked
    /// cell is as long as 8 over free ones (a step between the two kinds as 4.5). So agents leave a wall by
    /// the shortest way, and go to the thinnest wall before them if they are cut off. If a field reaches no
    /// cell of a world, agents stand. Doubles the memory of fields.
    pub const NEAREST: Self = Self(1);
}

/// How the direction at a point is found.
/// Either way, on square grids, the next cell's length along the direction meets only free cells and cuts no
/// corner; on hexagonal grids the next half cell's with SMOOTH.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_flow_sampling(pub i32);
impl throng_flow_sampling {
    /// The direction of the point's cell, the same for all points in it.
    pub const CELL: Self = Self(0);
    /// A smooth direction: the directions of the nearest centres, interpolated bilinearly (on hexagonal grids
    /// linearly in a triangle). This is used where they agree (their weighted sum is at least half a cell
    /// long) and the field reaches all neighbouring cells on that side of the point's cell. Elsewhere, such
    /// as beside walls, the direction is that to the centre of the next cell. For a class of more than half a
    /// cell all eight neighbours must be reached; the next half cell's length then leads the body's disc into
    /// no blocked cell.
    pub const SMOOTH: Self = Self(1);
}

/// How influence gets from an object to a cell.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_propagation(pub i32);
impl throng_propagation {
    /// Straight, through walls. SQUARE8 and SQUARE4 give the same values.
    pub const EUCLIDEAN: Self = Self(0);
    /// Along shortest paths.
    pub const PATH: Self = Self(1);
    /// From cell to neighbouring cell.
    pub const ADJACENT: Self = Self(2);
}

/// How influence falls with distance.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_decay(pub i32);
impl throng_decay {
    /// Subtracts `decay` per cell (1).
    pub const LINEAR: Self = Self(0);
    /// Multiplies by `decay` per cell (2).
    pub const EXPONENTIAL: Self = Self(1);
}

/// What happens to objects that are given in a blocked cell or off the map, with PATH and ADJACENT.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_blocked_objects(pub i32);
impl throng_blocked_objects {
    /// The call is refused, and changes nothing.
    pub const REFUSE: Self = Self(0);
    /// They add nothing while they are there, as an object does whose cell becomes blocked later.
    pub const IGNORE: Self = Self(1);
}

/// Which extreme a query is for.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_extreme(pub i32);
impl throng_extreme {
    /// The largest value.
    pub const LARGEST: Self = Self(0);
    /// The smallest value.
    pub const SMALLEST: Self = Self(1);
}

/// What a map is going to be used for.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_influence_uses(pub u32);
impl throng_influence_uses {
    /// throng_influence_combine().
    pub const COMBINE: Self = Self(1);
    /// throng_influence_set_momentum() with a momentum above 0.
    pub const MOMENTUM: Self = Self(2);
    /// throng_influence_update_some() and throng_influence_update_part().
    pub const SLICES: Self = Self(4);
    /// Best cells, regions, neighbors and samples.
    pub const QUERIES: Self = Self(8);
}

impl std::ops::BitOr for throng_influence_uses {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// How the values of a measure are given. m_i is the weight of type i alone.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_measure_kind(pub i32);
impl throng_measure_kind {
    /// m(A + B) = m(A) + m(B) + lambda*m(A)*m(B) for sets A and B without a common type (9).
    pub const LAMBDA: Self = Self(0);
    /// Sum of m_i + lambda * sum of m_i*m_j over all i < j, as in table 5 of the paper.
    pub const ADDITIVE2: Self = Self(1);
    /// A value for each set.
    pub const TABLE: Self = Self(2);
}

/// Which blocked cells repel a point.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_terrain_mode(pub i32);
impl throng_terrain_mode {
    /// Every blocked cell in range, as in the paper.
    pub const ALL: Self = Self(0);
    /// Only the nearest one. Of several, the one in the lowest row, then the lowest column.
    pub const NEAREST: Self = Self(1);
}

/// What a readback reads. Each kind names its object, the call that begins a read, and the type of an entry.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_readback_kind(pub i32);
impl throng_readback_kind {
    /// A value of agents of def.crowd, as throng_crowd_get(): throng_readback_begin_agents(), of the value's
    /// type.
    pub const AGENTS: Self = Self(0);
    /// Motions of agents of def.crowd: throng_readback_begin_agents(), throng_motion.
    pub const MOTIONS: Self = Self(1);
    /// A layer of def.map: throng_readback_begin_region(), float.
    pub const LAYER: Self = Self(2);
    /// Forces at points of def.field: throng_readback_begin_range(), throng_force.
    pub const FORCES: Self = Self(3);
    /// Results of paths of def.trace: throng_readback_begin_range(), throng_trace_result.
    pub const PATHS: Self = Self(4);
    /// Lengths of a field of def.flow: throng_readback_begin_region(), float.
    pub const LENGTHS: Self = Self(5);
    /// Directions of a field of def.flow: throng_readback_begin_region(), throng_flow_direction.
    pub const DIRECTIONS: Self = Self(6);
}

/// How routes are searched.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_route_method(pub i32);
impl throng_route_method {
    /// A*, with the length over free ground as the estimate.
    pub const ASTAR: Self = Self(0);
    /// Dijkstra's algorithm.
    pub const DIJKSTRA: Self = Self(1);
}

/// Shape of cells, and which of them are neighbours.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_grid(pub i32);
impl throng_grid {
    /// Squares with 8 neighbours. A straight step has length 1, a diagonal one sqrt(2). A diagonal step needs
    /// both cells beside it to be free.
    pub const SQUARE8: Self = Self(0);
    /// Squares with 4 neighbours.
    pub const SQUARE4: Self = Self(1);
    /// Hexagons with pointed tops and 6 neighbours; odd rows lie half a cell to the right.
    pub const HEX: Self = Self(2);
}

/// How a path ended.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_trace_status(pub i32);
impl throng_trace_status {
    /// It reached its goal.
    pub const REACHED: Self = Self(0);
    /// It is in a trap and has no escape left.
    pub const STUCK: Self = Self(1);
    /// It took max_steps steps.
    pub const STEP_LIMIT: Self = Self(2);
    /// The next step would leave the map.
    pub const OUTSIDE: Self = Self(3);
    /// It was to escape by a flow that does not lead to a goal from there.
    pub const UNREACHABLE: Self = Self(4);
    /// It took no step: start or goal are in a wall or off the map, the goal does not exist in the start's
    /// world, or the speed is below 2^-18 of one of their coordinates.
    pub const INVALID: Self = Self(5);
}

/// What a path does in a trap.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct throng_escape(pub i32);
impl throng_escape {
    /// It ends as STUCK.
    pub const NONE: Self = Self(0);
    /// It follows a flow field from cell to cell, in steps of at most its speed. It returns to the force when
    /// the potential is lower than anywhere between its last escape and this one, but not before 4 steps; at
    /// each further escape twice as many. If the flow leads to the goal, the path gets there, given enough
    /// steps.
    pub const FLOW: Self = Self(1);
    /// It raises a hill in the trap that repels only this path, half a step to one side of it, the next time
    /// to the other. Within r of its top the force is F = p * (1 - rho/r) away from it, p being twice the
    /// pull of the goal in the trap. r is hill_range, or twice the r of the widest older hill that the trap
    /// is on. A step that would meet a wall or the map's edge goes along it, left, right, up or down, if that
    /// is free. Hills are removed when the goal is nearer than 3/4 of its least distance in a trap, or when a
    /// wall was between an earlier trap and the goal and none is in the present one. A path is stuck if it
    /// needs more than 8 hills at a time, or one more after 64 escapes, of which some may only have removed
    /// hills. Needs no terrain; success is not guaranteed.
    pub const HILLS: Self = Self(2);
}

/// A context; see the top of this header.
#[repr(C)]
pub struct throng_context {
    private: [u8; 0],
    neither_send_nor_sync: std::marker::PhantomData<*mut u8>,
}

/// A crowd; see the top of this header.
#[repr(C)]
pub struct throng_crowd {
    private: [u8; 0],
    neither_send_nor_sync: std::marker::PhantomData<*mut u8>,
}

/// A set of flow fields; see the top of this header.
#[repr(C)]
pub struct throng_flow {
    private: [u8; 0],
    neither_send_nor_sync: std::marker::PhantomData<*mut u8>,
}

/// An influence map; see the top of this header.
#[repr(C)]
pub struct throng_influence {
    private: [u8; 0],
    neither_send_nor_sync: std::marker::PhantomData<*mut u8>,
}

/// A fuzzy measure; see the top of this header.
#[repr(C)]
pub struct throng_measure {
    private: [u8; 0],
    neither_send_nor_sync: std::marker::PhantomData<*mut u8>,
}

/// A potential field; see the top of this header.
#[repr(C)]
pub struct throng_potential {
    private: [u8; 0],
    neither_send_nor_sync: std::marker::PhantomData<*mut u8>,
}

/// A readback; see the top of this header.
#[repr(C)]
pub struct throng_readback {
    private: [u8; 0],
    neither_send_nor_sync: std::marker::PhantomData<*mut u8>,
}

/// A searcher of routes on one terrain. It owns the memory of its searches, for each thread and cell of a
/// world 8 bytes, and 16 once there were searches with costs; and the routes of the last search.
#[repr(C)]
pub struct throng_route {
    private: [u8; 0],
    neither_send_nor_sync: std::marker::PhantomData<*mut u8>,
}

/// A terrain; see the top of this header.
#[repr(C)]
pub struct throng_terrain {
    private: [u8; 0],
    neither_send_nor_sync: std::marker::PhantomData<*mut u8>,
}

/// A tracer of paths; see the top of this header.
#[repr(C)]
pub struct throng_trace {
    private: [u8; 0],
    neither_send_nor_sync: std::marker::PhantomData<*mut u8>,
}

/// A task: called once for each index.
pub type throng_task = Option<unsafe extern "C" fn(*mut c_void, i32)>;

/// Memory functions of the host. Set both or neither; with neither, the C library's are used.
/// They are called on the thread that calls throng, never from a task.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_allocator {
    /// Returns `size` bytes aligned to `alignment`, or NULL if there are none.
    /// `size` is never 0. `alignment` is a power of two of at most 64.
    pub allocate: Option<unsafe extern "C" fn(*mut c_void, usize, usize) -> *mut c_void>,
    /// Frees what `allocate` returned. `size` is the size that was requested.
    pub release: Option<unsafe extern "C" fn(*mut c_void, *mut c_void, usize)>,
    /// Passed to both functions.
    pub user: *mut c_void,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_allocator>() == 24);

/// Receives messages for people.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_logger {
    /// Called with each message, which is valid during the call. NULL: messages are dropped.
    pub log: Option<unsafe extern "C" fn(*mut c_void, throng_log_level, *const c_char)>,
    /// Passed to `log`.
    pub user: *mut c_void,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_logger>() == 16);

/// Handler of the caller's mistakes, a place for a breakpoint.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_assertion {
    /// Called when a call is about to return INVALID_ARGUMENT or CAPACITY, while all objects are as they were
    /// before that call. It must return; the call then returns the status. It may read objects, and make any
    /// calls on other contexts. Leaving it by longjmp() or an exception leaves the objects as they were, but
    /// may leak memory and keep locks, and the thread stays in the default floating-point modes. NULL: none.
    pub fail: Option<unsafe extern "C" fn(*mut c_void, throng_status, *const c_char)>,
    /// Passed to `fail`.
    pub user: *mut c_void,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_assertion>() == 16);

/// Scheduler of the host.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_parallel {
    /// Calls task(data, i) once for each i in 0 to count-1, in any order and on any threads, and returns when
    /// all calls have returned. A task never waits for another one, so a plain loop is correct too. It takes
    /// at most 64 KiB of stack.
    /// NULL: the context has threads of its own; see throng_context_def.threads.
    pub run: Option<unsafe extern "C" fn(*mut c_void, i32, throng_task, *mut c_void)>,
    /// Passed to `run`.
    pub user: *mut c_void,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_parallel>() == 16);

/// Definition of a context. Where it leaves a choice open (AUTO, or NULL), an environment variable that is
/// not empty decides; a value that throng does not know is INVALID_ARGUMENT.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_context_def {
    /// Memory functions. Default: the C library's.
    pub allocator: throng_allocator,
    /// Receiver of messages. Default: none.
    pub logger: throng_logger,
    /// Handler of the caller's mistakes. Default: none.
    pub assertion: throng_assertion,
    /// Scheduler. Default: none, which means threads of the context's own.
    pub parallel: throng_parallel,
    /// Backend of the objects. AUTO: THRONG_BACKEND in the environment, otherwise the faster one for each
    /// object. Default: AUTO.
    pub backend: throng_backend,
    /// Instruction set of the CPU backend. AUTO: THRONG_ISA in the environment, otherwise the widest.
    /// Default: AUTO.
    pub isa: throng_isa,
    /// Number of tasks that run at once. Range: 0 to 1024; 0: one per processor that the process may use.
    /// Without a scheduler the context starts one thread less, since the calling thread works too, or as
    /// many as the system gives. They end when it is destroyed. After a fork the child does the work on the
    /// calling thread, if the context is on the CPU; drivers of devices do not survive a fork. Default: 0.
    pub threads: i32,
    /// If 1, a device that rounds differently is accepted; its results differ in the last bits. Default: 0.
    pub accept_inexact: i32,
    /// If 1, kernel times on OpenCL devices are measured (kernel_seconds of the info structs). Default: 0.
    pub profile: i32,
    /// Set by the default function.
    pub cookie: u32,
    /// Device: its number in throng_devices(), or part of its or its platform's name; at most 127 bytes.
    /// NULL: THRONG_DEVICE in the environment, otherwise the first one that is exact: of GPUs, then of CPUs,
    /// then of others, in the order of throng_devices(). Default: NULL.
    pub device: *const c_char,
    /// Folder for built kernels and measured costs; "off": none. NULL: THRONG_CACHE in the environment,
    /// otherwise `throng` in the user's cache folder (XDG_CACHE_HOME or ~/.cache, LOCALAPPDATA on Windows).
    /// A folder whose name is too long counts as "off". Nothing is read from or written to a folder that is a
    /// link, belongs to another user, or that others may write to; see docs/reference/environment.md.
    /// Default: NULL.
    pub cache: *const c_char,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_context_def>() == 112);
impl Default for throng_context_def {
    fn default() -> Self {
        default_of(throng_context_default_def)
    }
}

/// What a context runs on.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct throng_context_info {
    /// Instruction set of the CPU backend, never AUTO.
    pub isa: throng_isa,
    /// Number of tasks that run at once.
    pub threads: i32,
    /// 1 if an OpenCL device is open, otherwise 0.
    pub opencl: i32,
    /// Number of the open device in throng_devices(). -1: none, or one that the host opened.
    pub device: i32,
    /// 1 if the device rounds correctly, so that its results equal those of the CPU.
    pub device_exact: i32,
    /// Name of the open device, or "".
    pub device_name: [c_char; 128],
    /// OpenCL version of the open device, or "".
    pub device_version: [c_char; 128],
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_context_info>() == 276);

/// An OpenCL device of this machine. Texts that are too long are cut.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct throng_device_info {
    /// Its number, for throng_context_def.device.
    pub number: i32,
    /// Its type.
    pub type_: throng_device_type,
    /// 1 if it rounds quotients, roots, products and sums correctly, as a probe on the device found.
    pub exact: i32,
    /// Number of compute units.
    pub compute_units: i32,
    /// Global memory, in bytes.
    pub memory_bytes: u64,
    /// Name of the device.
    pub name: [c_char; 128],
    /// Name of the OpenCL platform.
    pub platform: [c_char; 128],
    /// OpenCL version that it supports.
    pub version: [c_char; 128],
    /// Version of its driver.
    pub driver: [c_char; 128],
    /// Why it is not exact or cannot be used; "" if neither.
    pub reason: [c_char; 256],
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_device_info>() == 792);

/// Definition of a crowd.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_crowd_def {
    /// Most agents; throng_crowd_reserve() raises it. Range: 0 to THRONG_MAX_AGENTS. Default: 1024.
    pub agent_capacity: i32,
    /// Most neighbours that any agent may avoid. Range: 0 to THRONG_MAX_NEIGHBORS. Default: 10.
    pub max_neighbors: i32,
    /// Which parts of Shi 2015 are on. Default: 0.
    pub perception: throng_perception,
    /// Where data comes from and goes to: HOST (all positions are read after each step) or INPUT. Only the
    /// automatic choice of the backend uses it. Default: HOST.
    pub residency: throng_residency,
    /// If 1, the preferred velocity of congested agents is turned by a random angle of at most 60 degrees, a
    /// new one every tenth step. An agent is congested if its speed is below its dead_speed and its preferred
    /// speed is not. Default: 0.
    pub congestion: i32,
    /// Most by which each step turns each preferred velocity at random, in radians, so that agents that meet
    /// exactly head-on do not block each other forever. Range: 0 to 1; 0: off. Default: 0.
    pub symmetry: f32,
    /// Terrain of one world. Its blocked cells, and everything beyond its edges, are obstacles. The first
    /// step after a change updates its outlines. NULL: none. Default: NULL.
    pub terrain: *mut throng_terrain,
    /// Side of the terrain's cells, in world units. Range: 1e-6 to 1e6. Default: 1.
    pub cell_size: f32,
    /// Flow for THRONG_NAVIGATE_FLOW, of one world and not hexagonal. The crowd lives on its backend. A step
    /// updates the flow first. NULL: none. Default: NULL.
    pub flow: *mut throng_flow,
    /// Seed of the random angles. Default: 0.
    pub seed: u64,
    /// How neighbours are ranked and limited. Default: GAPS.
    pub neighbors: throng_neighbors,
    /// If 1, agents that share a goal settle around it: whoever is held up by agents that have arrived counts
    /// as arrived and wishes to stand. See THRONG_FLAG_ARRIVED. Default: 0.
    pub settle: i32,
    /// Where agents with senses look. Default: TURNING.
    pub heading: throng_heading,
    /// If 1, throng_crowd_hash() covers guests. Default: 0.
    pub hash_guests: i32,
    /// Whether steps move agents. Default: POSITIONS.
    pub integration: throng_integration,
    /// Where cell (0, 0) of `terrain` and `flow` begins, and about where the crowd is. Positions are floats
    /// relative to its home, the multiple of 4096 nearest to it in x and in y: fine to 2^-13 within 2048
    /// units of that, and coarser farther away; where their steps exceed 1/16 of an agent's radius, the
    /// logger is told once. Nobody gets farther away than 1e9. Range: -1e9 to 1e9. Default: (0, 0).
    pub origin_x: f64,
    /// Where cell (0, 0) of `terrain` and `flow` begins, and about where the crowd is. Positions are floats
    /// relative to its home, the multiple of 4096 nearest to it in x and in y: fine to 2^-13 within 2048
    /// units of that, and coarser farther away; where their steps exceed 1/16 of an agent's radius, the
    /// logger is told once. Nobody gets farther away than 1e9. Range: -1e9 to 1e9. Default: (0, 0).
    pub origin_y: f64,
    /// Set by the default function.
    pub cookie: u32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_crowd_def>() == 104);
impl Default for throng_crowd_def {
    fn default() -> Self {
        default_of(throng_crowd_default_def)
    }
}

/// Definition of an agent.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct throng_agent_def {
    /// Id, unique in the crowd; breaks ties and keys random numbers. Assign either all ids or none: NEXT_ID
    /// is rejected if another agent already has that number. Default: NEXT_ID.
    pub id: u64,
    /// Position, less the offset below. Range of the sum: -1e9 to 1e9, within 1e9 of the home. Default: 0.
    pub x: f32,
    /// Position, less the offset below. Range of the sum: -1e9 to 1e9, within 1e9 of the home. Default: 0.
    pub y: f32,
    /// Velocity. Range: -1e9 to 1e9. Default: 0.
    pub vx: f32,
    /// Velocity. Range: -1e9 to 1e9. Default: 0.
    pub vy: f32,
    /// Radius of the body. Range: 0, or 1e-6 to 1e9. Default: 1.
    pub radius: f32,
    /// Highest speed. Range: 0, or 1e-6 to 1e9. Default: 2.
    pub max_speed: f32,
    /// What its preferred velocity is. Default: VELOCITY.
    pub navigation: throng_navigation,
    /// Preferred velocity, also of guests, or goal less the offset. Range: as x and y. Default: 0.
    pub target_x: f32,
    /// Preferred velocity, also of guests, or goal less the offset. Range: as x and y. Default: 0.
    pub target_y: f32,
    /// Field of the crowd's flow that leads to its goal, for THRONG_NAVIGATE_FLOW. Default: 0.
    pub flow_field: i32,
    /// Preferred speed on the way to a goal. Range: 0 to 1e9; below 0: max_speed. Default: -1.
    pub pref_speed: f32,
    /// Others at this distance or farther are not noticed, between centres; by gaps the difference of the
    /// radii is added to it, see throng_neighbors. Senses do not use it. Range: 0 to 1e9. Default: 15.
    pub neighbor_dist: f32,
    /// Most neighbours that it avoids, the nearest ones, see throng_neighbors. Range: 0 to the crowd's.
    /// Default: 10.
    pub max_neighbors: i32,
    /// Time for which other agents are avoided, in seconds. Range: 1e-6 to 1e9. Default: 5.
    pub time_horizon: f32,
    /// Time for which walls are avoided, in seconds. Range: 1e-6 to 1e9. Default: 5.
    pub time_horizon_obst: f32,
    /// Bits: A notices B if A's mask and B's layer have a bit in common. Default: 1 and all ones.
    pub layer: u32,
    /// Bits: A notices B if A's mask and B's layer have a bit in common. Default: 1 and all ones.
    pub mask: u32,
    /// Of two agents, the one with the higher priority leaves all of the avoidance to the other. Default: 0.
    pub priority: i32,
    /// Weight w: A's share becomes c_A*w_A / (c_A*w_A + c_B*w_B). Range: 0 to 1e6. Default: 1.
    pub responsibility: f32,
    /// If 1, the agent never moves and others take full responsibility for avoiding it. Default: 0.
    pub locked: i32,
    /// Where it looks until it moves or turns, see throng_heading, of any length. (0, 0): along its velocity;
    /// if that is 0, by its preferred velocity or to its goal, or (1, 0). Range: -1e9 to 1e9. Default: 0, 0.
    pub heading_x: f32,
    /// Where it looks until it moves or turns, see throng_heading, of any length. (0, 0): along its velocity;
    /// if that is 0, by its preferred velocity or to its goal, or (1, 0). Range: -1e9 to 1e9. Default: 0, 0.
    pub heading_y: f32,
    /// Largest range of vision r_max. Range: 0 to 1e9. Default: 15.
    pub vision_range: f32,
    /// Least range of vision r_min. Range: 0 to vision_range; below 0: 4/15 of vision_range. Default: -1.
    pub vision_range_min: f32,
    /// Full angle of vision, in degrees. Range: 0 to 360. Default: 220.
    pub vision_angle: f32,
    /// How far it hears. Range: 0 to 1e9. Default: 5.
    pub hearing_range: f32,
    /// How far it is heard. Range: 0 to 1e9. Default: 2.
    pub sound_range: f32,
    /// N0: how many agents it may perceive before its range of vision shrinks. Range: 0 or more. Default: 7.
    pub capacity: i32,
    /// Speed below which it may be congested. Range: 0 to 1e9; below 0: max_speed / 10. Default: -1.
    pub dead_speed: f32,
    /// Added to the position and to a goal, for places that a float does not have. Default: 0.
    pub offset_x: f64,
    /// Added to the position and to a goal, for places that a float does not have. Default: 0.
    pub offset_y: f64,
    /// Added to the position and to a goal, for places that a float does not have. Default: 0.
    pub target_offset_x: f64,
    /// Added to the position and to a goal, for places that a float does not have. Default: 0.
    pub target_offset_y: f64,
    /// Set by the default function.
    pub cookie: u32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_agent_def>() == 168);
impl Default for throng_agent_def {
    fn default() -> Self {
        default_of(throng_agent_default_def)
    }
}

/// Handle of an agent. It is valid until the agent is removed, whatever happens to other agents; after that,
/// calls reject it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_agent {
    /// Index of the agent's slot, from 0. Slots of removed agents are used again, each for at most 2^31 - 1
    /// agents; then it is retired, and the crowd has space for one agent less.
    pub index: i32,
    /// Distinguishes the agents that use a slot. Never 0 for an agent.
    pub generation: u32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_agent>() == 8);

/// A half-plane of velocities: all (x, y) with nx*x + ny*y >= c.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_half_plane {
    /// Unit normal and its constant, a speed.
    pub nx: f32,
    /// Unit normal and its constant, a speed.
    pub ny: f32,
    /// Unit normal and its constant, a speed.
    pub c: f32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_half_plane>() == 12);

/// What one agent perceives and avoids. The caller provides the lists; entries beyond a capacity are counted
/// and left out. A list may be NULL if its capacity is 0.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_crowd_view {
    /// Whom it perceives, in ascending index; without senses, all whom neighbor_dist admits. Empty for a
    /// locked agent, and without senses if max_neighbors is 0.
    pub perceived: *mut throng_agent,
    /// Whom it avoids, the nearest first; at most max_neighbors.
    pub avoided: *mut throng_agent,
    /// Half-planes: of walls, at most 32, of moving obstacles, at most 8, and of each agent in `avoided`.
    pub lines: *mut throng_half_plane,
    /// Most entries of each list.
    pub perceived_capacity: i32,
    /// Most entries of each list.
    pub avoided_capacity: i32,
    /// Most entries of each list.
    pub line_capacity: i32,
    /// Set by the call: number of entries found for each list.
    pub perceived_count: i32,
    /// Set by the call: number of entries found for each list.
    pub avoided_count: i32,
    /// Set by the call: number of entries found for each list.
    pub line_count: i32,
    /// Set by the call: how many of the half-planes are of walls.
    pub wall_count: i32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_crowd_view>() == 56);

/// A vertex of an obstacle.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_vertex {
    /// Position. Range: -1e9 to 1e9.
    pub x: f32,
    /// Position. Range: -1e9 to 1e9.
    pub y: f32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_vertex>() == 8);

/// Handle of an obstacle, valid until it is removed.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_obstacle {
    /// Index of its slot, as throng_agent.index.
    pub index: i32,
    /// As throng_agent.generation.
    pub generation: u32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_obstacle>() == 8);

/// A vertex of an obstacle, for places that a float does not have.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_vertex_double {
    /// Position, kept as floats relative to the home. Range: as that of agents.
    pub x: f64,
    /// Position, kept as floats relative to the home. Range: as that of agents.
    pub y: f64,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_vertex_double>() == 16);

/// Facts about a crowd.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_crowd_info {
    /// Backend that the crowd lives on.
    pub backend: throng_backend,
    /// Present number of agents, and the most that there may be.
    pub agents: i32,
    /// Present number of agents, and the most that there may be.
    pub capacity: i32,
    /// 1 if the device failed and the crowd is lost; throng_crowd_reset() or throng_crowd_restore() brings it
    /// back.
    pub lost: i32,
    /// Number of edges of obstacles, those of terrain included.
    pub walls: i32,
    /// 0.
    pub reserved: i32,
    /// Number of steps so far.
    pub steps: u64,
    /// Number of agents ever added.
    pub added: u64,
    /// Memory from the allocator, in bytes.
    pub host_bytes: u64,
    /// Memory on the device, in bytes.
    pub device_bytes: u64,
    /// Time of the device's kernels in the last step. 0 unless the context profiles.
    pub kernel_seconds: f64,
    /// Its home, see throng_crowd_def.origin_x. Positions and goals in OpenCL buffers are relative to it.
    pub home_x: f64,
    /// Its home, see throng_crowd_def.origin_x. Positions and goals in OpenCL buffers are relative to it.
    pub home_y: f64,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_crowd_info>() == 80);

/// Where an agent is, how it moves, and where it looks.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_motion {
    /// Position. Range: -1e9 to 1e9, within 1e9 of the crowd's home. From a home that is not (0, 0) steps may
    /// lead farther than 1e9 from (0, 0): such a position is read, but cannot be set.
    pub x: f64,
    /// Position. Range: -1e9 to 1e9, within 1e9 of the crowd's home. From a home that is not (0, 0) steps may
    /// lead farther than 1e9 from (0, 0): such a position is read, but cannot be set.
    pub y: f64,
    /// Velocity. Range: -1e9 to 1e9.
    pub vx: f32,
    /// Velocity. Range: -1e9 to 1e9.
    pub vy: f32,
    /// Heading. Set: of any length; (0, 0) keeps the present one. Read: a unit vector. Range: -1e9 to 1e9.
    pub heading_x: f32,
    /// Heading. Set: of any length; (0, 0) keeps the present one. Read: a unit vector. Range: -1e9 to 1e9.
    pub heading_y: f32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_motion>() == 32);

/// Handle of a moving obstacle, valid until it is removed.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_moving_obstacle {
    /// Index of its slot, as throng_agent.index.
    pub index: i32,
    /// As throng_agent.generation.
    pub generation: u32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_moving_obstacle>() == 8);

/// Where a moving obstacle is at the beginning of a step, and how it moves during the step. It is where this
/// says until the next throng_crowd_move_obstacles(): steps do not move it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_obstacle_motion {
    /// Place of the point (0, 0) of its vertices, about which it turns. Range: such that no vertex is farther
    /// away than positions of agents may be.
    pub x: f64,
    /// Place of the point (0, 0) of its vertices, about which it turns. Range: such that no vertex is farther
    /// away than positions of agents may be.
    pub y: f64,
    /// Velocity: during a step of dt it moves from (x, y) to (x + vx*dt, y + vy*dt). Range: -1e9 to 1e9.
    pub vx: f32,
    /// Velocity: during a step of dt it moves from (x, y) to (x + vx*dt, y + vy*dt). Range: -1e9 to 1e9.
    pub vy: f32,
    /// Direction of the x axis of its vertices, of any length but 0. Range: -1e9 to 1e9.
    pub heading_x: f32,
    /// Direction of the x axis of its vertices, of any length but 0. Range: -1e9 to 1e9.
    pub heading_y: f32,
    /// How fast it turns, in radians per second, positive from the x axis to the y axis. A step takes at most
    /// a sixth of a turn. Range: -1e9 to 1e9.
    pub turn: f32,
    /// 0.
    pub reserved: i32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_obstacle_motion>() == 40);

/// A query for agents near a point.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct throng_crowd_query {
    /// The point, which takes effect as floats relative to the crowd's home. Range: -1e9 to 1e9, and within
    /// 1e9 of the home.
    pub x: f32,
    /// The point, which takes effect as floats relative to the crowd's home. Range: -1e9 to 1e9, and within
    /// 1e9 of the home.
    pub y: f32,
    /// Largest distance of an agent's centre, which is included. Range: 0 to 1e9; below 0: any distance.
    pub radius: f32,
    /// Agents are found if their layer and this mask have a bit in common.
    pub mask: u32,
    /// An agent that is not found, such as the one that asks. {0, 0}: none.
    pub except: throng_agent,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_crowd_query>() == 24);
impl Default for throng_crowd_query {
    fn default() -> Self {
        Self {
            x: Default::default(),
            y: Default::default(),
            radius: -1.0,
            mask: 4294967295,
            except: Default::default(),
        }
    }
}

/// An agent that a query found.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_crowd_hit {
    /// The agent.
    pub agent: throng_agent,
    /// Distance of its centre from the query's point.
    pub distance: f32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_crowd_hit>() == 12);

/// What happened to an agent in a step.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_crowd_event {
    /// The agent.
    pub agent: throng_agent,
    /// The flag that it has since the step and had not before it: THRONG_FLAG_ARRIVED,
    /// THRONG_FLAG_CONGESTED or THRONG_FLAG_INSIDE_WALL.
    pub kind: u32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_crowd_event>() == 12);

/// What throng_crowd_reserve_room() reserves memory for.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct throng_crowd_room_def {
    /// Obstacles that are there at a time. Range: 0 to THRONG_MAX_WALLS. Default: 0.
    pub obstacles: i32,
    /// Edges of obstacles and of the outlines of terrain that are there at a time. Range: 0 to
    /// THRONG_MAX_WALLS. Default: 0.
    pub edges: i32,
    /// 1: moving obstacles, as many as there may be. Default: 0.
    pub moving_obstacles: i32,
    /// Queries of a call, and hits of each, of throng_crowd_find_nearest() and throng_crowd_find_within().
    /// Range: 0 or more. Default: 0.
    pub queries: i32,
    /// Queries of a call, and hits of each, of throng_crowd_find_nearest() and throng_crowd_find_within().
    /// Range: 0 or more. Default: 0.
    pub hits: i32,
    /// 1: throng_crowd_get_motions() and throng_crowd_set_motions(). Default: 0.
    pub motions: i32,
    /// Set by the default function.
    pub cookie: u32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_crowd_room_def>() == 28);
impl Default for throng_crowd_room_def {
    fn default() -> Self {
        default_of(throng_crowd_room_default_def)
    }
}

/// The whole state of an agent: all that further steps depend on, to the last bit. A state needs no other
/// memory and may be kept, sent, and taken up by any backend of any machine of the same byte order.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_agent_state {
    /// Version of this form, and the bytes of a state.
    pub version: u32,
    /// Version of this form, and the bytes of a state.
    pub bytes: u32,
    /// The agent's id.
    pub id: u64,
    /// What the library alone reads.
    pub data: [u64; 19],
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_agent_state>() == 168);

/// The backend that an object of a def is created on, and why.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct throng_selection {
    /// The selected backend.
    pub backend: throng_backend,
    /// 1: selected by measured costs. 0: by the rule, or there was no choice.
    pub measured: i32,
    /// Expected seconds of a frame on each backend. 0 if not known.
    pub cpu_seconds: f64,
    /// Expected seconds of a frame on each backend. 0 if not known.
    pub opencl_seconds: f64,
    /// The reason in words.
    pub reason: [c_char; 200],
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_selection>() == 224);

/// Definition of a calibration.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_calibrate_def {
    /// Called by the calling thread before each size is measured, and once at the end with `what` = "done".
    /// `done` of `total` sizes are finished, or that part of the time is over, whichever is further; `what`
    /// is the operation's name. It must not call throng. Default: NULL (none).
    pub progress: Option<unsafe extern "C" fn(*mut c_void, i32, i32, *const c_char)>,
    /// Passed to `progress`. Default: NULL.
    pub user: *mut c_void,
    /// Time limit in seconds, checked between sizes. Range: 1 to 86400. Default: 60.
    pub seconds: f64,
    /// Operations to measure: a sum of 1 << THRONG_OPERATION_*. 0: all. Default: 0.
    pub operations: u32,
    /// Set by the default function.
    pub cookie: u32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_calibrate_def>() == 32);
impl Default for throng_calibrate_def {
    fn default() -> Self {
        default_of(throng_calibrate_default_def)
    }
}

/// Result of a calibration for one operation.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_calibrate_operation {
    /// 1: the sizes that the others are estimated by were run at least twice on both backends.
    pub measured: i32,
    /// 1: selections use these costs from now on.
    pub kept: i32,
    /// 1: the repeats differ so much, or other programs used the machine so much, that a selection could lose
    /// more than 5 % on the mean of the sizes, or 25 % at one size. Nothing was kept; earlier costs stay.
    pub noisy: i32,
    /// Number of sizes that were run. Others are estimated by them.
    pub sizes: i32,
    /// Repeats of the size that was repeated most.
    pub repeats: i32,
    /// By how much the second least repeat exceeds the least, as a part of the least: median over the sizes
    /// that were repeated. Does not say whether costs are kept, since most sizes have a clear winner.
    pub spread: f64,
    /// The largest such spread of any size.
    pub largest_spread: f64,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_calibrate_operation>() == 40);

/// Result of a calibration.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_calibrate_report {
    /// Seconds that it took.
    pub seconds: f64,
    /// 1: what was kept is in the file of the cache folder.
    pub saved: i32,
    /// Result of each operation, indexed by throng_operation.
    pub operations: [throng_calibrate_operation; 9],
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_calibrate_report>() == 376);

/// Definition of a flow.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_flow_def {
    /// Terrain that paths go over; it gives columns, rows and worlds. No path leads from world to world. Must
    /// be set.
    pub terrain: *mut throng_terrain,
    /// Steps of paths. A hexagonal grid with several worlds needs an even height. Default: SQUARE8.
    pub grid: throng_grid,
    /// Number of fields, each with its own goals. Range: 1 to THRONG_MAX_FLOW_FIELDS. Default: 1.
    pub fields: i32,
    /// Most goal cells of a field. Range: 1 to THRONG_MAX_CELLS. Default: 1.
    pub goal_capacity: i32,
    /// Side of a cell in the coordinates of points, in world units. Range: 1e-6 to 1e6. Default: 1.
    pub cell_size: f32,
    /// Backend of the fields. AUTO: as the context's def. A tracer needs its flow on the backend of its
    /// potential field; a crowd is created where its flow is. Default: AUTO.
    pub backend: throng_backend,
    /// Where data comes from and goes to: HOST (whole fields are read) or INPUT (points are sampled). Only
    /// the automatic choice of the backend uses it. Default: INPUT.
    pub residency: throng_residency,
    /// Classes of radii. 0: one, of points. Otherwise each field is kept once for each class, which takes as
    /// much memory and time as that many fields. Not for hexagons. Above 0 the terrain has at most
    /// THRONG_MAX_FLOW_COSTS cells in a world. Range: 0 to THRONG_MAX_FLOW_CLEARANCES. Default: 0.
    pub clearance_count: i32,
    /// Radii of the classes in world units, ascending. A disc of the class's radius whose centre moves from
    /// cell centre to cell centre along a path is off all blocked cells, and off everything beyond the map,
    /// over the whole step, diagonal ones included; it may touch them. This is decided in integers. Up to
    /// half a cell, paths are those of points. Obstacles of a crowd that are polygons do not count. A body
    /// takes the first class that is at least as wide, and the widest one if none is. Goals of a class are
    /// those of the field's goal cells at whose centres it fits. Range: 0 to THRONG_MAX_FLOW_REACH cells.
    pub clearances: [f32; 8],
    /// If 1, cells have costs; see throng_flow_set_costs(). The terrain has at most THRONG_MAX_FLOW_COSTS
    /// cells in a world then. Range: 0, 1. Default: 0.
    pub costs: i32,
    /// If 1, crowds divide the preferred speed of agents that follow the flow by the cost of their cell,
    /// outside of goal cells. Needs `costs`. Range: 0, 1. Default: 0.
    pub slow_by_cost: i32,
    /// What agents do in cells that are not reached. Default: STAND.
    pub unreached: throng_flow_unreached,
    /// Most cells of a field of a class with lengths from which paths begin; see flow_seeds.h. Above 0 the
    /// terrain has at most THRONG_MAX_FLOW_COSTS cells in a world. Range: 0 to THRONG_MAX_CELLS. Default: 0.
    pub seed_capacity: i32,
    /// Where the terrain lies on a larger map: column and row there of its first cell. Points, and agents of
    /// crowds, are sampled at their places on that map, with the bits that one flow over all of it gives;
    /// cells of all other calls count from the terrain's first one. On hexagons an even row. Only for terrain
    /// of 1 world, and not for tracers. Range: 0 to 1e9. Default: 0.
    pub first_column: i32,
    /// Where the terrain lies on a larger map: column and row there of its first cell. Points, and agents of
    /// crowds, are sampled at their places on that map, with the bits that one flow over all of it gives;
    /// cells of all other calls count from the terrain's first one. On hexagons an even row. Only for terrain
    /// of 1 world, and not for tracers. Range: 0 to 1e9. Default: 0.
    pub first_row: i32,
    /// Set by the default function.
    pub cookie: u32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_flow_def>() == 96);
impl Default for throng_flow_def {
    fn default() -> Self {
        default_of(throng_flow_default_def)
    }
}

/// A point at which a field is sampled.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_flow_point {
    /// Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
    /// cells.
    pub x: f32,
    /// Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
    /// cells.
    pub y: f32,
    /// World of the point. Range: 0 to worlds-1.
    pub world: i32,
    /// Field to sample; see throng_flow_field_for(). Range: 0 to fields * classes - 1.
    pub field: i32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_flow_point>() == 16);

/// The flow at a point.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_flow_vector {
    /// Direction to go, a unit vector. (0, 0) in goals, off the map, and if there is no path and the flow's
    /// `unreached` is STAND.
    pub dx: f32,
    /// Direction to go, a unit vector. (0, 0) in goals, off the map, and if there is no path and the flow's
    /// `unreached` is STAND.
    pub dy: f32,
    /// Length of the path from the point's cell, in cells. -1 in walls, off the map and if there is no path.
    pub length: f32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_flow_vector>() == 12);

/// Facts about a flow.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_flow_info {
    /// Backend that the fields live on.
    pub backend: throng_backend,
    /// 1 if the device failed and the flow is lost; throng_flow_reset() and new goals bring it back.
    pub lost: i32,
    /// Memory from the allocator, in bytes.
    pub host_bytes: u64,
    /// Memory on the device, in bytes.
    pub device_bytes: u64,
    /// Time of the device's kernels since the last update began. 0 unless the context profiles.
    pub kernel_seconds: f64,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_flow_info>() == 32);

/// Definition of an influence map.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_influence_def {
    /// Columns. Range: 1 to THRONG_MAX_SIDE. Must be set.
    pub width: i32,
    /// Rows of a world. Range: 1 to THRONG_MAX_SIDE; width*height*worlds at most THRONG_MAX_CELLS. Must be
    /// even on a hexagonal grid with several worlds. Must be set.
    pub height: i32,
    /// Number of independent worlds of width x height cells. Range: 1 or more. Default: 1.
    pub worlds: i32,
    /// Side of a cell, in world units. Range: 1e-6 to 1e6. Default: 1.
    pub cell_size: f32,
    /// Shape of cells. Default: SQUARE8.
    pub grid: throng_grid,
    /// How influence propagates. Default: EUCLIDEAN.
    pub propagation: throng_propagation,
    /// Walls, of the same width and height and of 1 world or as many as the map. Required for PATH and
    /// ADJACENT, must be NULL for EUCLIDEAN. Default: NULL.
    pub terrain: *mut throng_terrain,
    /// If 1, paths come from a table of all pairs of cells, which is built when walls change. Faster for
    /// small mazes, with the same bits; takes 5 bytes per pair. PATH only, at most THRONG_MAX_ALL_PAIRS
    /// cells, and terrain of one world. OpenCL devices ignore it. Default: 0.
    pub all_pairs: i32,
    /// Whether objects may be given in blocked cells and off the map. Objects that are moved out of a
    /// program's OpenCL buffers always may. Must be REFUSE for EUCLIDEAN, where objects may stand anywhere.
    /// Default: REFUSE.
    pub blocked_objects: throng_blocked_objects,
    /// Number of layers. Range: 1 to THRONG_MAX_LAYERS. Default: 1.
    pub layers: i32,
    /// Most objects of a layer. Range: 0 to 2^27. Default: 1024.
    pub object_capacity: i32,
    /// Usual max_distance of objects, in cells. The automatic choice of the backend uses it, the size of the
    /// footprint tables of hexagonal maps on the CPU, and what throng_influence_update_some() does in its
    /// budget on a device; results do not depend on it. Range: 0 to 1e9. Default: 16.
    pub typical_distance: f32,
    /// Where data comes from and goes to; HOST means that whole maps are read. Only the automatic choice of
    /// the backend uses it. Default: HOST.
    pub residency: throng_residency,
    /// Set by the default function.
    pub cookie: u32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_influence_def>() == 64);
impl Default for throng_influence_def {
    fn default() -> Self {
        default_of(throng_influence_default_def)
    }
}

/// An object that influences the cells around it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct throng_influence_object {
    /// Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
    /// cells. EUCLIDEAN: on the map or off it. PATH and ADJACENT: on a free cell, unless `blocked_objects` of
    /// the map's def is IGNORE.
    pub x: f32,
    /// Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
    /// cells. EUCLIDEAN: on the map or off it. PATH and ADJACENT: on a free cell, unless `blocked_objects` of
    /// the map's def is IGNORE.
    pub y: f32,
    /// Direction of motion v, of any length. (0, 0): at rest. Range: -1e9 to 1e9.
    pub vx: f32,
    /// Direction of motion v, of any length. (0, 0): at rest. Range: -1e9 to 1e9.
    pub vy: f32,
    /// Influence I at the object, positive or negative. Range: -1e9 to 1e9.
    pub influence: f32,
    /// Decay per cell. Linear: 0 to 1e9. Exponential: above 0, to 1. With ADJACENT, linear decay must be
    /// above 0 and exponential decay below 1.
    pub decay: f32,
    /// Largest d', in cells. Range: 0 to 1e9.
    pub max_distance: f32,
    /// How strongly motion adjusts the distance (8). Range: 0 <= alpha < 1; values above 1 - 2^-20 act as
    /// 1 - 2^-20. Must be 0 if `offset` is not.
    pub alpha: f32,
    /// Moves the object along v by so many cells and treats it as at rest there. Range: 0 to 1e9. Must be 0
    /// if `alpha` is not. PATH and ADJACENT: it moves 1, 2, ... cells, and stops before a wall, the map's
    /// edge or a cut corner.
    pub offset: f32,
    /// How influence falls with distance.
    pub decay_kind: throng_decay,
    /// World of the object. Range: 0 to worlds-1.
    pub world: i32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_influence_object>() == 44);
impl Default for throng_influence_object {
    fn default() -> Self {
        default_of(throng_influence_default_object)
    }
}

/// A cell and its value.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_best {
    /// The cell; rows count over all worlds. -1 and -1: there is none.
    pub column: i32,
    /// The cell; rows count over all worlds. -1 and -1: there is none.
    pub row: i32,
    /// Value of the cell.
    pub value: f32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_best>() == 12);

/// A point at which a map is sampled.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_point {
    /// Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
    /// cells. A point off the map takes the nearest cell (hexagonal: the nearest of the nearest row).
    pub x: f32,
    /// Position, in world units from the upper left corner of its world. Range: within 1e9 and within 1e9
    /// cells. A point off the map takes the nearest cell (hexagonal: the nearest of the nearest row).
    pub y: f32,
    /// World of the point. Range: 0 to worlds-1.
    pub world: i32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_point>() == 12);

/// Value and gradient at a point.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_sample {
    /// Interpolated value.
    pub value: f32,
    /// Gradient: the direction of steepest ascent, as change per world unit.
    pub dx: f32,
    /// Gradient: the direction of steepest ascent, as change per world unit.
    pub dy: f32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_sample>() == 12);

/// Facts about a map.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_influence_info {
    /// Backend that the map lives on.
    pub backend: throng_backend,
    /// Number of layers.
    pub layers: i32,
    /// 1 if the device failed and the map is lost; throng_influence_reset() brings it back.
    pub lost: i32,
    /// 0.
    pub reserved: i32,
    /// Memory from the allocator, in bytes.
    pub host_bytes: u64,
    /// Memory on the device, in bytes.
    pub device_bytes: u64,
    /// Time of the device's kernels in the last update, or in the last call after it that samples or queries
    /// many points, neighbours or regions. 0 unless the context profiles.
    pub kernel_seconds: f64,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_influence_info>() == 40);

/// Definition of a measure.
/// With a lambda above 0 types reinforce each other, below 0 they weaken each other. A measure with lambda 0
/// or more is monotone: no type makes a set's value smaller. With a lambda below 0, LAMBDA is monotone if no
/// weight is above -1/lambda, and ADDITIVE2 if the weights of all types but any one add up to at most
/// -1/lambda.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_measure_def {
    /// How the values are given. Default: LAMBDA.
    pub kind: throng_measure_kind,
    /// Number of types n. Range: 1 to THRONG_MAX_TYPES. Must be set.
    pub types: i32,
    /// Weights m_i of the types; unused by TABLE. Range: 0 to 1e9. Default: 0.
    pub weights: [f32; 16],
    /// Interaction of the types; unused by TABLE. Range for LAMBDA: above -1, to 1e9. For ADDITIVE2: -1e9 to
    /// 1e9. Default: 0.
    pub lambda: f32,
    /// If 1, lambda is computed so that all types together have the value 1: the root above -1 of
    /// (1 + lambda*m_1) * ... * (1 + lambda*m_n) = 1 + lambda that is not 0, or 0 if the weights add up to 1.
    /// LAMBDA only. A root exists if at least two weights are above 0 and all are below 1, or if one weight
    /// is 1 and the others are 0; otherwise INVALID_ARGUMENT. Default: 0.
    pub solve_lambda: i32,
    /// If 1, all values are divided by that of all types together, which must be above 0. Default: 0.
    pub normalize: i32,
    /// If 1, a measure that is not monotone is accepted. Default: 0.
    pub accept_non_monotone: i32,
    /// Usual number of rows in a call of throng_measure_choquet(). Only the automatic choice of the backend
    /// uses it. Range: 0 or more. Default: 1024.
    pub typical_rows: i32,
    /// Set by the default function.
    pub cookie: u32,
    /// TABLE: 2^n values, indexed by set; the first is 0. Copied. Range: -1e9 to 1e9. Default: NULL.
    pub table: *const f32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_measure_def>() == 104);
impl Default for throng_measure_def {
    fn default() -> Self {
        default_of(throng_measure_default_def)
    }
}

/// Facts about a measure.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_measure_info {
    /// Its kind, as in the def.
    pub kind: throng_measure_kind,
    /// Its number of types, as in the def.
    pub types: i32,
    /// Backend that the measure lives on.
    pub backend: throng_backend,
    /// 1 if the device failed and the measure is lost. Destroy it and create it again.
    pub lost: i32,
    /// The lambda in use, given or computed. 0 for TABLE.
    pub lambda: f64,
    /// Value of all types together.
    pub all: f32,
    /// 1 if the values were normalized, as the def asked.
    pub normalized: i32,
    /// 1 if the measure is monotone.
    pub monotone: i32,
    /// If not monotone: the first set, in ascending order, that a type makes smaller. Otherwise 0.
    pub smaller: u32,
    /// If not monotone: that set with the first such type, whose value is smaller. Otherwise 0.
    pub larger: u32,
    /// 0.
    pub reserved: i32,
    /// Memory from the allocator, in bytes.
    pub host_bytes: u64,
    /// Memory on the device, in bytes.
    pub device_bytes: u64,
    /// Time of the device's kernels in the last call. 0 unless the context profiles.
    pub kernel_seconds: f64,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_measure_info>() == 72);

/// Definition of a potential field.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_potential_def {
    /// Number of independent fields, each with its own sources, goals and points. Range: 1 to 1048576.
    /// Default: 1.
    pub worlds: i32,
    /// Most sources of all worlds together. Range: 0 to 2^27. Default: 1024.
    pub source_capacity: i32,
    /// Most goals of all worlds together. Range: 0 to 65536. Default: 16.
    pub goal_capacity: i32,
    /// Most points of all worlds together. Range: 0 to 2^27. Default: 1024.
    pub point_capacity: i32,
    /// Usual number of sources in range of a point. Only the automatic choice of the backend uses it. Range:
    /// 0 or more. Default: 16.
    pub typical_sources: i32,
    /// Where data comes from and goes to: HOST (forces at all points are read) or INPUT. Only the automatic
    /// choice of the backend uses it. Default: HOST.
    pub residency: throng_residency,
    /// If 1, points also get the damage that sources do to them. Default: 0.
    pub damage: i32,
    /// Joins the sources in range of a point by their types: f_i is how many of type i there are, and the
    /// damage is the Choquet integral of f (10, 11). NULL: the damage is the sum of their power. Default:
    /// NULL.
    pub measure: *mut throng_measure,
    /// If 1, force and potential of the sources are multiplied by (Choquet integral of f) / (sum of f_i *
    /// m_i), m_i being the measure of type i alone; by 1 where that sum is 0. Needs a measure. Default: 0.
    pub interaction: i32,
    /// Terrain whose blocked cells repel, of 1 world or as many as the field. NULL: none. Default: NULL.
    pub terrain: *mut throng_terrain,
    /// Which of them repel. Default: ALL.
    pub terrain_mode: throng_terrain_mode,
    /// Side of the terrain's square cells, in world units. Range: 1e-6 to 1e6. Default: 1.
    pub cell_size: f32,
    /// Strength of the terrain's repulsion. Range: 0 to 1e9. Default: 1.
    pub terrain_eta: f32,
    /// Range of the terrain's repulsion, in world units. Range: above 1e-3, at most 1024 cells. Default: 2.
    pub terrain_range: f32,
    /// Set by the default function.
    pub cookie: u32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_potential_def>() == 80);
impl Default for throng_potential_def {
    fn default() -> Self {
        default_of(throng_potential_default_def)
    }
}

/// A source: repels points in its range.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct throng_potential_source {
    /// Position, in world units.
    pub x: f32,
    /// Position, in world units.
    pub y: f32,
    /// Strength of the repulsion. Range: 0 to 1e9.
    pub eta: f32,
    /// Range rho_0 of the repulsion and the damage, in world units. Range: above 1e-3, to 1e9.
    pub range: f32,
    /// Damage per unit of time to points in range. Range: 0 to 1e9.
    pub power: f32,
    /// Type of unit. Range: 0 to THRONG_MAX_TYPES-1, and below the measure's number of types.
    pub type_: i32,
    /// World of the source. Range: 0 to worlds-1.
    pub world: i32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_potential_source>() == 28);
impl Default for throng_potential_source {
    fn default() -> Self {
        default_of(throng_potential_default_source)
    }
}

/// A goal: attracts points.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_potential_goal {
    /// Position, in world units.
    pub x: f32,
    /// Position, in world units.
    pub y: f32,
    /// Strength of the attraction, as force per world unit. Range: 0 to 1e9.
    pub k: f32,
    /// World of the goal. Range: 0 to worlds-1.
    pub world: i32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_potential_goal>() == 16);

/// A point at which the field is evaluated.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_potential_point {
    /// Position, in world units.
    pub x: f32,
    /// Position, in world units.
    pub y: f32,
    /// Index of a goal in the point's world, THRONG_GOALS_ALL or THRONG_GOALS_NONE.
    pub goal: i32,
    /// World of the point. Range: 0 to worlds-1.
    pub world: i32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_potential_point>() == 16);

/// The field at a point.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_force {
    /// Force F.
    pub fx: f32,
    /// Force F.
    pub fy: f32,
    /// Potential U.
    pub potential: f32,
    /// Damage per unit of time by the sources with rho <= range: the sum of their power, or their Choquet
    /// integral if the field has a measure. 0 unless throng_potential_def.damage is 1.
    pub damage: f32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_force>() == 16);

/// Facts about a field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_potential_info {
    /// Backend that the field lives on.
    pub backend: throng_backend,
    /// Present number of each, in all worlds together.
    pub sources: i32,
    /// Present number of each, in all worlds together.
    pub goals: i32,
    /// Present number of each, in all worlds together.
    pub points: i32,
    /// 1 if the device failed and the field is lost; throng_potential_reset() brings it back.
    pub lost: i32,
    /// 0.
    pub reserved: i32,
    /// Memory from the allocator, in bytes.
    pub host_bytes: u64,
    /// Memory on the device, in bytes.
    pub device_bytes: u64,
    /// Time of the device's kernels in the last update. 0 unless the context profiles.
    pub kernel_seconds: f64,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_potential_info>() == 48);

/// Definition of a readback.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_readback_def {
    /// What it reads. Default: AGENTS.
    pub kind: throng_readback_kind,
    /// Most entries of one read. Range: 1 to 2^30, and at most 2^31 bytes. Must be set.
    pub capacity: i32,
    /// Reads that may be under way or wait to be fetched at once. Range: 1 to THRONG_MAX_READBACK_SLOTS.
    /// Default: 3.
    pub slots: i32,
    /// The value, for AGENTS: POSITION, VELOCITY, HEADING, FLAGS, PERCEIVED or VISION, which steps change.
    /// The host itself has set the others. Default: POSITION.
    pub value: throng_agent_value,
    /// The layer of LAYER, or THRONG_LAYER_COMBINED; the field of LENGTHS and DIRECTIONS. Default: 0.
    pub layer: i32,
    /// Set by the default function.
    pub cookie: u32,
    /// The crowd of AGENTS and MOTIONS. Other kinds do not use it. Default: NULL.
    pub crowd: *mut throng_crowd,
    /// The map of LAYER. Default: NULL.
    pub map: *mut throng_influence,
    /// The field of FORCES. Default: NULL.
    pub field: *mut throng_potential,
    /// The tracer of PATHS. Default: NULL.
    pub trace: *mut throng_trace,
    /// The flow of LENGTHS and DIRECTIONS. Default: NULL.
    pub flow: *mut throng_flow,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_readback_def>() == 64);
impl Default for throng_readback_def {
    fn default() -> Self {
        default_of(throng_readback_default_def)
    }
}

/// A read.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_readback_read {
    /// Its number, from 1. 0: there is none.
    pub number: u64,
    /// Count of the object's steps or updates when the read began: throng_crowd_info.steps; of other objects
    /// the calls that update it and succeeded since it was created.
    pub step: u64,
    /// Number of entries.
    pub count: i32,
    /// Entries of a row: the columns of a region, or `count`.
    pub width: i32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_readback_read>() == 24);

/// Facts about a readback.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_readback_info {
    /// Backend of its object.
    pub backend: throng_backend,
    /// Slots, and those that hold a read.
    pub slots: i32,
    /// Slots, and those that hold a read.
    pub used: i32,
    /// 1 if the device failed and the readback is lost; throng_readback_reset() brings it back.
    pub lost: i32,
    /// Bytes of an entry.
    pub entry_bytes: i32,
    /// 0.
    pub reserved: i32,
    /// Number of reads that began so far.
    pub reads: u64,
    /// Memory from the allocator, in bytes.
    pub host_bytes: u64,
    /// Memory from the device's driver, in bytes.
    pub device_bytes: u64,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_readback_info>() == 48);

/// Definition of a searcher.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_route_def {
    /// Terrain, of the same context. The next search sees its changes. Must be set.
    pub terrain: *mut throng_terrain,
    /// Steps of routes. A hexagonal grid with several worlds needs an even height. Default: SQUARE8.
    pub grid: throng_grid,
    /// How routes are searched. Default: ASTAR.
    pub method: throng_route_method,
    /// Set by the default function.
    pub cookie: u32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_route_def>() == 24);
impl Default for throng_route_def {
    fn default() -> Self {
        default_of(throng_route_default_def)
    }
}

/// A route.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_route_result {
    /// Length in cells: a + b*sqrt(2), rounded once. -1: there is no route.
    pub length: f32,
    /// Sum of step length * cost of the cell stepped into, rounded once. 0 without costs.
    pub cost: f32,
    /// length + weight * cost, as the search adds it up, rounded once. -1: there is no route.
    pub total: f32,
    /// Number of cells, start and goal included. 0: there is no route.
    pub cell_count: i32,
    /// Index of its first cell among the cells of all routes of the search, in their order.
    pub cell_offset: i64,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_route_result>() == 24);

/// A rectangle of cells. It must lie inside the map.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_region {
    /// Upper left cell.
    pub column: i32,
    /// Upper left cell.
    pub row: i32,
    /// Columns and rows. Range: 1 or more.
    pub width: i32,
    /// Columns and rows. Range: 1 or more.
    pub height: i32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_region>() == 16);

/// A cell.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_cell {
    /// Column from the left and row from the top, from 0; rows count over all worlds.
    pub column: i32,
    /// Column from the left and row from the top, from 0; rows count over all worlds.
    pub row: i32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_cell>() == 8);

/// Definition of a terrain.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct throng_terrain_def {
    /// Columns. Range: 1 to THRONG_MAX_SIDE. Must be set.
    pub width: i32,
    /// Rows of a world. Range: 1 to THRONG_MAX_SIDE; width*height*worlds at most THRONG_MAX_CELLS. Must be
    /// set.
    pub height: i32,
    /// Number of worlds. An object with several worlds needs terrain of as many, or of 1, which its worlds
    /// then share. Default: 1.
    pub worlds: i32,
    /// Set by the default function.
    pub cookie: u32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_terrain_def>() == 16);
impl Default for throng_terrain_def {
    fn default() -> Self {
        default_of(throng_terrain_default_def)
    }
}

/// Two cells.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_cell_pair {
    /// Start and goal of a path.
    pub from: throng_cell,
    /// Start and goal of a path.
    pub to: throng_cell,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_cell_pair>() == 16);

/// Definition of a tracer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_trace_def {
    /// Potential field. Its sources, goals and terrain are used as they are at an update, its points are not.
    /// Must be set.
    pub field: *mut throng_potential,
    /// Most starts. Range: 0 to 2^24. Default: 1024.
    pub start_capacity: i32,
    /// Most steps of a path. Range: 1 to 2^24 - 1. Default: 1000.
    pub max_steps: i32,
    /// If 1, the points of paths can be read, and 8 * start_capacity * (max_steps + 1) bytes hold them. If 0,
    /// only results can be read. Default: 1.
    pub keep_points: i32,
    /// What paths do in traps. Default: NONE.
    pub escape: throng_escape,
    /// Flow for THRONG_ESCAPE_FLOW, on the field's terrain and backend, square, of the field's cell_size.
    /// Otherwise unused. Default: NULL.
    pub flow: *mut throng_flow,
    /// Least r of a hill for THRONG_ESCAPE_HILLS, in world units. Range: above 1e-3, to 1e9. Default: 4.
    pub hill_range: f32,
    /// Set by the default function.
    pub cookie: u32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_trace_def>() == 40);
impl Default for throng_trace_def {
    fn default() -> Self {
        default_of(throng_trace_default_def)
    }
}

/// Start of a path.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_trace_start {
    /// Position, in world units.
    pub x: f32,
    /// Position, in world units.
    pub y: f32,
    /// Length of a step in world units, which is also the distance per unit of time. Range: 1e-12 to 1e9.
    pub speed: f32,
    /// Index of a goal in the field.
    pub goal: i32,
    /// World of the path. Range: 0 to worlds-1 of the field.
    pub world: i32,
    /// Field of the flow that leads to the goal, for THRONG_ESCAPE_FLOW. Range: 0 to fields-1 of the flow.
    pub flow_field: i32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_trace_start>() == 24);

/// Result of a path.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_trace_result {
    /// How it ended.
    pub status: throng_trace_status,
    /// Number of steps; the path has steps + 1 points.
    pub steps: i32,
    /// Sum of the lengths of all steps, in world units.
    pub length: f32,
    /// Damage; see the top of this header. It may be negative if the measure is. At most the largest float.
    pub damage: f32,
    /// Position where it ended.
    pub x: f32,
    /// Position where it ended.
    pub y: f32,
    /// Number of escapes.
    pub escapes: i32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_trace_result>() == 28);

/// A point of a path.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_trace_point {
    /// Position, in world units.
    pub x: f32,
    /// Position, in world units.
    pub y: f32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_trace_point>() == 8);

/// Facts about a tracer.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct throng_trace_info {
    /// Backend that the tracer lives on.
    pub backend: throng_backend,
    /// Present number of starts.
    pub starts: i32,
    /// 1 if the device failed and the tracer is lost; throng_trace_reset() brings it back.
    pub lost: i32,
    /// 0.
    pub reserved: i32,
    /// Memory from the allocator, in bytes.
    pub host_bytes: u64,
    /// Memory on the device, in bytes.
    pub device_bytes: u64,
    /// Time of the device's kernels in the last update. 0 unless the context profiles.
    pub kernel_seconds: f64,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_trace_info>() == 40);

/// The program's OpenCL objects.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_opencl_host {
    /// OpenCL context.
    pub context: *mut c_void,
    /// Device of that context.
    pub device: *mut c_void,
    /// Queue of that context and device. If it executes in order, all work is enqueued on it. If it may
    /// execute out of order, throng creates a queue of its own on that context and device, in order: wait
    /// lists and events are then what orders its work and the program's. Profiling must be enabled for
    /// kernel_seconds of the info structs.
    pub queue: *mut c_void,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_opencl_host>() == 24);

/// What throng_opencl_build() builds kernels for. A NULL: nothing of that kind.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct throng_opencl_build_def {
    /// Definition of an influence map that will be created.
    pub influence: *const throng_influence_def,
    /// Definition of a flow.
    pub flow: *const throng_flow_def,
    /// Definition of a measure.
    pub measure: *const throng_measure_def,
    /// Definition of a potential field.
    pub potential: *const throng_potential_def,
    /// Definition of a tracer.
    pub trace: *const throng_trace_def,
    /// Definition of a crowd.
    pub crowd: *const throng_crowd_def,
    /// Called by the calling thread before each part, and once at the end, with `done` of `total` parts
    /// finished. It must not call throng. Default: NULL (none).
    pub progress: Option<unsafe extern "C" fn(*mut c_void, i32, i32)>,
    /// Passed to `progress`. Default: NULL.
    pub user: *mut c_void,
    /// Set by the default function.
    pub cookie: u32,
}
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::size_of::<throng_opencl_build_def>() == 72);

extern "C" {
    /// Version of the library that runs, for example "0.2.0". The macros give that of the header.
    pub fn throng_version() -> *const c_char;
    /// Short English name of a status, for example "out of memory".
    /// Returns "unknown status" for any other number, never NULL.
    pub fn throng_status_string(status: throng_status) -> *const c_char;
    /// Name of a backend: "auto", "cpu" or "opencl". Returns NULL for any other number.
    pub fn throng_backend_name(backend: throng_backend) -> *const c_char;
    /// Name of an instruction set: "auto", "reference", "vector", "sse2", "avx2", "avx512", "neon" or "simd128".
    /// Returns NULL for any other number.
    pub fn throng_isa_name(isa: throng_isa) -> *const c_char;
    /// Returns 1 if the library has this instruction set built in and this processor runs it, otherwise 0.
    /// Returns 0 for THRONG_ISA_AUTO.
    pub fn throng_isa_available(isa: throng_isa) -> i32;
    /// Default definition of a context.
    pub fn throng_context_default_def() -> throng_context_def;
    /// Creates a context. `def` NULL stands for the default definition.
    /// If the call fails, *context is NULL and the def's logger receives the message, but if the def was not
    /// initialised: then its logger is not trusted. With AUTO, a missing or failing OpenCL is logged once and
    /// the CPU takes over.
    /// Errors: INVALID_ARGUMENT (def not initialised, half an allocator, unknown backend, instruction set or
    /// environment value, no device of that name, threads out of range), UNSUPPORTED (instruction set not
    /// available), OUT_OF_MEMORY; and if OpenCL was requested by name: NO_DEVICE, INEXACT_DEVICE, BUILD_FAILED,
    /// OPENCL, UNSUPPORTED (built without OpenCL).
    pub fn throng_context_create(def: *const throng_context_def, context: *mut *mut throng_context) -> throng_status;
    /// Destroys a context. NULL does nothing.
    /// Errors: INVALID_ARGUMENT if it is not a context or if objects made on it are left.
    pub fn throng_context_destroy(context: *mut throng_context) -> throng_status;
    /// Message of the last call that failed: the parameter, its value, and what is allowed.
    /// Returns "" before the first failure and for NULL, never NULL. Valid until the next failure.
    pub fn throng_context_message(context: *const throng_context) -> *const c_char;
    /// OpenCL's own error code of the last call that failed in OpenCL. 0: none.
    pub fn throng_context_opencl_error(context: *const throng_context) -> i32;
    /// Waits until all enqueued work is done. Does nothing if no device is open.
    /// Errors: INVALID_ARGUMENT, LOST (the device failed; calls on the objects concerned return LOST too).
    pub fn throng_context_wait(context: *mut throng_context) -> throng_status;
    /// Describes what the context runs on.
    /// Errors: INVALID_ARGUMENT.
    pub fn throng_context_get_info(context: *mut throng_context, info: *mut throng_context_info) -> throng_status;
    /// Lists the OpenCL devices. Writes the first `capacity` of them to `devices` and the number of all to
    /// *count, which is 0 without OpenCL.
    /// `devices` may be NULL if `capacity` is 0. Of `def` only the allocator, the hooks and the cache are used;
    /// it may be NULL. Builds a small kernel on each device that is listed.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY.
    pub fn throng_devices(def: *const throng_context_def, devices: *mut throng_device_info, capacity: i32, count: *mut i32) -> throng_status;
    /// Default definition of a crowd.
    pub fn throng_crowd_default_def() -> throng_crowd_def;
    /// Default definition of an agent.
    pub fn throng_agent_default_def() -> throng_agent_def;
    /// Creates an empty crowd. It lives on one backend from then on.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, BUILD_FAILED, OPENCL; UNSUPPORTED if the device flushes subnormal
    /// numbers to zero.
    pub fn throng_crowd_create(context: *mut throng_context, def: *const throng_crowd_def, crowd: *mut *mut throng_crowd) -> throng_status;
    /// Reports which backend throng_crowd_create() would choose for this def at full capacity, and why.
    /// Errors: INVALID_ARGUMENT.
    pub fn throng_crowd_explain(context: *mut throng_context, def: *const throng_crowd_def, choice: *mut throng_selection) -> throng_status;
    /// Destroys a crowd. NULL does nothing.
    /// Errors: INVALID_ARGUMENT if it is not a crowd or is still used by a readback.
    pub fn throng_crowd_destroy(crowd: *mut throng_crowd) -> throng_status;
    /// Raises the most agents of the crowd to at least `capacity`; never lowers it.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
    pub fn throng_crowd_reserve(crowd: *mut throng_crowd, capacity: i32) -> throng_status;
    /// Adds agents: all of them, or none if one is rejected.
    /// `agents` receives their handles, packed; it may be NULL. `stride` is that of `defs`.
    /// Errors: INVALID_ARGUMENT (an id in use, or a value out of range: the message has the agent, the member and
    /// its value), CAPACITY (more agents than agent_capacity, or than slots that are not retired), OUT_OF_MEMORY,
    /// LOST, OPENCL.
    pub fn throng_crowd_add(crowd: *mut throng_crowd, count: i32, defs: *const throng_agent_def, stride: usize, agents: *mut throng_agent) -> throng_status;
    /// Removes agents: all of them, or none if one is rejected.
    /// Errors: INVALID_ARGUMENT (an agent that was removed already, or occurs twice), LOST.
    pub fn throng_crowd_remove(crowd: *mut throng_crowd, count: i32, agents: *const throng_agent, stride: usize) -> throng_status;
    /// Lists the handles of all agents in ascending index: the first `capacity` of them.
    /// *count receives the number of all. `agents` may be NULL if `capacity` is 0.
    /// Errors: INVALID_ARGUMENT, LOST.
    pub fn throng_crowd_list(crowd: *mut throng_crowd, agents: *mut throng_agent, capacity: i32, count: *mut i32) -> throng_status;
    /// Finds the agent with an id. Errors: INVALID_ARGUMENT (no agent has it), LOST.
    pub fn throng_crowd_find(crowd: *mut throng_crowd, id: u64, agent: *mut throng_agent) -> throng_status;
    /// Sets a value of agents: of all of them, or of none if one is rejected.
    /// `agents` NULL: all agents in the order of throng_crowd_list(); `count` must be their number.
    /// `agent_stride` is that of `agents`, `stride` that of `data`. Positions, velocities and goals of 2,048
    /// agents or more go to a device in one piece; for these the first call allocates as
    /// throng_crowd_set_motions() does.
    /// Errors: INVALID_ARGUMENT (an agent that occurs twice; the message has the agent and the value), LOST,
    /// OPENCL; for many agents on a device OUT_OF_MEMORY.
    pub fn throng_crowd_set(crowd: *mut throng_crowd, what: throng_agent_value, count: i32, agents: *const throng_agent, agent_stride: usize, data: *const c_void, stride: usize) -> throng_status;
    /// Copies a value of agents. `agents` NULL: as for throng_crowd_set().
    /// Waits for work that the values depend on.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn throng_crowd_get(crowd: *mut throng_crowd, what: throng_agent_value, count: i32, agents: *const throng_agent, agent_stride: usize, data: *mut c_void, stride: usize) -> throng_status;
    /// Reports whom an agent would perceive and avoid in a step of dt from now, and its half-planes (2-8). For
    /// debugging: it works on a copy of all agents. No agent changes, but the crowd prepares for a step: it ranks
    /// ids and updates the outlines of terrain, so a snapshot may need more bytes afterwards.
    /// Errors: INVALID_ARGUMENT, CAPACITY (as throng_crowd_step()), OUT_OF_MEMORY, LOST, OPENCL.
    pub fn throng_crowd_inspect(crowd: *mut throng_crowd, agent: throng_agent, dt: f32, view: *mut throng_crowd_view) -> throng_status;
    /// Adds an obstacle: a polygon, or a wall with two sides if it has two vertices.
    /// A polygon is solid inside if the sum of x_i * y_(i+1) - x_(i+1) * y_i is above 0, else outside. Agents
    /// keep off the edges within h * max_speed + radius on whose outer side they are, where h is the larger of
    /// time_horizon_obst and dt, and never leave their half-planes to avoid other agents. Of more than 32 edges
    /// the half-planes that restrict most count, one for each of 32 sectors of directions. Finally the body is
    /// swept along its step against all edges: it slides along what it meets and never enters it. An agent inside
    /// of something solid, off the terrain, or with its body in a wall leaves: straight to the nearest place that
    /// is free for its body and that it reaches without crossing an edge from outside, or to one that is free for
    /// its centre if there is none for its body. Until it is there it ignores edges except that its centre
    /// crosses none, and has THRONG_FLAG_INSIDE_WALL. Where polygons overlap or touch, the nearest edge, and of
    /// equally near ones one seen from outside, decides who is inside. Edges shorter than 1e-6 are left out,
    /// edges that lead straight on are joined. `handle` may be NULL. Changes take effect in the next step.
    /// Errors: INVALID_ARGUMENT (fewer than two different vertices; a coordinate out of range: the message has
    /// it), CAPACITY, OUT_OF_MEMORY, LOST.
    pub fn throng_crowd_add_obstacle(crowd: *mut throng_crowd, count: i32, vertices: *const throng_vertex, stride: usize, handle: *mut throng_obstacle) -> throng_status;
    /// Does throng_crowd_add_obstacle() with vertices of doubles. Errors: the same.
    pub fn throng_crowd_add_obstacle_double(crowd: *mut throng_crowd, count: i32, vertices: *const throng_vertex_double, stride: usize, handle: *mut throng_obstacle) -> throng_status;
    /// Removes an obstacle. Errors: INVALID_ARGUMENT (it was removed already), LOST.
    pub fn throng_crowd_remove_obstacle(crowd: *mut throng_crowd, handle: throng_obstacle) -> throng_status;
    /// Advances all agents by one step of dt seconds. Range of dt: 1e-6 to 1e6.
    /// On a device the work is enqueued and not awaited. A step allocates nothing, except the first one
    /// - after agents were added, if ids are 2^31 - 1 or more apart,
    /// - after obstacles were added or terrain changed,
    /// - on a device, with obstacles, with moving ones, with agents that differ in layer, mask, priority or
    ///   responsibility or are locked, and with radii that differ: it builds kernels for these.
    /// If the step fails, no agent has moved, and it may be repeated. The flow may be updated; if the device
    /// failed, also outlines of terrain and ranks of ids, as by throng_crowd_inspect().
    /// Errors: INVALID_ARGUMENT, CAPACITY (obstacles and the outlines of terrain have more than THRONG_MAX_WALLS
    /// edges; the next step after the terrain or the obstacles changed may succeed), LOST, OPENCL, BUILD_FAILED,
    /// OUT_OF_MEMORY; and those of throng_flow_update() if the crowd has a flow.
    pub fn throng_crowd_step(crowd: *mut throng_crowd, dt: f32) -> throng_status;
    /// Computes a hash of the crowd's state, to compare runs. It does not depend on the order of adding.
    /// It covers the number of steps, the crowd's home and, for each agent that is no guest or if hash_guests is
    /// 1, id, position as floats relative to the home, velocity, heading, range of vision, number of perceived
    /// agents, flags and congestion.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn throng_crowd_hash(crowd: *mut throng_crowd, hash: *mut u64) -> throng_status;
    /// Gets facts about a crowd. Waits for the last step if the context profiles. Errors: INVALID_ARGUMENT.
    pub fn throng_crowd_get_info(crowd: *mut throng_crowd, info: *mut throng_crowd_info) -> throng_status;
    /// Removes all agents and obstacles and sets the numbers of steps and of agents ever added to 0; brings a
    /// lost crowd back.
    /// Earlier handles stay invalid. If the call fails, the crowd is lost and the call may be repeated.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
    pub fn throng_crowd_reset(crowd: *mut throng_crowd) -> throng_status;
    /// Sets the motions of agents: of all of them, or of none if one is rejected.
    /// `agents` NULL: all agents in the order of throng_crowd_list(); `count` must be their number. Both lists
    /// are packed.
    /// A motion continues the walk, it does not place the agent anew: its flags stay, the present order of agents
    /// is kept, and the next step looks for walls as far as the agent's reach, as after a step. Only an agent
    /// that was carried farther than its radius, or twice since its last step, or is locked is looked after as if
    /// THRONG_AGENT_POSITION had been set. What the position has beyond a float is kept and carried to later
    /// steps, as what rounding takes from the way. Setting the motions that were read moves nobody; the float of
    /// a position is the nearest one then, which a step need not have left, so that crowds whose motions were set
    /// alike go on alike.
    /// With senses and THRONG_HEADING_VELOCITY a velocity other than 0 turns the heading in the next step. Costs
    /// least if the agents are NULL or in ascending index. On a device the motions are packed and uploaded in one
    /// piece; the first call allocates 36 bytes of host memory for each agent that the crowd has capacity for,
    /// and so does the first one after throng_crowd_reserve().
    /// Errors: INVALID_ARGUMENT (an agent that was removed or occurs twice, or a number out of range; the message
    /// has the index, the member and its value), OUT_OF_MEMORY, LOST, OPENCL.
    pub fn throng_crowd_set_motions(crowd: *mut throng_crowd, agents: *const throng_agent, count: i32, motions: *const throng_motion) -> throng_status;
    /// Copies the motions of agents. `agents` NULL: as for throng_crowd_set_motions(). Both lists are packed.
    /// Waits for work that they depend on.
    /// Errors: INVALID_ARGUMENT (an agent that was removed), LOST, OPENCL; on a device OUT_OF_MEMORY.
    pub fn throng_crowd_get_motions(crowd: *mut throng_crowd, agents: *const throng_agent, count: i32, motions: *mut throng_motion) -> throng_status;
    /// Adds a polygon that the host moves: a vehicle, a gate that closes. Vertices are relative to its place;
    /// which side is solid, and what two vertices are, is as for throng_crowd_add_obstacle().
    /// Agents avoid the convex hull of it within h * (max_speed + its speed) + radius, where h is the larger of
    /// time_horizon_obst and dt, by a half-plane of the velocities relative to it, all of which they take on
    /// themselves. Of more than 8 obstacles those count whose half-planes the velocity violates most. Unlike
    /// those of walls these half-planes may be violated. Then the body is swept along its way relative to the
    /// obstacle: it slides along its edges, and what moves faster pushes it along, also beyond max_speed. Of
    /// several each pushes in turn, in the order of their indices. Walls have the last word: who is pressed
    /// against one may get into the obstacle. An agent that the obstacle has inside, or its body, has
    /// THRONG_FLAG_INSIDE_WALL and leaves by the shortest way, at max_speed and the obstacle's speed at most,
    /// relative to it. Locked agents and guests are left alone.
    /// Each agent tests each moving obstacle's box. `handle` may be NULL. The first one takes 0.25 MB of memory,
    /// and on a device the next step takes 0.17 MB there and builds a kernel; nothing is allocated after that.
    /// Errors: INVALID_ARGUMENT (fewer than two different vertices; a number out of range: the message has it),
    /// CAPACITY, OUT_OF_MEMORY, LOST.
    pub fn throng_crowd_add_moving_obstacle(crowd: *mut throng_crowd, count: i32, vertices: *const throng_vertex, stride: usize, motion: *const throng_obstacle_motion, handle: *mut throng_moving_obstacle) -> throng_status;
    /// Moves moving obstacles: all of them, or none if one is rejected. Of one that occurs twice the last motion
    /// counts. `obstacle_stride` is that of `obstacles`, `stride` that of `motions`.
    /// Errors: INVALID_ARGUMENT (the message has the obstacle and the number), LOST.
    pub fn throng_crowd_move_obstacles(crowd: *mut throng_crowd, count: i32, obstacles: *const throng_moving_obstacle, obstacle_stride: usize, motions: *const throng_obstacle_motion, stride: usize) -> throng_status;
    /// Removes a moving obstacle. Errors: INVALID_ARGUMENT (it was removed already), LOST.
    pub fn throng_crowd_remove_moving_obstacle(crowd: *mut throng_crowd, handle: throng_moving_obstacle) -> throng_status;
    /// Finds, for each of `count` queries, the agents that are nearest to its point: at most `capacity`.
    /// Hits are in ascending distance; of equally near agents the one with the lower id comes first. Those of
    /// query i begin at hits[i * capacity], and found[i] receives their number. `stride` is that of `queries`;
    /// `hits` and `found` are packed. Distances are of positions as they are now, also of agents that were added,
    /// removed or placed since the last step. The first call after agents moved builds a tree over all of them,
    /// so it costs least to ask all queries of a frame in one call. Waits for the answers.
    /// The first call allocates about 20 bytes for each agent that the crowd has capacity for; so does the first
    /// one after throng_crowd_reserve().
    /// Errors: INVALID_ARGUMENT (if a query is out of range, the message has its index), OUT_OF_MEMORY, LOST,
    /// OPENCL; on a device, which builds kernels in the first call, BUILD_FAILED.
    pub fn throng_crowd_find_nearest(crowd: *mut throng_crowd, count: i32, queries: *const throng_crowd_query, stride: usize, capacity: i32, hits: *mut throng_crowd_hit, found: *mut i32) -> throng_status;
    /// Finds, for each of `count` queries, all agents within its radius.
    /// found[i] receives how many there are for query i. If they are more than `capacity`, the nearest ones are
    /// in `hits`, which may be NULL if `capacity` is 0. Otherwise as throng_crowd_find_nearest().
    /// Errors: as throng_crowd_find_nearest().
    pub fn throng_crowd_find_within(crowd: *mut throng_crowd, count: i32, queries: *const throng_crowd_query, stride: usize, capacity: i32, hits: *mut throng_crowd_hit, found: *mut i32) -> throng_status;
    /// Lists who arrived, became congested or came into a wall in the last step: the first `capacity` events in
    /// the order of ids, those of one agent in the order of their kinds' numbers.
    /// `kinds` is the sum of the flags that are asked for; *count receives the number of all such events.
    /// `events` may be NULL if `capacity` is 0. Agents that were removed or added since the step have none, and
    /// there are none after throng_crowd_restore() and throng_crowd_reset() until the next step. Waits for the
    /// step. The call reads one byte for each agent, and costs what events there are besides.
    /// The memory of the list grows with the most agents that have events at once.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
    pub fn throng_crowd_get_events(crowd: *mut throng_crowd, kinds: u32, events: *mut throng_crowd_event, capacity: i32, count: *mut i32) -> throng_status;
    /// Default room: none.
    pub fn throng_crowd_room_default_def() -> throng_crowd_room_def;
    /// Reserves memory ahead, for a level's load.
    /// The crowd's first steps, obstacles that are added and removed, doors that open and close, and calls
    /// allocate nothing from then on, until there is more than the room says. If the call fails, what it
    /// reserved stays. Room for obstacles takes twice the memory of their walls, and stays until the crowd is
    /// destroyed. On a device the host's memory is reserved; its buffers for walls and moving obstacles are
    /// created with the first of these. Not reserved: the list of throng_crowd_get_events(), which grows with
    /// what it lists, and the ranks of ids, which the first step with ids 2^31 - 1 or more apart allocates.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL, BUILD_FAILED.
    pub fn throng_crowd_reserve_room(crowd: *mut throng_crowd, room: *const throng_crowd_room_def) -> throng_status;
    /// Gets the number of bytes that a snapshot of the crowd needs now.
    /// Errors: INVALID_ARGUMENT, LOST.
    pub fn throng_crowd_snapshot_bytes(crowd: *mut throng_crowd, bytes: *mut usize) -> throng_status;
    /// Copies everything that further steps depend on to `snapshot`: agents, obstacles and the number of steps.
    /// Terrain and flow are not included. `bytes` is the size of `snapshot`, which needs no alignment.
    /// Errors: INVALID_ARGUMENT (too few bytes), LOST, OPENCL.
    pub fn throng_crowd_save(crowd: *mut throng_crowd, snapshot: *mut c_void, bytes: usize) -> throng_status;
    /// Restores the state of a snapshot; brings a lost crowd back.
    /// Handles of that time are valid again, and saving the crowd gives the same snapshot, if it is on the same
    /// terrain and its flow has as many fields. The snapshot may be of another crowd, on any backend of any
    /// machine of the same byte order. Its def must have had the same max_neighbors, perception, congestion,
    /// symmetry, neighbors, settle, heading, integration, origin and seed, and, if and only if this one has a
    /// flow, a flow of at most as many fields.
    /// If it was on terrain, this one must be on terrain.
    /// The snapshot may come from a stranger: whatever no crowd can be is refused, and the crowd stays as it was.
    /// Errors: INVALID_ARGUMENT (not a snapshot, damaged, forged, or of a crowd with another def), CAPACITY
    /// (fewer than the most agents that the saved crowd ever had at once), OUT_OF_MEMORY and OPENCL (the crowd
    /// may then be lost).
    pub fn throng_crowd_restore(crowd: *mut throng_crowd, snapshot: *const c_void, bytes: usize) -> throng_status;
    /// Copies the states of agents. `agents` NULL: all agents in the order of throng_crowd_list(); `count` must
    /// be their number. Both lists are packed.
    /// Waits for work that they depend on.
    /// Errors: INVALID_ARGUMENT (an agent that was removed), LOST, OPENCL.
    pub fn throng_crowd_get_states(crowd: *mut throng_crowd, agents: *const throng_agent, count: i32, states: *mut throng_agent_state) -> throng_status;
    /// Adds agents by their states: all of them, or none if one is rejected.
    /// They keep their ids, and go on with the same bits as where they came from, as far as neighbours, walls,
    /// moving obstacles with their indices, flow and the number of steps are the same; see
    /// throng_crowd_set_steps(). Values, navigation and target are those of the state; a flow field is a field of
    /// the present crowd's flow. `agents` receives their handles, which are new; it may be NULL. Both lists are
    /// packed. The crowd that a state is of must have had the same
    /// max_neighbors, perception, congestion, symmetry, neighbors, settle, heading, integration, origin and seed,
    /// and a flow if and only if this one has one. Walls may be others: the next step looks whether the agents
    /// are in one. Where solid polygons overlap it may find somebody in one who was not found there before.
    /// A state may come from a stranger: what no agent can be is refused.
    /// Errors: INVALID_ARGUMENT (not a state, damaged, forged, of a crowd with another def, or with an id in use;
    /// the message has its index), CAPACITY, OUT_OF_MEMORY, LOST, OPENCL.
    pub fn throng_crowd_add_states(crowd: *mut throng_crowd, count: i32, states: *const throng_agent_state, agents: *mut throng_agent) -> throng_status;
    /// Sets the number of steps so far, for a crowd that joins others late: random angles depend on it, and the
    /// hash has it. Agents stay as they are.
    /// Errors: INVALID_ARGUMENT, LOST.
    pub fn throng_crowd_set_steps(crowd: *mut throng_crowd, steps: u64) -> throng_status;
    /// Name of an operation in files of costs: "read", "influence", "paths", "adjacent", "flow", "potential",
    /// "choquet", "crowd", "perception". NULL for any other number.
    pub fn throng_operation_name(operation: throng_operation) -> *const c_char;
    /// Default definition of a calibration: all operations, 60 seconds.
    pub fn throng_calibrate_default_def() -> throng_calibrate_def;
    /// Measures the cost of frames on both backends, with objects of its own.
    /// The time is shared by the operations. Some sizes are run first, on the CPU and on the device in turns, and
    /// repeated after others; then those where a selection could lose by what is not known yet, once or several
    /// times. A cost is the least repeat. It ends early when selections can lose next to nothing. Existing
    /// objects stay where they are. `report` may be NULL. Call it while the machine does nothing else.
    /// Errors: INVALID_ARGUMENT (also if THRONG_COSTS names a file), NO_DEVICE (no device is open, so there is
    /// nothing to select), OUT_OF_MEMORY, and those of the device. What was kept before a failure stays.
    pub fn throng_calibrate(context: *mut throng_context, def: *const throng_calibrate_def, report: *mut throng_calibrate_report) -> throng_status;
    /// Default definition of a flow; `terrain` is to be set.
    pub fn throng_flow_default_def() -> throng_flow_def;
    /// Creates a flow whose fields have no goals. It lives on one backend from then on.
    /// On SQUARE8 a field takes about 5 bytes per cell on large maps, more on small worlds.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, NO_DEVICE (`backend` is OPENCL and the context has no device
    /// open), BUILD_FAILED, OPENCL.
    pub fn throng_flow_create(context: *mut throng_context, def: *const throng_flow_def, flow: *mut *mut throng_flow) -> throng_status;
    /// Reports which backend throng_flow_create() would choose for this def, and why.
    /// Errors: INVALID_ARGUMENT, NO_DEVICE.
    pub fn throng_flow_explain(context: *mut throng_context, def: *const throng_flow_def, choice: *mut throng_selection) -> throng_status;
    /// Destroys a flow. NULL does nothing.
    /// Errors: INVALID_ARGUMENT if it is not a flow or is still used by a tracer, a crowd or a readback.
    pub fn throng_flow_destroy(flow: *mut throng_flow) -> throng_status;
    /// Replaces the goals of a field by these cells. `count` 0: none.
    /// A goal serves its own world. A cell may occur twice. A cell that is blocked during an update is no goal
    /// until an update finds it free.
    /// Errors: INVALID_ARGUMENT (a cell off the map: the message has its index), CAPACITY, LOST, OPENCL; on a
    /// device, if the keys of the last update cannot double, OUT_OF_MEMORY and BUILD_FAILED.
    pub fn throng_flow_set_goals(flow: *mut throng_flow, field: i32, count: i32, cells: *const throng_cell, stride: usize) -> throng_status;
    /// Sets the costs of a region's cells, row by row, for all fields. `region` NULL: all cells.
    /// A step is as long as its length times the mean of the costs of its two cells, so a path's length is the
    /// time that a body takes whose speed a cell divides by its cost. Range of a cost: 1 to 255. Default: 1, with
    /// which lengths are those without costs. `row_stride` is in bytes. The next update takes them in.
    /// Errors: INVALID_ARGUMENT (`costs` of the def is 0; a cost of 0: the message has column and row), CAPACITY
    /// (the sum of a world's costs would exceed THRONG_MAX_FLOW_COSTS). No cost is changed then.
    pub fn throng_flow_set_costs(flow: *mut throng_flow, region: *const throng_region, costs: *const u8, row_stride: usize) -> throng_status;
    /// Gets the number of a field as bodies of this radius need it: field + fields * class, which reading and
    /// sampling take.
    /// `field` is 0 to fields-1, `radius` 0 to 1e9.
    /// Errors: INVALID_ARGUMENT.
    pub fn throng_flow_field_for(flow: *mut throng_flow, field: i32, radius: f32, number: *mut i32) -> throng_status;
    /// Updates the fields whose goals were set since the last update, or all fields if the terrain or costs
    /// changed.
    /// Does nothing if none did. On a device the work is enqueued and not awaited; a call that reads a field
    /// waits for it, and may have to enqueue the rest of it. So does the next update, if the flow has clearances,
    /// costs or ways to reached cells, or if walls had changed before the last one. Allocates nothing, with one
    /// exception: when a path of 19,000 cells or more is first met on SQUARE8, the keys of all fields double in
    /// size; with costs or clearances 9,000 cells, each counted as often as it costs.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL; OUT_OF_MEMORY, on a device BUILD_FAILED as well, if the keys
    /// cannot double. Fields that are not up to date then lead nowhere until an update succeeds; on a device they
    /// cannot be read, and the next update computes all fields anew.
    pub fn throng_flow_update(flow: *mut throng_flow) -> throng_status;
    /// Copies the path lengths of a region as of the last update, row by row. `region` NULL: all cells.
    /// `field` is 0 to fields * classes - 1; see throng_flow_field_for().
    /// A length is in cells: a + b*sqrt(2), exact and rounded once; 0 in goals, -1 if there is no path. With
    /// costs a and b are halves of whole numbers.
    /// `row_stride` must be a multiple of 4.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL; on a device, where the keys may have to double,
    /// OUT_OF_MEMORY and BUILD_FAILED.
    pub fn throng_flow_read_lengths(flow: *mut throng_flow, field: i32, region: *const throng_region, lengths: *mut f32, row_stride: usize) -> throng_status;
    /// Copies the directions of a region as of the last update, row by row. `region` NULL: all cells.
    /// A direction is the first step of a shortest path, of several the one with the lowest number. Following
    /// directions from cell to cell leads to a goal on a path of the cell's length.
    /// Errors: as throng_flow_read_lengths().
    pub fn throng_flow_read_directions(flow: *mut throng_flow, field: i32, region: *const throng_region, directions: *mut throng_flow_direction, row_stride: usize) -> throng_status;
    /// Samples the flow at many points as of the last update.
    /// A point is in the cell of the nearest centre. `sampling` is how directions are found, `agents` are the
    /// points, `stride` is theirs, and `ways` receives `count` results, packed.
    /// Errors: INVALID_ARGUMENT (the message has the point), LOST, OPENCL; on a device, where the keys may have
    /// to double, OUT_OF_MEMORY and BUILD_FAILED.
    pub fn throng_flow_sample(flow: *mut throng_flow, sampling: throng_flow_sampling, count: i32, agents: *const throng_flow_point, stride: usize, ways: *mut throng_flow_vector) -> throng_status;
    /// Removes all goals, so that the fields lead nowhere; brings a lost flow back.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
    pub fn throng_flow_reset(flow: *mut throng_flow) -> throng_status;
    /// Gets facts about a flow. Waits for the last update if the context profiles.
    /// Errors: INVALID_ARGUMENT.
    pub fn throng_flow_get_info(flow: *mut throng_flow, info: *mut throng_flow_info) -> throng_status;
    /// Default definition of a map; `width` and `height` are to be set.
    pub fn throng_influence_default_def() -> throng_influence_def;
    /// Default object: at the origin of world 0, at rest, influence 1, linear decay 1/16, max_distance 16,
    /// alpha 0, offset 0.
    pub fn throng_influence_default_object() -> throng_influence_object;
    /// Creates a map whose layers have no objects and whose values are 0.
    /// It lives on one backend from then on. With an automatic choice, a device that fails is replaced by the
    /// CPU.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
    pub fn throng_influence_create(context: *mut throng_context, def: *const throng_influence_def, map: *mut *mut throng_influence) -> throng_status;
    /// Reports which backend throng_influence_create() would choose for this def at full capacity, and why.
    /// Errors: INVALID_ARGUMENT.
    pub fn throng_influence_explain(context: *mut throng_context, def: *const throng_influence_def, choice: *mut throng_selection) -> throng_status;
    /// Destroys a map. NULL does nothing.
    /// Errors: INVALID_ARGUMENT if it is not a map or is still used by a readback.
    pub fn throng_influence_destroy(map: *mut throng_influence) -> throng_status;
    /// Replaces objects first to first+count-1 of a layer, and adds those past its end.
    /// `first` must not exceed the present count.
    /// Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
    /// OPENCL, OUT_OF_MEMORY (on a device, and with path or adjacent propagation, whose lists may have to grow).
    pub fn throng_influence_set_objects(map: *mut throng_influence, layer: i32, first: i32, count: i32, objects: *const throng_influence_object, stride: usize) -> throng_status;
    /// Changes position and direction of existing objects; cheaper than setting them.
    /// `positions` holds pairs (x, y), `velocities` pairs (vx, vy). `velocities` NULL: directions stay.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn throng_influence_move_objects(map: *mut throng_influence, layer: i32, first: i32, count: i32, positions: *const f32, position_stride: usize, velocities: *const f32, velocity_stride: usize) -> throng_status;
    /// Removes objects from the end of a layer, so that `count` are left.
    /// `count` must not exceed the present count.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn throng_influence_truncate_objects(map: *mut throng_influence, layer: i32, count: i32) -> throng_status;
    /// Number of objects of a layer. Returns 0 if the map or the layer does not exist.
    pub fn throng_influence_object_count(map: *const throng_influence, layer: i32) -> i32;
    /// Sets a layer's momentum m: each update computes M = m * M_last + (1 - m) * M_new.
    /// Range: 0 <= m < 1; values below 1e-6 count as 0. Default: 0. The first momentum of a layer allocates
    /// memory for its sums.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
    pub fn throng_influence_set_momentum(map: *mut throng_influence, layer: i32, momentum: f32) -> throng_status;
    /// Brings all layers up to date with their objects and the terrain.
    /// The cost follows what changed: cells near objects that changed since the last update, before or after, are
    /// summed again, and others stay as they are. After a failure the next call resumes with the layer that
    /// failed. Work on a device is enqueued and not awaited.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn throng_influence_update(map: *mut throng_influence) -> throng_status;
    /// Brings one layer up to date, as throng_influence_update() does.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn throng_influence_update_layer(map: *mut throng_influence, layer: i32) -> throng_status;
    /// Computes the weighted sum of the layers, added in ascending order, as THRONG_LAYER_COMBINED.
    /// It is kept until the next call. `count` must be the number of layers. A weight is -1e9 to 1e9; one below
    /// 1e-9 in magnitude counts as 0. The first call allocates the memory of the sum.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
    pub fn throng_influence_combine(map: *mut throng_influence, weights: *const f32, count: i32) -> throng_status;
    /// Copies the values of a region, row by row. `region` NULL: the whole map.
    /// Waits for work that the values depend on.
    /// Errors: INVALID_ARGUMENT (also THRONG_LAYER_COMBINED before the first throng_influence_combine()), LOST,
    /// OPENCL.
    pub fn throng_influence_read(map: *mut throng_influence, layer: i32, region: *const throng_region, values: *mut f32, row_stride: usize) -> throng_status;
    /// Finds the cell with the largest value of a region. `region` NULL: the whole map.
    /// Of several, the one in the lowest row wins, then the lowest column. On maps with terrain, blocked cells do
    /// not count; if all are blocked, column and row are -1. Waits for work that the values depend on.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL; on a device, which prepares for queries when a map gets its first
    /// one, OUT_OF_MEMORY and BUILD_FAILED.
    pub fn throng_influence_best(map: *mut throng_influence, layer: i32, region: *const throng_region, best: *mut throng_best) -> throng_status;
    /// Finds the cell with the smallest value of a region, as throng_influence_best() finds the largest.
    /// Errors: as throng_influence_best().
    pub fn throng_influence_worst(map: *mut throng_influence, layer: i32, region: *const throng_region, worst: *mut throng_best) -> throng_status;
    /// Finds the extreme cell of each of `count` regions, as throng_influence_best() does for one.
    /// `stride` is that of `regions`; `results` is packed.
    /// Errors: as throng_influence_best(); if a region is off the map, the message has its index.
    pub fn throng_influence_best_of_regions(map: *mut throng_influence, layer: i32, which: throng_extreme, count: i32, regions: *const throng_region, stride: usize, results: *mut throng_best) -> throng_status;
    /// Finds, for each of `count` cells, the extreme cell among those that one step leads to.
    /// These are its neighbours on the map's grid, in the same world, free, and without cutting a corner. If
    /// `own_too` is 1, the cell itself counts too. If it is 0, the cell is the result only if no neighbour
    /// counts. `stride` is that of `cells`; `results` is packed.
    /// Errors: as throng_influence_best(); if a cell is off the map, the message has its index.
    pub fn throng_influence_best_of_neighbors(map: *mut throng_influence, layer: i32, which: throng_extreme, own_too: i32, count: i32, cells: *const throng_cell, stride: usize, results: *mut throng_best) -> throng_status;
    /// Samples value and gradient at `count` points.
    /// Values are interpolated between the centres of cells: of four cells bilinearly, on hexagonal grids of
    /// three linearly. A neighbour that is blocked or off the map takes the value of the point's own cell, so
    /// that the gradient does not point to or from it. The own cell keeps its value, blocked or not. `stride` is
    /// that of `points`; `samples` is packed. Waits for work that the values depend on.
    /// Errors: as throng_influence_best(); if a point is out of range, the message has its index.
    pub fn throng_influence_sample(map: *mut throng_influence, layer: i32, count: i32, points: *const throng_point, stride: usize, samples: *mut throng_sample) -> throng_status;
    /// Removes all objects, values and the combination, as after creation; brings a lost map back.
    /// The momentum of layers stays. If the call fails, the map is lost and the call may be repeated.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
    pub fn throng_influence_reset(map: *mut throng_influence) -> throng_status;
    /// Gets facts about a map. Waits for the last update if the context profiles.
    /// Errors: INVALID_ARGUMENT.
    pub fn throng_influence_get_info(map: *mut throng_influence, info: *mut throng_influence_info) -> throng_status;
    /// Does a part of an update that takes about `seconds`, and sets *done to 1 if the update is whole.
    /// If none is under way, it begins one; if nothing changed, that is whole at once. A call does at least one
    /// small step and stops after the first one that ends beyond the budget; 0: it does one step. How many
    /// calls an update takes depends on the machine: see throng_influence_update_part(). On a device, the
    /// budget is for the work that is enqueued, as the library estimates it, and nothing is awaited; a call that
    /// reads waits for the parts that were enqueued before it. The first call allocates memory: see
    /// throng_influence_reserve(). Range: 0 to 1e9.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
    pub fn throng_influence_update_some(map: *mut throng_influence, seconds: f64, done: *mut i32) -> throng_status;
    /// Does one of `parts` parts of an update, of about equal work, and sets *done to 1 if the update is whole.
    /// The update is whole with call number `parts`, never before, on every machine and backend: games in
    /// lockstep see new values in the same frame. All calls of an update must have the same `parts`. If the
    /// update was begun by throng_influence_update_some(), this call is the first of its parts. Range: 1 to
    /// 1e6.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
    pub fn throng_influence_update_part(map: *mut throng_influence, parts: i32, done: *mut i32) -> throng_status;
    /// Allocates at load time what calls allocate otherwise when they first need it.
    /// A layer is prepared for as many `objects` as that like `like`, wherever they stand: as many as it has or
    /// will have at the same time, of the largest max_distance and the weakest decay. Objects that add up to no
    /// more allocate nothing. `like` NULL: no objects. `layer` -1: all layers, each for so many. `uses` is a sum
    /// of THRONG_USE_*. Nothing that was reserved is given back before the map is destroyed, or reset after its
    /// device failed. Where memory moves that an update under way reads, what is left of it is computed first.
    /// Errors: INVALID_ARGUMENT, CAPACITY (`objects` above the def's object_capacity), OUT_OF_MEMORY, LOST,
    /// OPENCL, BUILD_FAILED.
    pub fn throng_influence_reserve(map: *mut throng_influence, layer: i32, objects: i32, like: *const throng_influence_object, uses: throng_influence_uses) -> throng_status;
    /// Default definition of a measure; `types` and the weights are to be set.
    pub fn throng_measure_default_def() -> throng_measure_def;
    /// Creates a measure. It lives on one backend from then on.
    /// Its 2^n values are computed in double precision, type by type in ascending order, and rounded once. They
    /// must be within 1e9, before and after normalization. A measure that is not monotone or has a negative value
    /// is rejected unless the def accepts it; the message has the two sets and their values.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
    pub fn throng_measure_create(context: *mut throng_context, def: *const throng_measure_def, measure: *mut *mut throng_measure) -> throng_status;
    /// Reports which backend throng_measure_create() would choose for this def, and why.
    /// Errors: INVALID_ARGUMENT.
    pub fn throng_measure_explain(context: *mut throng_context, def: *const throng_measure_def, choice: *mut throng_selection) -> throng_status;
    /// Destroys a measure. NULL does nothing.
    /// Errors: INVALID_ARGUMENT if it is not a measure or is still used by a potential field.
    pub fn throng_measure_destroy(measure: *mut throng_measure) -> throng_status;
    /// Gets the value of one set of types. `subset` is a bit mask. Range: 0 to 2^n - 1.
    /// Errors: INVALID_ARGUMENT.
    pub fn throng_measure_value(measure: *const throng_measure, subset: u32, value: *mut f32) -> throng_status;
    /// Computes the Choquet integral (10, 11) of each of `count` rows of n values f:
    ///   sum of (f_(i) - f_(i-1)) * m({types with f >= f_(i)}),  f_(1) <= ... <= f_(n),  f_(0) = 0,
    /// added in this order from +0.
    ///
    /// Values are -1e9 to 1e9. With negative values this is the asymmetric integral: that of f + c is that of f
    /// plus c * m(all types). Results are within 3e18. `stride` is in bytes from row to row, a multiple of 4;
    /// `results` is packed. The context's threads share the rows; nothing is allocated.
    /// Errors: INVALID_ARGUMENT (the message has row and type), LOST, OPENCL.
    pub fn throng_measure_choquet(measure: *mut throng_measure, count: i32, values: *const f32, stride: usize, results: *mut f32) -> throng_status;
    /// Gets facts about a measure.
    /// Errors: INVALID_ARGUMENT.
    pub fn throng_measure_get_info(measure: *mut throng_measure, info: *mut throng_measure_info) -> throng_status;
    /// Default definition of a potential field.
    pub fn throng_potential_default_def() -> throng_potential_def;
    /// Default source: at the origin of world 0, eta 1, range 4, power 1, type 0.
    pub fn throng_potential_default_source() -> throng_potential_source;
    /// Creates a field without sources, goals and points. It lives on one backend from then on.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED; UNSUPPORTED if the device flushes subnormal
    /// numbers and the context does not accept inexact results.
    pub fn throng_potential_create(context: *mut throng_context, def: *const throng_potential_def, field: *mut *mut throng_potential) -> throng_status;
    /// Reports which backend throng_potential_create() would choose for this def at full capacity, and why.
    /// Errors: INVALID_ARGUMENT.
    pub fn throng_potential_explain(context: *mut throng_context, def: *const throng_potential_def, choice: *mut throng_selection) -> throng_status;
    /// Destroys a field. NULL does nothing.
    /// Errors: INVALID_ARGUMENT if it is not a field or is still used by a tracer or a readback.
    pub fn throng_potential_destroy(field: *mut throng_potential) -> throng_status;
    /// Replaces sources first to first+count-1, and adds those past the end.
    /// `first` must not exceed the present count. More than 256 KiB of sources, points or positions go to a
    /// device in one piece; the memory for it is allocated the first time.
    /// Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
    /// OPENCL.
    pub fn throng_potential_set_sources(field: *mut throng_potential, first: i32, count: i32, sources: *const throng_potential_source, stride: usize) -> throng_status;
    /// Replaces goals first to first+count-1, and adds those past the end.
    /// Errors: as throng_potential_set_sources().
    pub fn throng_potential_set_goals(field: *mut throng_potential, first: i32, count: i32, goals: *const throng_potential_goal, stride: usize) -> throng_status;
    /// Replaces points first to first+count-1, and adds those past the end.
    /// Errors: as throng_potential_set_sources(); INVALID_ARGUMENT if a point's goal does not exist or is in
    /// another world.
    pub fn throng_potential_set_points(field: *mut throng_potential, first: i32, count: i32, points: *const throng_potential_point, stride: usize) -> throng_status;
    /// Changes the positions of existing sources. `positions` holds pairs (x, y).
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn throng_potential_move_sources(field: *mut throng_potential, first: i32, count: i32, positions: *const f32, stride: usize) -> throng_status;
    /// Changes the positions of existing points. `positions` holds pairs (x, y).
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn throng_potential_move_points(field: *mut throng_potential, first: i32, count: i32, positions: *const f32, stride: usize) -> throng_status;
    /// Removes sources from the end, so that `count` are left. `count` must not exceed the present count.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn throng_potential_truncate_sources(field: *mut throng_potential, count: i32) -> throng_status;
    /// Removes goals from the end, so that `count` are left. `count` must not exceed the present count.
    /// A point whose goal was removed is attracted by none until there is a goal with that index again.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn throng_potential_truncate_goals(field: *mut throng_potential, count: i32) -> throng_status;
    /// Removes points from the end, so that `count` are left. `count` must not exceed the present count.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn throng_potential_truncate_points(field: *mut throng_potential, count: i32) -> throng_status;
    /// Evaluates the field at all points. Does nothing if neither the field nor its terrain changed.
    /// Work on a device is enqueued and not awaited.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn throng_potential_update(field: *mut throng_potential) -> throng_status;
    /// Copies the results of the last update for points first to first+count-1.
    /// Points that were added since then get zeros. Waits for work that the results depend on.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn throng_potential_read(field: *mut throng_potential, first: i32, count: i32, forces: *mut throng_force, stride: usize) -> throng_status;
    /// Removes all sources, goals and points; brings a lost field back.
    /// If the call fails, the field is lost and the call may be repeated.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
    pub fn throng_potential_reset(field: *mut throng_potential) -> throng_status;
    /// Gets facts about a field. Waits for the last update if the context profiles.
    /// Errors: INVALID_ARGUMENT.
    pub fn throng_potential_get_info(field: *mut throng_potential, info: *mut throng_potential_info) -> throng_status;
    /// Default definition of a readback; `capacity` and the object are to be set.
    pub fn throng_readback_default_def() -> throng_readback_def;
    /// Creates a readback on the backend of its object. Destroy it before the object.
    /// It takes `slots` times `capacity` entries of memory, which a device's driver may pin. On a device one of
    /// motions, or of 16,384 agents or more, also allocates as throng_crowd_set_motions() does.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST (the crowd).
    pub fn throng_readback_create(context: *mut throng_context, def: *const throng_readback_def, readback: *mut *mut throng_readback) -> throng_status;
    /// Destroys a readback, and with it what was read. NULL does nothing.
    /// Waits for reads that are under way. Errors: INVALID_ARGUMENT if it is not a readback.
    pub fn throng_readback_destroy(readback: *mut throng_readback) -> throng_status;
    /// Begins to read agents. `agents` NULL: all of them, in the order of throng_crowd_list(); `count` must be
    /// their number. `agents` is packed. *read receives the read; `read` may be NULL.
    /// Does not wait. On a device, where agents are named, or were added or removed since the last step, their
    /// indices are uploaded first; that waits until the upload of those of the read before has ended.
    /// Errors: INVALID_ARGUMENT (another kind of readback; as throng_crowd_get()), CAPACITY (no slot is free:
    /// fetch or release a read, and begin again; or more entries than the def's capacity), LOST, OPENCL; after
    /// throng_crowd_reserve() for motions on a device OUT_OF_MEMORY.
    pub fn throng_readback_begin_agents(readback: *mut throng_readback, agents: *const throng_agent, count: i32, read: *mut throng_readback_read) -> throng_status;
    /// Begins to read the values of a region, row by row. `region` NULL: all cells.
    /// Does not wait, except that on a device a read of a flow waits until the rounds of its update are known to
    /// have ended, as every use of the flow does. `read`: as for throng_readback_begin_agents().
    /// Errors: INVALID_ARGUMENT (another kind of readback; as throng_influence_read() and
    /// throng_flow_read_lengths()), CAPACITY (as throng_readback_begin_agents()), LOST, OPENCL; of flows
    /// OUT_OF_MEMORY and BUILD_FAILED.
    pub fn throng_readback_begin_region(readback: *mut throng_readback, region: *const throng_region, read: *mut throng_readback_read) -> throng_status;
    /// Begins to read forces at points, or results of paths, first to first+count-1.
    /// Does not wait. `read`: as for throng_readback_begin_agents().
    /// Errors: INVALID_ARGUMENT (another kind of readback; as throng_potential_read(), throng_trace_read()),
    /// CAPACITY (as throng_readback_begin_agents()), LOST, OPENCL.
    pub fn throng_readback_begin_range(readback: *mut throng_readback, first: i32, count: i32, read: *mut throng_readback_read) -> throng_status;
    /// Tells whether a read has ended, so that fetching it does not wait: *ready is 1 or 0.
    /// Errors: INVALID_ARGUMENT (no such read: it never began, or was fetched or released), LOST (the device
    /// failed), OPENCL.
    pub fn throng_readback_ready(readback: *mut throng_readback, number: u64, ready: *mut i32) -> throng_status;
    /// Gets a read by its number, as it began.
    /// Errors: INVALID_ARGUMENT (no such read), LOST.
    pub fn throng_readback_get_read(readback: *mut throng_readback, number: u64, read: *mut throng_readback_read) -> throng_status;
    /// Copies the values of a read, and frees its slot. Waits until it has ended.
    /// `stride` is from entry to entry; of regions it is from row to row.
    /// Errors: INVALID_ARGUMENT (no such read, a stride that is too small), LOST, OPENCL; then the slot stays.
    pub fn throng_readback_fetch(readback: *mut throng_readback, number: u64, values: *mut c_void, stride: usize) -> throng_status;
    /// Gets the values of a read where they are, packed, without a copy. Waits until it has ended.
    /// *values is valid until the read is fetched or released, or the readback reset or destroyed.
    /// Errors: INVALID_ARGUMENT (no such read), LOST, OPENCL.
    pub fn throng_readback_map(readback: *mut throng_readback, number: u64, values: *mut *const c_void) -> throng_status;
    /// Frees the slot of a read. Does not wait, even if the read is still under way.
    /// Errors: INVALID_ARGUMENT (no such read), LOST.
    pub fn throng_readback_release(readback: *mut throng_readback, number: u64) -> throng_status;
    /// Finds the latest read that has ended, and releases all reads before it except those that are mapped.
    /// read->number is 0 if none has ended. The read itself keeps its slot: fetch or release it. Does not wait.
    /// Errors: INVALID_ARGUMENT, LOST (the device failed), OPENCL.
    pub fn throng_readback_latest(readback: *mut throng_readback, read: *mut throng_readback_read) -> throng_status;
    /// Releases all reads, after those under way have ended; brings a lost readback back. Numbers go on.
    /// If the call fails, the readback is lost and the call may be repeated.
    /// Errors: INVALID_ARGUMENT, OPENCL.
    pub fn throng_readback_reset(readback: *mut throng_readback) -> throng_status;
    /// Gets facts about a readback. Errors: INVALID_ARGUMENT.
    pub fn throng_readback_get_info(readback: *mut throng_readback, info: *mut throng_readback_info) -> throng_status;
    /// Default definition of a searcher; `terrain` is to be set.
    pub fn throng_route_default_def() -> throng_route_def;
    /// Creates a searcher without costs.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY.
    pub fn throng_route_create(context: *mut throng_context, def: *const throng_route_def, route: *mut *mut throng_route) -> throng_status;
    /// Destroys a searcher. NULL does nothing.
    /// Errors: INVALID_ARGUMENT if it is not a searcher.
    pub fn throng_route_destroy(route: *mut throng_route) -> throng_status;
    /// Sets the costs of a region's cells, row by row. `region` NULL: all cells.
    /// Range of a cost: 0 to 1e9. Default: 0. `row_stride` must be a multiple of 4. The first call allocates 4
    /// bytes per cell.
    /// Errors: INVALID_ARGUMENT (the message has column, row and value), OUT_OF_MEMORY.
    pub fn throng_route_set_costs(route: *mut throng_route, region: *const throng_region, costs: *const f32, row_stride: usize) -> throng_status;
    /// Sets the weight of costs. Range: 0 to 1e9. Default: 1.
    /// With 0 the search ignores costs, and results still report them.
    /// Errors: INVALID_ARGUMENT.
    pub fn throng_route_set_weight(route: *mut throng_route, weight: f32) -> throng_status;
    /// Finds an optimal route for each pair of cells and keeps the cells of all routes.
    /// They are kept until the next call that succeeds, also one with `count` 0. There is no route if either cell
    /// is blocked, if walls separate the cells, or if they are in different worlds. From a free cell to itself
    /// the route is that cell, with length 0. `results` receives `count` results, packed. The context's threads
    /// share the pairs. Memory grows to what the hardest searches so far needed; searching the same pairs a third
    /// time allocates nothing.
    /// Errors: INVALID_ARGUMENT (a cell off the map: the message has the pair), OUT_OF_MEMORY. The cells of the
    /// last search then stay as they were.
    pub fn throng_route_find(route: *mut throng_route, count: i32, pairs: *const throng_cell_pair, stride: usize, results: *mut throng_route_result) -> throng_status;
    /// Copies the cells of routes first to first+count-1 of the last search, one route after the other, each
    /// from its start to its goal.
    /// `capacity` is the number of cells that fit into `cells`.
    /// Errors: INVALID_ARGUMENT (no such routes), CAPACITY (nothing is copied; the message has the number of
    /// cells).
    pub fn throng_route_read(route: *const throng_route, first: i32, count: i32, cells: *mut throng_cell, capacity: i64) -> throng_status;
    /// Default definition of a terrain; `width` and `height` are to be set.
    pub fn throng_terrain_default_def() -> throng_terrain_def;
    /// Creates a terrain whose cells are all free. It takes a bit per cell.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY.
    pub fn throng_terrain_create(context: *mut throng_context, def: *const throng_terrain_def, terrain: *mut *mut throng_terrain) -> throng_status;
    /// Destroys a terrain. NULL does nothing.
    /// Errors: INVALID_ARGUMENT if it is not a terrain or is still used by another object.
    pub fn throng_terrain_destroy(terrain: *mut throng_terrain) -> throng_status;
    /// Sets the cells of a region from bytes, row by row: 0 is free, any other value blocked.
    /// `region` NULL: all cells of all worlds. `row_stride` is in bytes.
    /// Errors: INVALID_ARGUMENT.
    pub fn throng_terrain_set(terrain: *mut throng_terrain, region: *const throng_region, blocked: *const u8, row_stride: usize) -> throng_status;
    /// Sets all cells of a region to free (`blocked` is 0) or blocked. `region` NULL: all cells.
    /// Errors: INVALID_ARGUMENT.
    pub fn throng_terrain_fill(terrain: *mut throng_terrain, region: *const throng_region, blocked: i32) -> throng_status;
    /// Copies the cells of a region to bytes, row by row: 0 free, 1 blocked. `region` NULL: all cells.
    /// Errors: INVALID_ARGUMENT.
    pub fn throng_terrain_read(terrain: *const throng_terrain, region: *const throng_region, blocked: *mut u8, row_stride: usize) -> throng_status;
    /// Computes the lengths of the shortest paths between pairs of cells.
    /// A length is in cells: a + b*sqrt(2) with integers a and b, exact and rounded once. It is 0 from a free
    /// cell to itself, and -1 if there is no path, if a cell is blocked, or between two worlds. Each pair is a
    /// search of its own, and the context's threads share the pairs. A hexagonal grid with several worlds needs
    /// an even height.
    /// Errors: INVALID_ARGUMENT (a cell off the map: the message has the pair), OUT_OF_MEMORY.
    pub fn throng_terrain_distances(terrain: *mut throng_terrain, grid: throng_grid, count: i32, pairs: *const throng_cell_pair, stride: usize, distances: *mut f32) -> throng_status;
    /// Name of a status: "reached", "stuck", "step-limit", "outside", "unreachable" or "invalid".
    /// Returns NULL for any other number.
    pub fn throng_trace_status_name(status: throng_trace_status) -> *const c_char;
    /// Default definition of a tracer; `field` is to be set.
    pub fn throng_trace_default_def() -> throng_trace_def;
    /// Creates a tracer without starts, on the field's backend. Destroy it before its field and its flow.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
    pub fn throng_trace_create(context: *mut throng_context, def: *const throng_trace_def, trace: *mut *mut throng_trace) -> throng_status;
    /// Destroys a tracer. NULL does nothing.
    /// Errors: INVALID_ARGUMENT if it is not a tracer or is still used by a readback.
    pub fn throng_trace_destroy(trace: *mut throng_trace) -> throng_status;
    /// Replaces starts first to first+count-1, and adds those past the end.
    /// `first` must not exceed the present count.
    /// Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
    /// OPENCL.
    pub fn throng_trace_set_starts(trace: *mut throng_trace, first: i32, count: i32, starts: *const throng_trace_start, stride: usize) -> throng_status;
    /// Removes starts from the end, so that `count` are left. `count` must not exceed the present count.
    /// Errors: INVALID_ARGUMENT, LOST.
    pub fn throng_trace_truncate_starts(trace: *mut throng_trace, count: i32) -> throng_status;
    /// Updates the flow and traces all paths through the field as it was set last.
    /// throng_potential_update() is not needed. The context's threads share the paths. Work on a device is
    /// enqueued and not awaited, except for an update of the flow.
    /// Errors: INVALID_ARGUMENT, LOST (the tracer, its field or its flow), OPENCL, and of the flow's update
    /// OUT_OF_MEMORY.
    pub fn throng_trace_update(trace: *mut throng_trace) -> throng_status;
    /// Copies the results of the last update for paths first to first+count-1.
    /// Starts that were added since then get zeros and THRONG_TRACE_INVALID. Waits for work that the results
    /// depend on.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn throng_trace_read(trace: *mut throng_trace, first: i32, count: i32, results: *mut throng_trace_result, stride: usize) -> throng_status;
    /// Copies points first to first+count-1 of each of the paths path to path+paths-1 of the last update.
    /// Point 0 is the start. Points after a path's last one are undefined. Starts that were added since then get
    /// zeros. `stride` is in bytes from path to path.
    /// Errors: INVALID_ARGUMENT (no such paths or points; points are not kept), LOST, OPENCL.
    pub fn throng_trace_read_points(trace: *mut throng_trace, path: i32, paths: i32, first: i32, count: i32, points: *mut throng_trace_point, stride: usize) -> throng_status;
    /// Removes all starts; brings a lost tracer back.
    /// If the call fails, the tracer is lost and the call may be repeated.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
    pub fn throng_trace_reset(trace: *mut throng_trace) -> throng_status;
    /// Gets facts about a tracer. Waits for the last update if the context profiles.
    /// Errors: INVALID_ARGUMENT.
    pub fn throng_trace_get_info(trace: *mut throng_trace, info: *mut throng_trace_info) -> throng_status;
    /// Creates a context on the program's device; all objects made on it live there, but for terrain, routes and
    /// flows whose def names the CPU.
    /// `def` is as for throng_context_create() and may be NULL. Its backend must not be THRONG_BACKEND_CPU, and
    /// its device is ignored. throng retains the OpenCL context, and the queue if it works on it, until
    /// throng_context_destroy(). The device is probed, which waits for the queue.
    /// Errors: INVALID_ARGUMENT (as throng_context_create(); a queue of another context or device), NO_DEVICE
    /// (older than OpenCL 1.2), INEXACT_DEVICE, OUT_OF_MEMORY, BUILD_FAILED, OPENCL.
    pub fn throng_opencl_context_create(def: *const throng_context_def, host: *const throng_opencl_host, context: *mut *mut throng_context) -> throng_status;
    /// Default definition: nothing to build.
    pub fn throng_opencl_default_build_def() -> throng_opencl_build_def;
    /// Builds all kernels that objects of these definitions may need, at creation and later.
    /// For a level's load: objects of these definitions, or of others that differ in sizes and capacities
    /// alone, then build nothing when they are created, get their first walls, or answer their first query. For
    /// a definition that would be placed on the CPU there is nothing to build. Works on any context with an
    /// open device. The kernels stay with the context, and in its cache folder for the next run. Some drivers,
    /// PoCL's among them, compile a kernel only when it first runs. While it runs it needs the memory of one
    /// such map and flow.
    /// Errors: INVALID_ARGUMENT (as the create functions), NO_DEVICE, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
    pub fn throng_opencl_build(context: *mut throng_context, def: *const throng_opencl_build_def) -> throng_status;
    /// Does throng_influence_set_objects() from a buffer of throng_influence_object.
    /// The first object is at `offset`, the next one `stride` bytes further. Waits until the objects have been
    /// checked, so mistakes in them are errors of this call. Moving objects is cheaper.
    /// Errors: as throng_influence_set_objects(); UNSUPPORTED.
    pub fn throng_influence_set_objects_cl(map: *mut throng_influence, layer: i32, first: i32, count: i32, objects: *mut c_void, offset: usize, stride: usize, wait_count: u32, waits: *const *mut c_void, event: *mut *mut c_void) -> throng_status;
    /// Does throng_influence_move_objects() from buffers of float pairs. `velocities` may be NULL.
    /// Does not wait, so the values are checked on the device alone. An object whose new position or direction is
    /// not finite or out of range keeps both. On a map with walls, an object that was moved off the map or into a
    /// wall adds nothing while it is there.
    /// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST; the first time OUT_OF_MEMORY, BUILD_FAILED.
    pub fn throng_influence_move_objects_cl(map: *mut throng_influence, layer: i32, first: i32, count: i32, positions: *mut c_void, position_offset: usize, position_stride: usize, velocities: *mut c_void, velocity_offset: usize, velocity_stride: usize, wait_count: u32, waits: *const *mut c_void, event: *mut *mut c_void) -> throng_status;
    /// Does throng_influence_read() into a buffer. Does not wait.
    /// The region's first row goes to `offset`, the next one `row_stride` bytes further.
    /// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST.
    pub fn throng_influence_read_cl(map: *mut throng_influence, layer: i32, region: *const throng_region, values: *mut c_void, offset: usize, row_stride: usize, wait_count: u32, waits: *const *mut c_void, event: *mut *mut c_void) -> throng_status;
    /// Does throng_influence_best_of_regions() from a buffer of throng_region, into one of throng_best.
    /// The first region is at `offset`, the next one `stride` bytes further; results likewise. Does not wait, so
    /// regions are checked on the device alone: the result of one that is not on the map is column -1, row -1 and
    /// value 0. The buffers must not overlap.
    /// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST; when a map gets its first query, OUT_OF_MEMORY and
    /// BUILD_FAILED.
    pub fn throng_influence_best_of_regions_cl(map: *mut throng_influence, layer: i32, which: throng_extreme, count: i32, regions: *mut c_void, offset: usize, stride: usize, results: *mut c_void, results_offset: usize, results_stride: usize, wait_count: u32, waits: *const *mut c_void, event: *mut *mut c_void) -> throng_status;
    /// Does throng_influence_best_of_neighbors() from a buffer of throng_cell, into one of throng_best, as
    /// throng_influence_best_of_regions_cl() does.
    /// Errors: as throng_influence_best_of_regions_cl().
    pub fn throng_influence_best_of_neighbors_cl(map: *mut throng_influence, layer: i32, which: throng_extreme, own_too: i32, count: i32, cells: *mut c_void, offset: usize, stride: usize, results: *mut c_void, results_offset: usize, results_stride: usize, wait_count: u32, waits: *const *mut c_void, event: *mut *mut c_void) -> throng_status;
    /// Does throng_influence_sample() from a buffer of throng_point, into one of throng_sample, as
    /// throng_influence_best_of_regions_cl() does. A point that is out of range gets zeros.
    /// Errors: as throng_influence_best_of_regions_cl().
    pub fn throng_influence_sample_cl(map: *mut throng_influence, layer: i32, count: i32, points: *mut c_void, offset: usize, stride: usize, samples: *mut c_void, samples_offset: usize, samples_stride: usize, wait_count: u32, waits: *const *mut c_void, event: *mut *mut c_void) -> throng_status;
    /// Gets the map's own buffer of a layer or of THRONG_LAYER_COMBINED, for the program's kernels to read.
    /// They must run on the queue that throng works on, or wait for an event of it, and must not write it. It
    /// holds floats, the first one at *offset, and rows are *row_stride bytes apart. It belongs to the map, and
    /// stays the same until the map is destroyed or reset, or an update in slices becomes whole: in
    /// throng_influence_update_some(), throng_influence_update_part(), or a call that finishes one. Ask again
    /// then.
    /// Errors: INVALID_ARGUMENT, UNSUPPORTED, LOST.
    pub fn throng_influence_buffer(map: *mut throng_influence, layer: i32, buffer: *mut *mut c_void, offset: *mut usize, row_stride: *mut usize) -> throng_status;
    /// Does throng_potential_read() into a buffer of throng_force. Does not wait.
    /// The first result goes to `offset`, the next one `stride` bytes further. The points must have been there at
    /// the last update.
    /// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST.
    pub fn throng_potential_read_cl(field: *mut throng_potential, first: i32, count: i32, forces: *mut c_void, offset: usize, stride: usize, wait_count: u32, waits: *const *mut c_void, event: *mut *mut c_void) -> throng_status;
    /// Does throng_flow_sample() for points in a buffer of throng_flow_point, into one of throng_flow_vector.
    /// The first point is at `offset`, the next one `stride` bytes further; results likewise. Waits for the last
    /// update, not for the samples, so the points are checked on the device alone: one whose position, world or
    /// field is out of range gets (0, 0) and the length -1. The buffers must not overlap.
    /// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST; OUT_OF_MEMORY and BUILD_FAILED where keys have to
    /// double.
    pub fn throng_flow_sample_cl(flow: *mut throng_flow, sampling: throng_flow_sampling, count: i32, points: *mut c_void, offset: usize, stride: usize, vectors: *mut c_void, vector_offset: usize, vector_stride: usize, wait_count: u32, waits: *const *mut c_void, event: *mut *mut c_void) -> throng_status;
    /// Does throng_trace_set_starts() from a buffer of throng_trace_start. Does not wait.
    /// The first start is at `offset`, the next one `stride` bytes further. Starts are checked on the device
    /// alone: the path of one that is out of range ends as THRONG_TRACE_INVALID at (0, 0).
    /// Errors: INVALID_ARGUMENT, CAPACITY, UNSUPPORTED, OPENCL, LOST; at the first call, OUT_OF_MEMORY and
    /// BUILD_FAILED.
    pub fn throng_trace_set_starts_cl(trace: *mut throng_trace, first: i32, count: i32, starts: *mut c_void, offset: usize, stride: usize, wait_count: u32, waits: *const *mut c_void, event: *mut *mut c_void) -> throng_status;
    /// Does throng_trace_read() into a buffer of throng_trace_result. Does not wait.
    /// The first result goes to `offset`, the next one `stride` bytes further. The starts must have been there at
    /// the last update.
    /// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST.
    pub fn throng_trace_read_cl(trace: *mut throng_trace, first: i32, count: i32, results: *mut c_void, offset: usize, stride: usize, wait_count: u32, waits: *const *mut c_void, event: *mut *mut c_void) -> throng_status;
    /// Does throng_trace_read_points() into a buffer of throng_trace_point. Does not wait.
    /// The first path's points go to `offset`, those of the next one `stride` bytes further. The starts must have
    /// been there at the last update.
    /// Errors: INVALID_ARGUMENT, UNSUPPORTED, OPENCL, LOST.
    pub fn throng_trace_read_points_cl(trace: *mut throng_trace, path: i32, paths: i32, first: i32, count: i32, points: *mut c_void, offset: usize, stride: usize, wait_count: u32, waits: *const *mut c_void, event: *mut *mut c_void) -> throng_status;
    /// Does throng_crowd_get() into a buffer. Waits as throng_crowd_set_cl() does.
    /// The first agent's value goes to `offset`, the next one `stride` bytes further. MAX_NEIGHBORS, LOCKED,
    /// FLAGS, FLOW_FIELD, NAVIGATION, VISION_ANGLE, ID and the doubles are not available, as devices store them
    /// in another form. Positions and goals are relative to the crowd's home, see throng_crowd_info.home_x.
    /// Errors: as throng_crowd_get(); UNSUPPORTED.
    pub fn throng_crowd_get_cl(crowd: *mut throng_crowd, what: throng_agent_value, count: i32, agents: *const throng_agent, agent_stride: usize, values: *mut c_void, offset: usize, stride: usize, wait_count: u32, waits: *const *mut c_void, event: *mut *mut c_void) -> throng_status;
    /// Does throng_crowd_set() from a buffer of float pairs. Does not wait, but for earlier uploads where agents
    /// are named; and for `waits` if it is for more than 12,288 agents and changes the navigation of some.
    /// `what` is POSITION, VELOCITY, PREFERRED_VELOCITY, GOAL or TARGET. The first agent's pair is at `offset`,
    /// the next one `stride` bytes further. Positions and goals are relative to the crowd's home, see
    /// throng_crowd_info.home_x. Values are checked on the device alone: an agent whose pair is not finite or
    /// out of range keeps its own value; PREFERRED_VELOCITY and GOAL change its navigation all the same. A
    /// velocity that is kept as a goal is rounded, as goals are relative to the home, and so is the reverse.
    /// Errors: as throng_crowd_set() but for values; UNSUPPORTED; the first time BUILD_FAILED.
    pub fn throng_crowd_set_cl(crowd: *mut throng_crowd, what: throng_agent_value, count: i32, agents: *const throng_agent, agent_stride: usize, values: *mut c_void, offset: usize, stride: usize, wait_count: u32, waits: *const *mut c_void, event: *mut *mut c_void) -> throng_status;
    /// Does throng_crowd_find_nearest() from a buffer of throng_crowd_query, into buffers. Does not wait.
    /// The first query is at `offset` of `queries`, the next one `stride` bytes further. The hits of query i
    /// begin i * capacity hits behind `hits_offset`, and its number of hits is i * 4 bytes behind `found_offset`.
    /// In hits the generation of agents is 0: the index tells which agent it is. Queries are checked on the
    /// device alone: one that is out of range finds nobody; of `except` only the index counts, unless its
    /// generation is even. Points are relative to the crowd's home, see throng_crowd_info.home_x. Kernels read
    /// what they have written to `hits`, which must not be CL_MEM_WRITE_ONLY.
    /// Errors: as throng_crowd_find_nearest(); UNSUPPORTED.
    pub fn throng_crowd_find_nearest_cl(crowd: *mut throng_crowd, count: i32, queries: *mut c_void, offset: usize, stride: usize, capacity: i32, hits: *mut c_void, hits_offset: usize, found: *mut c_void, found_offset: usize, wait_count: u32, waits: *const *mut c_void, event: *mut *mut c_void) -> throng_status;
    /// Does throng_crowd_find_within() from a buffer into buffers, as throng_crowd_find_nearest_cl() does.
    /// `hits` may be NULL if `capacity` is 0.
    /// Errors: as throng_crowd_find_nearest_cl().
    pub fn throng_crowd_find_within_cl(crowd: *mut throng_crowd, count: i32, queries: *mut c_void, offset: usize, stride: usize, capacity: i32, hits: *mut c_void, hits_offset: usize, found: *mut c_void, found_offset: usize, wait_count: u32, waits: *const *mut c_void, event: *mut *mut c_void) -> throng_status;
}
