import { expect, it } from 'vitest'
import { type TextKey, type Translate, textOr } from './keys'

const t: Translate<'kit'> = (key, values) => (key === 'close' ? 'Close' : String(values?.defaultValue))

it('accepts only existing keys', () => {
  const key: TextKey<'kit'> = 'time.days'
  // @ts-expect-error the key does not exist
  const misspelt: TextKey<'kit'> = 'time.dais'
  expect([key, misspelt]).toHaveLength(2)
})

it('falls back for keys that the server completes', () => {
  expect(textOr(t, 'close', 'fallback')).toBe('Close')
  expect(textOr(t, 'kinds.new_kind', 'fallback')).toBe('fallback')
})
