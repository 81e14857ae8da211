// Two people who do not get on, and those who decide about it: block, report, decision, appeal.
import assert from 'node:assert/strict'
import { demo, logIn, makeAccount } from '../lib/accounts.mjs'
import { dialog, eventually, gone, shown, toasted } from '../lib/check.mjs'

const account = (page) => page.getByRole('button', { name: 'Your account' })
const press = (page, name) => dialog(page).getByRole('button', { name, exact: true }).click()
const admin = demo('admin')

async function idOf(kernel, who) {
  const token = await logIn(kernel, who)
  return (await kernel.call('POST', '/api/user/auth', undefined, token)).payload.id
}

const blocking = {
  name: 'block and mute',
  async run({ kernel, person }) {
    const [ana, bob] = [
      await makeAccount(kernel, 'ana', { world: 'reef' }),
      await makeAccount(kernel, 'bob', { world: 'reef' }),
    ]
    const [anaId, bobId] = [await idOf(kernel, ana), await idOf(kernel, bob)]
    const visitor = await person({ width: 390, touch: true })
    await visitor.page.goto(`/user/${bobId}`)
    await shown(visitor.page.getByRole('heading', { name: bob.nickname, level: 1 }))
    await visitor.page.getByRole('button', { name: 'Block' }).click()
    await shown(visitor.page.locator('[name=password]')) // first of all, who is it?

    const one = await person()
    const { page } = one
    await one.logIn(ana)
    await shown(account(page))
    // By nickname, too; the address of a person is never in anybody's way.
    await page.goto(`/user/${bob.nickname}`)
    await shown(page.getByRole('heading', { name: bob.nickname, level: 1 }))
    await one.shoot('93-person')
    await page.getByRole('button', { name: 'Mute' }).click()
    await toasted(page, `${bob.nickname} is quiet for you now.`)
    await shown(page.getByText('You have muted this person'))
    await page.getByRole('button', { name: 'Block' }).click()
    await press(page, 'Block')
    await toasted(page, `${bob.nickname} is blocked.`)
    await shown(page.getByText('You have blocked this person'))

    // The other side finds nobody.
    const other = await person()
    await other.logIn(bob)
    await shown(account(other.page))
    await other.page.goto(`/user/${anaId}`)
    await shown(other.page.getByText('Page not found', { exact: true }))

    await page.goto('/profile/safety')
    await shown(page.getByText('Blocked', { exact: true }))
    await one.shoot('94-safety')
    await page.getByRole('button', { name: 'Unblock' }).click()
    await page.getByRole('button', { name: 'Unmute' }).click()
    await shown(page.getByText('You have neither blocked nor muted anybody.'))
    await other.page.reload()
    await shown(other.page.getByRole('heading', { name: ana.nickname, level: 1 }))
  },
}

async function report(one, id, name) {
  const { page } = one
  await page.goto(`/user/${id}`)
  await shown(page.getByRole('heading', { name, level: 1 }))
  await page.getByRole('button', { name: 'Report' }).click()
  await press(page, 'Send the report')
  await shown(dialog(page).getByText('Please choose what it is about.'))
  await page.locator('[name=reason]').selectOption('other')
  await press(page, 'Send the report')
  await shown(dialog(page).getByText('Please say what happened.'))
  await page.locator('[name=reason]').selectOption('spam')
  await page.locator('[name=text]').fill('The same link in every room, all day long.')
  await one.shoot('95-report')
  await press(page, 'Send the report')
  await shown(dialog(page).getByText('Thank you for telling us'))
  await one.shoot('96-report-sent')
  await press(page, 'Done')
}

const deciding = {
  name: 'report and appeal',
  async run({ kernel, person }) {
    const [victim, pest, second] = await Promise.all(
      ['vera', 'pest', 'judge'].map((stem) => makeAccount(kernel, stem, { world: 'reef' })),
    )
    const [pestId, secondId] = [await idOf(kernel, pest), await idOf(kernel, second)]
    const asAdmin = await logIn(kernel, admin)
    await kernel.call('PUT', `/api/admin/users/${secondId}/roles/moderator`, undefined, asAdmin)

    const one = await person({ width: 390, touch: true, theme: 'dark' })
    await one.logIn(victim)
    await shown(account(one.page))
    await report(one, pestId, pest.nickname)
    await one.page.goto('/moderation')
    await shown(one.page.getByText('Page not found', { exact: true }))

    const moderator = await person()
    const { page } = moderator
    await moderator.logIn(admin, 'en')
    await shown(account(page))
    await page.goto('/moderation')
    await page.getByRole('link', { name: pest.nickname }).click()
    await shown(page.getByText('The same link in every room, all day long.'))
    await page.locator('[name=action]').selectOption('suspend')
    await page.locator('[name=length]').selectOption('168')
    await page.locator('[name=reason]').fill('Advertising in every room.')
    await moderator.shoot('97-case')
    await page.getByRole('button', { name: 'Decide', exact: true }).click()
    await toasted(page, 'Decided.')
    await gone(page.locator('[name=action]'))

    // Whoever is suspended cannot log in, and learns why; the mail leads to the appeal.
    const out = await person()
    await out.page.goto('/terms')
    await out.page.locator('.sh-header').getByRole('button', { name: 'Log in', exact: true }).click()
    await out.page.locator('[name=email]').fill(pest.email)
    await out.page.locator('[name=password]').fill(pest.password)
    await press(out.page, 'Log in')
    await shown(dialog(out.page).getByText('appeal within 30 days'))
    await out.shoot('98-suspended')
    const mail = await eventually('the mail about it', async () =>
      (await kernel.mailsTo(pest.email)).find(({ text }) => text.includes('/appeal?')),
    )
    const link = new URL(mail.text.match(/https?:\/\/\S*\/appeal\?\S+/)[0])
    await out.page.goto(link.pathname + link.search)
    await shown(out.page.getByText('Advertising in every room.'))
    await out.page.locator('[name=text]').fill('too short')
    await out.page.getByRole('button', { name: 'Send the appeal' }).click()
    await shown(out.page.getByText('Please write at least 20 characters.'))
    await out.page.locator('[name=text]').fill('My little brother had my phone that evening, I am sorry.')
    await out.shoot('99-appeal')
    await out.page.getByRole('button', { name: 'Send the appeal' }).click()
    await toasted(out.page, 'Your appeal has been sent.')

    // Not by the one who decided; by somebody else.
    await page.goto('/moderation?state=appealed')
    await page.getByRole('link', { name: pest.nickname }).click()
    const answer = async (at) => {
      await at.locator('[name=outcome]').selectOption('overturn')
      await at.locator('[name=reason]').fill('That can happen. Please keep your phone.')
      await at.getByRole('button', { name: 'Answer the appeal' }).click()
    }
    await answer(page)
    await shown(page.locator('.sh-form-error'))
    const judge = await person({ width: 768 })
    await judge.logIn(second)
    await shown(account(judge.page))
    await judge.page.goto('/moderation?state=appealed')
    await judge.page.getByRole('link', { name: pest.nickname }).click()
    await answer(judge.page)
    await toasted(judge.page, 'The appeal is answered.')
    await judge.shoot('100-appeal-answered')
    assert.ok(await logIn(kernel, pest), 'and they are back')

    await one.page.goto('/profile/safety')
    await shown(one.page.getByText(/We acted on it|No action was needed/))
  },
}

export const journeys = [blocking, deciding]
