import { afterEach, expect, it } from 'vitest'
import { renderWallet, WALLET } from '../testing/pages'
import WitChip from './WitChip'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(options: Parameters<typeof renderWallet>[1] = {}) {
  const wallet = { ...WALLET, heldHundredths: 24_050, availableHundredths: 100_000 }
  const page = await renderWallet(<WitChip />, {
    answers: { 'GET /api/v2/wallet': { payload: wallet } },
    ...options,
  })
  leave = page.unmount
  return page
}

it('shows in the header what can be spent, and follows the live balance', async () => {
  const page = await open()
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
])('at %s, an order that is %s shows the toast %s', async (path, state, toast) => {
  const page = await open({ path })
  await page.during(() =>
    page.host.live.publish({ kind: 'kernel.order.changed', data: { orderId: 'o', state } }),
  )
  expect(page.toast()).toBe(toast)
})
