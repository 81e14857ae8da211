//! How far a client is behind, by the ticks that it acknowledges.
//!
//! A client is behind by the age of the oldest snapshot that it has not acknowledged, minus the delay of its link. The
//! delay is the smallest age of an acknowledged snapshot among the last ones, and at most [`MAX_LINK_TICKS`]: without
//! it, a link with a round trip of 250 ms would always count as slow.

/// A client that is further behind than this gets no snapshot.
pub(super) const SKIP_AFTER_TICKS: u32 = 4;
/// A client that is further behind than this gets FULL next.
pub(super) const FULL_AFTER_TICKS: u32 = 20;
const MAX_LINK_TICKS: u32 = 6;
/// Acknowledgements per window of the minimum.
const WINDOW: u8 = 32;

#[derive(Clone, Debug, Default)]
pub(super) struct Lag {
    last_sent: u32,
    /// The first tick that was sent after the newest acknowledged one.
    unacked_since: Option<u32>,
    link_ticks: u32,
    window_min: u32,
    window_len: u8,
}

impl Lag {
    /// Records FULL, which replaces all earlier messages: only its own tick has to be acknowledged.
    pub(super) fn full_sent(&mut self, tick: u32) {
        self.last_sent = tick;
        self.unacked_since = Some(tick);
    }

    /// Records a SNAP.
    pub(super) fn sent(&mut self, tick: u32) {
        self.last_sent = tick;
        self.unacked_since.get_or_insert(tick);
    }

    /// Records an acknowledgement. Ticks that were never sent count as the newest one.
    pub(super) fn acked(&mut self, acked: u32, now: u32) {
        let Some(since) = self.unacked_since.filter(|since| acked >= *since) else {
            return;
        };
        let acked = acked.min(self.last_sent);
        self.measure(now.saturating_sub(acked));
        self.unacked_since = (acked < self.last_sent).then(|| since.max(acked + 1));
    }

    fn measure(&mut self, age: u32) {
        let age = age.min(MAX_LINK_TICKS);
        if self.window_len == 0 {
            self.window_min = age;
        }
        self.window_min = self.window_min.min(age);
        self.window_len += 1;
        self.link_ticks = match self.window_len {
            // The first window has no minimum yet: any measurement is better than zero.
            1..WINDOW if self.link_ticks == 0 => self.window_min,
            WINDOW => self.window_min,
            _ => self.link_ticks.min(age),
        };
        self.window_len %= WINDOW;
    }

    pub(super) fn behind(&self, now: u32) -> u32 {
        self.unacked_since.map_or(0, |since| {
            now.saturating_sub(since).saturating_sub(self.link_ticks)
        })
    }

    /// Everything that was sent is acknowledged.
    pub(super) fn is_current(&self) -> bool {
        self.unacked_since.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_behind_by_its_oldest_unacknowledged_tick() {
        let mut lag = Lag::default();
        assert_eq!(lag.behind(1000), 0, "an idle room makes nobody late");
        lag.sent(10);
        lag.sent(11);
        assert_eq!(lag.behind(14), 4);
        lag.acked(10, 10);
        assert_eq!(lag.behind(14), 3);
        lag.acked(11, 11);
        assert!(lag.is_current());
        assert_eq!(lag.behind(5000), 0);
    }

    #[test]
    fn acknowledging_the_future_gains_nothing() {
        let mut lag = Lag::default();
        lag.sent(10);
        lag.acked(u32::MAX, 12);
        assert!(lag.is_current());
        lag.sent(13);
        assert!(!lag.is_current());
    }

    #[test]
    fn the_delay_of_the_link_is_subtracted_up_to_its_limit() {
        let mut lag = Lag::default();
        for tick in 10..200 {
            lag.sent(tick);
            lag.acked(tick.saturating_sub(5), tick);
        }
        assert_eq!(lag.behind(199), 0, "five ticks of round trip are no lag");
        let mut slow = Lag::default();
        for tick in 10..200 {
            slow.sent(tick);
            slow.acked(tick.saturating_sub(15), tick);
        }
        assert!(slow.behind(199) > SKIP_AFTER_TICKS);
    }
}
