//! How often a person may write. Every refusal names the rule, the count and when it ends.
//!
//! Posts: 15 seconds apart, 3 on the day of a person's first post, 20 on a later day. Comments: 5 seconds apart. Days
//! are those of Korea.

use witverse_sdk::{Error, KoreanDay, Timestamp, localized};

pub const POST_GAP_MS: i64 = 15_000;
pub const COMMENT_GAP_MS: i64 = 5_000;
pub const FIRST_DAY_POSTS: u32 = 3;
pub const DAY_POSTS: u32 = 20;

/// What a person has written so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Writer {
    /// The day of their first post.
    pub first_post_day: Option<i64>,
    pub last_post_at: Option<Timestamp>,
    pub last_comment_at: Option<Timestamp>,
    /// The day that `day_posts` counts.
    pub day: i64,
    pub day_posts: u32,
}

impl Writer {
    /// The writer after one more post, or the rule that it would break.
    pub fn post(self, now: Timestamp) -> Result<Self, Error> {
        wait(now, self.last_post_at, POST_GAP_MS, "글은", "post")?;
        let day = KoreanDay::of(now);
        let today = day.number();
        let first = self.first_post_day.unwrap_or(today);
        let written = if self.day == today { self.day_posts } else { 0 };
        let limit = match first == today {
            true => FIRST_DAY_POSTS,
            false => DAY_POSTS,
        };
        if written >= limit {
            let lifts = day.plus_days(1);
            let refusal = day_is_full(written, first == today, lifts);
            return Err(refusal.retry_after(lifts.start().seconds_after(now)));
        }
        Ok(Self {
            first_post_day: Some(first),
            last_post_at: Some(now),
            day: today,
            day_posts: written + 1,
            ..self
        })
    }

    /// The writer after one more comment, or the rule that it would break.
    pub fn comment(self, now: Timestamp) -> Result<Self, Error> {
        wait(
            now,
            self.last_comment_at,
            COMMENT_GAP_MS,
            "댓글은",
            "comment",
        )?;
        Ok(Self {
            last_comment_at: Some(now),
            ..self
        })
    }
}

fn exceeded(ko: String, en: String) -> Error {
    Error::new(429, "pace_exceeded", localized(ko, en))
}

fn wait(
    now: Timestamp,
    last: Option<Timestamp>,
    gap_ms: i64,
    ko: &str,
    en: &str,
) -> Result<(), Error> {
    let left = last.map_or(0, |last| last.plus_millis(gap_ms).seconds_after(now));
    if left == 0 {
        return Ok(());
    }
    let gap = gap_ms / 1_000;
    let unit = if left == 1 { "second" } else { "seconds" };
    let refusal = exceeded(
        format!("{ko} {gap}초에 1개씩 쓸 수 있습니다. {left}초 뒤에 다시 시도해 주세요."),
        format!("You can write one {en} every {gap} seconds. Please try again in {left} {unit}."),
    );
    Err(refusal.retry_after(left))
}

fn day_is_full(written: u32, is_first: bool, lifts: KoreanDay) -> Error {
    let date = lifts.to_string().replace('-', ".");
    match is_first {
        true => exceeded(
            format!(
                "첫 글을 쓴 날에는 글을 {FIRST_DAY_POSTS}개까지 쓸 수 있습니다. 오늘 {written}개를 썼으며, \
                 {date} 00:00(한국 시간)부터 하루 {DAY_POSTS}개까지 쓸 수 있습니다."
            ),
            format!(
                "On the day of your first post you can write up to {FIRST_DAY_POSTS} posts, and you have written {written}. \
                 From {date} 00:00 (KST) you can write up to {DAY_POSTS} a day."
            ),
        ),
        false => exceeded(
            format!(
                "글은 하루에 {DAY_POSTS}개까지 쓸 수 있습니다. 오늘 {written}개를 썼으며, {date} 00:00(한국 시간)부터 \
                 다시 쓸 수 있습니다."
            ),
            format!(
                "You can write up to {DAY_POSTS} posts a day, and you have written {written} today. You can write again from {date} \
                 00:00 (KST)."
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use witverse_sdk::DAY_MS;

    /// 2026-11-24T09:00 in Korea.
    const MORNING: Timestamp = Timestamp::from_millis(1_795_478_400_000);

    fn after(ms: i64) -> Timestamp {
        MORNING.plus_millis(ms)
    }

    /// A writer after `count` posts, one a minute from `start`.
    fn wrote(mut writer: Writer, start: Timestamp, count: i64) -> Writer {
        for n in 0..count {
            writer = writer.post(start.plus_millis(n * 60_000)).expect("in pace");
        }
        writer
    }

    #[test]
    fn posts_and_comments_keep_their_distance() {
        let writer = Writer::default().post(MORNING).expect("the first");
        let refused = writer.post(after(14_001)).expect_err("too early");
        assert_eq!((refused.status(), refused.code()), (429, "pace_exceeded"));
        assert_eq!(
            refused.message().en,
            "You can write one post every 15 seconds. Please try again in 1 second."
        );
        assert_eq!(refused.retry_after_s(), Some(1));
        assert!(writer.post(after(15_000)).is_ok());
        // Comments have a pace of their own.
        let writer = writer.comment(after(1)).expect("the first");
        assert_eq!(
            writer
                .comment(after(2))
                .expect_err("too early")
                .message()
                .ko,
            "댓글은 5초에 1개씩 쓸 수 있습니다. 5초 뒤에 다시 시도해 주세요."
        );
        assert!(writer.comment(after(5_001)).is_ok());
    }

    #[test]
    fn the_first_day_has_three_posts_and_later_days_twenty() {
        let writer = wrote(Writer::default(), MORNING, 3);
        let full = writer.post(after(3_600_000)).expect_err("three");
        assert!(full.message().en.contains("you have written 3"), "{full:?}");
        assert!(
            full.message().en.contains("2026.11.25 00:00 (KST)"),
            "{full:?}"
        );
        // Ten in the morning: until midnight in Korea.
        assert_eq!(full.retry_after_s(), Some(14 * 3_600));
        let tomorrow = after(15 * 3_600_000);
        let writer = wrote(writer, tomorrow, 20);
        let full = writer
            .post(tomorrow.plus_millis(3_600_000))
            .expect_err("twenty");
        assert!(full.message().ko.contains("2026.11.26 00:00"), "{full:?}");
        assert!(writer.post(tomorrow.plus_millis(DAY_MS)).is_ok());
    }
}
