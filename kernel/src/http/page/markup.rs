//! The markup of a page that was rendered at build time. The browser shows it before it has the scripts, and then React
//! replaces it. The SDK's `prerender` module writes it.

use super::holes::fill;
use super::routes::PluginPage;
use crate::error::Language;
use crate::http::state::Shared;
use crate::http::ui::InitialData;
use crate::plugins::{Kind, Layout};

/// The place of the page in the layout.
const PAGE_PLACE: &str = "<!--page-->";
const SHELL_FILES: &str = "/assets/shell/";

#[derive(Default)]
pub(super) struct Markup {
    /// The content of the title element, if the page has one.
    pub(super) title: Option<String>,
    /// The rules of what would be `style` attributes.
    pub(super) styles: String,
    pub(super) body: String,
}

impl Markup {
    /// The markup of a page: with its initial data, or else of the page that waits for them. Only plugins of the
    /// platform render into the shell's document. A page without the shell's layout has none.
    pub(super) fn of(
        app: &Shared,
        page: &PluginPage<'_>,
        initial: Option<&InitialData>,
        language: Language,
    ) -> Option<Self> {
        let manifest = page.plugin.manifest();
        if manifest.plugin.kind != Kind::System || page.route.layout == Some(Layout::None) {
            return None;
        }
        let language = language.as_str();
        let files = format!("/assets/plugins/{}/", page.plugin.id);
        let name = &page.route.page;
        let file = |suffix: &str| {
            let name = format!("{name}.{language}{suffix}.html");
            app.web.prerendered(&files, &name)
        };
        let filled = |markup: &str| fill(markup, &initial?.payload);
        let page = match file("").and_then(filled) {
            Some(page) => Self::parse(&page),
            None => Self {
                // Search engines and the tab get the title in any case.
                title: file("").and_then(|page| filled(leading(page, "title").0?)),
                ..Self::parse(file(".waiting")?)
            },
        };
        let layout = app
            .web
            .prerendered(SHELL_FILES, &format!("layout.{language}.html"))?;
        Some(page.inside(&Self::parse(layout)))
    }

    /// A file of markup: optional `<title>` and `<style>`, then the body.
    fn parse(file: &str) -> Self {
        let (title, rest) = leading(file, "title");
        let (styles, body) = leading(rest, "style");
        Self {
            title: title.map(str::to_owned),
            styles: styles.unwrap_or_default().to_owned(),
            body: body.to_owned(),
        }
    }

    fn inside(self, layout: &Self) -> Self {
        Self {
            title: self.title,
            styles: format!("{}{}", layout.styles, self.styles),
            body: layout.body.replacen(PAGE_PLACE, &self.body, 1),
        }
    }
}

/// Splits a leading element from markup, into its content and the rest.
fn leading<'a>(markup: &'a str, element: &str) -> (Option<&'a str>, &'a str) {
    let content = markup.strip_prefix(&format!("<{element}>"));
    match content.and_then(|content| content.split_once(&format!("</{element}>"))) {
        Some((content, rest)) => (Some(content), rest),
        None => (None, markup),
    }
}

#[cfg(test)]
mod tests {
    use super::Markup;

    #[test]
    fn title_and_styles_are_split_from_the_body() {
        let page = Markup::parse("<title>a</title><style>b{}</style><p>c</p>");
        let layout = Markup::parse("<style>d{}</style><main><!--page--></main>");
        let both = page.inside(&layout);
        assert_eq!(both.title.as_deref(), Some("a"));
        assert_eq!(both.styles, "d{}b{}");
        assert_eq!(both.body, "<main><p>c</p></main>");
        for body in ["<p></title>", "<title>"] {
            assert_eq!(Markup::parse(body).body, body);
        }
    }
}
