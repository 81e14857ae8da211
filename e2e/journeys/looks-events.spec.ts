// The screens of events: axe reports no violation, nothing overflows, and a screenshot of each.
import { makeMember } from '../lib/accounts.mjs'
import { runSql } from '../lib/database'
import type { Kernel } from '../lib/kernel.mjs'
import { axe, look, variants } from '../lib/looks'
import type { Person } from '../lib/person'
import { makeBlock, makeGuest, type Place } from '../lib/rooms'
import { befriend, callAs, grantItem, idOf } from '../lib/social'
import { expect, test } from '../lib/test'

async function lookAt(one: Person, path: string, name: string) {
  await one.goto(path)
  await expect(one.main.getByRole('heading').first()).toBeVisible()
  await one.expectLoaded()
  await look(one, name)
}

/** The steps of the wizard for a challenge, with what is missing or wrong, and the preview. */
async function lookAtWizard(one: Person, game: Place, itemId: string) {
  await one.goto('/event/create')
  await one.field('type', 'challenge').check({ force: true })
  await one.fill({ titleKo: '달빛 대회', titleEn: 'Moonlight cup' })
  await one.fill({ descriptionKo: '함께 겨뤄요.', descriptionEn: 'Let us race.' })
  await one.button('events:create.next').click()
  await expect(one.field('blockId')).toBeVisible()
  await one.button('events:create.next').click()
  await one.expectFieldError('startsAt', 'events:required')
  await look(one, '468-wizard-missing')
  await one.field('blockId').fill(game.worldName)
  await one.page.getByRole('option', { name: game.worldName }).click()
  const start = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await one.field('startsAt').first().fill(start.replaceAll('-', '.'))
  await expect(one.page.getByRole('link', { name: new RegExp(game.worldName) }).last()).toBeVisible()
  await look(one, '467-wizard-place')
  await one.button('events:create.next').click()
  await one.field('eligibility', 'items').check({ force: true })
  await one.field('gate').fill(`/item/${itemId}`)
  await one.page.getByRole('option').first().click()
  await expect(one.main.getByRole('list', { name: one.t('events:create.chosenGates') })).toBeVisible()
  await one.fill({ 'prize-0': '20' })
  await one.fill({ 'prize-1': '30' })
  await one.button('events:create.next').click()
  await one.expectFieldError('prize-1', 'events:problems.prizeRises')
  await look(one, '475-wizard-entry')
  await one.fill({ 'prize-0': '50' })
  await one.button('events:create.next').click()
  await expect(one.button('events:create.submit')).toBeVisible()
  await look(one, '477-wizard-preview')
  // The draft is kept.
  await lookAt(one, '/event/create', '492-drafts')
}

/** The dialogs of a participant, of an organiser and of an administrator of the world. */
async function lookAtDialogs(one: Person, boss: Person, place: Place, eventId: string) {
  const friend = place.owner.nickname
  await one.goto(`/event/${eventId}`)
  await one.button('events:place.transfer').click()
  await expect(one.dialog.getByRole('listitem')).toHaveCount(1)
  await look(one, '485-transfer')
  await one.page.keyboard.press('Escape')
  await one.main.getByText(one.t('events:log.open')).click()
  const history = one.main.getByRole('list', { name: one.t('events:log.title') })
  await expect(history.getByRole('listitem').first()).toBeVisible()
  await look(one, '489-history')
  await one.goto(`/event/console/${eventId}`)
  await one.button('events:console.postpone').click()
  await look(one, '486-postpone')
  await one.page.keyboard.press('Escape')
  await one.button('events:helpers.add').click()
  await one.dialog.getByRole('searchbox').fill(friend)
  await expect(one.dialog.getByRole('listitem').first()).toBeVisible()
  await look(one, '493-helpers')
  await one.page.keyboard.press('Escape')
  await lookAt(one, '/event?mine=organised', '488-mine')
  await boss.goto(`/${place.worldName}/management?tab=content`)
  await boss.button('events:request.reject').scrollIntoViewIfNeeded()
  await look(boss, '478-requests')
  await boss.button('events:request.reject').click()
  await look(boss, '479-reject')
  await boss.page.keyboard.press('Escape')
  await boss.goto(`/event/${eventId}`)
  await boss.button('events:stop.action').click()
  await boss.fill({ reason: '실제로 열리지 않는 이벤트입니다.' })
  await look(boss, '494-stop')
  await boss.inDialog('events:stop.action').click()
  await boss.expectToast('events:stop.done')
  await lookAt(one, `/event/${eventId}`, '495-stopped')
}

/** A prize that the popup has not shown. */
const addPrize = (kernel: Kernel, eventId: string, accountId: string) =>
  runSql(
    kernel,
    `insert into plugin_events.payout (id, event_id, kind, rank, account_id, amount, state, created_at, due_at, paid_at)
     values (gen_random_uuid(), '${eventId}', 'prize', 1, '${accountId}', 3000, 'paid', now(), now(), now())`,
  )

