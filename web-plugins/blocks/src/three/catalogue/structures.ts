import type { KindName } from '../../room/kinds'
import type { Build } from './build'
import { corners } from './furniture'

const ROOF = '#3b3558'

export const structures = {
  arch: (s, c) => {
    for (const x of [-1.5, 1.5])
      s.post(0.15, 0.19, 3, x, 0, 0, c, 10).cylinder(0.26, 0.24, x, 0.12, 0, '#37314f')
    for (const y of [2.66, 3.12]) s.box(3.5, 0.13, 0.16, 0, y, 0, c)
    for (let x = -1.35; x <= 1.36; x += 0.27) s.box(0.055, 1.15, 0.05, x, 3.05, 0, s.mix(c, 0.03))
    s.ball(0.2, 0, 2.3, 0, '#ffcf86', { glow: 1, stretch: [1, 1.15, 1] }).box(0.02, 0.2, 0.02, 0, 2.55, 0, c)
  },
  wall: (s, c) => {
    s.box(4, 3, 0.2, 0, 1.5, 0, c)
      .box(4.04, 0.24, 0.26, 0, 0.12, 0, s.mix(c, -0.25))
      .box(4.04, 0.1, 0.28, 0, 3, 0, ROOF)
  },
  'window-wall': (s, c) => {
    s.box(4, 0.9, 0.2, 0, 0.45, 0, c).box(4, 0.6, 0.2, 0, 2.7, 0, c)
    for (const x of [-1.9, -0.64, 0.64, 1.9]) s.box(0.2, 1.6, 0.22, x, 1.65, 0, s.mix(c, -0.05))
    s.box(3.7, 1.5, 0.04, 0, 1.65, 0, '#ffca82', { glow: 0.72 }).box(3.9, 0.05, 0.12, 0, 1.65, 0, c)
    s.box(4.1, 0.08, 0.5, 0, 2.45, 0.25, '#c4473f', { turn: [0.3, 0, 0] }).box(4.04, 0.1, 0.28, 0, 3, 0, ROOF)
  },
  'low-wall': (s, c) => {
    s.box(4, 0.82, 0.28, 0, 0.41, 0, c).box(4.06, 0.12, 0.4, 0, 0.86, 0, s.mix(c, 0.08))
  },
  fence: (s, c) => {
    for (const y of [0.35, 0.75]) s.box(2, 0.07, 0.05, 0, y, 0, c)
    for (let x = -0.9; x < 1; x += 0.3) s.box(0.09, 0.95, 0.04, x, 0.47, 0.03, s.shade(c, 0.04))
  },
  rail: (s, c) => {
    s.box(2, 0.05, 0.06, 0, 1.08, 0, s.mix(c, 0.12))
      .box(2, 0.03, 0.03, 0, 0.6, 0, c)
      .box(2, 0.03, 0.03, 0, 0.14, 0, c)
    for (let x = -0.95; x <= 1; x += 0.475) s.box(0.035, 1.06, 0.035, x, 0.53, 0, c)
  },
  pavilion: (s, c) => {
    s.box(4.8, 0.3, 4.8, 0, 0.15, 0, '#8d8799')
    for (let x = -2.2; x < 2.3; x += 0.4) s.box(0.37, 0.03, 4.5, x, 0.31, 0, s.shade('#8a6242', 0.03))
    for (const [x, z] of corners(2, 2)) s.post(0.12, 0.14, 2.6, x, 0.3, z, c, 10)
    for (const side of [-2, 2]) s.box(4.3, 0.2, 0.14, 0, 2.8, side, c).box(0.14, 0.2, 4.3, side, 2.8, 0, c)
    s.cone(4.1, 1.5, 0, 2.95, 0, ROOF, 4, { turn: [0, Math.PI / 4, 0] })
    for (const side of [-2.9, 2.9]) {
      s.box(5.86, 0.1, 0.12, 0, 2.97, side, '#5a4a86').box(0.12, 0.1, 5.86, side, 2.97, 0, '#5a4a86')
    }
    s.ball(0.2, 0, 4.45, 0, '#c9a45c', {}, 8)
    s.ball(0.28, 0, 2.4, 0, '#ffb86b', { glow: 1, stretch: [1, 0.85, 1] }, 12).box(
      0.02,
      0.5,
      0.02,
      0,
      2.8,
      0,
      ROOF,
    )
  },
  pond: (s, c) => {
    s.cylinder(2, 0.06, 0, 0.09, 0, c, {}, 32).cylinder(1.3, 0.065, 0.2, 0.092, 0.1, s.mix(c, -0.07), {}, 24)
    for (let i = 0; i < 19; i++) {
      const a = (i / 19) * Math.PI * 2
      s.clump(s.dice(0.24, 0.38), Math.cos(a) * 2.02, 0.13, Math.sin(a) * 2.02, '#84809a', {
        stretch: [1, 0.65, 1],
      })
    }
    for (let i = 0; i < 6; i++) {
      const [a, r] = [s.dice(0, 6.28), s.dice(0.4, 1.5)]
      s.cylinder(0.2, 0.02, Math.cos(a) * r, 0.13, Math.sin(a) * r, '#4f9a6a', {}, 9)
      if (i % 2 === 0) s.ball(0.09, Math.cos(a) * r, 0.18, Math.sin(a) * r, '#f6bcd2', {}, 6)
    }
    for (let i = 0; i < 3; i++) s.ball(0.09, s.dice(-1, 1), 0.15, s.dice(-1, 1), '#ffc27a', { glow: 1 }, 6)
  },
  rock: (s, c) => {
    s.clump(0.5, 0, 0.22, 0, c, { stretch: [1, 0.75, 0.85] }).clump(0.28, 0.42, 0.12, 0.16, s.mix(c, -0.04))
  },
  stepping: (s, c) => {
    s.cylinder(
      0.46,
      0.06,
      0,
      0.03,
      0,
      s.shade(c, 0.05),
      { turn: [0, s.dice(0, 3), 0], stretch: [1, 1, 0.8] },
      9,
    )
  },
  door: (s, c) => {
    for (const x of [-0.75, 0.75]) s.box(0.22, 2.4, 0.3, x, 1.2, 0, c)
    s.box(1.9, 0.24, 0.36, 0, 2.45, 0, s.mix(c, 0.06)).box(1.28, 2.3, 0.04, 0, 1.16, -0.04, '#a98bff', {
      glow: 0.75,
    })
    s.box(1.28, 0.03, 0.6, 0, 0.015, 0.3, '#cbb8ff', { glow: 0.6 }).ball(
      0.1,
      0,
      2.75,
      0,
      '#d9c9ff',
      { glow: 1 },
      8,
    )
  },
  vent: (s, c) => {
    s.box(1.4, 0.96, 1, 0, 0.56, 0, c).box(1.3, 0.08, 0.9, 0, 0.04, 0, '#3a3850')
    s.ring(0.34, 0.03, 0, 0.58, 0.51, '#3a3850').cylinder(
      0.32,
      0.02,
      0,
      0.58,
      0.5,
      '#2a2840',
      { turn: [Math.PI / 2, 0, 0] },
      14,
    )
    for (const a of [0, 1.05, 2.1])
      s.box(0.56, 0.08, 0.02, 0, 0.58, 0.52, s.mix(c, -0.15), { turn: [0, 0, a] })
  },
  'water-tank': (s, c) => {
    for (const [x, z] of corners(0.7, 0.7)) s.box(0.1, 1.1, 0.1, x, 0.55, z, '#3a3850')
    s.cylinder(1.1, 1.7, 0, 1.95, 0, c, {}, 18).cone(1.25, 0.7, 0, 2.78, 0, ROOF, 18)
    for (const y of [1.4, 2, 2.6]) s.ring(1.1, 0.03, 0, y, 0, '#3a3850', { turn: [Math.PI / 2, 0, 0] })
  },
  stall: (s, c) => {
    s.box(2.2, 1, 0.9, 0, 0.5, 0, '#8a6242').box(2.3, 0.07, 1, 0, 1.02, 0, '#d9c3a0')
    for (const [x, z] of corners(1.05, 0.42)) s.box(0.07, 2.3, 0.07, x, 1.15, z, '#5a4036')
    for (let i = 0; i < 7; i++) {
      s.box(0.4, 0.05, 1.7, -1.2 + i * 0.4, 2.42, 0.2, i % 2 ? '#f4ead8' : c, { turn: [0.24, 0, 0] })
      s.box(0.4, 0.22, 0.03, -1.2 + i * 0.4, 2.14, 1.02, i % 2 ? '#f4ead8' : c)
    }
    for (let i = 0; i < 3; i++) s.ball(0.15, -0.7 + i * 0.7, 1.9, 0.62, '#ffb661', { glow: 1 }, 9)
    for (let i = 0; i < 5; i++) s.ball(0.11, -0.8 + i * 0.4, 1.14, 0.1, s.shade('#e8a15c', 0.08), {}, 7)
  },
  tower: (s, c) => {
    // Scenery beyond the edge: a tall house with lit windows.
    s.box(4, 10, 4, 0, 5, 0, c).box(4.2, 0.2, 4.2, 0, 10, 0, s.mix(c, 0.06))
    for (let y = 1; y < 9.5; y += 1.1) {
      for (const x of [-1.4, -0.47, 0.47, 1.4]) {
        for (const z of [2.02, -2.02])
          if (s.dice(0, 1) < 0.42) s.box(0.5, 0.55, 0.03, x, y, z, s.shade('#ffd08a', 0.08), { glow: 0.8 })
        for (const side of [2.02, -2.02]) {
          if (s.dice(0, 1) < 0.3) s.box(0.03, 0.55, 0.5, side, y, x, s.shade('#ffd9a6', 0.08), { glow: 0.7 })
        }
      }
    }
  },
} satisfies Partial<Record<KindName, Build>>
