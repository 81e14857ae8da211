//! The suite `upgrade`: the last release, with data of its routes, becomes the built version and goes back.

use std::fs;
use std::path::Path;

use witverse_kernel::plugins::{Package, sign};

use super::bed::TestBed;
use super::calls::Call;
use super::outcome::Outcome;
use crate::plugin_command::file_error::at;

pub(super) async fn run(bed: &TestBed, release: &Path) -> Outcome {
    let archive = fs::read(release).map_err(at(release))?;
    let package = Package::open(&archive).map_err(|error| error.to_string())?;
    let (file, plugin) = (release.display(), &bed.bundle.manifest.plugin);
    let (released, version) = (&package.contents.version, &plugin.version);
    if package.contents.plugin != plugin.id.as_str() {
        return Ok(Err(vec![format!(
            "{file} is a package of {}, not of {}",
            package.contents.plugin, plugin.id
        )]));
    }
    if released == version {
        return Ok(Err(vec![format!(
            "{file} is {version}, too: raise the version in plugin.toml, because a version has one content for ever"
        )]));
    }
    // The author's key is not needed for a test.
    let signed = sign(&archive, &bed.key).map_err(|error| error.to_string())?;
    let review = bed.world.upload(signed).await?;
    let choice = bed.choice();
    let requested = &review["requested"];
    let install = bed
        .world
        .install(&review["digest"], requested, &choice)
        .await?;
    let old = bed.installed(&install)?;
    let has_route = |call: &&Call| {
        let mut routes = old.manifest().routes.iter();
        routes.any(|route| route.method == call.method && route.path == call.path)
    };
    let old_calls: Vec<Call> = bed.calls.iter().filter(has_route).cloned().collect();
    let mut failures = Vec::new();
    let mut calls = async |calls: &[Call], when: &str| -> Result<(), String> {
        let mut found = Vec::new();
        bed.call_all(&install, calls, &mut found).await?;
        failures.extend(found.into_iter().map(|found| format!("{when}, {found}")));
        Ok(())
    };
    calls(&old_calls, &format!("in {released}")).await?;
    let grant = Some(bed.requested());
    let digest = &bed.review["digest"];
    let upgraded = bed.world.upgrade(&install, digest, grant, &choice).await;
    if let Err(reason) = upgraded {
        failures.push(format!("the upgrade from {released} was refused: {reason}"));
        return Ok(Err(failures));
    }
    calls(&bed.calls, "after the upgrade").await?;
    if let Err(reason) = bed.world.roll_back(&install).await {
        failures.push(format!(
            "{released} does not run again after a rollback: {reason}; `compatible_from` in `migrations` names the oldest \
             version of the tables that this version works with"
        ));
        return Ok(Err(failures));
    }
    calls(&old_calls, &format!("back in {released}")).await?;
    bed.world.uninstall(&install).await?;
    Ok(match failures.is_empty() {
        true => Ok(format!(
            "{released} → {version} → {released}, with the routes of both"
        )),
        false => Err(failures),
    })
}
