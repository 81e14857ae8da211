//! A person together with the proof that they may do something.

use super::permit::Permit;
use crate::actor::Person;

/// A person and their permit. Operations of administrators take this in place of a person.
#[derive(Debug)]
pub struct Authorized<'a, A> {
    pub person: &'a Person,
    pub permit: &'a Permit<A>,
}
