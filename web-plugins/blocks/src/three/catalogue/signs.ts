import type { KindName } from '../../room/kinds'
import type { Build } from './build'

export const signs = {
  sign: (s, c) => {
    for (const x of [-0.4, 0.4]) s.box(0.08, 1.4, 0.08, x, 0.7, 0, s.mix(c, -0.08))
    s.box(1.1, 0.6, 0.07, 0, 1.2, 0.02, c).box(1.24, 0.08, 0.2, 0, 1.54, 0, '#3b3558')
    for (let i = 0; i < 3; i++) s.box(0.7 - i * 0.16, 0.05, 0.02, -0.06 * i, 1.34 - i * 0.14, 0.07, '#f4ead8')
  },
  'menu-board': (s, c) => {
    for (const side of [-1, 1]) {
      s.box(0.7, 1, 0.05, 0, 0.5, side * 0.16, '#7a5538', { turn: [side * -0.22, 0, 0] })
      s.box(0.6, 0.84, 0.03, 0, 0.53, side * 0.19, c, { turn: [side * -0.22, 0, 0] })
    }
    for (let i = 0; i < 4; i++) {
      s.box(
        s.dice(0.25, 0.46),
        0.035,
        0.01,
        s.dice(-0.05, 0.05),
        0.8 - i * 0.15,
        0.18 + i * 0.033,
        i ? '#e8e2f2' : '#ffc27a',
      )
    }
  },
  banner: (s, c) => {
    s.post(0.04, 0.06, 3, 0, 0, 0, '#2c2748').box(0.7, 0.05, 0.05, 0.3, 2.9, 0, '#2c2748')
    s.box(0.6, 1.7, 0.03, 0.34, 2, 0, c).box(0.6, 0.12, 0.035, 0.34, 1.2, 0, '#ffcf86')
    s.cylinder(0.18, 0.04, 0.34, 2.35, 0, '#ffcf86', { turn: [Math.PI / 2, 0, 0] }, 14)
  },
  signpost: (s, c) => {
    s.post(0.06, 0.08, 2.2, 0, 0, 0, c, 6)
    for (const [y, turn, tone] of [
      [1.9, 0.3, '#e0655f'],
      [1.55, -0.5, '#4f9fa8'],
      [1.2, 0.9, '#e8b04a'],
    ] as const) {
      s.box(0.9, 0.24, 0.05, Math.cos(turn) * 0.3, y, -Math.sin(turn) * 0.3, tone, { turn: [0, turn, 0] })
      s.box(0.5, 0.05, 0.07, Math.cos(turn) * 0.3, y, -Math.sin(turn) * 0.3, '#f6efe0', {
        turn: [0, turn, 0],
      })
    }
  },
  flag: (s, c) => {
    s.post(0.035, 0.05, 3, 0, 0, 0, '#e8e2d4', 6).ball(0.08, 0, 3.03, 0, '#e8c04a', {}, 6)
    for (let i = 0; i < 4; i++)
      s.box(
        0.32,
        0.8,
        0.03,
        0.18 + i * 0.29,
        2.5 - i * 0.02,
        Math.sin(i * 1.6) * 0.06,
        s.mix(c, i % 2 ? 0.05 : 0),
        { turn: [0, i % 2 ? 0.3 : -0.3, 0] },
      )
  },
  garland: (s, c) => {
    const tones = [c, '#f6ead2', '#4f9fa8', '#e8b04a']
    for (let i = 0; i < 14; i++) {
      const x = -2.6 + i * 0.4
      const y = 2.7 + 0.4 * (x / 2.6) ** 2
      s.box(0.3, 0.015, 0.015, x, y + 0.12, 0, '#e8e2d4', { turn: [0, 0, x / 10] }).cone(
        0.13,
        0.26,
        x,
        y - 0.14,
        0,
        tones[i % 4] ?? c,
        3,
        { turn: [Math.PI, 0, 0], stretch: [1, 1, 0.15] },
      )
    }
  },
  poster: (s, c) => {
    s.box(0.9, 1.3, 0.03, 0, 1.6, 0.14, '#f6efe0')
      .box(0.8, 0.8, 0.04, 0, 1.75, 0.14, c)
      .ball(0.22, 0.1, 1.85, 0.16, '#ffe27a', { stretch: [1, 1, 0.15] }, 10)
    for (let i = 0; i < 3; i++) s.box(0.6 - i * 0.14, 0.05, 0.02, -0.05 * i, 1.24 - i * 0.1, 0.165, '#3a2b33')
  },
  scroll: (s, c) => {
    s.box(0.64, 1.5, 0.03, 0, 1.65, 0.14, '#8a6f9a').box(0.52, 1.1, 0.04, 0, 1.65, 0.14, c)
    for (const y of [0.9, 2.4]) s.cylinder(0.04, 0.76, 0, y, 0.14, '#5a3f30', { turn: [0, 0, 1.57] }, 6)
    s.clump(0.16, -0.04, 1.5, 0.17, '#6f8a78', { stretch: [1.2, 0.8, 0.1] }).ball(
      0.07,
      0.1,
      1.95,
      0.16,
      '#d8604f',
      { stretch: [1, 1, 0.2] },
      7,
    )
    s.box(0.03, 0.5, 0.01, -0.1, 1.62, 0.17, '#3a2b33', { turn: [0, 0, 0.3] })
  },
  'hanging-sign': (s, c) => {
    s.post(0.06, 0.07, 2.6, 0, 0, 0, c, 6)
      .box(0.9, 0.06, 0.06, 0.4, 2.45, 0, c)
      .bar([0, 2.1, 0], [0.4, 2.42, 0], 0.04, c)
    for (const x of [0.25, 0.7]) s.box(0.015, 0.2, 0.015, x, 2.33, 0, '#3a2b33')
    s.box(0.7, 0.56, 0.06, 0.48, 1.96, 0, s.mix(c, 0.08))
      .cylinder(0.17, 0.08, 0.48, 1.98, 0, '#ffcf86', { turn: [1.57, 0, 0], glow: 0.6 }, 12)
      .box(0.4, 0.04, 0.08, 0.48, 1.76, 0, '#ffcf86')
  },
  billboard: (s, c) => {
    for (const x of [-1.2, 1.2]) s.box(0.14, 2.1, 0.14, x, 1.05, 0, '#2c2748')
    s.box(3.2, 1.8, 0.2, 0, 2.9, 0, '#1b1730').box(3, 1.6, 0.04, 0, 2.9, 0.1, c, { glow: 0.6 })
    s.ball(0.42, 0.75, 3, 0.1, '#ffe27a', { glow: 1, stretch: [1, 1, 0.1] }, 12).box(
      3,
      0.4,
      0.05,
      0,
      2.3,
      0.1,
      s.mix(c, -0.2),
      { glow: 0.5 },
    )
    for (let i = 0; i < 3; i++)
      s.box(1.1 - i * 0.25, 0.13, 0.03, -0.75 + i * -0.1, 3.35 - i * 0.26, 0.13, '#fff6e6', { glow: 0.9 })
  },
  'star-sign': (s, c) => {
    for (const [r, tone] of [
      [1.5, '#ff7fc4'],
      [1.32, '#fff3b0'],
      [1.14, '#f2c8ff'],
    ] as const)
      s.arc(r, 0.045, 0, 2.6, 0.08, tone, { glow: 1 }, 16)
    for (let i = 0; i < 10; i++) {
      const point = (k: number): [number, number, number] => {
        const [a, r] = [(k / 10) * Math.PI * 2, k % 2 ? 0.3 : 0.72]
        return [Math.sin(a) * r, 2.9 + Math.cos(a) * r, 0.08]
      }
      s.bar(point(i), point(i + 1), 0.07, c, { glow: 1 })
    }
  },
} satisfies Partial<Record<KindName, Build>>
