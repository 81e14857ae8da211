import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../testing'
import { type Column, DataTable, type TableSource } from './DataTable'
import { wholeList } from './wholeList'

let leave = async () => undefined as unknown
afterEach(() => leave())

interface Row {
  id: string
  price: number
}
const ROWS: Row[] = [
  { id: 'a', price: 2 },
  { id: 'b', price: 1 },
]
const COLUMNS: Column<Row>[] = [
  { id: 'id', title: 'Item', cell: ({ id }) => id },
  { id: 'price', title: 'Price', align: 'end', sortable: true, cell: ({ price }) => price },
  { id: 'act', title: 'Actions', actions: true, cell: () => <button type="button">Edit</button> },
]

async function open(list: Partial<TableSource<Row>>, more: object = {}) {
  const page = await renderPage(
    <DataTable
      list={{ ...wholeList(ROWS), ...list }}
      columns={COLUMNS}
      label="Listings"
      keyOf={({ id }) => id}
      empty={<p>Nothing here</p>}
      {...more}
    />,
  )
  leave = page.unmount
  return page
}

it('shows rows with labels for narrow screens', async () => {
  const { container } = await open({})
  expect(container.querySelectorAll('tbody tr')).toHaveLength(2)
  expect(container.querySelector('td.is-end')?.getAttribute('data-label')).toBe('Price')
  expect(container.querySelector('td.is-actions')?.getAttribute('data-label')).toBeNull()
})

it('requests another sort order and announces the current one', async () => {
  const onSort = vi.fn()
  const { container, click, named } = await open({}, { sort: { by: 'price', descending: true }, onSort })
  expect(container.querySelectorAll('th')[1]?.getAttribute('aria-sort')).toBe('descending')
  await click(named('Price'))
  expect(onSort).toHaveBeenCalledWith({ by: 'price', descending: false })
})

it('shows loading, failed and empty lists', async () => {
  const waiting = await open({ status: 'pending', items: [] })
  expect(waiting.container.querySelector('[role=status]')).not.toBeNull()
  await leave()
  const refetch = vi.fn()
  const failed = await open({ status: 'error', items: [], refetch })
  await failed.click(failed.named('Try again'))
  expect(refetch).toHaveBeenCalled()
  await leave()
  expect((await open({ items: [] })).container.textContent).toBe('Nothing here')
})

it('fetches the next page', async () => {
  const fetchNextPage = vi.fn()
  const { click, named } = await open({ hasNextPage: true, fetchNextPage })
  await click(named('More'))
  expect(fetchNextPage).toHaveBeenCalled()
})

it('keeps its rows when the next page fails, and says so at its end', async () => {
  const fetchNextPage = vi.fn()
  const failed = { status: 'error', hasNextPage: true, isFetchNextPageError: true, fetchNextPage } as const
  const { container, click, named } = await open(failed)
  expect(container.querySelectorAll('tbody tr')).toHaveLength(2)
  await click(named('Try again'))
  expect(fetchNextPage).toHaveBeenCalled()
})
