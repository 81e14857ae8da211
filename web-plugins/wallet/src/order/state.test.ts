import { expect, it } from 'vitest'
import type { Order } from '../api/types'
import { shownState } from './state'

const failed = (code: string | null) =>
  ({ state: 'failed', failure: code && { code, message: { ko: '', en: '' } } }) as Order

it.each([
  ['payment_declined', 'declined'],
  ['payment_amount_mismatch', 'mismatch'],
  ['provider_error', 'failed'],
  [null, 'failed'],
])('shows a failed order with the code %s as %s', (code, shown) => {
  expect(shownState(failed(code))).toBe(shown)
})

it('shows other states unchanged', () => {
  expect(shownState({ state: 'paid', failure: null })).toBe('paid')
})
