import { describe, expect, it } from 'vitest'
import { contentTexts } from '../content/messages'
import { controlTexts } from '../controls/messages'
import { dataTexts } from '../data/messages'
import { fileTexts } from '../files/messages'
import { formTexts } from '../forms/messages'
import { pickerTexts } from '../pickers/messages'
import { keysOf, valuesOf } from '../testing'
import { worldTexts } from '../world/messages'

describe.each([contentTexts, controlTexts, dataTexts, fileTexts, formTexts, pickerTexts, worldTexts])(
  'the texts of $namespace',
  ({ ko, en }) => {
    it('have the same keys in Korean and English', () => expect(keysOf(ko)).toEqual(keysOf(en)))
    it('use the same values in both languages', () => expect(valuesOf(ko)).toEqual(valuesOf(en)))
  },
)
