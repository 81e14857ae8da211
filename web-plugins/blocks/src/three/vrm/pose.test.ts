import { Euler, Vector3 } from 'three'
import { expect, it } from 'vitest'
import { MOTIONS } from '../../room/codes'
import { BONES, type Bone, blended, hipsAbove, type Pose, poseOf, SEATED_HIPS_M, turned } from './pose'

/** Where a bone of the T-pose points to. */
const TO: Partial<Record<Bone, [number, number, number]>> = {
  ...{ leftUpperArm: [1, 0, 0], rightUpperArm: [-1, 0, 0], leftUpperLeg: [0, -1, 0] },
}
function pointing({ turns }: Pose, bone: Bone): Vector3 {
  return new Vector3(...(TO[bone] ?? [0, 1, 0])).applyEuler(new Euler(...(turns[bone] ?? [0, 0, 0])))
}

it('has no T-pose in any motion, except for a moment of the dance', () => {
  for (const motion of MOTIONS.filter((one) => one !== 'dance')) {
    for (const phase of [0, 1, 2, 3, 4, 5, 6]) {
      const pose = poseOf(motion, phase)
      const arms = (['leftUpperArm', 'rightUpperArm'] as const).map((bone) => pointing(pose, bone))
      // At least one arm points clearly up or down.
      expect(Math.max(...arms.map(({ y }) => Math.abs(y))), `${motion} ${phase}`).toBeGreaterThan(0.5)
      expect(Object.values(pose.turns).flat().every(Number.isFinite)).toBe(true)
    }
  }
})

it('lets both arms hang beside a standing body', () => {
  const pose = poseOf('idle', 0)
  const [left, right] = [pointing(pose, 'leftUpperArm'), pointing(pose, 'rightUpperArm')]
  expect(left.y).toBeLessThan(-0.95)
  expect(right.y).toBeLessThan(-0.95)
  expect(left.x).toBeGreaterThan(0)
  expect(right.x).toBeCloseTo(-left.x)
})

it('waves with the right arm, and swings arms against legs', () => {
  const wave = poseOf('wave', 0)
  expect(pointing(wave, 'rightUpperArm').y).toBeGreaterThan(0.7)
  expect(pointing(wave, 'leftUpperArm').y).toBeLessThan(-0.9)
  const step = poseOf('walk', 1.5)
  expect(pointing(step, 'leftUpperLeg').z * pointing(step, 'leftUpperArm').z).toBeLessThan(0)
  expect(poseOf('run', 1.5).turns.spine?.[0]).toBeGreaterThan(step.turns.spine?.[0] ?? 1)
})

it('sits with the thighs forward and the shins down', () => {
  const pose = poseOf('sit', 0)
  expect(pointing(pose, 'leftUpperLeg').z).toBeGreaterThan(0.95)
  const [thigh = 0] = pose.turns.leftUpperLeg ?? []
  const [shin = 0] = pose.turns.leftLowerLeg ?? []
  expect(thigh + shin).toBeCloseTo(0)
  expect(0.78 * (1 + pose.lift)).toBeCloseTo(SEATED_HIPS_M)
})

it('blends every bone, and turns them for VRM 0.x', () => {
  const [from, to] = [poseOf('idle', 1), poseOf('dance', 1)]
  expect(blended(from, to, 0).turns).toEqual(from.turns)
  expect(blended(from, to, 1).lift).toBeCloseTo(to.lift)
  const half = blended(from, to, 0.5)
  for (const bone of BONES) {
    const [a = 0, b = 0] = [from.turns[bone]?.[2], to.turns[bone]?.[2]]
    expect(half.turns[bone]?.[2], bone).toBeCloseTo((a + b) / 2)
  }
  // A pose that was turned around moves an arm in the same direction, seen from a person who looks the other way.
  const arm = pointing(to, 'leftUpperArm')
  const other = new Vector3(-1, 0, 0).applyEuler(new Euler(...(turned(to).turns.leftUpperArm ?? [0, 0, 0])))
  expect(other.x).toBeCloseTo(-arm.x)
  expect(other.y).toBeCloseTo(arm.y)
  expect(other.z).toBeCloseTo(-arm.z)
})

it('lifts the hips by a share of their height, and seats every body at the same height', () => {
  expect(hipsAbove(0.9, 0, 0)).toBe(0.9)
  expect(hipsAbove(0.9, 0.1, 0)).toBeCloseTo(0.99)
  for (const height of [0.4, 0.9, 1.3]) expect(hipsAbove(height, -0.3, 1)).toBeCloseTo(SEATED_HIPS_M)
})
