//! `witverse plugin new`: writes a small plugin that works, from the templates in `sdk/templates`, with the packed SDK
//! in its folder.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use witverse_kernel::plugins::PluginId;

use super::file_error::at;
use super::front_end;
use super::sdk_archives::SdkArchives;

#[derive(Args)]
pub(crate) struct NewPlugin {
    /// <publisher>.<name> of a plugin for worlds, <name> of a system plugin
    id: String,
    #[arg(long, value_enum, default_value_t = TemplateKind::WorldBlock)]
    kind: TemplateKind,
    /// The folder to write; by default named like the plugin, in the current folder
    #[arg(long)]
    folder: Option<PathBuf>,
    /// The folder of the packed SDK; by default the one beside this program
    #[arg(long)]
    sdk: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TemplateKind {
    /// The game of blocks, and a page: operators install it in their worlds
    WorldBlock,
    /// A kind of event: operators install it in their worlds, organisers choose it for an event
    WorldEvent,
    /// A part of a platform
    System,
}

/// Path and content.
type Template = &'static [(&'static str, &'static str)];

macro_rules! template {
    ($folder:literal: $($file:literal),+ $(,)?) => {
        &[$(($file, include_str!(concat!("../../../sdk/templates/", $folder, "/", $file)))),+]
    };
}

const WORLD_BLOCK: Template = template!["world-block":
    "Cargo.toml", "README.md", "plugin.toml", "src/lib.rs", "src/board.rs", "src/store.rs",
    "migrations/0001_expand.sql", "routes.json",
    "cedar/plugin.cedar", "cedar/plugin.cedarschema", "i18n/ko.toml", "i18n/en.toml",
    "web/play.html", "web/play.css", "web/play.js", "web/texts.js", "tests/calls.json",
];
const WORLD_EVENT: Template = template!["world-event":
    "Cargo.toml", "README.md", "plugin.toml", "src/lib.rs", "src/event.rs", "src/note.rs", "src/store.rs",
    "migrations/0001_expand.sql", "schemas/form.json", "routes.json", "cedar/plugin.cedar", "cedar/plugin.cedarschema",
    "i18n/ko.toml", "i18n/en.toml", "web/notes.html", "web/notes.css", "web/notes.js", "web/texts.js",
];
const SYSTEM: Template = template!["system":
    "Cargo.toml", "README.md", "plugin.toml", "src/lib.rs", "src/note.rs",
    "migrations/0001_expand.sql", "routes.json", "cedar/plugin.cedar", "cedar/plugin.cedarschema",
    "i18n/ko.toml", "i18n/en.toml", "web/package.json", "web/rspack.config.mjs", "web/tsconfig.json",
    "web/vitest.config.ts", "web/src/plugin.ts", "web/src/plugin.css", "web/src/css.d.ts", "web/src/api.ts",
    "web/src/NotePage.tsx", "web/src/NotePage.test.tsx", "web/src/locales/ko.ts", "web/src/locales/en.ts",
];
/// A dot cannot begin the name of a template, because packages of crates leave such files out.
const IGNORED: &str = "/target\nnode_modules\n/web/dist\n*.key\n*.verse\n";

pub(super) fn write(new: &NewPlugin) -> Result<(), String> {
    let names = Names::of(&new.id, new.kind)?;
    let archives = SdkArchives::find(new.sdk.as_deref())?;
    let folder = match &new.folder {
        Some(folder) => folder.clone(),
        None => PathBuf::from(names.id.replace('.', "-")),
    };
    if folder.exists() {
        return Err(format!("{} exists already", folder.display()));
    }
    write_template(&folder, new.kind, &names)?;
    put_sdk(&folder, &archives)?;
    println!(
        "{}: a plugin that works. Its README.md says how to go on.",
        folder.display()
    );
    Ok(())
}

/// Replaces the SDK in a plugin.
pub(super) fn vendor(folder: &Path, sdk: Option<&Path>) -> Result<(), String> {
    if !folder.join("plugin.toml").is_file() {
        return Err(format!("{} has no plugin.toml", folder.display()));
    }
    put_sdk(folder, &SdkArchives::find(sdk)?)
}

/// Unpacks the SDK below `vendor`, and copies the module for pages beside the pages. The packages for a front end that is
/// built stay archives.
fn put_sdk(folder: &Path, archives: &SdkArchives) -> Result<(), String> {
    let vendor = folder.join("vendor");
    for name in [
        "witverse-sdk",
        "witverse-frame",
        "witverse-plugin",
        "witverse-web",
    ] {
        let earlier = vendor.join(name);
        if earlier.exists() {
            fs::remove_dir_all(&earlier).map_err(at(&earlier))?;
        }
    }
    if folder.join("Cargo.toml").is_file() {
        archives.unpack_rust(&vendor.join("witverse-sdk"))?;
    }
    if folder.join("package.json").is_file() {
        archives.unpack_script(&vendor.join("witverse-plugin"))?;
    }
    let web = folder.join("web");
    if let Some(sources) = front_end::sources(folder) {
        archives.copy_web(&vendor.join("witverse-web"))?;
        front_end::forget_sdk(&sources)?;
    } else if web.is_dir() {
        let frame = vendor.join("witverse-frame");
        archives.unpack_frame(&frame)?;
        let module = frame.join("index.js");
        fs::copy(&module, web.join("frame.js")).map_err(at(&module))?;
    }
    Ok(())
}

fn write_template(folder: &Path, kind: TemplateKind, names: &Names) -> Result<(), String> {
    let template = match kind {
        TemplateKind::WorldBlock => WORLD_BLOCK,
        TemplateKind::WorldEvent => WORLD_EVENT,
        TemplateKind::System => SYSTEM,
    };
    let ignored = (".gitignore", IGNORED);
    for (path, content) in template.iter().chain([&ignored]) {
        let file = folder.join(path);
        if let Some(above) = file.parent() {
            fs::create_dir_all(above).map_err(at(above))?;
        }
        fs::write(&file, names.fill_in(content)).map_err(at(&file))?;
    }
    Ok(())
}

/// The names of a new plugin.
struct Names {
    id: String,
    /// The last part of the id.
    name: String,
    /// The first part of the id.
    publisher: String,
}

impl Names {
    fn of(id: &str, kind: TemplateKind) -> Result<Self, String> {
        PluginId::try_from(id.to_owned())?;
        let (publisher, name) = match (kind, id.split_once('.')) {
            (TemplateKind::System, None) => (id, id),
            (TemplateKind::System, Some(_)) => {
                return Err(format!("the id {id:?} of a system plugin has no dots"));
            }
            (_, Some((publisher, name))) if !name.contains('.') => (publisher, name),
            _ => {
                return Err(format!(
                    "the id {id:?} is not like publisher.name, for example acme.quiz"
                ));
            }
        };
        Ok(Self {
            id: id.to_owned(),
            name: name.to_owned(),
            publisher: publisher.to_owned(),
        })
    }

