//! Manifests with all keys.

/// A system plugin with every key that one can have.
pub(super) const COMPLETE: &str = r#"
plugin = { id = "sample", version = "1.0.0", api = "^1.0", kind = "system", name = "t:name" }
component = { file = "component.wasm", memory_mib = 64, call_ticks = 10 }
migrations = { dir = "migrations", to = 1, compatible_from = 1 }

[[routes]]
method = "POST"
path = "/api/x/sample/laps/{lap}"
action = "submitLap"
rate = "10/s"
summary = "Submit a lap"
request = "a.json"
response = "a.json"
query = "a.json"
status = 201
problems = ["lap_too_slow", "track_not_found"]
role = "admin"
resource = { kind = "Track", path = "lap", unknown = "track_not_found" }

[[routes]]
method = "GET"
path = "/api/x/sample/tracks"
action = "viewTrack"
rate = "10/m"
summary = "View a track"
request = "c.json"
response = "c.json"
query = "c.json"
status = 200
problems = ["track_not_found"]
role = "moderator"
resource = { kind = "Track", query = "c", unknown = "track_not_found" }

[[routes]]
method = "PUT"
path = "/api/x/sample/tracks"
action = "editTrack"
media_type = "image/svg+xml"
rate = "10/m"
summary = "Edit a track"
request = "c.json"
response = "c.json"
query = "c.json"
status = 200
problems = ["track_not_found"]
role = "moderator"
resource = { kind = "Track", body = "c", unknown = "track_not_found" }

[[resources]]
kind = "Track"
roles = ["owner"]
parent = "worlds::World"
installs = { manage = "editTrack", enter = "viewTrack", owner = "owner" }

[[subscriptions]]
topic = "worlds.member.joined@1"
at_once = 4

[[timers]]
key = "season-end"
cron = "0 0 * * *"

[capabilities]
sql = { mib = 256, statement_ms = 250 }
balance = true
ledger = [{ op = "issue", per_op = 5, player_day = 6, world_day = 7, platform_day = 8 }]
spending = true
users = true
authz = true
events = true
live = true
timers = true
rooms = true
chat = true
signing = true
files = true
kept_files = true
profile_images = true
payments = true
sealing = true
tracking = true
email = true
push = true
install_forms = true
services = [{ use = "mail@1", optional = true }]

[[provides]]
service = "laps@1"
objects = "tracks"
installs = [{ scope = "read", functions = ["list"], undo = ["list"], title = "t:name", trial = true }]

[ui]
isolation = "page"
routes = [{ path = "/laps/{track}", page = "laps", title = "t:name", nav = true, icon = "flag", layout = "none", resource = { kind = "Track", path = "track" }, initial_data = { path = "/api/x/sample/tracks?c={track}", only_if = "open" } }]
slots = [{ at = "profile.actions", page = "lap", title = "t:name", icon = "trophy" }]
search = [{ path = "/api/x/sample/tracks", title = "t:name", signed_in = true }]
invalidates = ["items"]

[cedar]
schema = "cedar/a"
policies = "cedar/a"

[settings]
schema = "settings.json"
"#;

/// The keys that only a plugin has which operators install.
pub(super) const INSTALLABLE: &str = r#"
plugin = { id = "acme.laps", version = "1.0.0", api = "^1.0", kind = "world-event", name = "Laps", description = "Races" }

[[routes]]
method = "GET"
path = "/laps"
action = "see"
response = "schemas/a.json"

[capabilities]
files = { mib = 1, read = "see" }
services = [{ use = "events@1", scopes = ["read"] }]

[data]
personal = false

[ui]
isolation = "frame"
slots = [
  { at = "event.form", form = "a.json", title = "Laps" },
  { at = "event.page", page = "laps", title = "Laps" },
]
"#;
