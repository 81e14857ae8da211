import { keysOf, valuesOf } from '@witverse/sdk/testing'
import { expect, it } from 'vitest'
import { en } from './en'
import { ko } from './ko'

it('has the same keys in Korean and English', () => expect(keysOf(ko)).toEqual(keysOf(en)))

it('uses the same values in both languages', () => {
  expect(Object.entries(valuesOf(en)).filter(([, values]) => values.length > 0)).toEqual(
    Object.entries(valuesOf(ko))
      .map(([key, values]) => [key, [...new Set(values)]])
      .filter(([, values]) => (values?.length ?? 0) > 0),
  )
})
