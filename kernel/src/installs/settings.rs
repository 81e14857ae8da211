//! The settings of an install: what an operator enters, checked against the settings that its package declares.

use serde_json::{Map, Value};

use super::texts::TextView;
use super::views::SettingView;
use crate::error::{FieldProblem, Localized, Problem, Result};
use crate::plugins::{SettingField, SettingKind, effective_settings};

/// What an operator had entered, with the newly entered values. A default is not stored, so a later version can change it.
///
/// # Errors
/// `validation_failed`, with every value that does not fit.
pub(super) fn with_settings(
    fields: &[SettingField],
    before: &Value,
    entered: &Map<String, Value>,
) -> Result<Value> {
    let mut settings = before.as_object().cloned().unwrap_or_default();
    let mut refused = Vec::new();
    for (key, value) in entered {
        let field = fields.iter().find(|field| field.key == *key);
        let refusal = match field {
            Some(_) if value.is_null() => None,
            Some(field) => field.refusal(value),
            None => Some(Localized::new(
                "이 플러그인에 없는 설정입니다.",
                "The plugin has no such setting.",
            )),
        };
        if let Some(message) = refusal {
            refused.push(FieldProblem {
                field: format!("settings.{key}"),
                message,
            });
        } else if value.is_null() || field.is_some_and(|field| field.default == *value) {
            settings.remove(key);
        } else {
            settings.insert(key.clone(), value.clone());
        }
    }
    match refused.is_empty() {
        true => Ok(Value::Object(settings)),
        false => Err(Problem::fields(refused).into()),
    }
}

/// The form of the settings, with the values that apply.
pub(super) fn setting_views(fields: &[SettingField], entered: &Value) -> Vec<SettingView> {
    let values = effective_settings(fields, entered);
    let view = |field: &SettingField| {
        let mut view = SettingView {
            key: field.key.clone(),
            title: (&field.title).into(),
            hint: field.hint.as_ref().map(TextView::from),
            kind: String::new(),
            minimum: None,
            maximum: None,
            max_length: None,
            min_length: None,
            options: Vec::new(),
            default: field.default.clone(),
            value: values.get(&field.key).cloned().unwrap_or_default(),
        };
        view.kind = match &field.kind {
            SettingKind::Switch => "switch",
            SettingKind::Number { minimum, maximum } => {
                (view.minimum, view.maximum) = (Some(*minimum), Some(*maximum));
                "number"
            }
            SettingKind::Text {
                max_length,
                min_length,
            } => {
                view.max_length = Some(*max_length);
                view.min_length = Some(*min_length).filter(|least| *least > 0);
                "text"
            }
            SettingKind::Choice { options } => {
                view.options.clone_from(options);
                "choice"
            }
        }
        .to_owned();
        view
    };
    fields.iter().map(view).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fields() -> Vec<SettingField> {
        let title = Localized::new("a", "a");
        let field = |key: &str, kind, default| SettingField {
            key: key.to_owned(),
            title: title.clone(),
            hint: None,
            default,
            kind,
        };
        vec![
            field("calm", SettingKind::Switch, json!(false)),
            field(
                "rounds",
                SettingKind::Number {
                    minimum: 1,
                    maximum: 9,
                },
                json!(5),
            ),
        ]
    }

    #[test]
    fn entered_values_replace_the_named_ones_and_defaults_are_not_stored() {
        let check = |before: Value, entered: Value, expect: Value| {
            let entered = entered.as_object().cloned().unwrap_or_default();
            let settings = with_settings(&fields(), &before, &entered).expect("it fits");
            assert_eq!(settings, expect);
        };
        check(json!({}), json!({ "rounds": 3 }), json!({ "rounds": 3 }));
        check(
            json!({ "rounds": 3 }),
            json!({ "calm": true }),
            json!({ "rounds": 3, "calm": true }),
        );
        check(json!({ "rounds": 3 }), json!({ "rounds": 5 }), json!({}));
        check(
            json!({ "rounds": 3, "calm": true }),
            json!({ "rounds": null }),
            json!({ "calm": true }),
        );
    }

    #[test]
    fn every_value_that_does_not_fit_is_named() {
        let entered = json!({ "rounds": 10, "calm": true, "gone": 1 });
        let refused = with_settings(
            &fields(),
            &json!({}),
            entered.as_object().expect("an object"),
        );
        let refusal = format!("{:?}", refused.expect_err("two do not fit"));
        assert!(
            refusal.contains("settings.rounds") && refusal.contains("settings.gone"),
            "{refusal}"
        );
        assert!(!refusal.contains("settings.calm"), "{refusal}");
    }
}
