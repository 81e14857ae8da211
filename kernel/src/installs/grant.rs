//! What an operator grants to a plugin: a part of what its manifest asks for. In the texts of a review, each permission is
//! one line in plain words.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::service_objects::ServiceObjects;
use super::service_scopes::ServiceScopes;
use crate::error::Localized;
use crate::plugins::{Capabilities, FileAccess, LedgerGrant, LedgerOp, Manifest, OwnFiles, Sql};

/// The granted permissions. A manifest can ask for no others (`plugins::manifest::installable`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Grant {
    /// Stores data of its own.
    pub sql: bool,
    /// The most MB of its data; absent for as much as it asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub sql_mib: Option<u32>,
    /// Reads the WIT balance of a person who uses it.
    pub balance: bool,
    /// Reads nicknames and pictures.
    pub users: bool,
    /// Runs by itself at set times.
    pub timers: bool,
    /// Is the game of blocks: sees who is in them, and sends to the screens there.
    pub rooms: bool,
    /// Reads the chat of the blocks whose game it is.
    pub chat: bool,
    /// Pays people from the plugin's own WIT account.
    pub reward: Option<WitLimits>,
    /// Asks people to pay WIT to the plugin's own account; the platform asks them each time.
    pub charge: Option<WitLimits>,
    /// Stores files of its own.
    pub files: Option<FileLimit>,
    /// Uses services of the platform.
    pub services: ServiceScopes,
    /// The objects that those services open to it; absent for all of the world.
    #[serde(skip_serializing_if = "ServiceObjects::is_empty")]
    pub objects: ServiceObjects,
}

/// Limits of payments to people or by them, in whole WIT. A day is one in Korean time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WitLimits {
    /// Of one payment.
    #[schemars(range(min = 1))]
    pub per_payment: u32,
    /// Of one person on one day; absent for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub person_day: Option<u32>,
    /// Of the whole world on one day; absent for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub world_day: Option<u32>,
}

/// The space for the files of an install.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FileLimit {
    /// The most MB of them together.
    #[schemars(range(min = 1))]
    pub mib: u32,
}

/// One line of a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Permission {
    /// The field of [`Grant`]; for a scope of a service `services.<service>.<scope>`.
    pub key: Cow<'static, str>,
    pub ko: String,
    pub en: String,
    /// Of a scope that is limited to the objects of this kind in `Grant::objects`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objects: Option<String>,
}

impl Grant {
    /// Everything that the manifest asks for.
    pub(super) fn requested(manifest: &Manifest) -> Self {
        let asked = &manifest.capabilities;
        let limits = |op: LedgerOp| {
            let grant = asked.ledger.iter().find(|grant| grant.op == op)?;
            Some(WitLimits {
                per_payment: grant.per_op,
                person_day: grant.player_day,
                world_day: grant.world_day,
            })
        };
        Self {
            sql: asked.sql.is_some(),
            sql_mib: asked.sql.map(|sql| sql.mib),
            balance: asked.balance,
            users: asked.users,
            timers: asked.timers || !manifest.timers.is_empty(),
            rooms: asked.rooms,
            chat: asked.chat,
            reward: limits(LedgerOp::Reward),
            charge: limits(LedgerOp::Charge),
            files: asked.files.own().map(|own| FileLimit { mib: own.mib }),
            services: ServiceScopes::requested(manifest),
            objects: ServiceObjects::default(),
        }
    }

    /// Whether every permission of this grant is in `other`, with limits that are not higher.
    pub(super) fn fits_in(&self, other: &Self) -> bool {
        let implies = |ours: bool, theirs: bool| !ours || theirs;
        self.data_fit_in(other)
            && implies(self.balance, other.balance)
            && implies(self.users, other.users)
            && implies(self.timers, other.timers)
            && implies(self.rooms, other.rooms)
            && implies(self.chat, other.chat)
            && WitLimits::fit_in(self.reward, other.reward)
            && WitLimits::fit_in(self.charge, other.charge)
            && FileLimit::fit_in(self.files, other.files)
            && self.services.fits_in(&other.services)
            && self.objects_fit_in(other)
    }

