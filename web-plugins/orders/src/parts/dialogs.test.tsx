// The errors of the server in the dialogs of orders and products.
import { list, problem } from '@witverse/sdk/testing'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { order, orderCard, product, renderOrders } from '../testing/pages'
import { RefundPartDialog } from './RefundParts'
import { RequestDialog } from './RequestDialog'
import { SaleSteps } from './SaleSteps'
import { SendBackDialog } from './SendBackDialog'
import { ShipDialog } from './ShipDialog'
import { StockPanel } from './StockPanel'
import { SupplementDialog } from './SupplementDialog'

let leave = async () => undefined as unknown
afterEach(() => leave())

interface Case {
  dialog: ReactNode
  /** The button that opens the dialog. */
  open?: string
  call: string
  field: string
  typed: Record<string, string>
}

const dialog = { orderId: 'o1', onClose: () => undefined }
const STEP = 'POST /api/v2/orders/sales/o1/step'
const album = product({ kind: 'album', releaseOn: '2030-01-01' })
const ship = <ShipDialog {...dialog} order={orderCard()} step="ship" />
const defect = (
  <RequestDialog {...dialog} order={order({ state: 'delivered', hasParcel: true })} kind="defect" />
)
const sale = <SaleSteps order={orderCard({ state: 'delivered', requestState: 'requested' })} />

const CASES: [string, Case][] = [
  [
    'the number of a parcel',
    { dialog: ship, typed: { carrier: 'epost', tracking: '1234567890123' }, call: STEP, field: 'tracking' },
  ],
  [
    'the weight of a parcel',
    { dialog: ship, typed: { weightGrams: '999999' }, call: STEP, field: 'weightGrams' },
  ],
  [
    'the name of a carrier',
    {
      dialog: <SendBackDialog {...dialog} />,
      typed: { carrier: 'other', carrierName: 'Kite' },
      ...{ call: 'POST /api/v2/orders/mine/o1/sent-back', field: 'carrier' },
    },
  ],
  [
    'the reason of an addition',
    { dialog: <SupplementDialog {...dialog} />, typed: { reason: 'Two cards' }, call: STEP, field: 'reason' },
  ],
  [
    'the amount of a refund',
    {
      dialog: <RefundPartDialog {...dialog} />,
      typed: { amount: '500', reason: 'One card is missing' },
      ...{ call: 'POST /api/v2/orders/sales/o1/refunds', field: 'amount' },
    },
  ],
  [
    'the day on which a defect was found',
    {
      dialog: defect,
      typed: { reason: 'The corner is bent' },
      ...{ call: 'POST /api/v2/orders/mine/o1/requests', field: 'foundAt' },
    },
  ],
  [
    'an answer',
    {
      dialog: sale,
      open: 'Reject request',
      typed: { answer: 'It is not broken' },
      ...{ call: 'POST /api/v2/orders/sales/o1/decide', field: 'answer' },
    },
  ],
  [
    'the units of a stock',
    {
      dialog: <StockPanel product={album} />,
      open: 'Add stock',
      typed: { units: '5', reason: 'Second pressing' },
      ...{ call: 'POST /api/v2/orders/products/p1/stock', field: 'units' },
    },
  ],
  [
    'the day of a pre-order',
    {
      dialog: <StockPanel product={album} />,
      open: 'Change the shipping day',
      typed: { releaseOn: '2030.02.01' },
      ...{ call: 'PUT /api/v2/orders/products/p1', field: 'releaseOn' },
    },
  ],
]

it.each(CASES)('shows at its field that %s is refused', async (_name, { dialog, open, typed, ...at }) => {
  const page = await renderOrders(dialog, {
    answers: {
      'GET /api/v2/orders/sales/o1': { payload: order({ state: 'shipped', method: 'card' }) },
      'GET /api/v2/orders/products/p1/stock': list(),
      [at.call]: () =>
        problem(422, 'validation_failed', { fields: [{ field: at.field, message: 'Not this one.' }] }),
    },
  })
  leave = page.unmount
  if (open) await page.click(page.named(open))
  await page.settle()
  for (const [name, text] of Object.entries(typed)) await page.fill({ [name]: text })
  await page.click(document.querySelector('[role="dialog"] [type="submit"]'))
  await page.settle()
  const control = document.querySelector(`[role="dialog"] [name="${at.field}"]`)
  expect(control?.closest('.wv-field')?.querySelector('[role="alert"]')?.textContent).toBe('Not this one.')
  expect(document.activeElement).toBe(control)
  expect(page.toast()).toBeUndefined()
})
