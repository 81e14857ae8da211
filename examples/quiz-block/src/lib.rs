//! A quiz for everybody in a world: five rounds against the clock, and a prize in WIT for the winner.
//!
//! `game` has the rules as pure functions, `store` the statements, `views` what the page shows, `winners` the tab of the
//! dashboard.

mod export;
mod game;
mod prize;
mod problems;
mod questions;
mod store;
mod views;
mod winners;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use witverse_sdk::export::Part;
use witverse_sdk::http::{Json, Payload, Route};
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error, Event, Plugin, Uuid, register, route};

use game::{Game, MAX_PLAYERS, Phase, QUESTIONS_A_GAME};
use problems::{
    QUIZ_ANSWERED, QUIZ_CHARGE_ENDED, QUIZ_FULL, QUIZ_NO_PRIZE, QUIZ_NOT_JOINED, QUIZ_NOT_WINNER,
    QUIZ_PRIZE_TAKEN_TODAY, QUIZ_ROUND_OVER,
};
use views::StateView;

struct Quiz;

impl Plugin for Quiz {
    const ROUTES: &'static [Route] = &[
        route!(
            /// The latest game: its question, its players, its winner
            Get "/game" => show,
            action: "watch", rate: "20/s",
        ),
        route!(
            /// The nicknames of the players of the latest game
            Get "/names" => names,
            action: "watch", rate: "10/s",
        ),
        route!(
            /// Who has won the most in 30 days, for the people who manage the world
            Get "/winners" => winners::show,
            action: "manage", rate: "10/s",
        ),
        route!(
            /// The nicknames of these winners
            Get "/winner-names" => winners::names,
            action: "manage", rate: "10/s",
        ),
        route!(
            /// Join the running game, or start one. Idempotent
            Post "/join" => join,
            action: "play", rate: "5/s", problems: &["nickname_required", QUIZ_FULL.code],
        ),
        route!(
            /// Answer the question of a round
            Post "/answers" => answer,
            action: "play", rate: "5/s",
            problems: &[QUIZ_NOT_JOINED.code, QUIZ_ROUND_OVER.code, QUIZ_ANSWERED.code],
        ),
        route!(
            /// Take the prize of a finished game, as its winner. Idempotent
            Post "/prize" => prize::take,
            action: "play", rate: "2/s",
            problems: &[QUIZ_NOT_WINNER.code, QUIZ_PRIZE_TAKEN_TODAY.code, QUIZ_NO_PRIZE.code],
        ),
        route!(
            /// Add to the prize money, with a charge that the person has confirmed
            Post "/sponsors" => prize::sponsor,
            action: "play", rate: "2/s", problems: &[QUIZ_CHARGE_ENDED.code],
        ),
    ];
    const EXPORT: &'static [Part] = export::PARTS;

    /// Deletes what is known about a deleted account.
    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        let erased: witverse_sdk::kernel_events::Erased = event.json()?;
        store::delete_person(ctx, &erased.user_id)
    }

    fn health(_: &Ctx) -> Result<(), String> {
        questions::check()
    }
}

register!(Quiz);

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NewAnswer {
    game_id: Uuid,
    round: u32,
    choice: u32,
}

#[derive(Serialize, schemars::JsonSchema)]
struct Names {
    names: BTreeMap<String, String>,
}

fn show(ctx: &Ctx, (): ()) -> Result<Payload<StateView>, Error> {
    Ok(Payload(views::state(ctx)?))
}

/// Like `/winner-names` it needs the permission `users`: without it, the page numbers the players.
fn names(ctx: &Ctx, (): ()) -> Result<Payload<Names>, Error> {
    let players = match store::latest(ctx)? {
        Some(game) => store::players(ctx, &game.id)?,
        None => Vec::new(),
    };
    let people = People::of(ctx, &players);
    let name = |id: &Uuid| Some((id.to_string(), people.get(id)?.nickname));
    let names = players.iter().filter_map(name).collect();
    Ok(Payload(Names { names }))
}

fn join(ctx: &Ctx, (): ()) -> Result<Payload<StateView>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    let now = ctx.now();
    let running = store::lock_latest(ctx)?.filter(|game| game.at(now).phase != Phase::Finished);
    let game = match running {
        Some(game) => game,
        None => {
            store::delete_old(ctx, now)?;
            let questions = questions::draw(&ctx.random().bytes(64), QUESTIONS_A_GAME);
            let game = Game::new(ctx.random().uuid(), questions, now);
            store::insert(ctx, &game)?;
            game
        }
    };
    let players = store::players(ctx, &game.id)?;
    if !players.contains(&me.id) {
        if players.len() >= MAX_PLAYERS {
            return Err(QUIZ_FULL.into());
        }
        store::add_player(ctx, &game.id, &me.id, now)?;
    }
    Ok(Payload(views::state(ctx)?))
}

fn answer(ctx: &Ctx, Json(new): Json<NewAnswer>) -> Result<Payload<StateView>, Error> {
    let me = ctx.caller()?;
    let now = ctx.now();
    // The lock puts answers in an order, so that exactly one of them is the last of a round.
    let game = store::lock_latest(ctx)?.filter(|game| game.id == new.game_id);
    let game = game.ok_or(QUIZ_ROUND_OVER)?;
    let at = game.at(now);
    let players = store::players(ctx, &game.id)?;
    if !players.contains(&me.id) {
        return Err(QUIZ_NOT_JOINED.into());
    }
    if at.phase != Phase::Asking || at.round != new.round {
        return Err(QUIZ_ROUND_OVER.into());
    }
    let correct = questions::correct(&game, at.round) == new.choice;
    let points = game::points(correct, at.elapsed_ms(now));
    let answers = store::answers_of_round(ctx, &game.id, at.round)?;
    if answers.iter().any(|(person, _)| *person == me.id) {
        return Err(QUIZ_ANSWERED.into());
    }
    store::insert_answer(ctx, &game.id, &me.id, at.round, new.choice, points, now)?;
    if answers.len() + 1 == players.len() {
        store::update(ctx, &game.revealed(at.round, now))?;
    }
    Ok(Payload(views::state(ctx)?))
}
