import { afterEach, expect, it, vi } from 'vitest'
import { texts } from '../../../locales/profile'
import { member, renderShell } from '../../testing'
import type { SessionInfo } from '../api'
import { inOrder, SessionsTab } from './SessionsTab'

const session = (id: string, usedAt: string, current = false): SessionInfo => ({
  id,
  current,
  createdAt: '2026-11-01T00:00:00Z',
  usedAt,
  userAgent: `Mozilla/5.0 (Windows NT 10.0) Firefox/13${id}`,
  ip: '121.140.22.7',
  method: 'password',
})
const THREE = [
  session('1', '2026-11-03T00:00:00Z'),
  session('2', '2026-11-01T00:00:00Z', true),
  session('3', '2026-11-04T00:00:00Z'),
]

let leave = async () => undefined as unknown
afterEach(() => leave())

it('sorts the current session first, then by last use', () => {
  expect(inOrder(THREE).map(({ id }) => id)).toEqual(['2', '3', '1'])
})

it('ends another session, but not the current one', async () => {
  const end = vi.fn(() => ({ payload: {} }))
  const page = await renderShell(<SessionsTab />, [texts], {
    state: member(),
    answers: {
      'GET /api/account/sessions': { payload: { items: THREE } },
      'DELETE /api/account/sessions/3': end,
    },
  })
  leave = page.unmount
  await page.settle()
  const buttons = [...document.querySelectorAll('li button')]
  expect(buttons).toHaveLength(2)
  await page.click(buttons[0] ?? null)
  await page.settle()
  expect(end).toHaveBeenCalled()
  expect(page.toast()).toBe('The device was logged out.')
})

it('ends all other sessions after a confirmation', async () => {
  const end = vi.fn(() => ({ payload: { ended: 2 } }))
  const page = await renderShell(<SessionsTab />, [texts], {
    state: member(),
    answers: {
      'GET /api/account/sessions': { payload: { items: THREE } },
      'POST /api/account/sessions/revoke-others': end,
    },
  })
  leave = page.unmount
  await page.settle()
  await page.click(page.named('Log out all others'))
  expect(end).not.toHaveBeenCalled()
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(end).toHaveBeenCalled()
  expect(page.toast()).toBe('2 devices were logged out.')
})
