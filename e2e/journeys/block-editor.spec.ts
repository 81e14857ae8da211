// Building a block, on the map that a browser without WebGL shows: from an empty floor to a room that others enter.
import { makeAccount } from '../lib/accounts.mjs'
import type { Person } from '../lib/person'
import { enter, makeGuest, withoutWebGl } from '../lib/rooms'
import { callAs, grantItem } from '../lib/social'
import { expect, test } from '../lib/test'

/** Goes to a button with the Tab key and presses Enter. */
async function pressWithKeys(person: Person, name: string) {
  const wanted = person.page.getByRole('button', { name, exact: true })
  await expect(wanted).toBeVisible()
  for (let tabs = 0; tabs < 40; tabs++) {
    if (await wanted.evaluate((one) => one === document.activeElement)) break
    await person.page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
  await person.page.keyboard.press('Enter')
}

const things = (person: Person) =>
  person.page.getByRole('list', { name: person.t('blocks-editor:things.list') }).getByRole('listitem')

const isSaved = (person: Person) => expect(person.text('blocks-editor:save.saved')).toBeVisible()

/** The panel begins where the part above it ends, and ends with the page. */
async function expectPanelInPlace(one: Person, above: string) {
  const boxOf = async (part: string) => {
    const box = await one.page.locator(part).boundingBox()
    return box && { right: box.x + box.width, top: box.y, bottom: box.y + box.height }
  }
  const [panel, upper, page] = [
    await boxOf('.bl-editor-side.is-right'),
    await boxOf(above),
    await boxOf('.bl-editor'),
  ]
  expect(panel?.top).toBeCloseTo(upper?.bottom ?? 0, 0)
  expect(panel?.right).toBeCloseTo(page?.right ?? 0, 0)
  expect(panel?.bottom).toBeCloseTo(page?.bottom ?? 0, 0)
}

test('a block is built by keyboard, undone, published, and opened to others', async ({ kernel, person }) => {
  const owner = await makeAccount(kernel, 'builder')
  const worldName = `build${Date.now().toString(36).slice(-5)}`
  const { worldId } = await callAs(kernel, owner, 'POST', '/api/v3/worlds', { worldName, isPublic: true })
  const host = await person()
  await withoutWebGl(host)
  await host.logIn(owner)

  await test.step('the chooser leads to the dialog of a new block', async () => {
    await host.goto('/crafting')
    await host.shoot('410-crafting')
    await host.link('blocks:crafting.start').click()
    await host.expectPath(`/${worldName}?state=crafting&kind=block`)
    await expect(host.inDialog('blocks:create.submit')).toBeVisible()
  })

  await test.step('its owner also makes items in the world, with a draft that survives a reload', async () => {
    await host.goto(`/${worldName}?state=crafting`)
    await host.dialog.getByRole('link', { name: host.t('items:craft.start') }).click()
    await host.fill({ 'name.en': 'Yard lamp' })
    await host.page.reload()
    await expect(host.field('name.en')).toHaveValue('Yard lamp')
    await host.goto(`/${worldName}?state=crafting`)
    await host.dialog.getByRole('link', { name: host.t('blocks:crafting.start') }).click()
    await host.fill({ blockName: 'nook', 'title.ko': '작은 뜰', 'title.en': 'Little yard' })
    await host.inDialog('blocks:create.submit').click()
    await expect(host.role('application', 'blocks-editor:keysLabel')).toBeVisible()
  })
  const block = host.page.url().split('/').at(-1) ?? ''

  await test.step('three things are placed, one is turned and duplicated', async () => {
    await expect(things(host)).toHaveCount(1)
    for (const kind of ['bench', 'lantern', 'tree'] as const) {
      const name = host.t(`blocks:kind.${kind}`)
      await host.field('kind').fill(name)
      await pressWithKeys(host, name)
    }
    await host.field('kind').fill('')
    await expect(things(host)).toHaveCount(4)
    const view = host.role('application', 'blocks-editor:keysLabel')
    await view.focus()
    await host.page.keyboard.press('Escape')
    await view.blur()
    await view.focus()
    await host.page.keyboard.press('Tab')
    await expect(host.field('yaw')).toHaveValue('0')
    await host.page.keyboard.press('q')
    await expect(host.field('yaw')).toHaveValue('15')
    const before = Number(await host.field('x').inputValue())
    await host.page.keyboard.press('ArrowRight')
    await expect(host.field('x')).toHaveValue(String(before + 0.5))
    await host.page.keyboard.press('Control+d')
    await expect(things(host)).toHaveCount(5)
    await isSaved(host)
    await host.shoot('411-editor')
  })

  await test.step('undone to the empty floor, and redone', async () => {
    for (let steps = 0; steps < 6; steps++) await host.page.keyboard.press('Control+z')
    await expect(things(host)).toHaveCount(1)
    await expect(host.button('blocks-editor:undo')).toBeDisabled()
    for (let steps = 0; steps < 6; steps++) await host.page.keyboard.press('Control+Shift+z')
    await expect(things(host)).toHaveCount(5)
    await isSaved(host)
  })

  await test.step('several are selected by keyboard', async () => {
    const view = host.role('application', 'blocks-editor:keysLabel')
    await view.focus()
    await host.page.keyboard.press('Escape')
    await view.blur()
    await view.focus()
    await host.page.keyboard.press('m')
    const many = host.button('blocks-editor:many')
    await expect(many).toHaveAttribute('aria-pressed', 'true')
    for (let tabs = 0; tabs < 3; tabs++) await host.page.keyboard.press('Tab')
    await host.page.keyboard.press('Shift+Tab')
    await expect(many).toHaveAttribute('data-count', '2')
    await host.page.keyboard.press('Escape')
    await expect(many).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('going back saves what was just changed', async () => {
    const saved = host.page.waitForResponse(
      (response) => response.url().endsWith('/scene') && response.request().method() === 'PUT',
    )
    await host.button('blocks:kind.candle').click()
    await expect(things(host)).toHaveCount(6)
    await host.page.goBack()
    await expect(things(host)).toHaveCount(0)
    expect((await saved).ok()).toBe(true)
    await host.page.goForward()
    await expect(things(host)).toHaveCount(6)
    await expect(host.dialog).toBeHidden()
  })

  const item = await grantItem(kernel, owner, 'Moon Cat', 'pfp', 'moon-cat')
  await test.step('an own item is hung up', async () => {
    await host.button('blocks:kind.picture-frame').click()
    await expect(host.dialog).toBeVisible()
    await host.shoot('414-choose-item')
    await host.dialog.getByRole('button', { name: 'Moon Cat' }).click()
    await expect(things(host)).toHaveCount(7)
    await expect(host.page.getByRole('region', { name: host.t('blocks-editor-items:field') })).toContainText(
      'Moon Cat',
    )
    await host.role('application', 'blocks-editor:keysLabel').focus()
    await host.page.keyboard.press('Escape')
    await isSaved(host)
  })

  await test.step('published for the owner alone', async () => {
    await host.button('blocks-editor:publish.action').click()
    await host.field('publishAccess').selectOption('owner')
    await host.inDialog('blocks-editor:publish.action').click()
    await expect(host.dialog.getByText(host.t('blocks-editor:publish.done'))).toBeVisible()
    await host.shoot('412-published')
    await host.inDialog('blocks-editor:publish.goOn').click()
  })
  const place = { worldName, worldId, blockId: block, path: `/${worldName}/nook`, owner }

  const mina = await person()
  await withoutWebGl(mina)
  await mina.logIn(await makeGuest(kernel, place, 'mina'))
  await test.step('another person is refused, and cannot edit', async () => {
    await mina.goto(place.path)
    await expect(mina.heading('blocks:screen.denied.title')).toBeVisible()
    await expect(mina.main.getByRole('alert')).not.toBeEmpty()
    await mina.shoot('413-refused')
    await mina.goto(`/${worldName}/setting/${block}`)
    await expect(mina.heading('blocks-editor:notYours')).toBeVisible()
  })

  await test.step('opened to everybody, the other person gets in', async () => {
    await host.role('tab', 'blocks-editor:tab.block').click()
    await host.field('access').selectOption('everybody')
    // What is not saved stays when another panel or another page is shown.
    await host.role('tab', 'blocks-editor:tab.things').click()
    await host.role('tab', 'blocks-editor:tab.block').click()
    await expect(host.field('access')).toHaveValue('everybody')
    await host.page.goBack()
    await host.page.goForward()
    await host.role('tab', 'blocks-editor:tab.block').click()
    await expect(host.field('access')).toHaveValue('everybody')
    await host.button('blocks-editor:block.save').click()
    await host.expectToast('blocks-editor:block.saved')
    await enter(mina, place)
    await expect(mina.page.getByRole('heading', { name: 'Little yard' })).toBeVisible()
    await expect(mina.page.getByRole('link', { name: 'Moon Cat' })).toHaveAttribute('href', `/item/${item}`)
  })

  await test.step('the owner takes the item down on its page', async () => {
    await host.goto(`/item/${item}`)
    await host.button('blocks:placed.takeDown').click()
    await host.shoot('415-take-down')
    await host.inDialog('blocks:placed.takeDown').click()
    await host.expectToast('blocks:placed.done')
    await expect(host.text('items:locks.placed')).toBeHidden()
    await expect(mina.text('blocks:room.changed')).toBeVisible()
  })
})

test('an editor that is open twice asks which scene is the newest', async ({ kernel, person }) => {
  const owner = await makeAccount(kernel, 'twice')
  const worldName = `twice${Date.now().toString(36).slice(-5)}`
  await callAs(kernel, owner, 'POST', '/api/v3/worlds', { worldName, isPublic: true })
  const { blockId } = await callAs(kernel, owner, 'POST', `/api/v3/worlds/${worldName}/blocks`, {
    ...{ blockName: 'nook', type: 'social', title: { ko: '작은 뜰', en: 'Little yard' } },
    ...{ template: 'empty', access: 'everybody' },
  })
  const path = `/${worldName}/setting/${blockId}`
  const [first, second] = [
    await person(),
    await person({ width: 390, touch: true, theme: 'dark', language: 'ko' }),
  ]
  for (const one of [first, second]) {
    await withoutWebGl(one)
    await one.logIn(owner)
    await one.goto(path)
    await expect(one.role('application', 'blocks-editor:keysLabel')).toBeVisible()
  }
  await expectPanelInPlace(first, '.bl-editor-bar')
  await expectPanelInPlace(second, '.bl-view')
  await first.button('blocks:kind.sofa').click()
  await isSaved(first)
  await second.shoot('414-editor-phone')
  await second.button('blocks:kind.tree').click()
  await expect(second.dialog.getByText(second.t('blocks-editor:stale.title'))).toBeVisible()
  await second.shoot('415-stale')
  await second.inDialog('blocks-editor:stale.theirs').click()
  await second.role('tab', 'blocks-editor:tab.things').click()
  await expect(things(second)).toHaveCount(2)
  await expect(things(second).first()).toContainText(second.t('blocks:kind.sofa'))
  // What was mine is pasted beside it.
  await second.button('blocks-editor:paste').click()
  await expect(things(second)).toHaveCount(3)
  await isSaved(second)
  await second.role('tab', 'blocks-editor:tab.versions').click()
  await second.button('blocks-editor:versions.restoreNumber', { number: 1 }).click()
  await second.role('tab', 'blocks-editor:tab.things').click()
  await expect(things(second)).toHaveCount(1)
})

test('a builder walks through the scene that is being built', async ({ kernel, person }) => {
  const owner = await makeAccount(kernel, 'walker')
  const worldName = `walk${Date.now().toString(36).slice(-5)}`
  await callAs(kernel, owner, 'POST', '/api/v3/worlds', { worldName, isPublic: true })
  const { blockId } = await callAs(kernel, owner, 'POST', `/api/v3/worlds/${worldName}/blocks`, {
    ...{ blockName: 'nook', type: 'social', title: { ko: '작은 뜰', en: 'Little yard' } },
    ...{ template: 'empty', access: 'everybody' },
  })
  const one = await person()
  await one.page.setViewportSize({ width: 1280, height: 520 })
  await one.logIn(owner)
  await one.goto(`/${worldName}/setting/${blockId}`)
  await one.button('blocks:kind.bench').click()
  await expect(things(one)).toHaveCount(2)
  const walk = one.button('blocks-editor:walk.action')
  await walk.click()
  const part = one.region('blocks-editor:walk.title')
  await expect(part).toBeFocused()
  const at = () =>
    one.page.evaluate(
      () =>
        (window as unknown as { __room?: { probe(): { people: { z: number }[] } } }).__room?.probe().people[0]
          ?.z,
    )
  await expect.poll(at).toBeDefined()
  const from = await at()
  await one.page.keyboard.down('ArrowUp')
  await expect.poll(at).not.toBe(from)
  await one.page.keyboard.up('ArrowUp')
  await one.shoot('416-walk')
  await one.page.keyboard.press('Escape')
  await expect(part).toBeHidden()
  await expect(walk).toBeFocused()
  // The keys of the walk have changed nothing, and what was selected still is.
  await expect(one.field('x')).toBeVisible()
  await expect(things(one)).toHaveCount(2)
})
