import { PIECES, piecesOf } from '@witverse/people/styles'
import { expect, it } from 'vitest'
import { dice } from './dice'
import { lookOf } from './look'

const CHOSEN = {
  ...{ v: 2, body: 'broad', skin: '#dca878', face: 'stern', hair: 'curly', hairColor: '#b04a32' },
  ...{
    top: '#3f9c8a',
    topStyle: 'hoodie',
    bottom: '#2f3358',
    bottomStyle: 'shorts',
    gear: { head: 'crown', hand: 'lantern' },
  },
}

it('draws the look of the presence', () => {
  const look = lookOf('u1', JSON.stringify(CHOSEN))
  expect(look).toMatchObject({
    skin: '#dca878',
    hairColor: '#b04a32',
    topStyle: 'hoodie',
    bottomStyle: 'shorts',
  })
  expect(look.models).toEqual(['crown', 'lantern'])
  expect(look).toEqual(lookOf('u2', JSON.stringify(CHOSEN)))
})

it('makes a look of the id for people without one, always the same', () => {
  expect(lookOf('u1', null)).toEqual(lookOf('u1', '{}'))
  const looks = Array.from({ length: 30 }, (_, i) => JSON.stringify(lookOf(`person ${i}`, null)))
  expect(new Set(looks).size).toBeGreaterThan(25)
})

it('hides the parts that gear covers', () => {
  const suit = lookOf('u1', JSON.stringify({ ...CHOSEN, hides: ['torso', 'hair', 'constructor', 7] }))
  expect(suit.hides).toEqual(['hair', 'torso'])
  expect(suit.models).toEqual(['crown', 'lantern'])
})

it('takes values of another kind as if they were absent', () => {
  const made = lookOf('u1', null)
  for (const wrong of [
    '',
    'x',
    '7',
    'null',
    '[]',
    '{"skin":7,"top":"red","hair":{},"gear":"x","body":1,"face":[]}',
  ]) {
    expect(lookOf('u1', wrong), wrong).toEqual(made)
  }
  const unknown = lookOf('u1', '{"body":"constructor","face":"rocket","gear":{"head":{}}}')
  expect(unknown.body).toBe('regular')
  expect(unknown.face).toEqual(made.face)
})

it('has a body for every look of the first version', () => {
  const random = dice(46)
  const one = (from: readonly string[]) => from[Math.floor(random() * from.length)]
  for (let n = 0; n < 200; n++) {
    const old = {
      ...{ v: 1, body: one(['petite', 'slim', 'regular', 'broad']), skin: one(['#ffe4d2', '#553325']) },
      face: one(['calm', 'smile', 'bright', 'wink', 'cool', 'shy', 'surprised', 'stern']),
      hair: one(['buzz', 'short', 'bob', 'long', 'ponytail', 'bun', 'curly', 'spiky']),
      ...{ hairColor: one(['#231d24', '#e08bb0']), top: one(['#7a63e8', '#b83a44']), bottom: '#2f3358' },
      gear: n % 3 ? {} : { back: 'space-suit' },
      ...(n % 3 === 0 && { hides: ['torso', 'arms', 'legs'] }),
    }
    const look = lookOf(`person ${n}`, JSON.stringify(old))
    const { v, gear, hides, ...kept } = old
    expect(look).toMatchObject(kept)
    for (const piece of piecesOf(look)) expect(PIECES).toContain(piece)
  }
})
