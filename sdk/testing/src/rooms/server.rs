//! The kernel as a process, with the rooms of the probe.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use serde_json::json;
use tempfile::TempDir;

use super::socket::post;
use crate::{Program, program};

/// A running kernel. It is stopped and its folder is removed when it is dropped, also by a panic.
pub(super) struct Kernel {
    pub(super) program: Program,
    pub(super) address: SocketAddr,
    _folder: TempDir,
}

impl Kernel {
    /// # Panics
    /// If it does not start.
    pub(super) fn start(binary: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bundles = bundles_with_probe(folder.path());
        let data = folder.path().join("data");
        let program =
            Program::start_from(binary, &data, program::free_port(), &bundles, |command| {
                command.env("RUST_LOG", "warn");
            });
        let address = program
            .address
            .trim_start_matches("http://")
            .parse()
            .unwrap();
        Self {
            program,
            address,
            _folder: folder,
        }
    }

    /// A ticket of a visitor. Tickets are limited by address, so every 100th visitor comes from another one.
    pub(super) async fn ticket(&self, room: &str, visitor: usize) -> std::io::Result<String> {
        let path = format!("/api/rooms/{room}/join");
        let answer = post(self.address, address_of(visitor), &path, &json!({})).await?;
        Ok(answer["payload"]["ticket"]
            .as_str()
            .unwrap_or_default()
            .to_owned())
    }
}

impl Drop for Kernel {
    fn drop(&mut self) {
        self.program.stop();
    }
}

/// The loopback address of a visitor.
pub(super) fn address_of(visitor: usize) -> Ipv4Addr {
    let hundred = u8::try_from(visitor / 100 % 200).unwrap_or_default();
    Ipv4Addr::new(127, 0, 1, hundred + 1)
}

/// A room of the probe that takes `capacity` people an instance.
pub(super) fn room(capacity: usize, number: usize) -> String {
    format!("probe:crowd-{capacity}-{number}")
}

/// A folder with all bundles and the probe.
fn bundles_with_probe(folder: &Path) -> PathBuf {
    let all = folder.join("bundles");
    std::fs::create_dir(&all).unwrap();
    let target = crate::target();
    for from in ["bundles", "test-bundles"] {
        for bundle in std::fs::read_dir(target.join(from)).unwrap().flatten() {
            std::os::unix::fs::symlink(bundle.path(), all.join(bundle.file_name())).unwrap();
        }
    }
    all
}
