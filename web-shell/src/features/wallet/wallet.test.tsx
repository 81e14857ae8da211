import { ApiError, useNotEnoughWit } from '@witverse/sdk'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { texts } from '../../locales/wallet'
import { member, renderShell } from '../testing'
import { NotEnoughModal } from './NotEnoughModal'
import { WalletChip } from './WalletChip'

const RATE = {
  version: 1,
  exchangeRate: 100,
  hundredthsPerUsd: 10_000,
  hundredthsPer1000Krw: 7_200,
  since: '',
}
const WALLET = {
  balanceHundredths: 124_050,
  heldHundredths: 24_050,
  availableHundredths: 100_000,
  state: 'active',
  rate: RATE,
}
const ANSWERS = { 'GET /api/v2/wallet': { payload: WALLET } }

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(page: React.ReactNode, more: object = {}) {
  const rendered = await renderShell(page, [texts], { state: member(), answers: ANSWERS, ...more })
  leave = rendered.unmount
  await rendered.settle()
  return rendered
}

it('shows in the header what can be spent, and follows the live balance', async () => {
  const page = await open(<WalletChip />)
  const chip = page.container.querySelector('a')
  expect(chip?.getAttribute('href')).toBe('/wallet')
  const text = (hidden: boolean) =>
    [...(chip?.querySelectorAll(hidden ? '.wv-visually-hidden' : '[aria-hidden]:not(svg)') ?? [])]
      .map((part) => part.textContent)
      .join('')
  expect(text(false)).toBe('1,000≈ $10.00')
  expect(text(true)).toBe('1,000 WIT available ($10.00), 1,240.50 WIT in total')
  const data = { balanceHundredths: 123_456_789_00, heldHundredths: 0, availableHundredths: 123_456_789_00 }
  await page.during(() => page.host.live.publish({ kind: 'kernel.wallet.changed', data }))
  await page.settle()
  expect(text(false)).toBe('123.45M≈ $1,234,567.89')
})

it.each([
  ['/reef', 'paid', 'Your top-up is complete.'],
  ['/reef', 'pending', undefined],
  ['/charge/complete', 'paid', undefined],
])('shows at %s for an order that is %s the toast %s', async (path, state, said) => {
  const page = await open(<WalletChip />, { path })
  await page.during(() =>
    page.host.live.publish({ kind: 'kernel.order.changed', data: { orderId: 'o', state } }),
  )
  expect(page.toast()).toBe(said)
})

it('shows the missing amount and links to the charge page with it', async () => {
  const close = vi.fn()
  const page = await open(<NotEnoughModal data={{ neededHundredths: 133_333 }} close={close} />)
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
  const page = await open(<NotEnoughModal data={{ neededHundredths: 130_000 }} close={close} />, {
    answers: {
      ...ANSWERS,
      'GET /api/v2/wallet/offers': { payload: { products } },
      'POST /api/v2/wallet/purchases/apple': { payload: { id: 'o1' } },
    },
  })
  await page.until(() => document.body.textContent?.includes('Buy 500 WIT') ?? false)
  await page.click(page.named('Buy 500 WIT'))
  expect(sent).toHaveBeenCalledWith({ type: 'purchase', productId: 'wit.500', accountId: 'u1' })
  const { witverse } = window as unknown as { witverse: { receive: (message: object) => void } }
  await act(async () => witverse.receive({ type: 'purchased', productId: 'wit.500', signedTransaction: 'x' }))
  await page.settle()
  expect(close).toHaveBeenCalled()
  expect(page.toast()).toBe('Your top-up is complete.')
})

function Spender({ error }: { error: unknown }) {
  const notEnough = useNotEnoughWit()
  return (
    <button type="button" onClick={() => notEnough.caught(error, 500)}>
      Spend
    </button>
  )
}

it.each([
  ['insufficient_wit', [{ id: 'not-enough-wit', data: { neededHundredths: 500 } }]],
  ['wallet_frozen', []],
])('opens from any page on %s', async (code, modals) => {
  const page = await open(<Spender error={new ApiError({ status: 409, code })} />)
  await page.click(page.named('Spend'))
  expect(page.host.store.getState().modals).toEqual(modals)
})
