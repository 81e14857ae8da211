// Arcade machines, games and the gates of races.
import type { KindName } from '../../room/kinds'
import type { Build } from './build'
import { corners } from './furniture'

type S = Parameters<Build>[0]
const NIGHT = '#1b1730'
const SPARKS = ['#ff6fb0', '#7fe8ff', '#ffe27a', '#8dff9e', '#c79bff']

/** Lit pixels on a dark screen, which looks along +z. */
function pixels(s: S, w: number, h: number, x: number, y: number, z: number, tilt = 0, rows = 4) {
  s.box(w, h, 0.03, x, y, z, '#0f0d1e', { turn: [tilt, 0, 0] })
  for (let i = 0; i < rows * 4; i++) {
    const [u, v] = [s.dice(-0.42, 0.42), s.dice(-0.4, 0.4)]
    const colour = SPARKS[Math.floor(s.dice(0, 4.99))] ?? '#ffffff'
    s.box(
      w * 0.09,
      h * 0.07,
      0.03,
      x + u * w,
      y + v * h * Math.cos(tilt),
      z + 0.012 + v * h * Math.sin(tilt),
      colour,
      { glow: 1, turn: [tilt, 0, 0] },
    )
  }
}

const prizes = (s: S, count: number, w: number, d: number, y: number) => {
  for (let i = 0; i < count; i++)
    s.ball(0.1, s.dice(-w, w), y + s.dice(0, 0.14), s.dice(-d, d), SPARKS[i % 5] ?? '#fff', { glow: 0.25 }, 5)
}

