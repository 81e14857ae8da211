// The screens of installed plugins: axe reports no violation, nothing overflows, and a screenshot of each.
import { readFile } from 'node:fs/promises'
import { type Account, demo, logIn, makeAccount } from '../lib/accounts.mjs'
import type { Kernel } from '../lib/kernel.mjs'
import { axe, look, variants } from '../lib/looks'
import { makePackage, makePublisher } from '../lib/plugin-package'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

test.describe.configure({ timeout: 240_000 })

const SQL = 'sql = { mib = 16 }'
/** Scopes that an operator limits to collections. */
const ITEMS = 'services = [{ use = "items@1", scopes = ["owns", "lock"] }]'
/** What only the version before needs. */
const CONTRACT = 'alter table note add constraint note_short check (length(v) < 1000);'
const REWARD = 'ledger = [{ op = "reward", per_op = 50, player_day = 500, world_day = 20000 }]'

for (const { name, options, tag } of variants) {
  test(`screens of plugins (${name})`, { tag }, async ({ kernel, person }) => {
    const publisher = await makePublisher()
    const first = await makePackage(publisher, { version: '1.0.0', capabilities: `${SQL}\n${REWARD}` })
    const second = await makePackage(publisher, {
      version: '1.1.0',
      capabilities: `${SQL}\nusers = true\n${REWARD}\n${ITEMS}`,
    })
    const owner = await makeAccount(kernel, 'pluglo', { language: options.language ?? 'en' })
    const worldName = `plgl${Date.now().toString(36).slice(-5)}`
    const { worldId } = await callAs(kernel, owner, 'POST', '/api/v3/worlds', { worldName, hue: 200 })
    const base = `/api/v3/worlds/${worldId}`
    for (const [ko, en] of [
      ['달빛 등불', 'Moonlit lanterns'],
      ['밤의 소리', 'Sounds of the night'],
    ])
      await callAs(kernel, owner, 'POST', '/api/v2/collections', {
        ...{ name: { ko, en }, description: { ko, en }, royaltyBp: 250, worldName },
      })
    await installAs(kernel, owner, base, first)

    const one = await person({
      ...options,
      script: axe,
      named: true,
      expectedErrors: ['Content Security Policy', 'sandboxed', 'Blocked opening', 'Unsafe attempt'],
    })
    await one.logIn(owner)
    await expect(one.accountButton).toBeVisible()
    await one.goto(`/${worldName}/management?tab=plugins`)
    await expect(one.page.getByRole('article')).toBeVisible()
    await one.button('extensions:manage.history').click()
    await expect(one.text('extensions:manage.event.installed', { version: '1.0.0' })).toBeVisible()
    await look(one, '620-plugins')
    await one.button('extensions:manage.log').click()
    await look(one, '624-plugin-log')
    const more = one.page.getByRole('article').getByRole('button').first()
    await more.click()
    await one.shoot('625-plugin-menu')
    await one.page.getByRole('menuitem', { name: one.t('extensions:manage.uninstall') }).click()
    await expect(one.text('extensions:uninstall.ends.ledger')).toBeVisible()
    await look(one, '625-plugin-uninstall')
    await one.escape()
    await one.page.locator('input[type=file]').setInputFiles(second)
    await expect(one.dialog).toBeVisible()
    await look(one, '621-plugin-review')
    await one.field('services.items@1.owns').check()
    await one.field('isEarly').check()
    await one.inDialog('extensions:review.update').click()
    await expect(one.text('extensions:collections.error.none')).toBeVisible()
    await one.page.getByRole('checkbox', { name: /Moonlit|달빛/ }).check()
    await look(one, '636-plugin-collections')
    await one.escape()
    const third = await makePackage(publisher, {
      version: '1.2.0',
      capabilities: `${SQL}\n${REWARD}`,
      contract: CONTRACT,
    })
    await one.page.locator('input[type=file]').setInputFiles(third)
    await one.field('isEarly').check()
    await one.inDialog('extensions:review.update').click()
    await expect(one.button('extensions:manage.finish')).toBeVisible()
    await look(one, '628-plugin-unfinished')
    await one.button('extensions:manage.finish').click()
    await look(one, '629-plugin-finish')
    await one.inDialog('extensions:manage.finish').click()
    await one.expectToast('extensions:manage.finished')
    await one.goto(`/${worldName}/x/${publisher.plugin}`)
    await expect(
      one.page.frameLocator('iframe').frameLocator('iframe').getByText(`in ${worldName}`),
    ).toBeVisible()
    await look(one, '622-plugin-page')
    await one.goto(`/${worldName}/x/acme.gone`)
    await expect(one.heading('extensions:frame.missing')).toBeVisible()
    await look(one, '623-plugin-missing')

    // A plugin asks for an item.
    const author = await makePublisher()
    const wager = await makePackage(author, {
      version: '1.0.0',
      capabilities: `${SQL}\nservices = [{ use = "items@1", scopes = ["transfer"] }]`,
      isWager: true,
    })
    await installAs(kernel, owner, base, wager)
    const club = { name: { ko: '봄 회원권', en: 'Spring club' }, quantity: 10, price: 0 }
    const { collectionId } = await callAs(kernel, owner, 'POST', `${base}/collections`, club)
    await callAs(kernel, owner, 'POST', `${base}/collections/${collectionId}/buy`, { price: 0 })
    const owned = await callAs(kernel, owner, 'GET', '/api/item/inventory/craft/all/free')
    await one.goto(`/${worldName}/x/${author.plugin}`)
    const page = one.page.frameLocator('iframe').frameLocator('iframe')
    await page.getByLabel('Item').fill(owned.items[0].itemId)
    await page.getByRole('button', { name: 'Stake it' }).click()
    await expect(one.dialog.getByText(/Spring club|봄 회원권/).first()).toBeVisible()
    await expect(one.inDialog('extensions:escrow.confirm')).toBeEnabled()
    await look(one, '637-plugin-escrow')
    await one.inDialog('extensions:escrow.confirm').click()
    await expect(page.locator('#result')).toHaveText('Staked')
    await one.goto(`/item/${owned.items[0].itemId}`)
    await expect(one.page.getByText(one.t('items:locks.escrow'))).toBeVisible()
    await look(one, '638-plugin-escrow-item')

    // Of the platform's administration.
    const keeper = await person({ ...options, script: axe })
    await keeper.logIn(demo('admin'))
    await expect(keeper.accountButton).toBeVisible()
    await keeper.goto('/admin/extensions-packages')
    await expect(keeper.heading('extensions:packages.title')).toBeVisible()
    await keeper.expectLoaded()
    await look(keeper, '626-packages-queue')
    for (const view of ['all', 'publishers'] as const) {
      const name = keeper.t(`extensions:packages.view.${view}`)
      await keeper.page.getByRole('radio', { name }).check({ force: true })
      await keeper.expectLoaded()
      await look(keeper, `627-packages-${view}`)
    }
  })
}

/** Uploads a package to a world and installs it with everything that it asks for. */
async function installAs(kernel: Kernel, owner: Account, base: string, file: string) {
  const uploaded = await fetch(`${kernel.origin}${base}/plugin-packages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      authorization: `Bearer ${await logIn(kernel, owner)}`,
    },
    body: new Uint8Array(await readFile(file)),
  })
  const { payload: review } = await uploaded.json()
  const agreedKey = review.publisher.keyId
  const order = { package: review.digest, grant: review.requested, agreedKey }
  await callAs(kernel, owner, 'POST', `${base}/plugins`, order)
}
