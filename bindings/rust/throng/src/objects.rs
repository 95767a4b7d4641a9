// Written by bindings/generate.py from include/throng. Do not edit.

use std::os::raw::c_void;
use std::sync::Arc;

use throng_sys as sys;

use crate::core::{
    cells_of, check_table, length, memory, need, pointer_of, pointer_to, product, rows_of, zero, Handle, Keep, Plain,
};
use crate::{Logger, Result};

pub use sys::{throng_agent as Agent, throng_agent_def as AgentDef, throng_agent_state as AgentState, throng_agent_value as AgentValue, throng_backend as Backend, throng_best as Best, throng_blocked_objects as BlockedObjects, throng_calibrate_operation as CalibrateOperation, throng_calibrate_report as CalibrateReport, throng_cell as Cell, throng_cell_pair as CellPair, throng_context_info as ContextInfo, throng_crowd_event as CrowdEvent, throng_crowd_hit as CrowdHit, throng_crowd_info as CrowdInfo, throng_crowd_query as CrowdQuery, throng_decay as Decay, throng_device_info as DeviceInfo, throng_device_type as DeviceType, throng_escape as Escape, throng_extreme as Extreme, throng_flow_direction as FlowDirection, throng_flow_info as FlowInfo, throng_flow_point as FlowPoint, throng_flow_sampling as FlowSampling, throng_flow_unreached as FlowUnreached, throng_flow_vector as FlowVector, throng_force as Force, throng_grid as Grid, throng_half_plane as HalfPlane, throng_heading as Heading, throng_influence_info as InfluenceInfo, throng_influence_object as InfluenceObject, throng_influence_uses as InfluenceUses, throng_integration as Integration, throng_isa as Isa, throng_log_level as LogLevel, throng_measure_info as MeasureInfo, throng_measure_kind as MeasureKind, throng_motion as Motion, throng_moving_obstacle as MovingObstacle, throng_navigation as Navigation, throng_neighbors as Neighbors, throng_obstacle as Obstacle, throng_obstacle_motion as ObstacleMotion, throng_operation as Operation, throng_perception as Perception, throng_point as Point, throng_potential_goal as PotentialGoal, throng_potential_info as PotentialInfo, throng_potential_point as PotentialPoint, throng_potential_source as PotentialSource, throng_propagation as Propagation, throng_readback_info as ReadbackInfo, throng_readback_kind as ReadbackKind, throng_readback_read as ReadbackRead, throng_region as Region, throng_residency as Residency, throng_route_method as RouteMethod, throng_route_result as RouteResult, throng_sample as Sample, throng_selection as Selection, throng_status as Status, throng_terrain_mode as TerrainMode, throng_trace_info as TraceInfo, throng_trace_point as TracePoint, throng_trace_result as TraceResult, throng_trace_start as TraceStart, throng_trace_status as TraceStatus, throng_vertex as Vertex, throng_vertex_double as VertexDouble};

/// Values of flags of agents; a sum of them.
pub use sys::throng_flag as flag;

// SAFETY: numbers alone, for which all bits 0 is a value.
unsafe impl Plain for ContextInfo {}
unsafe impl Plain for DeviceInfo {}
unsafe impl Plain for AgentDef {}
unsafe impl Plain for Agent {}
unsafe impl Plain for HalfPlane {}
unsafe impl Plain for Vertex {}
unsafe impl Plain for Obstacle {}
unsafe impl Plain for VertexDouble {}
unsafe impl Plain for CrowdInfo {}
unsafe impl Plain for Motion {}
unsafe impl Plain for MovingObstacle {}
unsafe impl Plain for ObstacleMotion {}
unsafe impl Plain for CrowdQuery {}
unsafe impl Plain for CrowdHit {}
unsafe impl Plain for CrowdEvent {}
unsafe impl Plain for AgentState {}
unsafe impl Plain for Selection {}
unsafe impl Plain for CalibrateOperation {}
unsafe impl Plain for CalibrateReport {}
unsafe impl Plain for FlowPoint {}
unsafe impl Plain for FlowVector {}
unsafe impl Plain for FlowInfo {}
unsafe impl Plain for InfluenceObject {}
unsafe impl Plain for Best {}
unsafe impl Plain for Point {}
unsafe impl Plain for Sample {}
unsafe impl Plain for InfluenceInfo {}
unsafe impl Plain for MeasureInfo {}
unsafe impl Plain for PotentialSource {}
unsafe impl Plain for PotentialGoal {}
unsafe impl Plain for PotentialPoint {}
unsafe impl Plain for Force {}
unsafe impl Plain for PotentialInfo {}
unsafe impl Plain for ReadbackRead {}
unsafe impl Plain for ReadbackInfo {}
unsafe impl Plain for RouteResult {}
unsafe impl Plain for Region {}
unsafe impl Plain for Cell {}
unsafe impl Plain for CellPair {}
unsafe impl Plain for TraceStart {}
unsafe impl Plain for TraceResult {}
unsafe impl Plain for TracePoint {}
unsafe impl Plain for TraceInfo {}
unsafe impl Plain for Status {}
unsafe impl Plain for LogLevel {}
unsafe impl Plain for Backend {}
unsafe impl Plain for Isa {}
unsafe impl Plain for DeviceType {}
unsafe impl Plain for Perception {}
unsafe impl Plain for Neighbors {}
unsafe impl Plain for Heading {}
unsafe impl Plain for Integration {}
unsafe impl Plain for Navigation {}
unsafe impl Plain for AgentValue {}
unsafe impl Plain for Residency {}
unsafe impl Plain for Operation {}
unsafe impl Plain for FlowDirection {}
unsafe impl Plain for FlowUnreached {}
unsafe impl Plain for FlowSampling {}
unsafe impl Plain for Propagation {}
unsafe impl Plain for Decay {}
unsafe impl Plain for BlockedObjects {}
unsafe impl Plain for Extreme {}
unsafe impl Plain for InfluenceUses {}
unsafe impl Plain for MeasureKind {}
unsafe impl Plain for TerrainMode {}
unsafe impl Plain for ReadbackKind {}
unsafe impl Plain for RouteMethod {}
unsafe impl Plain for Grid {}
unsafe impl Plain for TraceStatus {}
unsafe impl Plain for Escape {}

/// Definition of a context. Where it leaves a choice open (AUTO, or NULL), an environment variable that is
/// not empty decides; a value that throng does not know is INVALID_ARGUMENT.
pub struct ContextDef<'a> {
    /// Backend of the objects. AUTO: THRONG_BACKEND in the environment, otherwise the faster one for each
    /// object. Default: AUTO.
    pub backend: Backend,
    /// Instruction set of the CPU backend. AUTO: THRONG_ISA in the environment, otherwise the widest.
    /// Default: AUTO.
    pub isa: Isa,
    /// Number of tasks that run at once. Range: 0 to 1024; 0: one per processor that the process may use.
    /// Without a scheduler the context starts one thread less, since the calling thread works too, or as
    /// many as the system gives. They end when it is destroyed. After a fork the child does the work on the
    /// calling thread, if the context is on the CPU; drivers of devices do not survive a fork. Default: 0.
    pub threads: i32,
    /// If 1, a device that rounds differently is accepted; its results differ in the last bits. Default: 0.
    pub accept_inexact: i32,
    /// If 1, kernel times on OpenCL devices are measured (kernel_seconds of the info structs). Default: 0.
    pub profile: i32,
    /// Device: its number in throng_devices(), or part of its or its platform's name; at most 127 bytes.
    /// NULL: THRONG_DEVICE in the environment, otherwise the first one that is exact: of GPUs, then of CPUs,
    /// then of others, in the order of throng_devices(). Default: NULL.
    pub device: Option<&'a str>,
    /// Folder for built kernels and measured costs; "off": none. NULL: THRONG_CACHE in the environment,
    /// otherwise `throng` in the user's cache folder (XDG_CACHE_HOME or ~/.cache, LOCALAPPDATA on Windows).
    /// A folder whose name is too long counts as "off". Nothing is read from or written to a folder that is a
    /// link, belongs to another user, or that others may write to; see docs/reference/environment.md.
    /// Default: NULL.
    pub cache: Option<&'a str>,
    /// Receives messages after the call that caused them, and may use the context. Default: none.
    pub logger: Option<Logger>,
}

impl<'a> Default for ContextDef<'a> {
    /// The library's defaults.
    fn default() -> Self {
        let made = sys::throng_context_def::default();
        Self {
            backend: made.backend,
            isa: made.isa,
            threads: made.threads,
            accept_inexact: made.accept_inexact,
            profile: made.profile,
            device: None,
            cache: None,
            logger: None,
        }
    }
}

impl<'a> ContextDef<'a> {
    /// The def of C. It may not outlive what it points to.
    pub(crate) fn raw(&self, keep: &mut Keep) -> Result<sys::throng_context_def> {
        let mut made = sys::throng_context_def::default();
        made.backend = self.backend;
        made.isa = self.isa;
        made.threads = self.threads;
        made.accept_inexact = self.accept_inexact;
        made.profile = self.profile;
        made.device = keep.text("device", self.device)?;
        made.cache = keep.text("cache", self.cache)?;
        Ok(made)
    }
}

/// Definition of a terrain.
pub struct TerrainDef {
    /// Columns. Range: 1 to THRONG_MAX_SIDE. Must be set.
    pub width: i32,
    /// Rows of a world. Range: 1 to THRONG_MAX_SIDE; width*height*worlds at most THRONG_MAX_CELLS. Must be
    /// set.
    pub height: i32,
    /// Number of worlds. An object with several worlds needs terrain of as many, or of 1, which its worlds
    /// then share. Default: 1.
    pub worlds: i32,
}

impl Default for TerrainDef {
    /// The library's defaults.
    fn default() -> Self {
        let made = sys::throng_terrain_def::default();
        Self {
            width: made.width,
            height: made.height,
            worlds: made.worlds,
        }
    }
}

impl TerrainDef {
    /// The def of C. It may not outlive what it points to.
    pub(crate) fn raw(&self) -> sys::throng_terrain_def {
        let mut made = sys::throng_terrain_def::default();
        made.width = self.width;
        made.height = self.height;
        made.worlds = self.worlds;
        made
    }
}

/// Definition of a crowd.
pub struct CrowdDef<'a> {
    /// Most agents; throng_crowd_reserve() raises it. Range: 0 to THRONG_MAX_AGENTS. Default: 1024.
    pub agent_capacity: i32,
    /// Most neighbours that any agent may avoid. Range: 0 to THRONG_MAX_NEIGHBORS. Default: 10.
    pub max_neighbors: i32,
    /// Which parts of Shi 2015 are on. Default: 0.
    pub perception: Perception,
    /// Where data comes from and goes to: HOST (all positions are read after each step) or INPUT. Only the
    /// automatic choice of the backend uses it. Default: HOST.
    pub residency: Residency,
    /// If 1, the preferred velocity of congested agents is turned by a random angle of at most 60 degrees, a
    /// new one every tenth step. An agent is congested if its speed is below its dead_speed and its preferred
    /// speed is not. Default: 0.
    pub congestion: i32,
    /// Most by which each step turns each preferred velocity at random, in radians, so that agents that meet
    /// exactly head-on do not block each other forever. Range: 0 to 1; 0: off. Default: 0.
    pub symmetry: f32,
    /// Terrain of one world. Its blocked cells, and everything beyond its edges, are obstacles. The first
    /// step after a change updates its outlines. NULL: none. Default: NULL.
    pub terrain: Option<&'a Terrain>,
    /// Side of the terrain's cells, in world units. Range: 1e-6 to 1e6. Default: 1.
    pub cell_size: f32,
    /// Flow for THRONG_NAVIGATE_FLOW, of one world and not hexagonal. The crowd lives on its backend. A step
    /// updates the flow first. NULL: none. Default: NULL.
    pub flow: Option<&'a Flow>,
    /// Seed of the random angles. Default: 0.
    pub seed: u64,
    /// How neighbours are ranked and limited. Default: GAPS.
    pub neighbors: Neighbors,
    /// If 1, agents that share a goal settle around it: whoever is held up by agents that have arrived counts
    /// as arrived and wishes to stand. See THRONG_FLAG_ARRIVED. Default: 0.
    pub settle: i32,
    /// Where agents with senses look. Default: TURNING.
    pub heading: Heading,
    /// If 1, throng_crowd_hash() covers guests. Default: 0.
    pub hash_guests: i32,
    /// Whether steps move agents. Default: POSITIONS.
    pub integration: Integration,
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
}

