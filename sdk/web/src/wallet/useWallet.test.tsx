import { afterEach, expect, it } from 'vitest'
import type { UserInfo } from '../host/types'
import { renderPage } from '../testing'
import { useWallet } from './useWallet'

let leave = async () => undefined as unknown
afterEach(() => leave())

const Balance = () => <output>{useWallet().data?.balanceHundredths}</output>

it('keeps a pushed balance when a read that started before answers later', async () => {
  const resolvers: ((answer: object) => void)[] = []
  const page = await renderPage(<Balance />, {
    state: { caller: { status: 'member', user: { id: 'u1' } as UserInfo } },
    answers: { 'GET /api/v2/wallet': () => new Promise((resolve) => resolvers.push(resolve)) },
  })
  leave = page.unmount
  await page.during(() =>
    page.host.live.publish({ kind: 'kernel.wallet.changed', data: { balanceHundredths: 700 } }),
  )
  resolvers[0]?.({ payload: { balanceHundredths: 100 } })
  await page.settle()
  expect(page.container.textContent).not.toBe('100')
  resolvers[1]?.({ payload: { balanceHundredths: 700 } })
  await page.settle()
  expect(page.container.textContent).toBe('700')
})
