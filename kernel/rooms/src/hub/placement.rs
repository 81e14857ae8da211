//! Chooses the instance for a visitor.

/// Instances per room.
pub(super) const MAX_INSTANCES: u16 = 200;

/// An instance, as far as the choice depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) index: u16,
    /// Members and reserved places.
    pub(super) taken: usize,
    pub(super) has_friend: bool,
    /// The visitor is inside already, or has a reserved place.
    pub(super) has_visitor: bool,
}

/// The visitor's own instance; else the fullest one with a friend and a free place; else the fullest one with a free
/// place; else a new one. `None` if all are full and no more can be opened. `candidates` are ordered by index.
pub(super) fn choose(candidates: &[Candidate], capacity: usize) -> Option<u16> {
    if let Some(own) = candidates.iter().find(|c| c.has_visitor) {
        return Some(own.index);
    }
    let free = candidates.iter().filter(|c| c.taken < capacity);
    let order = |c: &&Candidate| (c.has_friend, c.taken, std::cmp::Reverse(c.index));
    if let Some(best) = free.max_by_key(order) {
        return Some(best.index);
    }
    (0..MAX_INSTANCES).find(|index| candidates.iter().all(|c| c.index != *index))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(instances: &[(usize, bool)], expected: Option<u16>) {
        let candidates: Vec<Candidate> = instances
            .iter()
            .zip(0..)
            .map(|((taken, has_friend), index)| Candidate {
                index,
                taken: *taken,
                has_friend: *has_friend,
                has_visitor: false,
            })
            .collect();
        assert_eq!(choose(&candidates, 50), expected, "{instances:?}");
    }

    #[test]
    fn friends_come_first_then_the_fullest_then_a_new_instance() {
        check(&[], Some(0));
        check(&[(10, false), (20, false)], Some(1));
        check(&[(10, false), (10, false)], Some(0));
        check(&[(10, true), (20, false)], Some(0));
        check(&[(10, true), (20, true), (49, false)], Some(1));
        check(&[(50, true), (20, true), (49, false)], Some(1));
        check(&[(50, true), (20, false)], Some(1));
        check(&[(50, true), (50, false)], Some(2));
        check(&[(50, false); 200], None);
    }

    #[test]
    fn a_returning_visitor_keeps_its_instance_even_if_it_is_full() {
        let full = Candidate {
            index: 4,
            taken: 50,
            has_friend: false,
            has_visitor: true,
        };
        assert_eq!(choose(&[full], 50), Some(4));
    }
}
