//! Refused calls of an install, for its operators: which layer refuses, and what would change it. Each is one line of the
//! install's log, with a level that a plugin cannot write itself. It names no person.

use super::manifest::Capabilities;
use super::registry::Installed;

/// The permissions that a plugin can ask for.
const OPEN: [&str; 8] = [
    "sql", "balance", "users", "timers", "rooms", "reward", "charge", "files",
];

/// What refuses a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DenialLayer {
    /// The plugin does not ask for it in its manifest.
    Manifest,
    /// The operator has not granted it.
    Grant,
    /// No plugin that operators install may do it, or a policy of the platform forbids it.
    Platform,
    /// The caller may not enter the world.
    World,
    /// The caller is not signed in, has no nickname, or is muted.
    Person,
    /// The plugin's policies do not permit it.
    Policy,
}

impl DenialLayer {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Manifest => "manifest",
            Self::Grant => "grant",
            Self::Platform => "platform",
            Self::World => "world",
            Self::Person => "person",
            Self::Policy => "policy",
        }
    }

    /// The reason with the remedy, in English: for the terminal. The screen has texts in both languages.
    fn reason(self) -> &'static str {
        match self {
            Self::Manifest => {
                "the plugin does not ask for this permission; its author has to add it to the manifest"
            }
            Self::Grant => "the permission was withheld; allow it in the plugin's permissions",
            Self::Platform => {
                "Witverse does not allow this; it is not something that an operator can change"
            }
            Self::World => "the person may not enter the world",
            Self::Person => {
                "the person is not signed in, has no nickname, or is muted; they have to change that themselves"
            }
            Self::Policy => {
                "the plugin's rules do not allow it to this person, for example without a role in the world; its author decides about them"
            }
        }
    }

    /// The layer that refuses a host call to an install: of what its manifest asks for, the operator has withheld it.
    pub(super) fn of_permission(requested: &Capabilities, permission: &str) -> Self {
        match permission {
            _ if requested.has(permission) => Self::Grant,
            _ if OPEN.contains(&permission) => Self::Manifest,
            _ => Self::Platform,
        }
    }
}

impl<C> Installed<C> {
    /// Records a refused call in the log of an install: `what` is a permission or a route.
    pub fn record_denial(&self, layer: DenialLayer, what: &str) {
        if let Some(install) = &self.install {
            let message = format!("{what} was refused: {}.", layer.reason());
            let fields = format!("\"what\"={what:?} \"layer\"={:?}", layer.as_str());
            install.records.log_denial(&message, &fields);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_refusing_layer_is_named() {
        let requested = Capabilities {
            users: true,
            ..Capabilities::default()
        };
        for (permission, expected) in [
            ("users", DenialLayer::Grant),
            ("timers", DenialLayer::Manifest),
            ("events", DenialLayer::Platform),
        ] {
            let layer = DenialLayer::of_permission(&requested, permission);
            assert_eq!(layer, expected, "{permission}");
        }
    }
}
