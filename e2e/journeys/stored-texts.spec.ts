// Titles from before the rules of texts: with a line break, and with marks that are piled on a letter.
import { runSql } from '../lib/database'
import { makeBlock } from '../lib/rooms'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

const DAY_MS = 86_400_000
const PILE = Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0x300 + ((at * 7) % 0x45))).join('')

test('a stored title is one line, covers nothing around, and does not hinder the edit of other fields', {
  tag: '@soak',
}, async ({ kernel, person }) => {
  const { owner, blockId, worldName } = await makeBlock(kernel, 'old')
  const path = `/${worldName}/event`
  const { eventId } = await callAs(kernel, owner, 'POST', '/api/v3/events', {
    ...{ type: 'meetup', blockId, entry: 'first', eligibility: 'open', durationMinutes: 60 },
    ...{ title: { ko: '바다의 날', en: 'Sea day' }, description: { ko: '함께', en: 'Together' } },
    startsAt: new Date(Date.now() + DAY_MS).toISOString(),
  })
  const one = await person()
  await one.logIn(owner)
  const picture = async () => {
    await one.goto(path)
    const card = one.main.getByRole('article').filter({ hasText: 'day' })
    await card.locator('.wv-card-picture, time').first().waitFor()
    await one.settled()
    return (await card.locator('.wv-card-picture').screenshot()).toString('base64')
  }
  const before = await picture()
  const title = `Sea${PILE}\nday`
  await runSql(
    kernel,
    `update plugin_events.event set title_en = '${title}', title_ko = E'바다의\\n날' where id = '${eventId}'`,
  )
  expect(await picture(), 'the marks do not cover the picture').toBe(before)

  await one.goto(`${path}/edit/${eventId}`)
  await expect(one.field('titleKo')).toHaveValue('바다의 날')
  await one.fill({ descriptionEn: 'All together' })
  await one.button('events:edit.save').click()
  await one.expectToast('events:edit.saved')
  const saved = await callAs(kernel, owner, 'GET', `/api/v3/events/${eventId}`)
  expect(saved.title.ko).toBe('바다의 날')
  expect(saved.title.en.normalize('NFD').replace(/\p{M}/gu, '')).toBe('Sea day')
  expect(saved.title.en.length, 'the pile is small').toBeLessThan(20)
})
