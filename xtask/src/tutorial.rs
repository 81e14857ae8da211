//! The page `docs/plugin-in-ten-minutes.md`, run as a stranger would: outside of this repository, with the built program
//! and the packed SDK alone. Each block is run by one shell, word for word; what follows `sh` says how:
//!
//! - nothing: every command succeeds; `fails`: the last one fails;
//! - `background=WORD`: in another terminal, which prints a line with the word before the page goes on;
//! - `expect=WORD`: afterwards the other terminal prints one more line with the word;
//! - `end`: ends what runs in the other terminal.

use crate::counts::Counts;
use crate::examples::TARGET;
use crate::setup::Tools;
use crate::shell::{command, step};
use crate::workspace::{ScratchFolder, at, path_after, read, write};
use crate::{Result, build, sdk};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PAGE: &str = "docs/plugin-in-ten-minutes.md";
const LIMIT: Duration = Duration::from_secs(300);
/// The first run compiles the dependencies of plugins.
const FIRST_LIMIT: Duration = Duration::from_secs(600);

/// Runs the page; a block is a test.
pub(crate) fn run(tools: &Tools) -> Result<Counts> {
    sdk::pack()?;
    let blocks = blocks(&read(&at(PAGE))?)?;
    let folder = ScratchFolder::new("tutorial")?;
    let marker = at(TARGET).join("tutorial");
    let limit = match marker.is_file() {
        true => LIMIT,
        false => FIRST_LIMIT,
    };
    let mut reader = Reader {
        tools,
        folder: folder.path(),
        begun: Instant::now(),
        limit,
        path: path(tools)?,
        terminal: None,
        seen: 0,
    };
    let mut counts = Counts::default();
    for block in &blocks {
        let started = Instant::now();
        let first = block.commands.lines().next().unwrap_or("(end)");
        if let Err(why) = reader.run(block) {
            reader.end();
            return Err(format!("{PAGE}: `{first}`: {why}"));
        }
        step(format!(
            "{:>6.1} s  {first}",
            started.elapsed().as_secs_f64()
        ));
        counts.add(Counts::ONE_PASSED);
    }
    reader.end();
    write(&marker, "")?;
    step(format!(
        "{:>6.1} s  the whole page",
        reader.begun.elapsed().as_secs_f64()
    ));
    Ok(counts)
}

/// The folders of programs, that of `witverse` first.
fn path(tools: &Tools) -> Result<OsString> {
    let program = build::kernel_program(false);
    let mut folders: Vec<PathBuf> = program.parent().map(Path::to_owned).into_iter().collect();
    folders.extend(tools.wasm.cargo_folder()?);
    path_after(&folders)
}

#[derive(Debug, PartialEq)]
enum Mode {
    Succeeds,
    Fails,
    Background(String),
    Expect(String),
    End,
}

#[derive(Debug, PartialEq)]
struct Block {
    mode: Mode,
    commands: String,
}

/// The blocks of a page that begin with `sh`.
fn blocks(page: &str) -> Result<Vec<Block>> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) if info == "sh" || info.starts_with("sh ") => {
                let mode = match info.trim_start_matches("sh").trim().split_once('=') {
                    Some(("background", word)) => Mode::Background(word.into()),
                    Some(("expect", word)) => Mode::Expect(word.into()),
                    None if info == "sh" => Mode::Succeeds,
                    None if info == "sh fails" => Mode::Fails,
                    None if info == "sh end" => Mode::End,
                    _ => return Err(format!("{PAGE}: the block `{info}` is not known")),
                };
                let commands = String::new();
                open = Some(Block { mode, commands });
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(block), None) => {
                block.commands += line;
                block.commands += "\n";
            }
            (None, _) => {}
        }
    }
    Ok(found)
}

/// Runs blocks one after another. Folder and variables go from block to block in a file.
struct Reader<'a> {
    tools: &'a Tools,
    folder: &'a Path,
    begun: Instant,
    limit: Duration,
    /// With the program `witverse`.
    path: OsString,
    terminal: Option<Child>,
    /// Bytes of the other terminal's output that were looked at.
    seen: usize,
}

