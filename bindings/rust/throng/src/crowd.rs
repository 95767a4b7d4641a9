//! Calls of crowds, tracers and readbacks whose arguments follow no rule.
use std::ptr;

use throng_sys as sys;

use crate::core::{length, memory, need, zero, Plain, Turn};
use crate::objects::form;
use crate::{
    Agent, AgentValue, Crowd, Error, HalfPlane, Readback, ReadbackRead, Result, Status, Trace, TracePoint,
};

/// The numbers that a value of agents is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    F32,
    F64,
    I32,
    U32,
    U64,
}

/// What a value of an agent can be: `[f32; 2]` for positions and their like, `[f64; 2]` for exact ones, or a number.
///
/// # Safety
///
/// KIND and COUNT must say what the type consists of.
pub unsafe trait AgentData: Plain {
    #[doc(hidden)]
    const KIND: Kind;
    #[doc(hidden)]
    const COUNT: usize;
}

macro_rules! agent_data {
    ($($kind:ty: $form:ident, $count:expr;)*) => {$(
        unsafe impl AgentData for $kind {
            const KIND: Kind = Kind::$form;
            const COUNT: usize = $count;
        }
    )*};
}

agent_data! {
    f32: F32, 1;
    [f32; 2]: F32, 2;
    [f64; 2]: F64, 2;
    i32: I32, 1;
    u32: U32, 1;
    u64: U64, 1;
}

/// Whether a value is of this type. What is unknown is refused by the library.
fn check_form<T: AgentData>(what: AgentValue) -> Result<()> {
    match form(what) {
        Some(form) if form != (T::KIND, T::COUNT) => Err(Error::argument(format!(
            "value {} of agents consists of {} numbers of kind {:?}, not {} of {:?}",
            what.0, form.1, form.0, T::COUNT, T::KIND
        ))),
        _ => Ok(()),
    }
}

/// What an agent perceives and avoids: `Crowd::inspect()`.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Whom it perceives, in ascending index.
    pub perceived: Vec<Agent>,
    /// Whom it avoids, the nearest first.
    pub avoided: Vec<Agent>,
    /// Half-planes: first those of walls, then one for each agent in `avoided`.
    pub lines: Vec<HalfPlane>,
    /// How many of the half-planes are of walls.
    pub wall_count: usize,
}

impl Crowd {
    fn agent_count(&self, _turn: &Turn<'_>) -> (Status, i32) {
        let mut info = zero::<crate::CrowdInfo>();
        // SAFETY: the handle is alive and locked.
        let status = unsafe { sys::throng_crowd_get_info(self.handle.pointer(), &mut info) };
        (status, info.agents)
    }

    /// Copies a value of agents: throng_crowd_get().
    pub fn get<T: AgentData>(&self, what: AgentValue, agents: &[Agent]) -> Result<Vec<T>> {
        let mut data = memory(agents.len())?;
        self.get_into(what, agents, &mut data)?;
        Ok(data)
    }

    /// As `get()`, into the caller's memory.
    pub fn get_into<T: AgentData>(&self, what: AgentValue, agents: &[Agent], data: &mut [T]) -> Result<()> {
        check_form::<T>(what)?;
        need(data.len(), Some(agents.len()), "data")?;
        let count = length(agents.len())?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays have as many entries of the right type.
        let status = unsafe {
            sys::throng_crowd_get(self.handle.pointer(), what, count, agents.as_ptr(), 0, data.as_mut_ptr().cast(), 0)
        };
        turn.finish(status)
    }

    /// Copies a value of all agents in the order of `list()`.
    pub fn get_all<T: AgentData>(&self, what: AgentValue) -> Result<Vec<T>> {
        check_form::<T>(what)?;
        let turn = self.handle.turn();
        let (mut status, count) = self.agent_count(&turn);
        let mut data: Vec<T> = memory(count.max(0) as usize)?;
        if status == Status::OK {
            // SAFETY: the handle is alive and locked; null stands for all agents, of which there are as many.
            status = unsafe {
                sys::throng_crowd_get(self.handle.pointer(), what, count, ptr::null(), 0, data.as_mut_ptr().cast(), 0)
            };
        }
        turn.finish(status)?;
        Ok(data)
    }

    /// Sets a value of agents, of all of them or of none: throng_crowd_set().
    pub fn set<T: AgentData>(&self, what: AgentValue, agents: &[Agent], data: &[T]) -> Result<()> {
        check_form::<T>(what)?;
        need(data.len(), Some(agents.len()), "data")?;
        let count = length(agents.len())?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the arrays have as many entries of the right type.
        let status = unsafe {
            sys::throng_crowd_set(self.handle.pointer(), what, count, agents.as_ptr(), 0, data.as_ptr().cast(), 0)
        };
        turn.finish(status)
    }

    /// Sets a value of all agents in the order of `list()`.
    pub fn set_all<T: AgentData>(&self, what: AgentValue, data: &[T]) -> Result<()> {
        check_form::<T>(what)?;
        let count = length(data.len())?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked; the library refuses another number than that of all agents.
        let status = unsafe {
            sys::throng_crowd_set(self.handle.pointer(), what, count, ptr::null(), 0, data.as_ptr().cast(), 0)
        };
        turn.finish(status)
    }

