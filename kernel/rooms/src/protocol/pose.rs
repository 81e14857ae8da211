//! Positions in quanta of 1/256 m, orientation, and the motion that is animated.

use bytes::BufMut;

use super::codec::{DecodeError, Reader, Result};

/// Quanta per metre. A coordinate `q` is `(q - 32768) / 256` metres, so a room reaches from -128 m to +128 m.
pub const QUANTA_PER_METRE: u32 = 256;

const ORIGIN: f64 = 32768.0;
const TELEPORT_BIT: u8 = 0x80;

/// A position, quantised. `y` points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point {
    pub x: u16,
    pub y: u16,
    pub z: u16,
}

impl Point {
    /// From metres; values outside of the range are clamped.
    #[must_use]
    pub fn from_metres(x: f64, y: f64, z: f64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to the range of u16; NaN becomes 0"
        )]
        let quantise = |metres: f64| {
            (metres * f64::from(QUANTA_PER_METRE) + ORIGIN)
                .round()
                .clamp(0.0, 65535.0) as u16
        };
        Self {
            x: quantise(x),
            y: quantise(y),
            z: quantise(z),
        }
    }

    /// x, y and z in metres.
    #[must_use]
    pub fn metres(self) -> [f64; 3] {
        [self.x, self.y, self.z].map(|q| (f64::from(q) - ORIGIN) / f64::from(QUANTA_PER_METRE))
    }

    /// The distance on the ground, in quanta, rounded down.
    #[must_use]
    pub fn ground_distance(self, other: Self) -> u32 {
        let x = u64::from(self.x.abs_diff(other.x));
        let z = u64::from(self.z.abs_diff(other.z));
        u32::try_from((x * x + z * z).isqrt()).unwrap_or(u32::MAX)
    }
}

/// What the avatar does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Motion {
    #[default]
    Idle = 0,
    Walk = 1,
    Run = 2,
    Sit = 3,
    Wave = 4,
    Dance = 5,
    Jump = 6,
}

impl Motion {
    pub const ALL: [Self; 7] = [
        Self::Idle,
        Self::Walk,
        Self::Run,
        Self::Sit,
        Self::Wave,
        Self::Dance,
        Self::Jump,
    ];
}

/// Position, orientation and motion of a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pose {
    pub at: Point,
    /// 256 steps per turn, about 1.4° each; 0 looks along +z, and the value grows counter-clockwise seen from above.
    pub yaw: u8,
    pub motion: Motion,
    /// The position must not be interpolated from the one before.
    pub teleport: bool,
}

impl Pose {
    /// The length on the wire.
    pub(crate) const LEN: usize = 8;

    pub(crate) fn put(self, out: &mut Vec<u8>) {
        out.put_u16_le(self.at.x);
        out.put_u16_le(self.at.y);
        out.put_u16_le(self.at.z);
        out.put_u8(self.yaw);
        let teleport = if self.teleport { TELEPORT_BIT } else { 0 };
        out.put_u8(self.motion as u8 | teleport);
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let at = Point {
            x: reader.u16("x")?,
            y: reader.u16("y")?,
            z: reader.u16("z")?,
        };
        let yaw = reader.u8("yaw")?;
        let motion = reader.u8("motion")?;
        Ok(Self {
            at,
            yaw,
            motion: Motion::ALL
                .into_iter()
                .find(|known| *known as u8 == motion & !TELEPORT_BIT)
                .ok_or(DecodeError::InvalidValue("motion"))?,
            teleport: motion & TELEPORT_BIT != 0,
        })
    }

    /// Decodes the eight bytes that [`Pose::put`] writes.
    pub(crate) fn from_bytes(bytes: &[u8; Self::LEN]) -> Option<Self> {
        Self::read(&mut Reader::new(bytes)).ok()
    }
}
