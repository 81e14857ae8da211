// The lantern race, in a browser without WebGL and by keyboard alone.
import type { Person } from '../lib/person'
import { enter, makeGuest, makeRace, runCourse, withoutWebGl } from '../lib/rooms'
import { expect, test } from '../lib/test'

test.describe.configure({ timeout: 240_000 })

const results = (one: Person) => one.page.getByRole('list', { name: one.t('lantern-race:results') })
const times = (one: Person) => one.page.getByRole('list', { name: one.t('lantern-race:times') })

test('two people race, and the first one back wins', async ({ kernel, person }) => {
  const place = await makeRace(kernel, 'race')
  const [host, mina] = [await person(), await person({ width: 390, touch: true })]
  await host.logIn(place.owner)
  const guest = await makeGuest(kernel, place, 'mina')
  await mina.logIn(guest)
  for (const one of [host, mina]) {
    await withoutWebGl(one)
    await enter(one, place)
  }
  await expect(host.text('lantern-race:rules')).toBeVisible()
  await host.button('lantern-race:start').press('Enter')
  await mina.button('lantern-race:join').press('Enter')
  await expect(results(host).getByText(guest.nickname)).toBeVisible()
  for (const one of [host, mina]) await one.button('lantern-race:walk').press('Enter')
  await host.shoot('430-race-lobby')
  for (const one of [host, mina]) await expect(one.text('lantern-race:go')).toBeVisible({ timeout: 30_000 })
  await runCourse(host)
  await expect(host.page.getByText(wins(host))).toBeVisible({ timeout: 40_000 })
  await host.shoot('431-race-won')
  await mina.shoot('432-race-running')
  await runCourse(mina)

  // Both see who won, and their times.
  for (const one of [host, mina]) {
    const rows = results(one).getByRole('listitem')
    await expect(rows).toHaveText([new RegExp(place.owner.nickname), new RegExp(guest.nickname)], {
      timeout: 40_000,
    })
    await expect(times(one).getByRole('listitem')).toHaveText([
      new RegExp(place.owner.nickname),
      new RegExp(guest.nickname),
    ])
    await expect(one.button('lantern-race:again')).toBeVisible()
  }
  await host.shoot('433-race-results')
  await mina.shoot('434-race-results-phone')
})

/** The sentence of the winner, with any time. */
const wins = (one: Person) =>
  new RegExp(one.t('lantern-race:won', { time: 'TIME' }).replace('TIME', '[0-9:.]+'))

test('a person who gives up has no time, and a visitor watches', async ({ kernel, person }) => {
  const place = await makeRace(kernel, 'quit')
  const [host, visitor] = [await person(), await person()]
  await host.logIn(place.owner)
  for (const one of [host, visitor]) {
    await withoutWebGl(one)
    await enter(one, place)
  }
  await expect(visitor.button('lantern-race:logIn')).toBeVisible()
  await host.button('lantern-race:start').click()
  await expect(results(visitor).getByText(place.owner.nickname)).toBeVisible()
  await host.button('lantern-race:leave').click()
  for (const one of [host, visitor]) {
    await expect(one.text('lantern-race:ended.finished')).toBeVisible()
    await expect(results(one).getByText(one.t('lantern-race:left'))).toBeVisible()
  }
  await expect(host.text('lantern-race:none')).toBeVisible()
})
