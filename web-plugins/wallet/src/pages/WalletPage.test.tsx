import { list, problem } from '@witverse/sdk/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ACCOUNT, ledgerOf, proofPage } from '../testing/ledger'
import { movement, renderWallet, WALLET } from '../testing/pages'
import WalletPage from './WalletPage'

const NOVEMBER = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 7)
const ANSWERS = {
  'GET /api/v2/wallet/history': list(
    movement(),
    movement({
      seq: 6,
      kind: 'give',
      amountHundredths: -24_050,
      balanceAfterHundredths: 24_050,
      counterparty: { type: 'person', id: 'p1', nickname: 'haneul' },
    }),
    movement({
      seq: 5,
      kind: 'charge',
      amountHundredths: -500,
      counterparty: { type: 'plugin', plugin: 'market' },
      memo: 'Lantern',
    }),
    movement({
      seq: 4,
      kind: 'give',
      amountHundredths: 700,
      counterparty: { type: 'person', nickname: null },
    }),
  ),
  'GET /api/v2/wallet/summary': {
    payload: {
      items: [
        { month: NOVEMBER, kind: 'recharge', inHundredths: 100_000, outHundredths: 0 },
        { month: NOVEMBER, kind: 'give', inHundredths: 0, outHundredths: 24_050 },
      ],
    },
  },
  'GET /api/v2/wallet/holds': list({
    id: 'h1',
    amountHundredths: 24_000,
    kind: 'give',
    source: 'gifts',
    memo: '',
    createdAt: '2026-11-21T00:00:00Z',
    expiresAt: new Date(Date.now() + (2 * 86_400 + 3_600) * 1_000).toISOString(),
    counterparty: { type: 'person', id: 'p1', nickname: 'haneul' },
  }),
}

let leave = async () => undefined as unknown
beforeEach(() => localStorage.clear())
afterEach(() => leave())

async function open(answers: Record<string, unknown> = {}, more: object = {}) {
  const page = await renderWallet(<WalletPage />, { answers: { ...ANSWERS, ...answers }, ...more })
  leave = page.unmount
  const $ = (selector: string) => page.container.querySelector(selector)
  return { ...page, $ }
}

it('asks visitors to log in', async () => {
  const page = await open({}, { visitor: true })
  await page.click(page.named('Log in'))
  expect(page.host.store.getState().modals).toEqual([{ id: 'sign-in', data: null }])
})

it('shows the balance, its value and the amounts on hold', async () => {
  const { $ } = await open()
  expect($('.wl-balance-figure')?.textContent).toBe('1,240.50 WIT')
  expect($('.wl-balance-usd')?.textContent).toBe('≈ $12.41')
  expect($('.wl-balance-parts')?.textContent).toBe('Available1,000.50 ≈ $10.01On hold240 ≈ $2.40')
})

it('updates the balance on live events', async () => {
  const { $, host, during, until } = await open()
  await during(() =>
    host.live.publish({ kind: 'kernel.wallet.changed', data: { ...WALLET, balanceHundredths: 300 } }),
  )
  await until(() => $('.wl-balance-figure')?.textContent === '3 WIT')
})

it('lists movements with sign, counterparty and the balance afterwards', async () => {
  const { container } = await open()
  const rows = [...container.querySelectorAll('.wl-movement')].map((row) => row.textContent)
  expect(rows[0]).toContain('Top-up')
  expect(rows[0]).toContain('14:02 KST')
  expect(rows[0]).toContain('+1,000')
  expect(rows[0]).toContain('1,240.50')
  expect(rows[1]).toContain('Sent to haneul')
  expect(rows[1]).toContain('−240.50')
  expect(rows[2]).toContain('Spent · Market')
  expect(rows[2]).toContain('Lantern')
  expect(rows[3]).toContain('Received from a former member')
  expect(container.querySelector('.wl-movement a')?.getAttribute('href')).toBe('/user/p1')
})

it('translates gift codes and names people without a nickname', async () => {
  const page = await open({
    'GET /api/v2/wallet/history': list(
      movement({
        kind: 'hold',
        amountHundredths: -10_000,
        memo: 'gift',
        counterparty: { type: 'person', id: 'p2', nickname: null },
      }),
    ),
  })
  const row = () => page.$('.wl-movement')?.textContent
  expect(row()).toContain('Gift sent to someone without a nickname')
  expect(row()).toContain('≈ $1.00')
  await page.during(() => page.host.actions.setLanguage('ko'))
  expect(row()).toContain('보낸 선물')
  expect(row()).not.toContain('gift')
  expect(page.$('.wl-hold')?.textContent).toContain('수락을 기다리는 선물')
})

