//! The scopes of services that an installed plugin may use: what its manifest asks for, and what the operator grants.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::plugins::{Manifest, UsedService};

/// Scopes by services: `{"events@1": ["create", "read"]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ServiceScopes(BTreeMap<String, BTreeSet<String>>);

impl ServiceScopes {
    pub(super) fn requested(manifest: &Manifest) -> Self {
        let used = manifest.capabilities.services.iter();
        let scopes = used.map(|used| {
            let scopes = used.scopes.iter().cloned().collect();
            (used.service.clone(), scopes)
        });
        Self(scopes.collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pairs().next().is_none()
    }

    /// Each scope with its service.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        let services = self.0.iter();
        services.flat_map(|(service, scopes)| {
            let scopes = scopes.iter();
            scopes.map(move |scope| (service.as_str(), scope.as_str()))
        })
    }

    fn contains(&self, (service, scope): (&str, &str)) -> bool {
        let scopes = self.0.get(service);
        scopes.is_some_and(|scopes| scopes.contains(scope))
    }

    fn filtered(&self, keeps: impl Fn((&str, &str)) -> bool) -> Self {
        let mut kept = Self::default();
        for (service, scope) in self.pairs().filter(|pair| keeps(*pair)) {
            let scopes = kept.0.entry(service.to_owned()).or_default();
            scopes.insert(scope.to_owned());
        }
        kept
    }

    pub(super) fn fits_in(&self, other: &Self) -> bool {
        self.pairs().all(|pair| other.contains(pair))
    }

    pub(super) fn beyond(&self, other: &Self) -> Self {
        self.filtered(|pair| !other.contains(pair))
    }

    pub(super) fn intersection(&self, other: &Self) -> Self {
        self.filtered(|pair| other.contains(pair))
    }

    /// As `Grant::narrowed_to`.
    pub(super) fn narrowed_to(&self, granted: &Self, requested: &Self) -> Self {
        self.filtered(|pair| granted.contains(pair) || !requested.contains(pair))
    }

    /// The granted part of what a manifest asks for. A service without a granted scope is left out.
    pub(super) fn apply(&self, asked: &[UsedService]) -> Vec<UsedService> {
        let granted = asked.iter().map(|used| {
            let service = used.service.as_str();
            let scopes = used.scopes.iter().cloned();
            UsedService {
                service: used.service.clone(),
                // The kernel runs without a provider: calls return `unavailable`.
                optional: true,
                scopes: scopes
                    .filter(|scope| self.contains((service, scope)))
                    .collect(),
            }
        });
        granted.filter(|used| !used.scopes.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scopes(of: &[(&str, &[&str])]) -> ServiceScopes {
        let one = |(service, scopes): &(&str, &[&str])| {
            let scopes = scopes.iter().map(|scope| (*scope).to_owned());
            ((*service).to_owned(), scopes.collect())
        };
        ServiceScopes(of.iter().map(one).collect())
    }

    #[test]
    fn scopes_are_compared_one_by_one() {
        let all = scopes(&[("events@1", &["create", "read"]), ("mail@1", &["send"])]);
        let read = scopes(&[("events@1", &["read"])]);
        assert!(read.fits_in(&all) && !all.fits_in(&read));
        assert_eq!(
            all.beyond(&read),
            scopes(&[("events@1", &["create"]), ("mail@1", &["send"])])
        );
        assert_eq!(read.beyond(&all), ServiceScopes::default());
        assert_eq!(all.intersection(&read), read);
        let other = scopes(&[("mail@1", &["read"])]);
        assert_eq!(all.intersection(&other), ServiceScopes::default());
    }

    #[test]
    fn a_service_without_a_granted_scope_is_not_used() {
        let asked = |service: &str, scopes: &[&str]| UsedService {
            service: service.to_owned(),
            optional: false,
            scopes: scopes.iter().map(|scope| (*scope).to_owned()).collect(),
        };
        let granted = scopes(&[("events@1", &["read"]), ("items@1", &["owns"])]).apply(&[
            asked("events@1", &["create", "read"]),
            asked("mail@1", &["send"]),
        ]);
        let granted: Vec<_> = granted
            .into_iter()
            .map(|used| (used.service, used.scopes))
            .collect();
        assert_eq!(granted, [("events@1".to_owned(), vec!["read".to_owned()])]);
    }
}
