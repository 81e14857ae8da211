// The screens of signing up and of the first world: axe reports no violation, nothing overflows, and a screenshot of
// each.
import { fresh } from '../lib/accounts.mjs'
import { PASSWORD } from '../lib/kernel.mjs'
import { axe, look, variants } from '../lib/looks'
import { expect, test } from '../lib/test'

// Each test visits up to twenty screens.
test.describe.configure({ timeout: 360_000 })

for (const { name, options, tag } of variants) {
  test(`screens of the way in (${name})`, { tag }, async ({ kernel, person }) => {
    const one = await person({ ...options, script: axe })
    await one.goto('/')
    await expect(one.region('worlds:home.carousel')).toBeVisible()
    await look(one, '01-home')
    const account = fresh('axe')
    await one.role('button', 'worlds:home.signUp', {}, one.main).click()
    await one.inDialog('shell:signUp.submit').click()
    await expect(one.status(one.t('shell:captcha.solved'))).toBeVisible()
    await look(one, '02-sign-up-with-errors')
    await one.fill({ email: account.email, password: PASSWORD, confirm: PASSWORD })
    await one.inDialog('shell:signUp.submit').click()
    await expect(one.field('code')).toBeVisible()
    await look(one, '05-code')
    await one.fill({ code: await kernel.codeFor(account.email) })
    await one.inDialog('shell:verify.submit').click()
    await expect(one.heading('shell:welcome.title')).toBeVisible()
    await look(one, '06-welcome')
    await one.inDialog('shell:welcome.signIn').click()
    await expect(one.field('password')).toBeVisible()
    await look(one, '07-log-in')
    await one.fill({ password: PASSWORD })
    await one.inDialog('shell:signIn.submit').click()
    await expect(one.field('nickname')).toBeVisible()
    await look(one, '08-nickname')
    await one.fill({ nickname: account.nickname })
    await one.inDialog('shell:nickname.submit').click()
    await one.link('avatars:later').click()
    await one.dialog.getByRole('radio').first().check({ force: true })
    await look(one, '09-select-world')
    await one.goto('/world/crafting')
    await expect(one.field('worldName')).toBeVisible()
    await expect(one.dialog).toBeHidden()
    await look(one, '50-create')
    await one.goto('/hanok')
    await expect(one.dialog).toBeHidden()
    await expect(one.page.getByRole('heading', { name: 'hanok', level: 1 })).toBeVisible()
    await look(one, '54-world')
    await one.goto('/no/such/place')
    await expect(one.heading('shell:screens.notFound')).toBeVisible()
    await look(one, '30-not-found')
  })
}
