import { list, problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { renderMail } from '../testing/pages'
import NoticesSection from './NoticesSection'

let leave = async () => undefined as unknown
afterEach(() => leave())

const notice = (state: string) => ({
  noticeId: `n-${state}`,
  title: { ko: '점검', en: `Maintenance ${state}` },
  body: { ko: '쉽니다', en: 'We rest' },
  publishAt: '2026-11-25T19:00:00Z',
  state,
})
const TEXTS = {
  'title.ko': '점검 안내',
  'title.en': 'Maintenance',
  'body.ko': '쉽니다.',
  'body.en': 'We rest.',
}

async function open(answers: Record<string, unknown> = {}) {
  const page = await renderMail(<NoticesSection />, {
    user: { roles: ['admin'] },
    answers: {
      'GET /api/v2/mails/admin/notices': list(...['scheduled', 'published', 'withdrawn'].map(notice)),
      ...answers,
    },
  })
  leave = page.unmount
  const submit = async () => {
    await page.click(document.querySelector('[role=dialog] [type=submit]'))
    await page.settle()
  }
  return { ...page, submit }
}

it('shows the Korean time of publication and the available actions', async () => {
  const page = await open()
  expect(page.shown()).toContain('2026.11.26 04:00 KST')
  const rows = [...page.container.querySelectorAll('.wv-row')]
  const actions = rows.map((row) => [...row.querySelectorAll('button')].map((one) => one.textContent))
  expect(actions).toEqual([['Edit', 'Withdraw'], ['Withdraw'], []])
})

it('requires both languages', async () => {
  const save = vi.fn()
  const page = await open({ 'POST /api/v2/mails/admin/notices': save })
  await page.click(page.named('Write a notice'))
  await page.fill({ ...TEXTS, 'title.en': ' ' })
  await page.submit()
  expect(page.shown()).toContain('Please write the notice in both languages.')
  expect(save).not.toHaveBeenCalled()
})

it('publishes now, or at a Korean time', async () => {
  const save = vi.fn((_: unknown) => ({ payload: notice('published') }))
  const page = await open({ 'POST /api/v2/mails/admin/notices': save })
  await page.click(page.named('Write a notice'))
  await page.fill(TEXTS)
  await page.submit()
  expect(save).toHaveBeenCalledWith(
    {
      title: { ko: '점검 안내', en: 'Maintenance' },
      body: { ko: '쉽니다.', en: 'We rest.' },
      publishAt: null,
    },
    expect.anything(),
  )
  await page.click(page.named('Write a notice'))
  await page.fill(TEXTS)
  await page.click(document.querySelector('[name=when][value=later]'))
  await page.submit()
  expect(page.shown()).toContain('Please choose a date and time.')
  await page.fill({ publishAt: '2026.12.01' })
  await page.submit()
  expect(save).toHaveBeenLastCalledWith(
    expect.objectContaining({ publishAt: '2026-12-01T00:00:00.000Z' }),
    expect.anything(),
  )
})

it('shows the server’s validation errors at the fields', async () => {
  const language = { ko: '두 언어', en: 'Both languages, please.' }
  const fields = [{ field: 'body.en', message: 'x', language }]
  const page = await open({
    'POST /api/v2/mails/admin/notices': problem(422, 'notice_needs_both_languages', { fields }),
  })
  await page.click(page.named('Write a notice'))
  await page.fill(TEXTS)
  await page.submit()
  expect(page.shown()).toContain('Both languages, please.')
})

it('withdraws after a confirmation', async () => {
  const withdraw = vi.fn(() => ({ payload: notice('withdrawn') }))
  const page = await open({ 'DELETE /api/v2/mails/admin/notices/n-scheduled': withdraw })
  await page.click(page.named('Withdraw'))
  expect(withdraw).not.toHaveBeenCalled()
  await page.submit()
  expect(withdraw).toHaveBeenCalledTimes(1)
})
