// Plants beyond the first trees and bushes.
import type { KindName } from '../../room/kinds'
import type { Build } from './build'

const BARK = '#5a4036'
const LEAF = '#4c8a5c'

/** Stems with a blossom each, where `blossom` draws it on top. */
const bed =
  (
    count: number,
    reach: number,
    [low, high]: [number, number],
    blossom: (...at: Parameters<Blossom>) => void,
  ): Build =>
  (s, c) => {
    for (let i = 0; i < count; i++) {
      const [x, z, h] = [s.dice(-reach, reach), s.dice(-reach, reach), s.dice(low, high)]
      s.box(0.025, h, 0.025, x, h / 2, z, LEAF)
      s.box(0.14, 0.012, 0.05, x + 0.05, h * 0.4, z, LEAF, { turn: [0, h * 9, 0.6] })
      blossom(s, c, x, h, z)
    }
  }
type Blossom = (s: Parameters<Build>[0], colour: string, x: number, y: number, z: number) => void

export const garden = {
  'snowy-pine': (s, c) => {
    s.post(0.1, 0.17, 1, 0, 0, 0, BARK, 6)
    for (let i = 0; i < 4; i++) {
      s.cone(1.05 - i * 0.22, 1.15, 0, 0.65 + i * 0.68, 0, s.mix(c, i * 0.02), 8)
      s.cone(0.72 - i * 0.16, 0.8, 0, 1.03 + i * 0.69, 0, '#e8eff7', 8)
    }
  },
  maple: (s, c) => {
    s.post(0.1, 0.19, 1.8, 0, 0, 0, BARK, 7)
      .bar([0, 1.5, 0], [0.6, 2.3, 0.1], 0.09, BARK)
      .bar([0, 1.6, 0], [-0.6, 2.4, -0.1], 0.08, BARK)
    s.clump(0.9, 0, 2.9, 0, c, { stretch: [1.2, 0.7, 1.2] }).clump(0.7, 0.8, 2.5, 0.2, s.mix(c, 0.05), {
      stretch: [1.2, 0.65, 1.1],
    })
    s.clump(0.7, -0.8, 2.6, -0.2, s.mix(c, -0.04), { stretch: [1.2, 0.65, 1.1] }).clump(
      0.6,
      0,
      3.3,
      0.2,
      s.mix(c, 0.08),
      { stretch: [1.1, 0.7, 1.1] },
    )
    for (let i = 0; i < 8; i++) {
      const [a, r] = [s.dice(0, 6.28), s.dice(0.3, 1.9)]
      s.box(0.11, 0.008, 0.09, Math.cos(a) * r, 0.02, Math.sin(a) * r, s.shade(c, 0.08), { turn: [0, a, 0] })
    }
  },
  persimmon: (s, c) => {
    s.post(0.09, 0.17, 1.7, 0, 0, 0, BARK, 7)
      .bar([0, 1.5, 0], [0.5, 2.3, 0.2], 0.08, BARK)
      .bar([0, 1.5, 0], [-0.5, 2.2, -0.1], 0.08, BARK)
    s.clump(0.8, 0, 2.7, 0, c).clump(0.6, 0.6, 2.4, 0.2, c).clump(0.6, -0.6, 2.4, -0.1, s.mix(c, -0.04))
    for (let i = 0; i < 9; i++) {
      const [a, y] = [s.dice(0, 6.28), s.dice(2.0, 3)]
      s.ball(0.11, Math.cos(a) * 0.95, y, Math.sin(a) * 0.85, '#f08a3c', { glow: 0.12 }, 6)
    }
  },
  willow: (s, c) => {
    s.post(0.13, 0.25, 2.2, 0, 0, 0, BARK, 7)
      .clump(1, 0, 3, 0, c, { stretch: [1.3, 0.75, 1.3] })
      .clump(0.7, 0.4, 3.4, 0.2, s.mix(c, 0.05))
    for (let i = 0; i < 16; i++) {
      const a = (i / 16) * 6.28
      const [r, h] = [s.dice(1, 1.45), s.dice(1.2, 1.9)]
      s.box(0.16, h, 0.05, Math.cos(a) * r, 2.9 - h / 2, Math.sin(a) * r, s.shade(c, 0.06), {
        turn: [0, -a, s.dice(-0.1, 0.1)],
      })
    }
  },
  cypress: (s, c) => {
    s.post(0.09, 0.13, 0.5, 0, 0, 0, BARK, 6).ball(0.5, 0, 2.3, 0, c, { stretch: [0.95, 3.9, 0.95] }, 8)
    s.ball(0.3, 0.12, 1.5, 0.2, s.mix(c, 0.03), { stretch: [1, 3, 1] }, 6)
  },
  palm: (s, c) => {
    for (let i = 0; i < 5; i++)
      s.post(0.12, 0.15, 0.66, i * i * 0.025, i * 0.62, 0, s.mix('#8a6a4a', i % 2 ? 0.03 : 0), 7)
    for (let i = 0; i < 8; i++) {
      const a = (i / 8) * 6.28
      const [x, z] = [Math.cos(a), Math.sin(a)]
      s.bar([0.5, 3.15, 0], [0.5 + x * 0.7, 3.4, z * 0.7], 0.13, c).bar(
        [0.5 + x * 0.7, 3.4, z * 0.7],
        [0.5 + x * 1.5, 2.9, z * 1.5],
        0.16,
        s.mix(c, 0.04),
      )
    }
    for (const a of [0, 2, 4]) s.ball(0.12, 0.5 + Math.cos(a) * 0.16, 3, Math.sin(a) * 0.16, '#8a5a3c', {}, 6)
  },
  hedge: (s, c) => {
    s.box(2, 0.9, 0.5, 0, 0.48, 0, s.mix(c, -0.03))
    for (let i = 0; i < 9; i++)
      s.clump(0.3, -0.9 + i * 0.225, s.dice(0.75, 0.95), s.dice(-0.14, 0.14), c).clump(
        0.28,
        -0.9 + i * 0.225,
        0.5,
        i % 2 ? 0.22 : -0.22,
        c,
      )
  },
  'potted-plant': (s, c) => {
    s.post(0.26, 0.18, 0.4, 0, 0, 0, c, 9).cylinder(0.28, 0.07, 0, 0.39, 0, s.mix(c, 0.06), {}, 9)
    for (let i = 0; i < 9; i++) {
      const [a, h] = [i * 0.7, s.dice(0.4, 0.8)]
      s.bar([0, 0.4, 0], [Math.cos(a) * 0.34, 0.4 + h, Math.sin(a) * 0.34], 0.06, s.shade('#4f9a63', 0.06))
    }
  },
  'hanging-plant': (s, c) => {
    s.box(0.012, 0.7, 0.012, 0, 2.95, 0, '#3a2b33').post(0.2, 0.13, 0.2, 0, 2.42, 0, '#c07a55', 8)
    for (let i = 0; i < 8; i++) {
      const [a, h] = [i * 0.79, s.dice(0.3, 0.8)]
      s.box(0.07, h, 0.04, Math.cos(a) * 0.2, 2.6 - h / 2, Math.sin(a) * 0.2, s.shade(c, 0.05), {
        turn: [0, -a, 0.1],
      })
    }
    s.clump(0.24, 0, 2.66, 0, c)
  },
  vegetables: (s, c) => {
    s.box(2, 0.3, 1, 0, 0.15, 0, c).box(1.86, 0.06, 0.86, 0, 0.3, 0, '#4a382f')
    for (let i = 0; i < 12; i++) {
      const [x, z] = [-0.77 + (i % 6) * 0.31, i < 6 ? -0.22 : 0.22]
      if (i % 3 === 0) s.clump(0.17, x, 0.42, z, '#8cc06a')
      else if (i % 3 === 1) s.cone(0.06, 0.3, x, 0.32, z, LEAF, 4).ball(0.06, x, 0.34, z, '#e8833c', {}, 5)
      else s.clump(0.15, x, 0.4, z, '#7a5a98').clump(0.1, x, 0.47, z, LEAF)
    }
  },
  tomatoes: (s, c) => {
    s.box(1.8, 0.26, 0.5, 0, 0.13, 0, '#8a6242')
    for (let i = 0; i < 5; i++) {
      const x = -0.72 + i * 0.36
      s.box(0.03, 1.4, 0.03, x, 0.8, 0, '#a3794d')
        .clump(0.22, x, 0.6, 0, LEAF)
        .clump(0.24, x + 0.04, 1.02, 0, '#579a62')
        .clump(0.16, x, 1.36, 0, LEAF)
      for (let k = 0; k < 3; k++)
        s.ball(0.06, x + s.dice(-0.18, 0.18), s.dice(0.5, 1.2), 0.2, s.shade(c, 0.06), {}, 6)
    }
  },
  pumpkin: (s, c) => {
    for (let i = 0; i < 6; i++)
      s.ball(
        0.22,
        Math.cos(i * 1.05) * 0.15,
        0.2,
        Math.sin(i * 1.05) * 0.15,
        s.shade(c, 0.03),
        { stretch: [1, 0.9, 1] },
        6,
      )
    s.post(0.03, 0.05, 0.14, 0, 0.36, 0, '#5a7a4a', 5)
  },
  sunflowers: bed(6, 0.55, [0.9, 1.5], (s, c, x, y, z) => {
    s.cylinder(0.2, 0.03, x, y, z + 0.03, c, { turn: [1.2, 0, 0] }, 9).cylinder(
      0.1,
      0.04,
      x,
      y,
      z + 0.045,
      '#5a3f30',
      { turn: [1.2, 0, 0] },
      7,
    )
  }),
  tulips: bed(11, 0.6, [0.22, 0.38], (s, c, x, y, z) => {
    s.ball(0.06, x, y + 0.04, z, s.shade(c, 0.1), { stretch: [1, 1.4, 1] }, 5)
  }),
  lavender: bed(14, 0.55, [0.3, 0.5], (s, c, x, y, z) => {
    s.cone(0.05, 0.26, x, y - 0.04, z, s.shade(c, 0.07), 4)
  }),
  reeds: (s, c) => {
    for (let i = 0; i < 11; i++) {
      const [x, z, h] = [s.dice(-0.5, 0.5), s.dice(-0.5, 0.5), s.dice(0.9, 1.6)]
      s.bar([x, 0, z], [x + s.dice(-0.15, 0.15), h, z], 0.02, '#7f8a52').cone(
        0.06,
        0.36,
        x,
        h - 0.05,
        z,
        s.shade(c, 0.06),
        4,
      )
    }
  },
  fern: (s, c) => {
    for (let i = 0; i < 9; i++) {
      const [a, r] = [i * 0.7, s.dice(0.4, 0.6)]
      const [x, z] = [Math.cos(a), Math.sin(a)]
      s.bar([0, 0, 0], [x * r * 0.5, 0.42, z * r * 0.5], 0.06, c).bar(
        [x * r * 0.5, 0.42, z * r * 0.5],
        [x * r, 0.24, z * r],
        0.09,
        s.mix(c, 0.05),
      )
    }
  },
  cactus: (s, c) => {
    s.post(0.2, 0.23, 1.3, 0, 0, 0, c, 8).ball(0.2, 0, 1.3, 0, c, {}, 8)
    for (const [side, y] of [
      [-1, 0.5],
      [1, 0.75],
    ] as const) {
      s.bar([0, y, 0], [side * 0.42, y, 0], 0.17, c)
        .post(0.09, 0.1, 0.45, side * 0.42, y - 0.06, 0, c, 6)
        .ball(0.1, side * 0.42, y + 0.39, 0, c, {}, 6)
    }
    s.clump(0.1, 0, 1.52, 0, '#f28ab0')
  },
  mushrooms: (s, c) => {
    for (const [x, z, h] of [
      [0, 0, 0.4],
      [0.32, 0.12, 0.26],
      [-0.24, 0.2, 0.2],
      [0.1, -0.3, 0.16],
    ] as const) {
      s.post(0.05, 0.07, h, x, 0, z, '#f4ead8', 6).dome(
        h * 0.6,
        x,
        h - 0.03,
        z,
        c,
        { glow: 0.25, stretch: [1, 0.8, 1] },
        8,
      )
      for (const a of [0.4, 2.4, 4.5])
        s.ball(
          0.03,
          x + Math.cos(a) * h * 0.35,
          h + h * 0.36,
          z + Math.sin(a) * h * 0.35,
          '#fff1d8',
          { glow: 0.7 },
          5,
        )
    }
  },
  vines: (s, c) => {
    for (let i = 0; i < 14; i++) {
      const [x, h] = [-1 + i * 0.155, s.dice(0.6, 2)]
      s.box(0.1, h, 0.05, x, 2.9 - h / 2, s.dice(0.05, 0.14), s.shade(c, 0.05))
      s.clump(0.13, x, s.dice(1.2, 2.9), 0.14, s.shade(c, 0.07))
    }
    for (let i = 0; i < 4; i++) s.ball(0.07, s.dice(-0.9, 0.9), s.dice(1.4, 2.7), 0.24, '#f2a7c3', {}, 5)
  },
} satisfies Partial<Record<KindName, Build>>
