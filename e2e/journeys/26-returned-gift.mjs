// A gift that nobody answers comes back after 168 hours. It moves the kernel's clock, so it is the last journey.
import assert from 'node:assert/strict'
import { makeAccount } from '../lib/accounts.mjs'
import { eventually, shown } from '../lib/check.mjs'
import { account, charge, walletOf } from '../lib/money.mjs'
import { as, befriend, grant, send, shelf } from '../lib/social.mjs'

const HOURS = 168

const returned = {
  name: 'a gift returns',
  async run({ kernel, person }) {
    const [a, b] = [
      await makeAccount(kernel, 'wait', { world: 'reef' }),
      await makeAccount(kernel, 'never', { world: 'reef' }),
    ]
    await befriend(kernel, a, b)
    const [ada, ben] = [await person(), await person({ width: 390, touch: true })]
    await ada.logIn(a)
    await ben.logIn(b)
    await shown(account(ben.page))
    await charge(ada, kernel, a, 400)
    const lantern = await grant(kernel, a, 'Lantern')
    await send(kernel, a, b, 150, 'Are you there?')
    await send(kernel, a, b, lantern)
    assert.equal((await walletOf(kernel, a)).heldHundredths, 15_000)
    await ben.page.goto('/gifts')
    await shown(ben.page.locator('.gf-card', { hasText: '150 WIT' }))

    const moved = await kernel.call('POST', '/dev/clock', { hours: HOURS + 1 })
    assert.equal(moved.status, 200, 'development kernels let time pass')
    await eventually('the WIT are back', async () => {
      const { heldHundredths, availableHundredths } = await walletOf(kernel, a)
      return heldHundredths === 0 && availableHundredths === 40_000
    })
    // WIT are back at once, each gift when its own turn comes.
    await eventually('nothing waits', async () => {
      const { total } = await as(kernel, b, 'GET', '/api/v2/gift/received?status=pending')
      return total === 0
    })
    // The platform says so to both; a page whose channel was asleep learns of it when it is opened.
    await ben.page.goto('/gifts')
    await eventually(
      'both are history',
      async () => (await ben.page.locator('.gf-row', { hasText: 'Returned' }).count()) === 2,
    )
    assert.equal(await ben.page.locator('.gf-card').count(), 0)
    await ada.page.goto('/gifts?tab=sent')
    await eventually(
      'and came back',
      async () => (await ada.page.locator('.gf-row', { hasText: 'Returned' }).count()) === 2,
    )
    await ada.shoot('242-returned')
    await ada.page.goto('/inventory?state=free')
    await eventually('the item is free', async () => (await shelf(ada.page)).join() === 'Lantern')
  },
}

export const journeys = [returned]
