import { afterEach, expect, it, vi } from 'vitest'
import { kst, lastMonths, monthName, own } from './moments'

afterEach(() => vi.unstubAllEnvs())

it('formats Korean time and its date', () => {
  expect(kst('2026-11-21T05:02:09Z')).toEqual({ date: '2026.11.21', time: '14:02' })
  expect(kst('2026-12-31T15:00:00Z')).toEqual({ date: '2027.01.01', time: '00:00' })
})

it('formats the viewer’s own time only if it differs', () => {
  vi.stubEnv('TZ', 'Asia/Seoul')
  expect(own('2026-11-21T05:02:00Z')).toBeNull()
  vi.stubEnv('TZ', 'America/New_York')
  expect(own('2026-11-21T05:02:00Z')).toBe('00:02')
  expect(own('2026-11-21T01:02:00Z')).toBe('11.20 20:02')
})

it('counts months in Korean time', () => {
  expect(lastMonths(3, Date.parse('2026-01-31T20:00:00Z'))).toEqual(['2026-02', '2026-01', '2025-12'])
  expect(monthName('2026-11', 'en')).toBe('November 2026')
  expect(monthName('2026-11', 'ko')).toBe('2026년 11월')
  expect(monthName('2026-11', 'ko', 'short')).toBe('11월')
})
