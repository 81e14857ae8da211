// Payments, through the screens and through the API.
import assert from 'node:assert/strict'
import { expect, type Locator, type Page } from '@playwright/test'
import { type Account, logIn } from './accounts.mjs'
import type { Kernel } from './kernel.mjs'
import type { Screen } from './screen'

/** The available balance in the header; wide windows show it in dollars, too. */
export const balanceChip = (one: Screen): Locator => one.page.getByTestId('wit-chip')

export const expectBalance = (one: Screen, shown: string) =>
  expect(balanceChip(one)).toHaveText(new RegExp(`^${shown}(≈|$)`))

/** Creates an order over the API and returns its id. */
export async function makeOrder(kernel: Kernel, who: Account, wit: number): Promise<string> {
  const token = await logIn(kernel, who)
  const body = { wit, currency: 'KRW', agreed: true }
  const answer = await kernel.call('POST', '/api/v2/wallet/orders', body, token)
  assert.equal(answer.status, 201, `order answered ${answer.status} ${answer.code}`)
  return answer.payload.id
}

type SandboxAction = 'approve' | 'delay' | 'decline' | 'twice' | 'wrong-amount' | 'chargeback'

/** Presses a button on the page of the sandbox, which simulates a payment provider and is not part of the product. */
export const pressInSandbox = (page: Page, action: SandboxAction) =>
  page.locator(`button[name=press][value="${action}"]`).click()

/** Pays an order on the page of the sandbox, which redirects back to the shell. */
export async function pay(one: Screen, orderId: string, action: SandboxAction = 'approve'): Promise<void> {
  await one.goto(`/sandbox/pay/${orderId}`)
  await pressInSandbox(one.page, action)
  await one.expectPath(`/charge/complete?orderId=${orderId}`)
}

/** Buys WIT by card and returns the id of the order. */
export async function buyWit(one: Screen, kernel: Kernel, who: Account, wit: number): Promise<string> {
  const orderId = await makeOrder(kernel, who, wit)
  await pay(one, orderId)
  await expect(one.heading('wallet:complete.paid')).toBeVisible()
  return orderId
}

/** Simulates a chargeback by the card's owner. */
export async function chargeBack(one: Screen, orderId: string): Promise<void> {
  await one.goto(`/sandbox/pay/${orderId}`)
  await pressInSandbox(one.page, 'chargeback')
}

export async function walletOf(kernel: Kernel, who: Account) {
  const token = await logIn(kernel, who)
  return (await kernel.call('GET', '/api/v2/wallet', undefined, token)).payload
}