impl<'a> Default for CrowdDef<'a> {
    /// The library's defaults.
    fn default() -> Self {
        let made = sys::throng_crowd_def::default();
        Self {
            agent_capacity: made.agent_capacity,
            max_neighbors: made.max_neighbors,
            perception: made.perception,
            residency: made.residency,
            congestion: made.congestion,
            symmetry: made.symmetry,
            terrain: None,
            cell_size: made.cell_size,
            flow: None,
            seed: made.seed,
            neighbors: made.neighbors,
            settle: made.settle,
            heading: made.heading,
            hash_guests: made.hash_guests,
            integration: made.integration,
            origin_x: made.origin_x,
            origin_y: made.origin_y,
        }
    }
}

impl<'a> CrowdDef<'a> {
    /// The def of C. It may not outlive what it points to.
    pub(crate) fn raw(&self) -> sys::throng_crowd_def {
        let mut made = sys::throng_crowd_def::default();
        made.agent_capacity = self.agent_capacity;
        made.max_neighbors = self.max_neighbors;
        made.perception = self.perception;
        made.residency = self.residency;
        made.congestion = self.congestion;
        made.symmetry = self.symmetry;
        made.terrain = pointer_of(self.terrain.map(|o| &o.handle)).cast();
        made.cell_size = self.cell_size;
        made.flow = pointer_of(self.flow.map(|o| &o.handle)).cast();
        made.seed = self.seed;
        made.neighbors = self.neighbors;
        made.settle = self.settle;
        made.heading = self.heading;
        made.hash_guests = self.hash_guests;
        made.integration = self.integration;
        made.origin_x = self.origin_x;
        made.origin_y = self.origin_y;
        made
    }
}

/// Definition of a flow.
pub struct FlowDef<'a> {
    /// Terrain that paths go over; it gives columns, rows and worlds. No path leads from world to world. Must
    /// be set.
    pub terrain: Option<&'a Terrain>,
    /// Steps of paths. A hexagonal grid with several worlds needs an even height. Default: SQUARE8.
    pub grid: Grid,
    /// Number of fields, each with its own goals. Range: 1 to THRONG_MAX_FLOW_FIELDS. Default: 1.
    pub fields: i32,
    /// Most goal cells of a field. Range: 1 to THRONG_MAX_CELLS. Default: 1.
    pub goal_capacity: i32,
    /// Side of a cell in the coordinates of points, in world units. Range: 1e-6 to 1e6. Default: 1.
    pub cell_size: f32,
    /// Backend of the fields. AUTO: as the context's def. A tracer needs its flow on the backend of its
    /// potential field; a crowd is created where its flow is. Default: AUTO.
    pub backend: Backend,
    /// Where data comes from and goes to: HOST (whole fields are read) or INPUT (points are sampled). Only
    /// the automatic choice of the backend uses it. Default: INPUT.
    pub residency: Residency,
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
    pub unreached: FlowUnreached,
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
}

impl<'a> Default for FlowDef<'a> {
    /// The library's defaults.
    fn default() -> Self {
        let made = sys::throng_flow_def::default();
        Self {
            terrain: None,
            grid: made.grid,
            fields: made.fields,
            goal_capacity: made.goal_capacity,
            cell_size: made.cell_size,
            backend: made.backend,
            residency: made.residency,
            clearance_count: made.clearance_count,
            clearances: made.clearances,
            costs: made.costs,
            slow_by_cost: made.slow_by_cost,
            unreached: made.unreached,
            seed_capacity: made.seed_capacity,
            first_column: made.first_column,
            first_row: made.first_row,
        }
    }
}

impl<'a> FlowDef<'a> {
    /// The def of C. It may not outlive what it points to.
    pub(crate) fn raw(&self) -> sys::throng_flow_def {
        let mut made = sys::throng_flow_def::default();
        made.terrain = pointer_of(self.terrain.map(|o| &o.handle)).cast();
        made.grid = self.grid;
        made.fields = self.fields;
        made.goal_capacity = self.goal_capacity;
        made.cell_size = self.cell_size;
        made.backend = self.backend;
        made.residency = self.residency;
        made.clearance_count = self.clearance_count;
        made.clearances = self.clearances;
        made.costs = self.costs;
        made.slow_by_cost = self.slow_by_cost;
        made.unreached = self.unreached;
        made.seed_capacity = self.seed_capacity;
        made.first_column = self.first_column;
        made.first_row = self.first_row;
        made
    }
}

/// Definition of an influence map.
pub struct InfluenceDef<'a> {
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
    pub grid: Grid,
    /// How influence propagates. Default: EUCLIDEAN.
    pub propagation: Propagation,
    /// Walls, of the same width and height and of 1 world or as many as the map. Required for PATH and
    /// ADJACENT, must be NULL for EUCLIDEAN. Default: NULL.
    pub terrain: Option<&'a Terrain>,
    /// If 1, paths come from a table of all pairs of cells, which is built when walls change. Faster for
    /// small mazes, with the same bits; takes 5 bytes per pair. PATH only, at most THRONG_MAX_ALL_PAIRS
    /// cells, and terrain of one world. OpenCL devices ignore it. Default: 0.
    pub all_pairs: i32,
    /// Whether objects may be given in blocked cells and off the map. Objects that are moved out of a
    /// program's OpenCL buffers always may. Must be REFUSE for EUCLIDEAN, where objects may stand anywhere.
    /// Default: REFUSE.
    pub blocked_objects: BlockedObjects,
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
    pub residency: Residency,
}

impl<'a> Default for InfluenceDef<'a> {
    /// The library's defaults.
    fn default() -> Self {
        let made = sys::throng_influence_def::default();
        Self {
            width: made.width,
            height: made.height,
            worlds: made.worlds,
            cell_size: made.cell_size,
            grid: made.grid,
            propagation: made.propagation,
            terrain: None,
            all_pairs: made.all_pairs,
            blocked_objects: made.blocked_objects,
            layers: made.layers,
            object_capacity: made.object_capacity,
            typical_distance: made.typical_distance,
            residency: made.residency,
        }
    }
}

impl<'a> InfluenceDef<'a> {
    /// The def of C. It may not outlive what it points to.
    pub(crate) fn raw(&self) -> sys::throng_influence_def {
        let mut made = sys::throng_influence_def::default();
        made.width = self.width;
        made.height = self.height;
        made.worlds = self.worlds;
        made.cell_size = self.cell_size;
        made.grid = self.grid;
        made.propagation = self.propagation;
        made.terrain = pointer_of(self.terrain.map(|o| &o.handle)).cast();
        made.all_pairs = self.all_pairs;
        made.blocked_objects = self.blocked_objects;
        made.layers = self.layers;
        made.object_capacity = self.object_capacity;
        made.typical_distance = self.typical_distance;
        made.residency = self.residency;
        made
    }
}

/// Definition of a measure.
/// With a lambda above 0 types reinforce each other, below 0 they weaken each other. A measure with lambda 0
/// or more is monotone: no type makes a set's value smaller. With a lambda below 0, LAMBDA is monotone if no
/// weight is above -1/lambda, and ADDITIVE2 if the weights of all types but any one add up to at most
/// -1/lambda.
pub struct MeasureDef<'a> {
    /// How the values are given. Default: LAMBDA.
    pub kind: MeasureKind,
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
    /// TABLE: 2^n values, indexed by set; the first is 0. Copied. Range: -1e9 to 1e9. Default: NULL.
    pub table: Option<&'a [f32]>,
}

impl<'a> Default for MeasureDef<'a> {
    /// The library's defaults.
    fn default() -> Self {
        let made = sys::throng_measure_def::default();
        Self {
            kind: made.kind,
            types: made.types,
            weights: made.weights,
            lambda: made.lambda,
            solve_lambda: made.solve_lambda,
            normalize: made.normalize,
            accept_non_monotone: made.accept_non_monotone,
            typical_rows: made.typical_rows,
            table: None,
        }
    }
}

impl<'a> MeasureDef<'a> {
    /// The def of C. It may not outlive what it points to.
    pub(crate) fn raw(&self) -> sys::throng_measure_def {
        let mut made = sys::throng_measure_def::default();
        made.kind = self.kind;
        made.types = self.types;
        made.weights = self.weights;
        made.lambda = self.lambda;
        made.solve_lambda = self.solve_lambda;
        made.normalize = self.normalize;
        made.accept_non_monotone = self.accept_non_monotone;
        made.typical_rows = self.typical_rows;
        made.table = self.table.map_or(std::ptr::null(), |v| v.as_ptr());
        made
    }
}

/// Definition of a potential field.
pub struct PotentialDef<'a> {
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
    pub residency: Residency,
    /// If 1, points also get the damage that sources do to them. Default: 0.
    pub damage: i32,
    /// Joins the sources in range of a point by their types: f_i is how many of type i there are, and the
    /// damage is the Choquet integral of f (10, 11). NULL: the damage is the sum of their power. Default:
    /// NULL.
    pub measure: Option<&'a Measure>,
    /// If 1, force and potential of the sources are multiplied by (Choquet integral of f) / (sum of f_i *
    /// m_i), m_i being the measure of type i alone; by 1 where that sum is 0. Needs a measure. Default: 0.
    pub interaction: i32,
    /// Terrain whose blocked cells repel, of 1 world or as many as the field. NULL: none. Default: NULL.
    pub terrain: Option<&'a Terrain>,
    /// Which of them repel. Default: ALL.
    pub terrain_mode: TerrainMode,
    /// Side of the terrain's square cells, in world units. Range: 1e-6 to 1e6. Default: 1.
    pub cell_size: f32,
    /// Strength of the terrain's repulsion. Range: 0 to 1e9. Default: 1.
    pub terrain_eta: f32,
    /// Range of the terrain's repulsion, in world units. Range: above 1e-3, at most 1024 cells. Default: 2.
    pub terrain_range: f32,
}

impl<'a> Default for PotentialDef<'a> {
    /// The library's defaults.
    fn default() -> Self {
        let made = sys::throng_potential_def::default();
        Self {
            worlds: made.worlds,
            source_capacity: made.source_capacity,
            goal_capacity: made.goal_capacity,
            point_capacity: made.point_capacity,
            typical_sources: made.typical_sources,
            residency: made.residency,
            damage: made.damage,
            measure: None,
            interaction: made.interaction,
            terrain: None,
            terrain_mode: made.terrain_mode,
            cell_size: made.cell_size,
            terrain_eta: made.terrain_eta,
            terrain_range: made.terrain_range,
        }
    }
}

impl<'a> PotentialDef<'a> {
    /// The def of C. It may not outlive what it points to.
    pub(crate) fn raw(&self) -> sys::throng_potential_def {
        let mut made = sys::throng_potential_def::default();
        made.worlds = self.worlds;
        made.source_capacity = self.source_capacity;
        made.goal_capacity = self.goal_capacity;
        made.point_capacity = self.point_capacity;
        made.typical_sources = self.typical_sources;
        made.residency = self.residency;
        made.damage = self.damage;
        made.measure = pointer_of(self.measure.map(|o| &o.handle)).cast();
        made.interaction = self.interaction;
        made.terrain = pointer_of(self.terrain.map(|o| &o.handle)).cast();
        made.terrain_mode = self.terrain_mode;
        made.cell_size = self.cell_size;
        made.terrain_eta = self.terrain_eta;
        made.terrain_range = self.terrain_range;
        made
    }
}

