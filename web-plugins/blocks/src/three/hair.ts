// Hair styles, each on top of the short hair that the body has. `buzz` adds nothing.
import {
  type BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  IcosahedronGeometry,
  SphereGeometry,
} from 'three'
import { DYE, HEAD, type Parts, type Point } from './parts'

function ball({ fineness }: Parts, radius: number, sides = 6, rows = 4) {
  return new SphereGeometry(radius, sides * fineness, rows * fineness)
}

/** Locks along the forehead, from right to left: x, y, width, turn. */
const PARTED = [
  [-0.15, 1.55, 1, -0.5],
  [-0.05, 1.575, 1.15, -0.15],
  [0.075, 1.57, 1.25, 0.3],
  [0.165, 1.535, 0.9, 0.7],
] as const
const STRAIGHT = [
  [-0.14, 1.53, 1, -0.35],
  [0, 1.545, 1.3, 0],
  [0.14, 1.53, 1, 0.35],
] as const

export const HAIR: Record<string, (parts: Parts) => void> = {
  short(parts) {
    fringe(parts, PARTED)
    sides(parts, 1.45, [0.5, 1.35, 0.85], 0.065)
  },
  bob(parts) {
    fringe(parts, STRAIGHT)
    sides(parts, 1.36, [0.6, 2.2, 1.5], 0.02)
    lock(parts, ball(parts, 0.2, 8, 5), [0, 1.34, -0.1], [1.22, 1.05, 0.85])
  },
  long(parts) {
    fringe(parts, PARTED)
    sides(parts, 1.3, [0.55, 3, 1.2], 0.04)
    lock(parts, ball(parts, 0.2, 8, 6), [0, 1.2, -0.155], [1.15, 1.75, 0.55])
  },
  ponytail(parts) {
    fringe(parts, PARTED)
    lock(parts, ball(parts, 0.06), [0, 1.55, -0.26])
    lock(
      parts,
      new CapsuleGeometry(0.075, 0.22, 2 * parts.fineness, 7 * parts.fineness),
      [0, 1.38, -0.35],
      [1, 1, 0.9],
      [0.32, 0, 0],
    )
  },
  bun(parts) {
    fringe(parts, STRAIGHT)
    lock(parts, ball(parts, 0.12, 8, 5), [0, 1.7, -0.09], [1, 0.9, 1])
  },
  curly(parts) {
    for (let i = 0; i < 16; i++) {
      const around = i * 2.4
      const high = 1 - i / 13
      const wide = Math.sqrt(Math.max(0, 1 - high * high)) * 0.21
      const at: Point = [Math.cos(around) * wide, 1.47 + high * 0.17, Math.sin(around) * wide - 0.045]
      if (at[2] < 0.08 || at[1] > 1.56)
        lock(parts, new IcosahedronGeometry(0.098, parts.fineness - 1), at, undefined, [i, i, 0])
    }
  },
  spiky(parts) {
    for (const [x, y, z, back, side] of [
      [0, 1.68, 0.08, 0.5, 0],
      [-0.12, 1.64, 0.1, 0.5, 0.5],
      [0.12, 1.64, 0.1, 0.5, -0.5],
      [0, 1.69, -0.06, -0.3, 0],
      [-0.15, 1.62, -0.06, -0.2, 0.75],
      [0.15, 1.62, -0.06, -0.2, -0.75],
      [-0.07, 1.6, -0.19, -1, 0.25],
      [0.07, 1.6, -0.19, -1, -0.25],
    ] as const)
      lock(parts, new ConeGeometry(0.085, 0.24, 5), [x, y, z], undefined, [back, 0, side])
  },
}

function lock(parts: Parts, geometry: BufferGeometry, at: Point, stretch?: Point, turn?: Point) {
  parts.add(geometry, HEAD, DYE.hair, at, stretch, turn)
}

function fringe(parts: Parts, locks: readonly (readonly [number, number, number, number])[]) {
  for (const [x, y, wide, turn] of locks)
    lock(parts, ball(parts, 0.075, 6, 3), [x, y, 0.195 - x * x * 2.2], [wide, 0.72, 0.5], [0, 0, -turn * 0.7])
}

function sides(parts: Parts, y: number, stretch: Point, z: number) {
  for (const side of [-1, 1]) lock(parts, ball(parts, 0.08), [side * 0.205, y, z], stretch)
}
