//! An event as stored, its phases, and what the clock does with it.
//!
//! Pure: no kernel, no statements. The phase follows from the row and the time; timers only do what is due. An event that has ended
//! or was cancelled never starts again.

pub use crate::kinds::{Eligibility, Entry, Kind, Phase, Review, Scoring, Status};
use witverse_sdk::ctx::Text;
use witverse_sdk::sql::FromRow;
use witverse_sdk::{DAY_MS, Timestamp, Uuid};

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
/// A reminder that would be later than this is left out.
const REMINDER_DELAY_MS: i64 = 10 * MINUTE_MS;
/// Refunds after a postponement can be asked for this long.
pub const REFUND_MS: i64 = 7 * DAY_MS;
/// A postponement by this much or more lets people have their money back.
pub const REFUNDABLE_DELAY_MS: i64 = DAY_MS;
/// Prizes are paid this long after the end: results of the last moment arrive until then.
pub const LAST_RESULTS_MS: i64 = 30_000;
/// From the publication of the root of a draw to its seed.
pub const REVEAL_AFTER_MS: i64 = MINUTE_MS;

/// The draw of an event.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
#[row(alias = "e")]
pub struct Draw {
    /// Entries close then, and the root is published.
    #[row(column = "draw_at")]
    pub at: Timestamp,
    /// The hash of the seed, published with the event.
    #[row(column = "draw_commit")]
    pub commit: Vec<u8>,
    /// The root of the tree of entries.
    #[row(column = "draw_root")]
    pub root: Option<Vec<u8>>,
    /// The number of entries.
    #[row(column = "draw_entries")]
    pub entries: Option<i64>,
    /// When the seed was used and published.
    pub drawn_at: Option<Timestamp>,
}

/// An event `e` as stored.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
#[row(alias = "e")]
pub struct Event {
    /// Its id.
    pub id: Uuid,
    /// What people do.
    #[row(parse)]
    pub kind: Kind,
    /// `None`: the account was erased.
    #[row(column = "organiser_id")]
    pub organiser: Option<Uuid>,
    /// The world of its block.
    #[row(column = "world_id")]
    pub world: Uuid,
    /// The name of the world in addresses.
    pub world_name: String,
    /// Where it takes place.
    #[row(column = "block_id")]
    pub block: Uuid,
    /// The name of the block in addresses.
    pub block_name: String,
    /// The title of the block.
    #[row(both)]
    pub block_title: Text,
    /// Whether visitors see its world.
    pub is_public: bool,
    /// The title.
    #[row(both)]
    pub title: Text,
    /// The description.
    #[row(both)]
    pub description: Text,
    /// The address of the image, without the variant.
    pub image_url: Option<String>,
    /// The start.
    pub starts_at: Timestamp,
    /// The end.
    pub ends_at: Timestamp,
    /// The start before the latest postponement.
    pub postponed_from: Option<Timestamp>,
    /// When it was postponed.
    pub postponed_at: Option<Timestamp>,
    /// `None`: no limit.
    pub max_people: Option<i64>,
    /// Who may take part.
    #[row(parse)]
    pub eligibility: Eligibility,
    /// How places are given.
    #[row(parse)]
    pub entry: Entry,
    /// What people answer when they apply.
    #[row(both)]
    pub question: Option<Text>,
    /// Minutes after the start at which places of people who did not come are freed.
    #[row(sql = "case when e.kind = 'meetup' then e.no_show_minutes end")]
    pub no_show_minutes: Option<i64>,
    /// Attempts that count; of challenges.
    pub attempts: Option<i64>,
    /// How they count; of challenges.
    #[row(parse)]
    pub scoring: Option<Scoring>,
    /// Hundredths of a WIT for ranks 1, 2, ….
    pub prizes: Vec<i64>,
    /// The label of the platform.
    pub is_official: bool,
    /// The decision of an administrator of the world.
    #[row(parse)]
    pub review: Review,
    /// The reason of a refusal.
    pub review_reason: Option<String>,
    /// Why an administrator stopped it.
    pub stop_reason: Option<String>,
    /// What is stored about its course.
    #[row(parse)]
    pub status: Status,
    /// Bits of [`Step`]s that are done.
    pub steps_done: i64,
    /// The draw, if places are drawn.
    #[row(flatten)]
    pub draw: Option<Draw>,
    /// People who were there.
    pub attended: i64,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was cancelled or ended.
    pub closed_at: Option<Timestamp>,
}

