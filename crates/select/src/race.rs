//! Two futures, of which the one that ends first counts.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

/// Which of two futures ended first, and what it gave.
pub(crate) enum First<A, B> {
    One(A),
    Other(B),
}

/// Runs two futures until one has ended. The first one is asked first: it wins where both have.
pub(crate) async fn race<A, B>(one: impl Future<Output = A>, other: impl Future<Output = B>) -> First<A, B> {
    let (mut one, mut other) = (pin!(one), pin!(other));
    poll_fn(|context| {
        if let Poll::Ready(given) = one.as_mut().poll(context) {
            return Poll::Ready(First::One(given));
        }
        other.as_mut().poll(context).map(First::Other)
    })
    .await
}