impl Reader<'_> {
    fn run(&mut self, block: &Block) -> Result {
        match &block.mode {
            Mode::Succeeds => self.commands(&block.commands, true),
            Mode::Fails => self.commands(&block.commands, false),
            Mode::Background(word) => {
                // The shell becomes its only program, which gets the signal of the end.
                let mut shell = self.shell(&format!("exec {}", block.commands));
                let output = fs::File::create(self.output()).map_err(|error| error.to_string())?;
                let errors = output.try_clone().map_err(|error| error.to_string())?;
                let started = shell
                    .stdin(Stdio::null())
                    .stdout(output)
                    .stderr(errors)
                    .spawn();
                self.terminal = Some(started.map_err(|error| error.to_string())?);
                self.seen = 0;
                self.wait_for(word)
            }
            Mode::Expect(word) => {
                self.commands(&block.commands, true)?;
                self.wait_for(word)
            }
            Mode::End => {
                self.end();
                Ok(())
            }
        }
    }

    fn commands(&self, commands: &str, succeeds: bool) -> Result {
        let mut child = self
            .shell(commands)
            .stdin(Stdio::null())
            .spawn()
            .map_err(|error| error.to_string())?;
        let status = loop {
            if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
                break status;
            }
            if let Err(late) = self.in_time() {
                stop(&mut child);
                return Err(late);
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        match status.success() == succeeds {
            true => Ok(()),
            false if succeeds => Err(format!("failed ({status})")),
            false => Err("succeeded, but must fail".into()),
        }
    }

    fn in_time(&self) -> Result {
        match self.begun.elapsed() < self.limit {
            true => Ok(()),
            false => Err(format!(
                "the page takes longer than {} s",
                self.limit.as_secs()
            )),
        }
    }

    /// A shell in the folder and with the variables of the block before.
    fn shell(&self, commands: &str) -> Command {
        let state = self.folder.join(".state");
        let state = state.display();
        let script = format!(
            "set -e -o pipefail\n[ -f '{state}' ] && . '{state}'\n{commands}\
             {{ export -p; printf 'cd %q\\n' \"$PWD\"; }} > '{state}'\n"
        );
        let mut shell = command("bash");
        self.tools
            .set_env(&mut shell)
            .args(["-c", &script])
            .current_dir(self.folder)
            .env("PATH", &self.path)
            .env("CARGO_TARGET_DIR", at(TARGET))
            .env("WITVERSE_BUNDLES", at(build::BUNDLES))
            .env("WITVERSE_WEB", at(build::WEB));
        shell
    }

    /// What the other terminal prints.
    fn output(&self) -> PathBuf {
        self.folder.join(".terminal")
    }

    /// Waits for a line with the word after what was seen.
    fn wait_for(&mut self, word: &str) -> Result {
        loop {
            let text = fs::read_to_string(self.output()).unwrap_or_default();
            let new = text.get(self.seen..).unwrap_or_default();
            let lines = new
                .split_inclusive('\n')
                .filter(|line| line.ends_with('\n'));
            let mut at = self.seen;
            for line in lines {
                at += line.len();
                if line.contains(word) {
                    print!("{}", &text[self.seen..at]);
                    self.seen = at;
                    return Ok(());
                }
            }
            let ended = self
                .terminal
                .as_mut()
                .and_then(|terminal| terminal.try_wait().ok().flatten());
            let late = self.in_time().err();
            if let Some(why) = late.or(ended.map(|status| format!("it ended ({status})"))) {
                return Err(format!("no line with `{word}`: {why}\n{new}"));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Ends what runs in the other terminal, as Ctrl-C does.
    fn end(&mut self) {
        let Some(mut terminal) = self.terminal.take() else {
            return;
        };
        let _ = command("kill").arg(terminal.id().to_string()).status();
        let asked = Instant::now();
        while asked.elapsed() < Duration::from_secs(60) {
            if terminal.try_wait().is_ok_and(|ended| ended.is_some()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        stop(&mut terminal);
    }
}

fn stop(child: &mut Child) {
    // It may have ended in the meantime.
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_blocks_of_a_page() {
        let page = "# A\n```toml\na = 1\n```\n```sh\none\ntwo\n```\n```sh background=ready\nthree\n```\n```sh end\n```\n";
        let block = |mode, commands: &str| Block {
            mode,
            commands: commands.into(),
        };
        assert_eq!(
            blocks(page).expect("known blocks"),
            [
                block(Mode::Succeeds, "one\ntwo\n"),
                block(Mode::Background("ready".into()), "three\n"),
                block(Mode::End, ""),
            ]
        );
        assert!(blocks("```sh sometimes\n```\n").is_err());
    }

    #[test]
    fn this_page_has_blocks() {
        let page = read(&at(PAGE)).expect("the page");
        assert!(blocks(&page).is_ok_and(|blocks| blocks.len() > 8));
    }
}