/// Definition of a readback.
pub struct ReadbackDef<'a> {
    /// What it reads. Default: AGENTS.
    pub kind: ReadbackKind,
    /// Most entries of one read. Range: 1 to 2^30, and at most 2^31 bytes. Must be set.
    pub capacity: i32,
    /// Reads that may be under way or wait to be fetched at once. Range: 1 to THRONG_MAX_READBACK_SLOTS.
    /// Default: 3.
    pub slots: i32,
    /// The value, for AGENTS: POSITION, VELOCITY, HEADING, FLAGS, PERCEIVED or VISION, which steps change.
    /// The host itself has set the others. Default: POSITION.
    pub value: AgentValue,
    /// The layer of LAYER, or THRONG_LAYER_COMBINED; the field of LENGTHS and DIRECTIONS. Default: 0.
    pub layer: i32,
    /// The crowd of AGENTS and MOTIONS. Other kinds do not use it. Default: NULL.
    pub crowd: Option<&'a Crowd>,
    /// The map of LAYER. Default: NULL.
    pub map: Option<&'a Influence>,
    /// The field of FORCES. Default: NULL.
    pub field: Option<&'a Potential>,
    /// The tracer of PATHS. Default: NULL.
    pub trace: Option<&'a Trace>,
    /// The flow of LENGTHS and DIRECTIONS. Default: NULL.
    pub flow: Option<&'a Flow>,
}

impl<'a> Default for ReadbackDef<'a> {
    /// The library's defaults.
    fn default() -> Self {
        let made = sys::throng_readback_def::default();
        Self {
            kind: made.kind,
            capacity: made.capacity,
            slots: made.slots,
            value: made.value,
            layer: made.layer,
            crowd: None,
            map: None,
            field: None,
            trace: None,
            flow: None,
        }
    }
}

impl<'a> ReadbackDef<'a> {
    /// The def of C. It may not outlive what it points to.
    pub(crate) fn raw(&self) -> sys::throng_readback_def {
        let mut made = sys::throng_readback_def::default();
        made.kind = self.kind;
        made.capacity = self.capacity;
        made.slots = self.slots;
        made.value = self.value;
        made.layer = self.layer;
        made.crowd = pointer_of(self.crowd.map(|o| &o.handle)).cast();
        made.map = pointer_of(self.map.map(|o| &o.handle)).cast();
        made.field = pointer_of(self.field.map(|o| &o.handle)).cast();
        made.trace = pointer_of(self.trace.map(|o| &o.handle)).cast();
        made.flow = pointer_of(self.flow.map(|o| &o.handle)).cast();
        made
    }
}

/// Definition of a searcher.
pub struct RouteDef<'a> {
    /// Terrain, of the same context. The next search sees its changes. Must be set.
    pub terrain: Option<&'a Terrain>,
    /// Steps of routes. A hexagonal grid with several worlds needs an even height. Default: SQUARE8.
    pub grid: Grid,
    /// How routes are searched. Default: ASTAR.
    pub method: RouteMethod,
}

impl<'a> Default for RouteDef<'a> {
    /// The library's defaults.
    fn default() -> Self {
        let made = sys::throng_route_def::default();
        Self {
            terrain: None,
            grid: made.grid,
            method: made.method,
        }
    }
}

impl<'a> RouteDef<'a> {
    /// The def of C. It may not outlive what it points to.
    pub(crate) fn raw(&self) -> sys::throng_route_def {
        let mut made = sys::throng_route_def::default();
        made.terrain = pointer_of(self.terrain.map(|o| &o.handle)).cast();
        made.grid = self.grid;
        made.method = self.method;
        made
    }
}

/// Definition of a tracer.
pub struct TraceDef<'a> {
    /// Potential field. Its sources, goals and terrain are used as they are at an update, its points are not.
    /// Must be set.
    pub field: Option<&'a Potential>,
    /// Most starts. Range: 0 to 2^24. Default: 1024.
    pub start_capacity: i32,
    /// Most steps of a path. Range: 1 to 2^24 - 1. Default: 1000.
    pub max_steps: i32,
    /// If 1, the points of paths can be read, and 8 * start_capacity * (max_steps + 1) bytes hold them. If 0,
    /// only results can be read. Default: 1.
    pub keep_points: i32,
    /// What paths do in traps. Default: NONE.
    pub escape: Escape,
    /// Flow for THRONG_ESCAPE_FLOW, on the field's terrain and backend, square, of the field's cell_size.
    /// Otherwise unused. Default: NULL.
    pub flow: Option<&'a Flow>,
    /// Least r of a hill for THRONG_ESCAPE_HILLS, in world units. Range: above 1e-3, to 1e9. Default: 4.
    pub hill_range: f32,
}

impl<'a> Default for TraceDef<'a> {
    /// The library's defaults.
    fn default() -> Self {
        let made = sys::throng_trace_def::default();
        Self {
            field: None,
            start_capacity: made.start_capacity,
            max_steps: made.max_steps,
            keep_points: made.keep_points,
            escape: made.escape,
            flow: None,
            hill_range: made.hill_range,
        }
    }
}

impl<'a> TraceDef<'a> {
    /// The def of C. It may not outlive what it points to.
    pub(crate) fn raw(&self) -> sys::throng_trace_def {
        let mut made = sys::throng_trace_def::default();
        made.field = pointer_of(self.field.map(|o| &o.handle)).cast();
        made.start_capacity = self.start_capacity;
        made.max_steps = self.max_steps;
        made.keep_points = self.keep_points;
        made.escape = self.escape;
        made.flow = pointer_of(self.flow.map(|o| &o.handle)).cast();
        made.hill_range = self.hill_range;
        made
    }
}

/// Definition of a calibration.
pub struct CalibrateDef {
    /// Time limit in seconds, checked between sizes. Range: 1 to 86400. Default: 60.
    pub seconds: f64,
    /// Operations to measure: a sum of 1 << THRONG_OPERATION_*. 0: all. Default: 0.
    pub operations: u32,
}

impl Default for CalibrateDef {
    /// The library's defaults.
    fn default() -> Self {
        let made = sys::throng_calibrate_def::default();
        Self {
            seconds: made.seconds,
            operations: made.operations,
        }
    }
}

impl CalibrateDef {
    /// The def of C. It may not outlive what it points to.
    pub(crate) fn raw(&self) -> sys::throng_calibrate_def {
        let mut made = sys::throng_calibrate_def::default();
        made.seconds = self.seconds;
        made.operations = self.operations;
        made
    }
}

/// What throng_crowd_reserve_room() reserves memory for.
pub struct CrowdRoomDef {
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
}

impl Default for CrowdRoomDef {
    /// The library's defaults.
    fn default() -> Self {
        let made = sys::throng_crowd_room_def::default();
        Self {
            obstacles: made.obstacles,
            edges: made.edges,
            moving_obstacles: made.moving_obstacles,
            queries: made.queries,
            hits: made.hits,
            motions: made.motions,
        }
    }
}

impl CrowdRoomDef {
    /// The def of C. It may not outlive what it points to.
    pub(crate) fn raw(&self) -> sys::throng_crowd_room_def {
        let mut made = sys::throng_crowd_room_def::default();
        made.obstacles = self.obstacles;
        made.edges = self.edges;
        made.moving_obstacles = self.moving_obstacles;
        made.queries = self.queries;
        made.hits = self.hits;
        made.motions = self.motions;
        made
    }
}

/// A context.
pub struct Context {
    pub(crate) handle: Arc<Handle>,
}

impl Context {
    /// Waits until all enqueued work is done. Does nothing if no device is open.
    /// Errors: INVALID_ARGUMENT, LOST (the device failed; calls on the objects concerned return LOST too).
    pub fn wait(&self) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_context_wait(self.handle.pointer()) };
        turn.finish(status)
    }

    /// Describes what the context runs on.
    /// Errors: INVALID_ARGUMENT.
    pub fn get_info(&self) -> Result<ContextInfo> {
        let mut info: ContextInfo = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_context_get_info(self.handle.pointer(), &mut info) };
        turn.finish(status)?;
        Ok(info)
    }
}

/// A terrain.
pub struct Terrain {
    pub(crate) handle: Arc<Handle>,
    pub(crate) columns: i32,
    pub(crate) rows: i32,
}

impl Terrain {
    /// Creates a terrain whose cells are all free. It takes a bit per cell.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY.
    pub fn new(context: &Context, def: &TerrainDef) -> Result<Self> {
        let raw = def.raw();
        let mut made = std::ptr::null_mut();
        let turn = context.handle.turn();
        // SAFETY: the context and what the def points to are alive, and the context is locked.
        let status = unsafe { sys::throng_terrain_create(context.handle.pointer(), &raw, &mut made) };
        let handle = turn.finish_with(status, || {
            Handle::new(made.cast(), Self::destroy, &context.handle, &[])
        })?;
        let (columns, rows) = (def.width, def.height * def.worlds);
        Ok(Self { handle, columns, rows })
    }

    unsafe fn destroy(object: *mut c_void) -> Status {
        sys::throng_terrain_destroy(object.cast())
    }

    /// The number of cells of a region, if it is on the map.
    fn cells(&self, region: Option<Region>) -> Option<usize> {
        cells_of(self.columns, self.rows, region)
    }

    /// Sets the cells of a region from bytes, row by row: 0 is free, any other value blocked.
    /// `region` NULL: all cells of all worlds. `row_stride` is in bytes.
    /// Errors: INVALID_ARGUMENT.
    pub fn set(&self, region: Option<Region>, blocked: &[u8]) -> Result<()> {
        need(blocked.len(), self.cells(region), "blocked")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_terrain_set(self.handle.pointer(), pointer_to(&region), blocked.as_ptr(), 0) };
        turn.finish(status)
    }

    /// Sets all cells of a region to free (`blocked` is 0) or blocked. `region` NULL: all cells.
    /// Errors: INVALID_ARGUMENT.
    pub fn fill(&self, region: Option<Region>, blocked: i32) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_terrain_fill(self.handle.pointer(), pointer_to(&region), blocked) };
        turn.finish(status)
    }

    /// As `read()`, into the caller's memory.
    pub fn read_into(&self, region: Option<Region>, blocked: &mut [u8]) -> Result<()> {
        need(blocked.len(), self.cells(region), "blocked")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_terrain_read(self.handle.pointer(), pointer_to(&region), blocked.as_mut_ptr(), 0) };
        turn.finish(status)
    }

    /// Copies the cells of a region to bytes, row by row: 0 free, 1 blocked. `region` NULL: all cells.
    /// Errors: INVALID_ARGUMENT.
    pub fn read(&self, region: Option<Region>) -> Result<Vec<u8>> {
        let mut blocked = memory(self.cells(region).unwrap_or(0))?;
        self.read_into(region, &mut blocked)?;
        Ok(blocked)
    }

    /// As `distances()`, into the caller's memory.
    pub fn distances_into(&self, grid: Grid, pairs: &[CellPair], distances: &mut [f32]) -> Result<()> {
        let count = length(pairs.len())?;
        need(distances.len(), Some(count as usize), "distances")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_terrain_distances(self.handle.pointer(), grid, count, pairs.as_ptr(), 0, distances.as_mut_ptr()) };
        turn.finish(status)
    }

    /// Computes the lengths of the shortest paths between pairs of cells.
    /// A length is in cells: a + b*sqrt(2) with integers a and b, exact and rounded once. It is 0 from a free
    /// cell to itself, and -1 if there is no path, if a cell is blocked, or between two worlds. Each pair is a
    /// search of its own, and the context's threads share the pairs. A hexagonal grid with several worlds needs
    /// an even height.
    /// Errors: INVALID_ARGUMENT (a cell off the map: the message has the pair), OUT_OF_MEMORY.
    pub fn distances(&self, grid: Grid, pairs: &[CellPair]) -> Result<Vec<f32>> {
        let count = length(pairs.len())?;
        let mut distances = memory(count as usize)?;
        self.distances_into(grid, pairs, &mut distances)?;
        Ok(distances)
    }
}

/// A crowd.
pub struct Crowd {
    pub(crate) handle: Arc<Handle>,
}

