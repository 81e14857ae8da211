import { list, problem } from '@witverse/sdk/testing'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { texts } from '../../../locales/money'
import { texts as operators } from '../../../locales/operators'
import { texts as sudo } from '../../../locales/sudo'
import { SudoProvider } from '../../profile/sudo/SudoProvider'
import { member, renderShell } from '../../testing'
import type { Adjustment, DayTotal, OrderRow, PaymentRow, RateEntry, RateProposal, RefundRow } from './api'
import { daysOf, kindsIn, lastDays } from './days'
import { MoneyScreen } from './MoneyScreen'

const RATE: RateEntry = {
  version: 2,
  exchangeRate: 100,
  hundredthsPerUsd: 10_000,
  hundredthsPer1000Krw: 7_200,
  since: '2026-11-01T00:00:00Z',
  note: 'The won is weaker.',
  setBy: { id: 'a1', nickname: 'admin' },
  approvedBy: null,
}
const PROPOSAL: RateProposal = {
  id: 'p1',
  baseVersion: 2,
  hundredthsPerUsd: 20_000,
  hundredthsPer1000Krw: 14_000,
  note: 'The dollar is stronger.',
  state: 'proposed',
  proposedBy: { id: 'a2', nickname: 'sora' },
  proposedAt: '2026-11-21T00:00:00Z',
  decidedBy: null,
  decidedAt: null,
  answer: null,
}
const PERSON = { id: 'u2', nickname: 'theo', email: 'theo@example.com' }
const ORDER: OrderRow['order'] = {
  id: 'o1',
  state: 'refunding',
  amountHundredths: 100_000,
  price: { currency: 'KRW', amountMinor: 13_889 },
  rate: RATE,
  provider: 'sandbox',
  createdAt: '2026-11-20T00:00:00Z',
  expiresAt: '2026-11-20T01:00:00Z',
  paidAt: '2026-11-20T00:10:00Z',
  checkout: null,
  failure: null,
  refund: {
    state: 'requested',
    requestedAt: '2026-11-21T00:00:00Z',
    reason: 'I pressed the wrong pack.',
    decidedAt: null,
    answer: null,
  },
  refundable: false,
  refundableUntil: null,
  refundBlocker: null,
}
const REFUND: RefundRow = { order: ORDER, person: PERSON, balanceHundredths: 90_000 }
const ADJUSTMENT: Adjustment = {
  id: 'j1',
  account: { id: 'u2', nickname: 'theo' },
  amountHundredths: -12_050,
  reason: 'Paid twice.',
  state: 'proposed',
  proposedBy: { id: 'a2', nickname: 'sora' },
  proposedAt: '2026-11-21T00:00:00Z',
  decidedBy: null,
  decidedAt: null,
  answer: null,
}

let leave = async () => undefined as unknown
afterEach(() => leave())

/** The screens of administrators have the provider around them. */
const screen = (
  <SudoProvider>
    <MoneyScreen />
  </SudoProvider>
)

async function open(path: string, answers: Record<string, unknown>) {
  const page = await renderShell(
    <Routes>
      <Route path="/admin/money/:id?" element={screen} />
    </Routes>,
    [texts, operators, sudo],
    { path, answers, state: member({ roles: ['admin'] }) },
  )
  leave = page.unmount
  await page.settle()
  const submit = async () => {
    await page.click(document.querySelector('[role=dialog] [type=submit]'))
    await page.settle()
  }
  return { ...page, submit }
}

