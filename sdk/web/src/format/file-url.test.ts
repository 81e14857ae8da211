import { expect, it } from 'vitest'
import { imageUrl, originUrl } from './file-url'

const FILE = '/files/0190a1b2-0000-7000-8000-000000000001'
/** The picture of people who have set none. */
const PORTRAIT = '/api/v2/user/0190a1b2-0000-7000-8000-000000000001/portrait'

it.each([
  [FILE, 64, `${FILE}/64.webp`],
  [FILE, 65, `${FILE}/128.webp`],
  [FILE, 9000, `${FILE}/2048.webp`],
  [`https://cdn.example${FILE}`, 700, `https://cdn.example${FILE}/768.webp`],
  [`${FILE}/768.webp`, 64, `${FILE}/768.webp`],
  ['/assets/shell/mark.svg', 64, '/assets/shell/mark.svg'],
  [PORTRAIT, 64, PORTRAIT],
])('chooses a width: %s for %i', (url, pixels, expected) => expect(imageUrl(url, pixels)).toBe(expected))

it('knows the address on the own origin', () => {
  expect(originUrl(`https://cdn.example${FILE}/768.webp`)).toBe(`${FILE}/768.webp`)
  expect(originUrl(`${FILE}/768.webp`)).toBeNull()
  expect(originUrl('https://cdn.example/else.png')).toBeNull()
  expect(originUrl(PORTRAIT)).toBeNull()
})
