// The orders of the desk as CSV, for a spreadsheet.
import { payload, type Translate, type useApi } from '@witverse/sdk'
import { csvFile, textCell } from '@witverse/sdk/csv'
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

export function csvOf(rows: OrderCard[], t: Translate<'orders'>, language: 'ko' | 'en'): string {
  const head = ['order', 'product', 'quantity', 'state', 'method', 'won', 'wit', 'shipBy', 'buyer'] as const
  const address = ['recipient', 'phone', 'postalCode', 'street', 'detail'] as const
  const lines = rows.map((row) => [
    textCell(row.orderId),
    textCell(row.product?.name[language] ?? ''),
    String(row.quantity),
    textCell(t(`states.${row.state}`)),
    textCell(row.method ? t(`pay.${row.method}`) : ''),
    String(row.method === 'wit' ? '' : row.price.totalWon),
    String(row.method === 'wit' ? (row.price.totalHundredths ?? 0) / 100 : ''),
    row.shipBy ?? '',
    textCell(row.buyer?.nickname ?? ''),
    ...address.map((field) => textCell(row.address?.[field] ?? '')),
  ])
  const titles = [...head.map((one) => t(`csv.${one}`)), ...address.map((one) => t(`address.${one}`))]
  return csvFile([titles.map(textCell), ...lines])
}
