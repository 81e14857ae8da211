//! A software authenticator: a device's responses to passkey requests.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// A device with one key. It confirms every request.
pub(crate) struct Authenticator {
    key: SigningKey,
    id: Vec<u8>,
    pub(crate) origin: String,
    pub(crate) counter: u32,
    /// User present, user verified.
    pub(crate) flags: u8,
    user: String,
}

fn encode(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

impl Authenticator {
    pub(crate) fn new(seed: u8) -> Self {
        Self {
            key: SigningKey::from_slice(&[seed; 32]).unwrap(),
            id: vec![seed; 16],
            origin: "http://localhost".to_owned(),
            counter: 0,
            flags: 0b101,
            user: String::new(),
        }
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        json!({
            "type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": false,
        })
        .to_string()
        .into_bytes()
    }

    fn data(&self, rp: &str, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(rp.as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// The response to creation options.
    pub(crate) fn create(&mut self, options: &Value) -> Value {
        self.user = options["user"]["id"].as_str().unwrap().to_owned();
        let point = self.key.verifying_key().to_sec1_point(false);
        let mut data = self.data("localhost", self.flags | 0b100_0000);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        // COSE: an EC2 key for ES256 on P-256.
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(point.x().unwrap());
        data.extend([0x22, 0x58, 0x20]);
        data.extend(point.y().unwrap());
        let mut object = vec![0xa3, 0x63];
        object.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x58");
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(&data);
        json!({
            "id": encode(&self.id), "rawId": encode(&self.id), "type": "public-key",
            "response": {
                "attestationObject": encode(object),
                "clientDataJSON": encode(self.client_data("webauthn.create", options)),
                "transports": ["internal"],
            },
            "clientExtensionResults": { "credProps": { "rk": true } },
        })
    }

    /// The response to request options.
    pub(crate) fn get(&mut self, options: &Value) -> Value {
        self.counter += 1;
        let client_data = self.client_data("webauthn.get", options);
        let data = self.data("localhost", self.flags);
        let signed = [&data[..], &Sha256::digest(&client_data)].concat();
        let signature: Signature = self.key.sign(&signed);
        json!({
            "id": encode(&self.id), "rawId": encode(&self.id), "type": "public-key",
            "response": {
                "authenticatorData": encode(data),
                "clientDataJSON": encode(client_data),
                "signature": encode(signature.to_der().as_bytes()),
                "userHandle": self.user,
            },
            "clientExtensionResults": {},
        })
    }
}
