//! Effects that a call queues for after its commit: events, pushes, timers.

use witverse_runtime::HostFault;
use witverse_runtime::types::When;

use super::{Answer, MAX_KEY_BYTES, PluginHost};
use crate::plugins::cron::{POLL_MS, next_cron_ms};
use crate::unit_of_work::{EventIntent, PushIntent, TimerChange, TimerIntent, parse_person};

const MAX_EVENT_BYTES: usize = 64 << 10;
const MAX_PUSH_BYTES: usize = 16 << 10;
/// 9999-12-31T23:59:59Z in milliseconds; later years have no RFC 3339 text.
const LATEST_MS: u64 = 253_402_300_799_000;
/// How soon a timer of an installed plugin can be due.
const SHORTEST_MS: u64 = 1000;

impl PluginHost {
    pub(super) fn queue_event(
        &mut self,
        topic: String,
        payload: Vec<u8>,
    ) -> Answer<Result<(), String>> {
        self.need(self.plugin.manifest().capabilities.events, "events")?;
        if let Err(error) = self
            .check_prefix(&topic, &['.'])
            .and_then(|()| self.may_queue(payload.len(), MAX_EVENT_BYTES))
        {
            return Ok(Err(error));
        }
        self.publish(&topic, &payload);
        Ok(Ok(()))
    }

    /// Queues an event of the kernel about what this call does.
    pub(super) fn publish_of_kernel(&mut self, topic: &str, payload: &[u8]) {
        debug_assert!(topic.starts_with("kernel."), "{topic}");
        self.publish(topic, payload);
    }

    fn publish(&mut self, topic: &str, payload: &[u8]) {
        let platform = self.context.platform.clone();
        let at_ms = self.context.now_ms;
        for subscriber in platform.registry.current().subscribers(topic) {
            let event = EventIntent {
                id: platform.rng.uuid(at_ms),
                subscriber: subscriber.to_string(),
                topic: topic.to_owned(),
                payload: payload.to_vec(),
                at_ms,
            };
            self.work().publish(event);
        }
    }

    pub(super) fn queue_push(
        &mut self,
        person: &str,
        kind: String,
        payload: &[u8],
    ) -> Answer<Result<(), String>> {
        self.need(self.plugin.manifest().capabilities.live, "live")?;
        if let Err(error) = self
            .check_prefix(&kind, &['.'])
            .and_then(|()| self.may_queue(payload.len(), MAX_PUSH_BYTES))
        {
            return Ok(Err(error));
        }
        let Some(person) = parse_person(person) else {
            return Ok(Err("no such person".into()));
        };
        if !kind.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Ok(Err(format!("{kind:?} is not plain letters")));
        }
        let payload = match serde_json::from_slice(payload) {
            Ok(payload) if holds_nul(&payload) => {
                return Ok(Err(
                    "the payload holds U+0000, which the database cannot".into()
                ));
            }
            Ok(payload) => payload,
            Err(error) => return Ok(Err(format!("the payload is not JSON: {error}"))),
        };
        let at_ms = self.context.now_ms;
        self.work().push(PushIntent {
            person,
            kind,
            payload,
            at_ms,
        });
        Ok(Ok(()))
    }

    pub(super) fn queue_timer(
        &mut self,
        key: String,
        when: When,
        payload: Vec<u8>,
    ) -> Answer<Result<(), String>> {
        if let Err(denied) = self.may(self.plugin.manifest().capabilities.timers, "timers") {
            return Ok(Err(denied));
        }
        if key.is_empty() || key.len() > MAX_KEY_BYTES {
            return Ok(Err(format!("a key has 1 to {MAX_KEY_BYTES} bytes")));
        }
        if let Err(error) = self.may_queue(payload.len(), MAX_EVENT_BYTES) {
            return Ok(Err(error));
        }
        let (due_ms, cron) = match when {
            When::AtMs(ms) if ms > LATEST_MS => {
                return Ok(Err("the time is beyond the year 9999".into()));
            }
            When::AtMs(ms) => (ms, None),
            When::Cron(cron) => match next_cron_ms(&cron, self.context.now_ms) {
                Some(ms) => (ms, Some(cron)),
                None => return Ok(Err(format!("{cron:?} is no cron of five fields"))),
            },
        };
        // A timer that sets itself again must not become a loop.
        let due_ms = match self.plugin.install {
            Some(_) => due_ms.max(self.context.now_ms.saturating_add(SHORTEST_MS)),
            None => due_ms,
        };
        let plugin = self.plugin.id.to_string();
        let soon = due_ms < self.context.now_ms.saturating_add(POLL_MS);
        self.work().timer(TimerIntent {
            plugin,
            key,
            change: TimerChange::Set {
                due_ms,
                cron,
                payload,
                soon,
            },
        });
        Ok(Ok(()))
    }

    pub(super) fn queue_cancel(&mut self, key: String) -> Answer<()> {
        self.need(self.plugin.manifest().capabilities.timers, "timers")?;
        self.may_queue(0, 0).map_err(HostFault::Abuse)?;
        let plugin = self.plugin.id.to_string();
        self.work().timer(TimerIntent {
            plugin,
            key,
            change: TimerChange::Cancel,
        });
        Ok(())
    }
}

fn holds_nul(value: &serde_json::Value) -> bool {
    use serde_json::Value;
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(holds_nul),
        Value::Object(fields) => fields
            .iter()
            .any(|(name, value)| name.contains('\0') || holds_nul(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
