import type { KindName } from '../../room/kinds'
import { type Build, hook } from './build'

const METAL = '#2c2748'

export const lights = {
  lantern: (s, c) => {
    s.cylinder(0.2, 0.1, 0, 0.05, 0, c).post(0.05, 0.07, 2.1, 0, 0.1, 0, c)
    s.box(0.32, 0.42, 0.32, 0, 2.38, 0, '#ffcf86', { glow: 1 })
    for (const [x, z] of [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ] as const) {
      s.box(0.035, 0.46, 0.035, x * 0.17, 2.38, z * 0.17, c)
    }
    s.cone(0.34, 0.22, 0, 2.6, 0, c, 4, { turn: [0, Math.PI / 4, 0] }).ball(0.05, 0, 2.84, 0, c, {}, 6)
  },
  'stone-lantern': (s, c) => {
    s.cylinder(0.3, 0.16, 0, 0.08, 0, c, {}, 8).post(0.14, 0.18, 0.6, 0, 0.16, 0, s.mix(c, -0.05))
    s.cylinder(0.32, 0.12, 0, 0.82, 0, c, {}, 8).box(0.34, 0.34, 0.34, 0, 1.05, 0, '#ffcb80', { glow: 1 })
    for (const x of [-0.17, 0.17]) for (const z of [-0.17, 0.17]) s.box(0.08, 0.36, 0.08, x, 1.05, z, c)
    s.cone(0.52, 0.34, 0, 1.22, 0, s.mix(c, -0.04), 6).ball(0.08, 0, 1.58, 0, c, {}, 6)
  },
  'paper-lantern': (s, c) => {
    hook(s)
    s.ball(0.27, 0, 2.6, 0, c, { glow: 1, stretch: [1, 0.85, 1] }, 12)
    s.cylinder(0.12, 0.05, 0, 2.84, 0, METAL).cylinder(0.12, 0.05, 0, 2.37, 0, METAL)
    s.box(0.03, 0.2, 0.03, 0, 2.25, 0, '#d8484f')
  },
  'string-lights': (s, c) => {
    for (let i = 0; i <= 10; i++) {
      const x = -3 + i * 0.6
      const y = 2.6 + 0.5 * (x / 3) ** 2
      s.ball(0.075, x, y, 0, s.shade(c, 0.06), { glow: 1 }, 6)
      if (i < 10)
        s.box(0.62, 0.016, 0.016, x + 0.3, y + 0.09 + (x + 0.3) * 0.02, 0, METAL, {
          turn: [0, 0, (x + 0.3) / 9],
        })
    }
  },
  candle: (s, c) => {
    s.cylinder(0.07, 0.16, 0, 0.08, 0, c, { glow: 0.35 }, 8).ball(
      0.035,
      0,
      0.22,
      0,
      '#ffbf5e',
      { glow: 1, stretch: [1, 1.8, 1] },
      6,
    )
  },
  'floor-lamp': (s, c) => {
    s.cylinder(0.16, 0.04, 0, 0.02, 0, METAL).post(0.02, 0.025, 1.3, 0, 0, 0, METAL)
    s.post(0.16, 0.27, 0.36, 0, 1.3, 0, c, 12).cylinder(0.15, 0.3, 0, 1.45, 0, '#ffdca0', { glow: 1 })
  },
  neon: (s, c) => {
    s.ring(0.62, 0.05, 0, 2.4, 0.06, c, { glow: 1 }).ring(0.42, 0.035, 0, 2.4, 0.06, '#7fe8ff', { glow: 1 })
    s.box(0.5, 0.06, 0.06, 0, 2.4, 0.06, '#fff3a6', { glow: 1, turn: [0, 0, 0.9] })
    s.box(1.5, 1.5, 0.05, 0, 2.4, 0, '#1c1830')
  },
} satisfies Partial<Record<KindName, Build>>
