//! What all objects share: the lock of their context, lifetimes, errors, and checks of arrays.
use std::alloc::{alloc_zeroed, Layout};
use std::collections::VecDeque;
use std::ffi::{CStr, CString};
use std::fmt;
use std::os::raw::{c_char, c_void};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use throng_sys as sys;

use crate::{LogLevel, Logger, Region, Status};

/// A call failed. Its text is the library's: the parameter, its value, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    status: Status,
    message: String,
    opencl_error: i32,
}

impl Error {
    pub(crate) fn new(status: Status, message: String) -> Self {
        Self { status, message, opencl_error: 0 }
    }

    pub(crate) fn argument(message: String) -> Self {
        Self::new(Status::ERROR_INVALID_ARGUMENT, message)
    }

    /// What failed.
    pub fn status(&self) -> Status {
        self.status
    }

    /// OpenCL's own code of the last call that failed in OpenCL. 0: none.
    pub fn opencl_error(&self) -> i32 {
        self.opencl_error
    }
}

impl fmt::Display for Error {
    fn fmt(&self, form: &mut fmt::Formatter<'_>) -> fmt::Result {
        form.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// What a call returns.
pub type Result<T> = std::result::Result<T, Error>;

/// Numbers alone.
///
/// # Safety
///
/// Every pattern of bits must be a value, since calls fill the memory of such types; the size must be above 0, and
/// there must be no padding that matters.
pub unsafe trait Plain: Copy {}

unsafe impl Plain for f32 {}
unsafe impl Plain for f64 {}
unsafe impl Plain for i32 {}
unsafe impl Plain for u32 {}
unsafe impl Plain for u64 {}
unsafe impl Plain for u8 {}
unsafe impl Plain for [f32; 2] {}
unsafe impl Plain for [f64; 2] {}

/// A value of which all bits are 0.
pub(crate) fn zero<T: Plain>() -> T {
    // SAFETY: that is a value, as the trait says.
    unsafe { std::mem::zeroed() }
}

/// Memory for results, zeroed by the system, so that what the library refuses costs none. Having none is an error, not
/// an end.
pub(crate) fn memory<T: Plain>(count: usize) -> Result<Vec<T>> {
    let none = || Error::new(Status::ERROR_OUT_OF_MEMORY, format!("there is no memory for {} results", count));
    let layout = Layout::array::<T>(count).map_err(|_| none())?;
    if layout.size() == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the layout is that of a vector of so many entries, and has a size; entries of which all bits are 0 are
    // values, as the trait says.
    unsafe {
        let first = alloc_zeroed(layout).cast::<T>();
        if first.is_null() {
            return Err(none());
        }
        Ok(Vec::from_raw_parts(first, count, count))
    }
}

/// Text of C, which is "" for a null pointer.
pub(crate) fn text(from: *const c_char) -> String {
    if from.is_null() {
        return String::new();
    }
    // SAFETY: the library's texts end with a 0 and are valid until the next call.
    unsafe { CStr::from_ptr(from) }.to_string_lossy().into_owned()
}

// ---------------------------------------------------------------- contexts

/// What the objects of a context share.
pub(crate) struct Core {
    lock: Mutex<()>,
    pub(crate) context: AtomicPtr<sys::throng_context>,
    inbox: Mutex<Inbox>,
    logger: Option<Logger>,
}

#[derive(Default)]
struct Inbox {
    failure: String, // for when there is no context to ask
    messages: VecDeque<(LogLevel, String)>,
}

impl Core {
    pub(crate) fn new(logger: Option<Logger>) -> Arc<Self> {
        Arc::new(Self {
            lock: Mutex::new(()),
            context: AtomicPtr::new(ptr::null_mut()),
            inbox: Mutex::new(Inbox::default()),
            logger,
        })
    }

    fn inbox(&self) -> MutexGuard<'_, Inbox> {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands messages to the logger, without a lock: it may use the context.
    fn deliver(&self) {
        if let Some(logger) = &self.logger {
            loop {
                let message = self.inbox().messages.pop_front();
                match message {
                    Some((level, text)) => logger(level, &text),
                    None => return,
                }
            }
        }
    }

    pub(crate) fn error(&self, status: Status) -> Error {
        let context = self.context.load(Ordering::Relaxed);
        // SAFETY: null, or the context, which is alive and locked.
        let (message, opencl_error) = unsafe {
            (text(sys::throng_context_message(context)), sys::throng_context_opencl_error(context))
        };
        let failure = if message.is_empty() { self.inbox().failure.clone() } else { message };
        let message = if failure.is_empty() { crate::status_string(status) } else { failure };
        Error { status, message, opencl_error }
    }

    pub(crate) fn turn(&self) -> Turn<'_> {
        Turn { core: self, guard: self.lock.lock().unwrap_or_else(PoisonError::into_inner) }
    }
}

/// The logger of all contexts. `user` is their core.
pub(crate) unsafe extern "C" fn log(user: *mut c_void, level: LogLevel, message: *const c_char) {
    // SAFETY: a context's core outlives it.
    let core = unsafe { &*user.cast::<Core>() };
    let message = text(message);
    let mut inbox = core.inbox();
    if level == LogLevel::ERROR {
        inbox.failure = message.clone();
    }
    if core.logger.is_some() {
        inbox.messages.push_back((level, message));
    }
}

/// The right to call, which threads have in turns.
pub(crate) struct Turn<'a> {
    core: &'a Core,
    guard: MutexGuard<'a, ()>,
}

