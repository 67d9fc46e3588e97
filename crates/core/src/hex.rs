//! Bytes as text.

use std::fmt::Write;

/// Bytes as two lower-case hexadecimal digits each: how every hash of this library is written.
///
/// ```
/// assert_eq!(toolsift_core::lower_hex(&[0, 0x1f, 0xff]), "001fff");
/// ```
#[must_use]
pub fn lower_hex(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
