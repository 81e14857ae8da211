// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { pay } from './checkout'

const PORTONE = {
  kind: 'portone',
  storeId: 'store-1',
  channelKey: 'channel-1',
  paymentId: 'pay-1',
  orderName: 'WIT 1,000',
  totalAmount: 13_889,
  currency: 'KRW',
  redirectUrl: 'https://witverse.test/charge/complete?orderId=o1',
} as const

const outside = (answer?: object) => {
  const requestPayment = vi.fn(async () => answer as never)
  return { go: vi.fn(), portOne: vi.fn(async () => ({ requestPayment })), requestPayment }
}

it('redirects to the provider’s page without loading a script', async () => {
  const parts = outside()
  await pay({ kind: 'redirect', url: 'https://witverse.test/sandbox/pay/1' }, 'ko', parts)
  await pay({ kind: 'redirect', url: 'https://pay.example/1' }, 'ko', parts)
  expect(parts.go.mock.calls).toEqual([['/sandbox/pay/1?lang=ko'], ['https://pay.example/1']])
  expect(parts.portOne).not.toHaveBeenCalled()
})

it('opens PortOne’s window and continues to the confirmation', async () => {
  const parts = outside({ paymentId: 'pay-1' })
  await pay(PORTONE, 'ko', parts)
  const { kind: _, ...request } = PORTONE
  expect(parts.requestPayment).toHaveBeenCalledWith({ ...request, payMethod: 'CARD' })
  expect(parts.go).toHaveBeenCalledWith(PORTONE.redirectUrl)
})

it('shows PortOne’s message if the person closes its window', async () => {
  const parts = outside({ code: 'PAY_PROCESS_CANCELED', message: '결제가 취소되었습니다.' })
  await expect(pay(PORTONE, 'ko', parts)).rejects.toMatchObject({
    code: 'PAY_PROCESS_CANCELED',
    language: { ko: '결제가 취소되었습니다.' },
  })
  expect(parts.go).not.toHaveBeenCalled()
})

it('loads the script again after a failure', async () => {
  const added: HTMLScriptElement[] = []
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    added.push(...(nodes as HTMLScriptElement[]))
  })
  const { OUTSIDE } = await import('./checkout')
  const first = OUTSIDE.portOne()
  added[0]?.onerror?.(new Event('error'))
  await expect(first).rejects.toMatchObject({ code: 'script_missing' })
  const second = OUTSIDE.portOne()
  ;(window as { PortOne?: object }).PortOne = { requestPayment: vi.fn() }
  added[1]?.onload?.call(window as never, new Event('load'))
  expect(await second).toBeTruthy()
  expect(added.map(({ src }) => src)).toEqual(Array(2).fill('https://cdn.portone.io/v2/browser-sdk.js'))
})
