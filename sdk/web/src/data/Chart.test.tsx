import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../testing'
import { Chart } from './Chart'
import type { ChartProps } from './chart-props'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(more: Partial<ChartProps> = {}) {
  const page = await renderPage(
    <Chart
      kind="bar"
      label="Visitors"
      points={['11.22', '11.23', '11.24']}
      series={[
        { id: 'a', text: 'Members', values: [1, 2, 3] },
        { id: 'b', text: 'Guests', values: [4, null, 6] },
      ]}
      format={(value) => `${value} people`}
      {...more}
    />,
  )
  leave = page.unmount
  const range = () => document.querySelector<HTMLInputElement>('.wv-chart-range')
  const choose = (index: number) =>
    page.during(() => {
      const input = range()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, String(index))
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  return { ...page, range, choose }
}

it('describes the chosen point, starting with the last', async () => {
  const onPoint = vi.fn()
  const { range, choose, container } = await open({ onPoint })
  expect(range()?.getAttribute('aria-valuetext')).toBe('11.24: Members 3 people, Guests 6 people')
  await choose(1)
  expect(range()?.getAttribute('aria-valuetext')).toBe('11.23: Members 2 people, Guests –')
  expect(container.querySelector('.wv-chart-legend')?.textContent).toContain('11.23')
  expect(onPoint).toHaveBeenCalledWith(1)
})

it('shows the numbers as a table, the latest first', async () => {
  const { click, named, container } = await open()
  await click(named('Show as a table'))
  const rows = [...container.querySelectorAll('tbody tr')].map((row) => row.textContent)
  expect(rows).toEqual(['11.243 people6 people', '11.232 people–', '11.221 people4 people'])
  await click(named('Show as a chart'))
  expect(container.querySelector('table')).toBeNull()
})

it('lists series of one name once, if the page shows the values', async () => {
  const series = ['in', 'out'].map((id) => ({ id, text: 'Gifts', values: [1, 2, 3] }))
  const { container } = await open({ series, values: false, table: false })
  expect(container.querySelectorAll('.wv-chart-legend li')).toHaveLength(1)
  expect(container.querySelector('button')).toBeNull()
})

it('shows nothing without points', async () => {
  expect((await open({ points: [], series: [] })).container.textContent).toBe('')
})
