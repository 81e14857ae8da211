// Test helpers: a page of the wallet over a mocked network, with sample data.
import { renderPlugin } from '@witverse/sdk/testing'
import { act, type ReactNode } from 'react'
import type { Movement, Offers, Order, WalletView } from '../api/types'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import { ACCOUNT } from './ledger'

type Options = Partial<Parameters<typeof renderPlugin>[1]>

export const RATE = {
  version: 3,
  exchangeRate: 100,
  hundredthsPerUsd: 10_000,
  hundredthsPer1000Krw: 7_200,
  since: '2026-11-01T00:00:00Z',
}

export const WALLET: WalletView = {
  balanceHundredths: 124_050,
  heldHundredths: 24_000,
  availableHundredths: 100_050,
  state: 'active',
  rate: RATE,
}

export const OFFERS: Offers = {
  packs: [500, 1_000, 5_000],
  prices: [
    { wit: 500, currency: 'KRW', amountMinor: 6_950 },
    { wit: 500, currency: 'USD', amountMinor: 500 },
    { wit: 1_000, currency: 'KRW', amountMinor: 13_890 },
    { wit: 1_000, currency: 'USD', amountMinor: 1_000 },
    { wit: 5_000, currency: 'KRW', amountMinor: 69_450 },
    { wit: 5_000, currency: 'USD', amountMinor: 5_000 },
  ],
  minWit: 100,
  maxWit: 1_000_000,
  currencies: ['KRW', 'USD'],
  provider: 'sandbox',
  products: [{ id: 'wit.1000', wit: 1_000 }],
  rate: RATE,
}

export const movement = (facts: Partial<Movement> = {}): Movement => ({
  seq: 7,
  transferId: 't7',
  at: '2026-11-21T05:02:00Z',
  kind: 'recharge',
  amountHundredths: 100_000,
  balanceAfterHundredths: 124_050,
  counterparty: { type: 'platform' },
  memo: '',
  ...facts,
})

export const order = (facts: Partial<Order> = {}): Order => ({
  id: 'o1',
  state: 'created',
  amountHundredths: 100_000,
  price: { currency: 'KRW', amountMinor: 13_890 },
  rate: RATE,
  provider: 'sandbox',
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  paidAt: null,
  checkout: { kind: 'redirect', url: '/sandbox/pay/p1' },
  failure: null,
  refund: null,
  refundable: false,
  refundableUntil: null,
  refundBlocker: null,
  ...facts,
})

export const paid = (facts: Partial<Order> = {}): Order =>
  order({
    state: 'paid',
    paidAt: '2026-11-21T05:02:00Z',
    checkout: null,
    refundable: true,
    refundableUntil: '2026-11-28T05:02:00Z',
    ...facts,
  })

const PAGES = {
  '/wallet': 'wallet',
  '/charge': 'charge',
  '/charge/complete': 'charge-complete',
  '/order': 'order',
  '/order/complete': 'receipt',
}

export async function renderWallet(page: ReactNode, { answers, ...options }: Options = {}) {
  const rendered = await renderPlugin(page, {
    id: 'wallet',
    texts: { ko, en },
    plugins: { wallet: PAGES, market: {} },
    user: { id: ACCOUNT },
    ...options,
    answers: { 'GET /api/v2/wallet': { payload: WALLET }, ...answers },
  })
  return {
    ...rendered,
    /** Toggles a checkbox or selects a radio button. */
    tick: (name: string, value?: string) =>
      act(async () => {
        const found = [...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)]
        found.find((one) => value === undefined || one.value === value)?.click()
      }),
  }
}
