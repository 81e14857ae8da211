//! Joins texts at compile time, for `sql_text!`.

/// The length of all parts in bytes.
pub const fn length(parts: &[&str]) -> usize {
    let (mut length, mut at) = (0, 0);
    while at < parts.len() {
        length += parts[at].len();
        at += 1;
    }
    length
}

/// The bytes of all parts, of which there are `N`.
pub const fn joined<const N: usize>(parts: &[&str]) -> [u8; N] {
    let (mut bytes, mut filled, mut part) = ([0; N], 0, 0);
    while part < parts.len() {
        let text = parts[part].as_bytes();
        let mut at = 0;
        while at < text.len() {
            bytes[filled] = text[at];
            filled += 1;
            at += 1;
        }
        part += 1;
    }
    bytes
}

/// The text of joined bytes.
pub const fn text(bytes: &[u8]) -> &str {
    match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("joined texts are a text"),
    }
}
