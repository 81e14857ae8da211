//! A timing test: logins with existing and with unknown emails, compared as two samples.

use std::time::{Duration, Instant};

use serde_json::json;
use sqlx::AssertSqlSafe;

use crate::{PASSWORD, TestApp};

/// The result of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// The largest distance between the two distributions, 0 to 1.
    pub distance: f64,
    /// The probability of this distance if both samples have the same distribution.
    pub p: f64,
}

/// The two-sample Kolmogorov–Smirnov test. The p-value is the asymptotic one with Stephens' correction for
/// samples of a few dozen and more (M. A. Stephens, J. R. Stat. Soc. B 32 (1970) 115–122; Press et al.,
/// Numerical Recipes, 3rd ed., 14.3.3).
#[must_use]
pub fn kolmogorov_smirnov(a: &[f64], b: &[f64]) -> Compared {
    let sorted = |values: &[f64]| {
        let mut values = values.to_vec();
        values.sort_by(f64::total_cmp);
        values
    };
    let (a, b) = (sorted(a), sorted(b));
    let (n, m) = (a.len() as f64, b.len() as f64);
    let (mut i, mut j, mut distance) = (0, 0, 0.0_f64);
    while i < a.len() && j < b.len() {
        // Equal values are passed on both sides before the two are compared.
        let at = a[i].min(b[j]);
        while i < a.len() && a[i] <= at {
            i += 1;
        }
        while j < b.len() && b[j] <= at {
            j += 1;
        }
        distance = distance.max((i as f64 / n - j as f64 / m).abs());
    }
    let root = (n * m / (n + m)).sqrt();
    let lambda = (root + 0.12 + 0.11 / root) * distance;
    Compared {
        distance,
        p: tail(lambda),
    }
}

/// 2 Σ (−1)^(k−1) exp(−2 k² λ²)
fn tail(lambda: f64) -> f64 {
    // Below, the series converges slowly, and to 1.
    if lambda < 0.2 {
        return 1.0;
    }
    let sum: f64 = (1..=100)
        .map(|k| {
            let k = f64::from(k);
            let sign = if k % 2.0 == 1.0 { 1.0 } else { -1.0 };
            sign * (-2.0 * k * k * lambda * lambda).exp()
        })
        .sum();
    (2.0 * sum).clamp(0.0, 1.0)
}

/// Milliseconds that refused logins took.
#[derive(Clone, Debug, Default)]
pub struct LoginTimes {
    pub known: Vec<f64>,
    pub unknown: Vec<f64>,
}

impl LoginTimes {
    /// Adds the values of another run.
    pub fn extend(&mut self, other: Self) {
        self.known.extend(other.known);
        self.unknown.extend(other.unknown);
    }

    #[must_use]
    pub fn compared(&self) -> Compared {
        kolmogorov_smirnov(&self.known, &self.unknown)
    }

    /// The same with this many milliseconds added to known emails.
    #[must_use]
    pub fn leaking(&self, ms: f64) -> Compared {
        let slower: Vec<f64> = self.known.iter().map(|time| time + ms).collect();
        kolmogorov_smirnov(&slower, &self.unknown)
    }

    /// The interquartile range of all values: the machine's own spread.
    #[must_use]
    pub fn spread_ms(&self) -> f64 {
        let mut all = [&self.known[..], &self.unknown].concat();
        all.sort_by(f64::total_cmp);
        all[all.len() * 3 / 4] - all[all.len() / 4]
    }

    #[must_use]
    pub fn medians_ms(&self) -> (f64, f64) {
        let median = |values: &[f64]| {
            let mut values = values.to_vec();
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        };
        (median(&self.known), median(&self.unknown))
    }
}

