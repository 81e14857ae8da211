//! Pages of plugins read the clock of the server, because the one of a device can be minutes off.

use super::source::{Finding, Source};

const OF_DEVICE: &[&str] = &["Date.now()", "new Date()"];
/// Names of files, whose day is the device's.
const ALLOWED: &str = "saveFile(";

pub(super) fn check(source: &Source) -> Vec<Finding> {
    let path = &source.path;
    let is_checked = path.starts_with("web-plugins/")
        && path.contains("/src/")
        && !path.contains("/testing/")
        && !path.contains(".test.");
    if !is_checked {
        return Vec::new();
    }
    let lines = source.text.lines().enumerate();
    lines
        .filter(|(_, line)| OF_DEVICE.iter().any(|clock| line.contains(clock)))
        .filter(|(_, line)| !line.contains(ALLOWED))
        .map(|(at, _)| {
            format!(
                "{path}:{}: the clock of the device; use `serverNow()` of the SDK",
                at + 1
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::source::Source;
    use super::check;

    fn found(path: &str, text: &str) -> usize {
        check(&Source::new(path, text)).len()
    }

    #[test]
    fn clocks_of_devices_are_found_in_pages_of_plugins() {
        let late = "const late = Date.now() > Date.parse(until)";
        assert_eq!(found("web-plugins/market/src/parts/Card.tsx", late), 1);
        assert_eq!(found("web-plugins/market/src/x.ts", "new Date()"), 1);
        assert_eq!(found("web-plugins/market/src/x.ts", "new Date(at)"), 0);
        assert_eq!(found("web-plugins/market/src/x.test.ts", late), 0);
        assert_eq!(found("sdk/web/src/time/server-clock.ts", late), 0);
        let name = "saveFile(zip, `orders-${formatDate(new Date())}.zip`)";
        assert_eq!(found("web-plugins/orders/src/x.ts", name), 0);
    }
}