    /// The permissions of this grant that are not in `other`, or have higher limits there.
    pub(super) fn beyond(&self, other: &Self) -> Self {
        let beyond = |ours, theirs| match WitLimits::fit_in(ours, theirs) {
            true => None,
            false => ours,
        };
        Self {
            sql: !self.data_fit_in(other),
            sql_mib: self.sql_mib.filter(|_| !self.data_fit_in(other)),
            balance: self.balance && !other.balance,
            users: self.users && !other.users,
            timers: self.timers && !other.timers,
            rooms: self.rooms && !other.rooms,
            chat: self.chat && !other.chat,
            reward: beyond(self.reward, other.reward),
            charge: beyond(self.charge, other.charge),
            files: match FileLimit::fit_in(self.files, other.files) {
                true => None,
                false => self.files,
            },
            services: match self.objects_fit_in(other) {
                true => self.services.beyond(&other.services),
                false => self.services.clone(),
            },
            objects: self.objects.clone(),
        }
        .without_idle_objects()
    }

    /// What both contain: the lower limits, and the permissions of both.
    pub(super) fn intersection(&self, other: &Self) -> Self {
        Self {
            sql: self.sql && other.sql,
            sql_mib: lower(self.sql_mib, other.sql_mib).filter(|_| self.sql && other.sql),
            balance: self.balance && other.balance,
            users: self.users && other.users,
            timers: self.timers && other.timers,
            rooms: self.rooms && other.rooms,
            chat: self.chat && other.chat,
            reward: WitLimits::lower(self.reward, other.reward),
            charge: WitLimits::lower(self.charge, other.charge),
            files: FileLimit::lower(self.files, other.files),
            services: self.services.intersection(&other.services),
            objects: self.objects.intersection(&other.objects),
        }
    }

    /// What a rollback grants: of this grant, which the earlier version had, what the operator grants now. What the present
    /// version does not ask for (`requested`) was decided for the earlier one the last time.
    pub(super) fn narrowed_to(&self, granted: &Self, requested: &Self) -> Self {
        let both = self.intersection(granted);
        let earlier = |ours: bool, both: bool, asked: bool| if asked { both } else { ours };
        Self {
            sql: earlier(self.sql, both.sql, requested.sql),
            sql_mib: if requested.sql {
                both.sql_mib
            } else {
                self.sql_mib
            },
            balance: earlier(self.balance, both.balance, requested.balance),
            users: earlier(self.users, both.users, requested.users),
            timers: earlier(self.timers, both.timers, requested.timers),
            rooms: earlier(self.rooms, both.rooms, requested.rooms),
            chat: earlier(self.chat, both.chat, requested.chat),
            reward: if requested.reward.is_some() {
                both.reward
            } else {
                self.reward
            },
            charge: if requested.charge.is_some() {
                both.charge
            } else {
                self.charge
            },
            files: if requested.files.is_some() {
                both.files
            } else {
                self.files
            },
            services: self
                .services
                .narrowed_to(&granted.services, &requested.services),
            // What was withdrawn of them counts for every version.
            objects: both.objects,
        }
    }

    /// This grant with the size of the data that it leaves open, and without limits that limit nothing.
    pub(super) fn completed(&self, requested: &Self) -> Self {
        Self {
            sql_mib: self.sql_mib.or(requested.sql_mib).filter(|_| self.sql),
            ..self.clone()
        }
        .without_idle_objects()
    }

    /// Without services, there is nothing that their objects would limit.
    fn without_idle_objects(mut self) -> Self {
        if self.services.is_empty() {
            self.objects = ServiceObjects::default();
        }
        self
    }

    fn objects_fit_in(&self, other: &Self) -> bool {
        self.services.is_empty() || self.objects.fits_in(&other.objects)
    }

    /// Whether the data of this grant are allowed in `other`, with a size that is not larger.
    fn data_fit_in(&self, other: &Self) -> bool {
        !self.sql || other.sql && is_not_higher(self.sql_mib, other.sql_mib)
    }

