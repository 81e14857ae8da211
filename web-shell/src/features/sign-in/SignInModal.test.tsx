import { problem } from '@witverse/sdk/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { texts } from '../../locales/entry'
import { obtainTicket } from '../sign-up/captcha'
import { renderShell } from '../testing'
import { SignInModal } from './SignInModal'

vi.mock('../sign-up/captcha', () => ({ obtainTicket: vi.fn(async () => 'ticket-1') }))
const LOGIN = 'POST /api/user/login'
const IN = { payload: { accessToken: 'fresh', expiresIn: 600, user: { nickname: 'mina' } } }
const FACTOR = { secondFactor: { ticket: 'f1', expiresInSeconds: 300, methods: ['totp', 'recovery'] } }

let leave = async () => undefined as unknown
beforeEach(() => localStorage.clear())
afterEach(() => leave())

async function open(answers: Record<string, unknown>) {
  const close = vi.fn()
  const page = await renderShell(
    <SignInModal data={{ email: 'mina@witverse.com' }} close={close} />,
    [texts],
    {
      answers,
    },
  )
  leave = page.unmount
  const send = async () => {
    await page.fill({ password: 'Witverse1!' })
    await page.click(page.named('Log in'))
    await page.settle()
  }
  return { ...page, close, send }
}

it('logs in', async () => {
  const { send, session, close } = await open({ [LOGIN]: IN })
  await send()
  expect(session.signIn).toHaveBeenCalledWith('fresh')
  expect(close).toHaveBeenCalled()
})

it('solves the captcha if the server requires it, and sends again', async () => {
  const sent: unknown[] = []
  const { send, session, shown } = await open({
    [LOGIN]: (body: { captcha?: string }) => {
      sent.push(body.captcha)
      return body.captcha ? IN : problem(400, 'captcha_required')
    },
  })
  expect(document.querySelector('.sh-captcha')).toBeNull()
  await send()
  expect(sent).toEqual([undefined, 'ticket-1'])
  expect(obtainTicket).toHaveBeenCalled()
  expect(session.signIn).toHaveBeenCalledWith('fresh')
  expect(shown()).toContain('Verified.')
})

it('counts down while the server delays attempts', async () => {
  const { send, named } = await open({ [LOGIN]: problem(429, 'login_delayed', { retryAfterSeconds: 5 }) })
  await send()
  const button = named('Try again in 5 s') as HTMLButtonElement
  expect(button.disabled).toBe(true)
})

it.each([
  ['login_locked', 429, 'reset your password'],
  ['suspended', 403, 'appeal within 30 days'],
])('shows the next step after %s', async (code, status, next) => {
  const language = { ko: '멈춤', en: 'Not now, until 2026.12.01.' }
  const { send, shown, host, during, settle } = await open({
    [LOGIN]: () => problem(status, code, { language }),
  })
  await send()
  expect(shown()).toContain('Not now, until 2026.12.01.')
  expect(shown()).toContain(next)
  await during(() => host.actions.setLanguage('ko'))
  await settle()
  expect(shown()).toContain('멈춤')
})

it('asks for the second factor and logs in with it', async () => {
  const { send, session, fill, click, named, settle, shown } = await open({
    [LOGIN]: { payload: FACTOR },
    'POST /api/user/login/second-factor': (body: { code: string; ticket: string }) =>
      body.code === '123456' && body.ticket === 'f1' ? IN : problem(400, 'second_factor_wrong'),
  })
  await send()
  expect(session.signIn).not.toHaveBeenCalled()
  await fill({ code: '000000' })
  await click(named('Log in'))
  await settle()
  expect(shown()).toContain("This code isn't right.")
  await fill({ code: '123456' })
  await click(named('Log in'))
  await settle()
  expect(session.signIn).toHaveBeenCalledWith('fresh')
})

it('accepts a recovery code instead', async () => {
  const sent: unknown[] = []
  const { send, session, fill, click, named, settle, shown } = await open({
    [LOGIN]: { payload: FACTOR },
    'POST /api/user/login/second-factor': (body: { code: string }) => {
      sent.push(body.code)
      return IN
    },
  })
  await send()
  await click(named('Use a recovery code instead'))
  await fill({ code: 'nope' })
  await click(named('Log in'))
  expect(shown()).toContain('A recovery code looks like')
  await fill({ code: 'ABCD-ef01-23' })
  await click(named('Log in'))
  await settle()
  expect(sent).toEqual(['abcd-ef01-23'])
  expect(session.signIn).toHaveBeenCalled()
})

it('returns to the form if the second step expired', async () => {
  const { send, fill, click, named, settle, shown } = await open({
    [LOGIN]: { payload: FACTOR },
    'POST /api/user/login/second-factor': problem(401, 'ticket_invalid'),
  })
  await send()
  await fill({ code: '123456' })
  await click(named('Log in'))
  await settle()
  expect(shown()).toContain('You ran out of time. Please log in again.')
  expect(document.querySelector('[name=password]')).not.toBeNull()
})

it('opens the verification of an unverified account', async () => {
  const { send, host } = await open({ [LOGIN]: problem(403, 'unactivated_user', { retryAfterSeconds: 280 }) })
  await send()
  expect(host.store.getState().modals.at(-1)).toEqual({
    id: 'sign-up',
    data: { email: 'mina@witverse.com', step: 'code', retryAfterSeconds: 280 },
  })
})

it('logs in with a passkey', async () => {
  vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: (options: unknown) => options })
  const credential = { toJSON: () => ({ id: 'k1' }) }
  vi.stubGlobal('navigator', { ...navigator, credentials: { get: vi.fn(async () => credential) } })
  const finished: unknown[] = []
  const { session, click, named, settle } = await open({
    'POST /api/user/login/passkey/start': { payload: { ticket: 'p1', options: { challenge: 'AA' } } },
    'POST /api/user/login/passkey/finish': (body: unknown) => {
      finished.push(body)
      return IN
    },
  })
  await click(named('Log in with a passkey'))
  await settle()
  expect(finished).toEqual([{ ticket: 'p1', credential: { id: 'k1' } }])
  expect(session.signIn).toHaveBeenCalledWith('fresh')
})

it('shows no error when the passkey dialog is closed', async () => {
  vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: (options: unknown) => options })
  const get = vi.fn(async () => Promise.reject(new DOMException('closed', 'NotAllowedError')))
  vi.stubGlobal('navigator', { ...navigator, credentials: { get } })
  const { session, click, named, settle } = await open({
    'POST /api/user/login/passkey/start': { payload: { ticket: 'p1', options: { challenge: 'AA' } } },
  })
  await click(named('Log in with a passkey'))
  await settle()
  expect(session.signIn).not.toHaveBeenCalled()
  expect(document.querySelector('.wv-form-error')).toBeNull()
})
