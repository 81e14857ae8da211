//! The objects that services open to an installed plugin, by their kinds: `{"collections": ["<id>"]}`. Providers name the kinds
//! (`provides.objects` in their manifests) and know the ids; here they are only stored and compared.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::Localized;

/// The most objects of one kind in a grant.
const MAX_OBJECTS: usize = 50;
const MAX_ID_BYTES: usize = 100;

/// Ids by kinds of objects: `{"collections": ["<id>"]}`, at most 50 of a kind. A kind that is absent has no limit; an empty list
/// opens nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ServiceObjects(BTreeMap<String, BTreeSet<String>>);

impl ServiceObjects {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same for the calls of services.
    pub(super) fn by_kind(&self) -> BTreeMap<String, Vec<String>> {
        let kinds = self.0.iter();
        kinds
            .map(|(kind, ids)| (kind.clone(), ids.iter().cloned().collect()))
            .collect()
    }

    pub(super) fn fits_in(&self, other: &Self) -> bool {
        let mut limits = other.0.iter();
        limits.all(|(kind, theirs)| self.0.get(kind).is_some_and(|ours| ours.is_subset(theirs)))
    }

    /// The limits of both: of a kind that both limit, the objects that are in both.
    pub(super) fn intersection(&self, other: &Self) -> Self {
        let mut both = self.clone();
        for (kind, theirs) in &other.0 {
            both.0
                .entry(kind.clone())
                .and_modify(|ours| ours.retain(|id| theirs.contains(id)))
                .or_insert_with(|| theirs.clone());
        }
        both
    }

    /// What is wrong with the objects that an operator has chosen; `is_kind` tells which kinds there are.
    pub(super) fn fault(&self, is_kind: impl Fn(&str) -> bool) -> Option<Localized> {
        for (kind, ids) in &self.0 {
            if !is_kind(kind) {
                return Some(Localized::new(
                    format!("이 플랫폼에는 {kind:?} 종류가 없습니다."),
                    format!("This platform has no objects of the kind {kind:?}."),
                ));
            }
            if ids.len() > MAX_OBJECTS {
                return Some(Localized::new(
                    format!("최대 {MAX_OBJECTS}개까지 고를 수 있습니다."),
                    format!("At most {MAX_OBJECTS} can be chosen."),
                ));
            }
            if ids
                .iter()
                .any(|id| !(1..=MAX_ID_BYTES).contains(&id.len()) || id.contains('\0'))
            {
                return Some(Localized::new(
                    format!("id는 1~{MAX_ID_BYTES}자여야 합니다."),
                    format!("An id has 1 to {MAX_ID_BYTES} characters."),
                ));
            }
        }
        None
    }
}

#[cfg(test)]
impl ServiceObjects {
    pub(super) fn of(kind: &str, ids: &[&str]) -> Self {
        let ids = ids.iter().map(|id| (*id).to_owned()).collect();
        Self(BTreeMap::from([(kind.to_owned(), ids)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn objects(ids: &[&str]) -> ServiceObjects {
        ServiceObjects::of("collections", ids)
    }

    #[test]
    fn no_limit_is_more_than_a_list_and_an_empty_list_is_nothing() {
        let (all, some, none) = (ServiceObjects::default(), objects(&["a"]), objects(&[]));
        for (narrow, wide) in [(&some, &all), (&none, &some), (&none, &all)] {
            assert!(
                narrow.fits_in(wide) && !wide.fits_in(narrow),
                "{narrow:?} {wide:?}"
            );
            assert_eq!(&narrow.intersection(wide), narrow);
            assert_eq!(&wide.intersection(narrow), narrow);
        }
        assert!(!objects(&["a", "b"]).fits_in(&objects(&["a", "c"])));
        assert_eq!(
            objects(&["a", "b"]).intersection(&objects(&["b", "c"])),
            objects(&["b"])
        );
        assert_eq!(objects(&["a"]).intersection(&objects(&["b"])), none);
    }

    #[test]
    fn kinds_are_limited_by_themselves() {
        let tracks = ServiceObjects::of("tracks", &["t"]);
        let both = objects(&["a"]).intersection(&tracks);
        assert!(both.fits_in(&tracks) && both.fits_in(&objects(&["a"])));
        assert_eq!(both.by_kind().len(), 2);
    }

    #[test]
    fn unknown_kinds_and_too_many_objects_are_refused() {
        let fault = |objects: ServiceObjects| {
            let fault = objects.fault(|kind| kind == "collections");
            fault.map_or(String::new(), |text| text.en)
        };
        assert_eq!(fault(objects(&["a"])), "");
        assert_eq!(fault(objects(&[])), "");
        assert!(fault(ServiceObjects::of("tracks", &["a"])).contains("kind \"tracks\""));
        assert!(fault(objects(&[""])).contains("1 to 100"));
        let many: Vec<String> = (0..=MAX_OBJECTS).map(|id| id.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(fault(objects(&many)).contains("At most 50"));
        assert_eq!(fault(objects(&many[1..])), "");
    }
}
