//! Checks draws from what is published, as an entrant's browser does (`web-plugins/events/src/draw/verify.ts`).

use serde_json::Value;
use sha2::{Digest, Sha256};
use witverse_kernel::secret::unhex;

/// What the server publishes about a draw, for one entrant.
pub(super) struct Published<'a> {
    /// The answer about the draw.
    pub(super) draw: &'a Value,
    /// The hashes of the leaves, in the order of the tree.
    pub(super) leaves: &'a [String],
}

/// SHA-256 over the tag of the kind of hash and the parts.
fn hash(tag: &str, parts: &[&[u8]]) -> Vec<u8> {
    hash_of(&format!("{tag}:v1"), parts)
}

fn hash_of(tag: &str, parts: &[&[u8]]) -> Vec<u8> {
    let mut digest = Sha256::new();
    digest.update(format!("witverse:draw:{tag}:"));
    for part in parts {
        digest.update(part);
    }
    digest.finalize().to_vec()
}

/// The root of the tree over the leaves. A node without a sibling moves up as it is.
fn root_of(leaves: &[Vec<u8>]) -> Vec<u8> {
    let mut level = leaves.to_vec();
    while level.len() > 1 {
        level = level
            .chunks(2)
            .map(|pair| match pair {
                [left, right] => hash("node", &[left, right]),
                _ => pair[0].clone(),
            })
            .collect();
    }
    level.into_iter().next().unwrap_or_default()
}

/// The root that follows from a leaf and its proof.
fn root_from(leaf: &[u8], proof: &[Value]) -> Option<Vec<u8>> {
    let mut node = leaf.to_vec();
    for sibling in proof {
        let other = unhex(sibling["hash"].as_str()?)?;
        node = match sibling["isLeft"].as_bool()? {
            true => hash("node", &[&other, &node]),
            false => hash("node", &[&node, &other]),
        };
    }
    Some(node)
}

impl Published<'_> {
    /// What is wrong; `None` if the draw is as its proof says.
    pub(super) fn problem(&self) -> Option<&'static str> {
        let draw = self.draw;
        let bytes = |value: &Value| value.as_str().and_then(unhex).unwrap_or_default();
        let (seed, root) = (bytes(&draw["seed"]), bytes(&draw["root"]));
        let leaves: Vec<Vec<u8>> = self.leaves.iter().filter_map(|leaf| unhex(leaf)).collect();
        if seed.is_empty() || hash("seed", &[&seed]) != bytes(&draw["commit"]) {
            return Some("the seed is not the one that was committed to");
        }
        let entries = draw["entries"].as_u64().unwrap_or_default();
        if usize::try_from(entries) != Ok(leaves.len()) || root_of(&leaves) != root {
            return Some("the root is not that of the leaves");
        }
        let mut ranked = leaves.clone();
        ranked.sort_by_key(|leaf| hash_of("rank:v2", &[&seed, &root, leaf]));
        ranked.dedup();
        if ranked.len() != leaves.len() {
            return Some("an entry is drawn twice");
        }
        let own = &draw["own"];
        if own.is_null() {
            return None;
        }
        let leaf = bytes(&own["leaf"]);
        let names = [&draw["eventId"], &own["placeId"]].map(|id| id.as_str().unwrap_or_default());
        let named = format!(
            "{}:{}",
            names.join(":"),
            own["nonce"].as_str().unwrap_or_default()
        );
        if hash_of("leaf:v2", &[named.as_bytes()]) != leaf {
            return Some("the leaf is not that of the entrant");
        }
        let proof = own["proof"].as_array().cloned().unwrap_or_default();
        if root_from(&leaf, &proof) != Some(root) {
            return Some("the proof of the entrant does not lead to the root");
        }
        let rank = ranked.iter().position(|one| *one == leaf).map(|at| at + 1);
        let stated = own["rank"].as_u64().and_then(|rank| rank.try_into().ok());
        (rank.is_none() || rank != stated).then_some("the rank is not that of the seed")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use witverse_kernel::secret::{hex, unhex};

    use super::{Published, hash, hash_of, root_of};

    const NONCE: &str = "0a0a";

    fn leaf(event: &str, place: &str) -> String {
        hex(&hash_of(
            "leaf:v2",
            &[format!("{event}:{place}:{NONCE}").as_bytes()],
        ))
    }

    /// A draw of three, for the entrant of the first leaf.
    fn draw() -> (Value, Vec<String>) {
        let seed = [7; 32];
        let mut leaves: Vec<String> = ["a", "b", "c"].map(|place| leaf("e", place)).to_vec();
        let own = leaves[0].clone();
        leaves.sort();
        let raw: Vec<Vec<u8>> = leaves.iter().filter_map(|leaf| unhex(leaf)).collect();
        let mut ranked = raw.clone();
        let root = root_of(&raw);
        ranked.sort_by_key(|leaf| hash_of("rank:v2", &[&seed, &root, leaf]));
        let at = leaves.iter().position(|one| *one == own).unwrap();
        let pair = hash("node", &[&raw[0], &raw[1]]);
        let proof = match at {
            0 => {
                json!([{ "hash": leaves[1], "isLeft": false }, { "hash": leaves[2], "isLeft": false }])
            }
            1 => {
                json!([{ "hash": leaves[0], "isLeft": true }, { "hash": leaves[2], "isLeft": false }])
            }
            _ => json!([{ "hash": hex(&pair), "isLeft": true }]),
        };
        let rank = ranked.iter().position(|one| hex(one) == own).unwrap() + 1;
        let draw = json!({
            "eventId": "e", "seed": hex(&seed), "commit": hex(&hash("seed", &[&seed])),
            "root": hex(&root_of(&raw)), "entries": 3,
            "own": { "placeId": "a", "nonce": NONCE, "leaf": own, "rank": rank, "proof": proof },
        });
        (draw, leaves)
    }

    #[test]
    fn a_draw_that_was_changed_is_found() {
        let (right, leaves) = draw();
        let problem = |draw: &Value, leaves: &[String]| Published { draw, leaves }.problem();
        assert_eq!(problem(&right, &leaves), None);
        let changed = |field: &str, value: Value| {
            let mut draw = right.clone();
            *draw.pointer_mut(field).unwrap() = value;
            problem(&draw, &leaves)
        };
        assert!(changed("/seed", json!(hex(&[8; 32]))).is_some());
        assert!(changed("/root", json!(hex(&[8; 32]))).is_some());
        assert!(changed("/entries", json!(2)).is_some());
        assert!(changed("/own/placeId", json!("b")).is_some());
        assert!(changed("/own/rank", json!(4)).is_some());
        assert!(changed("/own/proof", json!([])).is_some());
        assert!(problem(&right, &leaves[1..]).is_some());
    }
}
