import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { LOOK } from '../testing/pages'
import { BOTTOMS, drawnOf, HAIR_COLORS, OPTIONS, randomLook, SKINS, TOPS } from './options'

const rules = readFileSync(path.join(import.meta.dirname, '../../../../plugins/avatars/src/look.rs'), 'utf8')

it('has the colours of the server', () => {
  for (const colours of [SKINS, HAIR_COLORS, TOPS, BOTTOMS]) {
    for (const [name, hex] of Object.entries(colours)) expect(rules).toContain(`("${name}", "${hex}")`)
  }
})

it('has the options of the server, in its order', () => {
  const types = { body: 'Body', face: 'Face', hair: 'Hair', topStyle: 'TopStyle', bottomStyle: 'BottomStyle' }
  for (const [part, type] of Object.entries(types)) {
    const listed = rules.match(new RegExp(`\\n    ${type} \\{([^}]*)\\}`))?.[1] ?? ''
    const texts = [...listed.matchAll(/"([\w-]+)"/g)].map((match) => match[1])
    expect(texts, part).toEqual(OPTIONS[part as keyof typeof OPTIONS])
  }
})

it('draws a look with colours and models', () => {
  const gear = [{ slot: 'head' as const, itemId: 'i1', model: 'crown', bodiesToDisable: [] }]
  expect(drawnOf(LOOK, gear)).toEqual({
    ...{ v: 2, body: 'slim', skin: '#dca878', face: 'bright', hair: 'bob', hairColor: '#b04a32' },
    ...{
      top: '#3f9c8a',
      topStyle: 'hoodie',
      bottom: '#2f3358',
      bottomStyle: 'jeans',
      gear: { head: 'crown' },
    },
  })
})

it('makes a random look of listed options, other than the one before', () => {
  for (const share of [0, 0.4, 0.999]) {
    const look = randomLook(LOOK, () => share)
    for (const [part, options] of Object.entries(OPTIONS)) {
      const value = look[part as keyof typeof look]
      expect(options).toContain(value)
      expect(value).not.toBe(LOOK[part as keyof typeof LOOK])
    }
  }
})
