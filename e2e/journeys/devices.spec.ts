// Sessions: ending one from another device, a link that logs another browser in, and the activity log.
import { type Account, demo, makeMember } from '../lib/accounts.mjs'
import type { Kernel } from '../lib/kernel.mjs'
import type { Person, PersonOptions } from '../lib/person'
import { Screen } from '../lib/screen'
import { expect, test } from '../lib/test'

const masked = (email: string) => `${email[0]}***@${email.split('@')[1]}`

test('a device is logged out from another one, and the log shows the log-ins', async ({ kernel, person }) => {
  const account = await makeMember(kernel, 'device')
  const here = await person()
  const there = await person({ width: 390, touch: true })
  for (const one of [here, there]) {
    await one.logIn(account)
    await expect(one.accountButton).toBeVisible()
  }
  await here.goto('/profile/sessions')
  const devices = here.role('list', 'shell-profile:sessions.title').getByRole('listitem')
  await expect(devices.first()).toContainText('Chrome on Linux')
  await expect(devices.first()).toContainText(here.t('shell-profile:sessions.this'))
  await here.shoot('88-devices')
  const before = await devices.count()
  await devices
    .nth(1)
    .getByRole('button', { name: here.t('shell-profile:sessions.end') })
    .click()
  await here.expectToast('shell-profile:sessions.endedOne')
  await expect(devices).toHaveCount(before - 1)
  if (before > 2) {
    await here.button('shell-profile:sessions.endOthers').click()
    await here.inDialog('shell-profile:sessions.endOthers').click()
    await expect(here.dialog).toBeHidden()
  }
  await expect(here.text('shell-profile:sessions.only')).toBeVisible()
  await there.page.reload()
  await expect(there.logInButton).toBeVisible()
  expect(await there.stored('token')).toBeNull()

  await here.goto('/profile/activity')
  await expect(here.text('shell-profile:kinds.login.succeeded').first()).toBeVisible()
  await here.button('shell-profile:activity.check').click()
  await expect(here.page.getByText(here.like('shell-profile:activity.intact'))).toBeVisible()
  await here.shoot('89-activity')
})

/** A member who makes login links; `issue` gives the path of a new one. */
async function linkIssuer(kernel: Kernel, person: (options?: PersonOptions) => Promise<Person>) {
  const account = await makeMember(kernel, 'qr')
  const one = await person()
  await one.logIn(account)
  await expect(one.accountButton).toBeVisible()
  await one.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const issue = async () => {
    await one.goto('/profile')
    await one.button('shell-profile:other.make').click()
    await expect(one.role('img', 'shell-profile:other.qr')).toBeVisible()
    await one.button('shell-profile:other.copy').click()
    await expect(one.button('kit:copied')).toBeVisible()
    const address = new URL(await one.page.evaluate(() => navigator.clipboard.readText()))
    return address.pathname + address.search
  }
  return { one, account, issue }
}

async function confirmLink(one: Person, { nickname: name }: Account) {
  await one.inDialog('shell-entry:loginLink.confirm', { name }).click()
  await one.expectToast('shell-entry:loginLink.done', { name })
  await expect(one.accountButton).toBeVisible()
}

test('a login link asks first, works once and shows whose it is', async ({ kernel, person }) => {
  const { one, account, issue } = await linkIssuer(kernel, person)
  const link = await issue()
  await one.shoot('90-login-link')
  const phone = await person({ width: 390, touch: true })
  await phone.goto(link)
  await expect(phone.heading('shell-entry:loginLink.ask')).toBeVisible()
  await expect(phone.dialog.getByText(masked(account.email))).toBeVisible()
  expect(new URL(phone.page.url()).search, 'the code has left the address').toBe('')
  expect(await phone.stored('token')).toBeNull()
  await phone.shoot('90-login-link-ask')
  await phone.inDialog('shell:cancel').click()
  await expect(phone.dialog).toBeHidden()
  expect(await phone.stored('token')).toBeNull()
  await phone.goto(link)
  await confirmLink(phone, account)
  await phone.expectPath('/reef')

  const late = await person()
  await late.goto(link)
  await expect(late.dialog.getByText(late.t('shell-entry:loginLink.failed'))).toBeVisible()
  await late.shoot('91-login-link-used')
  await late.inDialog('shell:signIn.open').click()
  await expect(late.field('password')).toBeVisible()
})

test('a login link asks in Korean', { tag: '@soak' }, async ({ kernel, person }) => {
  const { account, issue } = await linkIssuer(kernel, person)
  const one = await person({ width: 768, language: 'ko', theme: 'dark' })
  await one.goto(await issue())
  await expect(one.heading('shell-entry:loginLink.ask')).toBeVisible()
  await one.shoot('90-login-link-ask')
  await one.inDialog('shell-entry:loginLink.confirm', { name: account.nickname }).click()
  // The account's own language is English, and none was chosen on this device.
  await expect(new Screen(one.page, 'en').accountButton).toBeVisible()
})

test('a login link over another account names both and changes nothing before the answer', async ({
  kernel,
  person,
}) => {
  const { account, issue } = await linkIssuer(kernel, person)
  const one = await person()
  await one.logIn(demo('sora'))
  await expect(one.accountButton).toBeVisible()
  const token = await one.stored('token')
  await one.goto(await issue())
  await expect(one.dialog).toContainText('sora')
  await one.shoot('92-login-link-ask')
  await one.inDialog('shell:cancel').click()
  await expect(one.dialog).toBeHidden()
  expect(await one.stored('token')).toBe(token)
  await one.goto(await issue())
  await confirmLink(one, account)
  await one.accountButton.click()
  await expect(one.accountMenu.getByText(account.email)).toBeVisible()
})
