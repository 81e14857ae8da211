// What forms are made of, and the list entry of a piece.
import type { Dye } from '../src/styles'
import type { Box, Vertex } from './mesh'
import type { Field } from './sdf'
import type { Kind } from './weights'

/** Levels of detail: 0 is the finest. */
export const LEVELS = [0, 1, 2, 3] as const
export type Level = (typeof LEVELS)[number]
/** One value a level. */
export type ByLevel = readonly [number, number, number, number]

export interface Part {
  /** `void` is cut away along a crisp border: what another piece hides. */
  dye: Dye | 'void'
  field: Field
  /** Factor of the dye, at most 1. Hair below 0.92 is matt. */
  tone?: number
  /** The coarsest level that has the part. */
  upTo?: Level
  /** How bones move it, if not as its piece. */
  kind?: Kind
  /** Place across (0..32) and along (0..1) a lock of hair. */
  strand?: (x: number, y: number, z: number) => [number, number]
}

/** Cloth of the trunk and arms. */
export interface Top {
  parts: Part[]
  /** Surfaces that tell arm from trunk. */
  sleeve: Field
  body: Field
  /** How much more detail a place keeps, besides the hands. */
  near?: (v: Vertex) => number
}

export type Slot = 'head' | 'hair' | 'top' | 'bottom'

/** All that it takes to make one mesh. */
export interface Recipe {
  name: string
  slot: Slot
  level: Level
  kind: Kind
  parts: Part[]
  box: Box
  /** Of the grid, in metres. */
  step: number
  triangles: number
  /** How much more detail a place keeps. */
  near: (v: Vertex) => number
  /** Throws soft shade besides the piece itself. */
  shadow: Field
  /** Normals are measured at least this wide. */
  soft: number
  sleeve?: Field
  body?: Field
}
