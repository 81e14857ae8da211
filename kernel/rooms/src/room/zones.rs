//! Zones: upright cylinders in a room, and where a line crosses their edge.

use std::sync::Arc;

use crate::protocol::{Point, QUANTA_PER_METRE};

/// An upright cylinder. Its base is at `at`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Unique in the room; its meaning is the kernel's.
    pub id: Arc<str>,
    pub at: Point,
    /// In quanta, more than 0.
    pub radius: u16,
    /// In quanta, more than 0.
    pub height: u16,
}

/// Part of a line from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub(super) from: f64,
    pub(super) to: f64,
}

impl Zone {
    /// The part of the line from `from` to `to` that is inside; `None` if there is none.
    pub(super) fn inside(&self, from: Point, to: Point) -> Option<Span> {
        let [x, y, z] = relative(self.at, from);
        let [to_x, to_y, to_z] = relative(self.at, to);
        let (radius, height) = (f64::from(self.radius), f64::from(self.height));
        let reach = |a: f64, b: f64, limit: f64| a.min(b) <= limit && a.max(b) >= -limit;
        // Most moves are far from most zones.
        if !reach(x, to_x, radius) || !reach(z, to_z, radius) {
            return None;
        }
        let round = within_circle((x, z), (to_x - x, to_z - z), radius)?;
        let upright = within_slab(y, to_y - y, height)?;
        let span = Span {
            from: round.from.max(upright.from),
            to: round.to.min(upright.to),
        };
        (span.from <= span.to).then_some(span)
    }
}

fn relative(origin: Point, at: Point) -> [f64; 3] {
    let axis = |origin: u16, at: u16| f64::from(at) - f64::from(origin);
    [
        axis(origin.x, at.x),
        axis(origin.y, at.y),
        axis(origin.z, at.z),
    ]
}

fn clamped(from: f64, to: f64) -> Option<Span> {
    let (from, to) = (from.max(0.0), to.min(1.0));
    (from <= to).then_some(Span { from, to })
}

fn within_circle((x, z): (f64, f64), (dx, dz): (f64, f64), radius: f64) -> Option<Span> {
    let (a, c) = (dx * dx + dz * dz, x * x + z * z - radius * radius);
    if a == 0.0 {
        return if c <= 0.0 { clamped(0.0, 1.0) } else { None };
    }
    let half_b = x * dx + z * dz;
    let discriminant = half_b * half_b - a * c;
    if discriminant < 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    clamped((-half_b - root) / a, (-half_b + root) / a)
}

fn within_slab(y: f64, dy: f64, height: f64) -> Option<Span> {
    if dy == 0.0 {
        let is_inside = (0.0..=height).contains(&y);
        return if is_inside { clamped(0.0, 1.0) } else { None };
    }
    let (bottom, top) = (-y / dy, (height - y) / dy);
    clamped(bottom.min(top), bottom.max(top))
}

impl Zone {
    /// From metres. `None` if the radius or the height is not more than 0.
    #[must_use]
    pub fn from_metres(id: &str, at: Point, radius: f64, height: f64) -> Option<Self> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to the range of u16; NaN becomes 0"
        )]
        let quanta = |metres: f64| {
            (metres * f64::from(QUANTA_PER_METRE))
                .round()
                .clamp(0.0, 65535.0) as u16
        };
        let zone = Self {
            id: id.into(),
            at,
            radius: quanta(radius),
            height: quanta(height),
        };
        (zone.radius > 0 && zone.height > 0).then_some(zone)
    }
}