impl Crowd {
    /// Creates an empty crowd. It lives on one backend from then on.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, BUILD_FAILED, OPENCL; UNSUPPORTED if the device flushes subnormal
    /// numbers to zero.
    pub fn new(context: &Context, def: &CrowdDef<'_>) -> Result<Self> {
        let raw = def.raw();
        let mut made = std::ptr::null_mut();
        let turn = context.handle.turn();
        // SAFETY: the context and what the def points to are alive, and the context is locked.
        let status = unsafe { sys::throng_crowd_create(context.handle.pointer(), &raw, &mut made) };
        let handle = turn.finish_with(status, || {
            Handle::new(made.cast(), Self::destroy, &context.handle, &[def.terrain.map(|o| &o.handle), def.flow.map(|o| &o.handle)])
        })?;
        Ok(Self { handle })
    }

    unsafe fn destroy(object: *mut c_void) -> Status {
        sys::throng_crowd_destroy(object.cast())
    }

    /// Reports which backend throng_crowd_create() would choose for this def at full capacity, and why.
    /// Errors: INVALID_ARGUMENT.
    pub fn explain(context: &Context, def: &CrowdDef<'_>) -> Result<Selection> {
        let (raw, mut choice) = (def.raw(), zero());
        let turn = context.handle.turn();
        // SAFETY: as for new().
        let status = unsafe { sys::throng_crowd_explain(context.handle.pointer(), &raw, &mut choice) };
        turn.finish(status)?;
        Ok(choice)
    }

    /// Raises the most agents of the crowd to at least `capacity`; never lowers it.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
    pub fn reserve(&self, capacity: i32) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_reserve(self.handle.pointer(), capacity) };
        turn.finish(status)
    }

    /// As `add()`, into the caller's memory.
    pub fn add_into(&self, defs: &[AgentDef], agents: &mut [Agent]) -> Result<()> {
        let count = length(defs.len())?;
        need(agents.len(), Some(count as usize), "agents")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_add(self.handle.pointer(), count, defs.as_ptr(), 0, agents.as_mut_ptr()) };
        turn.finish(status)
    }

    /// Adds agents: all of them, or none if one is rejected.
    /// `agents` receives their handles, packed; it may be NULL. `stride` is that of `defs`.
    /// Errors: INVALID_ARGUMENT (an id in use, or a value out of range: the message has the agent, the member and
    /// its value), CAPACITY (more agents than agent_capacity, or than slots that are not retired), OUT_OF_MEMORY,
    /// LOST, OPENCL.
    pub fn add(&self, defs: &[AgentDef]) -> Result<Vec<Agent>> {
        let count = length(defs.len())?;
        let mut agents = memory(count as usize)?;
        self.add_into(defs, &mut agents)?;
        Ok(agents)
    }

    /// Removes agents: all of them, or none if one is rejected.
    /// Errors: INVALID_ARGUMENT (an agent that was removed already, or occurs twice), LOST.
    pub fn remove(&self, agents: &[Agent]) -> Result<()> {
        let count = length(agents.len())?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_remove(self.handle.pointer(), count, agents.as_ptr(), 0) };
        turn.finish(status)
    }

    /// Lists the handles of all agents in ascending index: the first `capacity` of them.
    /// *count receives the number of all. `agents` may be NULL if `capacity` is 0.
    /// Errors: INVALID_ARGUMENT, LOST.
    pub fn list(&self) -> Result<Vec<Agent>> {
        let turn = self.handle.turn();
        let (mut capacity, mut found) = (0, 0);
        let mut agents: Vec<Agent> = Vec::new();
        // SAFETY: the handle is alive and locked; without a capacity nothing is written.
        let mut status = unsafe { sys::throng_crowd_list(self.handle.pointer(), agents.as_mut_ptr(), capacity, &mut found) };
        if status == Status::OK && found > 0 {
            agents = memory(found as usize)?;
            capacity = found;
            // SAFETY: the list has room for as many.
            status = unsafe { sys::throng_crowd_list(self.handle.pointer(), agents.as_mut_ptr(), capacity, &mut found) };
        }
        turn.finish(status)?;
        Ok(agents)
    }

    /// Finds the agent with an id. Errors: INVALID_ARGUMENT (no agent has it), LOST.
    pub fn find(&self, id: u64) -> Result<Agent> {
        let mut agent: Agent = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_find(self.handle.pointer(), id, &mut agent) };
        turn.finish(status)?;
        Ok(agent)
    }

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
    pub fn add_obstacle(&self, vertices: &[Vertex]) -> Result<Obstacle> {
        let count = length(vertices.len())?;
        let mut handle: Obstacle = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_add_obstacle(self.handle.pointer(), count, vertices.as_ptr(), 0, &mut handle) };
        turn.finish(status)?;
        Ok(handle)
    }

    /// Does throng_crowd_add_obstacle() with vertices of doubles. Errors: the same.
    pub fn add_obstacle_double(&self, vertices: &[VertexDouble]) -> Result<Obstacle> {
        let count = length(vertices.len())?;
        let mut handle: Obstacle = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_add_obstacle_double(self.handle.pointer(), count, vertices.as_ptr(), 0, &mut handle) };
        turn.finish(status)?;
        Ok(handle)
    }

    /// Removes an obstacle. Errors: INVALID_ARGUMENT (it was removed already), LOST.
    pub fn remove_obstacle(&self, handle: Obstacle) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_remove_obstacle(self.handle.pointer(), handle) };
        turn.finish(status)
    }

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
    pub fn step(&self, dt: f32) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_step(self.handle.pointer(), dt) };
        turn.finish(status)
    }

    /// Computes a hash of the crowd's state, to compare runs. It does not depend on the order of adding.
    /// It covers the number of steps, the crowd's home and, for each agent that is no guest or if hash_guests is
    /// 1, id, position as floats relative to the home, velocity, heading, range of vision, number of perceived
    /// agents, flags and congestion.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn hash(&self) -> Result<u64> {
        let mut hash: u64 = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_hash(self.handle.pointer(), &mut hash) };
        turn.finish(status)?;
        Ok(hash)
    }

    /// Gets facts about a crowd. Waits for the last step if the context profiles. Errors: INVALID_ARGUMENT.
    pub fn get_info(&self) -> Result<CrowdInfo> {
        let mut info: CrowdInfo = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_get_info(self.handle.pointer(), &mut info) };
        turn.finish(status)?;
        Ok(info)
    }

    /// Removes all agents and obstacles and sets the numbers of steps and of agents ever added to 0; brings a
    /// lost crowd back.
    /// Earlier handles stay invalid. If the call fails, the crowd is lost and the call may be repeated.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
    pub fn reset(&self) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_reset(self.handle.pointer()) };
        turn.finish(status)
    }

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
    pub fn set_motions(&self, agents: Option<&[Agent]>, motions: &[Motion]) -> Result<()> {
        let count = match agents {
            Some(given) => length(given.len())?,
            None => self.get_info()?.agents,
        };
        need(motions.len(), Some(count as usize), "motions")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_set_motions(self.handle.pointer(), agents.map_or(std::ptr::null(), |v| v.as_ptr()), count, motions.as_ptr()) };
        turn.finish(status)
    }

    /// As `get_motions()`, into the caller's memory.
    pub fn get_motions_into(&self, agents: Option<&[Agent]>, motions: &mut [Motion]) -> Result<()> {
        let count = match agents {
            Some(given) => length(given.len())?,
            None => self.get_info()?.agents,
        };
        need(motions.len(), Some(count as usize), "motions")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_get_motions(self.handle.pointer(), agents.map_or(std::ptr::null(), |v| v.as_ptr()), count, motions.as_mut_ptr()) };
        turn.finish(status)
    }

    /// Copies the motions of agents. `agents` NULL: as for throng_crowd_set_motions(). Both lists are packed.
    /// Waits for work that they depend on.
    /// Errors: INVALID_ARGUMENT (an agent that was removed), LOST, OPENCL; on a device OUT_OF_MEMORY.
    pub fn get_motions(&self, agents: Option<&[Agent]>) -> Result<Vec<Motion>> {
        let count = match agents {
            Some(given) => length(given.len())?,
            None => self.get_info()?.agents,
        };
        let mut motions = memory(count as usize)?;
        self.get_motions_into(agents, &mut motions)?;
        Ok(motions)
    }

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
    pub fn add_moving_obstacle(&self, vertices: &[Vertex], motion: &ObstacleMotion) -> Result<MovingObstacle> {
        let count = length(vertices.len())?;
        let mut handle: MovingObstacle = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_add_moving_obstacle(self.handle.pointer(), count, vertices.as_ptr(), 0, motion, &mut handle) };
        turn.finish(status)?;
        Ok(handle)
    }

    /// Moves moving obstacles: all of them, or none if one is rejected. Of one that occurs twice the last motion
    /// counts. `obstacle_stride` is that of `obstacles`, `stride` that of `motions`.
    /// Errors: INVALID_ARGUMENT (the message has the obstacle and the number), LOST.
    pub fn move_obstacles(&self, obstacles: &[MovingObstacle], motions: &[ObstacleMotion]) -> Result<()> {
        let count = length(obstacles.len())?;
        need(motions.len(), Some(count as usize), "motions")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_move_obstacles(self.handle.pointer(), count, obstacles.as_ptr(), 0, motions.as_ptr(), 0) };
        turn.finish(status)
    }

    /// Removes a moving obstacle. Errors: INVALID_ARGUMENT (it was removed already), LOST.
    pub fn remove_moving_obstacle(&self, handle: MovingObstacle) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_remove_moving_obstacle(self.handle.pointer(), handle) };
        turn.finish(status)
    }

    /// As `find_nearest()`, into the caller's memory.
    pub fn find_nearest_into(&self, queries: &[CrowdQuery], capacity: i32, hits: &mut [CrowdHit], found: &mut [i32]) -> Result<()> {
        let count = length(queries.len())?;
        need(hits.len(), Some(product(count, capacity)?), "hits")?;
        need(found.len(), Some(count as usize), "found")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_find_nearest(self.handle.pointer(), count, queries.as_ptr(), 0, capacity, hits.as_mut_ptr(), found.as_mut_ptr()) };
        turn.finish(status)
    }

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
    pub fn find_nearest(&self, queries: &[CrowdQuery], capacity: i32) -> Result<(Vec<CrowdHit>, Vec<i32>)> {
        let count = length(queries.len())?;
        let mut hits = memory(product(count, capacity)?)?;
        let mut found = memory(count as usize)?;
        self.find_nearest_into(queries, capacity, &mut hits, &mut found)?;
        Ok((hits, found))
    }

    /// As `find_within()`, into the caller's memory.
    pub fn find_within_into(&self, queries: &[CrowdQuery], capacity: i32, hits: &mut [CrowdHit], found: &mut [i32]) -> Result<()> {
        let count = length(queries.len())?;
        need(hits.len(), Some(product(count, capacity)?), "hits")?;
        need(found.len(), Some(count as usize), "found")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_find_within(self.handle.pointer(), count, queries.as_ptr(), 0, capacity, hits.as_mut_ptr(), found.as_mut_ptr()) };
        turn.finish(status)
    }

    /// Finds, for each of `count` queries, all agents within its radius.
    /// found[i] receives how many there are for query i. If they are more than `capacity`, the nearest ones are
    /// in `hits`, which may be NULL if `capacity` is 0. Otherwise as throng_crowd_find_nearest().
    /// Errors: as throng_crowd_find_nearest().
    pub fn find_within(&self, queries: &[CrowdQuery], capacity: i32) -> Result<(Vec<CrowdHit>, Vec<i32>)> {
        let count = length(queries.len())?;
        let mut hits = memory(product(count, capacity)?)?;
        let mut found = memory(count as usize)?;
        self.find_within_into(queries, capacity, &mut hits, &mut found)?;
        Ok((hits, found))
    }

    /// Lists who arrived, became congested or came into a wall in the last step: the first `capacity` events in
    /// the order of ids, those of one agent in the order of their kinds' numbers.
    /// `kinds` is the sum of the flags that are asked for; *count receives the number of all such events.
    /// `events` may be NULL if `capacity` is 0. Agents that were removed or added since the step have none, and
    /// there are none after throng_crowd_restore() and throng_crowd_reset() until the next step. Waits for the
    /// step. The call reads one byte for each agent, and costs what events there are besides.
    /// The memory of the list grows with the most agents that have events at once.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
    pub fn get_events(&self, kinds: u32) -> Result<Vec<CrowdEvent>> {
        let turn = self.handle.turn();
        let (mut capacity, mut found) = (0, 0);
        let mut events: Vec<CrowdEvent> = Vec::new();
        // SAFETY: the handle is alive and locked; without a capacity nothing is written.
        let mut status = unsafe { sys::throng_crowd_get_events(self.handle.pointer(), kinds, events.as_mut_ptr(), capacity, &mut found) };
        if status == Status::OK && found > 0 {
            events = memory(found as usize)?;
            capacity = found;
            // SAFETY: the list has room for as many.
            status = unsafe { sys::throng_crowd_get_events(self.handle.pointer(), kinds, events.as_mut_ptr(), capacity, &mut found) };
        }
        turn.finish(status)?;
        Ok(events)
    }

    /// Reserves memory ahead, for a level's load.
    /// The crowd's first steps, obstacles that are added and removed, doors that open and close, and calls
    /// allocate nothing from then on, until there is more than the room says. If the call fails, what it
    /// reserved stays. Room for obstacles takes twice the memory of their walls, and stays until the crowd is
    /// destroyed. On a device the host's memory is reserved; its buffers for walls and moving obstacles are
    /// created with the first of these. Not reserved: the list of throng_crowd_get_events(), which grows with
    /// what it lists, and the ranks of ids, which the first step with ids 2^31 - 1 or more apart allocates.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL, BUILD_FAILED.
    pub fn reserve_room(&self, room: &CrowdRoomDef) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_reserve_room(self.handle.pointer(), &room.raw()) };
        turn.finish(status)
    }

    /// As `get_states()`, into the caller's memory.
    pub fn get_states_into(&self, agents: Option<&[Agent]>, states: &mut [AgentState]) -> Result<()> {
        let count = match agents {
            Some(given) => length(given.len())?,
            None => self.get_info()?.agents,
        };
        need(states.len(), Some(count as usize), "states")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_get_states(self.handle.pointer(), agents.map_or(std::ptr::null(), |v| v.as_ptr()), count, states.as_mut_ptr()) };
        turn.finish(status)
    }

    /// Copies the states of agents. `agents` NULL: all agents in the order of throng_crowd_list(); `count` must
    /// be their number. Both lists are packed.
    /// Waits for work that they depend on.
    /// Errors: INVALID_ARGUMENT (an agent that was removed), LOST, OPENCL.
    pub fn get_states(&self, agents: Option<&[Agent]>) -> Result<Vec<AgentState>> {
        let count = match agents {
            Some(given) => length(given.len())?,
            None => self.get_info()?.agents,
        };
        let mut states = memory(count as usize)?;
        self.get_states_into(agents, &mut states)?;
        Ok(states)
    }

    /// As `add_states()`, into the caller's memory.
    pub fn add_states_into(&self, states: &[AgentState], agents: &mut [Agent]) -> Result<()> {
        let count = length(states.len())?;
        need(agents.len(), Some(count as usize), "agents")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_add_states(self.handle.pointer(), count, states.as_ptr(), agents.as_mut_ptr()) };
        turn.finish(status)
    }

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
    pub fn add_states(&self, states: &[AgentState]) -> Result<Vec<Agent>> {
        let count = length(states.len())?;
        let mut agents = memory(count as usize)?;
        self.add_states_into(states, &mut agents)?;
        Ok(agents)
    }

    /// Sets the number of steps so far, for a crowd that joins others late: random angles depend on it, and the
    /// hash has it. Agents stay as they are.
    /// Errors: INVALID_ARGUMENT, LOST.
    pub fn set_steps(&self, steps: u64) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_crowd_set_steps(self.handle.pointer(), steps) };
        turn.finish(status)
    }
}

