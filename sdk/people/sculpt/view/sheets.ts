// What the sheets show.
import type { FaceCell } from '../../src/face-cells'
import type { BoneName } from '../../src/skeleton'
import {
  BODIES,
  BOTTOM_STYLES,
  type Body,
  type Drawn,
  type Dyes,
  dyesOf,
  HAIRS,
  piecesOf,
  TOP_STYLES,
} from '../../src/styles'

type Turns = Partial<Record<BoneName, [number, number, number]>>
export interface Shown {
  pieces: string[]
  dyes: Dyes
  body: Body
  face: FaceCell
  turns: Turns
  /** Moves the hips up (m). */
  lift?: number
  level?: number
}
export interface Camera {
  at?: [number, number, number]
  far: number
  /** Radians from the front to the person's left. */
  around?: number
  up?: number
}
export interface Sheet {
  columns: number
  tile: [number, number]
  tiles: { shown: Shown; camera: Camera }[]
}

const down = (z: number, x = 0, y = 0): Turns => ({ leftUpperArm: [x, y, -z], rightUpperArm: [x, -y, z] })
export const POSES = {
  idle: {
    ...down(1.24, 0.06),
    leftShoulder: [0, 0, -0.06],
    rightShoulder: [0, 0, 0.06],
    leftLowerArm: [0, -0.22, -0.06],
    rightLowerArm: [0, 0.3, 0.06],
    leftUpperLeg: [-0.02, 0, 0.05],
    rightUpperLeg: [0.02, 0, -0.05],
    leftFoot: [0, 0.12, -0.04],
    rightFoot: [0, -0.16, 0.04],
  },
  walk: {
    leftUpperArm: [0.55, 0.1, -1.2],
    rightUpperArm: [-0.6, 0.1, 1.18],
    leftLowerArm: [0, -0.45, 0],
    rightLowerArm: [0, 0.75, 0],
    leftUpperLeg: [-0.52, 0, 0.02],
    leftLowerLeg: [0.22, 0, 0],
    rightUpperLeg: [0.42, 0, -0.02],
    rightLowerLeg: [0.62, 0, 0],
    rightFoot: [0.35, 0, 0],
    hair: [-0.12, 0, 0],
  },
  sit: {
    ...down(1.2, -0.35),
    leftLowerArm: [0, -0.7, 0],
    rightLowerArm: [0, 0.7, 0],
    leftUpperLeg: [-1.5, 0, 0.06],
    rightUpperLeg: [-1.5, 0, -0.06],
    leftLowerLeg: [1.45, 0, 0],
    rightLowerLeg: [1.45, 0, 0],
  },
  cheer: {
    leftShoulder: [0, 0, 0.3],
    rightShoulder: [0, 0, -0.3],
    leftUpperArm: [0, 0, 0.62],
    rightUpperArm: [0, 0, -0.62],
    leftUpperLeg: [-0.9, 0, 0.05],
    leftLowerLeg: [1.3, 0, 0],
  },
} satisfies Record<string, Turns>
const LIFT = { idle: 0, walk: -0.04, sit: -0.2, cheer: 0 }
type PoseName = keyof typeof POSES

export const LOOK: Drawn = {
  v: 2,
  body: 'regular',
  skin: '#f0c49b',
  face: 'smile',
  hair: 'short',
  hairColor: '#7d4f33',
  top: '#3f9c8a',
  topStyle: 'tee',
  bottom: '#566680',
  bottomStyle: 'trousers',
  gear: {},
}
const show = (look: Partial<Drawn>, pose: PoseName = 'idle', level = 0): Shown => {
  const drawn = { ...LOOK, ...look }
  return {
    pieces: piecesOf(drawn),
    dyes: dyesOf(drawn),
    body: drawn.body,
    face: drawn.face,
    turns: POSES[pose],
    lift: LIFT[pose],
    level,
  }
}

const HAIR_COLOURS = ['#231d24', '#7d4f33', '#d9b26a', '#b04a32', '#c3c0d2', '#4a68c8', '#e08bb0', '#4a3026']
const TOP_COLOURS = [
  '#7a63e8',
  '#e8705f',
  '#3f9c8a',
  '#e8a94a',
  '#4d83d6',
  '#e58fb8',
  '#f1ede2',
  '#6d7d54',
  '#3b3946',
  '#b83a44',
]
const BOTTOM_COLOURS = ['#2f3358', '#5b463c', '#566680', '#5a3a63', '#2a2833', '#c2ab88']
const pick = (list: readonly string[], i: number) => list[i % list.length] as string

/** Each style from four sides. */
const FOUR = [0, 0.8, 1.57, Math.PI]
const around = (
  styles: readonly Partial<Drawn>[],
  camera: Camera,
  size: [number, number],
  pose: PoseName = 'idle',
  level = 0,
): Sheet => ({
  columns: styles.length,
  tile: size,
  tiles: FOUR.flatMap((angle) =>
    styles.map((style) => ({ shown: show(style, pose, level), camera: { ...camera, around: angle } })),
  ),
})

