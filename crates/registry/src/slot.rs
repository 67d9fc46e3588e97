//! A value that foreign code makes once, while no lock is held.

use std::cell::Cell;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

thread_local! {
    /// How many values this thread is making: inside of foreign code it never waits for another thread's, so that no two wait for each other.
    static MAKING: Cell<usize> = const { Cell::new(0) };
}

/// A place for one value. Threads that want it at the same time wait for the one that makes it.
pub(crate) struct Slot<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    /// [`OPEN`], [`FULL`] or [`CLOSED`], to be read without the lock.
    phase: AtomicU8,
}

enum State<T> {
    Empty,
    Making,
    Full(T),
    Closed,
}

const OPEN: u8 = 0;
const FULL: u8 = 1;
const CLOSED: u8 = 2;

/// What became of an attempt to fill a slot.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Made<E> {
    /// This call filled it.
    Now,
    /// It was full.
    Already,
    /// It was closed before this call could begin.
    Closed,
    /// It was closed while this call made the value, which is dropped, or failed to.
    ClosedMeanwhile,
    /// The code failed, and the slot is as empty as before.
    Failed(E),
    /// Another call makes the value, and this one comes out of such a call: it cannot wait.
    Busy,
}

/// What a slot held when it was closed.
pub(crate) enum Held<T> {
    /// Nothing.
    Nothing,
    /// The value.
    Value(T),
    /// Somebody makes the value, and will drop it.
    Making,
}

impl<T> Slot<T> {
    pub(crate) fn new() -> Self {
        Self { state: Mutex::new(State::Empty), changed: Condvar::new(), phase: AtomicU8::new(OPEN) }
    }

    /// Whether it may still be filled.
    pub(crate) fn is_open(&self) -> bool {
        self.phase.load(Ordering::Acquire) == OPEN
    }

    /// Whether it holds a value.
    pub(crate) fn is_full(&self) -> bool {
        self.phase.load(Ordering::Acquire) == FULL
    }

    /// Whether it was closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.phase.load(Ordering::Acquire) == CLOSED
    }

    /// Fills the slot by foreign code, which runs without a lock: at most once at a time, and once altogether unless it fails.
    pub(crate) fn make<E>(&self, make: impl FnOnce() -> Result<T, E>) -> Made<E> {
        let mut state = self.lock();
        loop {
            match &*state {
                State::Full(_) => return Made::Already,
                State::Closed => return Made::Closed,
                State::Making if MAKING.get() > 0 => return Made::Busy,
                State::Making => state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                State::Empty => break,
            }
        }
        *state = State::Making;
        drop(state);
        let mut attempt = Attempt::begin(self);
        let result = make();
        attempt.has_unwound = false;
        drop(attempt);
        self.finish(result)
    }

    fn finish<E>(&self, result: Result<T, E>) -> Made<E> {
        let mut state = self.lock();
        let made = match (result, &*state) {
            (Ok(value), State::Making) => {
                *state = State::Full(value);
                self.phase.store(FULL, Ordering::Release);
                Made::Now
            }
            (Err(error), State::Making) => {
                *state = State::Empty;
                Made::Failed(error)
            }
            (result, _) => {
                drop(state);
                // Foreign code, too.
                drop(result);
                Made::ClosedMeanwhile
            }
        };
        self.changed.notify_all();
        made
    }

    /// Closes the slot for good and gives what it held.
    pub(crate) fn close(&self) -> Held<T> {
        let mut state = self.lock();
        let before = std::mem::replace(&mut *state, State::Closed);
        self.phase.store(CLOSED, Ordering::Release);
        drop(state);
        self.changed.notify_all();
        match before {
            State::Empty | State::Closed => Held::Nothing,
            State::Making => Held::Making,
            State::Full(value) => Held::Value(value),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        // Nothing panics while it is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Clone> Slot<T> {
    /// The value, if it is there.
    pub(crate) fn get(&self) -> Option<T> {
        match &*self.lock() {
            State::Full(value) => Some(value.clone()),
            _ => None,
        }
    }
}

/// A call of foreign code. If it unwinds, the slot is as empty as before.
struct Attempt<'s, T> {
    slot: &'s Slot<T>,
    has_unwound: bool,
}

impl<'s, T> Attempt<'s, T> {
    fn begin(slot: &'s Slot<T>) -> Self {
        MAKING.set(MAKING.get() + 1);
        Self { slot, has_unwound: true }
    }
}

impl<T> Drop for Attempt<'_, T> {
    fn drop(&mut self) {
        MAKING.set(MAKING.get() - 1);
        if self.has_unwound {
            let mut state = self.slot.lock();
            if matches!(*state, State::Making) {
                *state = State::Empty;
            }
            drop(state);
            self.slot.changed.notify_all();
        }
    }
}

impl<T> std::fmt::Debug for Slot<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Slot").field("phase", &self.phase).finish_non_exhaustive()
    }
}
