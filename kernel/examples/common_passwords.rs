//! Makes `kernel/src/identity/common-passwords.bloom` from a list of one password a line:
//! `cargo run -p witverse-kernel --example common_passwords -- LIST OUT`.
//!
//! The one that ships is made of the 30,000 most frequent passwords of the list that zxcvbn carries (MIT).

#![allow(clippy::print_stderr, reason = "a program for the command line")]

use witverse_kernel::identity::common_password_places;

/// Bits for each password: with ten hashes one text in a thousand is taken for a common one.
const BITS_EACH: usize = 15;
const HASHES: u8 = 10;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(list), Some(out)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: common_passwords LIST OUT");
        std::process::exit(2);
    };
    let text = std::fs::read_to_string(list)?.to_lowercase();
    let words: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|word| word.chars().count() >= 4)
        .collect();
    let mut bits = vec![0_u8; (words.len() * BITS_EACH).div_ceil(8)];
    let bytes = bits.len();
    for word in words {
        for (byte, bit) in common_password_places(word, HASHES, bytes) {
            bits[byte] |= bit;
        }
    }
    std::fs::write(out, [&[HASHES][..], &bits].concat())
}