    /// Reports whom an agent would perceive and avoid: throng_crowd_inspect().
    pub fn inspect(&self, agent: Agent, dt: f32) -> Result<View> {
        let mut view = sys::throng_crowd_view {
            perceived: ptr::null_mut(),
            avoided: ptr::null_mut(),
            lines: ptr::null_mut(),
            perceived_capacity: 0,
            avoided_capacity: 0,
            line_capacity: 0,
            perceived_count: 0,
            avoided_count: 0,
            line_count: 0,
            wall_count: 0,
        };
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked; without capacities nothing is written.
        let mut status = unsafe { sys::throng_crowd_inspect(self.handle.pointer(), agent, dt, &mut view) };
        let mut perceived = memory(view.perceived_count.max(0) as usize)?;
        let mut avoided = memory(view.avoided_count.max(0) as usize)?;
        let mut lines = memory(view.line_count.max(0) as usize)?;
        if status == Status::OK {
            view.perceived = perceived.as_mut_ptr();
            view.avoided = avoided.as_mut_ptr();
            view.lines = lines.as_mut_ptr();
            view.perceived_capacity = view.perceived_count;
            view.avoided_capacity = view.avoided_count;
            view.line_capacity = view.line_count;
            // SAFETY: the lists have room for as many entries as is said.
            status = unsafe { sys::throng_crowd_inspect(self.handle.pointer(), agent, dt, &mut view) };
        }
        turn.finish(status)?;
        Ok(View { perceived, avoided, lines, wall_count: view.wall_count as usize })
    }

    /// A snapshot of the crowd: throng_crowd_save().
    pub fn save(&self) -> Result<Vec<u8>> {
        let turn = self.handle.turn();
        let mut bytes = 0;
        // SAFETY: the handle is alive and locked.
        let mut status = unsafe { sys::throng_crowd_snapshot_bytes(self.handle.pointer(), &mut bytes) };
        let mut snapshot: Vec<u8> = memory(bytes)?;
        if status == Status::OK {
            // SAFETY: the memory is as large as is said.
            status = unsafe { sys::throng_crowd_save(self.handle.pointer(), snapshot.as_mut_ptr().cast(), bytes) };
        }
        turn.finish(status)?;
        Ok(snapshot)
    }

    /// Restores the state of a snapshot: throng_crowd_restore().
    pub fn restore(&self, snapshot: &[u8]) -> Result<()> {
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the memory is as large as is said.
        let status = unsafe {
            sys::throng_crowd_restore(self.handle.pointer(), snapshot.as_ptr().cast(), snapshot.len())
        };
        turn.finish(status)
    }
}

impl Trace {
    /// Copies points of one path, from `first` on: throng_trace_read_points().
    pub fn read_points_into(&self, path: i32, first: i32, points: &mut [TracePoint]) -> Result<()> {
        let count = length(points.len())?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the array is as long as is said.
        let status = unsafe {
            sys::throng_trace_read_points(self.handle.pointer(), path, 1, first, count, points.as_mut_ptr(), 0)
        };
        turn.finish(status)
    }

    /// The same into new memory.
    pub fn read_points(&self, path: i32, first: i32, count: i32) -> Result<Vec<TracePoint>> {
        let mut points = memory(count.max(0) as usize)?;
        self.read_points_into(path, first, &mut points)?;
        Ok(points)
    }
}

impl Readback {
    /// Begins to read these agents, or all of the crowd, whose number `count` is then: throng_readback_begin_agents().
    pub fn begin_agents(&self, agents: Option<&[Agent]>, count: i32) -> Result<ReadbackRead> {
        let count = match agents {
            Some(given) => length(given.len())?,
            None => count,
        };
        let mut read: ReadbackRead = zero();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the array is as long as is said.
        let status = unsafe {
            sys::throng_readback_begin_agents(
                self.handle.pointer(),
                agents.map_or(ptr::null(), |v| v.as_ptr()),
                count,
                &mut read,
            )
        };
        turn.finish(status)?;
        Ok(read)
    }

    /// The values of a read, packed, as entries of a type: throng_readback_fetch().
    pub fn fetch<T: Plain>(&self, number: u64) -> Result<Vec<T>> {
        let bytes = self.get_read(number)?.count as usize * self.get_info()?.entry_bytes as usize;
        let size = std::mem::size_of::<T>();
        assert!(size > 0, "a type without bytes holds no values");
        let mut values: Vec<T> = memory((bytes + size - 1) / size)?;
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked, and the array is no shorter than the read, whose size stays.
        let status =
            unsafe { sys::throng_readback_fetch(self.handle.pointer(), number, values.as_mut_ptr().cast(), 0) };
        turn.finish(status)?;
        Ok(values)
    }

    /// Where the values of a read are, until it is fetched or released: throng_readback_map().
    pub fn map(&self, number: u64) -> Result<*const std::ffi::c_void> {
        let mut values = ptr::null();
        let turn = self.handle.turn();
        // SAFETY: the handle is alive and locked.
        let status = unsafe { sys::throng_readback_map(self.handle.pointer(), number, &mut values) };
        turn.finish(status)?;
        Ok(values)
    }
}
