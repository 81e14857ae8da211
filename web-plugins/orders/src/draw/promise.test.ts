import { expect, it } from 'vitest'
import { keepPromise, keptPromise } from './promise'

function storage() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
}

it('keeps the first hash of an order, and forgets the oldest orders', () => {
  const local = storage()
  keepPromise('o1', 'aa', local)
  keepPromise('o1', 'bb', local)
  expect(keptPromise('o1', local)).toBe('aa')
  expect(keptPromise('o2', local)).toBeNull()
  for (let n = 0; n < 50; n += 1) keepPromise(`later-${n}`, 'cc', local)
  expect(keptPromise('o1', local)).toBeNull()
  expect(keptPromise('later-49', local)).toBe('cc')
})

it('ignores what it did not write', () => {
  for (const text of ['', 'null', '{}', '[1]', '{']) {
    const local = storage()
    local.setItem('witverse.orders.promises', text)
    expect(keptPromise('o1', local)).toBeNull()
    keepPromise('o1', 'aa', local)
    expect(keptPromise('o1', local)).toBe('aa')
  }
})
