//! The engines, one a file.

mod bm25;
mod bm25x;
mod floor_dense;
mod floor_scan;
mod probly;
mod tantivy_fields;
mod tantivy_merged;
mod toolsift;

pub use self::bm25::Bm25;
pub use self::bm25x::Bm25x;
pub use self::floor_dense::FloorDense;
pub use self::floor_scan::FloorScan;
pub use self::probly::Probly;
pub use self::tantivy_fields::TantivyFields;
pub use self::tantivy_merged::TantivyMerged;
pub use self::toolsift::{Toolsift, ToolsiftRanker};

use crate::engine::{Engine, Visitor};

/// The one that is held against the others.
pub const OURS: &str = Toolsift::NAME;

/// The loop that it is held against.
pub const FLOOR: &str = FloorDense::NAME;

/// Published engines.
pub const PEERS: [&str; 5] = [TantivyFields::NAME, TantivyMerged::NAME, Bm25x::NAME, Bm25::NAME, Probly::NAME];

/// Shows a visitor all engines, in the order of the tables.
pub fn every(visitor: &mut impl Visitor) {
    visitor.visit::<Toolsift>();
    visitor.visit::<ToolsiftRanker>();
    visitor.visit::<FloorDense>();
    visitor.visit::<FloorScan>();
    visitor.visit::<TantivyFields>();
    visitor.visit::<TantivyMerged>();
    visitor.visit::<Bm25x>();
    visitor.visit::<Bm25>();
    visitor.visit::<Probly>();
}