/// What the clock does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A day before the start.
    RemindDay,
    /// An hour before.
    RemindHour,
    /// Ten minutes before.
    RemindTenMinutes,
    /// Entries of the draw close; the root is published.
    CloseDraw,
    /// The seed is published and the places are drawn.
    Draw,
    /// Applications close. A request without a decision ends.
    Start,
    /// Places of people who did not come are freed.
    FreeNoShows,
    /// The event is over.
    End,
    /// Ranks are final, and prizes are paid.
    PayPrizes,
    /// The organiser gets the money of the tickets.
    PayOrganiser,
}

impl Step {
    /// All steps. Of steps that are due at the same time, the first one is done first.
    pub const ALL: [Self; 10] = [
        Self::RemindDay,
        Self::RemindHour,
        Self::RemindTenMinutes,
        Self::CloseDraw,
        Self::Draw,
        Self::Start,
        Self::FreeNoShows,
        Self::End,
        Self::PayPrizes,
        Self::PayOrganiser,
    ];

    /// The bit in [`Event::steps_done`].
    pub const fn bit(self) -> i64 {
        1 << self as i64
    }

    /// A reminder is useless after the next one, or after the start.
    pub const fn is_reminder(self) -> bool {
        matches!(
            self,
            Self::RemindDay | Self::RemindHour | Self::RemindTenMinutes
        )
    }
}

impl Event {
    /// The phase at a time.
    pub fn phase(&self, now: Timestamp) -> Phase {
        match (self.status, self.review) {
            (_, Review::Rejected) => Phase::Rejected,
            (Status::Cancelled, _) => Phase::Cancelled,
            (Status::Ended, _) => Phase::Post,
            // The timer that cancels a request without a decision may be late.
            (Status::Open, Review::Pending) if now >= self.starts_at => Phase::Cancelled,
            (Status::Open, Review::Pending) => Phase::Requested,
            (Status::Open, _) if now >= self.ends_at => Phase::Post,
            (Status::Open, _) if now >= self.starts_at => Phase::In,
            (Status::Open, _) => Phase::Pre,
        }
    }

    /// Whether people other than the organiser and the administrators of the world see it.
    pub fn is_announced(&self) -> bool {
        matches!(self.review, Review::None | Review::Approved)
    }

    /// When applications close: entries of a draw close with it.
    pub fn entry_closes_at(&self) -> Timestamp {
        match &self.draw {
            Some(draw) => draw.at.min(self.starts_at),
            None => self.starts_at,
        }
    }

    /// Whether people who paid before the postponement can have their money back now.
    pub fn is_refundable(&self, now: Timestamp) -> bool {
        match (self.postponed_from, self.postponed_at) {
            (Some(from), Some(at)) => {
                let delay_ms = self.starts_at.as_millis() - from.as_millis();
                delay_ms >= REFUNDABLE_DELAY_MS && now < at.plus_millis(REFUND_MS)
            }
            _ => false,
        }
    }

    /// When the organiser gets the money: no refund can be asked for any more.
    pub fn revenue_due_at(&self) -> Timestamp {
        let over = self.closed_at.unwrap_or(self.ends_at);
        match self.postponed_at {
            Some(at) => over.max(at.plus_millis(REFUND_MS)),
            None => over,
        }
    }

