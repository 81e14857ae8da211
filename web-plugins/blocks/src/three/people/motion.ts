// How bodies move: a pose for each motion and each moment, as turns of bones. Pure. Turns are [x, y, z] in radians from a
// T-pose: an arm hangs after a turn of 1.2 about z; a turn about x below zero swings a limb forward.
import { poseOf as atRest, BONE, type BoneName, type Pose } from '@witverse/people/skeleton'
import type { Motion } from '../../room/codes'

export interface MotionPose extends Pose {
  /** 1: the lower foot is on the ground. 0: the hips are at the height of a seat. */
  ground: number
}

/** Radians of a motion's wave per second. A walk of 2.2 m/s and a run of 4.5 m/s do not slide on short legs. */
export const PACE: Record<Motion, number> = {
  ...{ idle: 1, walk: 10, run: 13.4, sit: 1, wave: 1, dance: 4.4, jump: 1 },
}
/** A wave of all motions fits into this many radians, so that a phase can start again. */
export const PHASE_END = Math.PI * 400

export const makePose = (): MotionPose => ({ ...atRest(), ground: 1 })

type Side = 1 | -1
const { sin, cos, max, abs, PI } = Math
const soft = (from: number, to: number, value: number) => {
  const t = Math.min(1, max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** Writes turns by the names of bones; a limb is written for both sides at once. */
class Writer {
  private readonly pose: MotionPose

  constructor(pose: MotionPose) {
    this.pose = pose
    pose.turns.fill(0)
    pose.offset.fill(0)
    pose.ground = 1
  }

  set(name: BoneName, x: number, y = 0, z = 0) {
    this.pose.turns.set([x, y, z], BONE[name] * 3)
  }

  /** `at` gives the turns of the left limb for side 1, and those of the right one, mirrored, for side -1. */
  both(limb: 'Shoulder' | 'UpperArm' | 'LowerArm' | 'Hand' | 'UpperLeg' | 'LowerLeg' | 'Foot', at: Limb) {
    for (const side of [1, -1] as const) {
      const [x, y = 0, z = 0] = at(side)
      this.set(`${side > 0 ? 'left' : 'right'}${limb}`, x, y * side, z * side)
    }
  }

  move(x: number, y: number, z: number) {
    this.pose.offset.set([x, y, z])
  }

  seat() {
    this.pose.ground = 0
  }
}
type Limb = (side: Side) => [x: number, y?: number, z?: number]

const MOTION: Record<Motion, (write: Writer, t: number) => void> = {
  /** Breath, and the weight on one leg and then on the other. */
  idle(write, t) {
    const breath = sin(t * 1.9)
    const lean = soft(-0.5, 0.5, sin(t * 0.31)) * 2 - 1
    write.move(lean * 0.014, 0, 0)
    write.set('hips', 0, 0, lean * 0.03)
    write.set('spine', 0.02, 0.03 * sin(t * 0.23), -lean * 0.03)
    write.set('chest', -0.03 - 0.016 * breath, 0.02 * sin(t * 0.37), lean * 0.01)
    write.set('head', 0.02 + 0.02 * sin(t * 0.9), 0.1 * sin(t * 0.41) * sin(t * 0.17), 0.03 * lean)
    write.set('hair', 0.02 * sin(t * 1.1))
    write.both('Shoulder', () => [0, 0, -0.05 + 0.018 * breath])
    write.both('UpperArm', (side) => [0.06 + 0.02 * sin(t * 0.7 + side), 0, -1.23 + 0.012 * breath])
    write.both('LowerArm', (side) => [0, -0.26 - 0.05 * sin(t * 0.6 + side * 2), -0.06])
    write.both('Hand', () => [0, -0.08, -0.1])
    write.both('UpperLeg', (side) => [side * 0.02, 0, 0.05 - lean * side * 0.03])
    write.both('Foot', () => [0, 0.14, -0.04])
  },
  walk: (write, t) => stride(write, t, 0),
  run: (write, t) => stride(write, t, 1),
  sit(write, t) {
    const breath = sin(t * 1.7)
    write.seat()
    write.set('hips', -0.06)
    write.set('spine', 0.06, 0.03 * sin(t * 0.23))
    write.set('chest', -0.02 - 0.014 * breath)
    write.set('head', 0.02 * breath, 0.16 * sin(t * 0.37) * sin(t * 0.21), 0.03 * sin(t * 0.29))
    write.both('Shoulder', () => [0, 0, -0.06])
    write.both('UpperArm', () => [-0.42, 0, -1.26])
    write.both('LowerArm', () => [0, -0.78 + 0.02 * breath, 0])
    write.both('Hand', () => [0, 0, -0.14])
    // The legs are short: they swing.
    write.both('UpperLeg', () => [-1.5, 0, 0.08])
    write.both('LowerLeg', (side) => [1.36 + 0.13 * sin(t * 1.3 + side * 0.9), 0, 0])
    write.both('Foot', (side) => [0.3 + 0.1 * sin(t * 1.3 + side * 0.9), 0, 0])
  },
  wave(write, t) {
    MOTION.idle(write, t)
    const swing = sin(t * 8.4)
    write.set('spine', 0, 0, 0.05)
    write.set('chest', -0.02, -0.06, 0.05)
    write.set('head', 0, -0.05 + 0.03 * swing, -0.12)
    write.set('rightShoulder', 0, 0, -0.26)
    write.set('rightUpperArm', 0, 0.1, -0.1)
    write.set('rightLowerArm', 0, 0.15, -1.12 + 0.34 * swing)
    write.set('rightHand', -1.2, 0, -0.1 + 0.2 * sin(t * 8.4 - 0.7))
  },
  /** Sixteen beats: arms in turns, both to a side, a twist, arms over the head. */
  dance(write, t) {
    const [s, step] = [sin(t), sin(t * 2)]
    const dip = 0.5 - 0.5 * cos(t * 2)
    const verse = sin(t / 4)
    const swaying = soft(-0.2, 0.2, verse)
    write.move(0.055 * s, 0, 0)
    write.set('hips', 0.04, 0.24 * s, -0.1 * s)
    write.set('spine', 0.03, -0.1 * s, 0.09 * s)
    write.set('chest', -0.04, -0.26 * s, 0.1 * s)
    write.set('head', 0.07 * cos(t * 2), 0.12 * s, 0.12 * s)
    write.set('hair', 0.1 * step)
    write.both('Shoulder', (side) => [0, 0, 0.14 * max(0, s * side)])
    write.both('UpperArm', (side) => {
      const turns = -1.15 + 1.55 * soft(-0.3, 1, s * side)
      const sway = -0.35 - 0.42 * s * side
      return [-0.3 * swaying, 0, turns + (sway - turns) * swaying]
    })
    write.both('LowerArm', (side) => [0, -0.9 + 0.5 * swaying, 0.5 * max(0, s * side) + 0.3 * step * swaying])
    write.both('Hand', (side) => [0, 0, 0.3 * step * side])
    write.both('UpperLeg', (side) => [-0.34 * dip - 0.3 * max(0, s * side), 0, 0.07 + 0.05 * s * side])
    write.both('LowerLeg', (side) => [0.66 * dip + 0.55 * max(0, s * side), 0, 0])
    write.both('Foot', (side) => [-0.3 * dip - 0.1 * max(0, s * side), 0.18, -0.04])
  },
  jump(write) {
    write.set('chest', -0.08)
    write.set('head', -0.06)
    write.set('hair', -0.3)
    write.both('Shoulder', () => [0, 0, 0.12])
    write.both('UpperArm', (side) => [-0.2, 0, -0.35 + 0.1 * side])
    write.both('LowerArm', () => [0, -0.5, 0.35])
    write.both('UpperLeg', (side) => [side > 0 ? -0.75 : 0.15, 0, 0.06])
    write.both('LowerLeg', (side) => [side > 0 ? 1.15 : 0.75, 0, 0])
    write.both('Foot', () => [0.4, 0, 0])
  },
}

/** A cycle of both legs; `run` is 0 for a walk and 1 for a run. */
function stride(write: Writer, t: number, run: 0 | 1) {
  const [s, c] = [sin(t), cos(t)]
  const swing = 0.62 + 0.3 * run
  write.move(0, run * 0.07 * max(0, abs(s) - 0.35), 0)
  write.set('hips', 0.04 + 0.1 * run, -0.13 * s, 0.045 * c)
  write.set('spine', 0.03 + 0.05 * run, 0.1 * s, -0.03 * c)
  write.set('chest', 0.02 + 0.04 * run, 0.15 * s, -0.02 * c)
  write.set('neck', -0.03 - 0.06 * run)
  write.set('head', -0.04 - 0.06 * run + 0.02 * cos(t * 2), -0.1 * s, 0)
  write.set('hair', -0.1 - 0.16 * run + (0.06 + 0.08 * run) * sin(t * 2))
  write.both('Shoulder', () => [0, 0, -0.04])
  write.both('UpperArm', (side) => [(0.52 + 0.3 * run) * s * side + 0.1 * run, 0.08, -1.22 + 0.06 * run])
  write.both('LowerArm', (side) => [0, -(0.4 + 0.95 * run) + (0.2 + 0.1 * run) * s * side, 0])
  write.both('Hand', () => [0, -0.05, -0.08])
  write.both('UpperLeg', (side) => [-swing * s * side - 0.1 * run, 0, 0.02])
  write.both('LowerLeg', (side) => [knee(c * side, run), 0, 0])
  write.both('Foot', (side) => {
    // On the ground the sole is flat; behind, the heel comes up.
    const flat = (swing * s * side + 0.1 * run - knee(c * side, run)) * 0.9
    const free = 0.12 - 0.3 * s * side
    return [free + (flat - free) * soft(-0.1, 0.5, -c * side), 0, 0]
  })
}
const knee = (c: number, run: number) => 0.1 + 0.12 * run + (0.85 + 0.65 * run) * max(0, c) ** 1.25

/** Writes the pose of a motion at a phase into `pose`. */
export function poseOf(motion: Motion, phase: number, pose: MotionPose) {
  MOTION[motion](new Writer(pose), phase)
}

/** Moves `pose` towards `to` by a share. */
export function blend(pose: MotionPose, to: MotionPose, share: number) {
  for (let i = 0; i < pose.turns.length; i++) pose.turns[i] = mix(pose.turns[i] ?? 0, to.turns[i] ?? 0, share)
  for (let i = 0; i < 3; i++) pose.offset[i] = mix(pose.offset[i] ?? 0, to.offset[i] ?? 0, share)
  pose.ground = mix(pose.ground, to.ground, share)
}
const mix = (from: number, to: number, share: number) => from + (to - from) * share

/** At most so far to a side, in radians; the eyes look the rest of the way. */
const NECK_MAX = 0.85

/** Turns neck and head to a side and up, on top of a pose. */
export function look(pose: MotionPose, yaw: number, pitch: number) {
  const aside = Math.min(NECK_MAX, max(-NECK_MAX, yaw))
  for (const [name, share] of [
    ['neck', 0.35],
    ['head', 0.65],
  ] as const) {
    const at = BONE[name] * 3
    pose.turns[at] = (pose.turns[at] ?? 0) - pitch * share
    pose.turns[at + 1] = (pose.turns[at + 1] ?? 0) + aside * share
  }
}

/** 1 while the eyes are closed: for 0.14 s, every 2 to 6 seconds, sometimes twice. `seconds` is a person's own clock. */
export function blinkAt(seconds: number): number {
  const beat = Math.floor(seconds / 2.1)
  const chance = abs(sin(beat * 12.9898) * 43758.5453) % 1
  if (chance > 0.62) return 0
  const into = (seconds - beat * 2.1) / 0.14
  const closed = (at: number) => (at > 0 && at < 1 ? sin(at * PI) : 0)
  return max(closed(into), chance < 0.1 ? closed(into - 1.9) : 0)
}
