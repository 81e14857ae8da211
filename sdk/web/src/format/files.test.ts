import { expect, it } from 'vitest'
import { canSave, formatBytes } from './files'

it.each([
  [12, '12 B'],
  [1_400, '1.4 kB'],
  [48_200, '48 kB'],
  [1_423_344, '1.4 MB'],
])('formats %i bytes', (bytes, said) => expect(formatBytes(bytes)).toBe(said))

it.each([
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S921N; wv) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36 KAKAOTALK 10.0.0',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 NAVER(inapp; search; 1000)',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 300.0',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    true,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', true],
])('knows the browsers that save files: %s', (userAgent, expected) =>
  expect(canSave(userAgent)).toBe(expected),
)
