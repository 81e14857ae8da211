// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { createKept } from './kept'

beforeEach(() => localStorage.clear())

const blocked = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
/** A storage that was written before it was full. */
const full = () =>
  new Proxy(localStorage, {
    get: (target, name) =>
      name === 'setItem'
        ? () => {
            throw new DOMException('full', 'QuotaExceededError')
          }
        : (Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name)),
  })

describe('kept values', () => {
  it('are those of the storage, also after another tab has changed them', () => {
    const kept = createKept(() => localStorage)
    kept.setItem('a', '1')
    expect(localStorage.getItem('a')).toBe('1')
    localStorage.setItem('a', '2')
    expect(kept.getItem('a')).toBe('2')
    kept.removeItem('a')
    expect([kept.getItem('a'), localStorage.length, kept.keys()]).toEqual([null, 0, []])
  })

  it('last as long as the page where the storage is blocked', () => {
    const kept = createKept(blocked)
    expect([kept.getItem('a'), kept.keys()]).toEqual([null, []])
    kept.setItem('a', '1')
    kept.writeJson('b', { c: 1 })
    expect([kept.getItem('a'), kept.readJson('b'), kept.keys()]).toEqual(['1', { c: 1 }, ['a', 'b']])
    kept.removeItem('a')
    expect([kept.getItem('a'), kept.keys()]).toEqual([null, ['b']])
  })

  it('are the newer ones where the storage is full', () => {
    localStorage.setItem('a', 'old')
    const kept = createKept(full)
    kept.setItem('a', 'new')
    expect([kept.getItem('a'), localStorage.getItem('a')]).toEqual(['new', 'old'])
    kept.removeItem('a')
    expect([kept.getItem('a'), localStorage.getItem('a')]).toEqual([null, null])
  })

  it('are nothing where no JSON was written', () => {
    const kept = createKept(() => localStorage)
    localStorage.setItem('a', '{')
    expect([kept.readJson('a'), kept.readJson('b')]).toEqual([null, null])
  })
})
