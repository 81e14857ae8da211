import { problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { texts } from '../../locales/entry'
import { member, renderShell } from '../testing'
import { ForgotPasswordModal } from './ForgotPasswordModal'

vi.mock('../sign-up/captcha', () => ({ obtainTicket: vi.fn(async () => 'ticket-1') }))
const EMAIL = 'mina@witverse.com'
const SEND = 'POST /api/user/email/resetpw'
const CHECK = 'POST /api/user/resetpw/confirm'
const CHANGE = 'POST /api/user/resetpw/change'
const SENT = { payload: { expiresInSeconds: 600, resendAfterSeconds: 300 } }
const PERMIT = { payload: { email: EMAIL, hashed: 'h1', expiresInSeconds: 600 } }
/** Accepts one code and refuses any other. */
const permits = (code: string) => (sent: unknown) =>
  (sent as { encoded: string }).encoded === code ? PERMIT : problem(400, 'invalid')

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(answers: Record<string, unknown>, data: object = { email: EMAIL }, state = {}) {
  const page = await renderShell(<ForgotPasswordModal data={data} close={vi.fn()} />, [texts], {
    answers,
    state,
  })
  leave = page.unmount
  await page.settle()
  const press = async (name: string) => {
    await page.click(page.named(name))
    await page.settle()
  }
  return { ...page, press, step: () => document.querySelector('.sh-steps')?.getAttribute('data-step') }
}

it('completes the three steps', async () => {
  const sent: Record<string, unknown> = {}
  const page = await open({
    [SEND]: (body: unknown) => {
      sent.mail = body
      return SENT
    },
    [CHECK]: permits('123456'),
    [CHANGE]: (body: unknown) => {
      sent.change = body
      return { payload: { changed: true } }
    },
  })
  expect(page.step()).toBe('1')
  await page.press('Send code')
  expect(sent.mail).toMatchObject({ email: EMAIL, captcha: 'ticket-1' })
  expect(page.step()).toBe('2')
  expect(document.querySelector('[role=timer]')?.textContent).toBe('5:00')
  await page.fill({ code: '123456' })
  await page.press('Continue')
  expect(page.step()).toBe('3')
  const long = `Witverse1!${'x'.repeat(40)}`
  await page.fill({ new_password: long, confirm: long })
  await page.press('Change password')
  expect(sent.change).toEqual({ email: EMAIL, hashed: 'h1', new_password: long })
  expect(page.session.forget).toHaveBeenCalled()
  expect(page.toast()).toBe('Your password has been changed.')
  expect(page.host.store.getState().modals).toEqual([
    { id: 'sign-in', data: { email: EMAIL, notice: 'reset.signInAgain' } },
  ])
})

it('shows that the email does not exist', async () => {
  const page = await open({ [SEND]: problem(404, 'not_exist') })
  await page.press('Send code')
  expect(page.shown()).toContain('Email does not exist.')
  expect(page.step()).toBe('1')
})

it('continues to the code if a mail was sent recently', async () => {
  const page = await open({ [SEND]: problem(429, 'resend_too_soon', { retryAfterSeconds: 120 }) })
  await page.press('Send code')
  expect(page.step()).toBe('2')
  expect(document.querySelector('[role=timer]')?.textContent).toBe('2:00')
})

it.each([
  [problem(409, 'already_confirmed'), 'Already Confirmed'],
  [problem(400, 'invalid'), 'Verification code is invalid'],
  [problem(400, 'something_else'), 'Verification code is invalid'],
  [problem(404, 'not_exist'), 'Email does not exist.'],
  [problem(503, 'busy', { language: { ko: '바쁨', en: 'Busy just now.' } }), 'Busy just now.'],
])('shows the catalogue’s message for a code: %#', async (answer, said) => {
  const page = await open({ [SEND]: SENT, [CHECK]: answer })
  await page.press('Send code')
  await page.fill({ code: '111111' })
  await page.press('Continue')
  expect(page.shown()).toContain(said)
  expect(page.step()).toBe('2')
})

it('opens the third step from the link of the mail', async () => {
  const page = await open({ [CHECK]: permits('long-code') }, { email: EMAIL, encoded: 'long-code' })
  expect(page.step()).toBe('3')
  expect(document.querySelector('[name=new_password]')).not.toBeNull()
})

it('does not log out another account', async () => {
  const page = await open(
    { [CHECK]: permits('x'), [CHANGE]: { payload: { changed: true } } },
    { email: EMAIL, encoded: 'x' },
    member({ email: 'theo@witverse.com' }),
  )
  await page.fill({ new_password: 'Witverse1!', confirm: 'Witverse1!' })
  await page.press('Change password')
  expect(page.session.forget).not.toHaveBeenCalled()
  expect(page.host.store.getState().modals).toEqual([])
})

it('offers another mail if the link has expired', async () => {
  const page = await open({ [CHECK]: problem(400, 'invalid') }, { email: EMAIL, encoded: 'old' })
  expect(page.shown()).toContain('Verification code is invalid')
  await page.press('Send another email')
  expect(page.step()).toBe('1')
  expect(document.querySelector<HTMLInputElement>('[name=email]')?.value).toBe(EMAIL)
})

it('shows the error of a refused password at its field', async () => {
  const fields = [
    { field: 'new_password', message: 'known', language: { ko: '유출됨', en: 'Found in a leak.' } },
  ]
  const page = await open(
    { [CHECK]: permits('x'), [CHANGE]: problem(422, 'validation_failed', { fields }) },
    { email: EMAIL, encoded: 'x' },
  )
  await page.fill({ new_password: 'Witverse1!', confirm: 'Witverse1!' })
  await page.press('Change password')
  expect(page.shown()).toContain('Found in a leak.')
})
