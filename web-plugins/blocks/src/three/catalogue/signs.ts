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
} satisfies Partial<Record<KindName, Build>>
