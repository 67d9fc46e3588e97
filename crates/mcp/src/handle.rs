//! What is remembered between calls, behind handles that the gateway mints and clients pass as an argument.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::config::Limits;
use crate::error::GatewayError;
use crate::rate::Rate;
use crate::record::{Recorder, Records};
use crate::refusal::Refusal;

/// What a handle begins with.
const PREFIX: &str = "ts_";
/// How many bytes of randomness a handle has: nobody guesses another's.
const RANDOM_BYTES: usize = 16;

/// What is remembered under one handle. One call at a time takes it, so that the turns of a record have an order.
#[derive(Debug)]
pub(crate) struct Memory {
    pub(crate) handle: String,
    pub(crate) searches: Rate,
    /// The record, where one is kept.
    pub(crate) recorder: Option<Recorder>,
}

/// All handles. There are never more than the configuration says, and none outlives its time without use.
#[derive(Debug)]
pub(crate) struct Handles {
    inner: Mutex<Inner>,
    /// Held by whoever takes a record up again.
    resuming: Mutex<()>,
    limits: Limits,
}

#[derive(Debug, Default)]
struct Inner {
    memories: BTreeMap<String, (Instant, Arc<Mutex<Memory>>)>,
    minted: Rate,
}

/// Whether a text can be a handle: the prefix and lower-case hexadecimal digits. Nothing else is looked up, least of all in a file system.
pub(crate) fn is_handle(text: &str) -> bool {
    let digits = text.strip_prefix(PREFIX).unwrap_or_default();
    digits.len() == 2 * RANDOM_BYTES && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

impl Handles {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { inner: Mutex::default(), resuming: Mutex::default(), limits }
    }

    /// What is remembered under a handle, and that it was used now. One of an earlier process is taken up again where its record is there.
    pub(crate) fn get(&self, handle: &str, records: Option<&Records>) -> Result<Arc<Mutex<Memory>>, Refusal> {
        if !is_handle(handle) {
            return Err(Refusal::UnknownHandle);
        }
        let now = Instant::now();
        let mut inner = self.inner();
        inner.forget(now, self.limits.handle_life());
        if let Some((used, memory)) = inner.memories.get_mut(handle) {
            *used = now;
            return Ok(memory.clone());
        }
        drop(inner);
        // A record is as long as it is: the other handles do not wait for it, and one handle is taken up once.
        let _turn = self.resuming.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, memory)) = self.inner().memories.get(handle) {
            return Ok(memory.clone());
        }
        let recorder = records.and_then(|records| records.resume(handle)).ok_or(Refusal::UnknownHandle)?;
        Ok(self.inner().insert(now, handle.to_owned(), Some(recorder), self.limits.handles))
    }

    /// A new handle, with the record that is begun for it.
    pub(crate) fn mint(
        &self,
        begin: impl FnOnce(&str) -> Result<Option<Recorder>, Refusal>,
    ) -> Result<Arc<Mutex<Memory>>, Refusal> {
        let handle = self.name()?;
        let recorder = begin(&handle)?;
        let now = Instant::now();
        let mut inner = self.inner();
        inner.forget(now, self.limits.handle_life());
        Ok(inner.insert(now, handle, recorder, self.limits.handles))
    }

    /// A name that nobody has, for a handle or a connection; so many a minute.
    pub(crate) fn name(&self) -> Result<String, Refusal> {
        if !self.inner().minted.admit(Instant::now(), self.limits.handles_per_minute) {
            return Err(Refusal::RateLimited);
        }
        random().map_err(|_| Refusal::SearchUnavailable)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.inner().memories.len()
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn forget(&mut self, now: Instant, life: Duration) {
        self.memories.retain(|_, (used, _)| now.duration_since(*used) < life);
    }

    fn insert(&mut self, now: Instant, handle: String, recorder: Option<Recorder>, most: u64) -> Arc<Mutex<Memory>> {
        while self.memories.len() as u64 >= most {
            let oldest = self.memories.iter().min_by_key(|(_, (used, _))| *used).map(|(handle, _)| handle.clone());
            let Some(oldest) = oldest else { break };
            self.memories.remove(&oldest);
        }
        let memory = Memory { handle: handle.clone(), searches: Rate::default(), recorder };
        let memory = Arc::new(Mutex::new(memory));
        self.memories.insert(handle, (now, memory.clone()));
        memory
    }
}

fn random() -> Result<String, GatewayError> {
    let mut bytes = [0; RANDOM_BYTES];
    getrandom::fill(&mut bytes).map_err(|_| GatewayError::Randomness)?;
    Ok(format!("{PREFIX}{}", toolsift::contracts::lower_hex(&bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handles(handles: u64, minutes: u64, minted: u64) -> Handles {
        let mut limits = Limits::default();
        (limits.handles, limits.handle_minutes, limits.handles_per_minute) = (handles, minutes, minted);
        Handles::new(limits)
    }

    fn mint(handles: &Handles) -> Result<Arc<Mutex<Memory>>, Refusal> {
        handles.mint(|_| Ok(None))
    }

    fn name(memory: &Arc<Mutex<Memory>>) -> String {
        memory.lock().unwrap().handle.clone()
    }

    #[test]
    fn the_oldest_goes_and_the_unused_expire() {
        let handles = handles(2, 1, 100);
        let (a, b) = (name(&mint(&handles).unwrap()), name(&mint(&handles).unwrap()));
        assert!(is_handle(&a) && a != b);
        std::thread::sleep(Duration::from_millis(2));
        handles.get(&a, None).unwrap();
        let c = name(&mint(&handles).unwrap());
        assert_eq!(handles.get(&b, None).err(), Some(Refusal::UnknownHandle), "it was used longest ago");
        assert!(handles.get(&a, None).is_ok() && handles.get(&c, None).is_ok());
        handles.inner().forget(Instant::now() + Duration::from_secs(60), Duration::from_secs(60));
        assert_eq!(handles.len(), 0);
    }

    #[test]
    fn minting_has_a_rate_and_other_texts_are_no_handles() {
        let handles = handles(10, 1, 2);
        assert!(mint(&handles).is_ok() && mint(&handles).is_ok());
        assert_eq!(mint(&handles).err(), Some(Refusal::RateLimited));
        for text in ["", "ts_", "ts_../../../../etc/passwd", &"ts_".repeat(20), "ts_00112233445566778899aabbccddeefG"] {
            assert_eq!(handles.get(text, None).err(), Some(Refusal::UnknownHandle), "{text}");
        }
    }
}
