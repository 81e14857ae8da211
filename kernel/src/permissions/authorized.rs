//! A person together with the proof that they may do something.

use super::permit::Permit;
use crate::actor::Person;

/// A person and their permit. Administrative operations take this type instead of a person.
#[derive(Debug)]
pub struct Authorized<'a, A> {
    pub person: &'a Person,
    pub permit: &'a Permit<A>,
}
