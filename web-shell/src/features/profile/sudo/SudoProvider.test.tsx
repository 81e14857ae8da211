import { ApiError, DISMISSED } from '@witverse/sdk'
import { problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { texts } from '../../../locales/sudo'
import { member, renderShell } from '../../testing'
import { SudoProvider, useSudo } from './SudoProvider'

const REQUIRED = new ApiError({ status: 403, code: 'reauthentication_required' })
let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(task: () => Promise<string>, answers: Record<string, unknown> = {}) {
  const ended = { with: undefined as unknown }
  function Asker() {
    const sudo = useSudo()
    const run = () =>
      sudo(task).then(
        (answer) => {
          ended.with = answer
        },
        (error: unknown) => {
          ended.with = error
        },
      )
    return (
      <button type="button" onClick={run}>
        Ask
      </button>
    )
  }
  const page = await renderShell(
    <SudoProvider>
      <Asker />
    </SudoProvider>,
    [texts],
    { answers, state: member() },
  )
  leave = page.unmount
  await page.click(page.named('Ask'))
  await page.settle()
  return { ...page, ended }
}

it('does not ask if no confirmation is required', async () => {
  const { ended } = await open(async () => 'done')
  expect(ended.with).toBe('done')
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

it('asks for the password and repeats the call', async () => {
  const task = vi.fn().mockRejectedValueOnce(REQUIRED).mockResolvedValueOnce('done')
  const sent = vi.fn(() => ({ payload: { sudoUntil: '2026-11-21T14:00:00Z' } }))
  const page = await open(task, { 'POST /api/account/reauthenticate': sent })
  expect(page.ended.with).toBeUndefined()
  await page.fill({ password: 'Witverse1!' })
  await page.click(page.named('Confirm'))
  await page.settle()
  expect(sent).toHaveBeenCalledWith({ password: 'Witverse1!' }, expect.anything())
  expect(task).toHaveBeenCalledTimes(2)
  expect(page.ended.with).toBe('done')
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

it('shows a wrong password at its field and stays open', async () => {
  const task = vi.fn().mockRejectedValue(REQUIRED)
  const fields = [{ field: 'password', message: 'Password does not match.' }]
  const page = await open(task, {
    'POST /api/account/reauthenticate': problem(422, 'validation_failed', { fields }),
  })
  await page.fill({ password: 'Wrong1!aa' })
  await page.click(page.named('Confirm'))
  await page.settle()
  expect(page.shown()).toContain('Password does not match.')
  expect(task).toHaveBeenCalledTimes(1)
})

it('rejects as dismissed when it is closed', async () => {
  const page = await open(vi.fn().mockRejectedValue(REQUIRED))
  await page.click(page.named('Close'))
  await page.settle()
  expect(page.ended.with).toMatchObject({ code: DISMISSED })
})

it('rethrows other errors', async () => {
  const refusal = new ApiError({ status: 409, code: 'totp_already_on' })
  const { ended } = await open(vi.fn().mockRejectedValue(refusal))
  expect(ended.with).toBe(refusal)
})

it('repeats every call that waits for the confirmation', async () => {
  const ended: unknown[] = []
  const task = vi
    .fn()
    .mockRejectedValueOnce(REQUIRED)
    .mockRejectedValueOnce(REQUIRED)
    .mockResolvedValue('done')
  function Asker() {
    const sudo = useSudo()
    const run = () => {
      for (let calls = 0; calls < 2; calls++) void sudo(task).then((answer) => ended.push(answer))
    }
    return (
      <button type="button" onClick={run}>
        Ask
      </button>
    )
  }
  const page = await renderShell(
    <SudoProvider>
      <Asker />
    </SudoProvider>,
    [texts],
    {
      answers: { 'POST /api/account/reauthenticate': { payload: { sudoUntil: '2026-11-21T14:00:00Z' } } },
      state: member(),
    },
  )
  leave = page.unmount
  await page.click(page.named('Ask'))
  await page.settle()
  await page.fill({ password: 'Witverse1!' })
  await page.click(page.named('Confirm'))
  await page.settle()
  expect(ended).toEqual(['done', 'done'])
})

it('accepts a passkey instead', async () => {
  vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: (options: unknown) => options })
  const credentials = { get: async () => ({ toJSON: () => ({ id: 'k' }) }) }
  vi.stubGlobal('navigator', { ...navigator, credentials })
  const task = vi.fn().mockRejectedValueOnce(REQUIRED).mockResolvedValueOnce('done')
  const finish = vi.fn(() => ({ payload: { sudoUntil: 'x' } }))
  const page = await open(task, {
    'POST /api/account/reauthenticate/passkey/start': { payload: { ticket: 't', options: {} } },
    'POST /api/account/reauthenticate/passkey/finish': finish,
  })
  await page.click(page.named('Use a passkey'))
  await page.settle()
  expect(finish).toHaveBeenCalledWith({ ticket: 't', credential: { id: 'k' } }, expect.anything())
  expect(page.ended.with).toBe('done')
})
