//! Influence maps, potential fields, flow fields and crowds for games, with the results of the C library to the last bit.
//!
//! ```
//! use throng::{AgentDef, AgentValue, Context, ContextDef, Crowd, CrowdDef, Navigation};
//!
//! # fn main() -> throng::Result<()> {
//! let context = Context::new(&ContextDef::default())?;
//! let crowd = Crowd::new(&context, &CrowdDef { agent_capacity: 2, ..Default::default() })?;
//! let walker = AgentDef { navigation: Navigation::GOAL, target_x: 5.0, ..Default::default() };
//! let agents = crowd.add(&[walker])?;
//! crowd.step(0.1)?;
//! let positions: Vec<[f32; 2]> = crowd.get(AgentValue::POSITION, &agents)?;
//! assert!(positions[0][0] > 0.0);
//! # Ok(())
//! # }
//! ```
//!
//! Types are named as in C, methods as its functions. Parameters have the order of C, without counts and strides. A def begins
//! with the library's defaults. What a call returns is new memory; a second form, `..._into`, writes into the caller's.
//!
//! An object keeps what it uses, so all of them may be dropped in any order. They may be sent to other threads and shared:
//! the calls on a context and its objects take turns.
//!
//! Wrong types do not compile:
//!
//! ```compile_fail
//! # use throng::{AgentValue, Context, ContextDef, Terrain, TerrainDef};
//! let context = Context::new(&ContextDef::default()).unwrap();
//! Terrain::new(&context, &TerrainDef { width: 1.5, ..Default::default() });
//! ```
#![deny(unsafe_op_in_unsafe_fn)]

mod context;
mod core;
mod crowd;
// Written by a script: its functions name the objects of C alone.
#[allow(unsafe_op_in_unsafe_fn, clippy::doc_lazy_continuation, clippy::field_reassign_with_default)]
mod objects;

pub use crate::core::{Error, Plain, Result};
pub use context::{
    backend_name, devices, isa_available, isa_name, operation_name, status_string, trace_status_name, version, Logger,
};
pub use crowd::{AgentData, View};
pub use objects::*;

/// Constants of the headers.
pub mod constants {
    pub use throng_sys::{
        THRONG_GOALS_ALL as GOALS_ALL, THRONG_GOALS_NONE as GOALS_NONE, THRONG_LAYER_COMBINED as LAYER_COMBINED,
        THRONG_MAX_AGENTS as MAX_AGENTS, THRONG_MAX_CELLS as MAX_CELLS, THRONG_MAX_FLOW_FIELDS as MAX_FLOW_FIELDS,
        THRONG_MAX_LAYERS as MAX_LAYERS, THRONG_MAX_NEIGHBORS as MAX_NEIGHBORS, THRONG_MAX_SIDE as MAX_SIDE,
        THRONG_MAX_TYPES as MAX_TYPES, THRONG_MAX_WALLS as MAX_WALLS, THRONG_NEXT_ID as NEXT_ID,
    };
}
