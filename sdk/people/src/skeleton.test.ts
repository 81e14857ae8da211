import { expect, it } from 'vitest'
import {
  BODIES,
  BONE,
  BONE_COUNT,
  BONES,
  bindPose,
  jointsOf,
  matricesOf,
  poseOf,
  restPose,
  worldOf,
} from './skeleton'

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

it('has parents before their children', () => {
  expect(BONE_COUNT).toBe(20)
  BONES.forEach(({ name, parent, up }, i) => {
    expect(BONE[name]).toBe(i)
    expect(up).toBeLessThan(i)
    expect(BONES[up]?.name ?? null).toBe(parent)
  })
})

it('leaves the sculpture of a regular body where it is in the bind pose', () => {
  const matrices = matricesOf('regular', bindPose)
  for (let bone = 0; bone < BONE_COUNT; bone++)
    matrices.subarray(12 * bone, 12 * bone + 12).forEach((v, i) => {
      expect(v, BONES[bone]?.name).toBeCloseTo(IDENTITY[i] as number, 5)
    })
})

it('puts the joints of every body where its bones are at rest', () => {
  for (const body of BODIES) {
    const joints = jointsOf(body)
    const world = worldOf(joints, restPose)
    for (let bone = 0; bone < BONE_COUNT; bone++)
      for (const k of [0, 1, 2])
        expect(world[12 * bone + 4 * k + 3]).toBeCloseTo(joints[3 * bone + k] as number, 6)
  }
})

it('keeps the head of every body, and its feet on the ground', () => {
  const top = (body: (typeof BODIES)[number], bone: number, [x, y, z]: [number, number, number]) => {
    const m = matricesOf(body, bindPose).subarray(12 * bone)
    return (m[4] as number) * x + (m[5] as number) * y + (m[6] as number) * z + (m[7] as number)
  }
  const heightOf = (body: (typeof BODIES)[number]) =>
    top(body, BONE.head, [0, 1.56, 0]) - top(body, BONE.head, [0, 1.085, 0])
  for (const body of BODIES) {
    expect(heightOf(body)).toBeCloseTo(0.475, 5)
    expect(top(body, BONE.leftFoot, [0.094, 0, 0])).toBeCloseTo(0, 3)
  }
  const tall = (body: (typeof BODIES)[number]) => top(body, BONE.head, [0, 1.56, 0])
  expect(tall('petite')).toBeLessThan(tall('regular'))
  expect(tall('regular')).toBeLessThan(tall('slim'))
})

it('turns about z first, then y, then x', () => {
  const world = worldOf(jointsOf('regular'), poseOf({ leftUpperArm: [0.3, 0.2, -1.1] }))
  const m = world.subarray(12 * BONE.leftUpperArm, 12 * BONE.leftUpperArm + 12)
  const [sx, kx, sy, ky, sz, kz] = [0.3, 0.2, -1.1].flatMap((a) => [Math.sin(a), Math.cos(a)]) as [
    ...[number, number, number],
    ...[number, number, number],
  ]
  // Where the bone's x axis (along the arm) points.
  expect(m[0]).toBeCloseTo(ky * kz, 5)
  expect(m[4]).toBeCloseTo(kx * sz + sx * sy * kz, 5)
  expect(m[8]).toBeCloseTo(sx * sz - kx * sy * kz, 5)
})

it('writes into the array that it is given', () => {
  const out = new Float32Array(BONE_COUNT * 12)
  expect(matricesOf('slim', restPose, out)).toBe(out)
  const moved = matricesOf('slim', poseOf({}, [0, 0.5, 0]))
  expect((moved[7] as number) - (out[7] as number)).toBeCloseTo(0.5, 5)
})