/** Times of a dozen people, as if they had run. */
const addTimes = (kernel: Kernel, eventId: string) =>
  runSql(
    kernel,
    `insert into plugin_events.score (event_id, account_id, value_ms, attempts, is_complete, achieved_at)
     select '${eventId}', a.id, 61234 + 1777 * row_number() over (order by a.nickname), 2, true, now()
     from kernel.account a where a.nickname is not null limit 12`,
  )

test.describe.configure({ timeout: 360_000 })

for (const { name, options, tag } of variants) {
  test(`event screens (${name})`, { tag }, async ({ kernel, person }) => {
    const me = await makeMember(kernel, 'evt', options.language)
    const place = await makeBlock(kernel, 'elk')
    const one = await person({ ...options, script: axe })
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const create = (who: typeof me, more: object) =>
      callAs(kernel, who, 'POST', '/api/v3/events', {
        ...{ type: 'meetup', title: { ko: '달빛 모임', en: 'Moonlight meetup' }, blockId: place.blockId },
        ...{ description: { ko: '함께 모여요.', en: 'Let us meet.' }, durationMinutes: 60, entry: 'first' },
        ...{ startsAt: at(50), eligibility: 'open', ...more },
      })
    const draw = await create(place.owner, { entry: 'draw', maxPeople: 3, drawMinutesBefore: 60 })
    const ticket = { name: { ko: '일반', en: 'Standard' }, description: { ko: '한 자리', en: 'One place' } }
    const sold = await create(place.owner, {
      eligibility: 'tickets',
      tickets: [{ ...ticket, price: 50, quantity: 10 }],
    })
    const free = await create(place.owner, {
      eligibility: 'tickets',
      tickets: [{ ...ticket, price: 0, quantity: 10 }],
    })
    const course = await makeBlock(kernel, 'elr', { name: 'run', template: 'lantern-run', type: 'game' })
    const cup = await create(course.owner, {
      ...{ type: 'challenge', blockId: course.blockId, attempts: 3, scoring: 'best', startsAt: at(1) },
      ...{ title: { ko: '등불 대회', en: 'Lantern cup' } },
    })
    await addTimes(kernel, cup.eventId)
    await lookAt(one, '/event', '455-events-visitor')
    await one.logIn(me)
    await expect(one.accountButton).toBeVisible()
    const own = await create(me, { maxPeople: 5, noShowMinutes: 15 })
    await callAs(kernel, me, 'POST', `/api/v3/events/${own.eventId}/apply`, {})
    for (const event of [draw, cup]) {
      await callAs(kernel, me, 'POST', `/api/v3/events/${event.eventId}/apply`, { nonce: '0a'.repeat(32) })
    }
    await callAs(kernel, place.owner, 'POST', `/api/v3/events/${own.eventId}/apply`, {})
    const [{ ticketId }] = free.tickets
    await callAs(kernel, me, 'POST', `/api/v3/events/${free.eventId}/tickets/${ticketId}/reserve`, {})
    await lookAt(one, `/event/${free.eventId}`, '470-cart')
    await callAs(kernel, me, 'POST', `/api/v3/events/${free.eventId}/pay`, { priceHundredths: 0 })
    for (const [path, shot] of [
      ['/event', '456-events'],
      ['/event?when=month', '457-month'],
      ['/event?q=nothing-like-this', '458-none'],
      [`/block/event?block=${place.blockId}`, '459-block'],
      [`/event/${own.eventId}`, '460-own'],
      [`/event/${draw.eventId}`, '461-draw'],
      [`/event/${sold.eventId}`, '462-tickets'],
      [`/event/console/${own.eventId}`, '463-console'],
      [`/event/edit/${own.eventId}`, '464-edit'],
      ['/event/create', '465-create'],
      ['/event/x', '466-missing'],
      [`/event/${cup.eventId}`, '469-challenge'],
      [`/event/${free.eventId}`, '471-ticket'],
      [`/${place.worldName}/event`, '472-events-of-a-world'],
      [`/${place.worldName}/event/${draw.eventId}`, '473-event-of-a-world'],
      [`/${place.worldName}/event/create`, '474-create-in-a-world'],
    ] as const) {
      await lookAt(one, path, shot)
    }
    await one.goto(`/block/${place.blockId}`)
    await one.heading('events:block.here').scrollIntoViewIfNeeded()
    await look(one, '490-events-of-a-block')
    await lookAtWizard(one, course, await grantItem(kernel, me, 'Harbour lantern'))
    await befriend(kernel, me, place.owner)
    await create(await makeGuest(kernel, place, 'ask'), {
      eligibility: 'tickets',
      tickets: [{ ...ticket, price: 50, quantity: 10 }],
    })
    const boss = await person({ ...options, script: axe })
    await boss.logIn(place.owner)
    await lookAtDialogs(one, boss, place, own.eventId)
    await addPrize(kernel, cup.eventId, await idOf(kernel, me))
    await one.goto('/event')
    await expect(one.dialog).toBeVisible()
    await look(one, '487-reward')
  })
}
