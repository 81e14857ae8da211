//! Why the kernel does not start: one sentence for the operator, and an exit code.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use crate::plugins::InstallError;
use crate::postgres::{EmbeddedError, PrepareError};

/// Why the kernel does not start: one sentence, and an exit code for scripts.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("{0}")]
    Config(String),
    #[error("Port {0} is taken; choose another with --port, or stop the program that has it.")]
    PortTaken(u16),
    #[error("The address {0} cannot be listened on: {1}.")]
    Address(SocketAddr, io::Error),
    #[error("The data folder {0} cannot be used: {1}.")]
    DataFolder(PathBuf, io::Error),
    #[error(
        "Another kernel is running on the data folder {0}; stop it, or choose another with --data-dir."
    )]
    DataFolderBusy(PathBuf),
    #[error(transparent)]
    Postgres(EmbeddedError),
    #[error(transparent)]
    Database(#[from] PrepareError),
    #[error(transparent)]
    Plugin(#[from] InstallError),
    #[error("{0}")]
    Other(String),
}

impl StartError {
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Config(_) => 2,
            Self::PortTaken(_) | Self::Address(..) => 3,
            Self::DataFolder(..)
            | Self::DataFolderBusy(_)
            | Self::Postgres(EmbeddedError::Folder(..) | EmbeddedError::Closed(..)) => 4,
            Self::Postgres(_) => 5,
            Self::Database(PrepareError::Newer(_)) => 6,
            Self::Database(PrepareError::Unreachable(_)) => 5,
            Self::Plugin(_) => 7,
            Self::Database(_) | Self::Other(_) => 1,
        }
    }
}

impl From<EmbeddedError> for StartError {
    fn from(error: EmbeddedError) -> Self {
        Self::Postgres(error)
    }
}
