//! The guest's allocator: a bump allocator.
//!
//! An instance handles one call, so memory is not freed: the first MiB is in the instance's initial memory (growing
//! memory costs the host a system call), the rest is added by growing in steps. Freed memory is not reused, except that
//! the newest block can grow or shrink in place, as a string or list does while it is filled.
#![cfg(target_arch = "wasm32")]
#![allow(
    unsafe_code,
    reason = "an allocator hands out raw memory; the instance has one thread"
)]

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;

const ARENA_BYTES: usize = 1 << 20;
const PAGE_BYTES: usize = 64 << 10;
/// Number of pages that each growth adds.
const STEP_PAGES: usize = 16;

#[repr(align(16))]
struct Arena(UnsafeCell<[u8; ARENA_BYTES]>);

/// The part of memory that is still free: from `next` up to `end`.
struct Free {
    next: usize,
    end: usize,
    /// Where the newest block starts, or 0.
    newest: usize,
}

struct Bump(UnsafeCell<Free>);

// SAFETY: a plugin's instance has exactly one thread, so nothing is shared.
unsafe impl Sync for Arena {}
// SAFETY: as above.
unsafe impl Sync for Bump {}

static ARENA: Arena = Arena(UnsafeCell::new([0; ARENA_BYTES]));

#[global_allocator]
static ALLOCATOR: Bump = Bump(UnsafeCell::new(Free {
    next: 0,
    end: 0,
    newest: 0,
}));

impl Free {
    fn take(&mut self, size: usize, align: usize) -> Option<usize> {
        if self.end == 0 {
            self.next = ARENA.0.get() as usize;
            self.end = self.next + ARENA_BYTES;
        }
        let start = self.next.checked_next_multiple_of(align)?;
        let stop = start.checked_add(size)?;
        if stop > self.end {
            return self.grow(size, align)?.take(size, align);
        }
        self.newest = start;
        self.next = stop;
        Some(start)
    }

    fn grow(&mut self, size: usize, align: usize) -> Option<&mut Self> {
        let needed = size.checked_add(align)?.div_ceil(PAGE_BYTES);
        let pages = needed.max(STEP_PAGES);
        let before = core::arch::wasm32::memory_grow(0, pages);
        if before == usize::MAX {
            return None;
        }
        let base = before * PAGE_BYTES;
        if base != self.end {
            self.next = base;
        }
        self.end = base + pages * PAGE_BYTES;
        Some(self)
    }
}

// SAFETY: every block lies in memory that belongs to this allocator and never overlaps another one: `next` moves back
// only if the block is the newest and is resized by its owner.
unsafe impl GlobalAlloc for Bump {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: one thread, and no reference outlives this call.
        let free = unsafe { &mut *self.0.get() };
        match free.take(layout.size(), layout.align()) {
            Some(address) => address as *mut u8,
            None => core::ptr::null_mut(),
        }
    }

    unsafe fn dealloc(&self, _block: *mut u8, _layout: Layout) {}

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: one thread, and no reference outlives this call.
        let free = unsafe { &mut *self.0.get() };
        let start = block as usize;
        if free.newest == start
            && start
                .checked_add(new_size)
                .is_some_and(|stop| stop <= free.end)
        {
            free.next = start + new_size;
            return block;
        }
        if new_size <= layout.size() {
            return block;
        }
        let Some(address) = free.take(new_size, layout.align()) else {
            return core::ptr::null_mut();
        };
        // SAFETY: the new block is fresh, so the two cannot overlap, and it is larger than the old one.
        unsafe { core::ptr::copy_nonoverlapping(block, address as *mut u8, layout.size()) };
        address as *mut u8
    }
}
