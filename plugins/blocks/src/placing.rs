//! The rules of items in a published scene: what changes with a publication, and why an item cannot stand there. Pure: no
//! kernel, no SQL.

use crate::scene::Scene;
use std::collections::{HashMap, HashSet};
use witverse_sdk::services::items::{Item, State};
use witverse_sdk::{Localized, Uuid, localized};

/// The purpose of this plugin's locks.
pub(crate) const PURPOSE: &str = "placed";

/// An object of a scene that shows an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stand {
    /// Its place in the list of objects.
    pub(crate) at: usize,
    pub(crate) object: String,
    pub(crate) item: Uuid,
}

/// An item that stands in the scene that visitors see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) item: Uuid,
    pub(crate) object: String,
    pub(crate) owner: Uuid,
}

/// The objects of a scene that show an item.
pub(crate) fn stands(scene: &Scene) -> Vec<Stand> {
    let with_item = |(at, object): (usize, &crate::scene::Object)| {
        object.item.clone().map(|item| Stand {
            at,
            object: object.id.clone(),
            item,
        })
    };
    scene
        .objects
        .iter()
        .enumerate()
        .filter_map(with_item)
        .collect()
}

/// What a publication changes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Items that are not in the scene any more: their locks end.
    pub(crate) gone: Vec<Uuid>,
    /// Items that were not in the scene: they are locked for their owner, who publishes.
    pub(crate) new: Vec<Stand>,
    /// Items that are shown by another object than before. Their locks and their owners stay.
    pub(crate) moved: Vec<Placed>,
}

impl Plan {
    /// Compares the scene that visitors see with the next one. Items that already stand in the block stay, also if
    /// another of the people who manage it publishes.
    pub(crate) fn of(before: &[Placed], next: &[Stand]) -> Self {
        let known: HashMap<&Uuid, &Placed> = before.iter().map(|one| (&one.item, one)).collect();
        let wanted: HashSet<&Uuid> = next.iter().map(|stand| &stand.item).collect();
        let mut plan = Self::default();
        for stand in next {
            match known.get(&stand.item) {
                None => plan.new.push(stand.clone()),
                Some(placed) if placed.object != stand.object => plan.moved.push(Placed {
                    object: stand.object.clone(),
                    ..(*placed).clone()
                }),
                Some(_) => {}
            }
        }
        let gone = before.iter().filter(|one| !wanted.contains(&one.item));
        plan.gone = gone.map(|one| one.item.clone()).collect();
        plan
    }
}

/// Why a person cannot place an item that does not stand in the block yet; `None` if they can.
fn reason(item: &Item, person: &Uuid) -> Option<(&'static str, &'static str)> {
    match (item.state, item.locked_by.as_deref()) {
        _ if item.owner_id.as_ref() != Some(person) => {
            Some(("내 아이템이 아닙니다.", "this item is not yours."))
        }
        (State::Used, _) => Some(("이미 사용한 아이템입니다.", "this item has been used.")),
        (_, Some("listing")) => Some((
            "마켓에서 판매 중입니다. 판매를 취소한 뒤 다시 공개해 주세요.",
            "this item is for sale. Cancel the sale and publish again.",
        )),
        (_, Some("gift")) => Some((
            "선물로 보내 수락을 기다리고 있습니다.",
            "this item is a gift that is waiting to be accepted.",
        )),
        (_, Some("worn")) => Some((
            "아바타가 착용 중입니다. 벗은 뒤 다시 공개해 주세요.",
            "your avatar is wearing this item. Take it off and publish again.",
        )),
        (_, Some(PURPOSE)) => Some((
            "다른 블록에 놓여 있습니다. 그곳에서 치운 뒤 다시 공개해 주세요.",
            "this item stands in another block. Take it down there and publish again.",
        )),
        (_, Some(_)) => Some((
            "다른 곳에서 사용 중입니다. 사용을 끝낸 뒤 다시 공개해 주세요.",
            "this item is in use elsewhere. Stop using it there and publish again.",
        )),
        _ => None,
    }
}

/// The field and the text of each object whose item `person` cannot place.
pub(crate) fn refusals(new: &[Stand], facts: &[Item], person: &Uuid) -> Vec<(String, Localized)> {
    let known: HashMap<&Uuid, &Item> = facts.iter().map(|one| (&one.item_id, one)).collect();
    let refusal = |stand: &Stand| {
        let object = &stand.object;
        let text = match known.get(&stand.item) {
            None => localized(
                format!("‘{object}’: 없는 아이템입니다."),
                format!("“{object}”: this item does not exist."),
            ),
            Some(item) => {
                let (ko, en) = reason(item, person)?;
                let name = &item.name;
                localized(
                    format!("‘{object}’의 ‘{}’: {ko}", name.ko),
                    format!("“{}” on “{object}”: {en}", name.en),
                )
            }
        };
        Some((format!("scene.objects[{}].item", stand.at), text))
    };
    new.iter().filter_map(refusal).collect()
}