impl Turn<'_> {
    /// The end of a call.
    pub(crate) fn finish(self, status: Status) -> Result<()> {
        self.finish_with(status, || ())
    }

    /// The end of a call that made something. `adopt` takes it over before the logger is called, which may panic.
    pub(crate) fn finish_with<T>(self, status: Status, adopt: impl FnOnce() -> T) -> Result<T> {
        let result = if status == Status::OK { Ok(adopt()) } else { Err(self.core.error(status)) };
        drop(self.guard);
        self.core.deliver();
        result
    }
}

// ---------------------------------------------------------------- objects

/// The library's side of an object. It keeps the context and what the object uses, which therefore end after it.
pub(crate) struct Handle {
    pointer: *mut c_void,
    destroy: unsafe fn(*mut c_void) -> Status,
    pub(crate) core: Arc<Core>,
    _uses: Vec<Arc<Handle>>,
}

// SAFETY: the library does not care which thread calls, and the lock of the core lets one call at a time.
unsafe impl Send for Handle {}
unsafe impl Sync for Handle {}

impl Handle {
    pub(crate) fn new(
        pointer: *mut c_void,
        destroy: unsafe fn(*mut c_void) -> Status,
        context: &Arc<Handle>,
        uses: &[Option<&Arc<Handle>>],
    ) -> Arc<Self> {
        let mut kept = vec![context.clone()];
        kept.extend(uses.iter().flatten().map(|each| (*each).clone()));
        Arc::new(Self { pointer, destroy, core: context.core.clone(), _uses: kept })
    }

    /// The handle of a context itself.
    pub(crate) fn of_context(pointer: *mut c_void, destroy: unsafe fn(*mut c_void) -> Status, core: Arc<Core>) -> Arc<Self> {
        Arc::new(Self { pointer, destroy, core, _uses: Vec::new() })
    }

    pub(crate) fn pointer<T>(&self) -> *mut T {
        self.pointer.cast()
    }

    pub(crate) fn turn(&self) -> Turn<'_> {
        self.core.turn()
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        let _turn = self.core.turn();
        // SAFETY: nothing uses the object any more: users keep their handles.
        unsafe { (self.destroy)(self.pointer) };
    }
}

pub(crate) fn pointer_of(handle: Option<&Arc<Handle>>) -> *mut c_void {
    handle.map_or(ptr::null_mut(), |each| each.pointer)
}