describe('the exchange rate', () => {
  const answers = {
    'GET /api/admin/exchange-rates': list(RATE),
    'GET /api/admin/rate-proposals': list(),
  }

  it('previews the price of 10,000 WIT, asks for confirmation and identity', async () => {
    const sent: unknown[] = []
    let proven = false
    const page = await open('/admin/money/rates', {
      ...answers,
      'POST /api/admin/exchange-rates': (body: unknown) => {
        if (!proven) return problem(403, 'reauthentication_required')
        sent.push(body)
        return { payload: { ...RATE, version: 3 } }
      },
      'POST /api/account/reauthenticate': () => {
        proven = true
        return { payload: {} }
      },
    })
    await page.fill({ usd: '110', note: 'Quarterly review.' })
    expect(page.container.querySelector('.ad-preview')?.textContent).toContain('$100.00 $90.91 +10.0 % WIT')
    await page.click(page.named('Set rate'))
    await page.submit()
    await page.fill({ password: 'Witverse1!' })
    await page.click(page.named('Confirm'))
    await page.settle()
    expect(sent).toEqual([
      { hundredthsPerUsd: 11_000, hundredthsPer1000Krw: 7_200, note: 'Quarterly review.' },
    ])
    expect(page.toast()).toBe('The new rate is set.')
  })

  it.each([
    [{ usd: '0', note: 'Long enough.' }, 'Please enter an amount with up to two decimals.'],
    [{ usd: '1.234', note: 'Long enough.' }, 'Please enter an amount with up to two decimals.'],
    [{ note: 'no' }, 'Please write at least 5 characters.'],
    [{ note: 'Long enough.' }, 'This is already the current rate.'],
  ])('shows an error for %j', async (values, said) => {
    const page = await open('/admin/money/rates', answers)
    await page.fill(values as Record<string, string>)
    await page.click(page.named('Set rate'))
    await page.settle()
    expect(page.shown()).toContain(said)
    expect(page.shown()).not.toContain('The ledger balances.')
    expect(document.querySelector('[role=dialog]')).toBeNull()
  })

  it('proposes a large change to another administrator', async () => {
    const propose = vi.fn((_: unknown) => Response.json({ payload: PROPOSAL }, { status: 201 }))
    const page = await open('/admin/money/rates', { ...answers, 'POST /api/admin/rate-proposals': propose })
    await page.fill({ usd: '110', note: 'The dollar is stronger.' })
    expect(page.shown()).not.toContain('more than')
    await page.fill({ usd: '110.01' })
    expect(page.shown()).toContain('more than 10%')
    await page.click(page.named('Propose rate'))
    await page.submit()
    expect(propose.mock.calls[0]?.[0]).toEqual({
      hundredthsPerUsd: 11_001,
      hundredthsPer1000Krw: 7_200,
      note: 'The dollar is stronger.',
    })
    expect(page.toast()).toBe('Proposed. Another administrator must approve it.')
  })

  it('lets another administrator approve a proposed rate', async () => {
    const approve = vi.fn(() => ({ payload: { ...RATE, version: 3 } }))
    const page = await open('/admin/money/rates', {
      ...answers,
      'GET /api/admin/rate-proposals': list(PROPOSAL),
      'POST /api/admin/rate-proposals/p1/approve': approve,
    })
    await page.settle()
    expect(page.shown()).toContain('Change of rate #2')
    await page.click(page.named('Approve'))
    await page.submit()
    expect(approve).toHaveBeenCalled()
  })

  it.each([
    ['the proposer withdraw', { proposedBy: { id: 'u1', nickname: 'mina' } }, 'Withdraw'],
    ['everybody reject what is outdated', { baseVersion: 1 }, 'Reject'],
  ])('lets %s, without approving', async (_, change, action) => {
    const reject = vi.fn(() => ({ payload: PROPOSAL }))
    const page = await open('/admin/money/rates', {
      ...answers,
      'GET /api/admin/rate-proposals': list({ ...PROPOSAL, ...change }),
      'POST /api/admin/rate-proposals/p1/reject': reject,
    })
    await page.settle()
    expect(() => page.named('Approve')).toThrow()
    await page.click(page.named(action))
    await page.fill({ reason: 'A typing error.' })
    await page.submit()
    expect(reject).toHaveBeenCalledWith({ answer: 'A typing error.' }, expect.anything())
  })
})

describe('refunds', () => {
  it('approves or rejects with an answer', async () => {
    const approve = vi.fn(() => ({ payload: REFUND }))
    const reject = vi.fn(() => ({ payload: REFUND }))
    const page = await open('/admin/money/refunds', {
      'GET /api/admin/refunds': list(REFUND),
      'POST /api/admin/refunds/o1/approve': approve,
      'POST /api/admin/refunds/o1/reject': reject,
    })
    expect(page.shown()).toContain('I pressed the wrong pack.')
    expect(page.container.querySelector('.ad-card .is-bad')?.textContent).toBe('900 WIT')
    await page.click(page.named('Approve'))
    await page.submit()
    expect(page.shown()).toContain('Please write at least 5 characters.')
    await page.fill({ reason: 'As you asked.' })
    await page.submit()
    expect(approve).toHaveBeenCalledWith({ answer: 'As you asked.' }, expect.anything())
    expect(page.toast()).toBe('Approved. We are asking the payment provider for the refund.')
    await page.click(page.named('Reject'))
    await page.fill({ reason: 'It was spent.' })
    await page.submit()
    expect(reject).toHaveBeenCalledWith({ answer: 'It was spent.' }, expect.anything())
  })

  it('shows an empty state', async () => {
    const page = await open('/admin/money/refunds', { 'GET /api/admin/refunds': list() })
    expect(page.shown()).toContain('No open refund requests.')
  })
})

