//! How soon an install may run again that the kernel has stopped for its failures. The first time at once; after that it
//! rests, or its operator would run it again and again, each time at the price of an activation.

use time::{Duration, OffsetDateTime};

use super::Installs;
use super::messages::RESTART_LATER;
use super::store::InstallRow;
use crate::error::{Localized, Problem, Result};

/// Stops for failures within this time count.
const WITHIN: Duration = Duration::hours(1);
/// How long an install rests after its second stop.
const REST: Duration = Duration::minutes(10);

impl Installs {
    /// # Errors
    /// `plugin_restart_later` with the time to wait.
    pub(super) async fn check_restart(&self, row: &InstallRow) -> Result<()> {
        if row.state == "enabled" {
            return Ok(());
        }
        let now = self.platform.clock.now();
        let stops: Vec<OffsetDateTime> = sqlx::query_scalar(
            "select at from kernel.install_event
             where install = $1 and kind = 'failed' and at > $2
             order by at desc, id desc limit 2",
        )
        .bind(&row.id)
        .bind(now - WITHIN)
        .fetch_all(&self.platform.pools.app)
        .await?;
        match rest_left(&stops, now) {
            None => Ok(()),
            Some(left) => Err(restart_later(left).into()),
        }
    }
}

/// What is left of the rest, by the latest stops, the newest first.
fn rest_left(stops: &[OffsetDateTime], now: OffsetDateTime) -> Option<Duration> {
    let [latest, _, ..] = stops else { return None };
    let left = *latest + REST - now;
    left.is_positive().then_some(left)
}

fn restart_later(left: Duration) -> Problem {
    let seconds = u64::try_from(left.whole_seconds() + 1).unwrap_or(1);
    let minutes = seconds.div_ceil(60);
    let unit = if minutes == 1 { "minute" } else { "minutes" };
    Problem {
        message: Localized::new(
            format!(
                "문제가 되풀이되어 멈춘 플러그인입니다. {minutes}분 뒤에 다시 실행하거나 다른 버전을 설치해 주세요."
            ),
            format!(
                "This plugin has failed again and again. Run it again in {minutes} {unit}, or install another version."
            ),
        ),
        ..RESTART_LATER.retry_after(seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_stop_within_an_hour_makes_it_rest() {
        let start = OffsetDateTime::UNIX_EPOCH;
        let at = |minutes| start + Duration::minutes(minutes);
        assert_eq!(rest_left(&[], at(0)), None);
        assert_eq!(rest_left(&[at(0)], at(0)), None, "the first time at once");
        assert_eq!(
            rest_left(&[at(20), at(0)], at(23)),
            Some(Duration::minutes(7))
        );
        assert_eq!(rest_left(&[at(20), at(0)], at(30)), None);
    }

    #[test]
    fn the_message_names_whole_minutes() {
        let problem = restart_later(Duration::seconds(61));
        assert_eq!(problem.retry_after_s, Some(62));
        assert!(problem.message.en.contains("in 2 minutes"));
        let problem = restart_later(Duration::seconds(30));
        assert!(problem.message.en.contains("in 1 minute,"));
    }
}
