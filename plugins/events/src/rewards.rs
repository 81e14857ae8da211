//! The reward popup: prizes that have arrived and were not shown yet.

use serde::Serialize;
use witverse_sdk::ctx::{Text, Wit};
use witverse_sdk::http::Payload;
use witverse_sdk::{Ctx, Error, params};

#[derive(Serialize, schemars::JsonSchema)]
struct RewardAlarm {
    title: Text,
    description: Text,
}

/// What the popup shows.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Reward {
    is_exist: bool,
    /// Hundredths of a WIT that were not shown yet.
    remain_amount: i64,
    alarm: Option<RewardAlarm>,
}

/// The prizes of the caller that the popup has not shown. They are on the wallet already.
pub(crate) fn view(ctx: &Ctx, (): ()) -> Result<Payload<Reward>, Error> {
    let me = ctx.caller()?;
    let found: Vec<(i64, Option<i64>, String, String)> = ctx
        .sql()
        .query(
            "select o.amount, o.rank, e.title_ko, e.title_en from payout o join event e on e.id = o.event_id \
             where o.account_id = $1 and o.kind = 'prize' and o.state = 'paid' and not o.is_seen \
             order by o.created_at limit 20",
            &params![&me.id],
        )?
        .all()?;
    let remain_amount: i64 = found.iter().map(|(amount, ..)| amount).sum();
    let alarm = found.first().map(|(_, rank, ko, en)| {
        let (wit, rank) = (
            Wit::of_hundredths(remain_amount.unsigned_abs()),
            rank.unwrap_or(1),
        );
        let (also_ko, also_en) = match found.len() - 1 {
            0 => (String::new(), String::new()),
            more => (format!(" 외 {more}건"), format!(" and {more} more")),
        };
        RewardAlarm {
            title: Text::new(
                "축하합니다! 상금을 받았습니다",
                "Congratulations! You won a prize",
            ),
            description: Text::new(
                format!("‘{ko}’ {rank}위{also_ko} 상금 {wit} WIT가 지갑에 들어왔습니다."),
                format!("{wit} WIT for number {rank} in “{en}”{also_en} are in your wallet."),
            ),
        }
    });
    Ok(Payload(Reward {
        is_exist: !found.is_empty(),
        remain_amount,
        alarm,
    }))
}

/// What was marked.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Seen {
    seen: u64,
}

/// The popup was closed. Idempotent.
pub(crate) fn mark_seen(ctx: &Ctx, (): ()) -> Result<Payload<Seen>, Error> {
    let me = ctx.caller()?;
    let seen = ctx.sql().execute(
        "update payout set is_seen = true where account_id = $1 and kind = 'prize' and state = 'paid' and not is_seen",
        &params![&me.id],
    )?;
    Ok(Payload(Seen { seen }))
}
