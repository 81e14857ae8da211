import { hashOf } from '@witverse/sdk'
import { expect, it } from 'vitest'
import { qrPath } from './QrCode'
import { encodeQr } from './qr-encode'

it('draws runs of dark modules inside the quiet zone', () => {
  expect(qrPath(['110', '001', '000'])).toBe('M4 4h2v1h-2zM6 5h1v1h-1z')
  expect(qrPath([])).toBe('')
})

it('encodes as a scanner reads it', () => {
  // Rows that jsQR has read back; so have addresses of every length up to the most that fits.
  const rows = encodeQr('https://witverse.example/?login=abc')
  expect(rows).toHaveLength(29)
  expect(rows.every((row) => row.length === 29)).toBe(true)
  expect(rows[0]?.startsWith('1111111')).toBe(true)
  expect(hashOf(rows.join('\n'))).toBe(4081562798)
})

it.each([
  [17, 21],
  [18, 25],
  [271, 57],
  [272, 61],
  [858, 97],
])('%i bytes take %i modules', (length, size) => {
  expect(encodeQr('x'.repeat(length))).toHaveLength(size)
})

it('refuses what does not fit', () => expect(() => encodeQr('x'.repeat(859))).toThrow(RangeError))
