import { afterEach, expect, it } from 'vitest'
import { renderMarket } from '../testing/pages'
import CollectionMarket from './CollectionMarket'

let leave = async () => undefined as unknown
afterEach(() => leave())

it('leads from a collection to its market, with the lowest price', async () => {
  const open = async (floorHundredths: number | null) => {
    await leave()
    const page = await renderMarket(<CollectionMarket data={{ collectionId: 'c1' }} />, {
      answers: { 'GET /api/v2/market/collections/c1': { payload: { floorHundredths } } },
    })
    leave = page.unmount
    await page.settle()
    return page
  }
  const priced = await open(1_250)
  expect(priced.named('On the market from 12.50 WIT').getAttribute('href')).toBe('/market/c1')
  const unpriced = await open(null)
  expect(unpriced.named('Trades and offers').getAttribute('href')).toBe('/market/c1')
})
