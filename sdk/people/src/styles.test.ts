import { expect, it } from 'vitest'
import { type Drawn, dyesOf, PIECES, piecesOf, toned } from './styles'

const LOOK: Drawn = {
  ...{ v: 2, body: 'slim', skin: '#f0c49b', face: 'smile', hair: 'bob', hairColor: '#231d24' },
  ...{ top: '#7a63e8', topStyle: 'tee', bottom: '#2f3358', bottomStyle: 'jeans', gear: {} },
}

it('lists the pieces of a look', () => {
  expect(piecesOf(LOOK)).toEqual(['head', 'hair-bob', 'top-tee', 'bottom-jeans'])
  expect(piecesOf({ ...LOOK, hides: ['hair', 'legs'] })).toEqual(['head', 'top-tee'])
  expect(new Set(PIECES).size).toBe(PIECES.length)
})

it('shows bare legs below a dress, unless the dress is hidden', () => {
  const dressed: Drawn = { ...LOOK, topStyle: 'dress' }
  expect(piecesOf(dressed)).toEqual(['head', 'hair-bob', 'top-dress', 'bottom-bare'])
  expect(piecesOf({ ...dressed, hides: ['torso'] })).toEqual(['head', 'hair-bob', 'bottom-jeans'])
})

it('derives the colours that are not chosen', () => {
  expect(dyesOf(LOOK)).toEqual({
    ...{ skin: '#f0c49b', face: '#f0c49b', hair: '#231d24', top: '#7a63e8', bottom: '#2f3358' },
    ...{ trim: '#8d77cc', accent: '#e8a94a', shoe: '#f1ede2', white: '#fbf7f0', iris: '#4b342c' },
  })
  // A light top has a darker trim, a golden one another accent, light trousers dark shoes.
  expect(dyesOf({ ...LOOK, top: '#f1ede2' }).trim).toBe('#e0d7c8')
  expect(dyesOf({ ...LOOK, top: '#e8a94a' }).accent).toBe('#7a63e8')
  expect(dyesOf({ ...LOOK, bottom: '#c2ab88' }).shoe).toBe('#3b3946')
})

it('makes colours lighter and darker', () => {
  expect(toned('#804020', 0)).toBe('#804020')
  expect(toned('#804020', 1)).toBe('#ffffff')
  expect(toned('#804020', -1)).toBe('#141414')
  expect(toned('#000000', 0.5)).toBe('#808080')
})
