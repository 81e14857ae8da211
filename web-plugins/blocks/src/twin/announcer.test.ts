import { expect, it } from 'vitest'
import { ManualClock } from '../testing/room'
import { Announcer } from './announcer'

it('speaks at most once every two seconds and sums up what was too much', () => {
  const clock = new ManualClock()
  const said: string[] = []
  const announcer = new Announcer(
    clock,
    (text) => said.push(text),
    (count) => `${count} more.`,
  )
  announcer.push('a')
  for (const text of ['b', 'c', 'd', 'e', 'f']) announcer.push(text)
  expect(said).toEqual(['a'])
  clock.pass(1_999)
  expect(said).toHaveLength(1)
  clock.pass(1)
  expect(said).toEqual(['a', '2 more. d e f'])
  clock.pass(5_000)
  announcer.push('g')
  expect(said.at(-1)).toBe('g')
})