/// Tries this many known and as many unknown emails with a wrong password, in random order, one after the other, each
/// from another network, so that none is delayed. Responses are the neutral ones; `leak` delays every login of a known
/// email, to verify that the test detects it.
pub async fn login_times(each: u32, leak: Duration) -> LoginTimes {
    let app = TestApp::with(|config| {
        config.http.trusted_proxies = 1;
        config.auth.generic_errors = true;
    })
    .await;
    app.person("pattern").await;
    // Inserts the accounts directly, without hashing a password for each.
    let statement = format!(
        "insert into kernel.account (id, email, email_key, password_hash, nickname, language, verified_at)
         select gen_random_uuid(), 'known' || i || '@b.co', 'known' || i || '@b.co', a.password_hash, 'known' || i,
             a.language, a.verified_at
         from kernel.account a, generate_series(0, {each}) i"
    );
    sqlx::raw_sql(AssertSqlSafe(statement))
        .execute(app.owner())
        .await
        .unwrap();
    sqlx::raw_sql("analyze kernel.account")
        .execute(app.owner())
        .await
        .unwrap();
    let visitor = app.visitor();
    let logs_in = visitor.post(
        "/api/user/login",
        json!({ "email": "known0@b.co", "password": PASSWORD }),
    );
    assert_eq!(logs_in.await.line(), "200", "the copies are accounts");

    let mut order: Vec<(bool, u32)> = (1..=each)
        .flat_map(|number| [(true, number), (false, number)])
        .collect();
    shuffle(&mut order);
    let mut times = LoginTimes::default();
    let mut lines = std::collections::BTreeSet::new();
    // The first requests have cold caches and are not counted.
    let warm_up = (0..20_u32).map(|number| (None, number));
    let counted = order
        .into_iter()
        .map(|(known, number)| (Some(known), number));
    for (place, (known, number)) in (0_u32..).zip(warm_up.chain(counted)) {
        let [_, a, b, c] = place.to_be_bytes();
        let client = app
            .visitor()
            .with_header("x-forwarded-for", &format!("10.{a}.{b}.{c}"));
        let stem = match known {
            Some(true) => "known",
            Some(false) => "other",
            None => "early",
        };
        let body = json!({ "email": format!("{stem}{number}@b.co"), "password": "Wrong5$horse" });
        let started = Instant::now();
        let reply = client.post("/api/user/login", body).await;
        if known == Some(true) && !leak.is_zero() {
            tokio::time::sleep(leak).await;
        }
        let took = started.elapsed().as_secs_f64() * 1e3;
        lines.insert(reply.line());
        match known {
            Some(true) => times.known.push(took),
            Some(false) => times.unknown.push(took),
            None => {}
        }
    }
    assert_eq!(lines.len(), 1, "neutral answers are the same: {lines:?}");
    app.stop().await;
    times
}

/// The Fisher–Yates shuffle, with any rng.
fn shuffle<T>(items: &mut [T]) {
    let rng = witverse_kernel::clock::Rng::default();
    for end in (1..items.len()).rev() {
        let drawn = u64::from_be_bytes(rng.bytes());
        items.swap(end, usize::try_from(drawn % (end as u64 + 1)).unwrap());
    }
}

#[cfg(test)]
mod tests {
    use super::{kolmogorov_smirnov, tail};

    fn ramp(from: f64, to: f64, count: u32) -> Vec<f64> {
        (0..count)
            .map(|i| from + (to - from) * f64::from(i) / f64::from(count))
            .collect()
    }

    #[test]
    fn the_tail_is_that_of_the_tables() {
        // Critical values of Kolmogorov's distribution, from published tables.
        for (lambda, p) in [
            (1.2238, 0.1),
            (1.3581, 0.05),
            (1.6276, 0.01),
            (1.9495, 0.001),
        ] {
            assert!(
                (tail(lambda) - p).abs() < p / 100.0,
                "{lambda}: {}",
                tail(lambda)
            );
        }
    }

    #[test]
    fn different_distributions_are_distinguished() {
        let same = kolmogorov_smirnov(&ramp(0.0, 1.0, 100), &ramp(0.0, 1.0, 100));
        assert!(same.distance < 1e-9 && same.p > 0.999, "{same:?}");
        let apart = kolmogorov_smirnov(&ramp(0.0, 1.0, 100), &ramp(2.0, 3.0, 100));
        assert!(
            (apart.distance - 1.0).abs() < 1e-9 && apart.p < 1e-9,
            "{apart:?}"
        );
        // Computed by hand: half of one sample is below all of the other.
        let half = kolmogorov_smirnov(&[1.0, 2.0, 3.0, 4.0], &[3.5, 4.5, 5.5, 6.5]);
        assert!((half.distance - 0.75).abs() < 1e-9, "{half:?}");
        let ties = kolmogorov_smirnov(&[1.0, 1.0, 1.0], &[1.0, 1.0]);
        assert!(ties.distance < 1e-9, "{ties:?}");
    }
}
