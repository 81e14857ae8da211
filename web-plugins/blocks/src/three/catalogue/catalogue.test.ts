import { describe, expect, it } from 'vitest'
import { en } from '../../locales/en'
import { ko } from '../../locales/ko'
import { dice } from '../../room/dice'
import { KINDS, type KindName, kindOf } from '../../room/kinds'
import { Sculptor } from '../sculptor'
import { CATALOGUE } from './all'

const TRIANGLES_MAX = 2_500
/** The edge of a seat may be this far from what it is on. */
const OVERHANG_M = 0.15

function drawn(kind: KindName) {
  const sculptor = new Sculptor()
  sculptor.begin(0, 0, 0, 0, 1, dice(3))
  CATALOGUE[kind](sculptor, kindOf(kind).colour)
  return sculptor.mesh
}

const names = Object.keys(KINDS) as KindName[]

describe.each(names)('%s', (name) => {
  const kind = kindOf(name)
  const { position, index, glow } = drawn(name)

  it('is drawn within its triangles and above the ground', () => {
    expect(index.length / 3).toBeGreaterThan(0)
    expect(index.length / 3).toBeLessThanOrEqual(TRIANGLES_MAX)
    expect(position.every(Number.isFinite)).toBe(true)
    const heights = position.filter((_, i) => i % 3 === 1)
    expect(Math.max(...heights)).toBeGreaterThan(0)
  })

  it('shines where it has a lamp', () => {
    if (kind.lamp) expect(glow.some((one) => one > 0)).toBe(true)
  })

  it('has solids around what is drawn, and seats on them', () => {
    const reach = Math.max(...position.filter((_, i) => i % 3 !== 1).map(Math.abs))
    for (const { at } of kind.solids) expect(Math.hypot(...at)).toBeLessThanOrEqual(reach * 1.5)
    for (const { at } of kind.seats ?? []) {
      expect(at[1]).toBeGreaterThanOrEqual(0)
      const under = kind.solids.some((solid) => {
        const [dx, dz] = [Math.abs(at[0] - solid.at[0]), Math.abs(at[2] - solid.at[1])]
        if (solid.shape === 'round') return Math.hypot(dx, dz) <= solid.radius + OVERHANG_M
        return dx <= solid.half[0] + OVERHANG_M && dz <= solid.half[1] + OVERHANG_M
      })
      expect(under).toBe(true)
    }
  })

  it('has a name in both languages', () => {
    expect(ko.kind[name as keyof typeof ko.kind]).toBeTruthy()
    expect(en.kind[name as keyof typeof en.kind]).toBeTruthy()
  })
})

it('has at least 120 kinds, most of them below 400 triangles', () => {
  const counts = names.map((name) => drawn(name).index.length / 3)
  expect(names.length).toBeGreaterThanOrEqual(120)
  expect(counts.filter((count) => count < 400).length).toBeGreaterThan(names.length * 0.6)
})
