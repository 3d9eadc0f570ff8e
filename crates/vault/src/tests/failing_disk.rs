//! A disk that fails when a test says so: a layer between `SQLite` and the system ("VFS", see
//! <https://sqlite.org/vfs.html>) that passes every call on, but for one kind of call from the n-th on.
//!
//! It is the default of the whole test executable once it was installed, and does nothing to threads
//! that did not ask for a fault ([`failing`]): other tests go on beside it.
//!
//! # Limits
//!
//! It stands below `SQLite` alone. What the program does with files by itself (renaming, copying a
//! key file) is not seen here. What a failed `fsync` leaves on a real disk is not forgotten either:
//! what was written before it can be read afterwards.
#![expect(
    unsafe_code,
    reason = "SQLite's interface to the system is a table of C functions; this file alone has them, \
              and each does nothing but count and pass on"
)]

use std::cell::Cell;
use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, Ordering};

use rusqlite::ffi::{self, sqlite3_file, sqlite3_int64, sqlite3_io_methods, sqlite3_vfs};

/// What can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    Open,
    Write,
    Sync,
    Truncate,
    Delete,
    /// Making the memory larger that programs share over a write-ahead log.
    Share,
}

/// What the system says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    Fails,
    Full,
    /// It fails after half of the bytes were written.
    Torn,
}

/// What comes after the first failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    /// All is well again.
    Works,
    /// Calls of the same kind go on failing.
    Persists,
    /// Nothing that changes a file works any more.
    Nothing,
}

/// One way to fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) call: Call,
    pub(super) says: Says,
    pub(super) then: Then,
}

#[derive(Clone, Copy)]
struct Armed {
    fault: Fault,
    /// Calls until it fails; 0: it did.
    left: usize,
}

thread_local! {
    static ARMED: Cell<Option<Armed>> = const { Cell::new(None) };
}

/// Runs something in which the n-th call of a kind fails, from 1. Also tells whether there were that
/// many.
pub(super) fn failing<T>(fault: Fault, nth: usize, act: impl FnOnce() -> T) -> (T, bool) {
    /// Whatever panics, the thread is not left with a broken disk.
    struct Disarm;
    impl Drop for Disarm {
        fn drop(&mut self) {
            ARMED.set(None);
        }
    }
    install();
    assert!(nth > 0 && ARMED.get().is_none());
    ARMED.set(Some(Armed { fault, left: nth }));
    let disarm = Disarm;
    let done = act();
    let is_met = ARMED.get().is_some_and(|armed| armed.left == 0);
    drop(disarm);
    (done, is_met)
}

/// What a call has to say, where it fails.
fn met(call: Call) -> Option<Says> {
    let armed = ARMED.get()?;
    let Fault {
        call: failing,
        says,
        then,
    } = armed.fault;
    if armed.left == 0 {
        return match then {
            Then::Works => None,
            Then::Persists => (call == failing).then_some(says),
            Then::Nothing => Some(Says::Fails),
        };
    }
    if call != failing {
        return None;
    }
    let left = armed.left - 1;
    ARMED.set(Some(Armed { left, ..armed }));
    (left == 0).then_some(says)
}

fn code_of(call: Call, says: Says) -> c_int {
    match (call, says) {
        (Call::Write, Says::Full) => ffi::SQLITE_FULL,
        (Call::Write, _) => ffi::SQLITE_IOERR_WRITE,
        (Call::Open, _) => ffi::SQLITE_CANTOPEN,
        (Call::Sync, _) => ffi::SQLITE_IOERR_FSYNC,
        (Call::Truncate, _) => ffi::SQLITE_IOERR_TRUNCATE,
        (Call::Delete, _) => ffi::SQLITE_IOERR_DELETE,
        (Call::Share, _) => ffi::SQLITE_IOERR_SHMSIZE,
    }
}

/// The layer that was there before.
static BELOW: AtomicPtr<sqlite3_vfs> = AtomicPtr::new(ptr::null_mut());

/// Puts the layer in, once.
fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: null asks for the default layer, which lives as long as the process.
        let below = unsafe { ffi::sqlite3_vfs_find(ptr::null()) };
        assert!(!below.is_null());
        BELOW.store(below, Ordering::Release);
        // SAFETY: `below` is not null. Its functions but for `xOpen` do not use what the copy has
        // otherwise than it: its name, its place in the list and the size of its files.
        let layer = unsafe { *below };
        let layer = sqlite3_vfs {
            szOsFile: layer.szOsFile + size_of::<Layered>() as c_int,
            pNext: ptr::null_mut(),
            zName: c"failing".as_ptr(),
            xOpen: Some(open),
            xDelete: Some(delete),
            ..layer
        };
        let layer: *mut sqlite3_vfs = Box::leak(Box::new(layer));
        // SAFETY: it is leaked, so that it lives as long as the process.
        assert_eq!(
            unsafe { ffi::sqlite3_vfs_register(layer, 1) },
            ffi::SQLITE_OK
        );
    });
}

/// A file of this layer. `SQLite` gives it room for itself and, behind it, the file of the layer below.
#[repr(C)]
struct Layered {
    base: sqlite3_file,
}

/// The file of the layer below.
///
/// # Safety
///
/// `file` is one that `SQLite` gave to a function of this layer.
unsafe fn below(file: *mut sqlite3_file) -> *mut sqlite3_file {
    // SAFETY: `szOsFile` asked for this much room in front; the alignment of both is that of a pointer.
    unsafe { file.byte_add(size_of::<Layered>()) }
}

