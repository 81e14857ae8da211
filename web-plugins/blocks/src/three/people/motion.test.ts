import { BODIES, BONE, BONE_COUNT, type BoneName, jointsOf, worldOf } from '@witverse/people/skeleton'
import { expect, it } from 'vitest'
import { MOTIONS, type Motion } from '../../room/codes'
import { blend, blinkAt, look, makePose, PHASE_END, poseOf } from './motion'
import { SEATED_HIPS_M, stand, standingLift } from './stand'

const at = (motion: Motion, phase: number) => {
  const pose = makePose()
  poseOf(motion, phase, pose)
  return pose
}
/** Where a bone is, of a regular body. */
function place(motion: Motion, phase: number, bone: BoneName) {
  const world = worldOf(jointsOf('regular'), at(motion, phase))
  const from = BONE[bone] * 12
  return { x: world[from + 3] ?? 0, y: world[from + 7] ?? 0, z: world[from + 11] ?? 0 }
}

it('lets arms hang beside a standing body', () => {
  for (const phase of [0, 1, 7, 40]) {
    for (const side of ['left', 'right'] as const) {
      const [shoulder, hand] = [place('idle', phase, `${side}UpperArm`), place('idle', phase, `${side}Hand`)]
      expect(shoulder.y - hand.y).toBeGreaterThan(0.3)
      expect(Math.abs(hand.x)).toBeGreaterThan(0.16)
    }
  }
})

it('swings arms against legs, further in a run', () => {
  for (const motion of ['walk', 'run'] as const) {
    const [foot, hand] = [place(motion, 1.5, 'leftFoot'), place(motion, 1.5, 'leftHand')]
    expect(foot.z, motion).toBeGreaterThan(0.1)
    expect(hand.z, motion).toBeLessThan(0.05)
  }
  expect(place('run', 1.5, 'leftFoot').z).toBeGreaterThan(place('walk', 1.5, 'leftFoot').z)
})

it('waves with the right hand over the shoulder', () => {
  expect(place('wave', 0, 'rightHand').y).toBeGreaterThan(place('wave', 0, 'rightUpperArm').y)
  expect(place('wave', 0, 'leftHand').y).toBeLessThan(place('wave', 0, 'leftUpperArm').y)
})

it('stands on the lower foot in every motion, and sits at the height of a seat', () => {
  const bones = new Float32Array(BONE_COUNT * 12)
  for (const body of BODIES)
    for (const motion of MOTIONS)
      for (let phase = 0; phase < 6.3; phase += 0.7) {
        stand(body, at(motion, phase), bones)
        expect([...bones].every(Number.isFinite)).toBe(true)
        const soles = (['leftFoot', 'rightFoot'] as const).map((foot) => {
          const row = BONE[foot] * 12 + 4
          const x = foot === 'leftFoot' ? 0.094 : -0.094
          const heights = [-0.05, 0.14].map(
            (z) => (bones[row] ?? 0) * x + (bones[row + 2] ?? 0) * z + (bones[row + 3] ?? 0),
          )
          return Math.min(...heights)
        })
        const lowest = Math.min(...soles)
        if (motion === 'sit') expect(lowest, `${body} sits`).toBeGreaterThan(0)
        else expect(lowest, `${body} ${motion} ${phase}`).toBeGreaterThan(-1e-4)
        if (!['sit', 'run'].includes(motion)) expect(lowest, `${body} ${motion} ${phase}`).toBeLessThan(0.02)
      }
  expect(SEATED_HIPS_M).toBe(0.48)
})

it('lowers the hips of a body that bends its knees', () => {
  expect(standingLift(at('idle', 0))).toBeCloseTo(0, 1)
  expect(standingLift(at('dance', Math.PI / 2))).toBeLessThan(-0.01)
})

it('blends all of a pose', () => {
  const pose = at('idle', 1)
  blend(pose, at('sit', 1), 1)
  const sit = at('sit', 1)
  expect(pose.ground).toBe(sit.ground)
  for (const [i, turn] of sit.turns.entries()) expect(pose.turns[i]).toBeCloseTo(turn)
})

it('turns the head no further than a neck can', () => {
  const pose = makePose()
  look(pose, 3, 0)
  expect((pose.turns[BONE.neck * 3 + 1] ?? 0) + (pose.turns[BONE.head * 3 + 1] ?? 0)).toBeCloseTo(0.85)
})

it('begins a phase again without a jump', () => {
  for (const motion of ['walk', 'run', 'dance'] as const) {
    const [end, start] = [at(motion, PHASE_END - 1e-4), at(motion, 0)]
    for (const [i, turn] of end.turns.entries()) expect(turn).toBeCloseTo(start.turns[i] ?? 9, 2)
  }
})

it('blinks now and then', () => {
  const closed = Array.from({ length: 6_000 }, (_, i) => blinkAt(i / 60)).filter(
    (share) => share > 0.5,
  ).length
  expect(closed / 6_000).toBeGreaterThan(0.01)
  expect(closed / 6_000).toBeLessThan(0.08)
})
