//! The title, the authors and the licence of an avatar. Both versions of VRM become the same fields.

use serde_json::Value;

use super::facts::{AllowedUsers, CommercialUse, Modification, VrmLicence};

const MAX_TEXT: usize = 200;
const MAX_AUTHORS: usize = 10;
const MAX_ADDRESS_BYTES: usize = 500;

/// The texts of the file that name it and its makers.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Credit {
    pub(super) title: String,
    pub(super) authors: Vec<String>,
    pub(super) copyright: Option<String>,
    pub(super) contact: Option<String>,
}

/// VRM 1.0: `VRMC_vrm.meta`.
pub(super) fn of_v1(meta: &Value) -> (Credit, VrmLicence) {
    let word = |name: &str| meta[name].as_str().unwrap_or_default();
    let authors = meta["authors"].as_array().map_or(&[][..], Vec::as_slice);
    let credit = Credit {
        title: text(&meta["name"]).unwrap_or_default(),
        authors: authors.iter().filter_map(text).take(MAX_AUTHORS).collect(),
        copyright: text(&meta["copyrightInformation"]),
        contact: text(&meta["contactInformation"]),
    };
    let licence = VrmLicence {
        allowed_users: match word("avatarPermission") {
            "everyone" => AllowedUsers::Everyone,
            "onlySeparatelyLicensedPerson" => AllowedUsers::OnlyLicensed,
            _ => AllowedUsers::OnlyAuthor,
        },
        commercial_use: match word("commercialUsage") {
            "corporation" => CommercialUse::Everyone,
            "personalProfit" => CommercialUse::Personal,
            _ => CommercialUse::No,
        },
        credit_required: word("creditNotation") != "unnecessary",
        modification: match word("modification") {
            "allowModification" => Modification::Allowed,
            "allowModificationRedistribution" => Modification::AllowedWithRedistribution,
            _ => Modification::Prohibited,
        },
        redistribution: meta["allowRedistribution"] == true,
        violence: meta["allowExcessivelyViolentUsage"] == true,
        sexual_content: meta["allowExcessivelySexualUsage"] == true,
        name: None,
        url: address(&meta["licenseUrl"]).or_else(|| address(&meta["otherLicenseUrl"])),
        other_permission_url: address(&meta["otherLicenseUrl"]),
    };
    (credit, licence)
}

/// VRM 0.x: `VRM.meta`, with the spelling of that version.
pub(super) fn of_v0(meta: &Value) -> (Credit, VrmLicence) {
    let word = |name: &str| meta[name].as_str().unwrap_or_default();
    let credit = Credit {
        title: text(&meta["title"]).unwrap_or_default(),
        authors: text(&meta["author"]).into_iter().collect(),
        copyright: None,
        contact: text(&meta["contactInformation"]),
    };
    let name = word("licenseName");
    let is_open = name == "CC0" || name.starts_with("CC_BY");
    let licence = VrmLicence {
        allowed_users: match word("allowedUserName") {
            "Everyone" => AllowedUsers::Everyone,
            "ExplicitlyLicensedPerson" => AllowedUsers::OnlyLicensed,
            _ => AllowedUsers::OnlyAuthor,
        },
        commercial_use: match word("commercialUssageName") {
            "Allow" => CommercialUse::Everyone,
            _ => CommercialUse::No,
        },
        // Only CC0 needs no credit; other licences are not known.
        credit_required: name != "CC0",
        modification: match is_open && !name.ends_with("_ND") {
            true => Modification::AllowedWithRedistribution,
            false => Modification::Prohibited,
        },
        redistribution: is_open,
        violence: word("violentUssageName") == "Allow",
        sexual_content: word("sexualUssageName") == "Allow",
        name: text(&meta["licenseName"]),
        url: address(&meta["otherLicenseUrl"]),
        other_permission_url: address(&meta["otherPermissionUrl"]),
    };
    (credit, licence)
}

/// A text of the file; `None` if it is empty.
fn text(value: &Value) -> Option<String> {
    let is_shown = |c: &char| !c.is_control() && !is_direction(*c);
    let text: String = value
        .as_str()?
        .chars()
        .filter(is_shown)
        .take(MAX_TEXT)
        .collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Marks that turn the direction of the text around them.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// An address that a page may link to.
fn address(value: &Value) -> Option<String> {
    let text = value.as_str()?.trim();
    let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic());
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    (is_web && is_plain && text.len() <= MAX_ADDRESS_BYTES).then(|| text.to_owned())
}
