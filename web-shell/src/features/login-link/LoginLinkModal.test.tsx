import { problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { texts } from '../../locales/entry'
import { member, renderShell } from '../testing'
import { LoginLinkModal } from './LoginLinkModal'

const REDEEM = 'POST /api/user/login/code/redeem'
const ANSWER = { payload: { accessToken: 'other', expiresIn: 600, user: { nickname: 'theo', email: 'x' } } }

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(answer: unknown, state = {}) {
  const redeem = vi.fn(() => answer)
  const page = await renderShell(<LoginLinkModal data={{ code: 'c1' }} close={vi.fn()} />, [texts], {
    answers: { [REDEEM]: redeem },
    state,
  })
  leave = page.unmount
  await page.settle()
  return { ...page, redeem }
}

it('signs a visitor in and says as whom', async () => {
  const { session, host, redeem } = await open(ANSWER)
  expect(redeem).toHaveBeenCalledTimes(1)
  expect(redeem).toHaveBeenCalledWith({ code: 'c1' }, expect.anything())
  expect(session.signIn).toHaveBeenCalledWith('other')
  expect(host.store.getState().toast?.text).toBe('You are logged in as theo.')
})

it('asks somebody who is signed in already, and does nothing until then', async () => {
  const { session, redeem, shown, click, named, settle } = await open(ANSWER, member())
  expect(redeem).not.toHaveBeenCalled()
  expect(shown()).toContain('You are logged in as mina.')
  await click(named('Log in with the link'))
  await settle()
  expect(session.signIn).toHaveBeenCalledWith('other')
})

it('says what is wrong with an old link', async () => {
  const language = { ko: '만료', en: 'The code has been used or is too old.' }
  const { session, shown } = await open(problem(401, 'login_code_invalid', { language }))
  expect(shown()).toContain('This link does not work')
  expect(shown()).toContain('The code has been used or is too old.')
  expect(session.signIn).not.toHaveBeenCalled()
})
