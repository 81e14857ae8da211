// The administrators' screens: people, roles, sanctions, forbidden words, the audit log, keys.
import { demo, logIn, makeMember } from '../lib/accounts.mjs'
import type { Person, PersonOptions } from '../lib/person'
import { idOf } from '../lib/social'
import { expect, test } from '../lib/test'

async function administrator(person: (options?: PersonOptions) => Promise<Person>): Promise<Person> {
  const one = await person()
  await one.logIn(demo('admin'))
  await expect(one.accountButton).toBeVisible()
  return one
}

test('a member finds no way to the administration', { tag: '@soak' }, async ({ kernel, person }) => {
  const one = await person()
  await one.logIn(await makeMember(kernel, 'plain'))
  await one.goto('/profile')
  await one.accountButton.click()
  await expect(one.role('link', 'shell:account.profile', {}, one.accountMenu)).toBeVisible()
  await expect(one.role('link', 'shell:account.admin', {}, one.accountMenu)).toHaveCount(0)
  await one.goto('/admin')
  await expect(one.heading('shell:screens.notFound')).toBeVisible()
})

test('an account is found, given a role and sanctioned, and its sessions are ended', async ({
  kernel,
  person,
}) => {
  const account = await makeMember(kernel, 'subj')
  const token = await logIn(kernel, account)
  const one = await administrator(person)
  const { page } = one
  await one.goto('/profile')
  await one.accountButton.click()
  await one.role('link', 'shell:account.admin', {}, one.accountMenu).click()
  await one.fill({ search: account.email })
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2) // with the head
  await page.getByRole('link', { name: account.nickname }).click()
  await expect(page.getByRole('heading', { name: account.nickname, level: 1 })).toBeVisible()
  await one.shoot('106-account')

  const role = page.getByRole('listitem').filter({ hasText: one.t('shell-operators:roles.moderatorText') })
  const named = { name: account.nickname, role: one.t('shell-operators:roles.moderator') }
  await one.role('button', 'shell-operators:roles.give', {}, role).click()
  await one.expectToast('shell-operators:roles.granted', named)
  await one.role('button', 'shell-operators:roles.take', {}, role).click()
  await one.expectToast('shell-operators:roles.revoked', named)

  await one.button('shell-operators:sanctions.impose').click()
  const decide = one.inDialog('shell-operators:decision.submit')
  await decide.click()
  await one.expectFieldError('reason', 'shell-operators:decision.reasonShort')
  await one.field('action').selectOption('mute')
  await one.fill({ reason: 'Shouting in the plaza.' })
  await decide.click()
  await one.expectToast('shell-operators:decision.done')
  await expect(page.getByText('Shouting in the plaza.')).toBeVisible()
  await one.button('shell-operators:sanctions.lift').click()
  await one.fill({ reason: 'It was a song.' })
  await one.inDialog('shell-operators:sanctions.lift').click()
  await one.expectToast('shell-operators:sanctions.lifted')

  await one.button('shell-operators:account.revoke').click()
  await one.inDialog('shell-operators:account.revoke').click()
  await expect(one.dialog).toBeHidden()
  expect((await kernel.call('POST', '/api/user/auth', undefined, token)).status).toBe(401)

  await one.goto('/admin/audit')
  await one.field('kind').selectOption('role.granted')
  await expect(page.getByRole('row').filter({ hasText: account.nickname }).first()).toBeVisible()
})

test('a forbidden word is added once, refused in nicknames, and removed', async ({ kernel, person }) => {
  const one = await administrator(person)
  await one.goto('/admin/words')
  const add = one.button('shell-operators:words.add')
  await one.fill({ word: 'Grumpf' })
  await add.click()
  await one.expectToast('shell-operators:words.added', { word: 'grumpf' })
  await one.fill({ word: 'grumpf' })
  await add.click()
  await expect(one.field('word')).toHaveAttribute('aria-invalid', 'true')
  const answer = await kernel.call('GET', '/api/v2/user/query/nickname?nickname=xgrumpfx')
  expect(answer.status, 'no nickname may contain it').not.toBe(200)
  await one.fill({ search: 'grumpf' })
  await one.button('shell-operators:words.removeThis', { word: 'grumpf' }).click()
  await one.inDialog('shell-operators:words.remove').click()
  await expect(one.dialog).toBeHidden()
  await expect(one.text('shell-operators:words.none')).toBeVisible()
})

test('a rotated signing key leaves everybody logged in', { tag: '@soak' }, async ({ kernel, person }) => {
  const account = await makeMember(kernel, 'keyed')
  const token = await logIn(kernel, account)
  const one = await administrator(person)
  await one.goto('/admin/keys')
  await expect(one.text('shell-operators:keys.signing').first()).toBeVisible()
  await one.button('shell-operators:keys.rotate').click()
  await one.inDialog('shell-operators:keys.rotate').click()
  await one.expectToast('shell-operators:keys.rotated')
  await one.page.reload()
  await expect(one.accountButton).toBeVisible()
  expect((await kernel.call('POST', '/api/user/auth', undefined, token)).status).toBe(200)
  expect(await idOf(kernel, account)).toBeTruthy()
})
