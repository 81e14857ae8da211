import { expect, it } from 'vitest'
import { pdfOf } from './pdf'

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xd9])
const SIZE = { width: 297.64, height: 419.53 }

/** The file with one character for each byte. */
async function written(pages: number): Promise<string> {
  const all = Array.from({ length: pages }, () => ({ jpeg: JPEG, pixels: { width: 1240, height: 1748 } }))
  const bytes = new Uint8Array(await pdfOf(all, SIZE, '송장').arrayBuffer())
  return [...bytes].map((byte) => String.fromCharCode(byte)).join('')
}

it('lists where each object begins', async () => {
  const file = await written(2)
  const table = Number(/startxref\n(\d+)/.exec(file)?.[1])
  expect(file.slice(table, table + 4)).toBe('xref')
  const offsets = [...file.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map((row) => Number(row[1]))
  expect(offsets).toHaveLength(9)
  for (const [index, offset] of offsets.entries()) {
    expect(file.slice(offset, offset + 7)).toBe(`${index + 1} 0 obj`)
  }
})

it('has one picture on each page, over the whole page', async () => {
  const file = await written(3)
  expect(file).toContain('/Count 3 /Kids [4 0 R 7 0 R 10 0 R]')
  expect(file.match(/\/MediaBox \[0 0 297.64 419.53\]/g)).toHaveLength(3)
  expect(file).toContain('/Filter /DCTDecode /Length 4 >>\nstream\n\xff\xd8\xff\xd9\nendstream')
  expect(file).toContain('297.64 0 0 419.53 0 0 cm /I Do')
})

it('has a title in any script', async () => {
  expect(await written(1)).toContain('/Title <FEFFc1a1c7a5>')
})
