// The body that everybody has: a fine one with a face, and a coarse one for people far away. Hair styles and gear are drawn
// on top of it.
import { CapsuleGeometry, SphereGeometry } from 'three'
import { DYE, HEAD, Parts, TORSO } from './parts'

/** 0: far away, without a face; 1: in a room; 2: alone on the screen. */
export type Detail = 0 | 1 | 2

export function bodyGeometry(detail: Detail) {
  const parts = new Parts()
  const capsule = (radius: number, length: number) =>
    new CapsuleGeometry(radius, length, detail + 1, 3 + detail * 4)
  const ball = (radius: number, sides: number, rows: number) =>
    new SphereGeometry(radius, detail ? sides * detail : 5, detail ? rows * detail : 3)
  // A cap of hair that is tilted back leaves the face free.
  const hair = new SphereGeometry(0.25, 5 + detail * 7, 2 + detail * 4, 0, Math.PI * 2, 0, 1.5).rotateX(-0.42)
  parts.add(capsule(0.175, 0.24), TORSO, DYE.top, [0, 0.97, 0], [1.04, 1, 0.76])
  parts.add(ball(0.228, 12, 9), HEAD, DYE.skin, [0, 1.42, 0], [1, 0.97, 0.95])
  parts.add(hair, HEAD, DYE.hair, [0, 1.44, -0.012], [1, 0.99, 1])
  for (const side of [-1, 1]) {
    const [arm, leg] = side > 0 ? [2, 4] : [3, 5]
    parts.add(capsule(detail ? 0.07 : 0.066, detail ? 0.13 : 0.27), arm, DYE.top, [
      side * 0.255,
      detail ? 1.04 : 0.98,
      0,
    ])
    parts.add(capsule(0.088, 0.22), leg, DYE.bottom, [side * 0.1, 0.55, 0])
    parts.add(capsule(0.074, 0.2), leg + 2, DYE.bottom, [side * 0.1, 0.23, 0])
    if (detail) limbs(side, arm, leg)
  }
  if (detail) face()
  return parts.geometry()

  function limbs(side: number, arm: number, leg: number) {
    parts.add(capsule(0.05, 0.16), arm, DYE.skin, [side * 0.26, 0.88, 0])
    parts.add(ball(0.062, 6, 3), arm, DYE.skin, [side * 0.262, 0.765, 0.008], [0.85, 1.15, 1])
    parts.add(ball(0.088, 7, 4), leg + 2, DYE.shoe, [side * 0.1, 0.07, 0.045], [0.95, 0.75, 1.5])
    parts.add(ball(0.09, 7, 3), leg + 2, DYE.white, [side * 0.1, 0.024, 0.045], [0.96, 0.26, 1.48])
    parts.add(ball(0.1, 6, 3), TORSO, DYE.top, [side * 0.165, 1.11, 0], [1.05, 0.8, 0.85])
    // Ears, brows, eyes with a light in them, cheeks. The shader moves them for the face.
    parts.add(ball(0.042, 5, 3), HEAD, DYE.skin, [side * 0.222, 1.405, -0.01], [0.6, 1.1, 0.9])
    parts.add(ball(0.028, 5, 3), HEAD, DYE.brow, [side * 0.085, 1.484, 0.2], [1.25, 0.26, 0.5])
    parts.add(ball(0.031, 6, 4), HEAD, DYE.eye, [side * 0.083, 1.415, 0.2], [0.8, 1.4, 0.6])
    parts.add(ball(0.0115, 4, 2), HEAD, DYE.white, [side * 0.083 + 0.008, 1.432, 0.219])
    parts.add(ball(0.036, 5, 3), HEAD, DYE.cheek, [side * 0.135, 1.358, 0.165], [1.1, 0.62, 0.5])
  }

  function face() {
    parts.add(ball(0.085, 7, 4), HEAD, DYE.skin, [0, 1.2, -0.01])
    parts.add(ball(0.185, 8, 3), TORSO, DYE.bottom, [0, 0.755, 0], [1, 0.7, 0.8])
    parts.add(ball(0.09, 8, 3), TORSO, DYE.top, [0, 1.175, -0.005], [1.1, 0.4, 1])
    parts.add(ball(0.019, 5, 3), HEAD, DYE.skin, [0, 1.385, 0.218], [1, 0.8, 1])
    parts.add(ball(0.024, 8, 4), HEAD, DYE.mouth, [0, 1.338, 0.197], [1.15, 0.42, 0.6])
    // The hair at the back of the head.
    parts.add(ball(0.2, 7, 4), HEAD, DYE.hair, [0, 1.385, -0.085], [1.1, 1.02, 0.78])
  }
}
