//! The kind of a movement: a part of every entry and of its hash.

/// The kind of a movement. The numbers are stored and hashed: they never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i16)]
pub enum Kind {
    /// Bought with money.
    Recharge = 1,
    /// A refunded purchase.
    Refund = 2,
    /// A purchase whose payment was reversed.
    Chargeback = 3,
    /// A bonus of the platform.
    Bonus = 4,
    /// A correction by two administrators.
    Adjustment = 5,
    /// From person to person.
    Give = 6,
    /// A person pays a plugin.
    Charge = 7,
    /// A plugin pays a person.
    Reward = 8,
    /// A captured hold: an accepted gift, a used ticket.
    Hold = 9,
    /// A reward of the platform, for example for a mission.
    Issue = 10,
    /// The balance of an erased account.
    Forfeit = 11,
    /// Several deferred movements of one account, posted as one entry.
    RollUp = 99,
}

const NAMES: &[(Kind, &str)] = &[
    (Kind::Recharge, "recharge"),
    (Kind::Refund, "refund"),
    (Kind::Chargeback, "chargeback"),
    (Kind::Bonus, "bonus"),
    (Kind::Adjustment, "adjustment"),
    (Kind::Give, "give"),
    (Kind::Charge, "charge"),
    (Kind::Reward, "reward"),
    (Kind::Hold, "hold"),
    (Kind::Issue, "issue"),
    (Kind::Forfeit, "forfeit"),
    (Kind::RollUp, "roll-up"),
];

impl Kind {
    /// Its name in the API.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        NAMES
            .iter()
            .find(|(kind, _)| *kind == self)
            .map_or("", |(_, name)| name)
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        NAMES
            .iter()
            .find(|(_, known)| *known == name)
            .map(|(kind, _)| *kind)
    }

    #[must_use]
    pub const fn number(self) -> i16 {
        self as i16
    }

    #[must_use]
    pub fn of_number(number: i16) -> Option<Self> {
        NAMES
            .iter()
            .find(|(kind, _)| kind.number() == number)
            .map(|(kind, _)| *kind)
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, NAMES};

    #[test]
    fn every_kind_has_one_name_and_one_number() {
        for (kind, name) in NAMES {
            assert_eq!(Kind::parse(name), Some(*kind));
            assert_eq!(Kind::of_number(kind.number()), Some(*kind));
            assert_eq!(kind.as_str(), *name);
        }
        assert_eq!(Kind::parse("theft"), None);
    }
}