    fn fill_in(&self, template: &str) -> String {
        let namespace = self.id.replace('.', "::").replace('-', "_");
        template
            .replace("{{id}}", &self.id)
            .replace("{{crate}}", &self.id.replace('.', "-"))
            .replace("{{namespace}}", &namespace)
            .replace("{{publisher}}", &self.publisher)
            .replace("{{name}}", &self.name)
            .replace("{{title}}", &title(&self.name))
    }
}

/// `night-quiz` as `Night quiz`.
fn title(name: &str) -> String {
    let words = name.replace('-', " ");
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use witverse_kernel::plugins::{Bundle, check_bundle, read_bundles};
    use witverse_runtime::{AotCache, Compiler, RuntimeConfig};

    use super::*;

    /// The component of the test plugin stands in for the compiler's output: everything else is the template's.
    fn check(kind: TemplateKind, id: &str) -> Bundle {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = tempfile::TempDir::new().expect("a folder");
        write_template(folder.path(), kind, &Names::of(id, kind).expect("an id")).expect("written");
        if front_end::sources(folder.path()).is_some() {
            put_built_front_end(folder.path());
        }
        super::super::build::place_routes(folder.path(), folder.path()).expect("routes");
        let probe = root.join("target/test-bundles/probe/component.wasm");
        fs::copy(probe, folder.path().join("component.wasm")).expect("the plugins are built");
        for entry in walkdir::WalkDir::new(folder.path()).into_iter().flatten() {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            let path = entry.path().display();
            assert!(!text.contains("{{"), "{path} has a placeholder left");
        }
        let system = read_bundles(&root.join("target/bundles")).expect("the plugins are built");
        let cache = AotCache::new(
            folder.path().join(".cache"),
            [0; 32],
            Compiler::Here,
            RuntimeConfig::default(),
        );
        check_bundle(folder.path(), &system, &cache).unwrap_or_else(|why| panic!("{id}: {why}"))
    }

    /// What the bundler writes, in place of the sources: npm does not run here.
    fn put_built_front_end(folder: &Path) {
        let web = folder.join("web");
        fs::remove_dir_all(&web).expect("the sources");
        fs::create_dir_all(&web).expect("made");
        let manifest = r#"{ "metaData": { "remoteEntry": { "name": "remoteEntry.js" } } }"#;
        fs::write(web.join("mf-manifest.json"), manifest).expect("written");
        fs::write(web.join("remoteEntry.js"), "").expect("written");
    }

    #[test]
    fn a_new_plugin_for_worlds_passes_the_check() {
        let bundle = check(TemplateKind::WorldBlock, "acme.night-quiz");
        assert_eq!(bundle.name.en, "Night quiz");
        assert!(!bundle.manifest.routes.is_empty() && !bundle.migrations.is_empty());
    }

    #[test]
    fn a_new_kind_of_event_passes_the_check() {
        let bundle = check(TemplateKind::WorldEvent, "acme.wish-list");
        assert_eq!(bundle.forms["event.form"].len(), 1);
        assert!(bundle.manifest.has_event_scope());
    }

    #[test]
    fn a_new_system_plugin_passes_the_check() {
        let bundle = check(TemplateKind::System, "notes");
        assert!(!bundle.manifest.routes.is_empty());
        assert_eq!(bundle.manifest.ui.routes[0].path, "/notes");
    }

    #[test]
    fn the_id_fits_the_kind() {
        let check = |id: &str, kind: TemplateKind, fits: bool| {
            assert_eq!(Names::of(id, kind).is_ok(), fits, "{id}");
        };
        check("acme.quiz", TemplateKind::WorldBlock, true);
        check("quiz", TemplateKind::WorldBlock, false);
        check("acme.quiz.more", TemplateKind::WorldBlock, false);
        check("Acme.quiz", TemplateKind::WorldBlock, false);
        check("kernel.quiz", TemplateKind::WorldBlock, false);
        check("acme.poll", TemplateKind::WorldEvent, true);
        check("poll", TemplateKind::WorldEvent, false);
        check("notes", TemplateKind::System, true);
        check("acme.notes", TemplateKind::System, false);
    }
}
