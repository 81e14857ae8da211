// `/block/tutorial`: without an account, in the twin by keyboard and in 3D.
import type { Person } from '../lib/person'
import { say, withoutWebGl } from '../lib/rooms'
import { expect, test } from '../lib/test'

const PATH = '/block/tutorial'
const step = (one: Person, name: 'walk' | 'look' | 'sit' | 'chat' | 'emoji' | 'door') =>
  expect(one.heading(`blocks-tutorial:${name}.title`)).toBeVisible({ timeout: 40_000 })

async function talk(one: Person) {
  await step(one, 'chat')
  await say(one, '안녕하세요')
  await step(one, 'emoji')
  await one.button('blocks:emoji.heart').click()
  await step(one, 'door')
}

test('a visitor without WebGL learns by keyboard what one does in a block', async ({ person }) => {
  const one = await person()
  await withoutWebGl(one)
  await one.goto(PATH)
  await step(one, 'walk')
  await one.shoot('440-tutorial-map')
  await one.page.getByRole('application', { name: one.t('blocks:twin.mapKeys') }).focus()
  await expect(async () => {
    await one.page.keyboard.press('ArrowUp')
    await expect(one.heading('blocks-tutorial:look.title')).toBeVisible({ timeout: 500 })
  }).toPass()
  await one.button('blocks:twin.walkToThing', { name: one.t('blocks:kind.well') }).press('Enter')
  await step(one, 'sit')
  await one.button('blocks:twin.sitOn', { number: 1 }).press('Enter')
  await talk(one)
  await one.link('blocks:twin.enter').press('Enter')
  await expect(one.heading('blocks-tutorial:end.title')).toBeVisible()
  await one.shoot('441-tutorial-end')
})

for (const touch of [false, true]) {
  const slow = touch ? {} : { tag: '@soak' }
  test(`a visitor learns it in 3D, ${touch ? 'on a phone' : 'with keys'}`, slow, async ({ person }) => {
    const one = await person(touch ? { width: 390, touch } : {})
    await one.goto(PATH)
    await step(one, 'walk')
    await expect(one.text('blocks:loading.drawing')).toBeHidden({ timeout: 30_000 })
    await one.shoot(`44${touch ? 5 : 2}-tutorial`)
    if (touch) {
      for (const name of ['look', 'sit', 'chat'] as const) {
        await one.button('blocks-tutorial:skipStep').click()
        await step(one, name)
      }
    } else {
      await one.page.keyboard.down('KeyW')
      await step(one, 'look')
      await one.page.keyboard.up('KeyW')
      await one.page.keyboard.down('KeyQ')
      await step(one, 'sit')
      await one.page.keyboard.up('KeyQ')
      await one.button('blocks-tutorial:skipStep').click()
    }
    await talk(one)
    await one.shoot(`44${touch ? 6 : 3}-tutorial-door`)
    await one.button('blocks-tutorial:skip').click()
    await expect(one.heading('blocks-tutorial:end.title')).toBeVisible()
    // Done stays done.
    await one.page.reload()
    await expect(one.heading('blocks-tutorial:end.title')).toBeVisible()
  })
}
