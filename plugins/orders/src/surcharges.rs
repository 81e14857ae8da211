//! What delivery to islands costs more, by postal code, as administrators keep it: a version is a whole list of areas, and holds
//! for orders that are made later.

use crate::operators;
use crate::problems::TERMS_CHANGED;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Payload};
use witverse_sdk::sql::OnConstraint;
use witverse_sdk::{Ctx, Error, Timestamp, params, text};

/// Areas of a version.
const MOST: usize = 500;
const MOST_WON: i64 = 100_000;
const NAME_MAX: usize = 60;
const AREA_MAX: usize = 40;

/// The surcharges in force.
pub(crate) struct Surcharges(Vec<(String, String, i64)>);

impl Surcharges {
    pub(crate) fn load(ctx: &Ctx) -> Result<Self, Error> {
        let rows = ctx
            .sql()
            .query(
                "select from_code, to_code, won from surcharge \
                 where version = (select max(version) from surcharge_version) order by from_code",
                &[],
            )?
            .all()?;
        Ok(Self(rows))
    }

    /// What delivery to a postal code costs more.
    pub(crate) fn won(&self, code: &str) -> i64 {
        self.0
            .iter()
            .find(|(from, to, _)| (from.as_str()..=to.as_str()).contains(&code))
            .map_or(0, |(_, _, won)| *won)
    }
}

/// Postal codes with one surcharge.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub(crate) struct Area {
    /// The first postal code.
    from: String,
    /// The last postal code; the same for one code.
    to: String,
    won: i64,
    /// As a part of its address.
    area: String,
}

/// The version in force.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SurchargeList {
    version: i64,
    /// Which list it is, such as the month it is of.
    name: String,
    made_at: Timestamp,
    /// By postal code.
    items: Vec<Area>,
}

/// The next version.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
pub(crate) struct NewSurcharges {
    /// The version that the administrator has read.
    #[schemars(range(min = 1))]
    version: i64,
    /// Which list it is, such as the month it is of.
    #[schemars(length(min = 1, max = 960))]
    name: String,
    /// All areas with a surcharge, in any order. They do not overlap.
    #[schemars(length(max = 500))]
    items: Vec<Area>,
}

impl NewSurcharges {
    /// One error for each area that does not fit, at its first field that is wrong.
    fn check(&self) -> Result<(), Error> {
        let mut errors = Vec::new();
        errors.extend(text::line("name", &self.name, 1..=NAME_MAX).err());
        if self.items.len() > MOST {
            errors.push(Error::field(
                "items",
                format!("최대 {MOST}개 지역까지 입력할 수 있습니다."),
                format!("Enter at most {MOST} areas."),
            ));
        }
        let mut order: Vec<usize> = (0..self.items.len().min(MOST)).collect();
        order.sort_by(|a, b| self.items[*a].from.cmp(&self.items[*b].from));
        let mut end: Option<&str> = None;
        for n in order {
            let one = &self.items[n];
            match one.check(n) {
                Err(error) => errors.push(error),
                // Sorted by their first codes, so that an overlap is with an area before.
                Ok(()) if end.is_some_and(|end| one.from.as_str() <= end) => {
                    errors.push(Error::field(
                        format!("items.{n}.from"),
                        "다른 지역과 우편번호가 겹칩니다.",
                        "Another area has some of these postal codes.",
                    ));
                }
                Ok(()) => end = Some(&one.to),
            }
        }
        Error::all(errors)
    }
}

impl Area {
    fn check(&self, n: usize) -> Result<(), Error> {
        let at = |field: &str| format!("items.{n}.{field}");
        for (field, code) in [("from", &self.from), ("to", &self.to)] {
            if code.len() != 5 || !code.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(Error::field(
                    at(field),
                    "우편번호 다섯 자리를 입력해 주세요.",
                    "Enter a postal code of five digits.",
                ));
            }
        }
        if self.from > self.to {
            return Err(Error::field(
                at("to"),
                "끝 우편번호가 시작보다 작습니다.",
                "The last postal code is before the first one.",
            ));
        }
        if !(0..=MOST_WON).contains(&self.won) {
            return Err(Error::number_field(at("won"), 0, MOST_WON));
        }
        text::line(at("area"), &self.area, 0..=AREA_MAX).map(drop)
    }
}

