//! Debian packages, if the machine uses apt and allows the installation.

use crate::Result;
use crate::shell::{command, output, run, step};
use crate::workspace::program;
use std::process::Command;

/// True if the machine uses apt and allows it without a password.
pub(super) fn is_usable() -> bool {
    program(&["apt-get"]).is_some()
        && privileged("true").is_some_and(|mut c| output(&mut c).is_some())
}

/// Installs `packages` without prompts and without starting services.
pub(super) fn install(packages: &[&str]) -> Result {
    step(format!(
        "installing Debian packages: {}",
        packages.join(" ")
    ));
    let what = format!("apt-get install {}", packages.join(" "));
    let refused = || format!("{what}: needs root; run it yourself with sudo, then try again");
    // The package list is updated only if the installation fails.
    if install_now(packages, &what).is_ok() {
        return Ok(());
    }
    let mut update = apt().ok_or_else(refused)?;
    run(update.args(["update", "--quiet"]), "apt-get update")?;
    install_now(packages, &what)
}

fn install_now(packages: &[&str], what: &str) -> Result {
    let mut install = apt().ok_or("apt-get: needs root")?;
    let install = install
        .args(["install", "--yes", "--quiet", "--no-install-recommends"])
        .args(["-o", "Dpkg::Options::=--force-confold"])
        .args(packages);
    run(install, what)
}

fn apt() -> Option<Command> {
    let mut apt = privileged("env")?;
    apt.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    Some(apt)
}

/// The program with root privileges: directly as root, else with passwordless sudo.
pub(super) fn privileged(name: &str) -> Option<Command> {
    if output(command("id").arg("-u")).as_deref() == Some("0") {
        return Some(command(name));
    }
    program(&["sudo"])?;
    let mut sudo = command("sudo");
    sudo.args(["-n", name]);
    Some(sudo)
}
