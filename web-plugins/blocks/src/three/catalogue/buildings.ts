// Structures beyond walls and gates: stone, hanok houses, things of streets.
import type { KindName } from '../../room/kinds'
import type { Build } from './build'
import { corners } from './furniture'

type S = Parameters<Build>[0]
const TILE = '#39365a'
const WOOD = '#6b4433'
const LIT = '#ffd07e'

/** A roof of tiles over a rectangle, with upturned eaves; `y` is the height of the eaves. */
function roof(s: S, w: number, d: number, y: number, rise: number) {
  const slope = Math.atan2(rise, d / 2)
  const length = Math.hypot(rise, d / 2)
  for (const side of [-1, 1]) {
    s.box(w, 0.14, length + 0.1, 0, y + rise / 2, (side * d) / 4, TILE, { turn: [side * slope, 0, 0] })
    for (let x = -w / 2 + 0.15; x <= w / 2; x += 0.42)
      s.box(0.12, 0.12, length + 0.14, x, y + rise / 2 + 0.1, (side * d) / 4, s.mix(TILE, 0.04), {
        turn: [side * slope, 0, 0],
      })
    for (const end of [-1, 1])
      s.box(0.5, 0.12, 0.5, (end * w) / 2, y + 0.12, (side * d) / 2, TILE, {
        turn: [side * 0.2, 0.6, end * 0.34],
      })
  }
  s.box(w + 0.2, 0.26, 0.3, 0, y + rise + 0.06, 0, s.mix(TILE, -0.03))
  for (const end of [-1, 1])
    s.box(0.3, 0.4, 0.34, (end * (w + 0.1)) / 2, y + rise + 0.16, 0, s.mix(TILE, 0.05))
}

/** A lit paper window with its lattice, on the side that looks along +z. */
function lattice(s: S, w: number, h: number, x: number, y: number, z: number) {
  s.box(w, h, 0.04, x, y, z, LIT, { glow: 0.85 })
  for (let i = 0; i <= 3; i++) s.box(0.035, h, 0.06, x - w / 2 + (i * w) / 3, y, z + 0.01, WOOD)
  for (let i = 0; i <= 3; i++) s.box(w, 0.035, 0.06, x, y - h / 2 + (i * h) / 3, z + 0.01, WOOD)
}

