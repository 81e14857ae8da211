// Paying, as people do and as programs do.
import assert from 'node:assert/strict'
import { logIn } from './accounts.mjs'
import { at, eventually, shown } from './check.mjs'

/** By its looks: what a modal lies over has no role. */
export const account = (page) => page.locator('.sh-account-button')

/** The balance in the header, as it is written. */
export const chip = (page) => page.getByTestId('wit-chip')

export const chipSays = (page, text) =>
  eventually(`the header says ${text}`, async () => (await chip(page).textContent()).trim() === text)

/** An order by a program's call; its id. */
export async function order(kernel, who, wit, currency = 'KRW') {
  const token = await logIn(kernel, who)
  const answer = await kernel.call('POST', '/api/v2/wallet/orders', { wit, currency, agreed: true }, token)
  assert.equal(answer.status, 201, `order answered ${answer.status} ${answer.code}`)
  return answer.payload.id
}

/** Presses one of the buttons of the sandbox's page: approve, delay, decline, twice, wrong-amount, chargeback. */
export const press = (page, way) => page.locator(`button[name=press][value="${way}"]`).click()

/** Pays an order on the sandbox's page, and comes back. */
export async function pay(page, id, way = 'approve') {
  await page.goto(`/sandbox/pay/${id}`)
  await press(page, way)
  await at(page, `/charge/complete?orderId=${id}`)
}

/** WIT in somebody's wallet; the order's id. */
export async function charge(one, kernel, who, wit) {
  const id = await order(kernel, who, wit)
  await pay(one.page, id)
  await shown(one.page.locator('.wl-outcome.is-good'))
  return id
}

export async function walletOf(kernel, who) {
  const token = await logIn(kernel, who)
  return (await kernel.call('GET', '/api/v2/wallet', undefined, token)).payload
}

/** The owner of the card disputes the payment. */
export async function chargeBack(page, id) {
  await page.goto(`/sandbox/pay/${id}`)
  await press(page, 'chargeback')
}
