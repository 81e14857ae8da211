import { list, problem } from '@witverse/sdk/testing'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Preferences } from '../api/types'
import { alarm, check, notice, PREFERENCES, renderMail, reply, sender, thread } from '../testing/pages'
import MailPage from './MailPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(answers: Record<string, unknown> = {}, path = '/mail', more = {}) {
  const page = await renderMail(<MailPage />, { path, answers, ...more })
  leave = page.unmount
  await page.settle()
  return page
}

it('asks visitors to log in', async () => {
  const page = await open({}, '/mail', { visitor: true })
  await page.click(page.named('Log in'))
  expect(page.modal()?.id).toBe('sign-in')
})

it('marks new notifications, and all of them as read', async () => {
  const log = vi.fn(() => check(0, 1))
  const page = await open({ 'POST /api/v2/mails/alarm/log': log })
  expect(page.container.querySelectorAll('.ml-alarm.is-new')).toHaveLength(1)
  await page.click(page.named('Mark all as read'))
  await page.settle()
  expect(log).toHaveBeenCalledWith({ alarmId: 'all' }, expect.anything())
  expect(page.container.querySelectorAll('.ml-alarm.is-new')).toHaveLength(0)
  expect(page.named('Mark all as read').hasAttribute('disabled')).toBe(true)
})

it('shows an empty state', async () => {
  const page = await open({ 'GET /api/v2/mails/alarms': list() })
  expect(page.shown()).toContain('No notifications yet')
  expect(page.shown()).not.toContain('Choose a notification')
})

it('replaces the text of a notification that was answered', async () => {
  const gift = { airdropId: 'g1', direction: 'received', status: 'rejected' }
  const page = await open(
    { 'GET /api/v2/mails/alarm/a1': { payload: thread() }, 'GET /api/v2/gift/g1': { payload: gift } },
    '/mail?alarm=a1',
    { plugins: { mail: { '/mail': 'mail' }, gifts: { '/gifts': 'gifts' } } },
  )
  await page.settle()
  expect(page.container.querySelector('.ml-thread-text')?.textContent).toBe('You already answered this.')
})

it('opens a notification: marks it read, links to its subject, and sends a reply', async () => {
  const log = vi.fn(() => check(0, 0))
  const send = vi.fn(() => Response.json({ payload: reply('Thank you!', true) }, { status: 201 }))
  const page = await open(
    {
      'GET /api/v2/mails/alarm/a1': { payload: thread({ replies: [reply('Do you like it?')] }) },
      'POST /api/v2/mails/alarm/log': log,
      'POST /api/v2/mails/alarm/reply': send,
    },
    '/mail?alarm=a1',
  )
  expect(log).toHaveBeenCalledTimes(1)
  expect(page.shown()).toContain('Do you like it?')
  expect(page.container.querySelector('.ml-link')?.getAttribute('href')).toBe('/gifts?id=g1')
  await page.click(page.named('Send'))
  expect(page.shown()).toContain('Please write a reply.')
  await page.fill({ content: '  Thank you!  ' })
  await page.click(page.named('Send'))
  await page.settle()
  expect(send).toHaveBeenCalledWith({ alarmId: 'a1', content: 'Thank you!' }, expect.anything())
  expect(page.container.querySelector('.ml-replies .is-mine')?.textContent).toContain('Thank you!')
  expect(page.container.querySelector<HTMLTextAreaElement>('[name=content]')?.value).toBe('')
})

it.each([
  ['reply_not_possible', 'Nobody is there.'],
  ['reply_length', 'Too long.'],
])('shows the error %s at the reply', async (code, en) => {
  const language = { ko: '', en }
  const fields = code === 'reply_length' ? [{ field: 'content', message: en, language }] : []
  const page = await open(
    {
      'GET /api/v2/mails/alarm/a1': { payload: thread() },
      'POST /api/v2/mails/alarm/log': check(0, 0),
      'POST /api/v2/mails/alarm/reply': problem(409, code, { language, fields }),
    },
    '/mail?alarm=a1',
  )
  await page.fill({ content: 'Hello' })
  await page.click(page.named('Send'))
  await page.settle()
  expect(page.container.querySelector('.is-error')?.textContent).toBe(en)
})

it('counts the characters of a reply and does not send one that is too long', async () => {
  const page = await open(
    { 'GET /api/v2/mails/alarm/a1': { payload: thread({ isRead: true }) } },
    '/mail?alarm=a1',
  )
  await page.fill({ content: 'x'.repeat(490) })
  expect(page.shown()).toContain('10 characters left')
  await page.fill({ content: 'x'.repeat(501) })
  expect(page.shown()).toContain('A reply can be up to 500 characters.')
})

it('opens the report dialog with the notification as subject', async () => {
  const page = await open(
    { 'GET /api/v2/mails/alarm/a1': { payload: thread({ isRead: true }) } },
    '/mail?alarm=a1',
  )
  await page.click(page.named('Report theo'))
  expect(page.modal()).toEqual({
    id: 'report',
    data: { userId: 'u-theo', name: 'theo', subject: { kind: 'mail', id: 'a1' } },
  })
})

it.each(['https://evil.test/', '//evil.test', 'javascript:alert(1)'])('does not link to %s', async (link) => {
  const page = await open(
    { 'GET /api/v2/mails/alarm/a1': { payload: thread({ isRead: true, link }) } },
    '/mail?alarm=a1',
  )
  expect(page.container.querySelector('.ml-link')).toBeNull()
})