/// Calls a method of the file of the layer below.
macro_rules! pass {
    ($file:ident, $method:ident $(, $argument:expr)*) => {{
        // SAFETY: `SQLite` calls methods of files alone that `open` opened, with arguments that the
        // method of the same name below takes.
        unsafe {
            let file = below($file);
            let method = (*(*file).pMethods).$method;
            method.expect("files of this system have every method")(file $(, $argument)*)
        }
    }};
}

unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    name: ffi::sqlite3_filename,
    file: *mut sqlite3_file,
    flags: c_int,
    told: *mut c_int,
) -> c_int {
    let failure = met(Call::Open);
    let vfs = BELOW.load(Ordering::Acquire);
    // SAFETY: `vfs` was found by `install`, `file` has room for both files, and the others are as
    // `SQLite` gave them. A file without methods counts as not opened.
    unsafe {
        (*file).pMethods = ptr::null();
        if let Some(says) = failure {
            return code_of(Call::Open, says);
        }
        let real = below(file);
        let code = (*vfs).xOpen.expect("a system opens files")(vfs, name, real, flags, told);
        if !(*real).pMethods.is_null() {
            (*file).pMethods = &raw const METHODS;
        }
        code
    }
}

unsafe extern "C" fn delete(_: *mut sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    if let Some(says) = met(Call::Delete) {
        return code_of(Call::Delete, says);
    }
    let vfs = BELOW.load(Ordering::Acquire);
    // SAFETY: `vfs` was found by `install`; the others are as `SQLite` gave them.
    unsafe { (*vfs).xDelete.expect("a system deletes files")(vfs, name, sync) }
}

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    bytes: *const c_void,
    length: c_int,
    offset: sqlite3_int64,
) -> c_int {
    match met(Call::Write) {
        None => pass!(file, xWrite, bytes, length, offset),
        Some(says) => {
            if says == Says::Torn {
                pass!(file, xWrite, bytes, length / 2, offset);
            }
            code_of(Call::Write, says)
        }
    }
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
    match met(Call::Sync) {
        None => pass!(file, xSync, flags),
        Some(says) => code_of(Call::Sync, says),
    }
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, size: sqlite3_int64) -> c_int {
    match met(Call::Truncate) {
        None => pass!(file, xTruncate, size),
        Some(says) => code_of(Call::Truncate, says),
    }
}

unsafe extern "C" fn share(
    file: *mut sqlite3_file,
    page: c_int,
    size: c_int,
    extend: c_int,
    memory: *mut *mut c_void,
) -> c_int {
    let failure = (extend != 0).then(|| met(Call::Share)).flatten();
    match failure {
        None => pass!(file, xShmMap, page, size, extend, memory),
        Some(says) => code_of(Call::Share, says),
    }
}

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    pass!(file, xClose)
}

unsafe extern "C" fn read(
    file: *mut sqlite3_file,
    bytes: *mut c_void,
    length: c_int,
    offset: sqlite3_int64,
) -> c_int {
    pass!(file, xRead, bytes, length, offset)
}

unsafe extern "C" fn size(file: *mut sqlite3_file, size: *mut sqlite3_int64) -> c_int {
    pass!(file, xFileSize, size)
}

unsafe extern "C" fn lock(file: *mut sqlite3_file, level: c_int) -> c_int {
    pass!(file, xLock, level)
}

unsafe extern "C" fn unlock(file: *mut sqlite3_file, level: c_int) -> c_int {
    pass!(file, xUnlock, level)
}

unsafe extern "C" fn is_reserved(file: *mut sqlite3_file, told: *mut c_int) -> c_int {
    pass!(file, xCheckReservedLock, told)
}

unsafe extern "C" fn control(file: *mut sqlite3_file, what: c_int, with: *mut c_void) -> c_int {
    pass!(file, xFileControl, what, with)
}

unsafe extern "C" fn sector_size(file: *mut sqlite3_file) -> c_int {
    pass!(file, xSectorSize)
}

unsafe extern "C" fn characteristics(file: *mut sqlite3_file) -> c_int {
    pass!(file, xDeviceCharacteristics)
}

unsafe extern "C" fn lock_shared(
    file: *mut sqlite3_file,
    offset: c_int,
    count: c_int,
    flags: c_int,
) -> c_int {
    pass!(file, xShmLock, offset, count, flags)
}

unsafe extern "C" fn barrier(file: *mut sqlite3_file) {
    pass!(file, xShmBarrier);
}

unsafe extern "C" fn unshare(file: *mut sqlite3_file, and_delete: c_int) -> c_int {
    pass!(file, xShmUnmap, and_delete)
}

unsafe extern "C" fn fetch(
    file: *mut sqlite3_file,
    offset: sqlite3_int64,
    length: c_int,
    page: *mut *mut c_void,
) -> c_int {
    pass!(file, xFetch, offset, length, page)
}

unsafe extern "C" fn unfetch(
    file: *mut sqlite3_file,
    offset: sqlite3_int64,
    page: *mut c_void,
) -> c_int {
    pass!(file, xUnfetch, offset, page)
}

static METHODS: sqlite3_io_methods = sqlite3_io_methods {
    iVersion: 3,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(is_reserved),
    xFileControl: Some(control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(characteristics),
    xShmMap: Some(share),
    xShmLock: Some(lock_shared),
    xShmBarrier: Some(barrier),
    xShmUnmap: Some(unshare),
    xFetch: Some(fetch),
    xUnfetch: Some(unfetch),
};
