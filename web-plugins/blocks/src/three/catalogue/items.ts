// Frames and stands for items. `Pictures` draws what they show.
import type { KindName } from '../../room/kinds'
import type { Sculptor } from '../sculptor'
import type { Build } from './build'

const PAPER = '#efe6d6'
const BRASS = '#d8b25a'

/** Four bars around a square; `half` is the inner half side. */
function frame(
  s: Sculptor,
  y: number,
  z: number,
  half: number,
  width: number,
  depth: number,
  colour: string,
) {
  const [outer, middle] = [half * 2 + width * 2, half + width / 2]
  for (const side of [-1, 1]) {
    s.box(outer, width, depth, 0, y + side * middle, z, colour)
    s.box(width, half * 2, depth, side * middle, y, z, colour)
  }
}

export const items = {
  'picture-frame': (s, c) => {
    s.box(1.24, 1.24, 0.04, 0, 1.6, 0.05, s.mix(c, -0.12)).box(1.1, 1.1, 0.03, 0, 1.6, 0.09, PAPER)
    frame(s, 1.6, 0.09, 0.54, 0.1, 0.11, c)
    frame(s, 1.6, 0.12, 0.52, 0.03, 0.07, s.mix(c, 0.14))
    s.box(0.28, 0.07, 0.02, 0, 0.92, 0.15, BRASS)
  },
  'item-stand': (s, c) => {
    s.box(0.62, 0.08, 0.62, 0, 0.04, 0, s.mix(c, -0.16)).box(0.44, 0.8, 0.44, 0, 0.46, 0, c)
    s.box(0.58, 0.06, 0.58, 0, 0.89, 0, s.mix(c, 0.06)).box(0.4, 0.06, 0.22, 0, 0.95, 0, s.mix(c, -0.16))
    s.box(0.8, 0.8, 0.08, 0, 1.44, 0, PAPER)
    frame(s, 1.44, 0, 0.39, 0.06, 0.13, s.mix(c, -0.22))
    s.box(0.24, 0.07, 0.02, 0, 0.72, 0.23, BRASS)
  },
} satisfies Partial<Record<KindName, Build>>