const hairs = HAIRS.map((hair, i) => ({
  hair,
  hairColor: pick(HAIR_COLOURS, i),
  topStyle: i % 2 ? ('hoodie' as const) : ('tee' as const),
}))
const tops = TOP_STYLES.map((topStyle, i) => ({ topStyle, top: pick(TOP_COLOURS, i), hair: 'bun' as const }))
const bottoms = BOTTOM_STYLES.map((bottomStyle, i) => ({ bottomStyle, bottom: pick(BOTTOM_COLOURS, i) }))
const half = <T>(list: readonly T[], which: 0 | 1) => list.slice(which * 7, which * 7 + 7)

const HEAD: Camera = { at: [0, 1.28, -0.04], far: 2.6, up: 0.08 }
const TORSO: Camera = { at: [0, 0.82, 0], far: 2.6, up: 0.08 }
const LEGS: Camera = { at: [0, 0.4, 0], far: 2.6, up: 0.1 }
const WHOLE: Camera = { at: [0, 0.8, 0], far: 5, up: 0.1 }

export const SHEETS: Record<string, Sheet> = {
  'hair-1': around(half(hairs, 0), HEAD, [260, 290]),
  'hair-2': around(half(hairs, 1), HEAD, [260, 290]),
  'hair-on-tops': around(
    (['long', 'wavy', 'half-up', 'braid'] as const).flatMap((hair) =>
      (['hoodie', 'puffer'] as const).map((topStyle, i) => ({
        hair,
        topStyle,
        hairColor: pick(HAIR_COLOURS, 2 * i + 1),
      })),
    ),
    { ...HEAD, at: [0, 1.1, -0.04] },
    [240, 290],
  ),
  'top-1': around(half(tops, 0), TORSO, [260, 290]),
  'top-2': around(half(tops, 1), TORSO, [260, 290]),
  'bottom-1': around(half(bottoms, 0), LEGS, [260, 290]),
  'bottom-2': around(half(bottoms, 1), LEGS, [260, 290]),
  'sit-tops': around(tops, { ...WHOLE, at: [0, 0.65, 0], far: 4 }, [150, 190], 'sit'),
  'sit-bottoms': around(bottoms, { ...WHOLE, at: [0, 0.5, 0], far: 3.2 }, [150, 190], 'sit'),
  'walk-bottoms': around(bottoms, { ...WHOLE, at: [0, 0.5, 0], far: 3.2 }, [150, 190], 'walk'),
  'cheer-tops': around(tops, WHOLE, [150, 190], 'cheer'),
  near: {
    columns: 5,
    tile: [300, 300],
    tiles: [
      ...(
        [
          'shirt',
          'jacket',
          'cardigan',
          'knit',
          'vest',
          'turtleneck',
          'tank',
          'sailor',
          'puffer',
          'long-sleeve',
        ] as const
      ).map((topStyle, i) => ({
        shown: show({ topStyle, top: pick(TOP_COLOURS, i) }),
        camera: { at: [0, 0.9, 0] as [number, number, number], far: 1.5, around: 0.35, up: 0.1 },
      })),
      ...[-2.4, -1.9, 2.2, 2.6, 0.5].map((angle, i) => ({
        shown: show({ bottomStyle: i < 2 ? 'shorts' : 'leggings' }),
        camera: { at: [0, 0.56, 0] as [number, number, number], far: 1.3, around: angle, up: 0.1 },
      })),
    ],
  },
  'near-sit': {
    columns: 4,
    tile: [380, 380],
    tiles: (['skirt', 'pleated', 'dress', 'chima'] as const).flatMap((style) =>
      [0.2, 1.2].map((angle) => ({
        shown: show(
          style === 'dress'
            ? { topStyle: style }
            : { bottomStyle: style, topStyle: style === 'chima' ? 'hanbok' : 'tee' },
          'sit',
        ),
        camera: { at: [0, 0.4, 0.1] as [number, number, number], far: 2, around: angle, up: 0.3 },
      })),
    ),
  },
  bodies: {
    columns: 8,
    tile: [150, 220],
    tiles: BODIES.flatMap((body, b) =>
      Array.from({ length: 8 }, (_, i) => ({
        shown: show(
          {
            body,
            ...tops[(i * 2 + b) % tops.length],
            ...bottoms[(i + 3 * b) % bottoms.length],
            ...hairs[(i * 3 + b) % hairs.length],
            topStyle: TOP_STYLES[(i * 2 + b) % tops.length] as Drawn['topStyle'],
          },
          i % 2 ? 'walk' : 'idle',
        ),
        camera: { ...WHOLE, around: i % 3 ? 0.4 : 2.6 },
      })),
    ),
  },
  levels: {
    columns: 8,
    tile: [170, 240],
    tiles: [0, 1, 2, 3].flatMap((level) =>
      Array.from({ length: 8 }, (_, i) => ({
        shown: show(
          {
            ...tops[(i * 2 + 1) % tops.length],
            ...bottoms[(i * 3) % bottoms.length],
            ...hairs[(i * 2) % hairs.length],
            topStyle: TOP_STYLES[(i * 2 + 1) % tops.length] as Drawn['topStyle'],
          },
          i % 2 ? 'walk' : 'idle',
          level,
        ),
        camera: { ...WHOLE, around: 0.4 },
      })),
    ),
  },
}
