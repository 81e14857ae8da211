import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import type { Draw } from '../api/types'
import { renderOrders } from '../testing/pages'
import ItemDraw from './ItemDraw'

let leave = async () => undefined as unknown
afterEach(() => leave())

/** A vector of the plugin's Rust tests. */
const [vector] = JSON.parse(readFileSync('plugins/orders/vectors.json', 'utf8'))

const draw = (facts: Partial<Draw> = {}): Draw => ({
  orderId: vector.order,
  n: vector.n,
  contentNo: vector.no,
  odds: vector.odds.map(({ no, weight }: { no: number; weight: number }) => ({
    no,
    weight,
    name: { ko: `달 ${no}`, en: `Moon ${no}` },
  })),
  productId: 'p1',
  productName: { ko: '별 뽑기', en: 'Star draw' },
  rule: 2,
  seedHash: vector.drawHash,
  rows: vector.rows.map((row: { no: number; left: number | null }) => ({
    ...row,
    leftNow: vector.odds.some(({ no }: { no: number }) => no === row.no) ? row.left : 0,
    name: { ko: `달 ${row.no}`, en: `Moon ${row.no}` },
  })),
  seed: vector.seed,
  nonce: vector.nonce,
  committedAt: '2026-11-20T03:00:00Z',
  drawnAt: '2026-11-20T03:01:00Z',
  ...facts,
})

async function open(answer: Draw | null) {
  const page = await renderOrders(<ItemDraw data={{ itemId: 'i1' }} close={() => undefined} />, {
    answers: { 'GET /api/v2/orders/draws/i1': { payload: { draw: answer } } },
    visitor: true,
  })
  leave = page.unmount
  await page.settle()
  return page
}

it('repeats the draw of an item for a visitor, with the odds as they were', async () => {
  const page = await open(draw())
  const text = page.shown()
  expect(text).toContain('The draw was made as promised, with the promised chances.')
  for (const part of [vector.drawHash, vector.seed, vector.nonce, 'Moon 3 Drawn', '69%']) {
    expect(text).toContain(part)
  }
  expect(page.container.querySelector('a')?.getAttribute('href')).toBe('/order?product=p1')
})

it('says what does not fit', async () => {
  expect((await open(draw({ contentNo: 1 }))).shown()).toContain('The repeated draw gives another item.')
  await leave()
  const other = await open(draw({ seedHash: '00' }))
  expect(other.shown()).toContain('The seed and the chances do not match the published hash.')
  await leave()
  const odds = draw().odds.map((row) => ({ ...row, weight: row.weight * 2 }))
  expect((await open(draw({ odds }))).shown()).toContain('The draw was made with other chances')
})

it('checks draws of older orders by their own rule', async () => {
  const page = await open(draw({ rule: 1, seedHash: vector.seedHash, rows: [] }))
  expect(page.shown()).toContain('Its hash is older and covers the seed only')
})

it('shows nothing for an item that was not drawn', async () => {
  expect((await open(null)).shown()).toBe('')
})
