import { problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { texts } from '../../locales/entry'
import { member, renderShell } from '../testing'
import { LoginLinkModal } from './LoginLinkModal'

const DESCRIBE = 'POST /api/user/login/code/describe'
const REDEEM = 'POST /api/user/login/code/redeem'
const THEO = { id: 'u2', nickname: 'theo', maskedEmail: 't***@witverse.com', profileImage: null }
const ANSWER = { payload: { accessToken: 'other', expiresIn: 600, user: { nickname: 'theo', email: 'x' } } }

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open({ account = THEO as object, redeemed = ANSWER as unknown, state = {} } = {}) {
  const describe = vi.fn(() => (account instanceof Response ? account : { payload: account }))
  const redeem = vi.fn(() => redeemed)
  const close = vi.fn()
  const page = await renderShell(<LoginLinkModal data={{ code: 'c1' }} close={close} />, [texts], {
    answers: { [DESCRIBE]: describe, [REDEEM]: redeem },
    state,
  })
  leave = page.unmount
  await page.settle()
  const press = async (name: string) => {
    await page.click(page.named(name))
    await page.settle()
  }
  return { ...page, press, close, describe, redeem }
}

it('shows the account to a visitor and redeems the code only after confirmation', async () => {
  const { session, host, describe, redeem, shown, press } = await open()
  expect(describe).toHaveBeenCalledWith({ code: 'c1' }, expect.anything())
  expect(redeem).not.toHaveBeenCalled()
  expect(shown()).toContain('Log in to this account?')
  expect(shown()).toContain('theo')
  expect(shown()).toContain('t***@witverse.com')
  await press('Log in as theo')
  expect(redeem).toHaveBeenCalledTimes(1)
  expect(redeem).toHaveBeenCalledWith({ code: 'c1' }, expect.anything())
  expect(session.signIn).toHaveBeenCalledWith('other')
  expect(host.store.getState().toast?.text).toBe("You're logged in as theo.")
})

it('changes nothing on Cancel', async () => {
  const { session, redeem, close, press } = await open()
  await press('Cancel')
  expect(close).toHaveBeenCalled()
  expect(redeem).not.toHaveBeenCalled()
  expect(session.signIn).not.toHaveBeenCalled()
})

it('shows the masked email of an account without a nickname', async () => {
  const { shown, named } = await open({ account: { ...THEO, nickname: null } })
  expect(shown()).toContain('t***@witverse.com')
  expect(named('Log in as t***@witverse.com')).not.toBeNull()
})

it('shows which account is logged in', async () => {
  const { session, redeem, shown, press } = await open({ state: member() })
  expect(redeem).not.toHaveBeenCalled()
  expect(shown()).toContain("You're logged in as mina.")
  await press('Log in as theo')
  expect(session.signIn).toHaveBeenCalledWith('other')
})

it('does not use a link of the current account', async () => {
  const { redeem, shown, press, close } = await open({ account: { ...THEO, id: 'u1' }, state: member() })
  expect(shown()).toContain("You're already logged in")
  await press('OK')
  expect(close).toHaveBeenCalled()
  expect(redeem).not.toHaveBeenCalled()
})

const OLD = problem(401, 'login_code_invalid', {
  language: { ko: '만료', en: 'The code has been used or is too old.' },
})

it('shows the error of an expired link', async () => {
  const { session, redeem, shown } = await open({ account: OLD.clone() })
  expect(shown()).toContain("This link doesn't work")
  expect(shown()).toContain('The code has been used or is too old.')
  expect(redeem).not.toHaveBeenCalled()
  expect(session.signIn).not.toHaveBeenCalled()
})

it('shows the error of a link that expired before the confirmation', async () => {
  const { session, shown, press } = await open({ redeemed: OLD.clone() })
  await press('Log in as theo')
  expect(shown()).toContain("This link doesn't work")
  expect(session.signIn).not.toHaveBeenCalled()
})
