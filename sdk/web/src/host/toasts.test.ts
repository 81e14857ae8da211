import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createToasts, TOAST_MS } from './toasts'
import type { ToastMessage } from './types'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const state: { toast: ToastMessage | null } = { toast: null }
  const show = (toast: ToastMessage | null) => {
    state.toast = toast
  }
  return { state, ...createToasts(show) }
}

it('shows a toast for three seconds', () => {
  const { state, showToast } = setUp()
  showToast('Copy Done!')
  vi.advanceTimersByTime(TOAST_MS - 1)
  expect(state.toast?.text).toBe('Copy Done!')
  vi.advanceTimersByTime(1)
  expect(state.toast).toBeNull()
  expect(TOAST_MS).toBe(3_000)
})

it('keeps an error until it is closed or replaced', () => {
  const { state, showToast, hideToast } = setUp()
  showToast('It failed.', 'bad')
  vi.advanceTimersByTime(60 * TOAST_MS)
  expect(state.toast?.text).toBe('It failed.')
  showToast('It worked.', 'good')
  vi.advanceTimersByTime(TOAST_MS)
  expect(state.toast).toBeNull()
  showToast('It failed again.', 'bad')
  hideToast()
  expect(state.toast).toBeNull()
})

it('shows one toast at a time; a newer one replaces the older and has its own three seconds', () => {
  const { state, showToast } = setUp()
  showToast('first')
  vi.advanceTimersByTime(2_000)
  showToast('second', 'good')
  vi.advanceTimersByTime(2_000)
  expect(state.toast).toMatchObject({ text: 'second', tone: 'good' })
  vi.advanceTimersByTime(1_000)
  expect(state.toast).toBeNull()
})
