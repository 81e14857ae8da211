import { problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { texts } from '../../locales/safety'
import { renderShell } from '../testing'
import { AppealScreen } from './AppealScreen'

const DECISION = {
  id: 'd1',
  action: 'suspend',
  reason: 'The same advertisement to 40 people.',
  at: '2026-11-19T00:00:00Z',
  until: '2026-11-26T00:00:00Z',
  state: 'in_force',
  appeal: null,
  mayAppeal: true,
}
const LONG = 'My brother used my account that evening.'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(answers: Record<string, unknown>, path = '/appeal?decision=d1&token=t1') {
  const page = await renderShell(<AppealScreen />, [texts], { path, answers })
  leave = page.unmount
  await page.settle()
  return page
}

it('works without a login', async () => {
  const asked = vi.fn((_body: unknown, request: Request) => {
    expect(new URL(request.url).searchParams.get('token')).toBe('t1')
    return { payload: DECISION }
  })
  const appeal = { state: 'open', text: LONG, at: '2026-11-20T00:00:00Z', answer: null }
  const sent = vi.fn(() => ({ payload: { ...DECISION, appeal, mayAppeal: false } }))
  const page = await open({
    'GET /api/safety/decisions/d1': asked,
    'POST /api/safety/decisions/d1/appeal': sent,
  })
  expect(page.shown()).toContain('The same advertisement to 40 people.')
  await page.fill({ text: 'Too short' })
  await page.click(page.named('Send appeal'))
  expect(page.shown()).toContain('Please write at least 20 characters.')
  await page.fill({ text: LONG })
  await page.click(page.named('Send appeal'))
  await page.settle()
  expect(sent).toHaveBeenCalledWith({ text: LONG, token: 't1' }, expect.anything())
  expect(page.shown()).toContain("We'll answer by email and here.")
})

it.each([
  ['/appeal', {}],
  ['/appeal?decision=d1&token=bad', { 'GET /api/safety/decisions/d1': problem(404, 'not_found') }],
])('shows an error for %s', async (path, answers) => {
  const page = await open(answers, path)
  expect(page.shown()).toContain("We can't show this decision")
  await page.click(page.named('Log in'))
  expect(page.modal()?.id).toBe('sign-in')
})
