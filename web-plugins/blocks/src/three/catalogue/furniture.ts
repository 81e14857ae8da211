import type { KindName } from '../../room/kinds'
import type { Build } from './build'

const DARK = '#3a2b33'
const BOOKS = ['#c75b5b', '#4e7fb0', '#d9b25f', '#6b9c74', '#7d62a8', '#e6dcc8']

export const furniture = {
  table: (s, c) => {
    s.box(1.6, 0.07, 0.9, 0, 0.73, 0, c)
    for (const [x, z] of corners(0.7, 0.36)) s.box(0.08, 0.7, 0.08, x, 0.35, z, s.mix(c, -0.08))
    s.cylinder(0.06, 0.12, 0.35, 0.83, 0.1, '#efe6d8').cylinder(0.06, 0.12, -0.3, 0.83, -0.15, '#d98d73')
  },
  'cafe-table': (s, c) => {
    s.cylinder(0.42, 0.05, 0, 0.72, 0, c, {}, 16).post(0.04, 0.05, 0.7, 0, 0, 0, DARK)
    s.cylinder(0.24, 0.04, 0, 0.02, 0, DARK)
    s.cylinder(0.055, 0.09, 0.14, 0.79, 0.05, '#f4efe6').cylinder(0.1, 0.015, 0.14, 0.75, 0.05, '#f4efe6')
    s.cylinder(0.035, 0.09, -0.15, 0.79, -0.08, '#ffb765', { glow: 1 })
  },
  chair: (s, c) => {
    s.box(0.42, 0.05, 0.42, 0, 0.45, 0, c).box(0.42, 0.42, 0.05, 0, 0.72, -0.19, c)
    for (const [x, z] of corners(0.17, 0.17)) s.box(0.04, 0.44, 0.04, x, 0.22, z, s.mix(c, -0.1))
  },
  stool: (s, c) => {
    s.cylinder(0.19, 0.06, 0, 0.62, 0, c).ring(0.13, 0.015, 0, 0.22, 0, DARK, { turn: [Math.PI / 2, 0, 0] })
    for (const [x, z] of corners(0.1, 0.1)) s.box(0.035, 0.6, 0.035, x, 0.3, z, DARK)
  },
  sofa: (s, c) => {
    s.box(1.9, 0.3, 0.85, 0, 0.22, 0, s.mix(c, -0.06)).box(1.9, 0.5, 0.2, 0, 0.58, -0.34, c)
    s.box(0.2, 0.34, 0.85, -0.88, 0.45, 0, c).box(0.2, 0.34, 0.85, 0.88, 0.45, 0, c)
    s.box(0.76, 0.13, 0.6, -0.39, 0.42, 0.06, s.mix(c, 0.07)).box(
      0.76,
      0.13,
      0.6,
      0.39,
      0.42,
      0.06,
      s.mix(c, 0.07),
    )
    s.box(0.34, 0.3, 0.12, 0.55, 0.6, -0.18, '#e8b86a', { turn: [0.3, 0.2, 0.1] })
  },
  counter: (s, c) => {
    s.box(3, 1, 0.6, 0, 0.5, 0, c).box(3.12, 0.08, 0.76, 0, 1.04, 0, '#d9c3a0')
    for (let x = -1.3; x <= 1.31; x += 0.325) s.box(0.05, 0.84, 0.03, x, 0.5, 0.31, s.mix(c, 0.06))
    s.box(0.52, 0.42, 0.42, -0.9, 1.29, -0.02, '#c9c7d2').box(0.4, 0.06, 0.3, -0.9, 1.53, -0.02, '#8b8797')
    s.box(0.7, 0.3, 0.4, 0.75, 1.23, 0, '#ffd9a0', { glow: 0.55 })
    for (let i = 0; i < 4; i++) s.cylinder(0.05, 0.1, -0.25 + i * 0.16, 1.13, 0.1, s.shade('#efe6d8', 0.05))
  },
  shelf: (s, c) => {
    s.box(1.4, 1.9, 0.05, 0, 0.95, -0.17, s.mix(c, -0.08))
    s.box(0.06, 1.9, 0.4, -0.7, 0.95, 0, c).box(0.06, 1.9, 0.4, 0.7, 0.95, 0, c)
    for (let row = 0; row < 5; row++) {
      s.box(1.4, 0.05, 0.4, 0, 0.06 + row * 0.45, 0, c)
      if (row === 4) continue
      for (let x = -0.58; x < 0.55; x += 0.13) {
        if (s.dice(0, 1) < 0.25) continue
        const h = s.dice(0.22, 0.36)
        s.box(0.09, h, 0.24, x, 0.1 + row * 0.45 + h / 2, 0, BOOKS[Math.floor(s.dice(0, 5.99))] ?? c)
      }
    }
  },
  rug: (s, c) => {
    s.cylinder(1.6, 0.024, 0, 0.012, 0, c, {}, 28).cylinder(1.32, 0.028, 0, 0.014, 0, s.mix(c, 0.12), {}, 28)
    s.cylinder(1.1, 0.032, 0, 0.016, 0, c, {}, 28).cylinder(0.4, 0.036, 0, 0.018, 0, s.mix(c, 0.2), {}, 18)
  },
  crate: (s, c) => {
    s.box(0.6, 0.56, 0.6, 0, 0.28, 0, c)
    for (const y of [0.08, 0.3, 0.52]) s.box(0.64, 0.1, 0.64, 0, y, 0, s.mix(c, 0.06))
  },
  bench: (s, c) => {
    for (const z of [-0.15, 0, 0.15]) s.box(1.7, 0.05, 0.12, 0, 0.44, z, s.shade(c, 0.03))
    for (const y of [0.62, 0.78])
      s.box(1.7, 0.1, 0.04, 0, y, -0.25, s.shade(c, 0.03), { turn: [-0.15, 0, 0] })
    for (const x of [-0.68, 0.68]) {
      s.box(0.07, 0.44, 0.4, x, 0.22, 0, DARK).box(0.07, 0.5, 0.05, x, 0.64, -0.23, DARK, {
        turn: [-0.15, 0, 0],
      })
    }
  },
  stage: (s, c) => {
    s.box(5, 0.28, 3, 0, 0.14, 0, s.mix(c, -0.05))
    for (let x = -2.35; x < 2.4; x += 0.47) s.box(0.44, 0.04, 3, x, 0.29, 0, s.shade(c, 0.03))
    s.box(5.04, 0.05, 0.05, 0, 0.2, 1.5, '#ffbf76', { glow: 1 })
  },
} satisfies Partial<Record<KindName, Build>>

export const corners = (x: number, z: number) =>
  [
    [-x, -z],
    [x, -z],
    [-x, z],
    [x, z],
  ] as const
