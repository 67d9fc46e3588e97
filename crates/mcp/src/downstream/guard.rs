//! Who may speak to the gateway over HTTP.

use http::{HeaderMap, StatusCode, header};

use crate::config::Secret;

/// What is asked of a request before the protocol sees it. `Host` and `Origin` are the protocol's layer's to check, which is told whom to let in.
#[derive(Debug, Clone)]
pub(super) struct Guard {
    token: Option<Secret>,
}

impl Guard {
    pub(super) fn new(token: Option<Secret>) -> Self {
        Self { token }
    }

    /// Whether a request shows the token, if one is asked for.
    pub(super) fn admit(&self, headers: &HeaderMap) -> Result<(), StatusCode> {
        let Some(token) = &self.token else { return Ok(()) };
        let mut shown = headers.get_all(header::AUTHORIZATION).iter();
        let bearer = match (shown.next(), shown.next()) {
            (Some(value), None) => bearer(value.as_bytes()),
            _ => None,
        };
        if bearer.is_some_and(|bearer| token.is(bearer)) { Ok(()) } else { Err(StatusCode::UNAUTHORIZED) }
    }
}

/// What stands behind `Bearer`, whose case does not matter (RFC 7235, 2.1).
fn bearer(value: &[u8]) -> Option<&[u8]> {
    let (scheme, token) = value.split_at_checked(7)?;
    scheme.eq_ignore_ascii_case(b"bearer ").then_some(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_asked_for() {
        let guard = Guard::new(Some(Secret::new("hush")));
        let with = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(header::AUTHORIZATION, header::HeaderValue::from_static(value));
            }
            guard.admit(&headers).is_ok()
        };
        assert!(with(&["Bearer hush"]) && with(&["bearer hush"]));
        for wrong in [
            &[][..],
            &["hush"],
            &["Bearer"],
            &["Bearer "],
            &["Bearer hus"],
            &["Basic hush"],
            &["Bearer hush", "Bearer hush"],
        ] {
            assert!(!with(wrong), "{wrong:?}");
        }
        assert!(Guard::new(None).admit(&HeaderMap::new()).is_ok());
    }
}
