//! Appearing as a VRM file. The licence of a file may need a confirmation of its person.

use crate::events;
use crate::problems::{USER_NOT_FOUND, VRM_NOT_READY, VRM_PERMISSION_NEEDED};
use crate::store;
use crate::views::{Appearance, AvatarView};
use crate::vrm;
use serde::Deserialize;
use witverse_sdk::alarm::{Kind, NewAlarm};
use witverse_sdk::ctx::{FILE_NOT_FOUND, FILE_WRONG_KIND, Text};
use witverse_sdk::http::{Json, Params, Payload};
use witverse_sdk::{Ctx, Error, FileKind, Timestamp, Uuid};

const MEDIA_TYPE: &str = "model/vrm";

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewVrm {
    /// `None` ends the appearance as a file. Required: a body without it ends nothing.
    #[serde(deserialize_with = "Option::deserialize")]
    file_id: Option<String>,
    /// The caller is the author of the avatar, or has the author's permission. Needed if its licence does not allow everybody to use it.
    #[serde(default)]
    confirmed: bool,
}

/// Changes the file that the caller appears as.
pub(crate) fn choose_vrm(ctx: &Ctx, Json(new): Json<NewVrm>) -> Result<Payload<AvatarView>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    let wanted = match &new.file_id {
        Some(id) => Some(Uuid::parse(id).ok_or(FILE_NOT_FOUND)?),
        None => None,
    };
    store::lock_wearer(ctx, &me.id, ctx.now())?;
    match wanted {
        Some(file) => set(ctx, &me.id, file, new.confirmed)?,
        None => remove(ctx, &me.id)?,
    }
    let appearance = Appearance::of(ctx, &me.id)?;
    Ok(Payload(AvatarView::of(ctx, &me.id, appearance)))
}

fn set(ctx: &Ctx, account: &Uuid, file: Uuid, is_confirmed: bool) -> Result<(), Error> {
    let before = store::vrm(ctx, account)?;
    let is_same = before.as_ref().is_some_and(|before| before.file_id == file);
    let info = ctx
        .files()
        .attach(&file, FileKind::Other, &vrm::reference(account))
        .map_err(|error| error.at("fileId"))?;
    if info.media_type != MEDIA_TYPE {
        return Err(FILE_WRONG_KIND.into());
    }
    let vrm = vrm::read(ctx, file)?.ok_or(VRM_NOT_READY)?;
    if is_same {
        return Ok(());
    }
    let needs_permission = vrm.needs_permission();
    if needs_permission && !is_confirmed {
        return Err(VRM_PERMISSION_NEEDED.into());
    }
    if let Some(before) = before {
        ctx.files()
            .detach(&before.file_id, &vrm::reference(account));
    }
    let confirmed_at = needs_permission.then(|| ctx.now());
    store::put_vrm(ctx, account, &vrm.file_id, confirmed_at, ctx.now())?;
    events::changed(ctx, account)
}

/// Ends the appearance as a file. The gear of the account is locked.
fn remove(ctx: &Ctx, account: &Uuid) -> Result<(), Error> {
    if store::remove_vrm(ctx, account)? {
        ctx.files().detach_all(&vrm::reference(account));
        events::changed(ctx, account)?;
    }
    Ok(())
}

#[derive(Deserialize)]
pub(crate) struct OfPerson {
    id: String,
}

/// Takes off the file of a person, for administrators. The person learns it by mail.
pub(crate) fn remove_vrm(
    ctx: &Ctx,
    Params(of): Params<OfPerson>,
) -> Result<Payload<AvatarView>, Error> {
    let id = Uuid::parse(&of.id).ok_or(USER_NOT_FOUND)?;
    ctx.users().profile(&id).ok_or(USER_NOT_FOUND)?;
    store::lock_wearer(ctx, &id, ctx.now())?;
    if let Some(worn) = store::vrm(ctx, &id)? {
        remove(ctx, &id)?;
        taken_off(&id, &worn.file_id, ctx.now()).raise(ctx)?;
    }
    let appearance = Appearance::of(ctx, &id)?;
    Ok(Payload(AvatarView::of(ctx, &id, appearance)))
}

fn taken_off(account: &Uuid, file: &Uuid, now: Timestamp) -> NewAlarm {
    NewAlarm {
        to: account.clone(),
        kind: Kind::System,
        // The same file can be used, and taken off, again.
        key: format!("vrm-taken-off:{file}:{}", now.as_micros()),
        title: Text::new("3D 아바타가 해제되었습니다", "Your 3D avatar was taken off"),
        description: Text::new(
            "관리자가 운영 정책에 따라 3D 아바타를 해제했습니다. 이제 직접 고른 기본 아바타로 보입니다.",
            "An administrator took your 3D avatar off under the platform's rules. People now see the look you chose.",
        ),
        link: Some("/custom".to_owned()),
        from: None,
        can_reply: false,
        remain_amount: None,
    }
}
