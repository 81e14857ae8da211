import { expect, it, vi } from 'vitest'
import { createLiveBus } from './live-bus'

it('delivers to the listeners of a kind, until they leave', () => {
  const bus = createLiveBus()
  const listener = vi.fn()
  const leave = bus.subscribe('a', listener)
  bus.publish({ kind: 'a', data: 1 })
  bus.publish({ kind: 'b', data: 2 })
  leave()
  bus.publish({ kind: 'a', data: 3 })
  expect(listener.mock.calls).toEqual([[1]])
})

it('keeps the events of the first seconds for the first listener of their kind', () => {
  let at = 0
  const bus = createLiveBus(() => at)
  bus.publish({ kind: 'a', data: 1 })
  at = 10_000
  bus.publish({ kind: 'a', data: 2 })
  const [first, second] = [vi.fn(), vi.fn()]
  bus.subscribe('a', first)
  bus.subscribe('a', second)
  expect(first.mock.calls).toEqual([[1]])
  expect(second).not.toHaveBeenCalled()
})
