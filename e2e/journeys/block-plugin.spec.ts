// A plugin of a third party as the game of a block: two people in one room share what it shows.
import { makePackage, makePublisher } from '../lib/plugin-package'
import { enter, makeBlock, makeGuest, say, withoutWebGl } from '../lib/rooms'
import { expect, test } from '../lib/test'

const PLUGIN = 'Find the lamp'

test('an installed plugin is played in a block', { tag: '@soak' }, async ({ kernel, person }) => {
  const publisher = await makePublisher()
  const file = await makePackage(publisher, {
    version: '1.0.0',
    capabilities: 'sql = { mib = 16 }\nrooms = true\nchat = true',
    isGame: true,
  })
  const place = await makeBlock(kernel, 'bell', { name: 'hall', type: 'game' })
  const [host, mina] = [
    await person({ named: true }),
    await person({ width: 390, touch: true, theme: 'dark', named: true }),
  ]
  await withoutWebGl(host)
  await host.logIn(place.owner)

  await test.step('the owner tries it in a copy of the block, as two made-up players in two tabs', async () => {
    await host.goto(`/${place.worldName}/management?tab=plugins`)
    await host.page.locator('input[type=file]').setInputFiles(file)
    await host.inDialog('extensions:trial.begin').click()
    await host.expectToast('extensions:trial.began', { name: PLUGIN })
    await host.button('extensions:trial.inBlock').click()
    await host.dialog.getByRole('link', { name: 'Little café' }).click()
    await host.page.getByRole('radio', { name: 'Player1' }).click()
    await expect(host.page.getByRole('radio', { name: 'Player1' })).toBeChecked({ timeout: 40_000 })
    const copy = new URL(host.page.url())
    copy.searchParams.set('player', '2')
    const tab = await host.context.newPage()
    await tab.goto(copy.href)
    const both = [host.page, tab].map((page) => page.frameLocator('iframe').frameLocator('iframe'))
    const [first, second] = both as [(typeof both)[0], (typeof both)[0]]
    await expect(first.locator('#people')).toHaveText('Player1 (you), Player2', { timeout: 40_000 })
    // The tab is in the background, where nothing is drawn.
    await second.getByRole('button', { name: 'Ring the bell' }).dispatchEvent('click')
    for (const frame of both) await expect(frame.locator('#count')).toHaveText('1')
    await host.shoot('604-block-plugin-copy')
    await host.goto(`/${place.worldName}/management?tab=plugins`)
    await host.button('extensions:manage.more', { name: PLUGIN }).click()
    await host.page.getByRole('menuitem', { name: host.t('extensions:trial.end') }).click()
    await host.inDialog('extensions:trial.end').click()
    await host.expectToast('extensions:trial.ended', { name: PLUGIN })
    // The copy ends with the trial.
    await expect(tab.getByText(host.t('blocks:kicked.room_closed'))).toBeVisible()
    await tab.close()
  })

  await test.step('the owner allows the room, but not the chat', async () => {
    await host.page.locator('input[type=file]').setInputFiles(file)
    await expect(host.dialog.getByText('Reads the chat of those blocks.')).toBeVisible()
    await host.field('agreedKey').check()
    await host.field('chat').uncheck()
    await host.inDialog('extensions:review.install').click()
    await host.expectToast('extensions:review.installed', { name: PLUGIN })
  })

  await test.step('it is chosen as the game of the block', async () => {
    await host.goto(`/${place.worldName}/setting/${place.blockId}`)
    await host.role('tab', 'blocks-editor:tab.block').click()
    await host.field('game').selectOption(publisher.plugin)
    await host.button('blocks-editor:block.save').click()
    await host.expectToast('blocks-editor:block.saved')
  })

  const guest = await makeGuest(kernel, place, 'mina')
  await mina.logIn(guest)
  await withoutWebGl(mina)
  for (const one of [host, mina]) await enter(one, place)
  const frames = [host, mina].map((one) => one.page.frameLocator('iframe').frameLocator('iframe'))
  const [own, other] = frames as [(typeof frames)[0], (typeof frames)[0]]

  await test.step('both see each other, and share the bell', async () => {
    await expect(own.locator('#people')).toHaveText(
      [place.owner.nickname + ' (you)', guest.nickname].sort().join(', '),
      { timeout: 40_000 },
    )
    // An event is for those who listen when it is sent.
    await expect(other.locator('#people')).toContainText('(you)', { timeout: 40_000 })
    await own.getByRole('button', { name: 'Ring the bell' }).click()
    for (const frame of frames) {
      await expect(frame.locator('#heard')).toHaveText('bell by somebody')
      await expect(frame.locator('#count')).toHaveText('1')
    }
    await other.getByRole('button', { name: 'Ring the bell' }).click()
    for (const frame of frames) await expect(frame.locator('#count')).toHaveText('2')
    await host.shoot('605-block-plugin')
    await mina.shoot('606-block-plugin-phone')
  })

  await test.step('it does not read the chat until the owner allows it', async () => {
    await say(mina, 'hello everybody')
    await expect(host.page.getByText('hello everybody').first()).toBeVisible()
    await expect(own.locator('#chat')).toHaveText('')
  })

  await test.step('a stopped plugin leaves the block; its owner reads why', async () => {
    await host.goto(`/${place.worldName}/management?tab=plugins`)
    await host.button('extensions:manage.more', { name: PLUGIN }).click()
    const stop = { name: host.t('extensions:manage.stop'), exact: true }
    await host.page.getByRole('menuitem', stop).click()
    await host.expectToast('extensions:manage.stopped', { name: PLUGIN })
    await enter(host, place)
    await expect(host.text('extensions:game.missing')).toBeVisible()
    await expect(host.page.locator('iframe')).toHaveCount(0)
  })
})
