//! The rules of a scene: limits, ranges, unique ids. Each error names the field of the document and the id of the object.
//!
//! Pure: no kernel, no SQL. Whether a linked block exists is not checked: it may be deleted at any time.

use crate::catalogue;
use crate::scene::{AMBIENCES, GROUNDS, Object, Position, Scene};
use std::collections::HashSet;
use std::ops::RangeInclusive;
use witverse_sdk::{Error, Uuid, text};

/// The largest document, in bytes.
pub(crate) const BYTES_MAX: usize = 512 * 1024;
const OBJECTS_MAX: usize = 400;
/// Lights, and objects with a lamp.
const LAMPS_MAX: usize = 200;
const SIZE_METRES: RangeInclusive<u32> = 8..=64;
const SEED_MAX: u32 = i32::MAX as u32;
const HUE_MAX: u32 = 360;
const HOURS: RangeInclusive<f64> = 0.0..=24.0;
const SPAWN_POINTS: RangeInclusive<usize> = 1..=8;
const SEATS_MAX: usize = 200;
const LINKS_MAX: usize = 20;
const ID_MAX: usize = 40;
const MODELS_MAX: usize = 20;
/// Items that the objects of a scene show.
pub(crate) const ITEMS_MAX: usize = 20;
const MODEL_NAME_MAX: usize = 60;
const CREDIT_MAX: usize = 200;
/// As many as a phone can draw in a room.
const MODEL_TRIANGLES: RangeInclusive<u32> = 1..=60_000;
const MODEL_DRAWS: RangeInclusive<u32> = 1..=15;
const SCENE_MODEL_TRIANGLES_MAX: usize = 60_000;
const SCENE_MODEL_DRAWS_MAX: usize = 40;
/// The side of a model, in metres.
const MODEL_METRES: RangeInclusive<f64> = 0.0..=64.0;
/// How high things can be placed.
const HEIGHT_METRES: f64 = 32.0;
const SCALE: RangeInclusive<f64> = 0.25..=4.0;
const INTENSITY: RangeInclusive<f64> = 0.0..=3.0;
const RANGE_METRES: RangeInclusive<f64> = 0.5..=12.0;
/// A form shows only a few errors at once.
const ERRORS_MAX: usize = 20;

impl Scene {
    /// Checks the whole document, and rounds positions and angles to their steps of 0.01.
    ///
    /// # Errors
    /// 422 `validation_failed` with at most 20 fields.
    pub fn checked(mut self) -> Result<Self, Error> {
        let mut check = Check {
            side: f64::from(self.size),
            ..Check::default()
        };
        if self.format != 1 {
            check.add(
                "format".into(),
                "지원하지 않는 형식입니다. 형식 1만 저장할 수 있습니다.".into(),
                "This format is not supported; only format 1 is.".into(),
            );
        }
        check.surroundings(&self);
        check.counts(&self);
        for (at, object) in self.objects.iter_mut().enumerate() {
            let mut one = check.one(format!("objects[{at}]"), &object.id);
            if catalogue::find(&object.kind).is_none() {
                one.add(
                    "kind",
                    "카탈로그에 없는 종류입니다.",
                    "this kind is not in the catalogue.",
                );
            }
            one.position(&mut object.position);
            one.yaw(&mut object.yaw);
            one.within("scale", "크기는", "the scale", object.scale, &SCALE);
            one.colour(&object.colour);
            one.model(object);
            one.item(object);
        }
        for (list, places) in [
            ("spawnPoints", &mut self.spawn_points),
            ("seats", &mut self.seats),
        ] {
            for (at, place) in places.iter_mut().enumerate() {
                let mut one = check.one(format!("{list}[{at}]"), &place.id);
                one.position(&mut place.position);
                one.yaw(&mut place.yaw);
            }
        }
        for (at, link) in self.links.iter_mut().enumerate() {
            let mut one = check.one(format!("links[{at}]"), &link.id);
            one.position(&mut link.position);
            one.yaw(&mut link.yaw);
        }
        for (at, light) in self.lights.iter_mut().enumerate() {
            let mut one = check.one(format!("lights[{at}]"), &light.id);
            one.position(&mut light.position);
            one.colour(&light.colour);
            one.within(
                "intensity",
                "밝기는",
                "the intensity",
                light.intensity,
                &INTENSITY,
            );
            one.within(
                "range",
                "거리(m)는",
                "the range in metres",
                light.range,
                &RANGE_METRES,
            );
        }
        Error::all(check.errors)?;
        Ok(self)
    }
}

#[derive(Default)]
struct Check {
    errors: Vec<Error>,
    ids: HashSet<String>,
    items: HashSet<Uuid>,
    /// The side of the floor.
    side: f64,
}

impl Check {
    fn add(&mut self, field: String, ko: String, en: String) {
        if self.errors.len() < ERRORS_MAX {
            let field = format!("scene.{field}");
            self.errors.push(Error::field(field, ko, en));
        }
    }