pub(crate) fn view(ctx: &Ctx, (): ()) -> Result<Payload<SurchargeList>, Error> {
    let (version, name, made_at): (i64, String, Timestamp) = ctx.sql().one(
        "select version, name, made_at from surcharge_version order by version desc limit 1",
        &params![],
    )?;
    let rows: Vec<(String, String, i64, String)> = ctx
        .sql()
        .query(
            "select from_code, to_code, won, area from surcharge where version = $1 order by from_code",
            &params![version],
        )?
        .all()?;
    let items = rows.into_iter().map(|(from, to, won, area)| Area {
        from,
        to,
        won,
        area,
    });
    Ok(Payload(SurchargeList {
        version,
        name,
        made_at,
        items: items.collect(),
    }))
}

/// Makes the next version. Of two administrators who change the same version, one is refused.
pub(crate) fn change(
    ctx: &Ctx,
    Json(new): Json<NewSurcharges>,
) -> Result<Payload<SurchargeList>, Error> {
    let me = ctx.caller()?;
    operators::note(ctx)?;
    new.check()?;
    let (version,): (i64,) = ctx
        .sql()
        .one("select max(version) from surcharge_version", &params![])?;
    if version != new.version {
        return Err(TERMS_CHANGED.into());
    }
    let next = version + 1;
    ctx.sql()
        .execute(
            "insert into surcharge_version (version, name, made_by, made_at) values ($1, $2, $3, $4)",
            &params![next, new.name.trim(), &me.id, ctx.now()],
        )
        .on_constraint(&[("surcharge_version_pkey", TERMS_CHANGED)])?;
    let mut items: Vec<&Area> = new.items.iter().collect();
    items.sort_by(|a, b| a.from.cmp(&b.from));
    let column = |of: fn(&Area) -> &str| -> Vec<String> {
        items.iter().map(|one| of(one).to_owned()).collect()
    };
    let (from, to) = (column(|one| &one.from), column(|one| &one.to));
    // Nothing is before the first area.
    let after: Vec<String> = std::iter::once(String::new())
        .chain(to.iter().cloned())
        .take(to.len())
        .collect();
    let won: Vec<i64> = items.iter().map(|one| one.won).collect();
    let area = column(|one| one.area.trim());
    ctx.sql().execute(
        "insert into surcharge (version, from_code, to_code, after_code, won, area) \
         select $1, s.from_code, s.to_code, nullif(s.after_code, ''), s.won, s.area \
         from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[]) \
         s (from_code, to_code, after_code, won, area)",
        &params![next, from, to, after, won, area],
    )?;
    view(ctx, ())
}

#[cfg(test)]
mod tests {
    use super::{Area, NewSurcharges, Surcharges};

    fn area(from: &str, to: &str, won: i64) -> Area {
        Area {
            from: from.into(),
            to: to.into(),
            won,
            area: "경북 울릉군".into(),
        }
    }

    #[test]
    fn areas_are_ranges_of_codes_that_do_not_overlap() {
        let check = |items: Vec<Area>, expect: &[&str]| {
            let new = NewSurcharges {
                version: 1,
                name: "2026-04".into(),
                items,
            };
            let fields: Vec<String> = match new.check() {
                Ok(()) => Vec::new(),
                Err(error) => error.fields().iter().map(|one| one.field.clone()).collect(),
            };
            assert_eq!(fields, expect, "{new:?}");
        };
        check(vec![], &[]);
        check(
            vec![area("63000", "63644", 3_000), area("40200", "40240", 0)],
            &[],
        );
        check(vec![area("58866", "58866", 100_000)], &[]);
        check(
            vec![area("40240", "40250", 1), area("40200", "40240", 1)],
            &["items.0.from"],
        );
        check(
            vec![area("4024", "40250", 1), area("40200", "4020a", 1)],
            &["items.1.to", "items.0.from"],
        );
        check(vec![area("40201", "40200", 1)], &["items.0.to"]);
        check(vec![area("40200", "40200", -1)], &["items.0.won"]);
        check(vec![area("40200", "40200", 100_001)], &["items.0.won"]);
        let mut long = area("40200", "40200", 1);
        long.area = "섬".repeat(41);
        check(vec![long], &["items.0.area"]);
        let many: Vec<Area> = (10_000..10_501)
            .map(|code: i32| area(&code.to_string(), &code.to_string(), 1))
            .collect();
        check(many, &["items"]);
        let nameless = NewSurcharges {
            version: 1,
            name: " ".into(),
            items: vec![],
        };
        assert!(nameless.check().is_err());
    }

    #[test]
    fn islands_cost_more() {
        let ranges = Surcharges(vec![("63000".into(), "63644".into(), 3_000)]);
        for (code, won) in [
            ("63000", 3_000),
            ("63644", 3_000),
            ("63645", 0),
            ("04524", 0),
        ] {
            assert_eq!(ranges.won(code), won, "{code}");
        }
    }
}
