// Faces as curves in the box of the portrait (240 units, y down). The same curves make the portrait and the distance-field
// atlas of the head, so both are the same person.
import { EYE, type FaceCell } from '../src/face-cells'
import { curve } from './sdf'

export type Point = readonly [x: number, y: number]
/** A point of a line with half of the line's width. */
export type Pen = readonly [x: number, y: number, r: number]

interface EyeShape {
  /** The opening; none if closed. */
  hole?: readonly Point[]
  lash: readonly Pen[]
}
// The eye on the right of the picture, around its centre, outwards = +x; the other is its mirror.
const EYES = {
  open: {
    hole: [
      [-7.8, 2.4],
      [-7.2, -5.2],
      [-2.6, -10.4],
      [3.4, -10.6],
      [8, -5.2],
      [8.6, 2.4],
      [5.8, 9.2],
      [-0.2, 11.2],
      [-5.8, 9],
    ],
    lash: [
      [-8.8, -1.6, 0.4],
      [-7.2, -6.8, 1.1],
      [-2.6, -11.2, 1.6],
      [3.8, -11.4, 1.9],
      [8.6, -6.4, 1.8],
      [11.2, -6.2, 0.9],
      [12.6, -7.6, 0.3],
    ],
  },
  wide: {
    hole: [
      [-8.2, 1],
      [-7.4, -7.4],
      [-2.6, -12.8],
      [3.6, -12.8],
      [8.4, -6.6],
      [9, 2.4],
      [6, 10.4],
      [-0.2, 12.6],
      [-6, 10],
    ],
    lash: [
      [-9.2, -3, 0.4],
      [-7.6, -9, 1.1],
      [-2.6, -13.8, 1.5],
      [4, -13.8, 1.8],
      [9, -8.2, 1.7],
      [11.4, -8.2, 0.9],
      [12.8, -9.8, 0.3],
    ],
  },
  half: {
    hole: [
      [-7.6, 3],
      [-6.8, -0.6],
      [-2, -2.6],
      [4, -2.8],
      [8.4, -0.6],
      [8.2, 4],
      [5.6, 9],
      [-0.2, 10.8],
      [-5.6, 8.6],
    ],
    lash: [
      [-9, 0.8, 0.5],
      [-6.8, -2, 1.3],
      [-2, -3.8, 1.8],
      [4.4, -4, 2],
      [9, -1.8, 1.8],
      [12.4, -3.2, 0.4],
    ],
  },
  soft: {
    hole: [
      [-7.4, 3.2],
      [-6.8, -2.4],
      [-2.4, -6.8],
      [3.4, -6.8],
      [7.8, -2.4],
      [8.2, 3.6],
      [5.6, 9.2],
      [-0.2, 11],
      [-5.6, 8.8],
    ],
    lash: [
      [-8.6, 0, 0.4],
      [-7, -3.8, 1.1],
      [-2.4, -7.8, 1.6],
      [3.8, -7.8, 1.9],
      [8.6, -3.4, 1.7],
      [11.4, -3, 0.9],
      [12.8, -4.4, 0.3],
    ],
  },
  /** Closed with a smile. */
  happy: {
    lash: [
      [-9.2, 4.8, 0.8],
      [-5.6, -0.8, 1.6],
      [0.2, -3.2, 2],
      [6.2, -1, 1.9],
      [10.2, 4.6, 1.3],
      [12.2, 4.8, 0.4],
    ],
  },
  /** Closed in a blink. */
  shut: {
    lash: [
      [-9, 3.4, 0.8],
      [-4, 6.4, 1.5],
      [1, 7.2, 1.9],
      [6.4, 6, 1.8],
      [10, 3.4, 1.3],
      [12.4, 3, 0.4],
    ],
  },
} as const satisfies Record<string, EyeShape>

/** Brows, from the inside out. */
const BROWS = {
  rest: [
    [-7.6, -20.4, 1.4],
    [-1.5, -22.8, 2.1],
    [4.4, -22.6, 1.9],
    [10.4, -19.2, 0.7],
  ],
  up: [
    [-7.6, -23, 1.4],
    [-1.5, -26.2, 2.1],
    [4.4, -26, 1.9],
    [10.4, -22.4, 0.7],
  ],
  high: [
    [-7.4, -27, 1.4],
    [-1.5, -30.4, 2.1],
    [4.4, -29.8, 1.9],
    [10.4, -26, 0.7],
  ],
  low: [
    [-8.4, -14.8, 1.6],
    [-2, -18, 2.3],
    [4.4, -19.4, 2],
    [10.6, -18.6, 0.7],
  ],
  worry: [
    [-7.4, -24.6, 1.3],
    [-1.5, -23.6, 2],
    [4.4, -21.4, 1.8],
    [10.4, -17.8, 0.7],
  ],
  level: [
    [-8.4, -17.2, 1.5],
    [-2, -19, 2.2],
    [4.6, -20, 1.9],
    [11, -18.6, 0.7],
  ],
} as const satisfies Record<string, readonly Pen[]>