/// A set of flow fields.
pub struct Flow {
    pub(crate) handle: Arc<Handle>,
    pub(crate) columns: i32,
    pub(crate) rows: i32,
}

impl Flow {
    /// Creates a flow whose fields have no goals. It lives on one backend from then on.
    /// On SQUARE8 a field takes about 5 bytes per cell on large maps, more on small worlds.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, NO_DEVICE (`backend` is OPENCL and the context has no device
    /// open), BUILD_FAILED, OPENCL.
    pub fn new(context: &Context, def: &FlowDef<'_>) -> Result<Self> {
        let raw = def.raw();
        let mut made = std::ptr::null_mut();
        let turn = context.handle.turn();
        // SAFETY: the context and what the def points to are alive, and the context is locked.
        let status = unsafe { sys::throng_flow_create(context.handle.pointer(), &raw, &mut made) };
        let handle = turn.finish_with(status, || {
            Handle::new(made.cast(), Self::destroy, &context.handle, &[def.terrain.map(|o| &o.handle)])
        })?;
        let (columns, rows) = def.terrain.map_or((0, 0), |t| (t.columns, t.rows));
        Ok(Self { handle, columns, rows })
    }

    unsafe fn destroy(object: *mut c_void) -> Status {
        sys::throng_flow_destroy(object.cast())
    }

    /// Reports which backend throng_flow_create() would choose for this def, and why.
    /// Errors: INVALID_ARGUMENT, NO_DEVICE.
    pub fn explain(context: &Context, def: &FlowDef<'_>) -> Result<Selection> {
        let (raw, mut choice) = (def.raw(), zero());
        let turn = context.handle.turn();
        // SAFETY: as for new().
        let status = unsafe { sys::throng_flow_explain(context.handle.pointer(), &raw, &mut choice) };
        turn.finish(status)?;
        Ok(choice)
    }

    /// The number of cells of a region, if it is on the map.
    fn cells(&self, region: Option<Region>) -> Option<usize> {
        cells_of(self.columns, self.rows, region)
    }

    /// Replaces the goals of a field by these cells. `count` 0: none.
    /// A goal serves its own world. A cell may occur twice. A cell that is blocked during an update is no goal
    /// until an update finds it free.
    /// Errors: INVALID_ARGUMENT (a cell off the map: the message has its index), CAPACITY, LOST, OPENCL; on a
    /// device, if the keys of the last update cannot double, OUT_OF_MEMORY and BUILD_FAILED.
    pub fn set_goals(&self, field: i32, cells: &[Cell]) -> Result<()> {
        let count = length(cells.len())?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_flow_set_goals(self.handle.pointer(), field, count, cells.as_ptr(), 0) };
        turn.finish(status)
    }

    /// Sets the costs of a region's cells, row by row, for all fields. `region` NULL: all cells.
    /// A step is as long as its length times the mean of the costs of its two cells, so a path's length is the
    /// time that a body takes whose speed a cell divides by its cost. Range of a cost: 1 to 255. Default: 1, with
    /// which lengths are those without costs. `row_stride` is in bytes. The next update takes them in.
    /// Errors: INVALID_ARGUMENT (`costs` of the def is 0; a cost of 0: the message has column and row), CAPACITY
    /// (the sum of a world's costs would exceed THRONG_MAX_FLOW_COSTS). No cost is changed then.
    pub fn set_costs(&self, region: Option<Region>, costs: &[u8]) -> Result<()> {
        need(costs.len(), self.cells(region), "costs")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_flow_set_costs(self.handle.pointer(), pointer_to(&region), costs.as_ptr(), 0) };
        turn.finish(status)
    }

    /// Gets the number of a field as bodies of this radius need it: field + fields * class, which reading and
    /// sampling take.
    /// `field` is 0 to fields-1, `radius` 0 to 1e9.
    /// Errors: INVALID_ARGUMENT.
    pub fn field_for(&self, field: i32, radius: f32) -> Result<i32> {
        let mut number: i32 = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_flow_field_for(self.handle.pointer(), field, radius, &mut number) };
        turn.finish(status)?;
        Ok(number)
    }

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
    pub fn update(&self) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_flow_update(self.handle.pointer()) };
        turn.finish(status)
    }

    /// As `read_lengths()`, into the caller's memory.
    pub fn read_lengths_into(&self, field: i32, region: Option<Region>, lengths: &mut [f32]) -> Result<()> {
        need(lengths.len(), self.cells(region), "lengths")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_flow_read_lengths(self.handle.pointer(), field, pointer_to(&region), lengths.as_mut_ptr(), 0) };
        turn.finish(status)
    }

    /// Copies the path lengths of a region as of the last update, row by row. `region` NULL: all cells.
    /// `field` is 0 to fields * classes - 1; see throng_flow_field_for().
    /// A length is in cells: a + b*sqrt(2), exact and rounded once; 0 in goals, -1 if there is no path. With
    /// costs a and b are halves of whole numbers.
    /// `row_stride` must be a multiple of 4.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL; on a device, where the keys may have to double,
    /// OUT_OF_MEMORY and BUILD_FAILED.
    pub fn read_lengths(&self, field: i32, region: Option<Region>) -> Result<Vec<f32>> {
        let mut lengths = memory(self.cells(region).unwrap_or(0))?;
        self.read_lengths_into(field, region, &mut lengths)?;
        Ok(lengths)
    }

    /// As `read_directions()`, into the caller's memory.
    pub fn read_directions_into(&self, field: i32, region: Option<Region>, directions: &mut [FlowDirection]) -> Result<()> {
        need(directions.len(), self.cells(region), "directions")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_flow_read_directions(self.handle.pointer(), field, pointer_to(&region), directions.as_mut_ptr(), 0) };
        turn.finish(status)
    }

    /// Copies the directions of a region as of the last update, row by row. `region` NULL: all cells.
    /// A direction is the first step of a shortest path, of several the one with the lowest number. Following
    /// directions from cell to cell leads to a goal on a path of the cell's length.
    /// Errors: as throng_flow_read_lengths().
    pub fn read_directions(&self, field: i32, region: Option<Region>) -> Result<Vec<FlowDirection>> {
        let mut directions = memory(self.cells(region).unwrap_or(0))?;
        self.read_directions_into(field, region, &mut directions)?;
        Ok(directions)
    }

    /// As `sample()`, into the caller's memory.
    pub fn sample_into(&self, sampling: FlowSampling, agents: &[FlowPoint], ways: &mut [FlowVector]) -> Result<()> {
        let count = length(agents.len())?;
        need(ways.len(), Some(count as usize), "ways")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_flow_sample(self.handle.pointer(), sampling, count, agents.as_ptr(), 0, ways.as_mut_ptr()) };
        turn.finish(status)
    }

    /// Samples the flow at many points as of the last update.
    /// A point is in the cell of the nearest centre. `sampling` is how directions are found, `agents` are the
    /// points, `stride` is theirs, and `ways` receives `count` results, packed.
    /// Errors: INVALID_ARGUMENT (the message has the point), LOST, OPENCL; on a device, where the keys may have
    /// to double, OUT_OF_MEMORY and BUILD_FAILED.
    pub fn sample(&self, sampling: FlowSampling, agents: &[FlowPoint]) -> Result<Vec<FlowVector>> {
        let count = length(agents.len())?;
        let mut ways = memory(count as usize)?;
        self.sample_into(sampling, agents, &mut ways)?;
        Ok(ways)
    }

    /// Removes all goals, so that the fields lead nowhere; brings a lost flow back.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
    pub fn reset(&self) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_flow_reset(self.handle.pointer()) };
        turn.finish(status)
    }

    /// Gets facts about a flow. Waits for the last update if the context profiles.
    /// Errors: INVALID_ARGUMENT.
    pub fn get_info(&self) -> Result<FlowInfo> {
        let mut info: FlowInfo = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_flow_get_info(self.handle.pointer(), &mut info) };
        turn.finish(status)?;
        Ok(info)
    }
}

/// An influence map.
pub struct Influence {
    pub(crate) handle: Arc<Handle>,
    pub(crate) columns: i32,
    pub(crate) rows: i32,
}

