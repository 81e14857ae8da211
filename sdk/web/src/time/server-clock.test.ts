import { expect, it } from 'vitest'
import { createServerClock } from './server-clock'

const START = Date.parse('2026-11-29T10:00:00.000Z')

/** A device whose clock is `ahead` ms ahead, and answers of a server. */
function device(ahead: number) {
  const at = { server: START, ahead }
  const clock = createServerClock(() => at.server + at.ahead)
  return {
    at,
    clock,
    /** An answer that takes `ms`, whose header was written half way. */
    answer(ms: number) {
      const sentMs = at.server + at.ahead
      const date = new Date(at.server + ms / 2).toUTCString()
      at.server += ms
      clock.observe({ sentMs, receivedMs: at.server + at.ahead, date })
    },
    error: () => Math.abs(clock.now() - at.server),
  }
}

it('has the time of the device until the first answer', () => {
  const { clock, at } = device(600_000)
  expect(clock.now()).toBe(at.server + 600_000)
})

it.each([-600_000, -120_000, 0, 120_000, 600_000])(
  'knows the time of the server on a device that is %i ms ahead',
  (ahead) => {
    const { answer, at, error } = device(ahead)
    answer(80)
    expect(error()).toBeLessThan(1_200)
    for (let count = 0; count < 20; count++) {
      at.server += 137
      answer(60)
    }
    expect(error()).toBeLessThan(250)
  },
)

it('follows a clock that is set', () => {
  const { answer, at, error } = device(0)
  answer(80)
  at.ahead = -300_000
  answer(80)
  expect(error()).toBeLessThan(1_200)
})

it('leaves out answers without a readable date, and those during which the clock was set back', () => {
  const { clock, answer, error } = device(60_000)
  answer(80)
  clock.observe({ sentMs: 0, receivedMs: 1, date: null })
  clock.observe({ sentMs: 0, receivedMs: 1, date: 'soon' })
  clock.observe({ sentMs: START + 900_000, receivedMs: START, date: new Date(START).toUTCString() })
  expect(error()).toBeLessThan(1_200)
})
