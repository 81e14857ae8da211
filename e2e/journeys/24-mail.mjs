// What people hear of: alarms and a word back, notices that administrators schedule, and how one wants to hear of things.
import assert from 'node:assert/strict'
import { demo, makeAccount } from '../lib/accounts.mjs'
import { at, dialog, eventually, shown, toasted } from '../lib/check.mjs'
import { account } from '../lib/money.mjs'
import { as, befriend, belled, bellSays } from '../lib/social.mjs'

const button = (page, name) => page.getByRole('button', { name, exact: true })
const KST_MS = 9 * 3_600_000

const alarms = {
  name: 'alarms',
  async run({ kernel, person }) {
    const [a, b] = [
      await makeAccount(kernel, 'mail', { world: 'reef' }),
      await makeAccount(kernel, 'post', { world: 'reef' }),
    ]
    const one = await person({ width: 390, touch: true })
    const other = await person({ theme: 'dark' })
    await one.logIn(a)
    await other.logIn(b)
    await shown(account(one.page))
    await shown(account(other.page))
    await one.page.goto('/mail')
    await shown(one.page.getByText('Nothing has come yet'))
    await one.shoot('210-mail-empty')

    // A friendship is an alarm to both: one is asked, the other hears of the answer.
    await befriend(kernel, a, b)
    await bellSays(other.page, 1)
    await bellSays(one.page, 1)
    await other.page.getByTestId('mail-bell').click()
    await at(other.page, '/mail')
    await other.page.locator('.ml-row').first().click()
    await shown(other.page.locator('.ml-thread'))
    await bellSays(other.page, 0)
    await other.shoot('211-alarm')

    // On a phone: the list, the thread, a word back.
    const row = one.page.locator('.ml-row').first()
    await shown(row)
    await row.click()
    await one.page.locator('[name=content]').fill('Hello there, neighbour!')
    await button(one.page, 'Send').click()
    await shown(one.page.locator('.ml-replies .is-mine', { hasText: 'Hello there, neighbour!' }))
    await bellSays(one.page, 0)
    await one.shoot('212-thread')
    await bellSays(other.page, 1)
    const answer = other.page.locator('.ml-row', { hasText: `${a.nickname} wrote back` })
    await answer.click()
    await shown(other.page.locator('.ml-thread', { hasText: 'Hello there, neighbour!' }))
    await other.shoot('213-answer')
    await button(other.page, `Report ${a.nickname}`).click()
    await shown(dialog(other.page).locator('[name=reason]'))
  },
}

const preferences = {
  name: 'mail preferences',
  async run({ kernel, person }) {
    const [a, b] = [
      await makeAccount(kernel, 'quiet', { world: 'reef' }),
      await makeAccount(kernel, 'loud', { world: 'reef' }),
    ]
    const one = await person({ width: 768 })
    await one.logIn(a)
    await shown(account(one.page))
    await one.page.goto('/mail?tab=settings')
    await one.page.locator('[name=friend-app]').uncheck()
    await one.page.locator('[name=digest][value=weekly]').check({ force: true })
    await one.shoot('214-preferences')
    await eventually('it is kept', async () => {
      const kept = await as(kernel, a, 'GET', '/api/v2/mails/preferences')
      return kept.kinds.friend.app === false && kept.digest === 'weekly'
    })
    await befriend(kernel, b, a)
    await one.page.goto('/mail')
    await shown(one.page.getByText('Nothing has come yet'))
    assert.equal(await belled(one.page), 0)
  },
}

const notices = {
  name: 'notices',
  async run({ kernel, person }) {
    const reader = await makeAccount(kernel, 'read', { world: 'reef' })
    const one = await person({ width: 390, touch: true, language: 'ko' })
    await one.logIn(reader)
    await shown(account(one.page))
    const before = await belled(one.page)

    const boss = await person()
    const { page } = boss
    await boss.logIn(demo('admin'), 'en')
    await shown(account(page))
    await page.goto('/admin/notices')
    const write = async (title) => {
      await button(page, 'Write a notice').click()
      await page.locator('[name="title.ko"]').fill(`${title} 안내`)
      await page.locator('[name="title.en"]').fill(title)
      await page.locator('[name="body.ko"]').fill('잠시 쉽니다.')
    }
    await write('Maintenance')
    await button(page, 'Publish').click()
    await shown(dialog(page).getByText('Notices need both languages.'))
    await page.locator('[name="body.en"]').fill('We rest for a moment.')
    await boss.shoot('215-notice')
    await button(page, 'Publish').click()
    await toasted(page, 'The notice is published.')
    await bellSays(one.page, before + 1)
    await one.page.goto('/mail?tab=notices')
    const notice = one.page.locator('.ml-notice', { hasText: 'Maintenance 안내' })
    await notice.locator('summary').click()
    await shown(notice.getByText('잠시 쉽니다.'))
    await bellSays(one.page, before)
    await one.shoot('216-notices')

    // For later: not there yet, and withdrawn before anybody has seen it.
    await write('Festival')
    await page.locator('[name="body.en"]').fill('Lights everywhere.')
    await page.locator('[name=when][value=later]').check({ force: true })
    const tomorrow = new Date(Date.now() + KST_MS + 86_400_000).toISOString().slice(0, 16)
    await page.locator('[name=publishAt]').fill(tomorrow)
    await button(page, 'Schedule').click()
    await toasted(page, 'The notice is scheduled.')
    const row = page.locator('.pt-row', { hasText: 'Festival' })
    await shown(row.getByText('Scheduled'))
    await shown(row.getByText(`${tomorrow.replaceAll('-', '.').replace('T', ' ')} KST`))
    await boss.shoot('217-notices')
    await row.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Withdraw', exact: true }).click()
    await toasted(page, 'The notice is withdrawn.')
    assert.equal(await one.page.locator('.ml-notice', { hasText: 'Festival' }).count(), 0)
  },
}

export const journeys = [alarms, preferences, notices]
