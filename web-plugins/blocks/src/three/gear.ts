// The models of gear items, drawn on the figure. The names are those of `plugins/items/src/gear.rs`.
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  SphereGeometry,
  TorusGeometry,
} from 'three'
import { dyeOf, HEAD, LEFT_ARM, type Parts, type Point, TORSO } from './parts'

const ball = (radius: number, sides = 8, rows = 5) => new SphereGeometry(radius, sides, rows)
const tube = (top: number, bottom: number, height: number, sides = 12) =>
  new CylinderGeometry(top, bottom, height, sides)
const ring = (radius: number, thick: number, sides = 12) => new TorusGeometry(radius, thick, 3, sides)
const FLAT: Point = [Math.PI / 2, 0, 0]

export const GEAR: Record<string, (parts: Parts) => void> = {
  'straw-hat'(parts) {
    const on = onto(parts, HEAD)
    on(tube(0.4, 0.42, 0.025, 16), '#da6', [0, 1.58, -0.02], undefined, [-0.12, 0, 0])
    on(tube(0.19, 0.25, 0.17), '#eb7', [0, 1.66, -0.03], undefined, [-0.12, 0, 0])
    on(tube(0.238, 0.255, 0.05), '#a34', [0, 1.61, -0.025], undefined, [-0.12, 0, 0])
  },
  beanie(parts) {
    const on = onto(parts, HEAD)
    on(new SphereGeometry(0.265, 12, 5, 0, 7, 0, 1.5), '#37a', [0, 1.47, -0.02], undefined, [-0.25, 0, 0])
    on(ring(0.25, 0.035), '#48b', [0, 1.53, 0], undefined, [Math.PI / 2 - 0.25, 0, 0])
    on(ball(0.07), '#eee', [0, 1.76, -0.09])
  },
  crown(parts) {
    const on = onto(parts, HEAD)
    on(tube(0.19, 0.17, 0.09), '#fc4', [0, 1.68, -0.02])
    for (let i = 0; i < 6; i++) {
      const [x, z] = [Math.cos(i * 1.047) * 0.165, Math.sin(i * 1.047) * 0.165 - 0.02]
      on(new ConeGeometry(0.05, 0.1, 4), '#fc4', [x, 1.76, z])
      on(ball(0.02, 5, 3), i % 2 ? '#e36' : '#3be', [x * 1.12, 1.68, z * 1.1])
    }
  },
  'cat-ears'(parts) {
    const on = onto(parts, HEAD)
    for (const side of [-1, 1]) {
      on(new ConeGeometry(0.09, 0.17, 5), '#324', [side * 0.14, 1.68, 0], [1, 1, 0.5], [0, 0, side * -0.3])
      on(
        new ConeGeometry(0.055, 0.11, 5),
        '#f9b',
        [side * 0.14, 1.67, 0.03],
        [1, 1, 0.5],
        [0, 0, side * -0.3],
      )
    }
  },
  glasses(parts) {
    const on = onto(parts, HEAD)
    for (const side of [-1, 1]) {
      on(ring(0.062, 0.009), '#222', [side * 0.085, 1.415, 0.228])
      on(new BoxGeometry(0.012, 0.012, 0.24), '#222', [side * 0.19, 1.42, 0.11], undefined, [
        0,
        side * 0.38,
        0,
      ])
    }
    on(new BoxGeometry(0.05, 0.01, 0.01), '#222', [0, 1.425, 0.236])
  },
  goggles(parts) {
    const on = onto(parts, HEAD)
    on(ring(0.236, 0.026, 18), '#534', [0, 1.43, -0.005], [1, 1, 1.6], FLAT)
    for (const side of [-1, 1]) {
      on(tube(0.075, 0.075, 0.05), '#b85', [side * 0.085, 1.42, 0.22], undefined, FLAT)
      on(tube(0.058, 0.058, 0.012), '#6df', [side * 0.085, 1.42, 0.25], undefined, FLAT, true)
    }
  },
  wings(parts) {
    const on = onto(parts, TORSO)
    for (const side of [-1, 1])
      for (let i = 0; i < 4; i++)
        on(
          ball(0.16 - i * 0.012, 6, 4),
          i % 2 ? '#def' : '#fff',
          [side * (0.2 + i * 0.075), 1.16 - i * 0.1, -0.21 - i * 0.012],
          [0.42, 1.75 - i * 0.2, 0.2],
          [0, 0, side * (-0.95 + i * 0.34)],
        )
  },
  backpack(parts) {
    const on = onto(parts, TORSO)
    on(ball(0.2, 8, 6), '#b63', [0, 0.98, -0.2], [0.95, 1.15, 0.62])
    on(ball(0.12), '#d84', [0, 0.9, -0.3], [1, 0.8, 0.6])
    for (const side of [-1, 1])
      on(ring(0.13, 0.022, 10), '#742', [side * 0.11, 1.02, 0.01], [1, 1.1, 1], [0, Math.PI / 2, 0])
  },
  'paper-crane'(parts) {
    const on = onto(parts, TORSO)
    on(new ConeGeometry(0.09, 0.26, 4), '#fdd', [0.37, 1.42, -0.04], [0.5, 1, 1], [-1.9, 0, 0])
    on(new ConeGeometry(0.035, 0.22, 4), '#fff', [0.37, 1.5, 0.12], [0.6, 1, 1], [0.6, 0, 0])
    on(new ConeGeometry(0.04, 0.1, 4), '#e45', [0.37, 1.6, 0.19], [0.5, 1, 1], [2, 0, 0])
    for (const side of [-1, 1])
      on(
        new ConeGeometry(0.13, 0.3, 4),
        '#fff',
        [0.37 + side * 0.13, 1.52, -0.05],
        [1, 1, 0.12],
        [Math.PI / 2 - 0.25, 0, side * -1],
      )
  },
  'space-helmet'(parts) {
    const on = onto(parts, HEAD)
    on(new SphereGeometry(0.28, 12, 6, 0, 7, 0, 1.62), '#eef', [0, 1.43, -0.015], undefined, [-0.72, 0, 0])
    on(ring(0.235, 0.035, 14), '#eef', [0, 1.24, -0.01], undefined, FLAT)
    on(ring(0.03, 0.02, 8), '#f63', [0.27, 1.42, -0.03], undefined, [0, Math.PI / 2, 0])
    on(ring(0.03, 0.02, 8), '#f63', [-0.27, 1.42, -0.03], undefined, [0, Math.PI / 2, 0])
  },
  'space-suit'(parts) {
    const on = onto(parts, TORSO)
    const limb = (radius: number, length: number) => new CapsuleGeometry(radius, length, 1, 5)
    on(new CapsuleGeometry(0.19, 0.24, 2, 7), '#eef', [0, 0.97, 0], [1.06, 1, 0.82])
    on(new BoxGeometry(0.14, 0.09, 0.04), '#f63', [0, 1, 0.16])
    on(new BoxGeometry(0.28, 0.34, 0.13), '#ccd', [0, 1, -0.2])
    for (const side of [-1, 1]) {
      const [arm, leg] = side > 0 ? [2, 4] : [3, 5]
      onto(parts, arm)(limb(0.085, 0.26), '#eef', [side * 0.258, 0.96, 0])
      onto(parts, arm)(ball(0.075, 4, 3), '#99a', [side * 0.262, 0.765, 0.008])
      onto(parts, leg)(limb(0.105, 0.22), '#eef', [side * 0.1, 0.55, 0])
      onto(parts, leg + 2)(limb(0.09, 0.18), '#eef', [side * 0.1, 0.24, 0])
      onto(parts, leg + 2)(ball(0.1, 5, 3), '#99a', [side * 0.1, 0.07, 0.045], [0.95, 0.75, 1.5])
    }
  },
  lantern(parts) {
    const on = onto(parts, LEFT_ARM)
    on(tube(0.008, 0.008, 0.18, 5), '#432', [0.27, 0.67, 0.05])
    on(ball(0.095), '#fc7', [0.27, 0.52, 0.05], [1, 1.15, 1], undefined, true)
    for (const y of [0.625, 0.415]) on(tube(0.06, 0.06, 0.025, 8), '#732', [0.27, y, 0.05])
  },
  balloon(parts) {
    const on = onto(parts, TORSO)
    on(tube(0.006, 0.006, 1, 4), '#eee', [0.33, 1.32, 0.03], undefined, [0, 0, -0.1])
    on(ball(0.17, 10, 7), '#e46', [0.38, 1.98, 0.03], [1, 1.15, 1])
    on(new ConeGeometry(0.03, 0.05, 6), '#c35', [0.38, 1.79, 0.03])
  },
}

/** Adds shapes in colours of their own to one part of the body. */
function onto(parts: Parts, part: number) {
  return (shape: BufferGeometry, colour: string, at: Point, stretch?: Point, turn?: Point, glows = false) =>
    parts.add(shape, part, dyeOf(colour, glows), at, stretch, turn)
}
