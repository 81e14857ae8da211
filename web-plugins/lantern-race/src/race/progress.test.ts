import { expect, it } from 'vitest'
import { race } from '../testing/race'
import { nextGate, phaseOf, secondsUntil } from './progress'

it('knows the phase of a race from the clock', () => {
  const one = race()
  const phases = [0, 10_000, 12_999, 13_000].map((ms) => phaseOf(one, ms))
  expect(phases).toEqual(['lobby', 'countdown', 'countdown', 'running'])
  expect(phaseOf(race({ state: 'ended' }), 0)).toBe('ended')
  expect([secondsUntil(10_000, 8_999), secondsUntil(10_000, 11_000)]).toEqual([2, 0])
})

it('names the gates in the order of the run', () => {
  const two = race({ laps: 2 })
  const kinds = [0, 1, 2, 3, 4, 5, 6].map((passed) => {
    const next = nextGate(two, passed)
    return next && `${next.id} ${next.kind} ${next.number} ${next.lap}`
  })
  expect(kinds).toEqual([
    ...['start start 0 1', 'a gate 1 1', 'b gate 2 1', 'start finish 0 1'],
    ...['a gate 1 2', 'b gate 2 2', 'start finish 0 2'],
  ])
  expect(nextGate(two, 7)).toBeNull()
})
