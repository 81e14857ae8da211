//! The settings of an installed plugin: a JSON Schema in its package, from which the shell draws a form. The kernel checks
//! what operators enter, so the plugin reads only values that its schema allows.
//!
//! The schema is an object whose properties are switches, whole numbers, texts and choices, each with a default. Every
//! other keyword is refused, because it would have no effect. The form of an event (slot `event.form`) has the same fields, and
//! its texts can have a `minLength`: people have to enter them.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::Localized;
use crate::typed_text::{break_fault, on_one_line};

const MAX_SETTINGS: usize = 30;
const MAX_OPTIONS: usize = 30;
const MAX_TEXT: u32 = 2000;
/// Texts with more characters are paragraphs.
const LINE_MAX: u32 = 100;

/// One setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SettingField {
    pub key: String,
    pub title: Localized,
    pub hint: Option<Localized>,
    pub default: Value,
    #[serde(flatten)]
    pub kind: SettingKind,
}

/// What a setting can be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum SettingKind {
    /// `true` or `false`.
    Switch,
    /// A whole number within these limits.
    #[serde(rename_all = "camelCase")]
    Number { minimum: i64, maximum: i64 },
    /// A text of at most so many characters: one line, or a paragraph if there can be more than 100.
    #[serde(rename_all = "camelCase")]
    Text {
        max_length: u32,
        /// Of a form: a text with fewer characters is refused. 0 for no limit.
        #[serde(default, skip_serializing_if = "is_zero")]
        min_length: u32,
    },
    /// One of several values.
    Choice { options: Vec<SettingOption> },
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A value of a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SettingOption {
    pub value: String,
    pub ko: String,
    pub en: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SchemaFile {
    #[serde(rename = "$schema")]
    _schema: Option<String>,
    #[serde(rename = "type")]
    kind: String,
    #[serde(rename = "additionalProperties", default)]
    more: bool,
    properties: Properties,
}

/// Properties in the order of the file, which is the order of the form.
struct Properties(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Properties {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> serde::de::Visitor<'de> for InOrder {
            type Value = Properties;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object of settings")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Properties, A::Error> {
                let mut all = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    all.push(entry);
                }
                Ok(Properties(all))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Property {
    #[serde(rename = "type")]
    kind: String,
    title: String,
    description: Option<String>,
    default: Value,
    minimum: Option<i64>,
    maximum: Option<i64>,
    max_length: Option<u32>,
    min_length: Option<u32>,
    one_of: Option<Vec<Constant>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Constant {
    #[serde(rename = "const")]
    value: String,
    title: String,
}

/// Reads a schema of settings. `text` finds the texts of titles.
///
/// # Errors
/// A sentence for the author that names the setting.
pub(super) fn read_settings(
    schema: &str,
    text: impl Fn(&str) -> Result<Localized, String>,
) -> Result<Vec<SettingField>, String> {
    let fields = read_form(schema, text)?;
    // A setting has a value before an operator has entered one.
    match fields.iter().find(|field| field.is_required()) {
        Some(field) => Err(format!(
            "the setting {:?}: minLength is for the form of an event",
            field.key
        )),
        None => Ok(fields),
    }
}

/// Reads a schema of a form.
///
/// # Errors
/// As [`read_settings`].
pub(super) fn read_form(
    schema: &str,
    text: impl Fn(&str) -> Result<Localized, String>,
) -> Result<Vec<SettingField>, String> {
    let file: SchemaFile = serde_json::from_str(schema).map_err(|error| error.to_string())?;
    if file.kind != "object" || file.more {
        return Err("the settings are an object without additionalProperties".into());
    }
    if file.properties.0.len() > MAX_SETTINGS {
        return Err(format!("there are more than {MAX_SETTINGS} settings"));
    }
    let mut known = BTreeSet::new();
    let fields = file.properties.0.into_iter().map(|(key, property)| {
        let of = |why: String| format!("the setting {key:?}: {why}");
        let is_key = (1..=40).contains(&key.len())
            && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if !is_key || !known.insert(key.clone()) {
            return Err(of(
                "a name is 1 to 40 letters, digits and underscores, and is used once".into(),
            ));
        }
        let property: Property =
            serde_json::from_value(property).map_err(|error| of(error.to_string()))?;
        field(&key, property, &text).map_err(of)
    });
    fields.collect()
}

fn field(
    key: &str,
    property: Property,
    text: &impl Fn(&str) -> Result<Localized, String>,
) -> Result<SettingField, String> {
    let has_limits = property.minimum.is_some() || property.maximum.is_some();
    let min_length = property.min_length.unwrap_or_default();
    if min_length > 0 && (property.one_of.is_some() || property.max_length.is_none()) {
        return Err("minLength is for a string with maxLength".into());
    }
    let kind = match (property.kind.as_str(), property.one_of, property.max_length) {
        ("boolean", None, None) if !has_limits => SettingKind::Switch,
        ("integer", None, None) => match (property.minimum, property.maximum) {
            (Some(minimum), Some(maximum)) if minimum <= maximum => {
                SettingKind::Number { minimum, maximum }
            }
            _ => return Err("an integer has a minimum and a maximum".into()),
        },
        ("string", None, Some(max_length)) if !has_limits => {
            if !(1..=MAX_TEXT).contains(&max_length) {
                return Err(format!("maxLength is 1 to {MAX_TEXT}"));
            }
            if min_length > max_length {
                return Err("minLength is greater than maxLength".into());
            }
            SettingKind::Text {
                max_length,
                min_length,
            }
        }
        ("string", Some(options), None) if !has_limits => {
            if !(2..=MAX_OPTIONS).contains(&options.len()) {
                return Err(format!("oneOf has 2 to {MAX_OPTIONS} options"));
            }
            let options = options.into_iter().map(|option| {
                let title = text(&option.title)?;
                Ok(SettingOption {
                    value: option.value,
                    ko: title.ko,
                    en: title.en,
                })
            });
            SettingKind::Choice {
                options: options.collect::<Result<_, String>>()?,
            }
        }
        _ => {
            return Err(
                "it is a boolean, an integer with minimum and maximum, a string with maxLength, or a string with oneOf"
                    .into(),
            );
        }
    };
    let field = SettingField {
        key: key.to_owned(),
        title: text(&property.title)?,
        hint: property.description.as_deref().map(text).transpose()?,
        default: as_shown(&kind, &property.default),
        kind,
    };
    // An empty text that people have to enter is how its form begins.
    let begins_empty = field.is_required() && field.default == "";
    match field.refusal(&field.default) {
        None => Ok(field),
        Some(_) if begins_empty => Ok(field),
        Some(why) => Err(format!("its default does not fit: {}", why.en)),
    }
}

impl SettingField {
    /// Whether people have to enter it.
    #[must_use]
    pub fn is_required(&self) -> bool {
        matches!(self.kind, SettingKind::Text { min_length, .. } if min_length > 0)
    }

    /// Why a value is no value of this setting; `None` if it is one.
    #[must_use]
    pub fn refusal(&self, value: &Value) -> Option<Localized> {
        match &self.kind {
            SettingKind::Switch => (!value.is_boolean())
                .then(|| Localized::new("켜거나 꺼 주세요.", "Turn it on or off.")),
            SettingKind::Number { minimum, maximum } => {
                let number = value.as_i64();
                let fits = number.is_some_and(|number| (minimum..=maximum).contains(&&number));
                (!fits).then(|| {
                    Localized::new(
                        format!("{minimum}~{maximum} 사이의 정수를 입력해 주세요."),
                        format!("Enter a whole number from {minimum} to {maximum}."),
                    )
                })
            }
            SettingKind::Text {
                max_length,
                min_length,
            } => text_refusal(value.as_str(), *min_length, *max_length),
            SettingKind::Choice { options } => {
                let fits = value
                    .as_str()
                    .is_some_and(|value| options.iter().any(|option| option.value == value));
                (!fits).then(|| {
                    Localized::new(
                        "목록에 있는 값을 골라 주세요.",
                        "Choose a value of the list.",
                    )
                })
            }
        }
    }
}

fn text_refusal(text: Option<&str>, min_length: u32, max_length: u32) -> Option<Localized> {
    let limit = |limit: u32| usize::try_from(limit).unwrap_or(usize::MAX);
    let (least, most) = (limit(min_length), limit(max_length));
    match text.filter(|text| !text.contains('\0')) {
        Some(text) if witverse_text::length(text.trim()) < least => Some(match least {
            1 => Localized::new("입력해 주세요.", "Please fill this in."),
            _ => Localized::new(
                format!("{min_length}자 이상 입력해 주세요."),
                format!("Enter at least {min_length} characters."),
            ),
        }),
        Some(text) if witverse_text::length(text) <= most => {
            is_line(max_length).then(|| break_fault(text)).flatten()
        }
        _ => Some(Localized::new(
            format!("{max_length}자까지 입력할 수 있습니다."),
            format!("Enter at most {max_length} characters."),
        )),
    }
}

/// Whether a text of at most so many characters has one line. Its form is drawn by the same rule.
const fn is_line(max_length: u32) -> bool {
    max_length <= LINE_MAX
}

/// A stored value as its form shows it: what was stored before the rule of one line may have several.
fn as_shown(kind: &SettingKind, value: &Value) -> Value {
    match (kind, value) {
        (SettingKind::Text { max_length, .. }, Value::String(text)) if is_line(*max_length) => {
            on_one_line(text).into()
        }
        _ => value.clone(),
    }
}

/// The values of a filled form, with the defaults of the fields that were left out; or every value that does not fit, by the
/// key of its field.
///
/// # Errors
/// The refused values.
pub(super) fn filled_form(
    fields: &[SettingField],
    entered: &Value,
) -> Result<Map<String, Value>, Vec<(String, Localized)>> {
    let none = Map::new();
    let entered = entered.as_object().unwrap_or(&none);
    let is_known = |key: &String| fields.iter().any(|field| field.key == *key);
    let unknown = entered.keys().filter(|key| !is_known(key)).map(|key| {
        let text = Localized::new("이 양식에 없는 항목입니다.", "The form has no such field.");
        (key.clone(), text)
    });
    let wrong = fields.iter().filter_map(|field| {
        let value = entered.get(&field.key).unwrap_or(&field.default);
        Some((field.key.clone(), field.refusal(value)?))
    });
    let refused: Vec<_> = unknown.chain(wrong).collect();
    match refused.is_empty() {
        true => Ok(effective_settings(fields, &Value::Object(entered.clone()))),
        false => Err(refused),
    }
}

/// The value of every setting: what the operator has entered, or the default. A value that a newer version does not allow
/// counts as not entered.
#[must_use]
pub fn effective_settings(fields: &[SettingField], entered: &Value) -> Map<String, Value> {
    let value = |field: &SettingField| {
        let value = entered.get(&field.key);
        let value = value.map(|value| as_shown(&field.kind, value));
        let fits = value.filter(|value| field.refusal(value).is_none());
        (
            field.key.clone(),
            fits.unwrap_or_else(|| field.default.clone()),
        )
    };
    fields.iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const COMPLETE: &str = r#"{ "type": "object", "additionalProperties": false, "properties": {
        "rounds": { "type": "integer", "minimum": 1, "maximum": 9, "default": 5, "title": "Rounds" },
        "calm": { "type": "boolean", "default": true, "title": "Calm", "description": "Quieter" },
        "greeting": { "type": "string", "maxLength": 5, "default": "", "title": "Greeting" },
        "mode": { "type": "string", "default": "a", "title": "Mode",
            "oneOf": [{ "const": "a", "title": "A" }, { "const": "b", "title": "B" }] } } }"#;

    fn read(schema: &str) -> Result<Vec<SettingField>, String> {
        read_settings(schema, |text| Ok(Localized::new(text, text)))
    }

    #[test]
    fn fields_are_in_the_order_of_the_file() {
        let fields = read(COMPLETE).expect("a schema");
        let keys: Vec<_> = fields.iter().map(|field| field.key.as_str()).collect();
        assert_eq!(keys, ["rounds", "calm", "greeting", "mode"]);
        let stored = serde_json::to_value(&fields).expect("JSON");
        assert_eq!(
            serde_json::from_value::<Vec<SettingField>>(stored).expect("fields"),
            fields
        );
    }

    #[test]
    fn keywords_without_effect_and_wrong_defaults_are_refused() {
        let check = |from: &str, to: &str, expect: &str| {
            let refusal = read(&COMPLETE.replace(from, to)).expect_err(to);
            assert!(refusal.contains(expect), "{refusal}");
        };
        check("\"minimum\": 1, ", "", "an integer has a minimum");
        check(
            "\"minimum\": 1",
            "\"multipleOf\": 1",
            "unknown field `multipleOf`",
        );
        check("\"default\": 5, ", "", "missing field `default`");
        check("\"default\": 5", "\"default\": 10", "from 1 to 9");
        check(
            "\"default\": \"a\"",
            "\"default\": \"c\"",
            "the setting \"mode\"",
        );
        check("\"maxLength\": 5", "\"maxLength\": 0", "maxLength is 1");
        check("\"calm\"", "\"rounds\"", "used once");
        check("\"boolean\"", "\"array\"", "it is a boolean");
        check(
            "false, \"prop",
            "true, \"prop",
            "without additionalProperties",
        );
    }

    #[test]
    fn a_form_has_texts_that_people_enter() {
        let schema = COMPLETE.replace("\"maxLength\": 5", "\"maxLength\": 5, \"minLength\": 2");
        assert!(read(&schema).expect_err("a setting").contains("minLength"));
        let text = |text: &str| Ok(Localized::new(text, text));
        let fields = read_form(&schema, text).expect("a form");
        let refused = |entered: Value| -> Vec<String> {
            let refused = filled_form(&fields, &entered).expect_err("it does not fit");
            refused.into_iter().map(|(key, _)| key).collect()
        };
        assert_eq!(refused(json!({})), ["greeting"]);
        assert_eq!(refused(json!({ "greeting": " a " })), ["greeting"]);
        assert_eq!(
            refused(json!({ "greeting": "hi", "gone": 1, "rounds": 10 })),
            ["gone", "rounds"]
        );
        assert_eq!(
            Value::Object(filled_form(&fields, &json!({ "greeting": "hi" })).expect("it fits")),
            json!({ "rounds": 5, "calm": true, "greeting": "hi", "mode": "a" })
        );
        let late = schema.replace("\"minLength\": 2", "\"minLength\": 6");
        assert!(
            read_form(&late, text)
                .expect_err("no text fits")
                .contains("minLength")
        );
    }

    #[test]
    fn values_are_checked_and_completed_with_defaults() {
        let fields = read(COMPLETE).expect("a schema");
        let check = |index: usize, value: Value, fits: bool| {
            assert_eq!(fields[index].refusal(&value).is_none(), fits, "{value}");
        };
        check(0, json!(9), true);
        check(0, json!(10), false);
        check(0, json!(2.5), false);
        check(0, json!("5"), false);
        check(1, json!(false), true);
        check(1, json!(0), false);
        check(2, json!("다섯글자야"), true);
        check(2, json!("여섯글자이야"), false);
        check(2, json!("a\nb"), false);
        check(3, json!("b"), true);
        check(3, json!("c"), false);
        let entered = json!({ "rounds": 99, "mode": "b", "gone": 1 });
        assert_eq!(
            Value::Object(effective_settings(&fields, &entered)),
            json!({ "rounds": 5, "calm": true, "greeting": "", "mode": "b" })
        );
    }

    #[test]
    fn short_texts_are_one_line_also_when_they_were_stored_with_more() {
        let stored = json!({ "greeting": "a\nb" });
        let greeting = |maximum: &str| {
            let fields = read(&COMPLETE.replace("maxLength\": 5", maximum)).expect("a schema");
            let refusal = fields[2].refusal(&stored["greeting"]);
            let value = effective_settings(&fields, &stored)["greeting"].clone();
            (refusal.is_some(), value)
        };
        assert_eq!(greeting("maxLength\": 100"), (true, json!("a b")));
        assert_eq!(greeting("maxLength\": 101"), (false, json!("a\nb")));
        let begins = COMPLETE.replace("\"\"", r#""a\nb""#);
        assert_eq!(read(&begins).expect("a schema")[2].default, "a b");
    }
}
