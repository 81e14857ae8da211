//! Why an uploaded package is refused: for the operator the file, the place in it and the remedy, in both languages; for the author
//! the English sentence of the check, in a field of its own (`author`).

use crate::error::{Error, FieldProblem, Localized, Problem};
use crate::plugins::PackageError;

use super::messages::PACKAGE_INVALID;

/// The field with the sentence for the author.
const AUTHOR: &str = "author";

/// An archive that cannot be read or verified.
pub(super) fn of_archive(error: &PackageError) -> Error {
    refused(error.localized(), &error.to_string())
}

/// A manifest, or a file that it names. `reason` is a sentence for the author.
pub(super) fn of_bundle(reason: &str) -> Error {
    let file = reason
        .strip_suffix(" cannot be read")
        .or_else(|| reason.split_once(" cannot be read: ").map(|(file, _)| file));
    let text = if let Some(file) = file {
        PackageError::Missing(file.trim_end_matches('/').to_owned()).localized()
    } else if reason.contains("this kernel speaks") {
        too_old()
    } else if let Some(file) = other_file(reason) {
        Localized::new(
            format!(
                "{file} 파일의 내용이 올바르지 않습니다. 만든 사람에게 고친 파일을 요청해 주세요."
            ),
            format!("{file} is invalid. Ask its author for a corrected plugin."),
        )
    } else {
        of_manifest(reason)
    };
    refused(text, reason)
}

/// A component, or policies, that the platform cannot run.
pub(super) fn of_component(reason: &str) -> Error {
    let text = if reason.contains("does not fit the plugin contract") {
        Localized::new(
            "플러그인 프로그램(component.wasm)이 허용되지 않은 기능을 가져다 씁니다. 만든 사람에게 플러그인 SDK로 다시 만들어 달라고 해 주세요.",
            "Its program (component.wasm) imports functions that plugins may not use. Ask its author to build it with the plugin SDK.",
        )
    } else {
        Localized::new(
            "플러그인 프로그램(component.wasm)이나 권한 규칙(cedar)을 실행할 수 없습니다. 만든 사람에게 고친 파일을 요청해 주세요.",
            "Its program (component.wasm) or its policies (cedar) cannot be run here. Ask its author for a corrected plugin.",
        )
    };
    refused(text, reason)
}

/// A service or a scope that the platform does not have.
pub(super) fn of_services(reason: &str) -> Error {
    refused(too_old(), reason)
}

fn too_old() -> Localized {
    Localized::new(
        "이 플랫폼에 없는 기능이 필요한 플러그인입니다(plugin.toml). 이전 버전을 설치하거나 만든 사람에게 문의해 주세요.",
        "This plugin needs a feature that this platform does not have (plugin.toml). Install an earlier version, or ask its author.",
    )
}

/// A mistake in `plugin.toml`, with its line or its field if the sentence names one.
fn of_manifest(reason: &str) -> Localized {
    let line = reason
        .strip_prefix("plugin.toml, line ")
        .and_then(|rest| rest.split(':').next());
    let (ko, en) = match (line, field(reason)) {
        (Some(line), _) => (
            format!("의 {line}번째 줄"),
            format!(" is invalid in line {line}"),
        ),
        (None, Some(field)) => (format!("의 {field} 값"), format!(" is invalid at {field}")),
        (None, None) => (" 내용".to_owned(), " is invalid".to_owned()),
    };
    Localized::new(
        format!("plugin.toml{ko}이 올바르지 않습니다. 만든 사람에게 고친 파일을 요청해 주세요."),
        format!("plugin.toml{en}. Ask its author for a corrected plugin."),
    )
}

/// The first word of a sentence that is the name of a key, like `capabilities.sql.mib`.
fn field(reason: &str) -> Option<&str> {
    let is_part = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    };
    let words = reason.split(|letter: char| {
        letter.is_whitespace() || matches!(letter, ',' | ';' | ':' | '(' | ')')
    });
    let mut keys = words.filter(|word| word.contains('.') && word.split('.').all(is_part));
    keys.find(|word| !word.ends_with(".toml"))
}

/// The file that a sentence begins with, if it is not the manifest: `schemas/settings.json: …`.
fn other_file(reason: &str) -> Option<&str> {
    let (file, _) = reason.split_once(": ")?;
    let is_file = file.contains('.') && !file.contains(char::is_whitespace);
    (is_file && file != "plugin.toml").then_some(file)
}

fn refused(text: Localized, detail: &str) -> Error {
    Problem {
        message: text,
        fields: vec![FieldProblem {
            field: AUTHOR.to_owned(),
            message: Localized::new(detail, detail),
        }],
        ..PACKAGE_INVALID.into()
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_reads_the_file_the_place_and_the_remedy() {
        let check = |error: Error, ko: &str, en: &str, author: &str| {
            let Error::Problem(problem) = error else {
                panic!("{error:?}");
            };
            assert!(problem.message.ko.contains(ko), "{}", problem.message.ko);
            assert!(problem.message.en.contains(en), "{}", problem.message.en);
            assert!(problem.fields[0].message.en.contains(author));
            assert!(
                !problem.message.ko.contains(author),
                "{}",
                problem.message.ko
            );
        };
        check(
            of_bundle("component.wasm cannot be read: not found"),
            "component.wasm 파일이 빠져",
            "component.wasm is missing",
            "not found",
        );
        check(
            of_bundle("plugin.toml, line 12: unknown field `sq`"),
            "12번째 줄",
            "in line 12",
            "unknown field",
        );
        check(
            of_bundle("capabilities.sql.mib is 0; 1 to 65536 is possible"),
            "capabilities.sql.mib 값",
            "at capabilities.sql.mib",
            "is possible",
        );
        check(
            of_bundle("the contract \"^2\" is not supported; this kernel speaks 1.0"),
            "이전 버전을 설치",
            "earlier version",
            "this kernel speaks",
        );
        check(
            of_bundle("schemas/settings.json: the type of rounds is unknown"),
            "schemas/settings.json 파일의 내용",
            "schemas/settings.json is invalid",
            "rounds",
        );
        check(
            of_component("the component does not fit the plugin contract: wasi"),
            "component.wasm",
            "plugin SDK",
            "wasi",
        );
    }
}
