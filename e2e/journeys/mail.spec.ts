// Mail: alarms and replies, notices that administrators publish or schedule, and notification preferences.
import { demo, makeMember } from '../lib/accounts.mjs'
import type { Person } from '../lib/person'
import type { Screen } from '../lib/screen'
import { befriend, callAs, expectUnread, mailBell } from '../lib/social'
import { expect, test } from '../lib/test'

const KST_MS = 9 * 3_600_000
/** The alarms of a list; each is a link to its thread. */
const alarms = (one: Screen) => one.main.locator('a[href*="alarm="]')

test('a friendship is an alarm to both; a reply reaches the other side live', async ({ kernel, person }) => {
  const [a, b] = [await makeMember(kernel, 'mail'), await makeMember(kernel, 'post')]
  const one = await person({ width: 390, touch: true })
  const other = await person({ theme: 'dark' })
  await one.logIn(a)
  await other.logIn(b)
  await expect(one.accountButton).toBeVisible()
  await expect(other.accountButton).toBeVisible()
  await one.goto('/mail')
  await expect(one.text('mail:alarms.none')).toBeVisible()
  await one.shoot('210-mail-empty')

  await befriend(kernel, a, b)
  await expectUnread(one, 1)
  await expectUnread(other, 0) // answered already
  await mailBell(other).click()
  await other.expectPath('/mail')
  await alarms(other).first().click()
  await expect(other.main.getByRole('article')).toBeVisible()
  await expectUnread(other, 0)
  await other.shoot('211-alarm')

  await alarms(one).first().click()
  await one.fill({ content: 'Hello there, neighbour!' })
  await one.button('mail:reply.send').click()
  const replies = one.role('list', 'mail:thread.title').getByRole('listitem')
  await expect(replies.filter({ hasText: 'Hello there, neighbour!' })).toContainText(one.t('mail:thread.you'))
  await expectUnread(one, 0)
  await one.shoot('212-thread')
  await expectUnread(other, 1)
  await alarms(other)
    .filter({ hasText: other.t('mail:thread.wrote', { name: a.nickname }) })
    .click()
  await expect(other.main.getByRole('article')).toContainText('Hello there, neighbour!')
  await other.shoot('213-answer')
  await other.button('kit:report', { name: a.nickname }).click()
  await expect(other.dialog.locator('[name=reason]')).toBeVisible()
})

test('alarms of a kind can be turned off', { tag: '@soak' }, async ({ kernel, person }) => {
  const [a, b] = [await makeMember(kernel, 'quiet'), await makeMember(kernel, 'loud')]
  const one = await person({ width: 768 })
  await one.logIn(a)
  await expect(one.accountButton).toBeVisible()
  await one.goto('/mail?tab=settings')
  await one.field('friend-app').uncheck()
  await one.field('digest', 'weekly').check({ force: true })
  await one.shoot('214-preferences')
  const preferences = () => callAs(kernel, a, 'GET', '/api/v2/mails/preferences')
  await expect.poll(preferences).toMatchObject({ kinds: { friend: { app: false } }, digest: 'weekly' })
  await befriend(kernel, b, a)
  await one.goto('/mail')
  await expect(one.text('mail:alarms.none')).toBeVisible()
  await expectUnread(one, 0)
})

async function writeNotice(one: Person, title: string) {
  await one.button('mail:admin.write').click()
  await one.fill({ 'title.ko': `${title} 안내`, 'title.en': title, 'body.ko': '잠시 쉽니다.' })
}

const unread = async (one: Screen) => Number((await mailBell(one).textContent())?.match(/\d+/)?.[0] ?? 0)

test('a notice in both languages reaches everybody at once', async ({ kernel, person }) => {
  const one = await person({ width: 390, touch: true, language: 'ko' })
  await one.logIn(await makeMember(kernel, 'read', 'ko'))
  await expect(one.accountButton).toBeVisible()
  await expect(mailBell(one)).toBeVisible()
  const before = await unread(one)

  const admin = await person()
  await admin.logIn(demo('admin'))
  await expect(admin.accountButton).toBeVisible()
  await admin.goto('/admin/mail-notices')
  await writeNotice(admin, 'Maintenance')
  const publish = admin.inDialog('mail:admin.publish')
  await publish.click()
  await expect(admin.dialog.getByText(admin.t('mail:admin.both'))).toBeVisible()
  await admin.fill({ 'body.en': 'We rest for a moment.' })
  await admin.shoot('215-notice')
  await publish.click()
  await admin.expectToast('mail:admin.published')
  await expectUnread(one, before + 1)
  await one.goto('/mail?tab=notices')
  const notice = one.main.getByRole('group').filter({ hasText: 'Maintenance 안내' })
  await notice.getByText('Maintenance 안내').click()
  await expect(notice.getByText('잠시 쉽니다.')).toBeVisible()
  await expectUnread(one, before)
  await one.shoot('216-notices')
})

test('a scheduled notice is not shown yet, and can be withdrawn', { tag: '@soak' }, async ({
  kernel,
  person,
}) => {
  const admin = await person()
  await admin.logIn(demo('admin'))
  await expect(admin.accountButton).toBeVisible()
  await admin.goto('/admin/mail-notices')
  await writeNotice(admin, 'Festival')
  await admin.fill({ 'body.en': 'Lights everywhere.' })
  await admin.field('when', 'later').check({ force: true })
  const tomorrow = new Date(Date.now() + KST_MS + 86_400_000).toISOString().slice(0, 10)
  await admin.fill({ publishAt: tomorrow })
  await admin.inDialog('mail:admin.schedule').click()
  await admin.expectToast('mail:admin.scheduled')
  const row = admin.main.getByRole('listitem').filter({ hasText: 'Festival' })
  await expect(row).toContainText(admin.t('mail:admin.states.scheduled'))
  const time = `${tomorrow.replaceAll('-', '.')} 09:00`
  await expect(row).toContainText(admin.t('mail:admin.at', { time }))
  await admin.shoot('217-notices')

  const one = await person({ language: 'ko' })
  await one.logIn(await makeMember(kernel, 'read', 'ko'))
  await expect(one.accountButton).toBeVisible()
  await one.goto('/mail?tab=notices')
  await one.expectLoaded()
  await expect(one.main.getByText('Festival 안내')).toHaveCount(0)
  await admin.role('button', 'mail:admin.withdraw', {}, row).click()
  await admin.inDialog('mail:admin.withdraw').click()
  await admin.expectToast('mail:admin.withdrawn')
})