impl Influence {
    /// Creates a map whose layers have no objects and whose values are 0.
    /// It lives on one backend from then on. With an automatic choice, a device that fails is replaced by the
    /// CPU.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
    pub fn new(context: &Context, def: &InfluenceDef<'_>) -> Result<Self> {
        let raw = def.raw();
        let mut made = std::ptr::null_mut();
        let turn = context.handle.turn();
        // SAFETY: the context and what the def points to are alive, and the context is locked.
        let status = unsafe { sys::throng_influence_create(context.handle.pointer(), &raw, &mut made) };
        let handle = turn.finish_with(status, || {
            Handle::new(made.cast(), Self::destroy, &context.handle, &[def.terrain.map(|o| &o.handle)])
        })?;
        let (columns, rows) = (def.width, def.height * def.worlds);
        Ok(Self { handle, columns, rows })
    }

    unsafe fn destroy(object: *mut c_void) -> Status {
        sys::throng_influence_destroy(object.cast())
    }

    /// Reports which backend throng_influence_create() would choose for this def at full capacity, and why.
    /// Errors: INVALID_ARGUMENT.
    pub fn explain(context: &Context, def: &InfluenceDef<'_>) -> Result<Selection> {
        let (raw, mut choice) = (def.raw(), zero());
        let turn = context.handle.turn();
        // SAFETY: as for new().
        let status = unsafe { sys::throng_influence_explain(context.handle.pointer(), &raw, &mut choice) };
        turn.finish(status)?;
        Ok(choice)
    }

    /// The number of cells of a region, if it is on the map.
    fn cells(&self, region: Option<Region>) -> Option<usize> {
        cells_of(self.columns, self.rows, region)
    }

    /// Replaces objects first to first+count-1 of a layer, and adds those past its end.
    /// `first` must not exceed the present count.
    /// Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
    /// OPENCL, OUT_OF_MEMORY (on a device, and with path or adjacent propagation, whose lists may have to grow).
    pub fn set_objects(&self, layer: i32, first: i32, objects: &[InfluenceObject]) -> Result<()> {
        let count = length(objects.len())?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_set_objects(self.handle.pointer(), layer, first, count, objects.as_ptr(), 0) };
        turn.finish(status)
    }

    /// Changes position and direction of existing objects; cheaper than setting them.
    /// `positions` holds pairs (x, y), `velocities` pairs (vx, vy). `velocities` NULL: directions stay.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn move_objects(&self, layer: i32, first: i32, positions: &[[f32; 2]], velocities: Option<&[[f32; 2]]>) -> Result<()> {
        let count = length(positions.len())?;
        if let Some(given) = velocities {
            need(given.len(), Some(positions.len()), "velocities")?;
        }
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_move_objects(self.handle.pointer(), layer, first, count, positions.as_ptr().cast(), 0, velocities.map_or(std::ptr::null(), |v| v.as_ptr().cast()), 0) };
        turn.finish(status)
    }

    /// Removes objects from the end of a layer, so that `count` are left.
    /// `count` must not exceed the present count.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn truncate_objects(&self, layer: i32, count: i32) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_truncate_objects(self.handle.pointer(), layer, count) };
        turn.finish(status)
    }

    /// Number of objects of a layer. Returns 0 if the map or the layer does not exist.
    pub fn object_count(&self, layer: i32) -> i32 {
        let _turn = self.handle.turn();
        // SAFETY: the handle is alive and locked.
        unsafe { sys::throng_influence_object_count(self.handle.pointer(), layer) }
    }

    /// Sets a layer's momentum m: each update computes M = m * M_last + (1 - m) * M_new.
    /// Range: 0 <= m < 1; values below 1e-6 count as 0. Default: 0. The first momentum of a layer allocates
    /// memory for its sums.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
    pub fn set_momentum(&self, layer: i32, momentum: f32) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_set_momentum(self.handle.pointer(), layer, momentum) };
        turn.finish(status)
    }

    /// Brings all layers up to date with their objects and the terrain.
    /// The cost follows what changed: cells near objects that changed since the last update, before or after, are
    /// summed again, and others stay as they are. After a failure the next call resumes with the layer that
    /// failed. Work on a device is enqueued and not awaited.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn update(&self) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_update(self.handle.pointer()) };
        turn.finish(status)
    }

    /// Brings one layer up to date, as throng_influence_update() does.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn update_layer(&self, layer: i32) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_update_layer(self.handle.pointer(), layer) };
        turn.finish(status)
    }

    /// Computes the weighted sum of the layers, added in ascending order, as THRONG_LAYER_COMBINED.
    /// It is kept until the next call. `count` must be the number of layers. A weight is -1e9 to 1e9; one below
    /// 1e-9 in magnitude counts as 0. The first call allocates the memory of the sum.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
    pub fn combine(&self, weights: &[f32]) -> Result<()> {
        let count = length(weights.len())?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_combine(self.handle.pointer(), weights.as_ptr(), count) };
        turn.finish(status)
    }

    /// As `read()`, into the caller's memory.
    pub fn read_into(&self, layer: i32, region: Option<Region>, values: &mut [f32]) -> Result<()> {
        need(values.len(), self.cells(region), "values")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_read(self.handle.pointer(), layer, pointer_to(&region), values.as_mut_ptr(), 0) };
        turn.finish(status)
    }

    /// Copies the values of a region, row by row. `region` NULL: the whole map.
    /// Waits for work that the values depend on.
    /// Errors: INVALID_ARGUMENT (also THRONG_LAYER_COMBINED before the first throng_influence_combine()), LOST,
    /// OPENCL.
    pub fn read(&self, layer: i32, region: Option<Region>) -> Result<Vec<f32>> {
        let mut values = memory(self.cells(region).unwrap_or(0))?;
        self.read_into(layer, region, &mut values)?;
        Ok(values)
    }

    /// Finds the cell with the largest value of a region. `region` NULL: the whole map.
    /// Of several, the one in the lowest row wins, then the lowest column. On maps with terrain, blocked cells do
    /// not count; if all are blocked, column and row are -1. Waits for work that the values depend on.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL; on a device, which prepares for queries when a map gets its first
    /// one, OUT_OF_MEMORY and BUILD_FAILED.
    pub fn best(&self, layer: i32, region: Option<Region>) -> Result<Best> {
        let mut best: Best = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_best(self.handle.pointer(), layer, pointer_to(&region), &mut best) };
        turn.finish(status)?;
        Ok(best)
    }

    /// Finds the cell with the smallest value of a region, as throng_influence_best() finds the largest.
    /// Errors: as throng_influence_best().
    pub fn worst(&self, layer: i32, region: Option<Region>) -> Result<Best> {
        let mut worst: Best = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_worst(self.handle.pointer(), layer, pointer_to(&region), &mut worst) };
        turn.finish(status)?;
        Ok(worst)
    }

    /// As `best_of_regions()`, into the caller's memory.
    pub fn best_of_regions_into(&self, layer: i32, which: Extreme, regions: &[Region], results: &mut [Best]) -> Result<()> {
        let count = length(regions.len())?;
        need(results.len(), Some(count as usize), "results")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_best_of_regions(self.handle.pointer(), layer, which, count, regions.as_ptr(), 0, results.as_mut_ptr()) };
        turn.finish(status)
    }

    /// Finds the extreme cell of each of `count` regions, as throng_influence_best() does for one.
    /// `stride` is that of `regions`; `results` is packed.
    /// Errors: as throng_influence_best(); if a region is off the map, the message has its index.
    pub fn best_of_regions(&self, layer: i32, which: Extreme, regions: &[Region]) -> Result<Vec<Best>> {
        let count = length(regions.len())?;
        let mut results = memory(count as usize)?;
        self.best_of_regions_into(layer, which, regions, &mut results)?;
        Ok(results)
    }

    /// As `best_of_neighbors()`, into the caller's memory.
    pub fn best_of_neighbors_into(&self, layer: i32, which: Extreme, own_too: i32, cells: &[Cell], results: &mut [Best]) -> Result<()> {
        let count = length(cells.len())?;
        need(results.len(), Some(count as usize), "results")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_best_of_neighbors(self.handle.pointer(), layer, which, own_too, count, cells.as_ptr(), 0, results.as_mut_ptr()) };
        turn.finish(status)
    }

    /// Finds, for each of `count` cells, the extreme cell among those that one step leads to.
    /// These are its neighbours on the map's grid, in the same world, free, and without cutting a corner. If
    /// `own_too` is 1, the cell itself counts too. If it is 0, the cell is the result only if no neighbour
    /// counts. `stride` is that of `cells`; `results` is packed.
    /// Errors: as throng_influence_best(); if a cell is off the map, the message has its index.
    pub fn best_of_neighbors(&self, layer: i32, which: Extreme, own_too: i32, cells: &[Cell]) -> Result<Vec<Best>> {
        let count = length(cells.len())?;
        let mut results = memory(count as usize)?;
        self.best_of_neighbors_into(layer, which, own_too, cells, &mut results)?;
        Ok(results)
    }

    /// As `sample()`, into the caller's memory.
    pub fn sample_into(&self, layer: i32, points: &[Point], samples: &mut [Sample]) -> Result<()> {
        let count = length(points.len())?;
        need(samples.len(), Some(count as usize), "samples")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_sample(self.handle.pointer(), layer, count, points.as_ptr(), 0, samples.as_mut_ptr()) };
        turn.finish(status)
    }

    /// Samples value and gradient at `count` points.
    /// Values are interpolated between the centres of cells: of four cells bilinearly, on hexagonal grids of
    /// three linearly. A neighbour that is blocked or off the map takes the value of the point's own cell, so
    /// that the gradient does not point to or from it. The own cell keeps its value, blocked or not. `stride` is
    /// that of `points`; `samples` is packed. Waits for work that the values depend on.
    /// Errors: as throng_influence_best(); if a point is out of range, the message has its index.
    pub fn sample(&self, layer: i32, points: &[Point]) -> Result<Vec<Sample>> {
        let count = length(points.len())?;
        let mut samples = memory(count as usize)?;
        self.sample_into(layer, points, &mut samples)?;
        Ok(samples)
    }

    /// Removes all objects, values and the combination, as after creation; brings a lost map back.
    /// The momentum of layers stays. If the call fails, the map is lost and the call may be repeated.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
    pub fn reset(&self) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_reset(self.handle.pointer()) };
        turn.finish(status)
    }

    /// Gets facts about a map. Waits for the last update if the context profiles.
    /// Errors: INVALID_ARGUMENT.
    pub fn get_info(&self) -> Result<InfluenceInfo> {
        let mut info: InfluenceInfo = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_get_info(self.handle.pointer(), &mut info) };
        turn.finish(status)?;
        Ok(info)
    }

    /// Does a part of an update that takes about `seconds`, and sets *done to 1 if the update is whole.
    /// If none is under way, it begins one; if nothing changed, that is whole at once. A call does at least one
    /// small step and stops after the first one that ends beyond the budget; 0: it does one step. How many
    /// calls an update takes depends on the machine: see throng_influence_update_part(). On a device, the
    /// budget is for the work that is enqueued, as the library estimates it, and nothing is awaited; a call that
    /// reads waits for the parts that were enqueued before it. The first call allocates memory: see
    /// throng_influence_reserve(). Range: 0 to 1e9.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
    pub fn update_some(&self, seconds: f64) -> Result<i32> {
        let mut done: i32 = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_update_some(self.handle.pointer(), seconds, &mut done) };
        turn.finish(status)?;
        Ok(done)
    }

    /// Does one of `parts` parts of an update, of about equal work, and sets *done to 1 if the update is whole.
    /// The update is whole with call number `parts`, never before, on every machine and backend: games in
    /// lockstep see new values in the same frame. All calls of an update must have the same `parts`. If the
    /// update was begun by throng_influence_update_some(), this call is the first of its parts. Range: 1 to
    /// 1e6.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST, OPENCL.
    pub fn update_part(&self, parts: i32) -> Result<i32> {
        let mut done: i32 = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_update_part(self.handle.pointer(), parts, &mut done) };
        turn.finish(status)?;
        Ok(done)
    }

    /// Allocates at load time what calls allocate otherwise when they first need it.
    /// A layer is prepared for as many `objects` as that like `like`, wherever they stand: as many as it has or
    /// will have at the same time, of the largest max_distance and the weakest decay. Objects that add up to no
    /// more allocate nothing. `like` NULL: no objects. `layer` -1: all layers, each for so many. `uses` is a sum
    /// of THRONG_USE_*. Nothing that was reserved is given back before the map is destroyed, or reset after its
    /// device failed. Where memory moves that an update under way reads, what is left of it is computed first.
    /// Errors: INVALID_ARGUMENT, CAPACITY (`objects` above the def's object_capacity), OUT_OF_MEMORY, LOST,
    /// OPENCL, BUILD_FAILED.
    pub fn reserve(&self, layer: i32, objects: i32, like: &InfluenceObject, uses: InfluenceUses) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_influence_reserve(self.handle.pointer(), layer, objects, like, uses) };
        turn.finish(status)
    }
}

