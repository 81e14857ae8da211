import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { GEAR, gearGeometry } from './gear'
import { hairUnder } from './people/hats'
import { OWN_COLOUR, OWN_LIGHT } from './people/shader'

it('draws every model of the gear items', () => {
  const rules = readFileSync(path.join(import.meta.dirname, '../../../../plugins/items/src/gear.rs'), 'utf8')
  const names = [...rules.slice(rules.indexOf('MODELS'), rules.indexOf('];')).matchAll(/"([a-z-]+)"/g)]
  const slots = ['head', 'face', 'back', 'hand']
  const models = names.map((match) => match[1] ?? '').filter((name) => !slots.includes(name))
  expect(models.sort()).toEqual(Object.keys(GEAR).sort())
})

it('puts under a hat only hair that fits', () => {
  expect(hairUnder(['straw-hat'], 'curly')).toBe('buzz')
  expect(hairUnder(['beanie'], 'long')).toBe('long')
  expect(hairUnder(['space-helmet'], 'long')).toBe('buzz')
  expect(hairUnder(['crown', 'wings'], 'curly')).toBe('curly')
})

it('stays small: everybody may wear some', () => {
  expect(gearGeometry('rocket')).toBeNull()
  for (const name of Object.keys(GEAR)) {
    const geometry = gearGeometry(name)
    expect((geometry?.index?.count ?? 0) / 3, name).toBeLessThan(name === 'space-suit' ? 1_300 : 420)
    const array = geometry?.getAttribute('position').array ?? []
    expect([...array].every(Number.isFinite), name).toBe(true)
  }
})

it('keeps colours, and what shines', () => {
  const paint = [...(gearGeometry('goggles')?.getAttribute('paint').array ?? [])].filter(
    (_, i) => i % 4 === 0,
  )
  expect(new Set(paint)).toEqual(new Set([OWN_COLOUR, OWN_LIGHT]))
})
