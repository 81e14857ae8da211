import { expect, it } from 'vitest'
import { cappedWit, checkWit, easyAmounts, messageLength } from './rules'

it.each([
  ['12.9', 10_000, '12'],
  ['-5', 10_000, '5'],
  ['250', 10_050, '100'],
  ['99999999999', 10_000, '100'],
  ['7', 0, '0'],
  ['', 0, ''],
])('reads %j with %i hundredths available as %j', (typed, available, counted) => {
  expect(cappedWit(typed, available)).toBe(counted)
})

it.each([
  ['', 10_000, 'wit.required'],
  ['0', 10_000, 'wit.atLeast'],
  ['101', 10_000, 'wit.notEnough'],
  ['100', 10_000, null],
  ['1', 10_000, null],
  ['', 99, 'wit.notEnough'],
  ['1', 0, 'wit.notEnough'],
] as const)('validates %j of %i available hundredths as %s', (wit, available, problem) => {
  expect(checkWit(wit, available)).toBe(problem)
})

it('counts an emoji as one character', () => {
  expect(messageLength('  선물 🎁 ')).toBe(4)
  expect(messageLength('👩‍👩‍👧'.repeat(200))).toBe(200)
})

it('suggests only amounts within the balance', () => {
  expect(easyAmounts(0)).toEqual([])
  expect(easyAmounts(5_000)).toEqual([10, 50])
  expect(easyAmounts(1_000_000)).toEqual([50, 100, 500, 1_000])
})
