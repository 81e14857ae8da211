import { expect, it } from 'vitest'
import { fromField, shownAt, toField } from './moments'

it('converts Korean time in both directions', () => {
  expect(fromField('2026-11-21T14:00')).toBe('2026-11-21T05:00:00.000Z')
  expect(toField('2026-12-31T15:30:00Z')).toBe('2027-01-01T00:30')
  expect(shownAt('2026-11-21T05:00:00Z')).toBe('2026.11.21 14:00')
  expect(fromField('')).toBeNull()
})
