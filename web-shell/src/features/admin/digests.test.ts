import { expect, it } from 'vitest'
import { digestOf, isDigest } from './digests'

it('computes SHA-256', async () => {
  const digest = await digestOf(new Blob(['abc']))
  expect(digest).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(isDigest(` ${digest.toUpperCase()} `)).toBe(true)
})

it.each(['', 'ab', 'g'.repeat(64), 'a'.repeat(65)])('refuses %j', (typed) => {
  expect(isDigest(typed)).toBe(false)
})