    /// The field with a limit of 0, which would grant nothing.
    pub(super) fn empty_limit(&self) -> Option<&'static str> {
        let has_zero = |limits: WitLimits| {
            [
                Some(limits.per_payment),
                limits.person_day,
                limits.world_day,
            ]
            .contains(&Some(0))
        };
        if self.sql_mib == Some(0) {
            return Some("grant.sqlMib");
        }
        if self.files.is_some_and(|limit| limit.mib == 0) {
            return Some("grant.files");
        }
        [("grant.reward", self.reward), ("grant.charge", self.charge)]
            .into_iter()
            .find(|(_, limits)| limits.is_some_and(has_zero))
            .map(|(field, _)| field)
    }

    /// Reduces the capabilities of a manifest to the granted ones.
    pub(super) fn apply(&self, manifest: &mut Manifest) {
        let asked = &manifest.capabilities;
        let granted = |op: LedgerOp, limits: Option<WitLimits>| {
            limits.map(|limits| LedgerGrant {
                op,
                per_op: limits.per_payment,
                player_day: limits.person_day,
                world_day: limits.world_day,
                platform_day: None,
            })
        };
        let ledger = [
            granted(LedgerOp::Reward, self.reward),
            granted(LedgerOp::Charge, self.charge),
        ];
        manifest.capabilities = Capabilities {
            sql: asked.sql.filter(|_| self.sql).map(|sql| Sql {
                mib: self.sql_mib.map_or(sql.mib, |most| most.min(sql.mib)),
                ..sql
            }),
            balance: self.balance && asked.balance,
            users: self.users && asked.users,
            timers: self.timers && asked.timers,
            rooms: self.rooms && asked.rooms,
            chat: self.chat && asked.chat,
            ledger: ledger.into_iter().flatten().collect(),
            files: match (asked.files.own(), self.files) {
                (Some(own), Some(limit)) => FileAccess::Own(OwnFiles {
                    mib: own.mib.min(limit.mib),
                    ..own.clone()
                }),
                _ => FileAccess::default(),
            },
            services: self.services.apply(&asked.services),
            ..Capabilities::default()
        };
        if !self.timers {
            manifest.timers.clear();
        }
        if !self.rooms {
            // Without it the plugin is no game of a block; its slot is left out where pages are listed.
            manifest.provides.clear();
        }
    }

    /// The permissions as lines of a review, without those of services. `mib` is the quota of the plugin's data, if this grant
    /// has none.
    pub(super) fn lines(&self, mib: u32) -> Vec<Permission> {
        let mib = self.sql_mib.unwrap_or(mib);
        let mut lines = Vec::new();
        let mut add = |key, text: Localized| {
            lines.push(Permission {
                key: Cow::Borrowed(key),
                ko: text.ko,
                en: text.en,
                objects: None,
            });
        };
        if self.sql {
            add(
                "sql",
                Localized::new(
                    format!("자기 자료를 최대 {mib}MB까지 저장합니다."),
                    format!("Stores up to {mib} MB of its own data."),
                ),
            );
        }
        if let Some(FileLimit { mib }) = self.files {
            add(
                "files",
                Localized::new(
                    format!("그림, 소리, 동영상, 글 파일을 최대 {mib}MB까지 저장합니다."),
                    format!("Stores up to {mib} MB of files: pictures, sounds, videos and texts."),
                ),
            );
        }
        if self.users {
            add(
                "users",
                Localized::new(
                    "이용자의 닉네임과 프로필 사진을 보고, 월드 회원을 닉네임으로 찾습니다.",
                    "Sees people's nicknames and profile pictures, and finds members of the world by nickname.",
                ),
            );
        }
        if self.balance {
            add(
                "balance",
                Localized::new(
                    "플러그인을 쓰는 사람의 WIT 잔액을 봅니다.",
                    "Sees the WIT balance of a person who uses it.",
                ),
            );
        }
        if self.rooms {
            add(
                "rooms",
                Localized::new(
                    "이 플러그인을 게임으로 고른 블록에 누가 있는지 보고, 그곳의 화면에 진행 상황을 보냅니다.",
                    "Sees who is in the blocks that use it as their game, and sends updates to the screens there.",
                ),
            );
        }
        if self.chat {
            add(
                "chat",
                Localized::new(
                    "그 블록의 채팅을 읽습니다.",
                    "Reads the chat of those blocks.",
                ),
            );
        }
        if let Some(limits) = self.reward {
            add("reward", limits.of_rewards());
        }
        if let Some(limits) = self.charge {
            add("charge", limits.of_charges());
        }
        if self.timers {
            add(
                "timers",
                Localized::new(
                    "정해진 시각에 스스로 실행됩니다.",
                    "Runs by itself at set times.",
                ),
            );
        }
        lines
    }
}

