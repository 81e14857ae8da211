//! `cargo xtask run`: from a fresh clone to a running platform with demo content.

use crate::shell::{command, step};
use crate::workspace::at;
use crate::{Result, build};
use std::process::Command;

struct Options<'a> {
    release: bool,
    passed_on: Vec<&'a str>,
    names_data_dir: bool,
}

fn parse<'a>(words: &[&'a str]) -> Result<Options<'a>> {
    let mut options = Options {
        release: false,
        passed_on: Vec::new(),
        names_data_dir: false,
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let name = word.split_once('=').map_or(*word, |(name, _)| name);
        match name {
            "--release" => options.release = true,
            "--port" | "--data-dir" | "--database-url" => {
                options.names_data_dir |= name == "--data-dir";
                options.passed_on.push(word);
                if !word.contains('=') {
                    let value = words.next().ok_or(format!("{name} needs a value"))?;
                    options.passed_on.push(value);
                }
            }
            _ => {
                return Err(format!(
                    "run does not know `{word}`; it takes --port N, --data-dir DIR, --database-url URL and --release"
                ));
            }
        }
    }
    Ok(options)
}

pub(crate) fn run(words: &[&str]) -> Result {
    let options = parse(words)?;
    let tools = build::build(options.release)?;
    step("starting (Ctrl-C stops)");
    let mut kernel = command(build::kernel_program(options.release));
    kernel
        .args(["serve", "--demo", "--bundles"])
        .arg(at(build::BUNDLES))
        .arg("--web")
        .arg(at(build::WEB));
    if !options.names_data_dir {
        kernel.arg("--data-dir").arg(at("data"));
    }
    kernel.args(&options.passed_on);
    replace_process(tools.set_env(&mut kernel))
}

/// Replaces this process by the kernel, so that signals reach it and its exit code is returned.
#[cfg(unix)]
fn replace_process(kernel: &mut Command) -> Result {
    use std::os::unix::process::CommandExt;
    let error = kernel.exec();
    Err(format!("cannot start the kernel: {error}"))
}

#[cfg(not(unix))]
fn replace_process(kernel: &mut Command) -> Result {
    crate::shell::run(kernel, "the kernel")
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn options_go_to_the_kernel() {
        let options = parse(&["--port", "9000", "--release", "--data-dir=/x"]).expect("fine");
        assert_eq!(options.passed_on, ["--port", "9000", "--data-dir=/x"]);
        assert!(options.release && options.names_data_dir);
        assert!(parse(&["--port"]).is_err());
        assert!(parse(&["--prot", "9000"]).is_err());
    }
}