/// Texts that a def points to.
#[derive(Default)]
pub(crate) struct Keep(Vec<CString>);

impl Keep {
    pub(crate) fn text(&mut self, name: &str, text: Option<&str>) -> Result<*const c_char> {
        let text = match text {
            Some(text) => text,
            None => return Ok(ptr::null()),
        };
        let made = CString::new(text).map_err(|_| Error::argument(format!("{} has a character 0", name)))?;
        self.0.push(made);
        Ok(self.0[self.0.len() - 1].as_ptr())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Backend, Context, ContextDef, Terrain, TerrainDef};
    use std::panic::{catch_unwind, AssertUnwindSafe};

    /// An object whose logger panics ends there: the context has none left.
    #[test]
    fn a_logger_that_panics() {
        let logger: Logger = Arc::new(|_, text: &str| assert_ne!(text, "made"));
        let def = ContextDef { backend: Backend::CPU, threads: 1, logger: Some(logger), ..Default::default() };
        let context = Context::new(&def).unwrap();
        let size = TerrainDef { width: 4, height: 4, ..Default::default() };
        context.handle.core.inbox().messages.push_back((LogLevel::WARNING, "made".to_string()));
        assert!(catch_unwind(AssertUnwindSafe(|| Terrain::new(&context, &size).map(drop))).is_err());
        assert_eq!(Arc::strong_count(&context.handle), 1);
        drop(Terrain::new(&context, &size).unwrap());
        // SAFETY: nothing uses the context any more, and its handle is forgotten.
        assert_eq!(unsafe { sys::throng_context_destroy(context.handle.pointer()) }, Status::OK);
        std::mem::forget(context);
    }
}

// ---------------------------------------------------------------- arrays

/// A length as C counts.
pub(crate) fn length(count: usize) -> Result<i32> {
    i32::try_from(count).map_err(|_| Error::argument(format!("{} entries are too many for one call", count)))
}

/// Whether an array has as many entries as it needs. None: the library refuses the call, whatever the length.
pub(crate) fn need(found: usize, wanted: Option<usize>, name: &str) -> Result<()> {
    match wanted {
        Some(wanted) if wanted != found => {
            Err(Error::argument(format!("{} has {} entries instead of {}", name, found, wanted)))
        }
        _ => Ok(()),
    }
}

pub(crate) fn rows_of(count: usize, width: i32, name: &str) -> Result<i32> {
    if width < 1 || count % width as usize != 0 {
        return Err(Error::argument(format!("{} has {} numbers, which are no rows of {}", name, count, width)));
    }
    length(count / width as usize)
}

/// Whether a table has a value for each set of types. What no measure can have is left to the library.
pub(crate) fn check_table(types: i32, table: Option<&[f32]>) -> Result<()> {
    match table {
        Some(table) if (0..=sys::THRONG_MAX_TYPES).contains(&types) => need(table.len(), Some(1 << types), "table"),
        _ => Ok(()),
    }
}

pub(crate) fn product(count: i32, capacity: i32) -> Result<usize> {
    let entries = i64::from(count) * i64::from(capacity.max(0));
    if entries > i64::from(i32::MAX) {
        return Err(Error::argument(format!("{} times {} results are too many for one call", count, capacity)));
    }
    Ok(entries as usize)
}

/// The number of cells of a region, if it is on a map.
pub(crate) fn cells_of(columns: i32, rows: i32, region: Option<Region>) -> Option<usize> {
    match region {
        None => Some(columns as usize * rows as usize),
        Some(of) if of.width > 0 && of.width <= columns && of.height > 0 && of.height <= rows => {
            Some(of.width as usize * of.height as usize)
        }
        Some(_) => None,
    }
}

pub(crate) fn pointer_to(region: &Option<Region>) -> *const Region {
    region.as_ref().map_or(ptr::null(), |each| each)
}
