//! The suite `trap`: each example call is cut off after its first host call, its second, and so on, as by a failure of the
//! platform. What the call has done until then must be undone.

use super::bed::TestBed;
use super::calls::Answers;
use super::outcome::Outcome;
use super::state::{Inspector, changes};

/// Host calls of one call after which it is cut off.
const MAX_CUTS: usize = 40;

pub(super) async fn run(bed: &TestBed) -> Outcome {
    let install = bed.install(bed.requested()).await?;
    let mut inspector = Inspector::open(&bed.app).await?;
    let (mut cuts, mut failures) = (0, Vec::new());
    let mut answers = Answers::new();
    for call in &bed.calls {
        // With the charge of an example, each attempt collects the same one.
        let body = bed.body(&install, call, call.role, &answers).await?;
        let before = inspector.state(&install).await?;
        for count in 1..=MAX_CUTS {
            let reply = bed
                .send(
                    &install,
                    call,
                    call.role,
                    &answers,
                    body.clone(),
                    Some(count),
                )
                .await?;
            if !reply.was_cut() {
                // It has ended before: this was the whole call.
                if let Some(reason) = reply.failure() {
                    failures.push(format!("{}: {reason}", call.name));
                }
                if reply.is_success() {
                    answers.insert(call.name.clone(), reply.body["payload"].clone());
                }
                break;
            }
            cuts += 1;
            let changed = changes(&before, &inspector.state(&install).await?);
            if !changed.is_empty() {
                let last = reply
                    .call
                    .and_then(|call| call.host_calls.into_iter().last());
                failures.push(format!(
                    "{}, cut off after host call {count} ({}), has changed {}",
                    call.name,
                    last.map(|last| last.call).unwrap_or_default(),
                    changed.join(", ")
                ));
                break;
            }
        }
    }
    bed.world.uninstall(&install).await?;
    Ok(match failures.is_empty() {
        true => Ok(format!(
            "{} calls cut off at {cuts} host calls; each time all was undone",
            bed.calls.len()
        )),
        false => Err(failures),
    })
}
