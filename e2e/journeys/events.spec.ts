// Events: a ticketed meetup with a waiting list that is postponed, refunded and held; and a draw that a loser checks.
import { encodeQR } from 'qr'
import { makeMember } from '../lib/accounts.mjs'
import type { Kernel } from '../lib/kernel.mjs'
import { buyWit, walletOf } from '../lib/money'
import type { Person } from '../lib/person'
import { makeBlock, type Place } from '../lib/rooms'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

test.use({ ownKernel: 'days later' })

const HOUR_MS = 3_600_000

/** The clock of the kernel, which journeys advance. */
async function kernelTime(kernel: Kernel, place: Place): Promise<number> {
  const { items } = await callAs(kernel, place.owner, 'GET', '/api/v3/events/mine/organised')
  const event = await callAs(kernel, place.owner, 'GET', `/api/v3/events/${items[0].eventId}`)
  return Date.parse(event.serverNow)
}

const meetup = (place: Place, atMs: number, more: object) => ({
  ...{ type: 'meetup', title: { ko: '달빛 모임', en: 'Moonlight meetup' }, blockId: place.blockId },
  ...{ description: { ko: '함께 모여요.', en: 'Let us meet.' }, durationMinutes: 60, entry: 'first' },
  ...{ startsAt: new Date(atMs).toISOString(), eligibility: 'open', ...more },
})

test('a ticketed meetup with a waiting list is postponed, refunded, and checked in by code', async ({
  kernel,
  person,
}) => {
  const place = await makeBlock(kernel, 'evt')
  const [a, b] = [await makeMember(kernel, 'fan'), await makeMember(kernel, 'wait')]
  const organiser = await person({ theme: 'dark' })
  await organiser.logIn(place.owner)
  await expect(organiser.accountButton).toBeVisible()

  // The wizard: what is missing is named, and the draft survives a reload.
  await organiser.goto(`/${place.worldName}/event/create`)
  await organiser.fill({ titleKo: '달빛 모임' })
  await organiser.button('events:create.next').click()
  await organiser.expectFieldError('titleEn', 'events:required')
  await organiser.page.reload()
  await expect(organiser.field('titleKo')).toHaveValue('달빛 모임')
  await organiser.fill({ titleEn: 'Moonlight meetup', descriptionKo: '함께', descriptionEn: 'Together' })
  await organiser.button('events:create.next').click()
  await organiser.field('blockId').click()
  await organiser.page.getByRole('option', { name: place.worldName }).click()
  await expect(organiser.page.getByRole('link', { name: new RegExp(place.worldName) }).last()).toBeVisible()
  await organiser.button('events:create.next').click()
  await organiser.expectFieldError('startsAt', 'events:required')
  await organiser.shoot('451-wizard')

  const ticket = { name: { ko: '일반', en: 'Standard' }, description: { ko: '', en: '' } }
  const body = meetup(place, Date.now() + 30 * HOUR_MS, {
    eligibility: 'tickets',
    tickets: [{ ...ticket, price: 50, quantity: 1 }],
  })
  const { eventId, phase } = await callAs(kernel, place.owner, 'POST', '/api/v3/events', body)
  expect(phase, 'the owner of the world approves with the request').toBe('pre')

  const fan = await person()
  const waiting = await person({ width: 390, touch: true })
  for (const [one, account] of [
    [fan, a],
    [waiting, b],
  ] as const) {
    await one.logIn(account)
    await expect(one.accountButton).toBeVisible()
    await buyWit(one, kernel, account, 100)
  }
  await fan.goto('/event?q=moonlight')
  await fan.main
    .getByRole('link', { name: /Moonlight|달빛/ })
    .first()
    .click()
  await fan.button('events:ticket.buy').click()
  await fan.button('events:ticket.pay').click()
  await fan.inDialog('events:ticket.pay').click()
  await fan.expectToast('events:ticket.bought')
  await expect(fan.main.getByRole('img', { name: fan.t('events:place.qr') })).toBeVisible()
  await fan.shoot('452-ticket')
  expect((await walletOf(kernel, a)).availableHundredths).toBe(5_000)

  await waiting.goto(`/event/${eventId}`)
  await waiting.button('events:entry.wait').click()
  await expect(waiting.text('events:place.next')).toBeVisible()

  // A delay of a day: the buyer takes the money back, and the place is offered to the person who waits.
  const later = new Date(Date.now() + 54 * HOUR_MS).toISOString()
  await callAs(kernel, place.owner, 'POST', `/api/v3/events/${eventId}/postpone`, { startsAt: later })
  await fan.goto(`/event/${eventId}`)
  await fan.button('events:place.refund').click()
  await fan.inDialog('events:place.refund').click()
  await expect.poll(async () => (await walletOf(kernel, a)).availableHundredths).toBe(10_000)
  await waiting.button('events:ticket.pay').click()
  await waiting.inDialog('events:ticket.pay').click()
  await waiting.expectToast('events:ticket.bought')

  await kernel.advanceClock(54)
  await waiting.goto(`/event/${eventId}`)
  const code = await waiting.main.locator('.ev-code code').textContent()
  await organiser.goto(`/event/console/${eventId}`)
  // A helper at the door has the check-in, from the page of the event.
  await organiser.button('events:helpers.add').click()
  await organiser.dialog.getByRole('searchbox').fill(a.nickname)
  await organiser.dialog.getByRole('listitem').getByRole('button').first().click()
  await organiser.expectToast('events:helpers.added', { name: a.nickname })
  await fan.goto(`/event/${eventId}`)
  await fan.main.getByRole('link', { name: fan.t('events:console.checkIn') }).click()
  await expect(fan.text('events:people.title')).toHaveCount(0)
  await fan.fill({ code: '00000-00000' })
  await fan.button('events:console.letIn').click()
  await expect(fan.status(/코드가 아닙니다|not an entry code/)).toBeVisible()
  await fan.shoot('454-helper')
  // The organiser's camera sees the code of the other browser.
  await showToCamera(organiser, code ?? '')
  await organiser.button('events:console.scan').click()
  await organiser.expectToast('events:console.welcome', { name: b.nickname })
  await expect(waiting.text('events:place.checkedIn').first()).toBeVisible()
  await organiser.shoot('453-console')
  await organiser.button('events:console.end').click()
  await organiser.inDialog('events:console.end').click()
  await expect(organiser.text('events:console.over.post')).toBeVisible()
  expect((await walletOf(kernel, place.owner)).availableHundredths, 'the week of refunds is not over').toBe(0)
})