export const play = {
  'arcade-cabinet': (s, c) => {
    s.box(0.8, 0.95, 0.7, 0, 0.48, -0.05, NIGHT).box(0.8, 0.95, 0.42, 0, 1.4, -0.2, NIGHT)
    for (const x of [-0.42, 0.42])
      s.box(0.05, 0.98, 0.8, x, 0.49, -0.03, c).box(0.05, 0.96, 0.5, x, 1.42, -0.18, c)
    s.box(0.8, 0.1, 0.42, 0, 0.94, 0.18, s.mix(c, -0.1), { turn: [0.2, 0, 0] })
    pixels(s, 0.66, 0.56, 0, 1.3, 0.03, -0.18)
    s.box(0.8, 0.26, 0.3, 0, 1.78, -0.02, c, { glow: 0.9 }).box(0.6, 0.05, 0.02, 0, 1.78, 0.14, '#fff6dd', {
      glow: 1,
    })
    s.post(0.015, 0.015, 0.12, -0.18, 0.98, 0.2, '#dddddd', 4).ball(
      0.045,
      -0.18,
      1.12,
      0.2,
      '#ff4f5e',
      { glow: 0.4 },
      6,
    )
    for (let i = 0; i < 3; i++)
      s.cylinder(0.035, 0.03, 0.05 + i * 0.1, 1, 0.2, SPARKS[i + 1] ?? c, { glow: 0.7 }, 6)
    s.box(0.16, 0.2, 0.02, 0, 0.5, 0.31, '#3a3550').box(0.03, 0.06, 0.02, 0, 0.52, 0.325, '#ff8a4a', {
      glow: 1,
    })
  },
  'racing-cabinet': (s, c) => {
    s.box(0.96, 1.1, 0.5, 0, 0.55, -0.6, NIGHT).box(1, 0.76, 0.24, 0, 1.4, -0.68, c)
    pixels(s, 0.84, 0.58, 0, 1.4, -0.54, -0.1, 5)
    s.box(0.96, 0.16, 0.2, 0, 1.86, -0.62, c, { glow: 0.9 })
      .ring(0.15, 0.025, 0, 0.98, -0.22, '#2b2540', { turn: [-0.5, 0, 0] }, 12, 5)
      .bar([0, 0.8, -0.36], [0, 0.98, -0.23], 0.05, NIGHT)
    s.box(0.6, 0.16, 0.6, 0, 0.38, 0.5, s.mix(c, 0.06))
      .box(0.6, 0.7, 0.14, 0, 0.76, 0.8, c, { turn: [-0.14, 0, 0] })
      .box(0.5, 0.3, 0.56, 0, 0.15, 0.5, NIGHT)
    for (const x of [-0.4, 0.4]) s.box(0.06, 0.05, 1.6, x, 0.08, 0, c, { glow: 0.9 })
  },
  'claw-machine': (s, c) => {
    s.box(1.06, 0.8, 0.96, 0, 0.4, 0, c)
      .box(1.1, 0.3, 1, 0, 1.98, 0, c, { glow: 0.4 })
      .box(0.8, 0.14, 0.02, 0, 1.98, 0.51, '#fff6dd', { glow: 1 })
    for (const [x, z] of corners(0.5, 0.45)) s.box(0.06, 1.1, 0.06, x, 1.3, z, s.mix(c, 0.12))
    s.box(0.98, 0.02, 0.88, 0, 0.81, 0, '#ffd0ee', { glow: 0.6 }).box(
      0.98,
      1,
      0.02,
      0,
      1.3,
      -0.44,
      '#ffbfe6',
      { glow: 0.35 },
    )
    prizes(s, 14, 0.4, 0.34, 0.9)
    s.box(0.015, 0.4, 0.015, 0.1, 1.66, 0, '#e8e8f0').ball(0.06, 0.1, 1.44, 0, '#d8d8e8', {}, 6)
    for (const a of [0, 2.1, 4.2])
      s.bar([0.1, 1.44, 0], [0.1 + Math.cos(a) * 0.12, 1.3, Math.sin(a) * 0.12], 0.025, '#d8d8e8')
    s.box(0.3, 0.26, 0.02, -0.26, 0.3, 0.49, NIGHT)
      .post(0.02, 0.02, 0.14, 0.25, 0.8, 0.46, '#eee', 4)
      .ball(0.05, 0.25, 0.96, 0.46, '#ffe27a', { glow: 0.5 }, 6)
  },
  pinball: (s, c) => {
    for (const [x, z] of corners(0.28, 0.58)) s.box(0.06, 0.7, 0.06, x, 0.35, z, '#8b8797')
    s.box(0.66, 0.24, 1.36, 0, 0.82, 0, c, { turn: [0.09, 0, 0] }).box(0.56, 0.02, 1.24, 0, 0.95, 0, NIGHT, {
      turn: [0.09, 0, 0],
    })
    for (let i = 0; i < 6; i++)
      s.cylinder(
        0.05,
        0.05,
        s.dice(-0.2, 0.2),
        0.98 + i * 0.008,
        0.35 - i * 0.17,
        SPARKS[i % 5] ?? c,
        { glow: 1 },
        6,
      )
    s.box(0.66, 0.66, 0.16, 0, 1.36, -0.66, c)
    pixels(s, 0.54, 0.5, 0, 1.38, -0.57, 0, 3)
  },
  'air-hockey': (s, c) => {
    s.box(2, 0.5, 1, 0, 0.5, 0, NIGHT)
      .box(2.2, 0.16, 1.2, 0, 0.76, 0, '#4a3f9a')
      .box(2, 0.03, 1, 0, 0.845, 0, c, { glow: 0.3 })
    s.box(0.03, 0.01, 1, 0, 0.865, 0, '#ff5f7a', { glow: 0.8 }).ring(
      0.2,
      0.015,
      0,
      0.865,
      0,
      '#5f9aff',
      { glow: 0.8, turn: [1.57, 0, 0] },
      14,
      4,
    )
    for (const [x, tone] of [
      [-0.6, '#ff5f7a'],
      [0.62, '#5f9aff'],
    ] as const)
      s.cylinder(0.09, 0.05, x, 0.88, 0.1, tone, {}, 9).post(0.03, 0.04, 0.08, x, 0.9, 0.1, tone, 6)
    s.cylinder(0.06, 0.02, 0.2, 0.87, -0.16, '#2b2540', {}, 9)
      .bar([-1.05, 0.8, 0], [-1.05, 1.75, 0], 0.06, '#4a3f9a')
      .bar([1.05, 0.8, 0], [1.05, 1.75, 0], 0.06, '#4a3f9a')
    s.box(2.2, 0.14, 0.16, 0, 1.75, 0, '#7fe8ff', { glow: 0.9 })
  },
  'dance-machine': (s, c) => {
    s.box(2, 0.14, 1.5, 0, 0.08, 0.35, c)
    for (const x of [-0.5, 0.5]) {
      for (const [dx, dz, i] of [
        [0, -0.3, 0],
        [-0.3, 0, 1],
        [0.3, 0, 2],
        [0, 0.3, 4],
      ] as const)
        s.box(0.26, 0.03, 0.26, x + dx, 0.16, 0.35 + dz, SPARKS[i] ?? c, { glow: 0.8 })
    }
    s.box(1.9, 1.2, 0.5, 0, 0.7, -0.72, s.mix(c, 0.04)).box(1.4, 0.86, 0.3, 0, 1.62, -0.78, NIGHT)
    pixels(s, 1.2, 0.7, 0, 1.62, -0.6, 0, 5)
    for (const x of [-0.85, 0.85])
      s.cylinder(0.24, 0.06, x, 1.66, -0.62, '#ff6fc4', { glow: 0.8, turn: [1.57, 0, 0] }, 12).cylinder(
        0.15,
        0.08,
        x,
        1.66,
        -0.61,
        NIGHT,
        { turn: [1.57, 0, 0] },
        10,
      )
    s.box(1.9, 0.2, 0.3, 0, 2.14, -0.76, '#7fe8ff', { glow: 0.9 })
    for (const x of [-0.5, 0.5])
      s.arc(0.3, 0.03, x, 0.6, 0.95, '#e8e8f0', {}, 6)
        .box(0.05, 0.5, 0.05, x - 0.3, 0.38, 0.95, '#e8e8f0')
        .box(0.05, 0.5, 0.05, x + 0.3, 0.38, 0.95, '#e8e8f0')
  },
  'hoop-machine': (s, c) => {
    s.box(1.2, 0.6, 2.2, 0, 0.3, 0, NIGHT).box(1.1, 0.04, 1.8, 0, 0.74, 0.1, s.mix(c, -0.12), {
      turn: [-0.16, 0, 0],
    })
    for (const x of [-0.6, 0.6])
      s.box(0.06, 0.5, 2.2, x, 0.75, 0, c)
        .box(0.06, 2, 0.06, x, 1.6, -1, c)
        .box(0.03, 0.04, 2, x, 1.02, 0, '#7fe8ff', { glow: 0.9 })
    s.box(1.2, 0.9, 0.08, 0, 2.1, -1, '#f6f1e6')
      .box(0.4, 0.3, 0.02, 0, 2.05, -0.95, c)
      .box(1.2, 0.2, 0.2, 0, 2.66, -0.96, c, { glow: 0.9 })
    s.ring(0.22, 0.025, 0, 1.82, -0.72, '#ff5f3c', { turn: [1.57, 0, 0] }, 12, 5)
    for (let i = 0; i < 3; i++) s.ball(0.12, -0.3 + i * 0.3, 0.78, 0.6, '#e8833c', {}, 8)
  },
  'photo-booth': (s, c) => {
    s.box(1.5, 2.1, 1.1, -0.2, 1.05, 0, c)
      .box(1.56, 0.24, 1.16, -0.2, 2.05, 0, s.mix(c, 0.12), { glow: 0.5 })
      .box(0.9, 0.12, 0.02, -0.2, 2.06, 0.59, '#fff6dd', { glow: 1 })
    s.box(0.04, 1.3, 0.8, 0.56, 1.3, 0, '#8a3f98').box(0.05, 0.4, 0.5, 0.56, 1.2, 0, '#fff0d8', { glow: 0.8 })
    for (let i = 0; i < 4; i++)
      s.box(0.3, 0.24, 0.02, -0.5 + (i % 2) * 0.4, 1.4 - Math.floor(i / 2) * 0.36, 0.56, SPARKS[i] ?? c, {
        glow: 0.5,
      })
    s.post(0.04, 0.1, 0.44, 0.75, 0, 0, '#8b8797', 6).cylinder(0.2, 0.06, 0.75, 0.46, 0, '#d84a6a')
  },
  'vending-machine': (s, c) => {
    s.box(1, 1.9, 0.76, 0, 0.95, 0, c)
      .box(0.7, 1.2, 0.03, -0.1, 1.2, 0.38, '#fff0d0', { glow: 0.6 })
      .box(1, 0.2, 0.02, 0, 0.3, 0.385, NIGHT)
    for (let row = 0; row < 4; row++) {
      for (let i = 0; i < 5; i++)
        s.cylinder(
          0.045,
          0.17,
          -0.36 + i * 0.13,
          0.78 + row * 0.28,
          0.41,
          SPARKS[(row + i) % 5] ?? c,
          { glow: 0.2 },
          6,
        )
      s.box(0.7, 0.02, 0.06, -0.1, 0.68 + row * 0.28, 0.41, '#c9c7d2')
    }
    s.box(0.12, 0.4, 0.03, 0.38, 1.2, 0.385, '#2b2540').box(0.06, 0.04, 0.02, 0.38, 1.3, 0.405, '#8dff9e', {
      glow: 1,
    })
  },
  jukebox: (s, c) => {
    s.box(0.86, 0.9, 0.56, 0, 0.45, 0, c).cylinder(0.43, 0.56, 0, 0.95, 0, c, { turn: [1.57, 0, 0] }, 16)
    s.arc(0.36, 0.04, 0, 0.95, 0.3, '#ff7a5e', { glow: 1 }, 10).arc(
      0.27,
      0.03,
      0,
      0.95,
      0.3,
      '#ffe27a',
      { glow: 1 },
      9,
    )
    for (const x of [-0.36, 0.36]) s.box(0.07, 0.8, 0.05, x, 0.52, 0.29, '#ff7a5e', { glow: 0.9 })
    s.box(0.5, 0.34, 0.02, 0, 0.92, 0.29, '#ffdca0', { glow: 0.7 })
    for (let i = 0; i < 5; i++) s.box(0.03, 0.44, 0.03, -0.2 + i * 0.1, 0.38, 0.29, '#d8b04a')
  },
  'prize-wall': (s, c) => {
    s.box(2, 2, 0.08, 0, 1, -0.18, s.mix(c, -0.08))
    for (const x of [-0.98, 0.98]) s.box(0.06, 2, 0.46, x, 1, 0, c)
    for (let row = 0; row < 4; row++) {
      s.box(2, 0.05, 0.46, 0, 0.1 + row * 0.5, 0, c)
      for (let i = 0; i < 5; i++) {
        const [x, y, tone] = [-0.76 + i * 0.38, 0.26 + row * 0.5, s.shade(SPARKS[(i + row) % 5] ?? c, 0.06)]
        s.ball(0.12, x, y, 0.02, tone, {}, 6).ball(0.085, x, y + 0.15, 0.03, tone, {}, 6)
      }
    }
    s.box(2, 0.06, 0.06, 0, 2.03, 0.2, '#ffe27a', { glow: 1 })
  },
  'disco-ball': (s, c) => {
    s.box(0.015, 0.7, 0.015, 0, 3.4, 0, '#8b8797').ball(0.34, 0, 2.8, 0, c, {}, 12)
    for (let i = 0; i < 14; i++) {
      const [a, y] = [i * 2.4, -0.9 + i * 0.13]
      const r = Math.sqrt(1 - y * y) * 0.35
      s.box(0.09, 0.09, 0.09, Math.cos(a) * r, 2.8 + y * 0.35, Math.sin(a) * r, SPARKS[i % 5] ?? c, {
        glow: 1,
        turn: [a, a, 0],
      })
    }
  },
  'chess-table': (s, c) => {
    s.cylinder(0.46, 0.06, 0, 0.72, 0, c, {}, 14)
      .post(0.07, 0.16, 0.7, 0, 0, 0, s.mix(c, -0.06), 7)
      .box(0.56, 0.02, 0.56, 0, 0.76, 0, '#efe6d8')
    for (let i = 0; i < 8; i++)
      s.box(
        0.13,
        0.022,
        0.13,
        -0.2 + (i % 4) * 0.14,
        0.76,
        -0.2 + ((i * 2 + (i > 3 ? 1 : 0)) % 4) * 0.14,
        '#5a3f30',
      )
    for (let i = 0; i < 8; i++)
      s.cone(
        0.035,
        s.dice(0.1, 0.2),
        -0.22 + (i % 4) * 0.14,
        0.77,
        i < 4 ? -0.2 : 0.2,
        i < 4 ? '#f6efe0' : '#3a2b33',
        6,
      )
    for (const z of [-0.85, 0.85])
      s.cylinder(0.22, 0.07, 0, 0.44, z, s.mix(c, 0.04)).post(0.06, 0.15, 0.42, 0, 0, z, s.mix(c, -0.06), 7)
  },
  seesaw: (s, c) => {
    s.box(3.2, 0.07, 0.3, 0, 0.5, 0, c)
    for (const side of [-1, 1])
      s.bar([side * 0.25, 0, 0.12], [0, 0.5, 0], 0.09, '#5a6fc4')
        .bar([side * 0.25, 0, -0.12], [0, 0.5, 0], 0.09, '#5a6fc4')
        .box(0.36, 0.06, 0.34, side * 1.35, 0.55, 0, '#e0655f')
        .arc(0.12, 0.02, side * 1.08, 0.54, 0, '#e8e8f0', { turn: [0, 1.57, 0] }, 5)
  },
  'game-cube': (s, c) => {
    s.box(0.48, 0.44, 0.48, 0, 0.22, 0, c).box(0.5, 0.04, 0.5, 0, 0.44, 0, s.mix(c, 0.1))
    for (const [x, y] of [
      [-0.1, 0.3],
      [0.1, 0.14],
      [0, 0.22],
    ] as const)
      s.box(0.07, 0.07, 0.02, x, y, 0.245, '#fff6dd', { glow: 0.6 }).box(
        0.02,
        0.07,
        0.07,
        0.245,
        y,
        x,
        '#fff6dd',
        { glow: 0.6 },
      )
  },
  checkpoint: (s, c) => {
    for (const x of [-2.2, 2.2]) {
      s.cylinder(0.28, 0.14, x, 0.07, 0, '#37314f')
        .post(0.07, 0.09, 2.7, x, 0.1, 0, '#37314f')
        .ball(0.24, x, 2.85, 0, c, { glow: 1, stretch: [1, 1.2, 1] }, 9)
      s.box(0.5, 1.2, 0.03, x + (x < 0 ? 0.32 : -0.32), 1.9, 0, c, { glow: 0.25 })
    }
    for (let i = 0; i < 12; i++)
      s.box(
        0.22,
        0.26,
        0.02,
        -1.93 + i * 0.35,
        2.56 - Math.sin((i / 11) * Math.PI) * 0.35,
        0,
        SPARKS[i % 5] ?? c,
        { turn: [0, 0, 0.78], glow: 0.4 },
      )
    s.box(4.2, 0.02, 0.3, 0, 0.012, 0, c, { glow: 0.5 })
  },
  'finish-gate': (s, c) => {
    for (const x of [-2.6, 2.6])
      s.box(0.44, 0.3, 0.44, x, 0.15, 0, '#37314f')
        .box(0.26, 3.4, 0.26, x, 1.7, 0, c)
        .ball(0.22, x, 3.75, 0, '#ffd592', { glow: 1 }, 8)
    s.box(5.4, 0.8, 0.16, 0, 3.1, 0, s.mix(c, -0.1))
    for (let i = 0; i < 26; i++)
      s.box(0.2, 0.2, 0.18, -2.5 + (i % 13) * 0.415, i < 13 ? 3.36 : 2.84, 0, i % 2 ? '#f6f1e6' : '#241f33')
    for (let i = 0; i < 9; i++) s.ball(0.1, -2 + i * 0.5, 3.1, 0.1, '#ffd592', { glow: 1 }, 6)
    for (let i = 0; i < 12; i++)
      s.box(0.42, 0.02, 0.42, -2.31 + i * 0.42, 0.012, i % 2 ? 0.2 : -0.2, '#f6f1e6')
  },
} satisfies Partial<Record<KindName, Build>>
