// The steps of the tutorial, and what completes each. Pure: it sees facts of the room, not the room.

export const STEPS = ['walk', 'look', 'sit', 'chat', 'emoji', 'door'] as const
export type Step = (typeof STEPS)[number]

/** Metres to walk, and radians to look around. */
const WALK_M = 2.5
const LOOK_RAD = 1
/** In the 2D twin there is no camera: one finds the way to the well instead. */
const WELL_REACH_M = 2.4

/** What was observed of the person since the step began. */
export interface Observed {
  /** The way so far. */
  walkedM: number
  /** How far the camera has turned, both ways added up; null without a camera. */
  turnedRad: number | null
  wellM: number
  isSitting: boolean
  hasSpoken: boolean
  hasFelt: boolean
}

export function isComplete(step: Step, seen: Observed): boolean {
  switch (step) {
    case 'walk':
      return seen.walkedM >= WALK_M
    case 'look':
      return seen.turnedRad === null ? seen.wellM < WELL_REACH_M : seen.turnedRad >= LOOK_RAD
    case 'sit':
      return seen.isSitting
    case 'chat':
      return seen.hasSpoken
    case 'emoji':
      return seen.hasFelt
    // The door leads to another address, which ends the tutorial.
    case 'door':
      return false
  }
}

export const nextStep = (step: Step): Step | null => STEPS[STEPS.indexOf(step) + 1] ?? null

/** The smaller angle between two directions, in radians. */
export function angleBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % (2 * Math.PI)
  return Math.min(turn, 2 * Math.PI - turn)
}
