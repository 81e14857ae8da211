//! The suite `capability`: without each of the permissions that the plugin asks for, it starts or its install is refused, and no
//! route traps. A permission can be withheld by the operator.

use serde_json::Value;

use super::bed::TestBed;
use super::outcome::Outcome;
use crate::plugin_command::manage::without;

/// A plugin with tables is not installed without it.
const REQUIRED: &str = "sql";

pub(super) async fn run(bed: &TestBed) -> Outcome {
    let keys = permissions(bed.requested());
    let (mut failures, mut refused) = (Vec::new(), 0);
    for key in &keys {
        let grant = without(bed.requested(), std::slice::from_ref(key))?;
        let install = match bed.install(&grant).await {
            Ok(install) => install,
            // The platform's text names the reason of the plugin.
            Err(reason) if reason.contains("plugin_install_failed") => {
                refused += 1;
                println!("  without {key} it is not installed: {reason}");
                continue;
            }
            Err(reason) => {
                failures.push(format!("without {key} it is not installed: {reason}"));
                continue;
            }
        };
        let mut found = Vec::new();
        bed.call_all(&install, &bed.calls, &mut found).await?;
        failures.extend(found.into_iter().map(|found| {
            format!("without {key}, {found}; handle the refusal, or leave the call out if the permission is missing")
        }));
        bed.world.uninstall(&install).await?;
    }
    Ok(match failures.is_empty() {
        true if keys.is_empty() => Ok("it asks for no permission that can be withheld".into()),
        true => Ok(format!(
            "{} permissions withheld one by one, {refused} of them refused at the install; {} routes each",
            keys.len(),
            bed.calls.len()
        )),
        false => Err(failures),
    })
}

/// The keys of the permissions as `witverse plugin install --without` takes them.
fn permissions(requested: &Value) -> Vec<String> {
    let mut keys = Vec::new();
    for (key, value) in requested.as_object().into_iter().flatten() {
        if key == "services" {
            for (service, scopes) in value.as_object().into_iter().flatten() {
                let scopes = scopes.as_array().into_iter().flatten();
                let scopes = scopes.filter_map(Value::as_str);
                keys.extend(scopes.map(|scope| format!("services.{service}.{scope}")));
            }
        } else if key != REQUIRED && (*value == true || value.is_object()) {
            keys.push(key.clone());
        }
    }
    // The order of a JSON object depends on a feature of serde_json.
    keys.sort();
    keys
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn permissions_that_can_be_withheld_are_listed() {
        let requested = json!({
            "sql": true, "users": true, "chat": false, "reward": { "perPayment": 5 }, "charge": null,
            "services": { "events@1": ["read", "manage"] },
        });
        let keys = permissions(&requested);
        assert_eq!(
            keys,
            [
                "reward",
                "services.events@1.manage",
                "services.events@1.read",
                "users"
            ]
        );
        for key in keys {
            assert!(
                without(&requested, std::slice::from_ref(&key)).is_ok(),
                "{key}"
            );
        }
    }
}
