// The models of gear items, drawn on the figure as it is sculpted: with the arms 42° down. The names are those of
// `plugins/items/src/gear.rs`.
import { BONE, type BoneName, bindPose, jointsOf, worldOf } from '@witverse/people/skeleton'
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  SphereGeometry,
  TorusGeometry,
} from 'three'
import { Parts, type Point } from './parts'

const ball = (radius: number, sides = 8, rows = 5) => new SphereGeometry(radius, sides, rows)
const tube = (top: number, bottom: number, height: number, sides = 12) =>
  new CylinderGeometry(top, bottom, height, sides)
const ring = (radius: number, thick: number, sides = 12) => new TorusGeometry(radius, thick, 3, sides)
const FLAT: Point = [Math.PI / 2, 0, 0]
/** How far an arm that hangs is below one that is sculpted: what hangs from a hand is turned by it. */
const HANGING = 0.5
/** The middle of the left palm. */
const PALM: Point = [0.452, 0.692, -0.01]
const SUIT = '#eef'

export const GEAR: Record<string, (parts: Parts) => void> = {
  'straw-hat'(parts) {
    const on = onto(parts, 'head')
    on(tube(0.4, 0.42, 0.025, 16), '#da6', [0, 1.5, -0.025], { turn: [-0.12, 0, 0] })
    on(tube(0.19, 0.25, 0.17), '#eb7', [0, 1.58, -0.035], { turn: [-0.12, 0, 0] })
    on(tube(0.238, 0.255, 0.05), '#a34', [0, 1.53, -0.03], { turn: [-0.12, 0, 0] })
  },
  beanie(parts) {
    const on = onto(parts, 'head')
    on(new SphereGeometry(0.288, 16, 7, 0, 7, 0, 1.5), '#37a', [0, 1.375, -0.03], { turn: [-0.25, 0, 0] })
    on(ring(0.272, 0.036, 18), '#48b', [0, 1.43, -0.012], { turn: [Math.PI / 2 - 0.25, 0, 0] })
    on(ball(0.07), '#eee', [0, 1.685, -0.1])
  },
  crown(parts) {
    const on = onto(parts, 'head')
    on(tube(0.19, 0.17, 0.09), '#fc4', [0, 1.595, -0.025])
    for (let i = 0; i < 6; i++) {
      const [x, z] = [Math.cos(i * 1.047) * 0.165, Math.sin(i * 1.047) * 0.165 - 0.025]
      on(new ConeGeometry(0.05, 0.1, 4), '#fc4', [x, 1.675, z])
      on(ball(0.02, 5, 3), i % 2 ? '#e36' : '#3be', [x * 1.12, 1.595, z * 1.1])
    }
  },
  'cat-ears'(parts) {
    const on = onto(parts, 'head')
    for (const side of [-1, 1]) {
      const turn: Point = [0, 0, side * -0.3]
      on(new ConeGeometry(0.09, 0.17, 5), '#324', [side * 0.14, 1.59, 0], { stretch: [1, 1, 0.5], turn })
      on(new ConeGeometry(0.055, 0.11, 5), '#f9b', [side * 0.14, 1.58, 0.03], { stretch: [1, 1, 0.5], turn })
    }
  },
  glasses(parts) {
    const on = onto(parts, 'head')
    for (const side of [-1, 1]) {
      on(ring(0.062, 0.008, 16), '#222', [side * 0.088, 1.29, 0.224], { turn: [0, side * 0.22, 0] })
      on(new BoxGeometry(0.01, 0.012, 0.2), '#222', [side * 0.185, 1.3, 0.11], { turn: [0, side * -0.3, 0] })
    }
    on(new BoxGeometry(0.05, 0.01, 0.01), '#222', [0, 1.3, 0.234])
  },
  goggles(parts) {
    const on = onto(parts, 'head')
    on(ring(0.24, 0.026, 18), '#534', [0, 1.31, -0.01], { stretch: [1, 1, 1.6], turn: FLAT })
    for (const side of [-1, 1]) {
      on(tube(0.078, 0.078, 0.05), '#b85', [side * 0.088, 1.295, 0.22], { turn: FLAT })
      on(tube(0.06, 0.06, 0.012), '#6df', [side * 0.088, 1.295, 0.25], { turn: FLAT, glows: true })
    }
  },
  wings(parts) {
    const on = onto(parts, 'chest')
    for (const side of [-1, 1])
      for (let i = 0; i < 4; i++)
        on(
          ball(0.15 - i * 0.012, 6, 4),
          i % 2 ? '#def' : '#fff',
          [side * (0.17 + i * 0.07), 0.98 - i * 0.1, -0.2 - i * 0.012],
          { stretch: [0.42, 1.75 - i * 0.2, 0.2], turn: [0, 0, side * (-0.95 + i * 0.34)] },
        )
  },
  backpack(parts) {
    const on = onto(parts, 'chest')
    on(ball(0.18, 10, 7), '#b63', [0, 0.79, -0.2], { stretch: [0.95, 1.15, 0.62] })
    on(ball(0.11), '#d84', [0, 0.72, -0.29], { stretch: [1, 0.8, 0.6] })
    for (const side of [-1, 1])
      on(ring(0.158, 0.017, 14), '#742', [side * 0.1, 0.85, -0.01], {
        stretch: [1, 1.05, 1.5],
        turn: [0, Math.PI / 2, 0],
      })
  },
  'paper-crane'(parts) {
    const on = onto(parts, 'chest')
    on(new ConeGeometry(0.09, 0.26, 4), '#fdd', [0.4, 1.26, -0.04], {
      stretch: [0.5, 1, 1],
      turn: [-1.9, 0, 0],
    })
    on(new ConeGeometry(0.035, 0.22, 4), '#fff', [0.4, 1.34, 0.12], {
      stretch: [0.6, 1, 1],
      turn: [0.6, 0, 0],
    })
    on(new ConeGeometry(0.04, 0.1, 4), '#e45', [0.4, 1.44, 0.19], { stretch: [0.5, 1, 1], turn: [2, 0, 0] })
    for (const side of [-1, 1])
      on(new ConeGeometry(0.13, 0.3, 4), '#fff', [0.4 + side * 0.13, 1.36, -0.05], {
        stretch: [1, 1, 0.12],
        turn: [Math.PI / 2 - 0.25, 0, side * -1],
      })
  },
  'space-helmet'(parts) {
    const on = onto(parts, 'head')
    on(new SphereGeometry(0.285, 14, 7, 0, 7, 0, 1.62), '#eef', [0, 1.345, -0.02], { turn: [-0.72, 0, 0] })
    on(ring(0.22, 0.035, 16), '#eef', [0, 1.12, -0.01], { turn: FLAT })
    for (const side of [-1, 1])
      on(ring(0.03, 0.02, 8), '#f63', [side * 0.275, 1.33, -0.03], { turn: [0, Math.PI / 2, 0] })
  },
  'space-suit'(parts) {
    onto(parts, 'chest')(new CapsuleGeometry(0.165, 0.16, 3, 10), SUIT, [0, 0.83, 0], {
      stretch: [1, 1, 0.86],
    })
    onto(parts, 'chest')(new BoxGeometry(0.13, 0.08, 0.04), '#f63', [0, 0.86, 0.14])
    onto(parts, 'chest')(new BoxGeometry(0.26, 0.3, 0.12), '#ccd', [0, 0.84, -0.19])
    onto(parts, 'hips')(ball(0.17, 10, 6), SUIT, [0, 0.6, 0], { stretch: [1, 0.8, 0.86] })
    for (const side of ['left', 'right'] as const) {
      limb(parts, `${side}UpperArm`, `${side}LowerArm`, 0.068)
      limb(parts, `${side}LowerArm`, `${side}Hand`, 0.062)
      limb(parts, `${side}UpperLeg`, `${side}LowerLeg`, 0.1)
      limb(parts, `${side}LowerLeg`, `${side}Foot`, 0.088)
      const at = side === 'left' ? 1 : -1
      onto(parts, `${side}Hand`)(ball(0.062, 7, 5), '#99a', [at * PALM[0], PALM[1], PALM[2]])
      onto(parts, `${side}Foot`)(ball(0.098, 8, 5), '#99a', [at * 0.094, 0.062, 0.03], {
        stretch: [0.9, 0.7, 1.4],
      })
    }
  },
  lantern(parts) {
    const on = fromPalm(parts)
    on(tube(0.008, 0.008, 0.16, 5), '#432', -0.08)
    on(ball(0.095), '#fc7', -0.24, { stretch: [1, 1.15, 1], glows: true })
    for (const y of [-0.135, -0.345]) on(tube(0.06, 0.06, 0.025, 8), '#732', y)
  },
  balloon(parts) {
    const on = fromPalm(parts)
    on(tube(0.006, 0.006, 1.1, 4), '#eee', 0.55)
    on(ball(0.17, 12, 9), '#e46', 1.26, { stretch: [1, 1.15, 1] })
    on(new ConeGeometry(0.03, 0.05, 6), '#c35', 1.08)
  },
}

