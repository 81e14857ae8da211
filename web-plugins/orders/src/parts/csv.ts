// The orders of the desk as CSV, for a spreadsheet.
import { payload, type Translate, type useApi } from '@witverse/sdk'
import { type SalesFilter, salesQuery } from '../api/orders'
import type { OrderCard } from '../api/types'

const PAGE = 100
/** So many orders at most in one file. */
const MOST = 5_000

export async function everySale(
  api: ReturnType<typeof useApi>,
  worldName: string,
  filter: SalesFilter,
): Promise<OrderCard[]> {
  const rows: OrderCard[] = []
  let cursor: string | null = null
  do {
    const query = { ...salesQuery(worldName, filter), ...(cursor && { cursor }) }
    const page: { items: OrderCard[]; nextCursor: string | null } = await payload(
      api.GET('/api/v2/orders/sales', { params: { query: { ...query, limit: PAGE } } }),
    )
    rows.push(...page.items)
    cursor = page.nextCursor
  } while (cursor && rows.length < MOST)
  return rows
}

/** A cell. A leading sign would be read as a formula; East Asian spreadsheets read the full-width signs as well. */
const cell = (value: string | number) => {
  const text = String(value)
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** Digits that are no number, as of a postal code or a phone: a spreadsheet would drop their leading zeros. */
const digits = (value: string) => (/^\d+$/.test(value) ? `"=""${value}"""` : cell(value))

export function csvOf(rows: OrderCard[], t: Translate<'orders'>, language: 'ko' | 'en'): string {
  const head = ['order', 'product', 'quantity', 'state', 'method', 'won', 'wit', 'shipBy', 'buyer'] as const
  const address = ['recipient', 'phone', 'postalCode', 'street', 'detail'] as const
  const lines = rows.map((row) =>
    [
      row.orderId,
      row.product?.name[language] ?? '',
      row.quantity,
      t(`states.${row.state}`),
      row.method ? t(`pay.${row.method}`) : '',
      row.method === 'wit' ? '' : row.price.totalWon,
      row.method === 'wit' ? (row.price.totalHundredths ?? 0) / 100 : '',
      row.shipBy ?? '',
      row.buyer?.nickname ?? '',
    ]
      .map(cell)
      .concat(
        address.map((field) => {
          const isCode = field === 'phone' || field === 'postalCode'
          return (isCode ? digits : cell)(row.address?.[field] ?? '')
        }),
      ),
  )
  const titles = [...head.map((one) => t(`csv.${one}`)), ...address.map((one) => t(`address.${one}`))]
  // The mark at the start makes spreadsheets read the file as UTF-8.
  return `\uFEFF${[titles.map(cell), ...lines].map((line) => line.join(',')).join('\r\n')}\r\n`
}
