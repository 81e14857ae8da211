import { expect, it } from 'vitest'
import { qrPath } from './QrCode'

it('draws runs of dark modules inside the quiet zone', () => {
  expect(qrPath(['110', '001', '000'])).toBe('M4 4h2v1h-2zM6 5h1v1h-1z')
  expect(qrPath([])).toBe('')
})
