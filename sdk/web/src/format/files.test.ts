import { expect, it } from 'vitest'
import { formatBytes } from './files'

it.each([
  [12, '12 B'],
  [1_400, '1.4 kB'],
  [48_200, '48 kB'],
  [1_423_344, '1.4 MB'],
])('formats %i bytes', (bytes, said) => expect(formatBytes(bytes)).toBe(said))
