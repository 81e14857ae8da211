//! Plugins that operators have installed, as the callers of a system plugin's services, and their forms.

use crate::bindings::witverse::plugin::{context, install_forms};
use crate::ctx::Text;
use crate::error::Error;
use crate::uuid::Uuid;

/// An installed plugin that calls a service of this plugin. It comes from the kernel: limit the call to its world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallingInstall {
    /// The id of the install.
    pub id: String,
    /// `publisher.name`.
    pub plugin: String,
    /// Its name, in both languages.
    pub name: Text,
    /// The world that it is installed in.
    pub world: Uuid,
    /// The name of the world in addresses.
    pub world_name: Option<String>,
    /// It is on trial.
    pub is_trial: bool,
}

impl From<context::InstalledCaller> for CallingInstall {
    fn from(calling: context::InstalledCaller) -> Self {
        Self {
            id: calling.id,
            plugin: calling.plugin,
            name: Text::new(calling.name.ko, calling.name.en),
            world: Uuid::trusted(calling.world),
            world_name: calling.world_name,
            is_trial: calling.is_trial,
        }
    }
}

impl CallingInstall {
    /// Whether its operator lets it use an object of a kind of `provides.objects`, in the call of a service. Without a limit in the
    /// grant it may use all of its world.
    #[must_use]
    pub fn may_use(&self, kind: &str, object: &Uuid) -> bool {
        let opened = context::granted_objects(kind);
        opened.is_none_or(|ids| {
            ids.iter()
                .any(|id| id.eq_ignore_ascii_case(object.as_str()))
        })
    }
}

/// The checked values of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilledForm {
    /// `publisher.name`.
    pub plugin: String,
    /// Its name, in both languages.
    pub name: Text,
    /// The world that it is installed in.
    pub world: Uuid,
    /// A JSON object with a value for every field.
    pub values: String,
}

/// Forms of installed plugins; made by [`Ctx::install_forms`](crate::Ctx::install_forms).
#[derive(Clone, Copy, Debug)]
pub struct InstallForms(pub(super) ());

impl InstallForms {
    /// Checks values, a JSON object, against the form that an install declares for a slot. `None`: no running install with this
    /// id has the form. A value that does not fit is an error of `field`, a dot and its key.
    pub fn fill(
        &self,
        install: &str,
        slot: &str,
        values: &str,
        field: &str,
    ) -> Result<Option<FilledForm>, Error> {
        match install_forms::fill(install, slot, values) {
            Ok(filled) => Ok(Some(FilledForm {
                plugin: filled.plugin,
                name: Text::new(filled.name.ko, filled.name.en),
                world: Uuid::trusted(filled.world),
                values: filled.values,
            })),
            Err(install_forms::FormError::Unavailable) => Ok(None),
            Err(install_forms::FormError::Invalid(problems)) => {
                let errors = problems.into_iter().map(|problem| {
                    let name = format!("{field}.{}", problem.field);
                    Error::field(&name, problem.message.ko, problem.message.en)
                });
                let error = errors.reduce(Error::join);
                Err(error.unwrap_or_else(|| Error::internal("a form was refused without a reason")))
            }
        }
    }
}
