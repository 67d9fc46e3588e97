//! The loop.

use super::build::key;
use super::dictionary::Words;
use super::top::Top;
use super::{BLOCK, Floor, HEAD, MAX_TERMS, NONE, Term, WINDOW};

/// Postings of a window below which its documents are visited a second time instead of all being compared.
const FEW: usize = 512;

/// Documents that are marked at once, where one of a block exceeds the threshold.
const PART: usize = 16;

/// Memory that one search leaves to the next.
#[derive(Debug)]
pub(super) struct Scratch {
    /// The scores of a window.
    scores: Box<[u16; WINDOW]>,
    /// Whether they are all zero.
    clean: bool,
    top: Top,
    pub(super) found: Vec<u32>,
}

impl Default for Scratch {
    fn default() -> Self {
        Self { scores: Box::new([0; WINDOW]), clean: true, top: Top::default(), found: Vec::with_capacity(HEAD) }
    }
}

/// Where a term of a query is.
#[derive(Debug, Clone, Copy, Default)]
struct Cursor {
    /// Its next posting and the end of its list.
    next: usize,
    end: usize,
    /// The first of its starts, if it has any, and the posting to which they relate.
    starts: Option<usize>,
    first: usize,
}

impl Floor {
    /// Finds the best `k` documents: see [`found`](Self::found).
    pub fn search(&mut self, query: &str, k: usize) {
        let mut numbers = [0_u32; MAX_TERMS];
        let count = self.look_up(query, &mut numbers);
        self.scratch.found.clear();
        match &numbers[..count] {
            [] => {}
            _ if k == 0 => {}
            [term] if k <= HEAD => {
                let Term { head, count, .. } = self.terms[*term as usize];
                let head = &self.heads[head as usize..][..k.min(count as usize)];
                self.scratch.found.extend_from_slice(head);
            }
            terms => self.add_up(terms, k),
        }
    }

    /// Reads all that a search reads and adds it up: the least that a search without shortcuts takes.
    #[must_use]
    pub fn scan(&self, query: &str) -> u64 {
        let mut numbers = [0_u32; MAX_TERMS];
        let count = self.look_up(query, &mut numbers);
        let mut sum = 0_u64;
        for &number in &numbers[..count] {
            let term = self.terms[number as usize];
            let first = term.first as usize;
            if term.dense {
                let row = &self.rows[first * self.padded..][..self.padded];
                sum += u64::from(row.iter().fold(0_u8, |sum, &byte| sum.wrapping_add(byte)));
            } else {
                let list = first..first + term.count as usize;
                let documents =
                    self.documents[list.clone()].iter().fold(0_u32, |sum, &number| sum.wrapping_add(number));
                let shares = self.shares[list].iter().fold(0_u16, |sum, &share| sum.wrapping_add(share));
                sum += u64::from(documents) + u64::from(shares);
            }
        }
        sum
    }

    /// The numbers of a query's known terms, each once.
    #[inline]
    fn look_up(&self, query: &str, numbers: &mut [u32; MAX_TERMS]) -> usize {
        let mut count = 0;
        for word in Words::new(query) {
            if count == MAX_TERMS {
                break;
            }
            let Some(number) = self.dictionary.get(word) else { continue };
            if !numbers[..count].contains(&number) {
                numbers[count] = number;
                count += 1;
            }
        }
        count
    }

