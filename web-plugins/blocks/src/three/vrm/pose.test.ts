import { expect, it } from 'vitest'
import { makePose, poseOf } from '../people/motion'
import { SEATED_HIPS_M } from '../people/stand'
import { hipsAbove, turnOf, VRM_BONES } from './pose'

it('turns the bones of a VRM as those of drawn bodies, mirrored for VRM 0.x', () => {
  const pose = makePose()
  poseOf('dance', 1, pose)
  expect(VRM_BONES).toHaveLength(19)
  for (const bone of VRM_BONES) {
    const [x, y, z] = turnOf(pose, bone, false)
    expect(turnOf(pose, bone, true)).toEqual([-x, y, -z])
  }
  expect(turnOf(pose, 'leftUpperArm', false)[2]).not.toBe(0)
})

it('lifts the hips by a share of their height, and seats every body at the same height', () => {
  expect(hipsAbove(0.9, 0, 0)).toBe(0.9)
  expect(hipsAbove(0.9, 0.1, 0)).toBeCloseTo(0.99)
  for (const height of [0.4, 0.9, 1.3]) expect(hipsAbove(height, -0.3, 1)).toBeCloseTo(SEATED_HIPS_M)
})
