import { problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { texts } from '../../../locales/profile'
import { member, renderShell } from '../../testing'
import { WalletsTab } from './WalletsTab'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const MESSAGE = 'Witverse wants to know that 지갑 is yours.'
const wallet = (n: number) => ({
  address: `0x${String(n).repeat(40)}`,
  label: null,
  connectedAt: '2026-11-01T00:00:00Z',
})

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(items: object[], answers: Record<string, unknown> = {}) {
  const page = await renderShell(<WalletsTab />, [texts], {
    state: member(),
    answers: {
      'GET /api/account/wallets': { payload: { items } },
      'POST /api/account/wallets/challenge': { payload: { message: MESSAGE, expiresInSeconds: 300 } },
      ...answers,
    },
  })
  leave = page.unmount
  await page.settle()
  const connect = async () => {
    await page.click(page.named('Connect a wallet'))
    await page.settle()
  }
  return { ...page, connect }
}

const fakeEthereum = (sign: () => Promise<string> = async () => '0xsigned') => {
  const request = vi.fn(async ({ method }: { method: string; params?: string[] }) =>
    method === 'eth_requestAccounts' ? [ADDRESS] : sign(),
  )
  vi.stubGlobal('ethereum', { request })
  return request
}

it('shows that the extension is missing', async () => {
  vi.stubGlobal('ethereum', undefined)
  const { connect, shown } = await open([])
  await connect()
  expect(shown()).toContain('The wallet extension is missing.')
})

it('signs the challenge and shows the verified wallet', async () => {
  const request = fakeEthereum()
  const sent = vi.fn(() => ({ payload: { ...wallet(1), address: ADDRESS } }))
  const { connect, host } = await open([], { 'POST /api/account/wallets': sent })
  await connect()
  const [hex, address] = request.mock.calls[1]?.[0].params ?? []
  expect(Buffer.from(String(hex).slice(2), 'hex').toString('utf8')).toBe(MESSAGE)
  expect(address).toBe(ADDRESS)
  expect(sent).toHaveBeenCalledWith({ address: ADDRESS, signature: '0xsigned' }, expect.anything())
  expect(host.store.getState().modals).toEqual([{ id: 'wallet-verified', data: { address: ADDRESS } }])
})

it('shows that the person declined in the wallet', async () => {
  fakeEthereum(async () => Promise.reject({ code: 4001 }))
  const { connect, host } = await open([])
  await connect()
  expect(host.store.getState().toast?.text).toBe('You declined the request in your wallet.')
  expect(host.store.getState().modals).toEqual([])
})

it('shows the server’s error in the current language', async () => {
  fakeEthereum()
  const language = { ko: '이미 연결됨', en: 'Another account has this wallet.' }
  const { connect, host } = await open([], {
    'POST /api/account/wallets': problem(409, 'wallet_connected', { language }),
  })
  await connect()
  expect(host.store.getState().toast?.text).toBe('Another account has this wallet.')
})

it('stops at five wallets', async () => {
  const { named, shown } = await open([1, 2, 3, 4, 5].map(wallet))
  expect((named('Connect a wallet') as HTMLButtonElement).disabled).toBe(true)
  expect(shown()).toContain('You can connect up to 5 wallets')
})
