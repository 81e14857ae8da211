// The example `poll-event`, in JavaScript: an operator tries and installs it, an organiser holds an event with a poll, two people vote
// and see the votes at once, and the event stays after the plugin has gone.
import { readFile } from 'node:fs/promises'
import { logIn, makeMember } from '../lib/accounts.mjs'
import { ExamplePackage, plugin } from '../lib/example-package'
import type { Kernel } from '../lib/kernel.mjs'
import { makeBlock, makeGuest, type Place } from '../lib/rooms'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

test.describe.configure({ timeout: 900_000 })
// The clock is advanced to the start of the event.
test.use({ ownKernel: 'a poll at an event' })

const NAME = 'Lantern Poll'
const HOUR_MS = 3_600_000

/** A kernel without optimizations compiles the engine of JavaScript for minutes; a second upload finds it compiled. Earlier ones
 * would compile it once more at the same time. */
async function compile(kernel: Kernel, place: Place, file: string): Promise<void> {
  const body = new Uint8Array(await readFile(file))
  const authorization = `Bearer ${await logIn(kernel, place.owner)}`
  await expect(async () => {
    const headers = { authorization, 'content-type': 'application/octet-stream' }
    const url = `${kernel.origin}/api/v3/worlds/${place.worldName}/plugin-packages`
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200)
  }).toPass({ timeout: 480_000, intervals: [120_000] })
}

