// Blocking and muting; a report, the decision about it, and the appeal.
import { type Account, demo, logIn, makeMember } from '../lib/accounts.mjs'
import type { Kernel } from '../lib/kernel.mjs'
import type { Person } from '../lib/person'
import { makeBlock } from '../lib/rooms'
import type { Screen } from '../lib/screen'
import { callAs, idOf } from '../lib/social'
import { expect, test } from '../lib/test'

const nickname = (one: Screen, { nickname: name }: Account) =>
  one.page.getByRole('heading', { name, level: 1 })

test('a visitor must log in to block a person', async ({ kernel, person }) => {
  const other = await makeMember(kernel, 'bob')
  const one = await person({ width: 390, touch: true })
  await one.goto(`/user/${await idOf(kernel, other)}`)
  await expect(nickname(one, other)).toBeVisible()
  await one.button('shell-people:block').click()
  await expect(one.field('password')).toBeVisible()
})

test('a blocked person no longer finds the page of the one who blocked', async ({ kernel, person }) => {
  const [ana, bob] = [await makeMember(kernel, 'ana'), await makeMember(kernel, 'bob')]
  const anaId = await idOf(kernel, ana)
  const one = await person()
  await one.logIn(ana)
  await expect(one.accountButton).toBeVisible()
  await one.goto(`/user/${bob.nickname}`)
  await expect(nickname(one, bob)).toBeVisible()
  await one.shoot('93-person')
  await one.button('shell-people:mute').click()
  await one.expectToast('shell-people:muted', { name: bob.nickname })
  await expect(one.text('shell-people:youMuted')).toBeVisible()
  await one.button('shell-people:block').click()
  await one.inDialog('shell-people:block').click()
  await one.expectToast('shell-people:blocked', { name: bob.nickname })
  await expect(one.text('shell-people:youBlocked')).toBeVisible()

  const other = await person()
  await other.logIn(bob)
  await expect(other.accountButton).toBeVisible()
  await other.goto(`/user/${anaId}`)
  await expect(other.heading('shell:screens.notFound')).toBeVisible()

  await one.goto('/profile/safety')
  await expect(one.text('shell-safety:people.blocked').first()).toBeVisible()
  await one.shoot('94-safety')
  await one.button('shell-safety:people.unblock').click()
  await one.button('shell-safety:people.unmute').click()
  await expect(one.text('shell-safety:people.none')).toBeVisible()
  await other.page.reload()
  await expect(nickname(other, ana)).toBeVisible()
})

async function report(one: Person, id: string, about: Account) {
  await one.goto(`/user/${id}`)
  await expect(nickname(one, about)).toBeVisible()
  await one.button('shell-people:report.open').click()
  const send = one.inDialog('shell-people:report.send')
  await send.click()
  await one.expectFieldError('reason', 'shell-people:report.reasonRequired')
  await one.field('reason').selectOption('other')
  await send.click()
  await one.expectFieldError('text', 'shell-people:report.textRequired')
  await one.field('reason').selectOption('spam')
  await one.fill({ text: 'The same link in every room, all day long.' })
  await one.shoot('95-report')
  await send.click()
  await expect(one.dialog.getByText(one.t('shell-people:report.thanks'))).toBeVisible()
  await one.shoot('96-report-sent')
  await one.inDialog('shell-people:report.done').click()
}

async function suspend(moderator: Person, about: Account) {
  await moderator.goto('/moderation')
  await moderator.page.getByRole('link', { name: about.nickname }).click()
  await expect(moderator.page.getByText('The same link in every room, all day long.')).toBeVisible()
  await moderator.field('action').selectOption('suspend')
  await moderator.field('length').selectOption('168')
  await moderator.fill({ reason: 'Advertising in every room.' })
  await moderator.shoot('97-case')
  await moderator.button('shell-operators:decision.submit').click()
  await moderator.expectToast('shell-operators:decision.done')
  await expect(moderator.field('action')).toBeHidden()
}

/** The suspended person learns at log-in why, and follows the mail to the appeal. */
async function appeal(one: Person, kernel: Kernel, account: Account) {
  await one.goto('/terms')
  await one.openLogIn()
  await one.submitLogIn(account.email, account.password)
  await expect(one.dialog.getByRole('alert')).toBeVisible()
  await one.shoot('98-suspended')
  const appealLink = async () => {
    const mails = await kernel.mailsTo(account.email)
    return mails.map(({ text }) => text.match(/https?:\/\/\S*\/appeal\?\S+/)?.[0]).find(Boolean)
  }
  await expect.poll(appealLink).toBeTruthy()
  const link = new URL((await appealLink()) ?? '')
  await one.goto(link.pathname + link.search)
  await expect(one.page.getByText('Advertising in every room.')).toBeVisible()
  await one.fill({ text: 'too short' })
  await one.button('shell-safety:appeal.send').click()
  await one.expectFieldError('text', 'shell-safety:appeal.short')
  await one.fill({ text: 'My little brother had my phone that evening, I am sorry.' })
  await one.shoot('99-appeal')
  await one.button('shell-safety:appeal.send').click()
  await one.expectToast('shell-safety:appeal.sent')
}

