// The screens of blocks: axe reports no violation, nothing overflows, and a screenshot of each.
import { axe, look, variants } from '../lib/looks'
import type { Person } from '../lib/person'
import { enter, makeBlock, makeGuest, withoutWebGl } from '../lib/rooms'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

async function lookAt(one: Person, path: string, name: string) {
  await one.goto(path)
  await expect(one.page.getByRole('heading').first()).toBeVisible()
  await expect(one.page.getByRole('progressbar')).toBeHidden()
  await one.expectLoaded()
  await look(one, name)
}

test.describe.configure({ timeout: 360_000 })

for (const { name, options, tag } of variants) {
  test(`screens of blocks (${name})`, { tag }, async ({ kernel, person }) => {
    const place = await makeBlock(kernel, 'look')
    const { worldName } = place
    const blocks = `/api/v3/worlds/${worldName}/blocks`
    const title = { ko: '넓은 마당', en: 'Wide yard' }
    const yard = { blockName: 'yard', type: 'game', title, access: 'members', template: 'lantern-garden' }
    const { blockId } = await callAs(kernel, place.owner, 'POST', blocks, yard)
    await callAs(kernel, place.owner, 'POST', `/api/v3/blocks/${blockId}/publish`, { version: 1 })
    await callAs(kernel, place.owner, 'POST', blocks, { ...yard, blockName: 'draft' })
    const main = { blockId: place.blockId }
    await callAs(kernel, place.owner, 'PUT', `/api/v3/worlds/${worldName}/main-block`, main)
    const guest = await makeGuest(kernel, place, 'mina')

    const one = await person({ ...options, script: axe })
    await withoutWebGl(one)
    await lookAt(one, `/${worldName}/yard`, '420-refused')
    await lookAt(one, `/${worldName}/nowhere`, '421-missing')
    await lookAt(one, `/${worldName}/block`, '422-blocks-of-a-world')
    await lookAt(one, '/block', '423-my-blocks-visitor')
    await lookAt(one, '/block/tutorial', '434-tutorial')
    await lookAt(one, '/block/tutorial#done', '435-tutorial-end')
    await lookAt(one, `/block/${blockId}`, '436-block-page-refused')
    await one.logIn(place.owner)
    await expect(one.accountButton).toBeVisible()
    await lookAt(one, `/${worldName}/setting/${blockId}`, '438-editor')
    await expect(one.role('application', 'blocks-editor:keysLabel')).toBeVisible()
    await one.button('blocks-editor:many').click()
    await one.role('tab', 'blocks-editor:tab.things').click()
    const listed = one.page
      .getByRole('list', { name: one.t('blocks-editor:things.list') })
      .getByRole('button')
    for (const at of [0, 1]) await listed.nth(at).click()
    await look(one, '439-editor-several')
    await listed.nth(0).click()
    await look(one, '440-editor-one')
    for (const tab of ['surroundings', 'doors', 'budget', 'versions', 'block'] as const) {
      await one.role('tab', `blocks-editor:tab.${tab}`).click()
      await expect(one.page.getByRole('progressbar')).toBeHidden()
      await look(one, `441-editor-${tab}`)
    }
    await one.button('blocks-editor:publish.action').click()
    await expect(one.dialog).toBeVisible()
    await look(one, '442-editor-publish')
    await one.page.keyboard.press('Escape')
    await lookAt(one, `/${worldName}?state=crafting`, '443-world-crafting')
    await lookAt(one, `/${worldName}?state=crafting&kind=item`, '444-world-item')
    await lookAt(one, `/${worldName}?state=crafting&kind=block`, '424-new-block')
    await lookAt(one, '/block', '425-my-blocks')
    await callAs(kernel, guest, 'POST', `/api/v2/comments/block/${blockId}`, {
      text: '마당이 넓어서 좋습니다',
    })
    await lookAt(one, `/block/${blockId}`, '437-block-page')
    const other = await person()
    await withoutWebGl(other)
    await other.logIn(guest)
    await enter(other, place)
    await enter(one, place)
    await expect(one.button('blocks:people.button', { count: 2 })).toBeVisible()
    await look(one, '426-room-as-a-page')
    await one.button('blocks:people.more', { name: guest.nickname }).click()
    await one.shoot('427-person')

    const run = { ...yard, blockName: 'run', access: 'everybody', template: 'lantern-run' }
    const created = await callAs(kernel, place.owner, 'POST', blocks, run)
    await callAs(kernel, place.owner, 'POST', `/api/v3/blocks/${created.blockId}/publish`, { version: 1 })
    await enter(one, { ...place, path: `/${worldName}/run` })
    await expect(one.button('lantern-race:start')).toBeVisible()
    await look(one, '428-race')
    await one.button('lantern-race:start').click()
    await expect(one.button('lantern-race:walk')).toBeVisible()
    await look(one, '429-race-lobby')

    const lights = { ...yard, type: 'game', game: 'lantern-puzzle', blockName: 'lights', access: 'everybody' }
    const puzzle = await callAs(kernel, place.owner, 'POST', blocks, lights)
    await callAs(kernel, place.owner, 'POST', `/api/v3/blocks/${puzzle.blockId}/publish`, { version: 1 })
    await enter(one, { ...place, path: `/${worldName}/lights` })
    await one.button('lantern-puzzle:start').click()
    await expect(one.role('group', 'lantern-puzzle:board')).toBeVisible()
    await look(one, '429-puzzle')
  })
}
