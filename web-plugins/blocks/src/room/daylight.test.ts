import { expect, it } from 'vitest'
import { hourInSeoul, lightAt } from './daylight'

it('is the hour in Seoul', () => {
  expect(hourInSeoul(Date.UTC(2026, 10, 24, 15, 30))).toBe(0.5)
  expect(hourInSeoul(Date.UTC(2026, 10, 24, 3))).toBe(12)
})

it('changes without a step all day and lights lamps at night', () => {
  expect(lightAt(22, 250).lamps).toBe(1)
  expect(lightAt(13, 250).lamps).toBeLessThan(0.2)
  const values = (hour: number) => {
    const { fog, ...light } = lightAt(hour, 250)
    return [...Object.values(light).flat(), ...fog.map((metres) => metres / 100)]
  }
  for (let hour = 0; hour < 24; hour += 0.05) {
    const after = values(hour + 0.05)
    values(hour).forEach((value, i) => {
      expect(Math.abs(value - (after[i] ?? 0))).toBeLessThan(0.06)
    })
  }
})

it('keeps the sky of a station dark at noon, and stars out of the sea', () => {
  const [night, noon] = [lightAt(23, 200, 'station'), lightAt(12, 200, 'station')]
  expect([noon.zenith, noon.stars]).toEqual([night.zenith, 1])
  expect(noon.key[0]).toBeGreaterThan(night.key[0])
  for (const hour of [0, 6, 12, 19]) expect(lightAt(hour, 200, 'sea').stars).toBe(0)
  expect(lightAt(12, 140, 'sea').zenith).not.toEqual(lightAt(12, 200, 'sea').zenith)
})