    /// When a step is due; `None` if it never is.
    pub fn due_at(&self, step: Step) -> Option<Timestamp> {
        let before = |ms: i64| Some(self.starts_at.plus_millis(-ms));
        let is_open = self.status == Status::Open;
        match step {
            Step::RemindDay if is_open => before(DAY_MS),
            Step::RemindHour if is_open => before(HOUR_MS),
            Step::RemindTenMinutes if is_open => before(10 * MINUTE_MS),
            Step::CloseDraw if is_open => self.draw.as_ref().map(|draw| draw.at),
            Step::Draw if is_open => self
                .draw
                .as_ref()
                .map(|draw| draw.at.plus_millis(REVEAL_AFTER_MS)),
            Step::Start if is_open => Some(self.starts_at),
            Step::FreeNoShows if is_open => self
                .no_show_minutes
                .map(|minutes| self.starts_at.plus_millis(minutes * MINUTE_MS))
                .filter(|at| *at < self.ends_at),
            Step::End if is_open => Some(self.ends_at),
            // A challenge without prizes gets its final ranking in this step too.
            Step::PayPrizes
                if self.status == Status::Ended
                    && (self.kind == Kind::Challenge || !self.prizes.is_empty()) =>
            {
                self.closed_at.map(|at| at.plus_millis(LAST_RESULTS_MS))
            }
            Step::PayOrganiser
                if self.status == Status::Ended && self.eligibility == Eligibility::Tickets =>
            {
                Some(self.revenue_due_at())
            }
            _ => None,
        }
    }

    /// The next step that is not done, with its time: the earliest one, of equal ones the first.
    pub fn next_step(&self) -> Option<(Step, Timestamp)> {
        let open = Step::ALL
            .into_iter()
            .filter(|step| self.steps_done & step.bit() == 0);
        open.filter_map(|step| Some((step, self.due_at(step)?)))
            .min_by_key(|(_, at)| *at)
    }

    /// Whether what a reminder says of the time until the start is still true: not if it is due since long ago, because the
    /// kernel was down or the event was postponed to the near future.
    pub fn is_timely(&self, reminder: Step, now: Timestamp) -> bool {
        self.due_at(reminder)
            .is_some_and(|at| now < at.plus_millis(REMINDER_DELAY_MS))
    }

    /// The steps that are done again after a postponement.
    pub fn steps_after_postponement(&self) -> i64 {
        let again = [
            Step::RemindDay,
            Step::RemindHour,
            Step::RemindTenMinutes,
            Step::Start,
        ];
        again
            .into_iter()
            .fold(self.steps_done, |done, step| done & !step.bit())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) const START: i64 = 2_000_000_000_000;

    pub(crate) fn at(after_start_ms: i64) -> Timestamp {
        Timestamp::from_millis(START + after_start_ms)
    }

    pub(crate) fn event() -> Event {
        Event {
            id: Uuid::nil(),
            kind: Kind::Meetup,
            organiser: Some(Uuid::nil()),
            world: Uuid::nil(),
            world_name: "agora".into(),
            block: Uuid::nil(),
            block_name: "hall".into(),
            block_title: Text::new("홀", "Hall"),
            is_public: true,
            title: Text::new("모임", "Meetup"),
            description: Text::new("설명", "Text"),
            image_url: None,
            starts_at: at(0),
            ends_at: at(HOUR_MS),
            postponed_from: None,
            postponed_at: None,
            max_people: Some(2),
            eligibility: Eligibility::Open,
            entry: Entry::First,
            question: None,
            no_show_minutes: None,
            attempts: None,
            scoring: None,
            prizes: Vec::new(),
            is_official: false,
            review: Review::None,
            review_reason: None,
            stop_reason: None,
            status: Status::Open,
            steps_done: 0,
            draw: None,
            attended: 0,
            created_at: at(-10 * DAY_MS),
            closed_at: None,
        }
    }

    #[test]
    fn the_phase_follows_from_the_clock_and_the_row() {
        let open = event();
        for (after_ms, phase) in [
            (-1, Phase::Pre),
            (0, Phase::In),
            (HOUR_MS - 1, Phase::In),
            (HOUR_MS, Phase::Post),
        ] {
            assert_eq!(open.phase(at(after_ms)), phase, "{after_ms}");
        }
        let ended = Event {
            status: Status::Ended,
            ..event()
        };
        assert_eq!(ended.phase(at(1)), Phase::Post);
        let waiting = Event {
            review: Review::Pending,
            ..event()
        };
        assert_eq!(waiting.phase(at(-1)), Phase::Requested);
        assert_eq!(waiting.phase(at(0)), Phase::Cancelled);
    }

