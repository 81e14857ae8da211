import { problem } from '@witverse/sdk/testing'
import { afterEach, expect, it } from 'vitest'
import type { Holidays } from '../api/holidays'
import { renderOrders } from '../testing/pages'
import { HolidaysPanel } from './HolidaysPanel'

let leave = async () => undefined as unknown
afterEach(() => leave())

const HOLIDAYS: Holidays = {
  version: 3,
  madeAt: '2026-01-01T00:00:00Z',
  today: '2027-02-01',
  lastYear: 2027,
  endsSoon: true,
  items: [
    { day: '2027-01-01', name: { ko: '새해 첫날', en: "New Year's Day" } },
    { day: '2027-03-01', name: { ko: '삼일절', en: 'Independence Movement Day' } },
  ],
}

const WRONG = {
  field: 'days.8.day',
  message: 'There is no such day.',
  language: { ko: '없는 날짜', en: 'There is no such day.' },
}

it('warns before the table ends, and adds the next year with the fixed days', async () => {
  const sent: { year: number; version: number; days: unknown[] }[] = []
  const page = await renderOrders(<HolidaysPanel />, {
    answers: {
      'GET /api/v2/orders/holidays': { payload: HOLIDAYS },
      'PUT /api/v2/orders/holidays': (body: unknown) => {
        sent.push(body as (typeof sent)[number])
        return sent.length === 1
          ? problem(422, 'validation_failed', { fields: [WRONG] })
          : { payload: HOLIDAYS }
      },
    },
  })
  leave = page.unmount
  await page.settle()
  expect(page.shown()).toContain('Holidays are entered up to 2027 only.')
  expect(document.querySelector('.od-holidays .is-over')?.textContent).toContain("New Year's Day")
  await page.click(page.named('Change holidays'))
  const rows = () => [...document.querySelectorAll<HTMLElement>('.od-holiday')]
  expect(rows()).toHaveLength(8)
  await page.click(page.named('Add a holiday'))
  const submit = async () => {
    await page.click(document.querySelector('[role=dialog] [type=submit]'))
    await page.settle()
  }
  await submit()
  expect(rows()[8]?.textContent).toContain('There is no such day.')
  expect(document.activeElement).toBe(rows()[8]?.querySelector('input'))
  await page.click(rows()[8]?.querySelector('[aria-label="Remove"]') ?? null)
  expect(page.shown()).not.toContain('There is no such day.')
  await submit()
  expect(page.toast()).toBe('The new holidays apply now.')
  expect(sent[1]).toMatchObject({ year: 2028, version: 3 })
  expect(sent[1]?.days[0]).toEqual({
    day: '2028-01-01',
    name: { ko: '새해 첫날', en: "New Year's Day" },
  })
})