export const buildings = {
  'stone-arch': (s, c) => {
    for (const x of [-1.45, 1.45]) {
      for (let i = 0; i < 4; i++)
        s.box(0.72, 0.52, 0.72, x + s.dice(-0.03, 0.03), 0.26 + i * 0.52, 0, s.shade(c, 0.04))
    }
    for (let i = 0; i < 9; i++) {
      const a = (i / 8) * Math.PI
      s.box(0.62, 0.5, 0.68, Math.cos(a) * 1.5, 2.05 + Math.sin(a) * 1.2, 0, s.shade(c, 0.04), {
        turn: [0, 0, a],
      })
    }
    for (let i = 0; i < 4; i++)
      s.clump(0.2, s.dice(-1.6, 1.6), s.dice(2.6, 3.5), 0.3, '#5d8a6a', { stretch: [1.4, 0.6, 0.6] })
  },
  'tiled-wall': (s, c) => {
    s.box(4, 0.5, 0.44, 0, 0.25, 0, '#8a8595').box(4, 1, 0.36, 0, 1, 0, c)
    for (const side of [-1, 1])
      s.box(4.04, 0.1, 0.44, 0, 1.62, side * 0.18, TILE, { turn: [side * 0.5, 0, 0] })
    for (let x = -1.9; x < 2; x += 0.38) s.box(0.12, 0.1, 0.8, x, 1.66, 0, s.mix(TILE, 0.05))
    s.box(4.04, 0.14, 0.18, 0, 1.78, 0, TILE)
  },
  'ruined-wall': (s, c) => {
    for (let row = 0; row < 4; row++) {
      for (let x = -1.7; x < 1.8 - row * 0.7; x += 0.62) {
        if (row > 1 && s.dice(0, 1) < 0.2) continue
        s.box(0.58, 0.4, 0.5, x + (row % 2) * 0.3, 0.2 + row * 0.41, 0, s.shade(c, 0.05), {
          turn: [0, s.dice(-0.06, 0.06), 0],
        })
      }
    }
    s.box(0.6, 0.36, 0.5, 1.7, 0.16, 0.4, c, { turn: [0.2, 0.6, 0.1] }).clump(
      0.22,
      -1.2,
      1.7,
      0.1,
      '#4f8f78',
      { stretch: [1.5, 0.5, 1] },
    )
  },
  column: (s, c) => {
    s.box(0.9, 0.2, 0.9, 0, 0.1, 0, s.mix(c, -0.06))
      .cylinder(0.42, 0.14, 0, 0.27, 0, c, {}, 12)
      .post(0.31, 0.37, 3.5, 0, 0.32, 0, c, 10)
    s.post(0.46, 0.32, 0.2, 0, 3.8, 0, c, 12).box(0.96, 0.18, 0.96, 0, 4.08, 0, s.mix(c, 0.04))
  },
  'broken-column': (s, c) => {
    s.box(0.9, 0.2, 0.9, 0, 0.1, 0, s.mix(c, -0.06)).post(0.34, 0.37, 1.2, 0, 0.2, 0, c, 10)
    s.cylinder(0.34, 0.18, 0.04, 1.42, 0, s.mix(c, 0.05), { turn: [0.2, 0, 0.24] }, 10)
    s.cylinder(0.33, 0.9, 0.85, 0.32, 0.5, c, { turn: [1.57, 0, 0.9] }, 10).clump(
      0.16,
      0.2,
      1.46,
      0.1,
      '#4f8f78',
      { stretch: [1.5, 0.6, 1.4] },
    )
  },
  entablature: (s, c) => {
    s.box(3.2, 0.34, 0.74, 0, 4.34, 0, c).box(3.26, 0.16, 0.9, 0, 4.6, 0, s.mix(c, 0.05))
    for (let x = -1.4; x <= 1.45; x += 0.4) s.box(0.16, 0.12, 0.8, x, 4.47, 0, s.mix(c, -0.05))
  },
  'stone-tier': (s, c) => {
    s.box(3, 0.38, 0.9, 0, 0.19, 0, s.mix(c, -0.05)).box(3.06, 0.08, 0.96, 0, 0.41, 0, s.mix(c, 0.05))
    for (const x of [-0.9, 0, 0.9]) s.box(0.56, 0.05, 0.5, x, 0.46, 0.14, s.shade('#8a63c0', 0.08))
  },
  platform: (s, c) => {
    s.box(4, 0.3, 4, 0, 0.14, 0, s.mix(c, -0.08)).box(3.9, 0.03, 3.9, 0, 0.29, 0, c)
    for (const x of [-0.98, 0.98])
      for (const z of [-0.98, 0.98]) s.box(1.86, 0.02, 1.86, x, 0.31, z, s.shade(c, 0.03))
  },
  'round-platform': (s, c) => {
    s.cylinder(3, 0.12, 0, 0.06, 0, s.mix(c, -0.06), {}, 32).cylinder(2.7, 0.14, 0, 0.17, 0, c, {}, 32)
    s.cylinder(2.1, 0.02, 0, 0.245, 0, s.mix(c, 0.08), {}, 28).cylinder(1.7, 0.03, 0, 0.245, 0, c, {}, 24)
  },
  fountain: (s, c) => {
    s.cylinder(1.5, 0.46, 0, 0.23, 0, c, {}, 20)
      .cylinder(1.56, 0.1, 0, 0.5, 0, s.mix(c, 0.06), {}, 20)
      .cylinder(1.34, 0.04, 0, 0.54, 0, '#4fa8c8', { glow: 0.25 }, 20)
    s.post(0.16, 0.3, 1.1, 0, 0.5, 0, c, 10)
      .post(0.8, 0.2, 0.22, 0, 1.4, 0, c, 16)
      .cylinder(0.7, 0.03, 0, 1.62, 0, '#6fc4dc', { glow: 0.35 }, 14)
    for (let i = 0; i < 6; i++)
      s.bar(
        [Math.cos(i * 1.05) * 0.76, 1.58, Math.sin(i * 1.05) * 0.76],
        [Math.cos(i * 1.05) * 1.05, 0.56, Math.sin(i * 1.05) * 1.05],
        0.05,
        '#bfeaf6',
        { glow: 0.5 },
      )
    s.cone(0.14, 0.6, 0, 1.6, 0, '#d8f2fa', 6, { glow: 0.5 })
  },
  statue: (s, c) => {
    s.box(1, 0.7, 1, 0, 0.35, 0, s.mix(c, -0.08))
      .box(1.1, 0.1, 1.1, 0, 0.72, 0, s.mix(c, -0.03))
      .post(0.2, 0.4, 1.1, 0, 0.77, 0, c, 9)
    s.ball(0.27, 0, 1.75, 0, c, { stretch: [1.2, 0.8, 0.8] }, 8)
      .ball(0.18, 0, 2.15, 0.02, c, {}, 8)
      .ball(0.2, 0, 2.2, -0.04, s.mix(c, -0.05), {}, 7)
    s.bar([0.28, 1.8, 0], [0.5, 2.45, 0.1], 0.12, c)
      .bar([-0.28, 1.8, 0], [-0.4, 1.3, 0.16], 0.12, c)
      .ball(0.16, 0.52, 2.6, 0.1, '#ffd592', { glow: 1 }, 8)
  },
  obelisk: (s, c) => {
    s.box(1, 0.3, 1, 0, 0.15, 0, s.mix(c, -0.06))
      .post(0.3, 0.52, 3.4, 0, 0.3, 0, c, 4)
      .cone(0.31, 0.5, 0, 3.7, 0, s.mix(c, 0.1), 4)
    for (let i = 0; i < 4; i++)
      s.box(0.2, 0.06, 0.02, 0, 1.1 + i * 0.4, 0.36 - i * 0.026, '#ffcf86', { glow: 0.8 })
  },
  'rope-fence': (s, c) => {
    for (const x of [-1, 0, 1])
      s.post(0.06, 0.07, 0.85, x, 0, 0, c, 6).ball(0.07, x, 0.86, 0, s.mix(c, 0.06), {}, 5)
    for (const x of [-0.5, 0.5]) {
      for (const y of [0.4, 0.7])
        s.bar([x - 0.5, y, 0], [x, y - 0.09, 0], 0.035, '#d8c8a0').bar(
          [x, y - 0.09, 0],
          [x + 0.5, y, 0],
          0.035,
          '#d8c8a0',
        )
    }
  },
  hanok: (s, c) => {
    s.box(6.2, 0.3, 4, 0, 0.15, 0.3, '#8a8595')
      .box(5.9, 0.12, 1.2, 0, 0.34, 1.75, '#8a6242')
      .box(5.8, 2.4, 3.4, 0, 1.5, -0.6, c)
    for (const x of [-2.9, -0.97, 0.97, 2.9])
      s.post(0.12, 0.13, 2.5, x, 0.3, 2.2, WOOD, 7).box(0.2, 2.5, 0.2, x, 1.5, 1.06, WOOD)
    s.box(6, 0.2, 0.18, 0, 2.72, 2.2, WOOD)
      .box(6, 0.16, 0.14, 0, 2.66, 1.1, WOOD)
      .box(5.8, 0.14, 0.1, 0, 0.7, 1.12, WOOD)
    for (const x of [-1.95, 0, 1.95]) lattice(s, 1.5, 1.6, x, 1.6, 1.12)
    roof(s, 7.4, 6.2, 2.75, 1.5)
    for (const x of [-2.2, 2.2]) s.ball(0.2, x, 2.3, 2.35, '#ffb05e', { glow: 1, stretch: [1, 1.2, 1] }, 8)
  },
  'hanok-gate': (s, c) => {
    for (const x of [-1.7, 1.7])
      s.box(0.5, 0.3, 0.5, x, 0.15, 0, '#8a8595').post(0.17, 0.19, 2.7, x, 0.3, 0, c, 9)
    s.box(3.8, 0.26, 0.24, 0, 2.75, 0, c)
      .box(3.2, 0.14, 0.16, 0, 2.4, 0, s.mix(c, 0.04))
      .box(1.3, 0.5, 0.1, 0, 2.6, 0.18, '#2b2540')
    for (const x of [-0.36, 0, 0.36]) s.box(0.2, 0.26, 0.02, x, 2.6, 0.24, '#ffd592', { glow: 0.7 })
    for (const side of [-1, 1])
      s.box(0.1, 2, 1, side * 1.35, 1.3, -0.62, s.mix(c, -0.03), { turn: [0, side * 0.3, 0] })
    roof(s, 5.2, 2.6, 2.95, 0.8)
    for (const x of [-1.1, 1.1]) s.ball(0.17, x, 2.1, 0.2, '#ff8a5e', { glow: 1, stretch: [1, 1.25, 1] }, 8)
  },
  well: (s, c) => {
    for (let i = 0; i < 10; i++)
      s.box(0.46, 0.8, 0.24, Math.cos(i * 0.628) * 0.62, 0.4, Math.sin(i * 0.628) * 0.62, s.shade(c, 0.04), {
        turn: [0, Math.PI / 2 - i * 0.628, 0],
      })
    s.cylinder(0.56, 0.04, 0, 0.6, 0, '#2f6f86')
    for (const x of [-0.72, 0.72]) s.box(0.1, 2.1, 0.1, x, 1.05, 0, WOOD)
    s.bar([-0.7, 1.6, 0], [0.7, 1.6, 0], 0.1, WOOD)
      .box(0.02, 0.6, 0.02, 0.1, 1.3, 0, '#d8c8a0')
      .post(0.13, 0.1, 0.22, 0.1, 0.86, 0, '#8a6242', 8)
    for (const side of [-1, 1])
      s.box(1.9, 0.07, 0.9, 0, 2.22, side * 0.36, TILE, { turn: [side * 0.6, 0, 0] })
  },
  bridge: (s, c) => {
    for (let i = -5; i <= 5; i++)
      s.box(0.4, 0.08, 1.8, i * 0.4, 0.46 - (i * i) / 62, 0, s.shade('#8a6242', 0.03), {
        turn: [0, 0, -i * 0.06],
      })
    for (const z of [-0.95, 0.95]) {
      for (let i = -2; i <= 2; i++) s.post(0.07, 0.08, 0.8, i * 1, 0.44 - (i * i) / 10, z, c, 6)
      for (let i = -2; i < 2; i++)
        s.bar([i, 1.16 - (i * i) / 10, z], [i + 1, 1.16 - ((i + 1) * (i + 1)) / 10, z], 0.1, c)
    }
  },
  boulder: (s, c) => {
    s.clump(1.2, 0, 0.6, 0, c, { stretch: [1, 0.9, 0.9] })
      .clump(0.7, 0.9, 0.35, 0.5, s.mix(c, -0.04))
      .clump(0.5, -0.8, 0.3, 0.6, s.mix(c, 0.03))
    s.clump(0.45, -0.2, 1.5, 0.1, '#5d7f6a', { stretch: [1.3, 0.3, 1.2] })
  },
  paving: (s, c) => {
    s.box(1.9, 0.04, 1.9, 0, 0.02, 0, s.shade(c, 0.03)).box(1.7, 0.02, 0.06, 0, 0.035, 0.6, s.mix(c, -0.08))
  },
  tent: (s, c) => {
    for (const side of [-1, 1])
      s.box(0.06, 2.35, 2.6, side * 0.66, 0.98, 0, s.mix(c, side * 0.02), { turn: [0, 0, side * 0.6] })
    s.box(1.2, 1, 0.05, 0, 0.5, -1.25, s.mix(c, -0.05))
      .box(0.6, 0.7, 0.05, 0, 1.3, -1.25, s.mix(c, -0.05))
      .bar([0, 1.95, -1.35], [0, 1.95, 1.4], 0.06, WOOD)
    s.box(1.7, 0.04, 2.2, 0, 0.03, 0, '#8e4a63')
    for (let i = 0; i < 7; i++)
      s.ball(0.06, 0, 1.84 + (i - 3) ** 2 * 0.004, -1.2 + i * 0.42, '#ffd592', { glow: 1 }, 5)
  },
  'phone-booth': (s, c) => {
    s.box(1, 0.14, 1, 0, 0.07, 0, s.mix(c, -0.1))
      .box(1.06, 0.3, 1.06, 0, 2.25, 0, c)
      .dome(0.5, 0, 2.38, 0, c, { stretch: [1, 0.3, 1] }, 8)
    for (const [x, z] of corners(0.45, 0.45)) s.box(0.12, 2.1, 0.12, x, 1.1, z, c)
    s.box(0.8, 1.9, 0.03, 0, 1.1, -0.42, '#ffe0a8', { glow: 0.5 })
    for (const x of [-0.44, 0.44]) for (let y = 0.5; y < 2; y += 0.4) s.box(0.05, 0.04, 0.8, x, y, 0, c)
    for (const z of [0.47, -0.47]) s.box(0.76, 0.16, 0.06, 0, 2.26, z * 1.13, '#fff0d0', { glow: 0.8 })
    s.box(0.24, 0.4, 0.14, 0, 1.3, -0.32, '#2b2540')
  },
  'food-truck': (s, c) => {
    s.box(3.8, 1.7, 1.7, 0, 1.4, 0, c)
      .box(3.84, 0.3, 1.74, 0, 0.7, 0, s.mix(c, -0.12))
      .box(3.7, 0.1, 1.6, 0, 2.28, 0, '#f4ead8')
    s.box(2.2, 0.8, 0.06, 0, 1.55, 0.84, '#ffdc9c', { glow: 0.75 }).box(2.4, 0.06, 0.4, 0, 1.1, 1, '#d9c3a0')
    for (let i = 0; i < 6; i++)
      s.box(0.4, 0.05, 0.9, -1 + i * 0.4, 2.12, 1.25, i % 2 ? '#f4ead8' : '#e0655f', { turn: [0.3, 0, 0] })
    for (const x of [-1.2, 1.2])
      for (const z of [-0.72, 0.72]) s.cylinder(0.32, 0.2, x, 0.32, z, '#24202f', { turn: [1.57, 0, 0] }, 10)
    s.box(1.4, 0.36, 0.1, 0, 2.5, 0.6, '#2b2540').box(1.1, 0.12, 0.03, 0, 2.5, 0.67, '#ffb45e', { glow: 1 })
    for (let i = 0; i < 4; i++)
      s.cylinder(0.06, 0.14, -0.75 + i * 0.5, 1.2, 0.98, s.shade('#e8a15c', 0.1), {}, 6)
  },
  'snow-pile': (s, c) => {
    s.clump(0.6, 0, 0.08, 0, c, { stretch: [1.1, 0.6, 0.9] }).clump(0.4, 0.5, 0.06, 0.15, c, {
      stretch: [1.1, 0.6, 0.9],
    })
  },
  snowman: (s, c) => {
    s.ball(0.48, 0, 0.42, 0, c, {}, 10).ball(0.33, 0, 1.04, 0, c, {}, 10).ball(0.24, 0, 1.48, 0, c, {}, 10)
    s.cone(0.05, 0.26, 0, 1.46, 0.22, '#f08a3c', 5, { turn: [1.57, 0, 0] }).cylinder(
      0.34,
      0.09,
      0,
      1.26,
      0,
      '#d8443f',
      {},
      10,
    )
    for (const x of [-0.08, 0.08]) s.ball(0.03, x, 1.54, 0.21, '#1c1a26', {}, 5)
    for (const y of [0.94, 1.1]) s.ball(0.035, 0, y, 0.33, '#1c1a26', {}, 5)
    s.post(0.16, 0.18, 0.26, 0, 1.66, 0, '#2b2540', 8).cylinder(0.27, 0.03, 0, 1.67, 0, '#2b2540')
    for (const side of [-1, 1]) s.bar([side * 0.28, 1.1, 0], [side * 0.7, 1.36, 0.05], 0.035, WOOD)
  },
} satisfies Partial<Record<KindName, Build>>