    /// The steps in their order, if each is done when it is due.
    fn course(mut event: Event) -> Vec<(Step, i64)> {
        let mut done = Vec::new();
        while let Some((step, due)) = event.next_step() {
            done.push((step, due.as_millis() - START));
            event.steps_done |= step.bit();
            if step == Step::End {
                event.status = Status::Ended;
                event.closed_at = Some(event.ends_at);
            }
        }
        done
    }

    #[test]
    fn the_clock_does_each_step_once_in_order() {
        let ticketed = Event {
            eligibility: Eligibility::Tickets,
            no_show_minutes: Some(15),
            prizes: vec![100],
            ..event()
        };
        assert_eq!(
            course(ticketed),
            [
                (Step::RemindDay, -DAY_MS),
                (Step::RemindHour, -HOUR_MS),
                (Step::RemindTenMinutes, -10 * MINUTE_MS),
                (Step::Start, 0),
                (Step::FreeNoShows, 15 * MINUTE_MS),
                (Step::End, HOUR_MS),
                (Step::PayOrganiser, HOUR_MS),
                (Step::PayPrizes, HOUR_MS + LAST_RESULTS_MS),
            ]
        );
    }

    #[test]
    fn a_challenge_without_prizes_gets_its_final_ranking_too() {
        let challenge = Event {
            kind: Kind::Challenge,
            ..event()
        };
        let steps = course(challenge);
        assert!(steps.iter().any(|(step, _)| *step == Step::PayPrizes));
    }

    #[test]
    fn a_draw_closes_before_it_is_drawn_also_days_before_the_start() {
        let drawn = Event {
            entry: Entry::Draw,
            draw: Some(Draw {
                at: at(-2 * DAY_MS),
                commit: vec![1],
                root: None,
                entries: None,
                drawn_at: None,
            }),
            ..event()
        };
        let steps: Vec<Step> = course(drawn.clone())
            .into_iter()
            .map(|(step, _)| step)
            .collect();
        assert_eq!(steps[..3], [Step::CloseDraw, Step::Draw, Step::RemindDay]);
        assert_eq!(drawn.entry_closes_at(), at(-2 * DAY_MS));
    }

    #[test]
    fn a_reminder_that_is_no_longer_true_is_left_out() {
        let event = event();
        let check = |step, after_ms, expected| {
            assert_eq!(event.is_timely(step, at(after_ms)), expected, "{step:?}");
        };
        check(Step::RemindDay, -DAY_MS, true);
        check(Step::RemindDay, REMINDER_DELAY_MS - DAY_MS, false);
        check(Step::RemindHour, -HOUR_MS, true);
        // Postponed to a start in half an hour.
        check(Step::RemindHour, -HOUR_MS / 2, false);
        check(Step::RemindTenMinutes, -1, true);
        check(Step::RemindTenMinutes, 0, false);
    }

    #[test]
    fn a_delay_of_a_day_gives_a_week_for_refunds_and_holds_the_revenue() {
        let moved = |delay_ms: i64| Event {
            postponed_from: Some(at(-delay_ms)),
            postponed_at: Some(at(-2 * DAY_MS)),
            ..event()
        };
        assert!(!moved(DAY_MS - 1).is_refundable(at(-DAY_MS)));
        assert!(moved(DAY_MS).is_refundable(at(5 * DAY_MS - 1)));
        assert!(!moved(DAY_MS).is_refundable(at(5 * DAY_MS)));
        assert_eq!(moved(DAY_MS).revenue_due_at(), at(5 * DAY_MS));
        assert_eq!(event().revenue_due_at(), at(HOUR_MS));
    }
}