/** Null for models that are not drawn. */
export function gearGeometry(model: string): BufferGeometry | null {
  if (!Object.hasOwn(GEAR, model)) return null
  const parts = new Parts()
  GEAR[model]?.(parts)
  return parts.geometry()
}

/** Adds shapes in colours of their own to what one bone moves. */
function onto(parts: Parts, bone: BoneName) {
  return (shape: BufferGeometry, colour: string, at: Point, form?: Parameters<Parts['add']>[4]) =>
    parts.add(shape, bone, colour, at, form)
}

/** Shapes above or below the left palm of an arm that hangs. */
function fromPalm(parts: Parts) {
  const on = onto(parts, 'leftHand')
  return (shape: BufferGeometry, colour: string, y: number, form?: Parameters<Parts['add']>[4]) =>
    on(shape, colour, [PALM[0] - Math.sin(HANGING) * y, PALM[1] + Math.cos(HANGING) * y, PALM[2]], {
      ...form,
      turn: [0, 0, HANGING],
    })
}

/** A sleeve between two joints of the sculpture. */
function limb(parts: Parts, bone: BoneName, next: BoneName, radius: number) {
  const [from, to] = [bone, next].map(placeOf)
  if (!from || !to) return
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const shape = new CapsuleGeometry(radius, Math.hypot(dx, dy), 2, 8)
  const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2]
  onto(parts, bone)(shape, SUIT, middle, { turn: [0, 0, Math.atan2(dy, dx) + Math.PI / 2] })
}

/** A joint of the regular body as it is sculpted. */
function placeOf(bone: BoneName): Point {
  const world = worldOf(jointsOf('regular'), bindPose)
  const at = BONE[bone] * 12
  return [world[at + 3] ?? 0, world[at + 7] ?? 0, world[at + 11] ?? 0]
}
