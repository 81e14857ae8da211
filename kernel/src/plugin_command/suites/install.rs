//! The suite `install`: the plugin installs, its health check passes, and after an uninstall and the time for a restore nothing of
//! it is left.

use super::bed::TestBed;
use super::outcome::Outcome;
use super::state::Inspector;

pub(super) async fn run(bed: &TestBed) -> Outcome {
    let install = bed.install(bed.requested()).await?;
    if install["state"] != "enabled" {
        return Ok(Err(vec![format!(
            "the install is {} in place of enabled",
            install["state"]
        )]));
    }
    bed.world.uninstall(&install).await?;
    let mut inspector = Inspector::open(&bed.app).await?;
    let id = install["id"].as_str().unwrap_or_default();
    // The data are kept for a restore. Here that time is over at once.
    inspector
        .run(format!(
            "update kernel.install set retained_until = now() - interval '1 minute' where id = '{id}'"
        ))
        .await?;
    let deleted = bed.app.installs.delete_expired().await;
    deleted.map_err(|error| error.to_string())?;
    let left = inspector.remains(&install).await?;
    Ok(match left.is_empty() {
        true => Ok("installed and healthy; after the uninstall nothing is left".into()),
        false => Err(vec![format!(
            "after the uninstall there is still: {}",
            left.join(", ")
        )]),
    })
}
