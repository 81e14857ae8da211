// The administrators' screens: people, roles, sanctions, words, the log, keys.
import assert from 'node:assert/strict'
import { demo, logIn, makeAccount } from '../lib/accounts.mjs'
import { dialog, eventually, fieldSays, gone, shown, toasted } from '../lib/check.mjs'

const account = (page) => page.getByRole('button', { name: 'Your account' })
const press = (page, name) => dialog(page).getByRole('button', { name, exact: true }).click()

const administration = {
  name: 'administration',
  async run({ kernel, person }) {
    const made = await makeAccount(kernel, 'subj', { world: 'reef' })
    const token = await logIn(kernel, made)
    const plain = await person()
    await plain.logIn(made)
    await plain.page.goto('/profile')
    await shown(plain.page.locator('.pf-content .pt-section'))
    await account(plain.page).click()
    assert.equal(await plain.page.locator('#account').getByText('Administration').count(), 0)
    await plain.page.goto('/admin')
    await shown(plain.page.getByText('Page not found', { exact: true }))

    const one = await person()
    const { page } = one
    await one.logIn(demo('admin'), 'en')
    await shown(account(page))
    await page.goto('/profile')
    await account(page).click()
    await page.locator('#account').getByRole('link', { name: 'Administration' }).click()
    await page.locator('[name=search]').fill(made.email)
    const row = page.getByRole('link', { name: made.nickname })
    await eventually('one is found', async () => (await page.locator('tbody tr').count()) === 1)
    await row.click()
    await shown(page.getByRole('heading', { name: made.nickname, level: 1 }))
    await one.shoot('106-account')

    const role = page.locator('li', { hasText: 'Decides about reports' })
    await role.getByRole('button', { name: 'Give' }).click()
    await toasted(page, `${made.nickname} is now: Moderator.`)
    await role.getByRole('button', { name: 'Take away' }).click()
    await toasted(page, `${made.nickname} is no longer: Moderator.`)

    await page.getByRole('button', { name: 'Impose a sanction' }).click()
    await press(page, 'Decide')
    await fieldSays(page, 'reason', 'Please write at least 5 characters.')
    await page.locator('[name=action]').selectOption('mute')
    await page.locator('[name=reason]').fill('Shouting in the plaza.')
    await press(page, 'Decide')
    await toasted(page, 'Decided.')
    await shown(page.getByText('Shouting in the plaza.'))
    await page.getByRole('button', { name: 'Lift', exact: true }).click()
    await page.locator('[name=reason]').fill('It was a song.')
    await press(page, 'Lift')
    await toasted(page, 'The sanction is lifted.')

    await page.getByRole('button', { name: 'End all sessions' }).click()
    await press(page, 'End all sessions')
    await gone(dialog(page))
    const refused = await kernel.call('POST', '/api/user/auth', undefined, token)
    assert.equal(refused.status, 401)

    await page.goto('/admin/words')
    await page.locator('[name=word]').fill('Grumpf')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await toasted(page, '“grumpf” is forbidden now.')
    await page.locator('[name=word]').fill('grumpf')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await eventually('it is there already', async () => {
      return (await page.locator('[name=word]').getAttribute('aria-invalid')) === 'true'
    })
    const free = await kernel.call('GET', '/api/v2/user/query/nickname?nickname=xgrumpfx')
    assert.notEqual(free.status, 200, 'and nobody may be called so')
    await page.locator('[name=search]').fill('grumpf')
    await page.getByRole('button', { name: 'Remove “grumpf”' }).click()
    await press(page, 'Remove')
    await gone(dialog(page))
    await shown(page.getByText('There is no such word on the list.'))

    await page.goto('/admin/audit')
    await page.locator('[name=kind]').fill('role.granted')
    await shown(page.locator('tbody tr', { hasText: made.nickname }))
    await page.goto('/admin/keys')
    await shown(page.getByText('In use'))
    await page.getByRole('button', { name: 'Rotate now' }).click()
    await press(page, 'Rotate now')
    await toasted(page, 'A new key was made.')
    await page.reload()
    await shown(account(page))
  },
}

export const journeys = [administration]
