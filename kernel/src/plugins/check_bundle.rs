//! Checks a bundle as an install does, without a database: for authors (`witverse plugin check`) and for the upload of a
//! package.

use std::path::Path;
use std::sync::Arc;

use witverse_runtime::{AotCache, Plugin, Runtime, RuntimeConfig};

use super::bundle::Bundle;
use super::host::PluginRuntime;
use super::manifest::{Kind, Manifest};
use crate::permissions::{Fragment, Permissions};

/// The policies of a plugin that is installed into a resource. `host` declares the kind of the resource, so that the
/// plugin's policies can name it ([`Bundle::schema_fragment`]).
///
/// # Errors
/// The policy or the schema that does not parse or validate, or decides about actions of others.
pub fn install_permissions(host: &Fragment, own: &Bundle) -> Result<Permissions, String> {
    Permissions::new(&[host.clone(), own.fragment()])
}

/// Refuses a manifest of an installed plugin that needs a service which no bundle of the platform provides, or a scope that its
/// provider does not open. A service that is optional may be missing.
///
/// # Errors
/// A sentence for the author.
pub fn check_services(manifest: &Manifest, system: &[&Bundle]) -> Result<(), String> {
    for used in &manifest.capabilities.services {
        let service = &used.service;
        let provides = |bundle: &&&Bundle| {
            let mut provided = bundle.manifest.provides.iter();
            provided.any(|provided| provided.service == *service)
        };
        let Some(provider) = system.iter().find(provides) else {
            if used.optional {
                continue;
            }
            return Err(format!(
                "it needs the service {service}, which the platform does not have"
            ));
        };
        let is_open = |scope: &str| {
            let key = (service.clone(), scope.to_owned());
            provider.scopes.contains_key(&key)
        };
        if let Some(scope) = used.scopes.iter().find(|scope| !is_open(scope)) {
            return Err(format!(
                "the service {service} opens no scope {scope} to installed plugins"
            ));
        }
    }
    Ok(())
}

/// Reads a bundle and checks its manifest, texts, schemas, policies and component. `system` are the bundles of the
/// platform.
///
/// # Errors
/// A sentence for the author that names the file.
pub fn check_bundle(folder: &Path, system: &[Bundle], cache: &AotCache) -> Result<Bundle, String> {
    let bundle = Bundle::read(folder).map_err(|error| error.reason().to_owned())?;
    let hosts = |host: &&Bundle| {
        let mut kinds = host.manifest.resources.iter();
        kinds.any(|kind| kind.installs.is_some())
    };
    match system.iter().find(hosts) {
        Some(host) => drop(install_permissions(&host.schema_fragment(), &bundle)?),
        None => return Err("no bundle of the platform has resources for plugins".into()),
    }
    if bundle.manifest.plugin.kind != Kind::System {
        bundle.check_package()?;
        check_services(&bundle.manifest, &system.iter().collect::<Vec<_>>())?;
    }
    let runtime: Arc<PluginRuntime> =
        Arc::new(Runtime::new(RuntimeConfig::default()).map_err(|error| format!("{error:#}"))?);
    Plugin::load(&runtime, cache, &bundle.component)
        .map_err(|error| format!("{}: {error}", bundle.manifest.component.file))?;
    Ok(bundle)
}