it('settles a dispute', async () => {
  const settle = vi.fn(() => ({ payload: REFUND }))
  const page = await open('/admin/money/orders', {
    'GET /api/admin/orders': list(
      { order: { ...ORDER, state: 'disputed' }, person: PERSON },
      { order: { ...ORDER, id: 'o2', state: 'paid' }, person: PERSON },
    ),
    'POST /api/admin/orders/o1/dispute': settle,
  })
  await page.click(page.named('Settle'))
  expect(page.shown()).toContain('marked as paid again')
  await page.fill({ outcome: 'lost' })
  expect(page.shown()).toContain('Whatever is left of the 1,000 WIT')
  await page.fill({ reason: 'The bank decided.' })
  await page.submit()
  expect(settle).toHaveBeenCalledWith({ outcome: 'lost', reason: 'The bank decided.' }, expect.anything())
})

describe('payments of the shop', () => {
  const payment: PaymentRow = {
    id: 'pay1',
    plugin: 'orders',
    reference: 'order1',
    title: { ko: '봄 앨범', en: 'Spring album' },
    state: 'paid',
    price: { currency: 'KRW', amountMinor: 12_000 },
    provider: 'portone',
    createdAt: '2026-11-20T00:00:00Z',
    paidAt: '2026-11-20T00:10:00Z',
    cancellation: null,
    refunds: [
      {
        id: 'r1',
        won: 12_000,
        state: 'refused',
        requestedAt: '2026-11-21T00:00:00Z',
        endedAt: '2026-11-21T01:00:00Z',
        refusal: 'not enough balance',
      },
    ],
    canRetry: true,
    person: PERSON,
  }

  it('shows what the provider refused, and requests it again', async () => {
    const retry = vi.fn(() => ({ payload: { ...payment, canRetry: false } }))
    const page = await open('/admin/money/payments', {
      'GET /api/admin/plugin-payments': list(payment),
      'POST /api/admin/plugin-payments/pay1/retry': retry,
    })
    for (const text of ['order1', 'Spring album', 'Refused', 'Answer of the provider: not enough balance'])
      expect(page.shown()).toContain(text)
    await page.click(page.named('Request again'))
    await page.click(document.querySelector('[role=dialog] .wv-actions button:last-child'))
    await page.settle()
    expect(retry).toHaveBeenCalledOnce()
    expect(page.toast()).toBe('The payment provider was asked again.')
  })

  it('shows late payments, and nothing that needs attention', async () => {
    const late: PaymentRow = {
      ...payment,
      state: 'voided',
      refunds: [],
      cancellation: { state: 'done', refusal: null },
      canRetry: false,
    }
    const page = await open('/admin/money/payments', {
      'GET /api/admin/plugin-payments': (_: unknown, request: Request) =>
        new URL(request.url).searchParams.get('state') === 'voided' ? list(late) : list(),
    })
    expect(page.shown()).toContain('Nothing needs attention.')
    await page.click(page.named('Late payments'))
    await page.settle()
    expect(page.shown()).toContain('Cancellation of')
    expect(() => page.named('Request again')).toThrow()
  })
})

describe('corrections', () => {
  it('proposes a correction for a user', async () => {
    const fields = [{ field: 'amountHundredths', message: 'More than the person has.' }]
    const propose = vi
      .fn((_: unknown) => Response.json({ payload: ADJUSTMENT }, { status: 201 }))
      .mockReturnValueOnce(problem(422, 'validation_failed', { fields }))
    const page = await open('/admin/money/adjustments', {
      'GET /api/admin/adjustments': list(),
      'GET /api/admin/users': list({ ...PERSON, image: null, roles: [], state: 'active', verified: true }),
      'POST /api/admin/adjustments': propose,
    })
    await page.click(page.named('Propose a correction'))
    await page.submit()
    expect(page.shown()).toContain('Please choose a user.')
    await page.fill({ person: 'theo', amount: '120.5', reason: 'Paid twice.' })
    await page.during(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 520))
    await page.settle()
    await page.click(document.querySelector('.ad-found button'))
    await page.fill({ direction: 'out' })
    await page.submit()
    expect(page.shown()).toContain('More than the person has.')
    expect(document.activeElement?.getAttribute('name')).toBe('amount')
    await page.submit()
    expect(propose.mock.calls[1]?.[0]).toEqual({
      accountId: 'u2',
      amountHundredths: -12_050,
      reason: 'Paid twice.',
    })
    expect(page.toast()).toBe('Proposed. Another administrator must approve it.')
  })

  it('lets another administrator decide', async () => {
    const approve = vi.fn(() => ({ payload: ADJUSTMENT }))
    const page = await open('/admin/money/adjustments', {
      'GET /api/admin/adjustments': list(ADJUSTMENT),
      'POST /api/admin/adjustments/j1/approve': approve,
    })
    expect(page.shown()).toContain('−120.50 WIT')
    await page.click(page.named('Approve'))
    await page.submit()
    expect(approve).toHaveBeenCalled()
    expect(page.toast()).toBe('The correction was applied.')
  })

  it('does not let the proposer decide', async () => {
    const own = { ...ADJUSTMENT, proposedBy: { id: 'u1', nickname: 'mina' } }
    const page = await open('/admin/money/adjustments', { 'GET /api/admin/adjustments': list(own) })
    expect(page.shown()).toContain('Another administrator must approve it.')
    expect(() => page.named('Approve')).toThrow()
  })
})

