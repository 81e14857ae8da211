// Corals, shells and what sank.
import type { KindName } from '../../room/kinds'
import type { Build } from './build'

type S = Parameters<Build>[0]

/** A twig that forks twice. */
function twig(
  s: S,
  from: [number, number, number],
  angle: number,
  length: number,
  width: number,
  colour: string,
) {
  const to: [number, number, number] = [
    from[0] + Math.cos(angle) * length * 0.55,
    from[1] + length,
    from[2] + Math.sin(angle) * length * 0.55,
  ]
  s.bar(from, to, width, colour)
  if (width < 0.08) return s.ball(width * 0.8, ...to, s.mix(colour, 0.14), {}, 5)
  twig(s, to, angle + s.dice(0.4, 1.1), length * 0.66, width * 0.66, s.mix(colour, 0.03))
  return twig(s, to, angle - s.dice(0.4, 1.1), length * 0.6, width * 0.66, s.mix(colour, 0.03))
}

export const sea = {
  'coral-branch': (s, c) => {
    for (let i = 0; i < 4; i++)
      twig(
        s,
        [Math.cos(i * 1.6) * 0.1, 0, Math.sin(i * 1.6) * 0.1],
        i * 1.6,
        s.dice(0.45, 0.6),
        0.12,
        s.shade(c, 0.04),
      )
  },
  'coral-fan': (s, c) => {
    for (let i = -5; i <= 5; i++) {
      const a = i * 0.25
      s.bar(
        [0, 0, 0],
        [Math.sin(a) * 1.1, Math.cos(a) * 1.25 + 0.06, Math.abs(i) * 0.02],
        0.06,
        s.shade(c, 0.05),
      )
    }
    for (const r of [0.5, 0.8, 1.05]) s.arc(r, 0.03, 0, 0.12, 0, s.mix(c, 0.08), {}, 9)
  },
  'coral-tubes': (s, c) => {
    for (let i = 0; i < 7; i++) {
      const [x, z, h] = [Math.cos(i * 0.9) * 0.3, Math.sin(i * 0.9) * 0.3, s.dice(0.45, 1.1)]
      s.post(0.12, 0.09, h, x, 0, z, s.shade(c, 0.05), 7).cylinder(
        0.08,
        0.03,
        x,
        h,
        z,
        '#fff0c0',
        { glow: 0.9 },
        6,
      )
    }
  },
  'coral-brain': (s, c) => {
    s.ball(0.58, 0, 0.16, 0, c, { stretch: [1, 0.75, 0.95] }, 8)
    for (let i = 0; i < 4; i++)
      s.ring(0.2 + i * 0.11, 0.035, 0, 0.56 - i * i * 0.03, 0, s.mix(c, 0.1), { turn: [1.57, 0, 0] }, 8, 3)
  },
  'coral-table': (s, c) => {
    s.post(0.34, 0.18, 0.75, 0, 0, 0, c, 8)
      .cylinder(0.95, 0.1, 0, 0.78, 0, s.mix(c, 0.05), {}, 13)
      .cylinder(0.5, 0.08, 0.2, 1, 0.1, s.mix(c, 0.1), {}, 10)
    for (let i = 0; i < 9; i++)
      s.ball(0.09, Math.cos(i * 0.7) * 0.8, 0.84, Math.sin(i * 0.7) * 0.8, s.mix(c, 0.16), {}, 5)
  },
  anemone: (s, c) => {
    s.post(0.26, 0.2, 0.2, 0, 0, 0, s.mix(c, -0.2), 9)
    for (let i = 0; i < 10; i++) {
      const [a, r] = [i * 2.4, 0.06 + (i / 10) * 0.32]
      s.bar(
        [Math.cos(a) * r * 0.5, 0.18, Math.sin(a) * r * 0.5],
        [Math.cos(a) * r, s.dice(0.4, 0.6), Math.sin(a) * r],
        0.05,
        c,
        { glow: 0.35 },
      )
      s.ball(0.045, Math.cos(a) * r, 0.52, Math.sin(a) * r, s.mix(c, 0.15), { glow: 0.9 }, 5)
    }
  },
  kelp: (s, c) => {
    for (let k = 0; k < 3; k++) {
      const [x, z, h] = [s.dice(-0.3, 0.3), s.dice(-0.3, 0.3), s.dice(2.4, 4)]
      for (let y = 0; y < h; y += 0.75) {
        const bend = Math.sin(y * 1.4 + k * 2) * 0.2
        s.bar([x + Math.sin((y - 0.75) * 1.4 + k * 2) * 0.2, y, z], [x + bend, y + 0.77, z], 0.05, c)
        s.box(0.5, 0.02, 0.13, x + bend + (y % 1 ? 0.2 : -0.2), y + 0.5, z, s.shade(c, 0.06), {
          turn: [0.5, y, y % 1 ? 0.5 : -0.5],
        })
      }
    }
  },
  seagrass: (s, c) => {
    for (let i = 0; i < 11; i++) {
      const [x, z, h] = [s.dice(-0.5, 0.5), s.dice(-0.5, 0.5), s.dice(0.35, 0.9)]
      s.bar([x, 0, z], [x + s.dice(-0.2, 0.2), h, z + s.dice(-0.1, 0.1)], 0.05, s.shade(c, 0.07))
    }
  },
  sponge: (s, c) => {
    for (const [x, z, h] of [
      [0, 0, 0.9],
      [0.32, 0.1, 0.6],
      [-0.22, 0.24, 0.5],
    ] as const)
      s.post(0.22, 0.14, h, x, 0, z, s.shade(c, 0.04), 8).cylinder(
        0.15,
        0.02,
        x,
        h,
        z,
        s.mix(c, -0.25),
        {},
        8,
      )
  },
  jellyfish: (s, c) => {
    s.dome(0.62, 0, 2.7, 0, c, { glow: 0.75, stretch: [1, 0.95, 1] }, 12)
      .dome(0.4, 0, 2.72, 0, '#fff3fb', { glow: 1, stretch: [1, 0.8, 1] }, 8)
      .cylinder(0.6, 0.05, 0, 2.7, 0, s.mix(c, -0.06), { glow: 0.6 }, 12)
    for (let i = 0; i < 7; i++) {
      const a = i * 0.9
      let from: [number, number, number] = [Math.cos(a) * 0.42, 2.68, Math.sin(a) * 0.42]
      for (let k = 1; k <= 3; k++) {
        const to: [number, number, number] = [
          Math.cos(a) * 0.42 + Math.sin(k * 2 + i) * 0.1,
          2.68 - k * 0.42,
          Math.sin(a) * 0.42 + Math.cos(k * 2 + i) * 0.1,
        ]
        s.bar(from, to, 0.03, '#f6eaf6', { glow: 0.7 })
        from = to
      }
    }
  },
  shell: (s, c) => {
    for (let i = 0; i < 5; i++)
      s.cylinder(
        0.26 - i * 0.05,
        0.11,
        0.02 * i,
        0.08 + i * 0.09,
        0,
        i % 2 ? s.mix(c, -0.08) : c,
        { turn: [0.1, 0, -0.1] },
        9,
      )
    s.cone(0.07, 0.14, 0.1, 0.48, 0, c, 6)
  },
  'giant-clam': (s, c) => {
    for (let i = -3; i <= 3; i++) {
      const a = i * 0.32
      s.ball(
        0.3,
        Math.sin(a) * 0.55,
        0.2,
        Math.cos(a) * 0.3 - 0.1,
        s.shade(c, 0.03),
        { stretch: [0.7, 0.75, 1.2], turn: [0, a, 0] },
        7,
      )
      s.ball(
        0.3,
        Math.sin(a) * 0.6,
        0.66,
        -0.42 + Math.cos(a) * 0.06,
        s.mix(c, 0.05),
        { stretch: [0.7, 1.2, 0.5], turn: [-0.5, a, 0] },
        7,
      )
    }
    s.cylinder(0.62, 0.1, 0, 0.4, 0, '#f6c8d8', { stretch: [1.1, 1, 0.8] }, 12).ball(
      0.2,
      0,
      0.62,
      -0.18,
      '#fff6e6',
      { glow: 0.95 },
      9,
    )
  },
  'shell-house': (s, c) => {
    for (let i = 0; i < 9; i++)
      s.ball(
        1.36 - i * 0.137,
        0,
        0.24 + i * 0.4,
        0,
        s.mix(c, i % 2 ? 0.05 : 0),
        { stretch: [1, 0.27 + i * 0.02, 1] },
        8,
      )
    s.cone(0.22, 0.4, 0, 3.6, 0, s.mix(c, 0.08), 8)
    s.cylinder(0.5, 0.2, 0, 0.52, 1.26, '#fff0a8', { turn: [1.45, 0, 0], glow: 1 }, 14).ring(
      0.52,
      0.07,
      0,
      0.52,
      1.36,
      s.mix(c, -0.08),
      { turn: [-0.12, 0, 0] },
      12,
      5,
    )
    for (const [a, y, r] of [
      [0.9, 1.5, 0.2],
      [-0.8, 1.7, 0.18],
      [0.2, 2.3, 0.15],
      [2.2, 1.2, 0.2],
      [3.6, 1.7, 0.18],
      [-1.7, 0.9, 0.2],
    ] as const) {
      const reach = 1.38 - y * 0.33
      s.ball(r, Math.sin(a) * reach, y, Math.cos(a) * reach, '#ffeb9a', { glow: 1, stretch: [1, 1, 1] }, 7)
    }
  },
  'shell-seat': (s, c) => {
    s.cylinder(0.42, 0.16, 0, 0.36, 0.02, c, {}, 12).post(0.38, 0.22, 0.3, 0, 0, 0, s.mix(c, -0.06), 10)
    for (let i = -3; i <= 3; i++)
      s.bar([i * 0.05, 0.4, -0.34], [i * 0.15, 0.95 - i * i * 0.03, -0.44], 0.13, s.mix(c, i % 2 ? 0.05 : 0))
  },
  starfish: (s, c) => {
    for (let i = 0; i < 5; i++)
      s.cone(0.1, 0.3, Math.sin(i * 1.257) * 0.06, 0.05, Math.cos(i * 1.257) * 0.06, c, 4, {
        turn: [Math.PI / 2, 0, -i * 1.257],
        stretch: [1, 1, 0.5],
      })
    s.ball(0.09, 0, 0.06, 0, s.mix(c, 0.08), { stretch: [1, 0.6, 1] }, 6)
  },
  'sea-turtle': (s, c) => {
    s.ball(0.5, 0, 2.1, 0, c, { stretch: [0.9, 0.42, 1.1] }, 9)
      .ball(0.46, 0, 2.04, 0, '#d8c88a', { stretch: [0.9, 0.3, 1.1] }, 8)
      .ball(0.17, 0, 2.16, 0.68, '#8fae6a', { stretch: [0.9, 0.8, 1.2] }, 7)
    for (const [x, z, w] of [
      [0.62, 0.3, 0.75],
      [-0.62, 0.3, 0.75],
      [0.4, -0.5, 0.4],
      [-0.4, -0.5, 0.4],
    ] as const)
      s.box(w, 0.05, 0.26, x, 2.04, z, '#8fae6a', { turn: [0, x > 0 ? 0.5 : -0.5, x > 0 ? -0.3 : 0.3] })
    for (const x of [-0.09, 0.09]) s.ball(0.03, x, 2.21, 0.82, '#1c1a26', {}, 5)
    for (let i = 0; i < 5; i++)
      s.ball(
        0.13,
        Math.cos(i * 1.26) * 0.2,
        2.27,
        Math.sin(i * 1.26) * 0.24,
        s.mix(c, -0.08),
        { stretch: [1, 0.4, 1] },
        5,
      )
  },
  'fish-school': (s, c) => {
    for (let i = 0; i < 11; i++) {
      const [a, r] = [i * 0.5, s.dice(1.2, 1.8)]
      const [x, y, z] = [Math.cos(a) * r, 2.1 + Math.sin(i * 1.3) * 0.4, Math.sin(a) * r]
      const tone = i % 3 ? c : '#6f8f9f'
      s.ball(0.14, x, y, z, s.shade(tone, 0.06), { stretch: [0.5, 0.75, 1.6], turn: [0, -a, 0] }, 6)
      s.cone(0.1, 0.16, x + Math.sin(a) * 0.3, y - 0.08, z - Math.cos(a) * 0.3, tone, 3, {
        turn: [0, -a, 0],
        stretch: [0.4, 1, 1],
      })
    }
  },
  bubbles: (s, c) => {
    for (let i = 0; i < 10; i++)
      s.ball(
        s.dice(0.03, 0.09),
        s.dice(-0.35, 0.35),
        0.2 + i * 0.28,
        s.dice(-0.35, 0.35),
        c,
        { glow: 0.7 },
        5,
      )
    s.clump(0.3, 0, 0.05, 0, '#6a7a86', { stretch: [1.2, 0.5, 1] })
  },
  'pearl-lamp': (s, c) => {
    s.post(0.06, 0.14, 0.75, 0, 0, 0, '#c88a9a', 7)
      .post(0.24, 0.08, 0.16, 0, 0.72, 0, c, 9)
      .ball(0.22, 0, 1.04, 0, '#fff2d8', { glow: 1 }, 10)
    for (const x of [-0.2, 0.2]) s.ball(0.1, x, 0.05, 0.08, c, { stretch: [1, 0.6, 1] }, 6)
  },
  amphora: (s, c) => {
    s.post(0.28, 0.1, 0.45, 0, 0, 0, c, 10)
      .post(0.12, 0.28, 0.3, 0, 0.45, 0, c, 10)
      .post(0.15, 0.1, 0.18, 0, 0.73, 0, s.mix(c, 0.05), 9)
    for (const side of [-1, 1])
      s.bar([side * 0.11, 0.84, 0], [side * 0.26, 0.72, 0], 0.04, c).bar(
        [side * 0.26, 0.72, 0],
        [side * 0.24, 0.5, 0],
        0.04,
        c,
      )
    s.cylinder(0.286, 0.06, 0, 0.44, 0, '#3a2b33', {}, 10)
  },
  'treasure-chest': (s, c) => {
    s.box(1, 0.44, 0.62, 0, 0.22, 0, c)
      .box(0.9, 0.06, 0.52, 0, 0.44, 0, '#ffd04a', { glow: 0.5 })
      .cylinder(0.31, 1, 0, 0.56, -0.36, s.mix(c, 0.04), { turn: [0, 0, 1.57] }, 8)
    for (const x of [-0.4, 0.4]) s.box(0.08, 0.46, 0.65, x, 0.23, 0, '#b8943f')
    for (let i = 0; i < 8; i++)
      s.ball(
        0.07,
        s.dice(-0.36, 0.36),
        0.5,
        s.dice(-0.12, 0.22),
        i % 3 ? '#ffd86a' : '#ff8fb0',
        { glow: 0.8 },
        5,
      )
    s.box(0.12, 0.14, 0.03, 0, 0.36, 0.32, '#d8b04a')
  },
  anchor: (s, c) => {
    s.box(0.14, 1.6, 0.12, 0, 0.9, 0, c)
      .box(0.8, 0.12, 0.12, 0, 1.5, 0, c)
      .ring(0.16, 0.04, 0, 1.84, 0, c, {}, 12, 5)
      .arc(0.6, 0.08, 0, 0.68, 0, c, { turn: [Math.PI, 0, 0] }, 10)
    for (const side of [-1, 1]) s.cone(0.14, 0.3, side * 0.6, 0.62, 0, c, 4)
    s.clump(0.18, 0.1, 0.16, 0.12, '#6f8f7a')
  },
  shipwreck: (s, c) => {
    for (let i = 0; i < 6; i++) {
      const x = -3.2 + i * 0.85
      const w = 1.1 - Math.abs(i - 2.4) * 0.16
      for (const side of [-1, 1]) s.bar([x, 0, side * w * 0.5], [x, 1.6, side * w], 0.13, s.mix(c, -0.08))
    }
    for (let row = 0; row < 4; row++)
      for (const side of [-1, 1])
        s.box(
          4.4 - row * 0.5,
          0.3,
          0.1,
          -1.2 - row * 0.16,
          0.35 + row * 0.38,
          side * (0.62 + row * 0.12),
          s.shade(c, 0.04),
          { turn: [side * -0.3, 0, 0.02] },
        )
    s.box(4, 0.1, 1.5, -1.2, 1.28, 0, s.mix(c, 0.05), { turn: [0.08, 0, 0.03] })
      .bar([-1.4, 1.2, 0], [-0.5, 4.6, 0.4], 0.2, s.mix(c, -0.05))
      .bar([-1.7, 3.2, 0.1], [0.5, 3.8, 0.4], 0.1, s.mix(c, -0.05))
    s.box(1.3, 1.1, 0.04, -0.3, 2.9, 0.3, '#8f9a8a', { turn: [0.1, 0.1, 0.28] })
    for (const x of [1.2, 1.9]) s.bar([x, 0, -0.4], [x + 0.3, 1.1, 0.7], 0.14, c)
    for (let i = 0; i < 4; i++) s.ball(0.13, -2.4 + i * 0.75, 0.95, 0.86, '#8fe8d0', { glow: 0.9 }, 6)
    for (let i = 0; i < 6; i++)
      s.clump(0.25, s.dice(-3, 2), s.dice(0.1, 1.4), s.dice(-0.8, 0.9), i % 2 ? '#4f8f78' : '#c8728a')
  },
  'whale-ribs': (s, c) => {
    for (let i = 0; i < 6; i++)
      s.arc(
        1.5 - Math.abs(i - 2) * 0.14,
        0.11,
        0,
        0,
        -2.8 + i * 1.1,
        s.shade(c, 0.03),
        { stretch: [1, 1.5, 1] },
        9,
      )
    for (let i = 0; i < 7; i++) s.ball(0.17, 0, 2.24, -2.9 + i, s.shade(c, 0.03), {}, 5)
    s.ball(0.8, 0, 0.7, 3.8, c, { stretch: [0.9, 0.7, 1.5] }, 8)
      .ball(0.24, 0.6, 0.8, 4.1, '#2b3f4a', {}, 6)
      .ball(0.24, -0.6, 0.8, 4.1, '#2b3f4a', {}, 6)
  },
} satisfies Partial<Record<KindName, Build>>
