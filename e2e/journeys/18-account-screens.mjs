// Every screen of accounts and operators as people see it: at each width, in both languages and themes, and axe
// finds nothing.
import { demo, logIn, makeAccount } from '../lib/accounts.mjs'
import { dialog, shown } from '../lib/check.mjs'
import { axe, look } from '../lib/look.mjs'

const account = (page) => page.getByRole('button', { name: /^(Your account|내 계정)$/ })

const legal = async (one) => {
  for (const path of ['terms', 'nft-terms', 'privacy']) {
    await one.page.goto(`/${path}`)
    await shown(one.page.locator('.lg-text section').first())
    await look(one, `110-${path}`)
  }
  await one.page.goto('/profile')
  await shown(one.page.locator('.wv-empty'))
  await look(one, '111-profile-visitor')
  await one.page.goto('/appeal')
  await shown(one.page.locator('.wv-empty'))
  await look(one, '112-appeal-missing')
}

const profile = async (one) => {
  const { page } = one
  const tabs = ['', '/security', '/sessions', '/activity', '/wallets', '/privacy', '/safety']
  for (const tab of tabs) {
    await page.goto(`/profile${tab}`)
    await shown(page.locator('.pf-content .pt-section').first())
    await page.locator('.pf-content .wv-skeleton').first().waitFor({ state: 'hidden' })
    await look(one, `113-profile${tab.replace('/', '-')}`)
  }
}

const people = async (one, id) => {
  const { page } = one
  await page.goto(`/user/${id}`)
  await shown(page.locator('.pp-safety'))
  await look(one, '114-user')
  await page.locator('.pp-actions > button').first().click()
  await shown(page.locator('.pp-share'))
  await look(one, '115-share')
  await page.keyboard.press('Escape')
  await page.locator('.pp-safety button').last().click()
  await shown(dialog(page).locator('[name=reason]'))
  await look(one, '116-report')
  await page.keyboard.press('Escape')
}

const operators = async (one, id) => {
  const { page } = one
  for (const path of ['/moderation', '/admin', `/admin/people/${id}`, '/admin/words', '/admin/audit']) {
    await page.goto(path)
    await shown(page.locator('.pt-section').first())
    await page.locator('.pt-section .wv-skeleton').first().waitFor({ state: 'hidden' })
    await look(one, `117${path.replace(id, '1').replaceAll('/', '-')}`)
  }
  await page.goto('/admin/keys')
  await shown(page.locator('.pt-row').first())
  await look(one, '117-admin-keys')
}

const screens = (options) => ({
  name: `account screens ${options.width} ${options.language} ${options.theme}`,
  beside: true,
  async run({ kernel, person }) {
    const other = await makeAccount(kernel, 'seen')
    const token = await logIn(kernel, other)
    const { id } = (await kernel.call('POST', '/api/user/auth', undefined, token)).payload
    const visitor = await person({ ...options, script: axe })
    await legal(visitor)
    const member = await person({ ...options, script: axe })
    await member.logIn(demo('haneul'))
    await shown(account(member.page))
    await profile(member)
    await people(member, id)
    const admin = await person({ ...options, script: axe })
    await admin.logIn(demo('admin'))
    await shown(account(admin.page))
    await operators(admin, id)
  },
})

export const journeys = [
  screens({ width: 390, language: 'ko', theme: 'dark', touch: true }),
  screens({ width: 768, language: 'en', theme: 'light' }),
  screens({ width: 1440, language: 'ko', theme: 'light' }),
  screens({ width: 1440, language: 'en', theme: 'dark' }),
]
