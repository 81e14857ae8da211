import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderEvents } from '../testing/pages'
import { differsFromKorea } from './base'
import { When } from './When'

let leave = async () => undefined as unknown
beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'))
afterEach(async () => {
  await leave()
  vi.unstubAllEnvs()
})

// Summer time ends at 06:00 UTC on 1 November 2026 and begins at 07:00 UTC on 14 March 2027.
it.each([
  ['2026-11-01T05:30:00Z', '2026.11.01 14:30 KST', '2026.11.01 01:30'],
  ['2026-11-01T06:30:00Z', '2026.11.01 15:30 KST', '2026.11.01 01:30'],
  ['2027-03-14T06:59:00Z', '2027.03.14 15:59 KST', '2027.03.14 01:59'],
  ['2027-03-14T07:00:00Z', '2027.03.14 16:00 KST', '2027.03.14 03:00'],
])('shows %s in Korea and on the clock of New York', async (at, korean, own) => {
  const page = await renderEvents(<When at={at} />)
  leave = page.unmount
  expect(page.shown()).toContain(korean)
  expect(page.shown()).toContain(`${own} your time`)
})

it('compares the clocks at the instant, not today', () => {
  expect(differsFromKorea('2026-07-01T00:00:00Z')).toBe(true)
  vi.stubEnv('TZ', 'Asia/Seoul')
  expect(differsFromKorea('2026-07-01T00:00:00Z')).toBe(false)
})
