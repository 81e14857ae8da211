//! Misbehaviour of a broken or malicious guest. Each must affect only the call in which it occurs.

use std::hint::black_box;
use witverse_sdk::bindings::witverse::plugin::{clock, context, log, random};
use witverse_sdk::http::Response;

/// Stops with `unreachable`, without a message.
pub(crate) fn trap() -> ! {
    #[cfg(target_arch = "wasm32")]
    core::arch::wasm32::unreachable();
    #[cfg(not(target_arch = "wasm32"))]
    std::process::abort()
}

/// Loops for ever.
pub(crate) fn spin() -> ! {
    let mut x = 0_u64;
    loop {
        x = black_box(x.wrapping_add(1));
    }
}

/// Recurses until the stack overflows.
pub(crate) fn recurse(depth: u64) -> u64 {
    let frame = black_box([depth; 4]);
    if frame[0] == u64::MAX {
        return 0;
    }
    recurse(frame[0] + 1).wrapping_add(frame[1])
}

/// Allocates until memory is exhausted; `mib` limits the amount.
pub(crate) fn hog(mib: Option<usize>) -> usize {
    let mut taken: Vec<Vec<u8>> = Vec::new();
    while mib.is_none_or(|mib| taken.len() < mib) {
        let mut block = vec![0_u8; 1 << 20];
        block[77] = 1;
        taken.push(black_box(block));
    }
    taken.len()
}

/// Writes `lines` log lines, or an endless number.
pub(crate) fn log_flood(lines: Option<u64>, bytes: usize) -> u64 {
    let line = "x".repeat(bytes);
    let mut written = 0;
    while lines.is_none_or(|lines| written < lines) {
        log::write(log::Level::Info, &line, &[]);
        written += 1;
    }
    written
}

/// Requests more random bytes than the limit.
pub(crate) fn random_huge() -> usize {
    random::bytes(u32::MAX).len()
}

/// Makes this many host calls.
pub(crate) fn hostcall_flood(count: u64) -> u64 {
    (0..count).fold(0, |sum, _| sum.wrapping_add(black_box(clock::now_ms())))
}

/// Calls the host in an endless loop, without long computation in between.
pub(crate) fn sleepless() -> ! {
    loop {
        black_box(context::deadline_ms());
    }
}

/// A response with a header that is not UTF-8: the component boundary must refuse it.
#[allow(unsafe_code, reason = "breaking the rule is the point")]
pub(crate) fn invalid_utf8_header() -> Response {
    // SAFETY: none. The guest never reads the string; only the host lifts it, and must validate it.
    let broken = unsafe { String::from_utf8_unchecked(vec![b'a', 0xff, 0xfe]) };
    Response {
        status: 200,
        headers: vec![("x-broken".into(), broken)],
        body: Vec::new(),
    }
}
