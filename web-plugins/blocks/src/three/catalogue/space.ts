// Parts of a station: walls with windows, instruments, greenhouses.
import type { KindName } from '../../room/kinds'
import type { Build } from './build'
import { corners } from './furniture'

const DARK = '#2a3044'
const CYAN = '#7fe0ff'

export const space = {
  'star-window': (s, c) => {
    s.box(4, 0.7, 0.28, 0, 0.35, 0, c)
      .box(4, 0.5, 0.28, 0, 3.05, 0, c)
      .box(4.02, 0.06, 0.36, 0, 0.72, 0, s.mix(c, 0.12))
    for (const x of [-1.9, 1.9]) s.box(0.24, 2.1, 0.28, x, 1.75, 0, c)
    s.box(0.08, 2.1, 0.12, 0, 1.75, 0, s.mix(c, -0.1))
    for (const [x, y] of [
      [-1.7, 0.85],
      [1.7, 0.85],
      [-1.7, 2.68],
      [1.7, 2.68],
    ] as const)
      s.box(0.5, 0.14, 0.2, x, y, 0, c, { turn: [0, 0, x * y > 0 === y > 1.7 ? -0.78 : 0.78] })
    s.box(3.6, 0.05, 0.04, 0, 0.6, 0.15, CYAN, { glow: 1 })
  },
  bulkhead: (s, c) => {
    s.box(4, 3.3, 0.26, 0, 1.65, 0, c)
      .box(4.04, 0.3, 0.34, 0, 0.15, 0, s.mix(c, -0.2))
      .box(4.04, 0.2, 0.34, 0, 3.2, 0, s.mix(c, -0.1))
    for (const x of [-1, 1])
      s.box(1.7, 1.8, 0.06, x, 1.5, 0.14, s.mix(c, 0.06))
        .box(0.5, 0.28, 0.04, x - 0.4, 1.1, 0.18, DARK)
        .box(0.1, 0.06, 0.02, x - 0.5, 1.1, 0.21, '#8dff9e', { glow: 1 })
    s.box(3.8, 0.07, 0.06, 0, 2.72, 0.16, '#dff0ff', { glow: 1 }).box(
      0.14,
      3,
      0.32,
      0,
      1.6,
      0,
      s.mix(c, -0.12),
    )
  },
  hatch: (s, c) => {
    s.box(2.4, 2.8, 0.3, 0, 1.4, 0, c)
      .cylinder(1, 0.36, 0, 1.35, 0, DARK, { turn: [1.57, 0, 0] }, 20)
      .ring(1.02, 0.09, 0, 1.35, 0.17, '#e8b04a', {}, 18, 5)
    s.cylinder(0.84, 0.4, 0, 1.35, 0, s.mix(c, 0.1), { turn: [1.57, 0, 0] }, 16).ring(
      0.28,
      0.04,
      0,
      1.35,
      0.26,
      DARK,
      {},
      12,
      5,
    )
    for (const a of [0, 1.05, 2.1]) s.box(0.56, 0.05, 0.04, 0, 1.35, 0.26, DARK, { turn: [0, 0, a] })
    s.box(0.7, 0.14, 0.04, 0, 2.6, 0.17, '#7fffc8', { glow: 1 })
  },
  'dome-rib': (s, c) => {
    s.arc(6, 0.12, 0, 0, 0, c, {}, 18)
    for (const a of [0.5, 1.05, 1.57, 2.09, 2.64])
      s.box(0.3, 0.16, 0.5, Math.cos(a) * 5.95, Math.sin(a) * 5.95, 0, s.mix(c, -0.12), {
        turn: [0, 0, a + 1.57],
      })
    s.ball(0.16, 0, 5.85, 0, '#fff2d0', { glow: 1 }, 7)
    for (const side of [-1, 1]) s.box(0.5, 0.5, 0.5, side * 6, 0.25, 0, s.mix(c, -0.2))
  },
  console: (s, c) => {
    s.box(1.6, 0.8, 0.6, 0, 0.4, 0, c)
      .box(1.6, 0.08, 0.6, 0, 0.9, 0.04, DARK, { turn: [0.36, 0, 0] })
      .box(1.6, 0.5, 0.08, 0, 1.25, -0.28, DARK)
    for (const x of [-0.52, 0, 0.52])
      s.box(0.44, 0.36, 0.02, x, 1.26, -0.23, x ? '#4fb8e8' : '#8dffc8', { glow: 0.85 })
    for (let i = 0; i < 14; i++)
      s.box(
        0.06,
        0.03,
        0.06,
        -0.65 + (i % 7) * 0.21,
        0.98 - Math.floor(i / 7) * 0.08,
        i < 7 ? 0 : 0.2,
        ['#ff8a5e', CYAN, '#ffe27a'][i % 3] ?? CYAN,
        { glow: 0.9 },
      )
  },
  hologram: (s, c) => {
    s.cylinder(0.7, 0.14, 0, 0.07, 0, DARK, {}, 16)
      .cylinder(0.55, 0.3, 0, 0.28, 0, '#5a6480', {}, 14)
      .cylinder(0.5, 0.04, 0, 0.45, 0, c, { glow: 1 }, 14)
    s.ball(0.5, 0, 1.5, 0, '#3f9fe8', { glow: 0.7 }, 12)
    for (let i = 0; i < 6; i++)
      s.clump(
        0.2,
        Math.cos(i * 1.9) * 0.4,
        1.5 + Math.sin(i * 2.3) * 0.28,
        Math.sin(i * 1.9) * 0.4,
        '#8fffb8',
        { glow: 0.8 },
      )
    s.ring(0.72, 0.015, 0, 1.5, 0, c, { glow: 1, turn: [1.3, 0.2, 0] }, 24, 4)
      .ring(0.84, 0.012, 0, 1.5, 0, c, { glow: 1, turn: [1.8, -0.3, 0] }, 24, 4)
      .ball(0.07, 0.7, 1.68, 0.1, '#fff', { glow: 1 }, 6)
  },
  'pod-seat': (s, c) => {
    s.post(0.1, 0.28, 0.3, 0, 0, 0, '#5a6480', 8)
      .cylinder(0.4, 0.16, 0, 0.38, 0, c, {}, 12)
      .cylinder(0.32, 0.06, 0, 0.46, 0.02, '#e8833c', {}, 12)
    for (let i = -3; i <= 3; i++)
      s.box(0.2, 0.5, 0.08, Math.sin(i * 0.42) * 0.4, 0.68, -Math.cos(i * 0.42) * 0.4, c, {
        turn: [-0.1, i * -0.42, 0],
      })
  },
  'window-bench': (s, c) => {
    s.box(2.4, 0.34, 0.5, 0, 0.17, 0, s.mix(c, -0.12))
      .box(2.4, 0.12, 0.6, 0, 0.4, 0, c)
      .box(2.3, 0.05, 0.04, 0, 0.28, 0.27, CYAN, { glow: 1 })
    for (const x of [-0.75, 0, 0.75]) s.box(0.66, 0.06, 0.5, x, 0.47, 0.02, x ? '#e8833c' : '#4fa8b8')
  },
  'grow-rack': (s, c) => {
    for (const [x, z] of corners(0.95, 0.27)) s.box(0.06, 2, 0.06, x, 1, z, c)
    for (let row = 0; row < 3; row++) {
      const y = 0.2 + row * 0.62
      s.box(1.9, 0.14, 0.56, 0, y, 0, '#e8ecf4').box(1.8, 0.03, 0.06, 0, y + 0.5, 0, '#ff9fe0', { glow: 1 })
      for (let i = 0; i < 7; i++)
        s.clump(
          0.15,
          -0.78 + i * 0.26,
          y + 0.17,
          s.dice(-0.08, 0.08),
          row === 1 && i % 2 ? '#e0655f' : '#6fc46a',
        )
    }
    s.box(1.96, 0.06, 0.6, 0, 2, 0, c)
  },
  'grow-lamp': (s, c) => {
    s.box(1.6, 0.1, 0.5, 0, 2.7, 0, c).box(1.5, 0.03, 0.4, 0, 2.64, 0, '#fff0cf', { glow: 1 })
    for (const x of [-0.78, 0.78]) s.post(0.03, 0.03, 3.4, x, 1, 0, DARK, 6)
  },
  'algae-tube': (s, c) => {
    s.cylinder(0.34, 0.2, 0, 0.1, 0, DARK, {}, 12)
      .cylinder(0.26, 2.2, 0, 1.3, 0, c, { glow: 0.55 }, 12)
      .cylinder(0.34, 0.2, 0, 2.5, 0, DARK, {}, 12)
    for (let i = 0; i < 9; i++)
      s.ball(
        0.06,
        Math.cos(i * 2.2) * 0.25,
        0.4 + i * 0.22,
        Math.sin(i * 2.2) * 0.25,
        '#e8fff0',
        { glow: 1 },
        5,
      )
    for (const y of [0.8, 1.8]) s.cylinder(0.29, 0.06, 0, y, 0, '#8f97ac', {}, 12)
  },
  telescope: (s, c) => {
    for (const a of [0, 2.1, 4.2])
      s.bar([Math.cos(a) * 0.45, 0, Math.sin(a) * 0.45], [0, 1.1, 0], 0.06, '#5a3f30')
    s.bar([0, 1, -0.45], [0, 1.6, 0.55], 0.2, c)
      .bar([0, 1.45, 0.3], [0, 1.72, 0.75], 0.26, s.mix(c, 0.06))
      .bar([0, 0.95, -0.55], [0, 1.02, -0.42], 0.11, DARK)
      .ball(0.1, 0, 1.15, 0, DARK, {}, 6)
  },
  robot: (s, c) => {
    s.cylinder(0.3, 0.16, 0, 0.1, 0, DARK, {}, 12)
      .post(0.26, 0.32, 0.5, 0, 0.2, 0, c, 12)
      .ball(0.28, 0, 0.98, 0, c, { stretch: [1.1, 0.9, 1] }, 10)
    s.box(0.42, 0.22, 0.1, 0, 1, 0.24, DARK)
    for (const x of [-0.1, 0.1]) s.ball(0.05, x, 1.01, 0.3, CYAN, { glow: 1 }, 6)
    s.bar([0, 1.2, 0], [0, 1.42, 0], 0.025, DARK).ball(0.05, 0, 1.45, 0, '#ff8a5e', { glow: 1 }, 6)
    for (const side of [-1, 1]) s.bar([side * 0.3, 0.62, 0], [side * 0.42, 0.36, 0.1], 0.08, s.mix(c, -0.12))
    s.ball(0.07, 0, 0.5, 0.3, '#ffe27a', { glow: 0.9, stretch: [1, 1, 0.4] }, 6)
  },
  'cargo-pod': (s, c) => {
    s.box(1.4, 0.86, 1, 0, 0.48, 0, c)
    for (const x of [-0.6, 0, 0.6]) s.box(0.12, 0.94, 1.06, x, 0.48, 0, s.mix(c, -0.14))
    s.box(0.5, 0.3, 0.02, 0.28, 0.5, 0.51, '#f4ead8').box(0.3, 0.04, 0.02, 0.28, 0.54, 0.525, DARK)
  },
  antenna: (s, c) => {
    s.cylinder(0.34, 0.12, 0, 0.06, 0, DARK)
      .post(0.06, 0.12, 1.5, 0, 0.1, 0, c, 7)
      .dome(0.8, 0, 1.95, 0, c, { turn: [2.4, 0, 0], stretch: [1, 0.45, 1] }, 12)
    s.bar([0, 1.85, 0.1], [0, 2.3, 0.6], 0.04, DARK).ball(0.07, 0, 2.34, 0.63, '#ff8a5e', { glow: 1 }, 6)
  },
  'solar-panel': (s, c) => {
    s.post(0.06, 0.1, 1.5, 0, 0, 0, '#8f97ac', 6).box(2.8, 0.06, 1.5, 0, 1.65, 0, '#8f97ac', {
      turn: [0.5, 0, 0],
    })
    for (let i = 0; i < 8; i++)
      s.box(
        0.62,
        0.08,
        0.64,
        -1.02 + (i % 4) * 0.68,
        1.67 + (i < 4 ? 0.17 : -0.17),
        i < 4 ? -0.31 : 0.31,
        s.shade(c, 0.03),
        { turn: [0.5, 0, 0] },
      )
  },
  pipes: (s, c) => {
    for (const [y, z, r] of [
      [0.18, 0, 0.14],
      [0.44, 0.06, 0.09],
      [0.62, -0.05, 0.07],
    ] as const)
      s.cylinder(r, 2, 0, y, z, s.shade(c, 0.05), { turn: [0, 0, 1.57] }, 8)
    for (const x of [-0.8, 0, 0.8]) s.box(0.08, 0.7, 0.4, x, 0.35, -0.02, DARK)
    s.ring(0.13, 0.025, 0.4, 0.5, 0.22, '#e0655f', {}, 10, 4)
  },
  'light-post': (s, c) => {
    s.cylinder(0.16, 0.06, 0, 0.03, 0, DARK)
      .post(0.05, 0.06, 0.9, 0, 0, 0, c, 6)
      .cylinder(0.09, 0.3, 0, 1.05, 0, CYAN, { glow: 1 }, 8)
      .cylinder(0.11, 0.05, 0, 1.22, 0, c, {}, 8)
  },
  'ceiling-ring': (s, c) => {
    s.ring(1.4, 0.07, 0, 3.1, 0, c, { turn: [1.57, 0, 0], glow: 1 }, 24, 5).ring(
      0.8,
      0.04,
      0,
      3.2,
      0,
      '#ffe9c4',
      { turn: [1.57, 0, 0], glow: 1 },
      18,
      4,
    )
    for (let i = 0; i < 4; i++)
      s.box(0.02, 0.8, 0.02, Math.cos(i * 1.57) * 1.4, 3.5, Math.sin(i * 1.57) * 1.4, DARK)
  },
  planet: (s, c) => {
    s.ball(3, 0, 3, 0, c, { glow: 0.35 }, 24)
    for (let i = 0; i < 9; i++) {
      const [a, y] = [i * 2.4, -0.7 + i * 0.17]
      const r = Math.sqrt(1 - y * y) * 2.7
      s.clump(0.8, Math.cos(a) * r, 3 + y * 2.7, Math.sin(a) * r, i % 3 ? '#6fb06a' : '#e8f0f6', {
        glow: 0.3,
        stretch: [1, 0.55, 1],
      })
    }
    s.ring(4.4, 0.16, 0, 3, 0, '#d8c8a0', { turn: [1.25, 0.2, 0], glow: 0.4, stretch: [1, 1, 0.3] }, 36, 4)
  },
  shuttle: (s, c) => {
    s.ball(0.85, 0, 0.95, 0, c, { stretch: [0.9, 0.8, 2.3] }, 12)
      .ball(0.5, 0, 1.35, 0.9, '#3f6f9f', { glow: 0.25, stretch: [0.8, 0.6, 1.3] }, 9)
      .box(3, 0.1, 1.1, 0, 0.75, -0.7, s.mix(c, -0.1))
    s.box(0.1, 1.1, 0.9, 0, 1.8, -1.4, '#e8833c', { turn: [-0.4, 0, 0] })
    for (const x of [-0.45, 0.45])
      s.cylinder(0.26, 0.5, x, 0.9, -1.85, DARK, { turn: [1.57, 0, 0] }, 10).cylinder(
        0.2,
        0.04,
        x,
        0.9,
        -2.11,
        '#ffb66a',
        { turn: [1.57, 0, 0], glow: 1 },
        10,
      )
    for (const [x, z] of corners(0.5, 0.8)) s.box(0.08, 0.4, 0.08, x, 0.2, z, DARK)
  },
} satisfies Partial<Record<KindName, Build>>