    fn add_up(&mut self, numbers: &[u32], k: usize) {
        let windows = self.windows();
        let Self { terms, documents, shares, starts, rows, padded, shift, scratch, .. } = self;
        let (padded, shift) = (*padded, *shift);
        let Scratch { scores, clean, top, found } = scratch;
        let mut cursors = [Cursor::default(); MAX_TERMS];
        let mut dense: [&[u8]; MAX_TERMS] = [&[]; MAX_TERMS];
        let (mut sparse_count, mut dense_count) = (0, 0);
        let mut threshold = 0;
        for &number in numbers {
            let term = terms[number as usize];
            let first = term.first as usize;
            if term.dense {
                dense[dense_count] = &rows[first * padded..][..padded];
                dense_count += 1;
            } else {
                let starts = (term.starts != NONE).then_some(term.starts as usize);
                cursors[sparse_count] = Cursor { next: first, end: first + term.count as usize, starts, first };
                sparse_count += 1;
            }
            let end = match k {
                0..=5 => term.ends[0],
                6..=HEAD => term.ends[1],
                _ => 0,
            };
            threshold = threshold.max(end.saturating_sub(1));
        }
        let (cursors, dense) = (&mut cursors[..sparse_count], &dense[..dense_count]);
        top.start(k, threshold);
        for window in 0..windows {
            let base = window * WINDOW;
            let width = WINDOW.min(padded - base);
            if dense.is_empty() {
                if !*clean {
                    scores.fill(0);
                    *clean = true;
                }
            } else {
                add_rows(&mut scores[..width], dense, base, shift);
                *clean = false;
            }
            let mut lists = [(0, 0); MAX_TERMS];
            let mut postings = 0;
            for (cursor, list) in cursors.iter_mut().zip(&mut lists) {
                let from = cursor.next;
                let to = match cursor.starts {
                    _ if window + 1 == windows => cursor.end,
                    Some(first) => cursor.first + starts[first + window + 1] as usize,
                    None => {
                        from + documents[from..cursor.end]
                            .iter()
                            .take_while(|&&number| (number as usize) < base + WINDOW)
                            .count()
                    }
                };
                cursor.next = to;
                *list = (from, to);
                postings += to - from;
                for (&number, &share) in documents[from..to].iter().zip(&shares[from..to]) {
                    scores[number as usize % WINDOW] += share;
                }
            }
            if *clean && postings < FEW {
                for &(from, to) in &lists[..sparse_count] {
                    for &number in &documents[from..to] {
                        let score = &mut scores[number as usize % WINDOW];
                        if *score > top.threshold {
                            top.offer(key(*score, number));
                        }
                        *score = 0;
                    }
                }
            } else {
                *clean = false;
                compare(&scores[..width], base, top);
            }
        }
        top.finish(found);
    }
}

/// Writes the sums of the rows' bytes as scores, four rows at a time.
#[inline]
fn add_rows(scores: &mut [u16], rows: &[&[u8]], base: usize, shift: u32) {
    for (number, group) in rows.chunks(4).enumerate() {
        let sums = if number == 0 { Sums::New } else { Sums::More };
        match *group {
            [a] => add_group(scores, [a], base, shift, sums),
            [a, b] => add_group(scores, [a, b], base, shift, sums),
            [a, b, c] => add_group(scores, [a, b, c], base, shift, sums),
            [a, b, c, d] => add_group(scores, [a, b, c, d], base, shift, sums),
            _ => {}
        }
    }
}

/// Whether sums replace the scores or are added to them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sums {
    New,
    More,
}

#[inline]
fn add_group<const R: usize>(scores: &mut [u16], rows: [&[u8]; R], base: usize, shift: u32, sums: Sums) {
    let rows = rows.map(|row| &row[base..][..scores.len()]);
    let sum = |at: usize| rows.iter().map(|row| u16::from(row[at])).sum::<u16>() << shift;
    if sums == Sums::New {
        scores.iter_mut().enumerate().for_each(|(at, score)| *score = sum(at));
    } else {
        scores.iter_mut().enumerate().for_each(|(at, score)| *score += sum(at));
    }
}

/// Offers the documents of a window that exceed the threshold.
#[inline]
fn compare(scores: &[u16], base: usize, top: &mut Top) {
    for (number, block) in scores.chunks_exact(BLOCK).enumerate() {
        let threshold = top.threshold;
        let above = block.iter().fold(0, |above, score| above | score.saturating_sub(threshold));
        if above == 0 {
            continue;
        }
        for (part, sixteen) in block.chunks_exact(PART).enumerate() {
            let threshold = top.threshold;
            let mark = |(place, &score): (usize, &u16)| if score > threshold { 1_u16 << place } else { 0 };
            let mut marks = sixteen.iter().enumerate().map(mark).fold(0, |marks, mark| marks | mark);
            while marks != 0 {
                let place = marks.trailing_zeros() as usize;
                marks &= marks - 1;
                if sixteen[place] > top.threshold {
                    top.offer(key(sixteen[place], (base + number * BLOCK + part * PART + place) as u32));
                }
            }
        }
    }
}
