import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '../testing'
import type { TableSource } from './DataTable'
import { EndlessList } from './EndlessList'
import { wholeList } from './wholeList'

let leave = async () => undefined as unknown
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(600)
})
afterEach(() => leave())

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `row ${index}` }))

async function open(list: Partial<TableSource<{ id: string }>> & { isFetchNextPageError?: boolean }) {
  const page = await renderPage(
    <EndlessList
      list={{ ...wholeList(rows(500)), ...list }}
      label="Feed"
      keyOf={({ id }) => id}
      empty={<p>Nothing here</p>}
      estimatedHeight={100}
      placeKey="test"
    >
      {({ id }) => <p>{id}</p>}
    </EndlessList>,
  )
  leave = page.unmount
  await page.settle()
  return page
}

it('keeps only the rows near the screen in the document', async () => {
  const { container } = await open({})
  const shown = [...container.querySelectorAll('li')]
  expect(shown.length).toBeGreaterThan(3)
  expect(shown.length).toBeLessThan(60)
  expect(shown[0]?.textContent).toBe('row 0')
  expect(shown[0]?.getAttribute('aria-setsize')).toBe('500')
  expect(container.querySelector('ul')?.style.height).toBe('53992px')
})

it('fetches the next page near the end, once', async () => {
  const fetchNextPage = vi.fn()
  await open({ items: rows(3), hasNextPage: true, fetchNextPage })
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
})

it('stops after a failed page and offers a retry', async () => {
  const fetchNextPage = vi.fn()
  const page = await open({ items: rows(3), hasNextPage: true, isFetchNextPageError: true, fetchNextPage })
  expect(fetchNextPage).not.toHaveBeenCalled()
  await page.click(page.named('Try again'))
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
})

it('shows the end, and an empty list', async () => {
  expect((await open({ items: rows(2) })).container.textContent).toContain("You've reached the end.")
  await leave()
  expect((await open({ items: [] })).container.textContent).toBe('Nothing here')
})
