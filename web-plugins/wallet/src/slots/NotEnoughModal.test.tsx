import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ACCOUNT } from '../testing/ledger'
import { OFFERS, renderWallet, WALLET } from '../testing/pages'
import NotEnoughModal from './NotEnoughModal'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(neededHundredths: number, close: () => void, answers: Record<string, unknown> = {}) {
  const wallet = { ...WALLET, availableHundredths: 100_000 }
  const page = await renderWallet(<NotEnoughModal data={{ neededHundredths }} close={close} />, {
    answers: { 'GET /api/v2/wallet': { payload: wallet }, ...answers },
  })
  leave = page.unmount
  return page
}

it('shows the missing amount and links to the charge page with it', async () => {
  const close = vi.fn()
  const page = await open(133_333, close)
  expect(page.shown()).toContain('Not enough WIT in possession.')
  expect(document.querySelector('[data-fact=missing]')?.textContent).toBe('Missing333.33 WIT≈ $3.33')
  await page.click(page.named('Top up WIT'))
  expect(close).toHaveBeenCalled()
  expect(page.place.path).toBe('/charge')
})

it('buys the smallest sufficient product of the store on iOS', async () => {
  const sent = vi.fn()
  vi.stubGlobal('navigator', { userAgent: 'WitverseApp/3.2 iOS' })
  vi.stubGlobal('webkit', { messageHandlers: { witverse: { postMessage: sent } } })
  const close = vi.fn()
  const products = [
    { id: 'wit.5000', wit: 5_000 },
    { id: 'wit.500', wit: 500 },
    { id: 'wit.100', wit: 100 },
  ]
  const page = await open(130_000, close, {
    'GET /api/v2/wallet/offers': { payload: { ...OFFERS, products } },
    'POST /api/v2/wallet/purchases/apple': { payload: { id: 'o1' } },
  })
  await page.until(() => document.body.textContent?.includes('Buy 500 WIT') ?? false)
  await page.click(page.named('Buy 500 WIT'))
  expect(sent).toHaveBeenCalledWith({ type: 'purchase', productId: 'wit.500', accountId: ACCOUNT })
  const { witverse } = window as unknown as { witverse: { receive: (message: object) => void } }
  await act(async () => witverse.receive({ type: 'purchased', productId: 'wit.500', signedTransaction: 'x' }))
  await page.settle()
  expect(close).toHaveBeenCalled()
  expect(page.toast()).toBe('Your top-up is complete.')
})
