// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { drawnOf, OPTIONS } from '../look/options'
import { LOOK } from '../testing/pages'
import { MODEL_NAMES } from './gear'
import { portrait } from './portrait'
import { shade } from './shade'

/** Throws for text that is no well-formed XML. */
function parsed(svg: string): Element {
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml')
  expect(document.querySelector('parsererror')).toBeNull()
  return document.documentElement
}

it('draws every option differently', () => {
  for (const part of ['body', 'skin', 'face', 'hair', 'hairColor', 'top'] as const) {
    const drawings = OPTIONS[part].map((option) => portrait(drawnOf({ ...LOOK, [part]: option })))
    expect(new Set(drawings).size, part).toBe(OPTIONS[part].length)
    for (const svg of drawings) expect(parsed(svg).tagName).toBe('svg')
  }
})

it('is the same for the same look', () => {
  expect(portrait(drawnOf(LOOK))).toBe(portrait(drawnOf({ ...LOOK })))
})

it('draws every model of the server, and nothing for others', () => {
  const rules = readFileSync(path.join(import.meta.dirname, '../../../../plugins/items/src/gear.rs'), 'utf8')
  const plain = portrait(drawnOf(LOOK))
  for (const model of MODEL_NAMES) {
    expect(rules).toContain(`"${model}"`)
    const worn = portrait(drawnOf(LOOK, [{ slot: 'head', itemId: 'i', model, bodiesToDisable: [] }]))
    expect(worn).not.toBe(plain)
    parsed(worn)
  }
  const listed = rules.slice(rules.indexOf('MODELS'), rules.indexOf('];'))
  expect([...listed.matchAll(/"([a-z-]+)"/g)].length).toBe(MODEL_NAMES.length + 4)
  for (const model of ['rocket', 'constructor'])
    expect(portrait(drawnOf(LOOK, [{ slot: 'head', itemId: 'i', model, bodiesToDisable: [] }]))).toBe(plain)
})

it('does not draw what gear covers', () => {
  const worn = (...bodiesToDisable: ('hair' | 'torso' | 'legs')[]) =>
    portrait(drawnOf(LOOK, [{ slot: 'head', itemId: 'i', model: 'rocket', bodiesToDisable }]))
  const plain = portrait(drawnOf(LOOK))
  expect(worn('hair').length).toBeLessThan(plain.length)
  expect(worn('torso').length).toBeLessThan(plain.length)
  expect(worn('hair', 'torso').length).toBeLessThan(worn('hair').length)
  // Portraits do not show legs.
  expect(worn('legs')).toBe(plain)
  parsed(worn('hair', 'torso'))
})

it('mixes colours', () => {
  expect(shade('#804020', 0)).toBe('#804020')
  expect(shade('#804020', 1)).toBe('#ffffff')
  expect(shade('#804020', -1)).toBe('#000000')
  expect(shade('#000000', 0.5)).toBe('#808080')
})
