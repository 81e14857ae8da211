// The controller of the own person: fixed steps of 1/60 s, so that every device moves alike. Pure: state in, state out.
import type { Motion } from './codes'
import type { World } from './collision'

export const STEP_S = 1 / 60
export const RADIUS_M = 0.3
export const HEIGHT_M = 1.7
export const WALK_MPS = 2.2
export const RUN_MPS = 4.5
export const STEP_UP_M = 0.35
const JUMP_MPS = 4.6
const GRAVITY = 12
const COYOTE_S = 0.12
const JUMP_BUFFER_S = 0.12
const STEPS_MAX = 5
const TURN_PER_S = 12
/** How fast the ground speed follows the wish. */
const GRIP_PER_S = 14
const LIFT_PER_S = 10

export interface Input {
  /** The wish on the ground in scene coordinates; a length of 1 is full speed. */
  x: number
  z: number
  isRunning: boolean
  isJumping: boolean
}

export interface Body {
  x: number
  y: number
  z: number
  yaw: number
  speedX: number
  speedY: number
  speedZ: number
  isGrounded: boolean
  /** Seconds since the ground was left, and since jump was pressed. */
  airTime: number
  jumpWish: number
  wasJumping: boolean
}

export const bodyAt = (x: number, y: number, z: number, yaw = 0): Body => ({
  ...{ x, y, z, yaw, speedX: 0, speedY: 0, speedZ: 0 },
  ...{ isGrounded: true, airTime: 0, jumpWish: Number.POSITIVE_INFINITY, wasJumping: false },
})

/** One step of 1/60 s. */
export function step(body: Body, input: Input, world: World): Body {
  const next = { ...body }
  const length = Math.hypot(input.x, input.z)
  const speed = Math.min(1, length) * (input.isRunning ? RUN_MPS : WALK_MPS)
  const grip = 1 - Math.exp(-GRIP_PER_S * STEP_S)
  const [wishX, wishZ] = length > 0 ? [(input.x / length) * speed, (input.z / length) * speed] : [0, 0]
  next.speedX += (wishX - next.speedX) * grip
  next.speedZ += (wishZ - next.speedZ) * grip
  if (length > 0.05) next.yaw = turn(next.yaw, Math.atan2(input.x, input.z), TURN_PER_S * STEP_S)

  next.jumpWish = input.isJumping && !body.wasJumping ? 0 : body.jumpWish + STEP_S
  next.wasJumping = input.isJumping
  next.airTime = body.isGrounded ? 0 : body.airTime + STEP_S
  if (next.jumpWish <= JUMP_BUFFER_S && next.airTime <= COYOTE_S && body.speedY <= 0) {
    next.speedY = JUMP_MPS
    next.isGrounded = false
    next.airTime = COYOTE_S + STEP_S
    next.jumpWish = Number.POSITIVE_INFINITY
  }
  const low = next.y + STEP_UP_M
  const free = world.pushOut(
    next.x + next.speedX * STEP_S,
    next.z + next.speedZ * STEP_S,
    RADIUS_M,
    next.isGrounded ? low : next.y + 0.05,
    next.y + HEIGHT_M,
  )
  // Sliding along a wall keeps only the speed that moved the person.
  next.speedX = (free.x - next.x) / STEP_S
  next.speedZ = (free.z - next.z) / STEP_S
  next.x = free.x
  next.z = free.z
  return fall(next, world)
}

function fall(next: Body, world: World): Body {
  const floor = world.floor(next.x, next.z, next.y, next.isGrounded ? STEP_UP_M : 0.05)
  if (next.isGrounded && next.y - floor <= STEP_UP_M) {
    next.y += (floor - next.y) * (1 - Math.exp(-LIFT_PER_S * 2 * STEP_S))
    if (Math.abs(floor - next.y) < 0.004) next.y = floor
    next.speedY = 0
    return next
  }
  next.isGrounded = false
  next.speedY -= GRAVITY * STEP_S
  next.y += next.speedY * STEP_S
  if (next.y <= floor && next.speedY <= 0) {
    next.y = floor
    next.speedY = 0
    next.isGrounded = true
  }
  return next
}

/** Turns by the shorter way, by a share of the rest. */
export function turn(from: number, to: number, share: number): number {
  const rest = Math.atan2(Math.sin(to - from), Math.cos(to - from))
  return from + rest * Math.min(1, Math.max(0, share))
}

export function motionOf(body: Body): Motion {
  if (!body.isGrounded && body.airTime > COYOTE_S) return 'jump'
  const speed = Math.hypot(body.speedX, body.speedZ)
  if (speed < 0.15) return 'idle'
  return speed > (WALK_MPS + RUN_MPS) / 2 ? 'run' : 'walk'
}

/** Runs as many fixed steps as time has passed; more than five are dropped, so that a stall does not grow. */
export class Stepper {
  private rest = 0
  private before: Body

  body: Body

  constructor(body: Body) {
    this.body = body
    this.before = body
  }

  advance(seconds: number, input: Input, world: World) {
    this.rest = Math.min(this.rest + seconds, STEPS_MAX * STEP_S)
    while (this.rest >= STEP_S - 1e-9) {
      this.rest -= STEP_S
      this.before = this.body
      this.body = step(this.body, input, world)
    }
  }

  place(body: Body) {
    this.body = this.before = body
    this.rest = 0
  }

  /** The position between the last two steps, for the picture. */
  shown(): { x: number; y: number; z: number; yaw: number } {
    const share = this.rest / STEP_S
    const [a, b] = [this.before, this.body]
    const mix = (from: number, to: number) => from + (to - from) * share
    return { x: mix(a.x, b.x), y: mix(a.y, b.y), z: mix(a.z, b.z), yaw: turn(a.yaw, b.yaw, share) }
  }
}

/** Eases a correction of the server: small ones are ignored, large ones are taken at once. */
export class Correction {
  private rest = { x: 0, y: 0, z: 0 }

  /** Returns whether the body must be placed at the server's position. */
  apply(from: { x: number; y: number; z: number }, to: { x: number; y: number; z: number }): boolean {
    const off = Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z)
    if (off < 0.15) return false
    const isBlended = off < 2
    this.rest = isBlended ? { x: from.x - to.x, y: from.y - to.y, z: from.z - to.z } : { x: 0, y: 0, z: 0 }
    return true
  }

  /** What to add to the shown position. It halves about every 30 ms, so it is gone after 120 ms. */
  offset(seconds: number) {
    const keep = Math.exp(-seconds / 0.04)
    this.rest = { x: this.rest.x * keep, y: this.rest.y * keep, z: this.rest.z * keep }
    return this.rest
  }
}