test('a world holds an event with a poll', { tag: '@soak' }, async ({ kernel, person }) => {
  const poll = await ExamplePackage.of('poll-event', 'poll')
  const first = await poll.pack('1.0.0')
  const second = await poll.pack('2.0.0', (manifest) =>
    manifest.replace('services = [', 'services = [{ use = "mail@1", scopes = ["send"] }, '),
  )
  const place = await makeBlock(kernel, 'poll')
  await compile(kernel, place, first)
  const { worldName } = place
  const owner = await person({ named: true })
  await owner.logIn(place.owner)
  const card = owner.page.getByRole('article', { name: NAME })
  const choose = async (item: string) => {
    await card.getByRole('button', { name: owner.t('extensions:manage.more', { name: NAME }) }).click()
    await owner.page.getByRole('menuitem', { name: item }).click()
  }

  await test.step('the operator tries it with a poll that belongs to no event', async () => {
    await owner.goto(`/${worldName}/management?tab=plugins`)
    await owner.page.locator('input[type=file]').setInputFiles(first)
    await expect(owner.dialog.getByText('Is a kind of event in this world')).toBeVisible()
    await owner.shoot('641-poll-review')
    await owner.inDialog('extensions:trial.begin').click()
    await owner.expectToast('extensions:trial.began', { name: NAME })
    await card.getByRole('link', { name: owner.t('extensions:trial.open') }).click()
    const frame = owner.page.frameLocator('iframe').frameLocator('iframe')
    await owner.page.getByRole('radio', { name: 'Player1' }).check()
    await frame.getByRole('button', { name: 'Vote for At the beach' }).click()
    await expect(frame.getByText('Your answer · 1 vote')).toBeVisible()
    await owner.page.getByRole('radio', { name: 'Player2' }).check()
    await expect(frame.getByText('1 vote in all')).toBeVisible()
    await owner.shoot('642-poll-trial')
    // A trial is no kind of event.
    const shown = await callAs(kernel, place.owner, 'GET', `/api/v3/worlds/${worldName}/extensions`)
    expect(shown.items[0]).toMatchObject({ isTrial: true, event: null })
    await owner.goto(`/${worldName}/management?tab=plugins`)
    await choose(owner.t('extensions:trial.end'))
    await owner.inDialog('extensions:trial.end').click()
    await owner.expectToast('extensions:trial.ended', { name: NAME })
  })

  await test.step('the operator installs it', async () => {
    await owner.goto(`/${worldName}/management?tab=plugins`)
    await owner.page.locator('input[type=file]').setInputFiles(first)
    await expect(owner.field('services.events@1.read')).toBeChecked()
    await owner.field('agreedKey').check()
    await owner.inDialog('extensions:review.install').click()
    await owner.expectToast('extensions:review.installed', { name: NAME })
  })

  const account = await makeGuest(kernel, place, 'pollhost')
  const host = await person({ named: true })
  await host.logIn(account)
  await expect(host.accountButton).toBeVisible()
  let eventId = ''

  await test.step('an organiser enters the question in the wizard', async () => {
    const draft = {
      ...{ titleKo: '다음 모임', titleEn: 'The next meetup', descriptionKo: '함께 정해요.' },
      ...{ descriptionEn: 'Let us decide together.', blockId: place.blockId },
      startsAt: new Date(Date.now() + 1.5 * HOUR_MS).toISOString(),
    }
    // The wizard keeps a draft under the id of the account once something was entered.
    await host.goto(`/${worldName}/event/create`)
    await host.fill({ titleKo: draft.titleKo })
    await host.page.evaluate((kept) => {
      const slot = Object.keys(localStorage).find((key) => key.startsWith('witverse.events.draft.'))
      if (slot === undefined) throw new Error('the wizard keeps no draft')
      localStorage.setItem(slot, kept)
    }, JSON.stringify(draft))
    await host.page.reload()
    await host.button('events:create.next').click()
    await host.field('activity').selectOption({ label: NAME })
    await host.button('events:create.next').click()
    await host.expectFieldError('form.question', 'extensions:event.required')
    await host.fill({
      'form.question': 'Where do we meet?',
      'form.answer1': 'Park',
      'form.answer2': 'Beach',
      'form.answer4': 'Hill',
    })
    await host.shoot('643-poll-form')
    await host.button('events:create.next').click()
    await host.button('events:create.next').click()
    await host.button('events:create.submit').click()
    await host.expectToast('events:create.created')
    await expect(host.page).toHaveURL(/\/event\/[0-9a-f-]{36}$/)
    eventId = host.page.url().split('/').at(-1) ?? ''
    const event = await callAs(kernel, account, 'GET', `/api/v3/events/${eventId}`)
    expect(event.plugin.form).toMatchObject({ question: 'Where do we meet?', answer3: '', answer4: 'Hill' })
    await expect(
      host.page
        .frameLocator('iframe')
        .frameLocator('iframe')
        .getByText('You can vote once the event has started.'),
    ).toBeVisible()
  })

  const voters = [await makeMember(kernel, 'voter'), await makeMember(kernel, 'votek', 'ko')] as const
  for (const voter of voters) await callAs(kernel, voter, 'POST', `/api/v3/events/${eventId}/apply`, {})
  await kernel.advanceClock(2)
  const one = await person({ named: true })
  const other = await person({ language: 'ko', theme: 'dark', width: 390, named: true })
  await one.logIn(voters[0])
  await other.logIn(voters[1])
  const [mine, theirs] = [
    one.page.frameLocator('iframe').frameLocator('iframe'),
    other.page.frameLocator('iframe').frameLocator('iframe'),
  ]

  await test.step('two people vote once, and see the votes at once', async () => {
    await one.goto(`/event/${eventId}`)
    await other.goto(`/event/${eventId}`)
    await expect(theirs.getByRole('heading', { name: 'Where do we meet?' })).toBeVisible()
    await mine.getByRole('button', { name: 'Vote for Park' }).click()
    await expect(mine.getByText('Your answer · 1 vote')).toBeVisible()
    await expect(mine.getByRole('button', { name: 'Vote for Hill' })).toHaveCount(0)
    await expect(theirs.getByText('총 1표')).toBeVisible()
    await theirs.getByRole('button', { name: 'Hill에 투표' }).click()
    await expect(theirs.getByText('내 답 · 1표')).toBeVisible()
    await expect(mine.getByText('2 votes in all')).toBeVisible()
    await one.shoot('644-poll-event')
    await other.shoot('645-poll-event-phone')
  })

  const env = async () => ({
    WITVERSE_URL: kernel.named,
    WITVERSE_WORLD: worldName,
    WITVERSE_TOKEN: await logIn(kernel, place.owner),
  })

  await test.step('an update that wants to write to people waits, and keeps the votes', async () => {
    const refused = await plugin(['upgrade', '--early', second], await env())
    expect(refused.text).toContain('plugin_wants_more')
    expect(refused.text).toContain('Sends messages to the mailboxes')
    await plugin(['upgrade', '--early', '--grant-more', second], await env())
    await one.page.reload()
    await expect(mine.getByText('2 votes in all')).toBeVisible()
  })

  await test.step('the poll closes with the event, whose page shows the result', async () => {
    await callAs(kernel, account, 'POST', `/api/v3/events/${eventId}/end`, {})
    await expect(theirs.getByText('투표가 끝났습니다.')).toBeVisible()
    await one.page.reload()
    await expect(one.page.getByText('A tie: Park, Hill (1 vote each, of 2)')).toBeVisible()
    await one.shoot('646-poll-result')
  })

  await test.step('the event stays after the plugin has gone', async () => {
    await owner.goto(`/${worldName}/management?tab=plugins`)
    await choose(owner.t('extensions:manage.uninstall'))
    await expect(owner.dialog.getByText(owner.t('extensions:uninstall.ends.eventKind'))).toBeVisible()
    await owner.inDialog('extensions:manage.uninstall').click()
    await owner.expectToast('extensions:manage.uninstalled', { name: NAME })
    await other.page.reload()
    await expect(other.text('extensions:event.gone', { name: '등불 투표' })).toBeVisible()
    await expect(other.page.getByText('공동 1위: Park, Hill (각 1표, 모두 2표)')).toBeVisible()
    await other.shoot('647-poll-gone-phone')
  })
})
