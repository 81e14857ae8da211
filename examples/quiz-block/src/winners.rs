//! Who has won the most: a tab of the world's dashboard (`web/winners.html`).

use serde::Serialize;
use witverse_sdk::http::Payload;
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error, KoreanDay, Uuid};

use crate::Names;
use crate::store;

/// Days that count.
const DAYS: i64 = 30;

#[derive(Serialize, schemars::JsonSchema)]
pub struct WinnersView {
    winners: Vec<WinnerView>,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct WinnerView {
    user_id: Uuid,
    prizes: i64,
    hundredths: i64,
}

pub fn show(ctx: &Ctx, (): ()) -> Result<Payload<WinnersView>, Error> {
    let winners = of_the_last_days(ctx)?.into_iter().map(|winner| WinnerView {
        user_id: winner.person,
        prizes: winner.prizes,
        hundredths: winner.hundredths,
    });
    Ok(Payload(WinnersView {
        winners: winners.collect(),
    }))
}

/// Needs the permission `users`, as `/names` does.
pub fn names(ctx: &Ctx, (): ()) -> Result<Payload<Names>, Error> {
    let winners = of_the_last_days(ctx)?;
    let ids: Vec<Uuid> = winners.into_iter().map(|winner| winner.person).collect();
    let people = People::of(ctx, &ids);
    let name = |id: &Uuid| Some((id.to_string(), people.get(id)?.nickname));
    Ok(Payload(Names {
        names: ids.iter().filter_map(name).collect(),
    }))
}

fn of_the_last_days(ctx: &Ctx) -> Result<Vec<store::Winner>, Error> {
    store::winners(ctx, KoreanDay::of(ctx.now()).number() - DAYS)
}