    fn surroundings(&mut self, scene: &Scene) {
        let (ground, sky) = (&scene.ground, &scene.sky);
        let (least, most) = SIZE_METRES.into_inner();
        for (is_valid, field, ko, en) in [
            (
                SIZE_METRES.contains(&scene.size),
                "size",
                format!("바닥의 한 변은 {least}~{most}m여야 합니다."),
                format!("The side of the floor is {least} to {most} m."),
            ),
            (
                scene.seed <= SEED_MAX,
                "seed",
                format!("시드는 0~{SEED_MAX} 사이의 정수여야 합니다."),
                format!("The seed is an integer from 0 to {SEED_MAX}."),
            ),
            (
                GROUNDS.contains(&ground.kind.as_str()),
                "ground.kind",
                "바닥: 선택할 수 없는 종류입니다.".into(),
                "The floor: this kind does not exist.".into(),
            ),
            (
                is_colour(&ground.colour),
                "ground.colour",
                "바닥: 색상은 #rrggbb 형식으로 입력해 주세요.".into(),
                "The floor: the colour must have the form #rrggbb.".into(),
            ),
            (
                sky.hue <= HUE_MAX,
                "sky.hue",
                format!("하늘: 색조는 0~{HUE_MAX} 사이여야 합니다."),
                format!("The sky: the hue is between 0 and {HUE_MAX}."),
            ),
            (
                sky.hour.is_none_or(|hour| HOURS.contains(&hour)),
                "sky.hour",
                "하늘: 시각은 0~24시 사이여야 합니다.".into(),
                "The sky: the hour is between 0 and 24.".into(),
            ),
            (
                scene
                    .ambience
                    .as_deref()
                    .is_none_or(|ambience| AMBIENCES.contains(&ambience)),
                "ambience",
                "배경음: 선택할 수 없는 종류입니다.".into(),
                "The ambience: this kind does not exist.".into(),
            ),
        ] {
            if !is_valid {
                self.add(field.into(), ko, en);
            }
        }
    }

    fn counts(&mut self, scene: &Scene) {
        let has_lamp = |kind: &str| catalogue::find(kind).is_some_and(|known| known.has_lamp);
        let lamps = scene.objects.iter().filter(|object| has_lamp(&object.kind));
        let lamps = lamps.count() + scene.lights.len();
        let (model_triangles, model_draws) = scene.model_cost();
        let items = scene.objects.iter().filter(|one| one.item.is_some());
        for (field, ko, en, count, limit) in [
            (
                "objects",
                "오브젝트",
                "objects",
                scene.objects.len(),
                OBJECTS_MAX,
            ),
            ("lights", "조명", "lamps and lights", lamps, LAMPS_MAX),
            ("seats", "좌석", "seats", scene.seats.len(), SEATS_MAX),
            (
                "links",
                "다른 블록으로 가는 문",
                "links to other blocks",
                scene.links.len(),
                LINKS_MAX,
            ),
            (
                "objects",
                "서로 다른 3D 모델",
                "different 3D models",
                scene.models().len(),
                MODELS_MAX,
            ),
            ("objects", "아이템", "items", items.count(), ITEMS_MAX),
            (
                "objects",
                "3D 모델의 삼각형",
                "triangles of 3D models",
                model_triangles,
                SCENE_MODEL_TRIANGLES_MAX,
            ),
            (
                "objects",
                "3D 모델의 드로 콜",
                "draw calls of 3D models",
                model_draws,
                SCENE_MODEL_DRAWS_MAX,
            ),
        ] {
            if count > limit {
                self.add(
                    field.into(),
                    format!("{ko}: 최대 {limit}개까지 놓을 수 있습니다. 현재 {count}개입니다."),
                    format!("A scene can have at most {limit} {en}; this one has {count}."),
                );
            }
        }
        if !SPAWN_POINTS.contains(&scene.spawn_points.len()) {
            let (least, most) = SPAWN_POINTS.into_inner();
            self.add(
                "spawnPoints".into(),
                format!("입장 위치는 {least}~{most}개여야 합니다."),
                format!("A scene needs {least} to {most} spawn points."),
            );
        }
    }

    /// Checks the id of an object, and returns the checks of its other fields.
    fn one<'a>(&'a mut self, path: String, id: &str) -> One<'a> {
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_';
        let is_valid = (1..=ID_MAX).contains(&id.len()) && id.bytes().all(plain);
        let is_new = self.ids.insert(id.to_owned());
        let shown: String = id.chars().take(ID_MAX).collect();
        let mut one = One {
            check: self,
            path,
            id: shown,
        };
        if !is_valid {
            one.add(
                "id",
                "ID는 영문 소문자, 숫자, -, _로 1~40자여야 합니다.",
                "an id has 1 to 40 characters of a-z, 0-9, - and _.",
            );
        } else if !is_new {
            one.add(
                "id",
                "같은 ID가 이미 있습니다.",
                "another object has this id.",
            );
        }
        one
    }
}

