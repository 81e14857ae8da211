// A plugin of a third party: installed by the owner of a world, played by a visitor, updated, rolled back, uninstalled.
import { demo, makeAccount, makeMember } from '../lib/accounts.mjs'
import { buyWit, expectBalance } from '../lib/money'
import { makePackage, makePublisher } from '../lib/plugin-package'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

const PLUGIN = 'Find the lamp'

test('a world gets a plugin, which pays a prize, and loses it again', async ({ kernel, person }) => {
  const publisher = await makePublisher()
  const sql = 'sql = { mib = 16 }'
  const reward = 'ledger = [{ op = "reward", per_op = 50, player_day = 500 }]'
  const first = await makePackage(publisher, {
    version: '1.0.0',
    capabilities: `${sql}\nusers = true\n${reward}`,
  })
  const second = await makePackage(publisher, {
    version: '2.0.0',
    capabilities: `${sql}\nbalance = true\n${reward}`,
    leavesEarly: true,
  })

  const account = await makeAccount(kernel, 'operator')
  const worldName = `plug${Date.now().toString(36).slice(-5)}`
  await callAs(kernel, account, 'POST', '/api/v3/worlds', { worldName, isPublic: true })
  const owner = await person({ named: true })
  await owner.logIn(account)
  await buyWit(owner, kernel, account, 500)
  await owner.goto(`/${worldName}/management?tab=plugins`)
  const upload = (file: string) => owner.page.locator('input[type=file]').setInputFiles(file)
  const card = owner.page.getByRole('article', { name: PLUGIN })
  const choose = async (item: string) => {
    await card.getByRole('button', { name: owner.t('extensions:manage.more', { name: PLUGIN }) }).click()
    await owner.page.getByRole('menuitem', { name: item }).click()
  }

  await test.step('the owner reads what it asks for, withholds a permission and lowers a limit', async () => {
    await expect(owner.text('extensions:manage.none')).toBeVisible()
    await upload(first)
    await expect(owner.dialog.getByText('May pay up to 50 WIT at a time')).toBeVisible()
    await owner.shoot('600-plugin-review')
    await expect(owner.inDialog('extensions:review.install')).toBeDisabled()
    await owner.field('agreedKey').check()
    await owner.field('users').uncheck()
    await owner.field('perPayment').fill('51')
    await owner.inDialog('extensions:review.install').click()
    await owner.expectFieldError('perPayment', 'extensions:review.limitRange', { max: 50 })
    await owner.field('perPayment').fill('10')
    await owner.inDialog('extensions:review.install').click()
    await owner.expectToast('extensions:review.installed', { name: PLUGIN })
    await expect(card.getByText('May pay up to 10 WIT at a time')).toBeVisible()
    await expect(card.getByText('Sees people’s nicknames')).toHaveCount(0)
  })

  await test.step('the owner pays in prize money', async () => {
    await choose(owner.t('extensions:manage.payIn'))
    await owner.field('amount').fill('100')
    await owner.inDialog('extensions:funds.submit').click()
    await owner.expectToast('extensions:funds.done', { amount: 100 })
    await owner.shoot('601-plugin-installed')
  })

  const guest = await person({
    language: 'ko',
    theme: 'dark',
    width: 390,
    named: true,
    // What the browser says about the attacks of the page.
    expectedErrors: ['Content Security Policy', 'sandboxed', 'Blocked opening', 'Unsafe attempt'],
  })
  await guest.logIn(await makeMember(kernel, 'player', 'ko'))
  const frame = guest.page.frameLocator('iframe').frameLocator('iframe')

  await test.step('a visitor finds it in the world and wins a prize', async () => {
    await guest.goto(`/${worldName}`)
    await guest.page.getByRole('link', { name: '등불 찾기' }).click()
    await guest.expectPath(`/${worldName}/x/${publisher.plugin}`)
    await expect(frame.getByText(`in ${worldName}`)).toBeVisible()
    await frame.getByRole('button', { name: 'Take the prize' }).click()
    await expect(frame.getByText('You won 5 WIT')).toBeVisible()
    await guest.shoot('602-plugin-frame')
    await expectBalance(guest, '5')
  })

  await test.step('its page reaches nothing of its host, and is stopped when it hangs', async () => {
    await expect(frame.locator('#attacks')).toHaveText(
      'cookie=refused storage=refused parent=refused top=refused popup=null fetch=refused',
    )
    await frame.getByRole('button', { name: 'Leave' }).click()
    await expect(guest.text('extensions:frame.cut.left')).toBeVisible()
    await guest.button('extensions:frame.reload').click()
    const hang = frame.getByRole('button', { name: 'Hang' })
    await expect(hang).toBeVisible()
    // The click may not return: its page hangs.
    await hang.click({ noWaitAfter: true, timeout: 5_000 }).catch(() => undefined)
    await expect(guest.text('extensions:frame.cut.hung')).toBeVisible({ timeout: 30_000 })
    await guest.button('extensions:frame.reload').click()
    await expect(frame.getByText(`in ${worldName}`)).toBeVisible()
  })

  await test.step('an update that asks for more waits for the owner; a rollback takes it back', async () => {
    await upload(second)
    await expect(owner.dialog.getByText(owner.t('extensions:review.more'))).toBeVisible()
    await expect(owner.field('balance')).not.toBeChecked()
    await owner.shoot('603-plugin-update')
    await expect(owner.inDialog('extensions:review.update')).toBeDisabled()
    await owner.field('isEarly').check()
    await owner.inDialog('extensions:review.update').click()
    await owner.expectToast('extensions:review.updated', { name: PLUGIN, version: '2.0.0' })
    // A page that leaves in its first script is blocked by the policy around it.
    await guest.goto(`/${worldName}/x/${publisher.plugin}/early`)
    await expect(guest.text('extensions:frame.cut.left')).toBeVisible()
    await choose(owner.t('extensions:manage.rollBack', { version: '1.0.0' }))
    await owner.inDialog('extensions:manage.rollBack', { version: '1.0.0' }).click()
    await owner.expectToast('extensions:manage.rolledBack', { version: '1.0.0' })
    // The version is offered again, without its file.
    await expect(owner.text('extensions:update.title', { version: '2.0.0' })).toBeVisible()
    await owner.button('extensions:update.viewOf', { name: PLUGIN, version: '2.0.0' }).click()
    await expect(owner.inDialog('extensions:review.update')).toBeVisible()
    await owner.inDialog('extensions:cancel').click()
  })

  await test.step('the platform reviews it, and stops it in every world', async () => {
    const keeper = await person({ named: true })
    await keeper.logIn(demo('admin'))
    await keeper.goto('/admin')
    await keeper.role('link', 'extensions:packages.title').click()
    const name = `${publisher.plugin} 1.0.0`
    await keeper.button('extensions:packages.reviewThis', { name }).click()
    await keeper.expectToast('extensions:packages.reviewed', { name })
    const show = (view: string) => keeper.page.getByRole('radio', { name: view }).check({ force: true })
    await show(keeper.t('extensions:packages.view.all'))
    await keeper.fill({ search: publisher.plugin })
    await keeper.button('extensions:packages.stopThis', { name }).click()
    await keeper.fill({ reason: 'It hangs.' })
    await keeper.inDialog('extensions:packages.stop').click()
    await keeper.expectToast('extensions:packages.stopped', { name })
    await keeper.shoot('604-plugins-of-the-platform')
    await guest.goto(`/${worldName}/x/${publisher.plugin}`)
    await expect(guest.heading('extensions:frame.missing')).toBeVisible()
    await keeper.button('extensions:packages.releaseThis', { name }).click()
    await keeper.inDialog('extensions:packages.release').click()
    await keeper.expectToast('extensions:packages.released', { name })
    await guest.goto(`/${worldName}/x/${publisher.plugin}`)
    await expect(frame.getByText(`in ${worldName}`)).toBeVisible()
    await show(keeper.t('extensions:packages.view.publishers'))
    // The list is loaded again half a second after the last letter. A change of a key before that would be overtaken by it.
    const searched = keeper.page.waitForResponse((response) =>
      response.url().includes('plugin-publishers?search='),
    )
    await keeper.fill({ search: publisher.plugin.split('.')[0] ?? '' })
    await searched
    const key = (text: string) => keeper.page.getByRole('button', { name: new RegExp(`^${text}`) })
    // Publishers of other journeys stay until the list has been searched.
    await expect(key('Revoke the key')).toHaveCount(1)
    await key('Revoke the key').click()
    await keeper.fill({ reason: 'The key has leaked.' })
    await keeper.inDialog('extensions:publishers.revoke').click()
    await expect(keeper.dialog).toBeHidden()
    await key('Accept the key').click()
    await keeper.inDialog('extensions:publishers.restore').click()
    await expect(key('Revoke the key')).toBeVisible()
  })

  await test.step('uninstalled, it returns the rest of the money and is gone for visitors', async () => {
    await choose(owner.t('extensions:manage.uninstall'))
    await owner.inDialog('extensions:manage.uninstall').click()
    await owner.expectToast('extensions:manage.uninstalled', { name: PLUGIN })
    await expectBalance(owner, '495')
    await guest.goto(`/${worldName}/x/${publisher.plugin}`)
    await expect(guest.heading('extensions:frame.missing')).toBeVisible()
  })
})