/// A fuzzy measure.
pub struct Measure {
    pub(crate) handle: Arc<Handle>,
    types: i32,
}

impl Measure {
    /// Creates a measure. It lives on one backend from then on.
    /// Its 2^n values are computed in double precision, type by type in ascending order, and rounded once. They
    /// must be within 1e9, before and after normalization. A measure that is not monotone or has a negative value
    /// is rejected unless the def accepts it; the message has the two sets and their values.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
    pub fn new(context: &Context, def: &MeasureDef<'_>) -> Result<Self> {
        check_table(def.types, def.table)?;
        let raw = def.raw();
        let mut made = std::ptr::null_mut();
        let turn = context.handle.turn();
        // SAFETY: the context and what the def points to are alive, and the context is locked.
        let status = unsafe { sys::throng_measure_create(context.handle.pointer(), &raw, &mut made) };
        let handle = turn.finish_with(status, || {
            Handle::new(made.cast(), Self::destroy, &context.handle, &[])
        })?;
        Ok(Self { handle, types: def.types })
    }

    unsafe fn destroy(object: *mut c_void) -> Status {
        sys::throng_measure_destroy(object.cast())
    }

    /// Reports which backend throng_measure_create() would choose for this def, and why.
    /// Errors: INVALID_ARGUMENT.
    pub fn explain(context: &Context, def: &MeasureDef<'_>) -> Result<Selection> {
        check_table(def.types, def.table)?;
        let (raw, mut choice) = (def.raw(), zero());
        let turn = context.handle.turn();
        // SAFETY: as for new().
        let status = unsafe { sys::throng_measure_explain(context.handle.pointer(), &raw, &mut choice) };
        turn.finish(status)?;
        Ok(choice)
    }

    /// Gets the value of one set of types. `subset` is a bit mask. Range: 0 to 2^n - 1.
    /// Errors: INVALID_ARGUMENT.
    pub fn value(&self, subset: u32) -> Result<f32> {
        let mut value: f32 = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_measure_value(self.handle.pointer(), subset, &mut value) };
        turn.finish(status)?;
        Ok(value)
    }

    /// As `choquet()`, into the caller's memory.
    pub fn choquet_into(&self, values: &[f32], results: &mut [f32]) -> Result<()> {
        let count = rows_of(values.len(), self.types, "values")?;
        need(results.len(), Some(count as usize), "results")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_measure_choquet(self.handle.pointer(), count, values.as_ptr(), 0, results.as_mut_ptr()) };
        turn.finish(status)
    }

    /// Computes the Choquet integral (10, 11) of each of `count` rows of n values f:
    ///   sum of (f_(i) - f_(i-1)) * m({types with f >= f_(i)}),  f_(1) <= ... <= f_(n),  f_(0) = 0,
    /// added in this order from +0.
    ///
    /// Values are -1e9 to 1e9. With negative values this is the asymmetric integral: that of f + c is that of f
    /// plus c * m(all types). Results are within 3e18. `stride` is in bytes from row to row, a multiple of 4;
    /// `results` is packed. The context's threads share the rows; nothing is allocated.
    /// Errors: INVALID_ARGUMENT (the message has row and type), LOST, OPENCL.
    pub fn choquet(&self, values: &[f32]) -> Result<Vec<f32>> {
        let count = rows_of(values.len(), self.types, "values")?;
        let mut results = memory(count as usize)?;
        self.choquet_into(values, &mut results)?;
        Ok(results)
    }

    /// Gets facts about a measure.
    /// Errors: INVALID_ARGUMENT.
    pub fn get_info(&self) -> Result<MeasureInfo> {
        let mut info: MeasureInfo = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_measure_get_info(self.handle.pointer(), &mut info) };
        turn.finish(status)?;
        Ok(info)
    }
}

/// A potential field.
pub struct Potential {
    pub(crate) handle: Arc<Handle>,
}

impl Potential {
    /// Creates a field without sources, goals and points. It lives on one backend from then on.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED; UNSUPPORTED if the device flushes subnormal
    /// numbers and the context does not accept inexact results.
    pub fn new(context: &Context, def: &PotentialDef<'_>) -> Result<Self> {
        let raw = def.raw();
        let mut made = std::ptr::null_mut();
        let turn = context.handle.turn();
        // SAFETY: the context and what the def points to are alive, and the context is locked.
        let status = unsafe { sys::throng_potential_create(context.handle.pointer(), &raw, &mut made) };
        let handle = turn.finish_with(status, || {
            Handle::new(made.cast(), Self::destroy, &context.handle, &[def.measure.map(|o| &o.handle), def.terrain.map(|o| &o.handle)])
        })?;
        Ok(Self { handle })
    }

    unsafe fn destroy(object: *mut c_void) -> Status {
        sys::throng_potential_destroy(object.cast())
    }

    /// Reports which backend throng_potential_create() would choose for this def at full capacity, and why.
    /// Errors: INVALID_ARGUMENT.
    pub fn explain(context: &Context, def: &PotentialDef<'_>) -> Result<Selection> {
        let (raw, mut choice) = (def.raw(), zero());
        let turn = context.handle.turn();
        // SAFETY: as for new().
        let status = unsafe { sys::throng_potential_explain(context.handle.pointer(), &raw, &mut choice) };
        turn.finish(status)?;
        Ok(choice)
    }

    /// Replaces sources first to first+count-1, and adds those past the end.
    /// `first` must not exceed the present count. More than 256 KiB of sources, points or positions go to a
    /// device in one piece; the memory for it is allocated the first time.
    /// Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
    /// OPENCL.
    pub fn set_sources(&self, first: i32, sources: &[PotentialSource]) -> Result<()> {
        let count = length(sources.len())?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_potential_set_sources(self.handle.pointer(), first, count, sources.as_ptr(), 0) };
        turn.finish(status)
    }

    /// Replaces goals first to first+count-1, and adds those past the end.
    /// Errors: as throng_potential_set_sources().
    pub fn set_goals(&self, first: i32, goals: &[PotentialGoal]) -> Result<()> {
        let count = length(goals.len())?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_potential_set_goals(self.handle.pointer(), first, count, goals.as_ptr(), 0) };
        turn.finish(status)
    }

    /// Replaces points first to first+count-1, and adds those past the end.
    /// Errors: as throng_potential_set_sources(); INVALID_ARGUMENT if a point's goal does not exist or is in
    /// another world.
    pub fn set_points(&self, first: i32, points: &[PotentialPoint]) -> Result<()> {
        let count = length(points.len())?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_potential_set_points(self.handle.pointer(), first, count, points.as_ptr(), 0) };
        turn.finish(status)
    }

    /// Changes the positions of existing sources. `positions` holds pairs (x, y).
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn move_sources(&self, first: i32, positions: &[[f32; 2]]) -> Result<()> {
        let count = length(positions.len())?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_potential_move_sources(self.handle.pointer(), first, count, positions.as_ptr().cast(), 0) };
        turn.finish(status)
    }

    /// Changes the positions of existing points. `positions` holds pairs (x, y).
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn move_points(&self, first: i32, positions: &[[f32; 2]]) -> Result<()> {
        let count = length(positions.len())?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_potential_move_points(self.handle.pointer(), first, count, positions.as_ptr().cast(), 0) };
        turn.finish(status)
    }

    /// Removes sources from the end, so that `count` are left. `count` must not exceed the present count.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn truncate_sources(&self, count: i32) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_potential_truncate_sources(self.handle.pointer(), count) };
        turn.finish(status)
    }

    /// Removes goals from the end, so that `count` are left. `count` must not exceed the present count.
    /// A point whose goal was removed is attracted by none until there is a goal with that index again.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn truncate_goals(&self, count: i32) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_potential_truncate_goals(self.handle.pointer(), count) };
        turn.finish(status)
    }

    /// Removes points from the end, so that `count` are left. `count` must not exceed the present count.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn truncate_points(&self, count: i32) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_potential_truncate_points(self.handle.pointer(), count) };
        turn.finish(status)
    }

    /// Evaluates the field at all points. Does nothing if neither the field nor its terrain changed.
    /// Work on a device is enqueued and not awaited.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn update(&self) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_potential_update(self.handle.pointer()) };
        turn.finish(status)
    }

    /// As `read()`, into the caller's memory.
    pub fn read_into(&self, first: i32, forces: &mut [Force]) -> Result<()> {
        let count = length(forces.len())?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_potential_read(self.handle.pointer(), first, count, forces.as_mut_ptr(), 0) };
        turn.finish(status)
    }

    /// Copies the results of the last update for points first to first+count-1.
    /// Points that were added since then get zeros. Waits for work that the results depend on.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn read(&self, first: i32, count: i32) -> Result<Vec<Force>> {
        let mut forces = memory(count.max(0) as usize)?;
        self.read_into(first, &mut forces)?;
        Ok(forces)
    }

    /// Removes all sources, goals and points; brings a lost field back.
    /// If the call fails, the field is lost and the call may be repeated.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
    pub fn reset(&self) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_potential_reset(self.handle.pointer()) };
        turn.finish(status)
    }

    /// Gets facts about a field. Waits for the last update if the context profiles.
    /// Errors: INVALID_ARGUMENT.
    pub fn get_info(&self) -> Result<PotentialInfo> {
        let mut info: PotentialInfo = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_potential_get_info(self.handle.pointer(), &mut info) };
        turn.finish(status)?;
        Ok(info)
    }
}

/// A readback.
pub struct Readback {
    pub(crate) handle: Arc<Handle>,
}

impl Readback {
    /// Creates a readback on the backend of its object. Destroy it before the object.
    /// It takes `slots` times `capacity` entries of memory, which a device's driver may pin. On a device one of
    /// motions, or of 16,384 agents or more, also allocates as throng_crowd_set_motions() does.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, LOST (the crowd).
    pub fn new(context: &Context, def: &ReadbackDef<'_>) -> Result<Self> {
        let raw = def.raw();
        let mut made = std::ptr::null_mut();
        let turn = context.handle.turn();
        // SAFETY: the context and what the def points to are alive, and the context is locked.
        let status = unsafe { sys::throng_readback_create(context.handle.pointer(), &raw, &mut made) };
        let handle = turn.finish_with(status, || {
            Handle::new(made.cast(), Self::destroy, &context.handle, &[def.crowd.map(|o| &o.handle), def.map.map(|o| &o.handle), def.field.map(|o| &o.handle), def.trace.map(|o| &o.handle), def.flow.map(|o| &o.handle)])
        })?;
        Ok(Self { handle })
    }

    unsafe fn destroy(object: *mut c_void) -> Status {
        sys::throng_readback_destroy(object.cast())
    }

