import { afterEach, expect, it, vi } from 'vitest'
import { check, renderMail } from '../testing/pages'
import MailBell from './MailBell'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(answer: unknown) {
  const page = await renderMail(<MailBell />, { answers: { 'GET /api/v2/mails/new/check': answer } })
  leave = page.unmount
  const bell = () => page.container.querySelector('a')
  return { ...page, label: () => bell()?.querySelector('.wv-visually-hidden')?.textContent, bell }
}

it('links to the mail and shows the unread count', async () => {
  const page = await open(check(2, 1))
  expect(page.bell()?.getAttribute('href')).toBe('/mail')
  expect(page.label()).toBe('Mail: 3 unread')
  await leave()
  const quiet = await open(check(0, 0))
  expect(quiet.label()).toBe('Mail')
  expect(quiet.container.querySelector('.ml-bell-count')).toBeNull()
  await leave()
  expect((await open(check(100, 100))).shown()).toContain('99+')
})

it('updates the count on live events and refetches for notices', async () => {
  const answer = vi.fn(() => check(0, 0))
  const page = await open(answer)
  await page.during(() => page.host.live.publish({ kind: 'mail.badge', data: check(1, 0).payload }))
  await page.settle()
  expect(page.label()).toBe('Mail: 1 unread')
  answer.mockReturnValue(check(1, 1))
  await page.during(() => page.host.live.publish({ kind: 'mail.notice', data: { noticeId: 'n1' } }))
  await page.settle()
  expect(page.label()).toBe('Mail: 2 unread')
  expect(answer).toHaveBeenCalledTimes(2)
})
