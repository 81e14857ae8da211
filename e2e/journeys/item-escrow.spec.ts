// A plugin that gives an item to another person: its owner refuses, agrees, and a visitor claims it.
import { makeAccount, makeMember } from '../lib/accounts.mjs'
import { makePackage, makePublisher } from '../lib/plugin-package'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

const PLUGIN = 'Find the lamp'

test('a plugin gives away what its owner has handed over', async ({ kernel, person }) => {
  const publisher = await makePublisher()
  const file = await makePackage(publisher, {
    version: '1.0.0',
    capabilities: 'sql = { mib = 16 }\nservices = [{ use = "items@1", scopes = ["transfer"] }]',
    isWager: true,
  })
  const account = await makeAccount(kernel, 'stake')
  const worldName = `stak${Date.now().toString(36).slice(-5)}`
  const { worldId } = await callAs(kernel, account, 'POST', '/api/v3/worlds', { worldName, isPublic: true })
  const base = `/api/v3/worlds/${worldId}/collections`
  const name = { ko: '봄 회원권', en: 'Spring club' }
  const { collectionId } = await callAs(kernel, account, 'POST', base, { name, quantity: 10, price: 0 })
  await callAs(kernel, account, 'POST', `${base}/${collectionId}/buy`, { price: 0 })
  const owned = await callAs(kernel, account, 'GET', '/api/item/inventory/craft/all/free')
  const { itemId } = owned.items[0]

  const owner = await person({ named: true })
  await owner.logIn(account)
  await test.step('the operator opens one collection to it', async () => {
    await owner.goto(`/${worldName}/management?tab=plugins`)
    await owner.page.locator('input[type=file]').setInputFiles(file)
    await expect(owner.dialog.getByText('Gives items of this world')).toBeVisible()
    await owner.field('agreedKey').check()
    await owner.page.getByRole('checkbox', { name: /Spring club/ }).check()
    await owner.shoot('640-escrow-review')
    await owner.inDialog('extensions:review.install').click()
    await owner.expectToast('extensions:review.installed', { name: PLUGIN })
  })

  const open = async (one: typeof owner) => {
    await one.goto(`/${worldName}/x/${publisher.plugin}`)
    const frame = one.page.frameLocator('iframe').frameLocator('iframe')
    await frame.getByLabel('Item').fill(itemId)
    return frame
  }

  const page = await open(owner)
  await test.step('the owner refuses, and the item is free again', async () => {
    await page.getByRole('button', { name: 'Stake it' }).click()
    await expect(owner.dialog.getByText('Spring club').first()).toBeVisible()
    await owner.inDialog('extensions:cancel').click()
    await expect(page.locator('#result')).toHaveText('escrow_declined')
    const shown = await callAs(kernel, account, 'GET', `/api/v2/items/${itemId}`)
    expect(shown.lock).toBeNull()
  })

  const guest = await person({ language: 'ko', theme: 'dark', width: 390, named: true })
  await guest.logIn(await makeMember(kernel, 'winner', 'ko'))
  await test.step('a visitor cannot claim it before the owner agrees', async () => {
    const frame = await open(guest)
    await frame.getByRole('button', { name: 'Claim it' }).click()
    await expect(frame.locator('#result')).toHaveText('escrow_not_agreed')
  })

  await test.step('the owner agrees, and sees it in use', async () => {
    await page.getByRole('button', { name: 'Stake it' }).click()
    await owner.shoot('641-escrow-question')
    await owner.inDialog('extensions:escrow.confirm').click()
    await expect(page.locator('#result')).toHaveText('Staked')
    await owner.goto(`/item/${itemId}`)
    await expect(owner.page.getByText(owner.t('items:locks.escrow'))).toBeVisible()
    await owner.shoot('642-escrow-item')
  })

  await test.step('the visitor claims it, and the provenance says how it came', async () => {
    const frame = await open(guest)
    await frame.getByRole('button', { name: 'Claim it' }).click()
    await expect(frame.locator('#result')).toHaveText('You have it')
    await guest.goto(`/item/${itemId}`)
    await expect(guest.page.getByText(publisher.plugin).first()).toBeVisible({ timeout: 20_000 })
    await guest.shoot('643-escrow-given')
    const mine = await callAs(kernel, account, 'GET', '/api/item/inventory/craft/all/all')
    expect(mine.total).toBe(0)
  })
})