    /// Begins to read the values of a region, row by row. `region` NULL: all cells.
    /// Does not wait, except that on a device a read of a flow waits until the rounds of its update are known to
    /// have ended, as every use of the flow does. `read`: as for throng_readback_begin_agents().
    /// Errors: INVALID_ARGUMENT (another kind of readback; as throng_influence_read() and
    /// throng_flow_read_lengths()), CAPACITY (as throng_readback_begin_agents()), LOST, OPENCL; of flows
    /// OUT_OF_MEMORY and BUILD_FAILED.
    pub fn begin_region(&self, region: Option<Region>) -> Result<ReadbackRead> {
        let mut read: ReadbackRead = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_readback_begin_region(self.handle.pointer(), pointer_to(&region), &mut read) };
        turn.finish(status)?;
        Ok(read)
    }

    /// Begins to read forces at points, or results of paths, first to first+count-1.
    /// Does not wait. `read`: as for throng_readback_begin_agents().
    /// Errors: INVALID_ARGUMENT (another kind of readback; as throng_potential_read(), throng_trace_read()),
    /// CAPACITY (as throng_readback_begin_agents()), LOST, OPENCL.
    pub fn begin_range(&self, first: i32, count: i32) -> Result<ReadbackRead> {
        let mut read: ReadbackRead = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_readback_begin_range(self.handle.pointer(), first, count, &mut read) };
        turn.finish(status)?;
        Ok(read)
    }

    /// Tells whether a read has ended, so that fetching it does not wait: *ready is 1 or 0.
    /// Errors: INVALID_ARGUMENT (no such read: it never began, or was fetched or released), LOST (the device
    /// failed), OPENCL.
    pub fn ready(&self, number: u64) -> Result<i32> {
        let mut ready: i32 = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_readback_ready(self.handle.pointer(), number, &mut ready) };
        turn.finish(status)?;
        Ok(ready)
    }

    /// Gets a read by its number, as it began.
    /// Errors: INVALID_ARGUMENT (no such read), LOST.
    pub fn get_read(&self, number: u64) -> Result<ReadbackRead> {
        let mut read: ReadbackRead = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_readback_get_read(self.handle.pointer(), number, &mut read) };
        turn.finish(status)?;
        Ok(read)
    }

    /// Frees the slot of a read. Does not wait, even if the read is still under way.
    /// Errors: INVALID_ARGUMENT (no such read), LOST.
    pub fn release(&self, number: u64) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_readback_release(self.handle.pointer(), number) };
        turn.finish(status)
    }

    /// Finds the latest read that has ended, and releases all reads before it except those that are mapped.
    /// read->number is 0 if none has ended. The read itself keeps its slot: fetch or release it. Does not wait.
    /// Errors: INVALID_ARGUMENT, LOST (the device failed), OPENCL.
    pub fn latest(&self) -> Result<ReadbackRead> {
        let mut read: ReadbackRead = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_readback_latest(self.handle.pointer(), &mut read) };
        turn.finish(status)?;
        Ok(read)
    }

    /// Releases all reads, after those under way have ended; brings a lost readback back. Numbers go on.
    /// If the call fails, the readback is lost and the call may be repeated.
    /// Errors: INVALID_ARGUMENT, OPENCL.
    pub fn reset(&self) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_readback_reset(self.handle.pointer()) };
        turn.finish(status)
    }

    /// Gets facts about a readback. Errors: INVALID_ARGUMENT.
    pub fn get_info(&self) -> Result<ReadbackInfo> {
        let mut info: ReadbackInfo = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_readback_get_info(self.handle.pointer(), &mut info) };
        turn.finish(status)?;
        Ok(info)
    }
}

/// A searcher of routes on one terrain. It owns the memory of its searches, for each thread and cell of a
/// world 8 bytes, and 16 once there were searches with costs; and the routes of the last search.
pub struct Route {
    pub(crate) handle: Arc<Handle>,
    pub(crate) columns: i32,
    pub(crate) rows: i32,
}

impl Route {
    /// Creates a searcher without costs.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY.
    pub fn new(context: &Context, def: &RouteDef<'_>) -> Result<Self> {
        let raw = def.raw();
        let mut made = std::ptr::null_mut();
        let turn = context.handle.turn();
        // SAFETY: the context and what the def points to are alive, and the context is locked.
        let status = unsafe { sys::throng_route_create(context.handle.pointer(), &raw, &mut made) };
        let handle = turn.finish_with(status, || {
            Handle::new(made.cast(), Self::destroy, &context.handle, &[def.terrain.map(|o| &o.handle)])
        })?;
        let (columns, rows) = def.terrain.map_or((0, 0), |t| (t.columns, t.rows));
        Ok(Self { handle, columns, rows })
    }

    unsafe fn destroy(object: *mut c_void) -> Status {
        sys::throng_route_destroy(object.cast())
    }

    /// The number of cells of a region, if it is on the map.
    fn cells(&self, region: Option<Region>) -> Option<usize> {
        cells_of(self.columns, self.rows, region)
    }

    /// Sets the costs of a region's cells, row by row. `region` NULL: all cells.
    /// Range of a cost: 0 to 1e9. Default: 0. `row_stride` must be a multiple of 4. The first call allocates 4
    /// bytes per cell.
    /// Errors: INVALID_ARGUMENT (the message has column, row and value), OUT_OF_MEMORY.
    pub fn set_costs(&self, region: Option<Region>, costs: &[f32]) -> Result<()> {
        need(costs.len(), self.cells(region), "costs")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_route_set_costs(self.handle.pointer(), pointer_to(&region), costs.as_ptr(), 0) };
        turn.finish(status)
    }

    /// Sets the weight of costs. Range: 0 to 1e9. Default: 1.
    /// With 0 the search ignores costs, and results still report them.
    /// Errors: INVALID_ARGUMENT.
    pub fn set_weight(&self, weight: f32) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_route_set_weight(self.handle.pointer(), weight) };
        turn.finish(status)
    }

    /// As `find()`, into the caller's memory.
    pub fn find_into(&self, pairs: &[CellPair], results: &mut [RouteResult]) -> Result<()> {
        let count = length(pairs.len())?;
        need(results.len(), Some(count as usize), "results")?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_route_find(self.handle.pointer(), count, pairs.as_ptr(), 0, results.as_mut_ptr()) };
        turn.finish(status)
    }

    /// Finds an optimal route for each pair of cells and keeps the cells of all routes.
    /// They are kept until the next call that succeeds, also one with `count` 0. There is no route if either cell
    /// is blocked, if walls separate the cells, or if they are in different worlds. From a free cell to itself
    /// the route is that cell, with length 0. `results` receives `count` results, packed. The context's threads
    /// share the pairs. Memory grows to what the hardest searches so far needed; searching the same pairs a third
    /// time allocates nothing.
    /// Errors: INVALID_ARGUMENT (a cell off the map: the message has the pair), OUT_OF_MEMORY. The cells of the
    /// last search then stay as they were.
    pub fn find(&self, pairs: &[CellPair]) -> Result<Vec<RouteResult>> {
        let count = length(pairs.len())?;
        let mut results = memory(count as usize)?;
        self.find_into(pairs, &mut results)?;
        Ok(results)
    }

    /// Copies the cells of routes first to first+count-1 of the last search, one route after the other, each
    /// from its start to its goal.
    /// `capacity` is the number of cells that fit into `cells`.
    /// Errors: INVALID_ARGUMENT (no such routes), CAPACITY (nothing is copied; the message has the number of
    /// cells).
    pub fn read(&self, first: i32, count: i32, cells: &mut [Cell]) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_route_read(self.handle.pointer(), first, count, cells.as_mut_ptr(), cells.len() as i64) };
        turn.finish(status)
    }
}

/// A tracer of paths.
pub struct Trace {
    pub(crate) handle: Arc<Handle>,
}

impl Trace {
    /// Creates a tracer without starts, on the field's backend. Destroy it before its field and its flow.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL, BUILD_FAILED.
    pub fn new(context: &Context, def: &TraceDef<'_>) -> Result<Self> {
        let raw = def.raw();
        let mut made = std::ptr::null_mut();
        let turn = context.handle.turn();
        // SAFETY: the context and what the def points to are alive, and the context is locked.
        let status = unsafe { sys::throng_trace_create(context.handle.pointer(), &raw, &mut made) };
        let handle = turn.finish_with(status, || {
            Handle::new(made.cast(), Self::destroy, &context.handle, &[def.field.map(|o| &o.handle), def.flow.map(|o| &o.handle)])
        })?;
        Ok(Self { handle })
    }

    unsafe fn destroy(object: *mut c_void) -> Status {
        sys::throng_trace_destroy(object.cast())
    }

    /// Replaces starts first to first+count-1, and adds those past the end.
    /// `first` must not exceed the present count.
    /// Errors: INVALID_ARGUMENT (a value out of range: the message has index, member and value), CAPACITY, LOST,
    /// OPENCL.
    pub fn set_starts(&self, first: i32, starts: &[TraceStart]) -> Result<()> {
        let count = length(starts.len())?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_trace_set_starts(self.handle.pointer(), first, count, starts.as_ptr(), 0) };
        turn.finish(status)
    }

    /// Removes starts from the end, so that `count` are left. `count` must not exceed the present count.
    /// Errors: INVALID_ARGUMENT, LOST.
    pub fn truncate_starts(&self, count: i32) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_trace_truncate_starts(self.handle.pointer(), count) };
        turn.finish(status)
    }

    /// Updates the flow and traces all paths through the field as it was set last.
    /// throng_potential_update() is not needed. The context's threads share the paths. Work on a device is
    /// enqueued and not awaited, except for an update of the flow.
    /// Errors: INVALID_ARGUMENT, LOST (the tracer, its field or its flow), OPENCL, and of the flow's update
    /// OUT_OF_MEMORY.
    pub fn update(&self) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_trace_update(self.handle.pointer()) };
        turn.finish(status)
    }

    /// As `read()`, into the caller's memory.
    pub fn read_into(&self, first: i32, results: &mut [TraceResult]) -> Result<()> {
        let count = length(results.len())?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_trace_read(self.handle.pointer(), first, count, results.as_mut_ptr(), 0) };
        turn.finish(status)
    }

    /// Copies the results of the last update for paths first to first+count-1.
    /// Starts that were added since then get zeros and THRONG_TRACE_INVALID. Waits for work that the results
    /// depend on.
    /// Errors: INVALID_ARGUMENT, LOST, OPENCL.
    pub fn read(&self, first: i32, count: i32) -> Result<Vec<TraceResult>> {
        let mut results = memory(count.max(0) as usize)?;
        self.read_into(first, &mut results)?;
        Ok(results)
    }

    /// Removes all starts; brings a lost tracer back.
    /// If the call fails, the tracer is lost and the call may be repeated.
    /// Errors: INVALID_ARGUMENT, OUT_OF_MEMORY, OPENCL.
    pub fn reset(&self) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_trace_reset(self.handle.pointer()) };
        turn.finish(status)
    }

    /// Gets facts about a tracer. Waits for the last update if the context profiles.
    /// Errors: INVALID_ARGUMENT.
    pub fn get_info(&self) -> Result<TraceInfo> {
        let mut info: TraceInfo = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays are as long as was checked.
        let status = unsafe { sys::throng_trace_get_info(self.handle.pointer(), &mut info) };
        turn.finish(status)?;
        Ok(info)
    }
}

/// What a value of agents is: the kind of its numbers, and how many there are.
pub(crate) fn form(what: AgentValue) -> Option<(crate::crowd::Kind, usize)> {
    use crate::crowd::Kind::*;
    match what.0 {
        0 => Some((F32, 2)),
        1 => Some((F32, 2)),
        2 => Some((F32, 2)),
        3 => Some((F32, 2)),
        4 => Some((F32, 2)),
        5 => Some((F32, 1)),
        6 => Some((F32, 1)),
        7 => Some((F32, 1)),
        8 => Some((F32, 1)),
        9 => Some((I32, 1)),
        10 => Some((F32, 1)),
        11 => Some((F32, 1)),
        12 => Some((U32, 1)),
        13 => Some((U32, 1)),
        14 => Some((I32, 1)),
        15 => Some((F32, 1)),
        16 => Some((I32, 1)),
        17 => Some((F32, 1)),
        18 => Some((F32, 1)),
        19 => Some((F32, 1)),
        20 => Some((F32, 1)),
        21 => Some((I32, 1)),
        22 => Some((F32, 1)),
        23 => Some((U32, 1)),
        24 => Some((I32, 1)),
        25 => Some((F32, 1)),
        28 => Some((I32, 1)),
        29 => Some((F32, 2)),
        26 => Some((F32, 1)),
        27 => Some((U64, 1)),
        30 => Some((F64, 2)),
        31 => Some((F64, 2)),
        32 => Some((I32, 1)),
        _ => None,
    }
}
