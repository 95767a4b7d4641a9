//! Contexts, devices, and what needs no object.
use std::os::raw::c_void;
use std::ptr;
use std::sync::atomic::Ordering;
use std::sync::Arc;

use throng_sys as sys;

use crate::core::{log, memory, text, zero, Core, Handle, Keep};
use crate::{Backend, CalibrateDef, CalibrateReport, Context, ContextDef, DeviceInfo, Error, Isa, LogLevel, Operation};
use crate::{Result, Status, TraceStatus};

/// Receives messages for people.
pub type Logger = Arc<dyn Fn(LogLevel, &str) + Send + Sync>;

/// While the major version is 0, another minor version may have other structs.
fn check_version() -> Result<()> {
    if sys::version_fits() {
        return Ok(());
    }
    let (major, minor) = (sys::THRONG_VERSION_MAJOR, sys::THRONG_VERSION_MINOR);
    let message = format!("throng's library is version {}; this crate is made for {}.{}.x", version(), major, minor);
    Err(Error::new(Status::ERROR_UNSUPPORTED, message))
}

impl Context {
    /// Creates a context: throng_context_create(). Hooks other than the logger need `throng_sys`.
    pub fn new(def: &ContextDef<'_>) -> Result<Self> {
        check_version()?;
        let core = Core::new(def.logger.clone());
        let mut keep = Keep::default();
        let mut raw = def.raw(&mut keep)?;
        raw.logger.log = Some(log);
        raw.logger.user = Arc::as_ptr(&core) as *mut c_void;
        let mut made = ptr::null_mut();
        let turn = core.turn();
        // SAFETY: the def and its texts are alive, and the core outlives the context, whose handle keeps it.
        let status = unsafe { sys::throng_context_create(&raw, &mut made) };
        core.context.store(made, Ordering::Relaxed);
        let handle = turn.finish_with(status, || Handle::of_context(made.cast(), Self::destroy, core.clone()))?;
        Ok(Self { handle })
    }

    unsafe fn destroy(context: *mut c_void) -> Status {
        // SAFETY: as the caller says.
        unsafe { sys::throng_context_destroy(context.cast()) }
    }

    /// Measures the cost of frames on both backends: throng_calibrate().
    pub fn calibrate(&self, def: &CalibrateDef) -> Result<CalibrateReport> {
        let (raw, mut report) = (def.raw(), zero());
        let turn = self.handle.turn();
        // SAFETY: the context is alive and locked.
        let status = unsafe { sys::throng_calibrate(self.handle.pointer(), &raw, &mut report) };
        turn.finish(status)?;
        Ok(report)
    }
}

/// The OpenCL devices of this machine: throng_devices().
pub fn devices(def: &ContextDef<'_>) -> Result<Vec<DeviceInfo>> {
    check_version()?;
    let core = Core::new(def.logger.clone());
    let mut keep = Keep::default();
    let mut raw = def.raw(&mut keep)?;
    raw.logger.log = Some(log);
    raw.logger.user = Arc::as_ptr(&core) as *mut c_void;
    let mut list: Vec<DeviceInfo> = Vec::new();
    for _ in 0..2 {
        // the first time they are counted
        let mut count = 0;
        let turn = core.turn();
        // SAFETY: the list has as many entries as is said.
        let status = unsafe { sys::throng_devices(&raw, list.as_mut_ptr(), list.len() as i32, &mut count) };
        turn.finish(status)?;
        if list.is_empty() {
            list = memory(count as usize)?;
        }
    }
    Ok(list)
}

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident($kind:ty) = $function:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(number: $kind) -> String {
            // SAFETY: takes any number.
            text(unsafe { sys::$function(number) })
        }
    )*};
}

texts! {
    /// Short English name of a status.
    status_string(Status) = throng_status_string;
    /// Name of a backend, "" for any other number.
    backend_name(Backend) = throng_backend_name;
    /// Name of an instruction set, "" for any other number.
    isa_name(Isa) = throng_isa_name;
    /// Name of an operation in files of costs, "" for any other number.
    operation_name(Operation) = throng_operation_name;
    /// Name of the end of a path, "" for any other number.
    trace_status_name(TraceStatus) = throng_trace_status_name;
}

/// Version of the library that runs, for example "0.2.0".
pub fn version() -> String {
    // SAFETY: has no conditions.
    text(unsafe { sys::throng_version() })
}

/// Whether the library has this instruction set and the processor runs it.
pub fn isa_available(isa: Isa) -> bool {
    // SAFETY: takes any number.
    unsafe { sys::throng_isa_available(isa) == 1 }
}