it('explains why a reply is not possible, and shows "not found"', async () => {
  const alone = thread({ isRead: true, canReply: false, from: null, replies: [reply('Bye')] })
  const page = await open({ 'GET /api/v2/mails/alarm/a1': { payload: alone } }, '/mail?alarm=a1')
  expect(page.shown()).toContain("You can't reply because this person left Witverse.")
  expect(page.container.querySelector('[name=content]')).toBeNull()
  await leave()
  const none = await open({ 'GET /api/v2/mails/alarm/a1': problem(404, 'alarm_not_found') }, '/mail?alarm=a1')
  expect(none.shown()).toContain('Notification not found')
})

it('shows the amount of a reward in WIT', async () => {
  const page = await open(
    {
      'GET /api/v2/mails/alarm/a1': {
        payload: thread({ isRead: true, kind: 'reward', from: null, remainAmount: 720, link: '/wallet' }),
      },
    },
    '/mail?alarm=a1',
  )
  expect(page.shown()).toContain('7.20 WIT')
  expect(page.shown()).toContain('View my WIT')
})

it('marks a notice as read when it opens', async () => {
  const log = vi.fn(() => check(1, 0))
  const page = await open({ 'POST /api/v2/mails/notice/log': log }, '/mail?tab=notices')
  const details = page.container.querySelector('details')
  await page.during(() => {
    details?.setAttribute('open', '')
    details?.dispatchEvent(new Event('toggle'))
  })
  await page.settle()
  expect(log).toHaveBeenCalledWith({ noticeId: 'n1' }, expect.anything())
  expect(page.container.querySelector('.ml-dot')).toBeNull()
})

it('does not mark read notices again', async () => {
  const page = await open(
    { 'GET /api/v2/mails/notices': list(notice({ isRead: true })) },
    '/mail?tab=notices',
  )
  expect(page.container.querySelector('.ml-dot')).toBeNull()
})

it('saves a setting at once and reverts it after an error', async () => {
  const put = vi.fn((body: unknown) => ({ payload: body }) as unknown)
  const page = await open({ 'PUT /api/v2/mails/preferences': put }, '/mail?tab=settings')
  const box = () => page.container.querySelector<HTMLInputElement>('[name=gift-email]')
  await page.click(box())
  await page.settle()
  const sent = put.mock.calls[0]?.[0] as Preferences
  expect(sent.kinds.gift).toEqual({ app: true, email: true, push: false })
  expect(sent.kinds.friend).toEqual(PREFERENCES.kinds.friend)
  await page.click(page.container.querySelector('[name=digest][value=weekly]'))
  await page.settle()
  expect(put).toHaveBeenLastCalledWith(expect.objectContaining({ digest: 'weekly' }), expect.anything())
  put.mockReturnValue(problem(503, 'unavailable', { language: { ko: '', en: 'Later, please.' } }))
  await page.click(box())
  await page.settle()
  expect(page.toast()).toBe('Later, please.')
  expect(box()?.checked).toBe(true)
})

it('saves every choice that was made while another was pending', async () => {
  const put = vi.fn((body: unknown) => ({ payload: body }) as unknown)
  const page = await open({ 'PUT /api/v2/mails/preferences': put }, '/mail?tab=settings')
  const named = (what: string) => page.container.querySelector<HTMLInputElement>(what)
  await act(async () => {
    named('[name=gift-email]')?.click()
    named('[name=digest][value=weekly]')?.click()
  })
  await page.settle()
  expect(put).toHaveBeenCalledTimes(2)
  const sent = put.mock.calls.at(-1)?.[0] as Preferences
  expect([sent.kinds.gift.email, sent.digest]).toEqual([true, 'weekly'])
  expect(named('[name=gift-email]')?.checked).toBe(true)
})

it('shows the author and the subject of a reply', async () => {
  const page = await open({ 'GET /api/v2/mails/alarms': list(alarm({ kind: 'reply' })) })
  expect(page.shown()).toContain('theo replied')
  expect(page.shown()).toContain('About: A gift has arrived')
})

it('lists replies and refetches on live events', async () => {
  const page = await open({
    'GET /api/v2/mails/alarms': list(alarm({ replyCount: 2 }), alarm({ alarmId: 'a2', isRead: true })),
  })
  expect(page.shown()).toContain('2 replies')
  expect(page.container.querySelectorAll('.ml-alarm')).toHaveLength(2)
})

it('turns the messages of a plugin off from one of its messages', async () => {
  let isMuted = false
  const message = () => ({
    payload: thread({ isRead: true, kind: 'system', from: null, sender: sender({ isMuted }) }),
  })
  const mute = vi.fn(() => {
    isMuted = true
    return { payload: { isMuted } }
  })
  const page = await open(
    { 'GET /api/v2/mails/alarm/a1': message, 'PUT /api/v2/mails/plugins/mute': mute },
    '/mail?alarm=a1',
  )
  expect(page.shown()).toContain('Sent by the plugin Poll in the world agora.')
  await page.click(page.named('Turn off messages'))
  await page.settle()
  const choice = { worldId: 'w-agora', plugin: 'acme.poll', isMuted: true }
  expect(mute).toHaveBeenCalledWith(choice, expect.anything())
  expect(page.toast()).toBe("You won't get messages from Poll anymore.")
  expect(page.shown()).toContain('You turned off messages from Poll in agora.')
})

it('turns the messages of a plugin on in the settings', async () => {
  const mute = vi.fn(() => ({ payload: { isMuted: false } }))
  const page = await open(
    {
      'GET /api/v2/mails/plugins': { payload: { items: [sender({ isMuted: true })] } },
      'PUT /api/v2/mails/plugins/mute': mute,
    },
    '/mail?tab=settings',
  )
  const box = page.container.querySelector<HTMLInputElement>('[name="plugin-acme.poll"]')
  expect(box?.checked).toBe(false)
  await page.click(box)
  await page.settle()
  expect(mute).toHaveBeenCalledWith(
    { worldId: 'w-agora', plugin: 'acme.poll', isMuted: false },
    expect.anything(),
  )
})
