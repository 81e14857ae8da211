//! The VRM file of a person: a 3D avatar of their own. The kernel checks the file and reads its licence.

use crate::store;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use witverse_sdk::{Ctx, Error, Uuid};

/// The name of the file below its address, as the kernel serves it.
const VARIANT: &str = "avatar.vrm";

/// The file of a person, with the texts and the licence of its facts.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Vrm {
    pub(crate) file_id: Uuid,
    /// The address of the file.
    pub(crate) url: String,
    #[serde(flatten)]
    credit: Credit,
}

/// The facts that people see.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
struct Credit {
    title: String,
    authors: Vec<String>,
    copyright: Option<String>,
    contact: Option<String>,
    /// As the file states it.
    licence: Licence,
}

#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Licence {
    #[schemars(extend("enum" = ["everyone", "onlyAuthor", "onlyLicensed"]))]
    allowed_users: String,
    #[serde(flatten)]
    #[schemars(with = "OtherTerms")]
    others: Value,
}

/// The terms that this plugin only passes on, as the check of the file writes them.
#[derive(schemars::JsonSchema)]
#[schemars(rename_all = "camelCase")]
#[allow(dead_code, reason = "it describes JSON")]
struct OtherTerms {
    name: Option<String>,
    url: Option<String>,
    #[schemars(extend("enum" = ["no", "personal", "everyone"]))]
    commercial_use: String,
    credit_required: bool,
    #[schemars(extend("enum" = ["prohibited", "allowed", "allowedWithRedistribution"]))]
    modification: String,
    redistribution: bool,
    violence: bool,
    sexual_content: bool,
    other_permission_url: Option<String>,
}

impl Vrm {
    /// The licence does not allow everybody to appear as the avatar.
    pub(crate) fn needs_permission(&self) -> bool {
        self.credit.licence.allowed_users != "everyone"
    }
}

/// The file of an account; `None` if there is none, or if it was deleted.
pub(crate) fn of(ctx: &Ctx, account: &Uuid) -> Result<Option<Vrm>, Error> {
    match store::vrm(ctx, account)? {
        Some(stored) => read(ctx, stored.file_id),
        None => Ok(None),
    }
}

/// The facts about a file; `None` if it was deleted or is not ready.
pub(crate) fn read(ctx: &Ctx, file_id: Uuid) -> Result<Option<Vrm>, Error> {
    let Some(info) = ctx.files().info_of(&file_id).filter(|info| info.ready) else {
        return Ok(None);
    };
    let Some(facts) = ctx.files().facts(&file_id) else {
        return Ok(None);
    };
    let credit = serde_json::from_str(&facts)
        .map_err(|error| Error::internal(format!("the facts of a file: {error}")))?;
    Ok(Some(Vrm {
        url: format!("{}/{VARIANT}", info.url),
        file_id,
        credit,
    }))
}

/// Under this name the plugin uses the file of an account.
pub(crate) fn reference(account: &Uuid) -> String {
    format!("vrm:{account}")
}
