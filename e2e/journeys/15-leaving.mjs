// One's data to take along, an account to be erased, and the regret.
import assert from 'node:assert/strict'
import { makeAccount } from '../lib/accounts.mjs'
import { dialog, eventually, gone, shown, toasted } from '../lib/check.mjs'

const account = (page) => page.getByRole('button', { name: 'Your account' })

const leaving = {
  name: 'deletion and keeping',
  async run({ kernel, person }) {
    const made = await makeAccount(kernel, 'leave', { world: 'reef' })
    const one = await person({ width: 390, touch: true })
    const { page } = one
    await one.logIn(made)
    await shown(account(page))
    await page.goto('/profile/privacy')
    await page.getByRole('button', { name: 'Erase my account' }).click()
    const erase = dialog(page).getByRole('button', { name: 'Erase my account' })
    assert.equal(await erase.isDisabled(), true)
    await page.locator('[name=confirmation]').fill(made.nickname.slice(0, -1))
    assert.equal(await erase.isDisabled(), true)
    await page.locator('[name=confirmation]').fill(made.nickname)
    await one.shoot('101-erase')
    await erase.click()
    await gone(dialog(page))
    const banner = page.locator('.sh-banner')
    await shown(banner)
    await one.shoot('102-erase-pending')
    await page.goto('/terms')
    await shown(banner)
    await banner.getByRole('button', { name: 'Keep my account' }).click()
    await toasted(page, 'Your account stays.')
    await gone(banner)
  },
}

const taking = {
  name: 'data export',
  async run({ kernel, person }) {
    const made = await makeAccount(kernel, 'export', { world: 'reef' })
    const one = await person({ theme: 'dark' })
    const { page } = one
    await one.logIn(made)
    await shown(account(page))
    await page.goto('/profile/privacy')
    await page.getByRole('button', { name: 'Ask for my data' }).click()
    const fetch = page.getByRole('button', { name: 'Download' })
    await fetch.waitFor({ timeout: 30_000 })
    await one.shoot('103-export')
    const [download] = await Promise.all([page.waitForEvent('download'), fetch.click()])
    assert.match(download.suggestedFilename(), /^witverse-\d{4}-\d{2}-\d{2}\.zip$/)
    const stream = await download.createReadStream()
    const first = await eventually('the archive begins', () => stream.read(4) ?? false)
    assert.equal(first.toString('latin1'), 'PK\x03\x04')
  },
}

export const journeys = [leaving, taking]
