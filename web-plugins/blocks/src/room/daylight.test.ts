import { expect, it } from 'vitest'
import { hourInSeoul, lightAt } from './daylight'

it('is the hour in Seoul', () => {
  expect(hourInSeoul(Date.UTC(2026, 10, 24, 15, 30))).toBe(0.5)
  expect(hourInSeoul(Date.UTC(2026, 10, 24, 3))).toBe(12)
})

it('changes without a step all day and lights lamps at night', () => {
  expect(lightAt(22, 250).lamps).toBe(1)
  expect(lightAt(13, 250).lamps).toBeLessThan(0.2)
  const values = (hour: number) => Object.values(lightAt(hour, 250)).flat()
  for (let hour = 0; hour < 24; hour += 0.05) {
    const after = values(hour + 0.05)
    values(hour).forEach((value, i) => {
      expect(Math.abs(value - (after[i] ?? 0))).toBeLessThan(0.06)
    })
  }
})
