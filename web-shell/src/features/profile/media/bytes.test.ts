import { expect, it } from 'vitest'
import { formatBytes } from './bytes'

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1536, '1.5 KB'],
  [10 * 1024 * 1024, '10 MB'],
  [2 * 1024 ** 3, '2 GB'],
])('formats %i bytes', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
