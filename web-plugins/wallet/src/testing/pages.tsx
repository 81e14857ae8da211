// For tests: a page of the wallet over a mocked network, and things as the platform answers them.
import { PluginProvider } from '@witverse/sdk'
import { renderPage } from '@witverse/sdk/testing'
import { act, type ReactNode } from 'react'
import type { Movement, Offers, Order, WalletView } from '../api/types'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import { ACCOUNT } from './ledger'

type Options = NonNullable<Parameters<typeof renderPage>[1]>

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
  price: { currency: 'KRW', amountMinor: 13_889 },
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

export const list = <T,>(...items: T[]) => ({ payload: { items, nextCursor: null } })

const ROUTES = [
  ['/wallet', 'wallet'],
  ['/charge', 'charge'],
  ['/charge/complete', 'charge-complete'],
  ['/order', 'order'],
  ['/order/complete', 'receipt'],
] as const

const title = { ko: '지갑', en: 'Wallet' }
const BOOT: NonNullable<Options['boot']> = {
  plugins: [
    {
      id: 'wallet',
      version: '0.1.0',
      entry: '',
      integrity: {},
      slots: [],
      routes: ROUTES.map(([path, page]) => ({ path, page, title })),
    },
  ],
}

const USER = { id: ACCOUNT, email: 'mina@witverse.com', nickname: 'mina', roles: [] }

export async function renderWallet(page: ReactNode, options: Options & { visitor?: boolean } = {}) {
  const { visitor, answers = {}, state, ...others } = options
  const caller = visitor
    ? { status: 'visitor' as const, user: null }
    : { status: 'member' as const, user: USER as never }
  const rendered = await renderPage(<PluginProvider value="wallet">{page}</PluginProvider>, {
    ...others,
    boot: BOOT,
    messages: { wallet: { ko, en } },
    state: { caller, ...state },
    answers: { 'GET /api/v2/wallet': { payload: WALLET }, ...answers },
  })
  await rendered.settle()
  await rendered.settle() // what is asked for only once something else is known
  return {
    ...rendered,
    shown: () => document.body.textContent ?? '',
    toast: () => rendered.host.store.getState().toast?.text,
    /** A box or a choice, as a click changes it. */
    tick: (name: string, value?: string) =>
      act(async () => {
        const found = [...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)]
        found.find((one) => value === undefined || one.value === value)?.click()
      }),
    choose: (name: string, value: string) =>
      act(async () => {
        const select = document.querySelector<HTMLSelectElement>(`select[name="${name}"]`)
        if (!select) throw new Error(`There is no list "${name}".`)
        select.value = value
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }),
  }
}
