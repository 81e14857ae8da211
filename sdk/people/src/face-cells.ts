// Where faces are in `library/faces.bin`, and how the units of the portrait lie on the head. The atlas is RGBA8, rows from
// the top, made of distances: 128 is the edge, more is inside. Channels: opening of the eyes, lashes, brows and lips, inside of
// the mouth.
import { FACES } from './styles'

/** Cells of the atlas, row by row. `blink` has the eyes that a blink mixes in, `talk` the open mouth of speech. */
export const FACE_CELLS = [...FACES, 'blink', 'talk'] as const
export type FaceCell = (typeof FACE_CELLS)[number]

/** A cell: its place in the portrait's box (units, y down) and its size in pixels. */
export const CELL = { x: 72, y: 84, wide: 96, high: 84, px: 128, py: 112 } as const
export const COLUMNS = 5
/** Pixels of the atlas, and the units on both sides of an edge that 0..255 spans. */
export const ATLAS = { width: CELL.px * COLUMNS, height: CELL.py * 2, spread: 6 } as const

/** Metres of one unit of the portrait on the head: 122 units are its height. */
export const UNIT_M = 0.475 / 122
/** The chin in units of the portrait (y down) and in metres on the sculpture. */
export const CHIN = { unit: 174, m: 1.085 } as const
/** Middle of the eyes, left and right of x = 120. */
export const EYE = { x: 22.5, y: 121 } as const

/** Strength of the blush, 0..1. */
export const BLUSH: Record<FaceCell, number> = {
  ...{ calm: 0.45, smile: 0.7, bright: 0.9, wink: 0.75, cool: 0.25, shy: 1, surprised: 0.5, stern: 0.2 },
  ...{ blink: 0.5, talk: 0.7 },
}