it('filters the history and resets the filter', async () => {
  const asked: string[] = []
  const page = await open({
    'GET /api/v2/wallet/history': (_: unknown, request: Request) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams.toString())
      return searchParams.has('kind') ? list() : ANSWERS['GET /api/v2/wallet/history']
    },
  })
  await page.tick('direction', 'out')
  await page.settle()
  await page.fill({ kind: 'reward' })
  await page.settle()
  expect(asked.at(-1)).toBe('limit=30&kind=reward&direction=out')
  expect(page.shown()).toContain('No matching entries.')
  await page.click(page.named('Show all'))
  expect(page.container.querySelectorAll('.wl-movement')).toHaveLength(4)
})

it('fetches more of a long history', async () => {
  const page = await open({
    'GET /api/v2/wallet/history': (_: unknown, request: Request) =>
      new URL(request.url).searchParams.get('cursor') === 'next'
        ? list(movement({ seq: 1 }))
        : { payload: { items: [movement({ seq: 2 })], nextCursor: 'next' } },
  })
  await page.click(page.named('More'))
  await page.settle()
  expect(
    [...page.container.querySelectorAll('.wl-movement')].map((row) => row.getAttribute('data-seq')),
  ).toEqual(['2', '1'])
})

it('exports the filtered history', async () => {
  const asked = vi.fn(() => new Response('﻿seq\n', { headers: { 'content-type': 'text/csv' } }))
  const page = await open({ 'GET /api/v2/wallet/history.csv': asked })
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  await page.tick('direction', 'in')
  await page.settle()
  await page.click(page.named('Export CSV'))
  await page.settle()
  expect(saved).toEqual(['witverse-wit-in.csv'])
})

it('describes the months of the chart, and shows them as a table', async () => {
  const { $, during, click, named, container } = await open()
  const month = () => $('.wv-chart-range')?.getAttribute('aria-valuetext')
  expect(month()).toContain('in 1,000 WIT, out 240.50 WIT')
  expect($('.wl-details')?.textContent).toContain('Top-ups 1,000')
  await during(() => {
    const range = $('.wv-chart-range') as HTMLInputElement
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(range, '0')
    range.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(month()).toContain('in 0 WIT, out 0 WIT')
  await click(named('Show as a table'))
  expect(container.querySelectorAll('.wl-table tbody tr')).toHaveLength(1)
  expect($('.wl-table')?.textContent).toContain('+759.50')
})

it('shows a countdown for amounts on hold', async () => {
  const { $ } = await open()
  expect($('.wl-hold')?.textContent).toMatch(/2 d 0?[01] h \d\d m \d\d s/)
  expect($('.wl-hold')?.textContent).toContain('to haneul')
})

it('shows ways to get WIT to a member without any', async () => {
  const empty = { ...WALLET, balanceHundredths: 0, availableHundredths: 0, heldHundredths: 0 }
  const page = await open({
    'GET /api/v2/wallet': { payload: empty },
    'GET /api/v2/wallet/history': list(),
    'GET /api/v2/wallet/holds': list(),
    'GET /api/v2/wallet/summary': { payload: { items: [] } },
  })
  expect(page.shown()).toContain('No WIT yet')
  expect(page.container.querySelector('.wl-filters')).toBeNull()
})

it('explains a frozen wallet', async () => {
  const page = await open({ 'GET /api/v2/wallet': { payload: { ...WALLET, state: 'frozen' } } })
  expect(page.shown()).toContain('Your WIT are frozen.')
  expect(page.named('View orders').getAttribute('href')).toBe('/order')
})

it('shows the error of the wallet', async () => {
  const language = { ko: '잠시 후', en: 'Please try again later.' }
  const page = await open({ 'GET /api/v2/wallet': problem(503, 'unavailable', { language }) })
  expect(page.shown()).toContain('Please try again later.')
})

it('verifies the history, and that it still contains what was verified before', async () => {
  let entries = ledgerOf([100_000, -500])
  const page = await open({
    'GET /api/v2/wallet/proof': (_: unknown, request: Request) => ({
      payload: proofPage(entries, Number(new URL(request.url).searchParams.get('after'))),
    }),
  })
  await page.click(page.named('Verify now'))
  await page.until(() => page.shown().includes('Verified: 2 entries'))
  expect(page.shown()).toContain('Verified: 2 entries')
  expect(JSON.parse(localStorage.getItem(`witverse.ledger.${ACCOUNT}`) ?? '{}')).toMatchObject({ seq: 2 })
  entries = ledgerOf([100_000, -500, 70])
  await page.click(page.named('Verify again'))
  await page.until(() => page.shown().includes('everything up to #2'))
  expect(page.shown()).toContain('everything up to #2')
  entries = ledgerOf([100_000, -400, -30])
  await page.click(page.named('Verify again'))
  await page.until(() => page.shown().includes('Verification failed at #3'))
  expect(page.shown()).toContain('Verification failed at #3')
  expect(page.shown()).toContain('verified before has changed')
})

it('shows Korean texts', async () => {
  const page = await open({}, { visitor: true, state: { language: 'ko' } })
  expect(page.shown()).toContain('로그인하고 내 WIT를 확인해 주세요')
})