/// The field and the text of each object for items of which one was changed by another request at the same time.
pub(crate) fn changed(new: &[Stand]) -> Vec<(String, Localized)> {
    let text = |Stand { at, object, .. }: &Stand| {
        let text = localized(
            format!(
                "‘{object}’: 아이템의 소유자나 상태가 방금 바뀌었을 수 있습니다. 다시 공개해 주세요."
            ),
            format!(
                "“{object}”: the owner or the state of its item may just have changed. Publish again."
            ),
        );
        (format!("scene.objects[{at}].item"), text)
    };
    new.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use witverse_sdk::ctx::Text;
    use witverse_sdk::services::items::ItemType;

    fn id(n: u8) -> Uuid {
        Uuid::parse(&format!("0190f3a0-0000-7000-8000-0000000000{n:02x}")).expect("a UUID")
    }

    fn stand(at: usize, item: u8) -> Stand {
        Stand {
            at,
            object: format!("frame-{at}"),
            item: id(item),
        }
    }

    fn placed(at: usize, item: u8, owner: u8) -> Placed {
        Placed {
            item: id(item),
            object: format!("frame-{at}"),
            owner: id(owner),
        }
    }

    #[test]
    fn a_publication_places_new_items_and_releases_others() {
        let before = [placed(0, 1, 9), placed(1, 2, 8), placed(2, 3, 9)];
        let plan = Plan::of(&before, &[stand(0, 1), stand(1, 3), stand(2, 4)]);
        assert_eq!(plan.gone, [id(2)]);
        assert_eq!(plan.new, [stand(2, 4)]);
        assert_eq!(plan.moved, [placed(1, 3, 9)]);
        assert_eq!(Plan::of(&[], &[]), Plan::default());
    }

    #[test]
    fn two_items_change_places() {
        let before = [placed(0, 1, 9), placed(1, 2, 8)];
        let plan = Plan::of(&before, &[stand(0, 2), stand(1, 1)]);
        assert_eq!(plan.moved, [placed(0, 2, 8), placed(1, 1, 9)]);
        assert!(plan.gone.is_empty() && plan.new.is_empty());
    }

    #[test]
    fn each_refusal_names_the_object_and_the_reason() {
        let facts = |n: u8, owner: u8, state: State, by: Option<&str>| Item {
            item_id: id(n),
            name: Text::new("달고양이", "Moon Cat"),
            description: Text::default(),
            r#type: ItemType::Photo,
            thumbnail_url: String::new(),
            collection_id: id(0),
            collection_name: Text::default(),
            version: 1,
            edition: None,
            owner_id: Some(id(owner)),
            state,
            locked_by: by.map(str::to_owned),
            gear: None,
        };
        let known = [
            facts(0, 9, State::Free, None),
            facts(1, 8, State::Free, None),
            facts(2, 9, State::Used, None),
            facts(3, 9, State::Locked, Some("listing")),
            facts(4, 9, State::Locked, Some("gift")),
            facts(5, 9, State::Locked, Some("worn")),
            facts(6, 9, State::Locked, Some("placed")),
            facts(7, 9, State::Locked, Some("plugin")),
        ];
        let new: Vec<Stand> = (0..9).map(|n| stand(usize::from(n), n)).collect();
        let refused = refusals(&new, &known, &id(9));
        let fields: Vec<&str> = refused.iter().map(|(field, _)| field.as_str()).collect();
        let expected: Vec<String> = (1..9).map(|n| format!("scene.objects[{n}].item")).collect();
        assert_eq!(fields, expected);
        let (_, listed) = &refused[2];
        assert_eq!(
            listed.ko,
            "‘frame-3’의 ‘달고양이’: 마켓에서 판매 중입니다. 판매를 취소한 뒤 다시 공개해 주세요."
        );
        assert_eq!(
            listed.en,
            "“Moon Cat” on “frame-3”: this item is for sale. Cancel the sale and publish again."
        );
        let texts: HashSet<&str> = refused.iter().map(|(_, text)| text.en.as_str()).collect();
        assert_eq!(texts.len(), 8);
    }
}
