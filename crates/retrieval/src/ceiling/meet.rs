//! What several ceilings grant together.

use super::{Ceiling, Clauses};
use crate::error::RetrievalError;
use crate::label::Clause;
use crate::limits::MAX_MET_CLAUSES;

impl Ceiling {
    /// The ceiling under which exactly the labels fit that fit under both.
    ///
    /// Each clause of one is paired with each of the other, and a pair becomes the *union* of their alternatives: a clause is granted by the pair where both grant it.
    /// (The intersection would widen: `[{ "anyOf": [A, B] }]` and `[{ "anyOf": [B, C] }]` have B in common, and neither of them grants the label `[B]`.) No ceiling
    /// changes nothing, an empty one leaves nothing, and the order of ceilings does not matter.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolsift_retrieval::Ceiling;
    ///
    /// let read = |value| Ceiling::read(&value).unwrap();
    /// assert_eq!(read(json!(["a"])).meet(&read(json!(["b"])))?, read(json!([{ "anyOf": ["a", "b"] }])));
    /// # Ok::<(), toolsift_retrieval::RetrievalError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RetrievalError::CeilingTooLarge`] where more than [`MAX_MET_CLAUSES`] pairs would have to be made. What cannot be met is refused, since nothing less is as strict.
    ///
    /// # Complexity
    ///
    /// The product of the numbers of clauses.
    pub fn meet(&self, other: &Self) -> Result<Self, RetrievalError> {
        let (Self::Within(one), Self::Within(two)) = (self, other) else {
            return Ok(if *self == Self::Unlimited { other.clone() } else { self.clone() });
        };
        if one.len() * two.len() > MAX_MET_CLAUSES {
            return Err(RetrievalError::CeilingTooLarge { limit: MAX_MET_CLAUSES });
        }
        let pairs = one.iter().flat_map(|a| two.iter().map(move |b| a.union(b)));
        Ok(Self::Within(Clauses::new(pairs)))
    }

    /// The meet of any number of ceilings; of none it is [`Ceiling::Unlimited`]. They are met in an order of their own, the one with the most clauses first, so that the order in which
    /// they are named does not matter for whether they can be met, either.
    ///
    /// # Errors
    ///
    /// As [`meet`](Self::meet).
    pub fn meet_all<'a>(ceilings: impl IntoIterator<Item = &'a Self>) -> Result<Self, RetrievalError> {
        let mut ceilings: Vec<&Self> = ceilings.into_iter().collect();
        ceilings.sort_by(|one, other| {
            let (one, other) = (one.clauses(), other.clauses());
            other.len().cmp(&one.len()).then_with(|| one.cmp(&other))
        });
        ceilings.into_iter().try_fold(Self::Unlimited, |met, ceiling| met.meet(ceiling))
    }

    /// Its clauses in their order.
    fn clauses(&self) -> Vec<&Clause> {
        match self {
            Self::Unlimited => Vec::new(),
            Self::Within(clauses) => clauses.iter().collect(),
        }
    }
}