impl FileLimit {
    fn fit_in(ours: Option<Self>, theirs: Option<Self>) -> bool {
        ours.is_none_or(|ours| theirs.is_some_and(|theirs| ours.mib <= theirs.mib))
    }

    /// The smaller one; none if one of them is.
    fn lower(a: Option<Self>, b: Option<Self>) -> Option<Self> {
        a.zip(b).map(|(a, b)| Self {
            mib: a.mib.min(b.mib),
        })
    }
}

impl WitLimits {
    fn fit_in(ours: Option<Self>, theirs: Option<Self>) -> bool {
        match (ours, theirs) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(ours), Some(theirs)) => {
                ours.per_payment <= theirs.per_payment
                    && is_not_higher(ours.person_day, theirs.person_day)
                    && is_not_higher(ours.world_day, theirs.world_day)
            }
        }
    }

    /// The lower ones of two limits; none if one of them is.
    fn lower(a: Option<Self>, b: Option<Self>) -> Option<Self> {
        a.zip(b).map(|(a, b)| Self {
            per_payment: a.per_payment.min(b.per_payment),
            person_day: lower(a.person_day, b.person_day),
            world_day: lower(a.world_day, b.world_day),
        })
    }

    /// `May pay up to 50 WIT at a time from its own wallet, 500 a day to one person.`
    fn of_rewards(&self) -> Localized {
        let (ko, en) = self.by_day("한 사람에게", "to one person");
        let most = with_commas(self.per_payment);
        Localized::new(
            format!("플러그인 지갑에서 한 번에 최대 {most} WIT{ko}를 이용자에게 줄 수 있습니다."),
            format!("May pay up to {most} WIT at a time from its own wallet{en}."),
        )
    }

    /// `May ask a person to pay up to 50 WIT at a time, 500 a day from one person. Witverse asks them each time.`
    fn of_charges(&self) -> Localized {
        let (ko, en) = self.by_day("한 사람에게서", "from one person");
        let most = with_commas(self.per_payment);
        Localized::new(
            format!(
                "이용자에게 한 번에 최대 {most} WIT{ko}를 받을 수 있습니다. 낼 때마다 Witverse가 이용자에게 먼저 확인합니다."
            ),
            format!(
                "May ask a person to pay up to {most} WIT at a time{en}. Witverse asks them each time."
            ),
        )
    }

    /// The daily limits, in both languages.
    fn by_day(&self, ko_person: &str, en_person: &str) -> (String, String) {
        let (mut ko, mut en) = (String::new(), String::new());
        if let Some(day) = self.person_day {
            ko += &format!(", {ko_person} 하루 최대 {} WIT", with_commas(day));
            en += &format!(", {} a day {en_person}", with_commas(day));
        }
        if let Some(day) = self.world_day {
            ko += &format!(", 월드 전체에서 하루 최대 {} WIT", with_commas(day));
            en += &format!(", {} a day in the whole world", with_commas(day));
        }
        (ko, en)
    }
}

/// The lower one of two limits; `None` is no limit.
fn lower(a: Option<u32>, b: Option<u32>) -> Option<u32> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, None) | (None, one) => one,
    }
}

/// Whether a limit is at most another one; `None` is no limit.
fn is_not_higher(ours: Option<u32>, theirs: Option<u32>) -> bool {
    match (ours, theirs) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(ours), Some(theirs)) => ours <= theirs,
    }
}

fn with_commas(number: u32) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests;