describe('a wallet', () => {
  const file = {
    accountId: 'u2',
    nickname: 'theo',
    balanceHundredths: 124_050,
    heldHundredths: 0,
    state: 'frozen',
    frozenReason: 'A dispute.',
    movements: [],
  }

  it('shows a wallet and unfreezes it with a reason', async () => {
    const unfreeze = vi.fn(() => ({ payload: { ...file, state: 'active', frozenReason: null } }))
    const page = await open('/admin/money/wallets?account=u2', {
      'GET /api/admin/wallets/u2': { payload: file },
      'POST /api/admin/wallets/u2/unfreeze': unfreeze,
    })
    expect(page.shown()).toContain('1,240.50 WIT')
    expect(page.shown()).toContain('Reason for freezing: A dispute.')
    await page.click(page.named('Unfreeze'))
    await page.fill({ reason: 'It is settled.' })
    await page.submit()
    expect(unfreeze).toHaveBeenCalledWith({ reason: 'It is settled.' }, expect.anything())
  })

  it('shows that a user has no wallet', async () => {
    const page = await open('/admin/money/wallets?account=u9', {
      'GET /api/admin/wallets/u9': problem(404, 'not_found'),
    })
    expect(page.shown()).toContain('This user has no wallet.')
  })
})

describe('the ledger', () => {
  const items: DayTotal[] = [
    { day: '2026-11-21', kind: 'charge', count: 3, amountHundredths: 5_000 },
    { day: '2026-11-20', kind: 'recharge', count: 1, amountHundredths: 100_000 },
    { day: '2026-11-21', kind: 'recharge', count: 2, amountHundredths: 200_000 },
  ]
  const totals = { payload: { items, circulationHundredths: 300_000, heldHundredths: 24_000 } }
  const check = { checkedAt: '2026-11-21T00:00:00Z', findings: [] as string[], accounts: 12, entries: 3_400 }

  it('shows the circulation and the result of the check', async () => {
    const page = await open('/admin/money', {
      'GET /api/admin/ledger/totals': totals,
      'GET /api/admin/ledger/check': { payload: check },
    })
    expect(page.shown()).toContain('The ledger balances.')
    expect(page.shown()).toContain('3,000 WIT')
    expect(page.container.querySelectorAll('.wv-chart-legend li')).toHaveLength(2)
    await page.fill({ kind: 'charge' })
    expect(page.container.querySelectorAll('.wv-chart-legend li')).toHaveLength(1)
  })

  it.each([
    [{ payload: { ...check, findings: ['account 7: 1 is not 2'] } }, 'account 7: 1 is not 2'],
    [{ payload: null }, 'Not checked yet'],
    [{ payload: { ...check, entries: 0 } }, 'Nothing verified yet'],
  ])('shows the findings of the check: %#', async (answer, said) => {
    const page = await open('/admin/money', {
      'GET /api/admin/ledger/totals': totals,
      'GET /api/admin/ledger/check': answer,
    })
    expect(page.shown()).toContain(said)
  })

  it('sorts days and stacks kinds in a fixed order', () => {
    const [first, second] = daysOf(items)
    expect(first?.day).toBe('2026-11-20')
    expect(second).toMatchObject({ day: '2026-11-21', count: 5, total: 205_000 })
    expect(second?.parts.map(({ kind }) => kind)).toEqual(['recharge', 'charge'])
    expect(kindsIn(items)).toEqual(['recharge', 'charge'])
  })

  it('contains every day of the period', () => {
    const span = lastDays(3, Date.parse('2026-11-21T15:00:00Z')) // 22 November in Korea
    expect(span).toEqual(['2026-11-20', '2026-11-21', '2026-11-22'])
    expect(daysOf(items, 'charge', span).map(({ total }) => total)).toEqual([0, 5_000, 0])
  })
})
