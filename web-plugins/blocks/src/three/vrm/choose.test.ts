import { expect, it } from 'vitest'
import { choose, limitOf, vrmOf } from './choose'

const people = (...distances: number[]) =>
  distances.map((distance, i) => ({ user: `u${i}`, url: '', distance }))
const chosen = (...args: Parameters<typeof choose>) => choose(...args).map(({ user }) => user)

it('takes the nearest within the limit', () => {
  expect(chosen(people(9, 2, 30, 5), new Set(), 2)).toEqual(['u1', 'u3'])
  expect(chosen(people(9, 2, 30, 5), new Set(), 6)).toEqual(['u1', 'u3', 'u0'])
  expect(chosen(people(1), new Set(), 0)).toEqual([])
})

it('keeps those who are shown a little longer', () => {
  expect(chosen(people(22), new Set(), 6)).toEqual([])
  expect(chosen(people(22), new Set(['u0']), 6)).toEqual(['u0'])
  expect(chosen(people(26), new Set(['u0']), 6)).toEqual([])
  // Two at nearly the same distance do not change places.
  expect(chosen(people(10.5, 10), new Set(['u0']), 1)).toEqual(['u0'])
})

it('has none on weak devices', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(limitOf)).toEqual([16, 6, 6, 2, 0, 0, 0])
})

it('reads the address of a look, and no other text', () => {
  const url = '/files/0198a1b2-0000-7000-8000-000000000001/avatar.vrm'
  expect(vrmOf(JSON.stringify({ vrm: url }))).toBe(url)
  expect(vrmOf(JSON.stringify({ vrm: `https://cdn.example${url}` }))).toBe(`https://cdn.example${url}`)
  for (const wrong of ['javascript:alert(1)', `//evil.example${url}x`, 7, null, '/api/x', `${url}?a`])
    expect(vrmOf(JSON.stringify({ vrm: wrong })), String(wrong)).toBeNull()
  for (const wrong of [null, '', '{"vrm"', 'null']) expect(vrmOf(wrong)).toBeNull()
})