test('a loser checks the draw in the browser', async ({ kernel, person }) => {
  const place = await makeBlock(kernel, 'drw')
  let loser = await makeMember(kernel, 'one')
  const fans = [loser, await makeMember(kernel, 'two'), await makeMember(kernel, 'tri')]
  const seed = meetup(place, Date.now() + 200 * HOUR_MS, {})
  await callAs(kernel, place.owner, 'POST', '/api/v3/events', seed)
  const now = await kernelTime(kernel, place)
  const body = meetup(place, now + 3 * HOUR_MS, { entry: 'draw', maxPeople: 1, drawMinutesBefore: 60 })
  const { eventId } = await callAs(kernel, place.owner, 'POST', '/api/v3/events', body)
  const nonce = '0a'.repeat(32)
  for (const fan of fans) await callAs(kernel, fan, 'POST', `/api/v3/events/${eventId}/apply`, { nonce })
  await kernel.advanceClock(2)
  const draw = () => callAs(kernel, place.owner, 'GET', `/api/v3/events/${eventId}/draw`)
  await expect.poll(async () => (await draw()).root).not.toBeNull()
  await kernel.advanceClock(1)
  await expect.poll(async () => (await draw()).seed).not.toBeNull()
  for (const fan of fans) {
    const { own } = await callAs(kernel, fan, 'GET', `/api/v3/events/${eventId}/draw`)
    if (own.rank === 3) loser = fan
  }
  const one = await person({ language: 'en' })
  await one.logIn(loser)
  await expect(one.accountButton).toBeVisible()
  await one.goto(`/event/${eventId}`)
  await one.button('events:draw.verify').click()
  await expect(one.text('events:draw.right')).toBeVisible()
  await expect(
    one.main.getByText(one.t('events:draw.rank', { rank: 3, entries: 3, places: 1 })),
  ).toBeVisible()
  await one.shoot('454-draw')
})

/** Lets the camera of a page see a QR code, as a picture that is not quite sharp. */
async function showToCamera(one: Person, text: string) {
  const rows = encodeQR(text, 'raw', { border: 4, ecc: 'medium' })
  await one.page.evaluate((dark) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 640, height: 480 })
    const paper = canvas.getContext('2d')
    const size = Math.floor(380 / dark.length)
    const draw = () => {
      if (!paper) return
      paper.fillStyle = '#d8d4c8'
      paper.fillRect(0, 0, canvas.width, canvas.height)
      paper.fillStyle = '#2a2840'
      for (const [y, row] of dark.entries())
        for (const [x, isDark] of row.entries())
          if (isDark) paper.fillRect(130 + x * size, 50 + y * size, size, size)
    }
    draw()
    setInterval(draw, 100)
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10)
  }, rows)
}
