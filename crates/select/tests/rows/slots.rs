//! The place of a selector in a loop.

use std::future::{pending, poll_fn, ready};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::Poll;

use toolsift_select::{
    AsyncToolSelector, BoxFuture, Selection, SelectionContext, SelectorSlot, StaticSelector, Subset, ToolSchema,
    ToolSelector,
};

use crate::toys::{block_on, never, prompt, read_write_search, shown, tools};

/// Selects the tools of one id and counts how often it is asked.
#[derive(Debug, Default)]
struct Only(&'static str, AtomicUsize);

impl ToolSelector for Only {
    fn select<'s>(&self, _context: &SelectionContext<'_>, all: &'s [ToolSchema]) -> Selection<'s> {
        self.1.fetch_add(1, Ordering::Relaxed);
        Selection::narrowed(Subset::of_ids(all, [self.0]))
    }
}

/// Ends when it was polled so many times.
async fn after(polls: usize) {
    let mut left = polls;
    poll_fn(|context| {
        context.waker().wake_by_ref();
        left = left.saturating_sub(1);
        if left == 0 { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

/// The same after it was polled so many times.
#[derive(Debug)]
struct Slow(&'static str, usize);

impl AsyncToolSelector for Slow {
    fn select<'a>(&'a self, _: &'a SelectionContext<'a>, all: &'a [ToolSchema]) -> BoxFuture<'a, Selection<'a>> {
        Box::pin(async move {
            after(self.1).await;
            Selection::narrowed(Subset::of_ids(all, [self.0]))
        })
    }
}

/// Never answers, and notes when nobody waits any longer.
#[derive(Debug, Default)]
struct Hung(Arc<AtomicBool>);

struct Dropped(Arc<AtomicBool>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl AsyncToolSelector for Hung {
    fn select<'a>(&'a self, _: &'a SelectionContext<'a>, _: &'a [ToolSchema]) -> BoxFuture<'a, Selection<'a>> {
        let dropped = Dropped(self.0.clone());
        Box::pin(async move {
            let _dropped = dropped;
            pending().await
        })
    }
}

fn through(slot: &SelectorSlot, all: &[ToolSchema], cancel: impl Future<Output = ()>) -> String {
    let context = prompt("q");
    shown(&block_on(slot.select(&context, all, cancel)))
}

/// LOOP-034: there is one selector of either kind, and the last one that was set answers.
#[test]
fn one_or_the_other() {
    let all = read_write_search();
    let mut slot = SelectorSlot::default();
    assert_eq!(through(&slot, &all, never()), "read_file write_file web_search");
    slot.set(Arc::new(Only("read_file", AtomicUsize::new(0))));
    assert!(!slot.is_empty());
    assert_eq!(through(&slot, &all, never()), "read_file");
    slot.set_async(Arc::new(Slow("web_search", 3)));
    assert_eq!(through(&slot, &all, never()), "web_search");
    slot.set(Arc::new(Only("write_file", AtomicUsize::new(0))));
    assert_eq!(through(&slot, &all, never()), "write_file");
    assert_eq!(through(&slot.clone(), &all, never()), "write_file");
    slot.clear();
    assert!(slot.is_empty());
    assert_eq!(through(&slot, &all, never()), "read_file write_file web_search");
    assert_eq!(through(&SelectorSlot::of(Arc::new(StaticSelector)), &all, never()), "read_file write_file web_search");
}

/// LOOP-033: the selector that waits is an object, and what it gives moves between threads.
#[test]
fn the_future_is_sent_elsewhere() {
    fn is_send<T: Send>(value: T) -> T {
        value
    }
    let all = read_write_search();
    let context = prompt("q");
    let selector: Arc<dyn AsyncToolSelector> = Arc::new(Slow("read_file", 2));
    let future: BoxFuture<'_, Selection<'_>> = is_send(selector.select(&context, &all));
    let elsewhere = std::thread::scope(|scope| scope.spawn(|| shown(&block_on(future))).join().unwrap());
    assert_eq!(elsewhere, "read_file");
    let slot = SelectorSlot::of_async(selector);
    block_on(is_send(slot.select(&context, &all, never())));
}

/// LOOP-037, S70: a cancelled run does not wait: neither for a selector that never answers, nor for one that would have answered now.
#[test]
fn cancelling_comes_first() {
    let all = read_write_search();
    let everything = "read_file write_file web_search (cancelled)";
    let hung = Hung::default();
    let dropped = hung.0.clone();
    let slot = SelectorSlot::of_async(Arc::new(hung));
    assert_eq!(through(&slot, &all, ready(())), everything);
    assert!(dropped.load(Ordering::Relaxed), "nobody waits any longer");
    assert_eq!(through(&slot, &all, after(5)), everything);
    let slow = SelectorSlot::of_async(Arc::new(Slow("read_file", 5)));
    assert_eq!(through(&slow, &all, after(5)), everything);
    assert_eq!(through(&slow, &all, after(6)), "read_file");
    let quick = SelectorSlot::of_async(Arc::new(Slow("read_file", 1)));
    assert_eq!(through(&quick, &all, ready(())), everything);
    assert_eq!(through(&quick, &all, never()), "read_file");
}

/// LOOP-037: a signal from another thread wakes the loop.
#[test]
fn a_signal_from_elsewhere() {
    let all = read_write_search();
    let slot = SelectorSlot::of_async(Arc::new(Hung::default()));
    let cancelled = AtomicBool::new(false);
    let (sender, wakers) = std::sync::mpsc::channel::<std::task::Waker>();
    let shown = std::thread::scope(|scope| {
        let signal = &cancelled;
        scope.spawn(move || {
            let waker = wakers.recv().unwrap();
            signal.store(true, Ordering::SeqCst);
            waker.wake();
        });
        let cancel = poll_fn(|context| {
            if cancelled.load(Ordering::SeqCst) {
                return Poll::Ready(());
            }
            let _ = sender.send(context.waker().clone());
            Poll::Pending
        });
        through(&slot, &all, cancel)
    });
    assert_eq!(shown, "read_file write_file web_search (cancelled)");
}

/// LOOP-009, LOOP-004: without tools nobody is asked.
#[test]
fn no_tools_no_question() {
    let only = Arc::new(Only("read_file", AtomicUsize::new(0)));
    let slot = SelectorSlot::of(only.clone());
    assert_eq!(through(&slot, &[], never()), "");
    assert_eq!(only.1.load(Ordering::Relaxed), 0);
    assert_eq!(through(&slot, &read_write_search(), never()), "read_file");
    assert_eq!(only.1.load(Ordering::Relaxed), 1);
    let hung = SelectorSlot::of_async(Arc::new(Hung::default()));
    assert_eq!(through(&hung, &[], never()), "");
}

/// Advertises tools of its own making.
#[derive(Debug)]
struct Fabricator(&'static [ToolSchema]);

impl ToolSelector for Fabricator {
    fn select<'s>(&self, _context: &SelectionContext<'_>, _all: &'s [ToolSchema]) -> Selection<'s> {
        Selection::everything(self.0)
    }
}

impl AsyncToolSelector for Fabricator {
    fn select<'a>(&'a self, _: &'a SelectionContext<'a>, _: &'a [ToolSchema]) -> BoxFuture<'a, Selection<'a>> {
        Box::pin(ready(Selection::everything(self.0)))
    }
}

/// LOOP-008: a selector that draws from another slice, with the same ids or others, advertises nothing of it.
#[test]
fn another_slice_is_refused() {
    let all = read_write_search();
    for theirs in [tools(&[("format_disk", "")]), all.clone(), Vec::new()] {
        let theirs: &'static [ToolSchema] = theirs.leak();
        let everything = "read_file write_file web_search (foreign_subset)";
        assert_eq!(through(&SelectorSlot::of(Arc::new(Fabricator(theirs))), &all, never()), everything);
        assert_eq!(through(&SelectorSlot::of_async(Arc::new(Fabricator(theirs))), &all, never()), everything);
    }
}
