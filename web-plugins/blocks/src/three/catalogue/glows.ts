// Lights beyond lanterns and lamps of rooms: fire, silk, strips of neon.
import type { KindName } from '../../room/kinds'
import { type Build, hook } from './build'

const METAL = '#2c2748'
const FLAME = ['#ff7a34', '#ff9e44', '#ffd06a'] as const

/** Flames of three colours that stand on `y`. */
const flames = (s: Parameters<Build>[0], y: number, size: number) => {
  s.cone(0.5 * size, 1.2 * size, 0, y, 0, FLAME[0], 7, { glow: 0.9 }).cone(
    0.34 * size,
    1.5 * size,
    0.06 * size,
    y,
    0.05 * size,
    FLAME[1],
    6,
    { glow: 1 },
  )
  s.cone(0.2 * size, 1.1 * size, -0.1 * size, y, 0.12 * size, FLAME[2], 5, { glow: 1 }).cone(
    0.22 * size,
    0.8 * size,
    0.24 * size,
    y,
    -0.12 * size,
    FLAME[0],
    5,
    { glow: 1 },
  )
}

export const glows = {
  'street-lamp': (s, c) => {
    s.cylinder(0.2, 0.16, 0, 0.08, 0, c)
      .post(0.05, 0.09, 3.2, 0, 0.1, 0, c)
      .bar([0, 3.2, 0], [0.6, 3.45, 0], 0.06, c)
    s.bar([0, 2.9, 0], [0.34, 3.32, 0], 0.04, c)
      .cone(0.3, 0.2, 0.6, 3.3, 0, c, 8)
      .ball(0.17, 0.6, 3.25, 0, '#ffdf9e', { glow: 1 }, 8)
  },
  'silk-lantern': (s, c) => {
    hook(s).box(0.3, 0.05, 0.3, 0, 2.72, 0, METAL)
    s.post(0.22, 0.22, 0.28, 0, 2.42, 0, c, 10).post(0.22, 0.22, 0.28, 0, 2.14, 0, '#4a63c4', 10)
    s.cylinder(0.215, 0.5, 0, 2.41, 0, '#ffb87a', { glow: 0.85 }, 10).cylinder(
      0.225,
      0.2,
      0,
      2.57,
      0,
      c,
      { glow: 0.55 },
      10,
    )
    s.cylinder(0.225, 0.2, 0, 2.26, 0, '#4a63c4', { glow: 0.45 }, 10).box(0.03, 0.3, 0.03, 0, 1.98, 0, c)
  },
  'lotus-lantern': (s, c) => {
    for (let i = 0; i < 8; i++) {
      const a = (i / 8) * 6.28
      s.cone(0.12, 0.34, Math.cos(a) * 0.18, 0.02, Math.sin(a) * 0.18, s.shade(c, 0.05), 3, {
        glow: 0.55,
        turn: [Math.sin(a) * 0.6, 0, -Math.cos(a) * 0.6],
      })
    }
    s.cylinder(0.3, 0.02, 0, 0.01, 0, '#4f9a6a', {}, 9).cone(0.1, 0.3, 0, 0.03, 0, '#ffe0b0', 5, { glow: 1 })
  },
  'pendant-lamp': (s, c) => {
    s.box(0.012, 0.8, 0.012, 0, 2.95, 0, METAL)
      .cone(0.36, 0.3, 0, 2.35, 0, c, 12)
      .ball(0.13, 0, 2.34, 0, '#ffe1ac', { glow: 1 }, 8)
  },
  torch: (s, c) => {
    s.post(0.05, 0.04, 1.7, 0, 0, 0, c, 6).post(0.16, 0.08, 0.2, 0, 1.62, 0, METAL, 8)
    flames(s, 1.78, 0.36)
  },
  'fire-bowl': (s, c) => {
    s.cylinder(0.6, 0.16, 0, 0.08, 0, s.mix(c, 0.16), {}, 18).post(
      0.3,
      0.44,
      0.36,
      0,
      0.12,
      0,
      s.mix(c, 0.1),
      12,
    )
    s.post(1.05, 0.42, 0.5, 0, 0.46, 0, c, 20)
      .cylinder(1.08, 0.1, 0, 0.98, 0, s.mix(c, 0.08), {}, 20)
      .cylinder(0.92, 0.04, 0, 1.03, 0, '#ff8a3c', { glow: 1 }, 16)
    flames(s, 1, 0.85)
  },
  campfire: (s, c) => {
    for (let i = 0; i < 9; i++)
      s.clump(0.14, Math.cos(i * 0.7) * 0.52, 0.08, Math.sin(i * 0.7) * 0.52, '#7d798c')
    for (let i = 0; i < 5; i++)
      s.bar(
        [Math.cos(i * 1.26) * 0.42, 0.03, Math.sin(i * 1.26) * 0.42],
        [0, 0.46, 0],
        0.11,
        s.shade(c, 0.04),
      )
    flames(s, 0.1, 0.6)
  },
  'moon-lamp': (s, c) => {
    s.cylinder(0.24, 0.08, 0, 0.04, 0, '#6b4f3d').ball(0.5, 0, 0.58, 0, c, { glow: 0.95 }, 14)
    for (const [x, y, r] of [
      [0.2, 0.72, 0.12],
      [-0.14, 0.5, 0.16],
      [0.1, 0.34, 0.09],
    ] as const)
      s.ball(r, x, y, 0.4, s.mix(c, -0.08), { glow: 0.8, stretch: [1, 1, 0.5] }, 6)
  },
  'garden-light': (s, c) => {
    s.post(0.03, 0.03, 0.4, 0, 0, 0, c, 5)
      .cylinder(0.08, 0.14, 0, 0.46, 0, '#ffe0a8', { glow: 1 }, 7)
      .cone(0.13, 0.1, 0, 0.52, 0, c, 7)
  },
  'neon-strip': (s, c) => {
    s.box(4, 0.09, 0.07, 0, 2.9, 0.06, c, { glow: 1 }).box(4, 0.05, 0.06, 0, 2.66, 0.06, '#ff6fc4', {
      glow: 1,
    })
    for (const x of [-1.9, 0, 1.9]) s.box(0.06, 0.4, 0.05, x, 2.8, 0.02, '#1c1830')
  },
  spotlight: (s, c) => {
    s.box(0.34, 0.06, 0.34, 0, 0.03, 0, c)
      .post(0.13, 0.09, 0.3, 0, 0.2, 0, c, 8)
      .cylinder(0.12, 0.03, 0, 0.51, 0, '#fff0cf', { glow: 1 }, 10)
    for (const x of [-0.16, 0.16]) s.box(0.03, 0.3, 0.08, x, 0.2, 0, c)
  },
} satisfies Partial<Record<KindName, Build>>
