// Test helpers: gifts over a mocked network, with sample data.
import { list, person, renderPlugin } from '@witverse/sdk/testing'
import type { ReactNode } from 'react'
import type { Gift, GiftItem } from '../api/types'
import { en } from '../locales/en'
import { ko } from '../locales/ko'

type Options = Partial<Parameters<typeof renderPlugin>[1]>

export const HOUR_MS = 3_600_000

export const gift = (facts: Partial<Gift> = {}): Gift => ({
  airdropId: 'g1',
  type: 'wit',
  direction: 'received',
  sender: person('theo'),
  recipient: person('mina'),
  message: 'For the lantern you liked.',
  amountHundredths: 10_000,
  item: null,
  feeHundredths: 0,
  status: 'pending',
  sentAt: new Date(Date.now() - HOUR_MS).toISOString(),
  expiresAt: new Date(Date.now() + 167 * HOUR_MS).toISOString(),
  closedAt: null,
  ...facts,
})

export const giftItem = (id: string, name: string): GiftItem => ({
  id,
  thumbnail_url: `/${id}.svg`,
  name: { kr: `${name} ko`, en: name },
  type: 'gear',
})

export const RATE = {
  version: 1,
  exchangeRate: 100,
  hundredthsPerUsd: 10_000,
  hundredthsPer1000Krw: 7_200,
  since: '2026-11-01T00:00:00Z',
}

export const wallet = (availableHundredths: number) => ({
  payload: {
    balanceHundredths: availableHundredths,
    heldHundredths: 0,
    availableHundredths,
    state: 'active',
    rate: RATE,
  },
})

export async function renderGifts(page: ReactNode, { answers, ...options }: Options = {}) {
  return renderPlugin(page, {
    id: 'gifts',
    texts: { ko, en },
    plugins: { gifts: { '/gifts': 'gifts' } },
    ...options,
    answers: {
      'GET /api/v2/wallet': wallet(50_050),
      'GET /api/v2/gift/received': list(),
      'GET /api/v2/gift/sent': list(),
      'POST /api/v2/gift/user/search': { payload: { items: [person('theo'), person('sora')] } },
      'GET /api/item/inventory/craft/gift/item': list(
        giftItem('i1', 'Paper lantern'),
        giftItem('i2', 'Crane'),
      ),
      ...answers,
    },
  })
}
