import type { KindName } from '../../room/kinds'
import type { Build } from './build'

const BARK = '#5a4036'

const crown =
  (petals: string | null): Build =>
  (s, c) => {
    s.post(0.1, 0.2, 1.9, 0, 0, 0, BARK, 7)
    s.box(0.09, 0.9, 0.09, 0.3, 1.9, 0.1, BARK, { turn: [0.1, 0, -0.7] })
    s.box(0.08, 0.8, 0.08, -0.28, 2.0, -0.1, BARK, { turn: [-0.2, 0, 0.7] })
    s.clump(1.05, 0, 2.9, 0, c).clump(0.75, 0.8, 2.5, 0.25, c).clump(0.78, -0.75, 2.6, -0.2, s.mix(c, -0.03))
    s.clump(0.62, 0.1, 2.45, 0.8, s.mix(c, -0.05)).clump(0.65, -0.1, 3.5, -0.1, s.mix(c, 0.05))
    if (!petals) return
    for (let i = 0; i < 7; i++) {
      const [a, r] = [s.dice(0, 6.28), s.dice(0.3, 2)]
      s.box(0.09, 0.008, 0.07, Math.cos(a) * r, 0.02, Math.sin(a) * r, petals, { turn: [0, a, 0] })
    }
  }

export const plants = {
  tree: crown(null),
  cherry: crown('#f6c6da'),
  pine: (s, c) => {
    s.post(0.1, 0.17, 1, 0, 0, 0, BARK, 6)
    for (let i = 0; i < 4; i++) s.cone(1.05 - i * 0.22, 1.15, 0, 0.65 + i * 0.68, 0, s.mix(c, i * 0.03), 8)
  },
  bamboo: (s, c) => {
    for (let i = 0; i < 5; i++) {
      const [x, z, h] = [s.dice(-0.4, 0.4), s.dice(-0.4, 0.4), s.dice(3, 4.4)]
      s.post(0.035, 0.045, h, x, 0, z, s.shade(c, 0.05), 5)
      for (let y = 1.4; y < h; y += 0.7) {
        s.box(0.5, 0.01, 0.1, x + 0.2, y, z, s.mix(c, -0.05), { turn: [0.3, s.dice(0, 6), -0.4] })
      }
    }
  },
  bush: (s, c) => {
    s.clump(0.5, 0, 0.35, 0, c).clump(0.36, 0.36, 0.28, 0.1, c).clump(0.38, -0.3, 0.3, 0.16, s.mix(c, 0.04))
  },
  planter: (s, c) => {
    s.box(1.1, 0.42, 0.5, 0, 0.21, 0, c).box(1.16, 0.07, 0.56, 0, 0.42, 0, s.mix(c, 0.08))
    for (let i = 0; i < 5; i++)
      s.clump(0.2, -0.4 + i * 0.2, 0.56 + s.dice(0, 0.1), s.dice(-0.08, 0.08), '#4c8a5c')
    for (let i = 0; i < 5; i++) s.ball(0.06, -0.42 + i * 0.21, 0.75, s.dice(-0.1, 0.1), '#f4b6c8', {}, 5)
  },
  flowers: (s, c) => {
    for (let i = 0; i < 9; i++) {
      const [x, z, h] = [s.dice(-0.6, 0.6), s.dice(-0.6, 0.6), s.dice(0.16, 0.36)]
      s.cone(0.018, h, x, 0, z, '#4d8a55', 3)
      s.box(0.09, 0.06, 0.09, x, h, z, s.shade(c, 0.08), { turn: [0, h * 9, 0] })
    }
  },
  grass: (s, c) => {
    for (let i = 0; i < 9; i++) {
      const [x, z] = [s.dice(-0.45, 0.45), s.dice(-0.45, 0.45)]
      s.cone(0.035, s.dice(0.2, 0.42), x, 0, z, s.shade(c, 0.06), 3)
    }
  },
} satisfies Partial<Record<KindName, Build>>
