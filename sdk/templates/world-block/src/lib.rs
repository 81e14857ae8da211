//! Lanterns: everybody in the world plays on one board, and lights all of its lanterns together.
//!
//! One call is one transaction: returning `Ok` commits it, returning an error rolls it back.

mod board;
mod store;

use board::Board;
use serde::{Deserialize, Serialize};
use witverse_sdk::export::Part;
use witverse_sdk::http::{Json, Payload, Route};
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error, Event, Plugin, Problem, part, problem, register, route};

/// The event for the screens in a block. It carries the whole board, so a lost one does no harm.
const CHANGED: &str = "board";
const OTHER_ROOM: Problem = problem!(
    409,
    "other_room",
    "이 블록에서는 지금 할 수 없는 게임입니다.",
    "This is not the game of this block any more.",
);

struct Lanterns;

impl Plugin for Lanterns {
    const ROUTES: &'static [Route] = &[
        route!(
            /// The lanterns, and who has lit them all last
            Get "/board" => show,
            action: "look", rate: "20/s",
        ),
        route!(
            /// Press a lantern
            Post "/presses" => press,
            action: "play", rate: "10/s", problems: &["nickname_required", OTHER_ROOM.code],
        ),
    ];

    /// What a person gets who asks for their data: the file `solved.json`.
    const EXPORT: &'static [Part] = &[part!("solved" => store::solved_by)];

    /// Deletes what is known about a deleted account.
    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        store::delete_of(ctx, &event.json::<witverse_sdk::kernel_events::Erased>()?.user_id)
    }
}

register!(Lanterns);

#[derive(Deserialize, schemars::JsonSchema)]
struct Press {
    #[schemars(range(min = 0, max = 8))]
    lantern: i64,
    /// The block in which the page is; absent on the page of the world.
    room: Option<String>,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct BoardView {
    /// Row by row.
    lit: Vec<bool>,
    /// Since all lanterns were dark.
    presses: i64,
    /// How often all lanterns were lit.
    solved: i64,
    /// The nickname of the person who has lit the last lantern of the latest round.
    last_by: Option<String>,
}

fn show(ctx: &Ctx, (): ()) -> Result<Payload<BoardView>, Error> {
    Ok(Payload(view(ctx, store::board(ctx)?)?))
}

fn press(ctx: &Ctx, Json(new): Json<Press>) -> Result<Payload<BoardView>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    // The lock puts the presses of all players in an order.
    let mut board = store::lock_board(ctx)?;
    board.press(new.lantern)?;
    if board.is_solved() {
        store::insert_solved(ctx, &me.id, board.presses)?;
        board = Board::default();
    }
    store::update(ctx, board)?;
    let view = view(ctx, board)?;
    if let Some(room) = &new.room {
        // After the commit, everybody in the block has the new board.
        ctx.rooms()
            .broadcast(room, CHANGED, &view)
            .map_err(|_| OTHER_ROOM)?;
    }
    Ok(Payload(view))
}

fn view(ctx: &Ctx, board: Board) -> Result<BoardView, Error> {
    let last = store::last_solved(ctx)?;
    let people = People::of(ctx, &last);
    let last_by = last.and_then(|person| people.get(&person));
    Ok(BoardView {
        lit: board.lanterns(),
        presses: board.presses,
        solved: store::solved(ctx)?,
        last_by: last_by.map(|person| person.nickname),
    })
}
