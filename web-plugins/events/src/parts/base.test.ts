import { expect, it } from 'vitest'
import { formatTime } from './base'

it('formats times as mm:ss.mmm', () => {
  expect([formatTime(5), formatTime(62_345), formatTime(3_600_000)]).toEqual([
    '00:00.005',
    '01:02.345',
    '60:00.000',
  ])
})