/// The checks of one object, light, place or link.
struct One<'a> {
    check: &'a mut Check,
    path: String,
    id: String,
}

impl One<'_> {
    fn add(&mut self, field: &str, ko: &str, en: &str) {
        let (path, id) = (&self.path, &self.id);
        let field = format!("{path}.{field}");
        let (ko, en) = (format!("‘{id}’: {ko}"), format!("“{id}”: {en}"));
        self.check.add(field, ko, en);
    }

    fn position(&mut self, position: &mut Position) {
        let side = self.check.side;
        for (axis, metres, most) in [
            ("x", &mut position.x, side),
            ("y", &mut position.y, HEIGHT_METRES),
            ("z", &mut position.z, side),
        ] {
            match stepped(*metres).filter(|metres| (0.0..=most).contains(metres)) {
                Some(rounded) => *metres = rounded,
                None => self.add(
                    &format!("position.{axis}"),
                    &format!("위치는 0~{most}m 사이에서 0.01m 단위로 지정해 주세요."),
                    &format!("a position is between 0 and {most} m, in steps of 0.01 m."),
                ),
            }
        }
    }

    fn yaw(&mut self, yaw: &mut f64) {
        match stepped(*yaw).filter(|degrees| (0.0..360.0).contains(degrees)) {
            Some(rounded) => *yaw = rounded,
            None => self.add(
                "yaw",
                "방향은 0도 이상 360도 미만에서 0.01도 단위로 지정해 주세요.",
                "a yaw is at least 0 and less than 360 degrees, in steps of 0.01.",
            ),
        }
    }

    fn model(&mut self, object: &Object) {
        let is_model = object.kind == catalogue::MODEL;
        if is_model != object.model.is_some() {
            self.add(
                "model",
                "3D 모델 오브젝트에만 모델 파일을 지정해 주세요.",
                "an object of the kind “model” has a model, and no other object has one.",
            );
        }
        let Some(model) = &object.model else {
            return;
        };
        if text::line("", &model.name, 1..=MODEL_NAME_MAX).is_err() {
            self.add(
                "model.name",
                "모델 이름은 1~60자로 입력해 주세요.",
                "the name of a model has 1 to 60 characters.",
            );
        }
        if text::line("", &model.credit, 0..=CREDIT_MAX).is_err() {
            self.add(
                "model.credit",
                "출처와 라이선스는 200자 이하로 입력해 주세요.",
                "the credit of a model has at most 200 characters.",
            );
        }
        if !MODEL_TRIANGLES.contains(&model.triangles) || !MODEL_DRAWS.contains(&model.draws) {
            self.add(
                "model.triangles",
                "모델의 삼각형 수나 드로 콜 수가 올바르지 않습니다.",
                "the triangles or the draw calls of a model are out of range.",
            );
        }
        let Position { x, y, z } = model.size;
        if ![x, y, z].iter().all(|side| MODEL_METRES.contains(side)) {
            self.add(
                "model.size",
                "모델의 크기는 64m 이하여야 합니다.",
                "a model is at most 64 m large.",
            );
        }
    }

    fn item(&mut self, object: &Object) {
        let Some(item) = &object.item else {
            return;
        };
        if !catalogue::ITEM_KINDS.contains(&object.kind.as_str()) {
            self.add(
                "item",
                "아이템은 액자와 아이템 받침대에만 놓을 수 있습니다.",
                "only picture frames and item stands show an item.",
            );
        } else if !self.check.items.insert(item.clone()) {
            self.add(
                "item",
                "이 블록의 다른 곳에 이미 놓은 아이템입니다.",
                "this item already stands elsewhere in the block.",
            );
        }
    }

    fn within(&mut self, field: &str, ko: &str, en: &str, value: f64, range: &RangeInclusive<f64>) {
        if !range.contains(&value) {
            let (least, most) = (range.start(), range.end());
            self.add(
                field,
                &format!("{ko} {least}~{most} 사이여야 합니다."),
                &format!("{en} is between {least} and {most}."),
            );
        }
    }

    fn colour(&mut self, colour: &str) {
        if !is_colour(colour) {
            self.add(
                "colour",
                "색상은 #rrggbb 형식으로 입력해 주세요.",
                "a colour has the form #rrggbb.",
            );
        }
    }
}

/// The number in steps of 0.01; `None` if it is between two steps. Floats that differ from a step by rounding only are
/// on it.
fn stepped(value: f64) -> Option<f64> {
    let hundredths = (value * 100.0).round();
    ((value * 100.0 - hundredths).abs() < 1e-4).then_some(hundredths / 100.0)
}

/// `#rrggbb`, in lower case.
fn is_colour(text: &str) -> bool {
    let hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    text.len() == 7 && text.starts_with('#') && text.bytes().skip(1).all(hex)
}

#[cfg(test)]
mod tests;