async function answerAppeal(one: Person, about: Account) {
  await one.goto('/moderation?state=appealed')
  await one.page.getByRole('link', { name: about.nickname }).click()
  await one.field('outcome').selectOption('overturn')
  await one.fill({ reason: 'That can happen. Please keep your phone.' })
  await one.button('shell-operators:answer.submit').click()
}

test('a report leads to a suspension, and an appeal is answered by another moderator', async ({
  kernel,
  person,
}) => {
  const victim = await makeMember(kernel, 'vera')
  const accused = await makeMember(kernel, 'pest')
  const second = await makeMember(kernel, 'judge')
  const asAdmin = await logIn(kernel, demo('admin'))
  const role = `/api/admin/users/${await idOf(kernel, second)}/roles/moderator`
  await kernel.call('PUT', role, undefined, asAdmin)

  const one = await person({ width: 390, touch: true, theme: 'dark' })
  await one.logIn(victim)
  await expect(one.accountButton).toBeVisible()
  await report(one, await idOf(kernel, accused), accused)
  await one.goto('/moderation')
  await expect(one.heading('shell:screens.notFound')).toBeVisible()

  const moderator = await person()
  await moderator.logIn(demo('admin'))
  await expect(moderator.accountButton).toBeVisible()
  await suspend(moderator, accused)
  await appeal(await person(), kernel, accused)

  await answerAppeal(moderator, accused)
  await expect(moderator.main.getByRole('alert')).toBeVisible() // refused: the decision was theirs
  const judge = await person({ width: 768 })
  await judge.logIn(second)
  await expect(judge.accountButton).toBeVisible()
  await answerAppeal(judge, accused)
  await judge.expectToast('shell-operators:answer.done')
  await judge.shoot('100-appeal-answered')
  await logIn(kernel, accused)

  await one.goto('/profile/safety')
  const outcomes = [one.t('shell-safety:reports.acted'), one.t('shell-safety:reports.no_action')]
  await expect(one.page.getByText(new RegExp(outcomes.join('|'))).first()).toBeVisible()
})

test('a reported event is stopped by an administrator, and its organiser reads why', async ({
  kernel,
  person,
}) => {
  const place = await makeBlock(kernel, 'stp')
  const [organiser, guest] = [await makeMember(kernel, 'host'), await makeMember(kernel, 'gia')]
  const { eventId } = await callAs(kernel, organiser, 'POST', '/api/v3/events', {
    ...{ type: 'meetup', title: { ko: '무료 나눔', en: 'Free WIT' }, blockId: place.blockId },
    ...{ description: { ko: '링크로 오세요.', en: 'Follow the link.' }, durationMinutes: 60 },
    ...{ entry: 'first', eligibility: 'open', startsAt: new Date(Date.now() + 86_400_000).toISOString() },
  })
  const one = await person({ width: 390, touch: true })
  await one.logIn(guest)
  await expect(one.accountButton).toBeVisible()
  await one.goto(`/event/${eventId}`)
  await one.button('events:entry.join').click()
  await one.button('kit:report', { name: organiser.nickname }).click()
  await one.field('reason').selectOption('scam')
  await one.fill({ text: 'There is no such event.' })
  await one.field('block').uncheck()
  await one.inDialog('shell-people:report.send').click()
  await one.inDialog('shell-people:report.done').click()

  const admin = await person({ theme: 'dark' })
  await admin.logIn(demo('admin'))
  await expect(admin.accountButton).toBeVisible()
  await admin.goto('/moderation')
  await admin.page.getByRole('link', { name: organiser.nickname }).click()
  await admin.page.getByRole('link', { name: eventId }).click()
  await admin.button('events:stop.action').click()
  await admin.fill({ reason: '존재하지 않는 이벤트입니다.' })
  await admin.shoot('101-stop-event')
  await admin.inDialog('events:stop.action').click()
  await admin.expectToast('events:stop.done')

  await expect(one.text('events:phase.cancelled').first()).toBeVisible()
  const host = await person({ width: 768 })
  await host.logIn(organiser)
  await expect(host.accountButton).toBeVisible()
  await host.goto(`/event/${eventId}`)
  await expect(host.page.getByText('존재하지 않는 이벤트입니다.')).toBeVisible()
})
