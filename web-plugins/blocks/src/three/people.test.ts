import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { InstancedBufferGeometry } from 'three'
import { expect, it } from 'vitest'
import { FACES } from '../room/look'
import { bodyGeometry } from './body'
import { GEAR } from './gear'
import { HAIR } from './hair'
import { dyeOf, Parts } from './parts'

const rules = (file: string) =>
  readFileSync(path.join(import.meta.dirname, '../../../../plugins', file), 'utf8')
const triangles = (geometry: InstancedBufferGeometry) => (geometry.index?.count ?? 0) / 3
const built = (build: (parts: Parts) => void) => {
  const parts = new Parts()
  build(parts)
  return parts.geometry()
}

/** The texts of an enum of `avatars`. */
function options(type: string): string[] {
  const listed = rules('avatars/src/look.rs').match(new RegExp(`\\n    ${type} \\{([^}]*)\\}`))?.[1] ?? ''
  return [...listed.matchAll(/"(\w+)"/g)].map((match) => match[1] ?? '')
}

it('draws every hair style and every face of the avatars', () => {
  expect(
    options('Hair')
      .filter((name) => name !== 'buzz')
      .sort(),
  ).toEqual(Object.keys(HAIR).sort())
  expect(options('Face').sort()).toEqual(Object.keys(FACES).sort())
})

it('draws every model of the gear items', () => {
  const listed = rules('items/src/gear.rs')
  const names = [...listed.slice(listed.indexOf('MODELS'), listed.indexOf('];')).matchAll(/"([a-z-]+)"/g)]
  const slots = ['head', 'face', 'back', 'hand']
  const models = names.map((match) => match[1] ?? '').filter((name) => !slots.includes(name))
  expect(models.sort()).toEqual(Object.keys(GEAR).sort())
})

it('stays within the budget of a hundred people', () => {
  expect(triangles(bodyGeometry(1))).toBeLessThan(1_700)
  expect(triangles(bodyGeometry(0))).toBeLessThan(165)
  for (const [name, build] of Object.entries({ ...HAIR, ...GEAR })) {
    const geometry = built(build)
    expect(triangles(geometry), name).toBeLessThan(350)
    expect([...(geometry.getAttribute('position').array as Float32Array)].every(Number.isFinite), name).toBe(
      true,
    )
  }
})

it('packs a colour into a dye', () => {
  expect(dyeOf('#000')).toBe(16)
  expect(dyeOf('#fff')).toBe(16 + 4095)
  expect(dyeOf('#fff', true)).toBe(16 + 4095 + 4096)
})
