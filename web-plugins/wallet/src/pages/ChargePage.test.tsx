import { list } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { ACCOUNT } from '../testing/ledger'
import { OFFERS, order, renderWallet, WALLET } from '../testing/pages'
import ChargePage from './ChargePage'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(options: Parameters<typeof renderWallet>[1] = {}) {
  const answers = { 'GET /api/v2/wallet/offers': { payload: OFFERS }, ...options.answers }
  const page = await renderWallet(<ChargePage />, { path: '/charge', ...options, answers })
  leave = page.unmount
  const $ = (selector: string) => page.container.querySelector(selector)
  const fieldError = () => page.container.querySelector('.wv-field-note.is-error')?.textContent
  return { ...page, $, fieldError }
}

it('shows packs in the currency of the language, and a summary', async () => {
  const page = await open()
  expect(page.$('.wl-pack')?.textContent).toBe('500 WIT$5.00')
  expect(page.$('.wl-summary-figure')?.textContent).toBe('1,000 WIT')
  expect(page.$('.wl-summary')?.textContent).toContain('2,240.50 WIT')
  expect(page.$('.wl-summary')?.textContent).toContain('$1 = 100 WIT')
  await page.tick('currency', 'KRW')
  expect(page.$('.wl-pack')?.textContent).toBe('500 WIT₩6,950')
  expect(page.$('.wl-summary')?.textContent).toContain('₩1,000 = 72 WIT')
})

it('uses won in Korean', async () => {
  const page = await open({ state: { language: 'ko' } })
  expect(page.$('.wl-pack')?.textContent).toBe('500 WIT6,950원')
})

it('accepts whole numbers only', async () => {
  const page = await open()
  await page.fill({ wit: '1,234.99' })
  expect(page.$('.wl-summary-figure')?.textContent).toBe('1,234 WIT')
})

it.each([
  ['', 'Please enter an amount.'],
  ['99', 'Top up at least 100 WIT at a time.'],
  ['1000001', 'Top up at most 1,000,000 WIT at a time.'],
])('shows an error for %j', async (wit, message) => {
  const page = await open()
  await page.fill({ wit })
  await page.click(page.named('Continue'))
  expect(page.fieldError()).toBe(message)
  expect(page.place.path).toBe('/charge')
})

it('continues to the order sheet', async () => {
  const page = await open({ path: '/charge?wit=777' })
  expect(page.$('.wl-summary-figure')?.textContent).toBe('777 WIT')
  await page.tick('pack', '5000')
  await page.click(page.named('Continue'))
  expect(page.place.path).toBe('/order')
})

it('does not sell to a frozen wallet', async () => {
  const page = await open({
    answers: { 'GET /api/v2/wallet': { payload: { ...WALLET, state: 'frozen' } } },
  })
  expect(page.shown()).toContain('Your WIT are frozen.')
  expect(page.$('form')).toBeNull()
})

it('shows the store’s products on iOS instead of card payment', async () => {
  const sent = vi.fn()
  vi.stubGlobal('navigator', { userAgent: 'WitverseApp/3.2 iOS' })
  vi.stubGlobal('webkit', { messageHandlers: { witverse: { postMessage: sent } } })
  const page = await open({
    answers: {
      'POST /api/v2/wallet/purchases/apple': { payload: order({ id: 'o9', state: 'paid' }) },
      'GET /api/v2/wallet/orders': list(),
    },
  })
  expect(page.$('form')).toBeNull()
  await page.click(page.named('Buy 1,000 WIT'))
  expect(sent).toHaveBeenCalledWith({ type: 'purchase', productId: 'wit.1000', accountId: ACCOUNT })
  await page.during(() =>
    (window as unknown as { witverse: { receive: (message: object) => void } }).witverse.receive({
      type: 'purchased',
      productId: 'wit.1000',
      signedTransaction: 'x',
    }),
  )
  await page.settle()
  expect(page.place.path).toBe('/charge/complete')
})