interface MouthShape {
  /** A closed mouth is a line. */
  line?: readonly Pen[]
  hole?: readonly Point[]
  tongue?: readonly Point[]
  teeth?: readonly Point[]
}
const MOUTHS = {
  calm: {
    line: [
      [111.5, 150.2, 0.7],
      [115.5, 151.6, 1.25],
      [120, 151.9, 1.4],
      [124.5, 151.6, 1.25],
      [128.5, 150.2, 0.7],
    ],
  },
  smile: {
    line: [
      [107.6, 147.4, 0.8],
      [112.5, 151.6, 1.35],
      [120, 153.6, 1.6],
      [127.5, 151.6, 1.35],
      [132.4, 147.4, 0.8],
    ],
  },
  grin: {
    hole: [
      [104.6, 146.4],
      [111, 148],
      [120, 148.6],
      [129, 148],
      [135.4, 146.4],
      [133.6, 154],
      [128, 160.4],
      [120, 162.6],
      [112, 160.4],
      [106.4, 154],
    ],
    tongue: [
      [111, 160.2],
      [114.6, 156.6],
      [120, 157.4],
      [125.4, 156.6],
      [129, 160.2],
      [124.6, 166],
      [115.4, 166],
    ],
    teeth: [
      [106.4, 144],
      [133.6, 144],
      [131.6, 150.2],
      [120, 151.4],
      [108.4, 150.2],
    ],
  },
  smirk: {
    line: [
      [109.4, 151.6, 0.8],
      [115, 152.6, 1.4],
      [121, 152, 1.5],
      [127, 149.8, 1.3],
      [131.4, 146.4, 0.7],
    ],
  },
  small: {
    line: [
      [114.6, 150.6, 0.8],
      [117.4, 152.2, 1.3],
      [120, 152.6, 1.4],
      [122.6, 152.2, 1.3],
      [125.4, 150.6, 0.8],
    ],
  },
  oh: {
    hole: [
      [120, 146.4],
      [124.6, 148.4],
      [126.4, 153.6],
      [124.4, 159],
      [120, 161],
      [115.6, 159],
      [113.6, 153.6],
      [115.4, 148.4],
    ],
    tongue: [
      [115, 158.6],
      [120, 156.8],
      [125, 158.6],
      [120, 164],
    ],
  },
  stern: {
    line: [
      [109.6, 153.6, 0.8],
      [114, 151.8, 1.4],
      [120, 151.2, 1.6],
      [126, 151.8, 1.4],
      [130.4, 153.6, 0.8],
    ],
  },
} as const satisfies Record<string, MouthShape>

type Eye = keyof typeof EYES
/** Eyes left and right in the picture, brows, mouth. */
const EXPRESSIONS: Record<FaceCell, [Eye, Eye, keyof typeof BROWS, keyof typeof MOUTHS]> = {
  calm: ['open', 'open', 'rest', 'calm'],
  smile: ['open', 'open', 'up', 'smile'],
  bright: ['happy', 'happy', 'up', 'grin'],
  wink: ['open', 'happy', 'up', 'smile'],
  cool: ['half', 'half', 'level', 'smirk'],
  shy: ['soft', 'soft', 'worry', 'small'],
  surprised: ['wide', 'wide', 'high', 'oh'],
  stern: ['open', 'open', 'low', 'stern'],
  blink: ['shut', 'shut', 'rest', 'calm'],
  talk: ['open', 'open', 'up', 'oh'],
}

/** Closed outlines and strokes as smooth polylines. */
export interface FaceShapes {
  holes: Point[][]
  lashes: Pen[][]
  brows: Pen[][]
  lips: Pen[][]
  mouth: Point[][]
  tongue: Point[][]
  teeth: Point[][]
}

export function shapesOf(name: FaceCell): FaceShapes {
  const [left, right, brow, mouth] = EXPRESSIONS[name]
  const eyes: [EyeShape, number][] = [
    [EYES[left], -1],
    [EYES[right], 1],
  ]
  const pens = (points: readonly Pen[], side: number) =>
    curve(
      points.map(([x, y, r]): Pen => [120 + side * (EYE.x + x), EYE.y + y, r]),
      6,
    )
  const outline = (points: readonly Point[]) => curve(points, 6, true)
  const m: MouthShape = MOUTHS[mouth]
  return {
    holes: eyes.flatMap(([{ hole }, side]) =>
      hole ? [outline(hole.map(([x, y]): Point => [120 + side * (EYE.x + x), EYE.y + y]))] : [],
    ),
    lashes: eyes.map(([{ lash }, side]) => pens(lash, side)),
    brows: [-1, 1].map((side) => pens(BROWS[brow], side)),
    lips: m.line ? [curve(m.line, 6)] : [],
    mouth: m.hole ? [outline(m.hole)] : [],
    tongue: m.tongue ? [outline(m.tongue)] : [],
    teeth: m.teeth ? [[...m.teeth]] : [],
  }
}
