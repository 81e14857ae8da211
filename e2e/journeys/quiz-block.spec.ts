// The example `quiz-block`: an owner installs it with fewer permissions than it asks for, a visitor plays and wins a
// prize, an update that asks for more waits, and everything is taken back from a terminal.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { logIn, makeMember } from '../lib/accounts.mjs'
import { ExamplePackage, plugin } from '../lib/example-package'
import { buyWit, expectBalance } from '../lib/money'
import { expectNothingStays } from '../lib/retention'
import { enter, makeBlock, withoutWebGl } from '../lib/rooms'
import { expect, test } from '../lib/test'

test.describe.configure({ timeout: 240_000 })
test.use({ ownKernel: 'a quiz' })

interface Question {
  text: { ko: string; en: string }
  choices: { ko: string; en: string }[]
  correct: number
}
const QUESTIONS = path.resolve(import.meta.dirname, '../../examples/quiz-block/src/questions.json')

test('a visitor wins the quiz of a world', async ({ kernel, person }) => {
  const questions: Question[] = JSON.parse(await readFile(QUESTIONS, 'utf8'))
  const quiz = await ExamplePackage.of('quiz-block', 'quiz')
  const first = await quiz.pack('1.0.0')
  const second = await quiz.pack('2.0.0', (manifest) =>
    manifest.replace('users = true', 'users = true\nbalance = true'),
  )
  const place = await makeBlock(kernel, 'quiz')
  const { owner: account, worldName } = place
  const owner = await person({ named: true })
  await withoutWebGl(owner)
  await owner.logIn(account)
  await buyWit(owner, kernel, account, 500)

  await test.step('the owner tries it in a copy of a block, as made-up players', async () => {
    await owner.goto(`/${worldName}/management?tab=plugins`)
    await owner.page.locator('input[type=file]').setInputFiles(first)
    await owner.inDialog('extensions:trial.begin').click()
    await owner.expectToast('extensions:trial.began', { name: 'Starlight Quiz' })
    await owner.button('extensions:trial.inBlock').click()
    await owner.shoot('608-quiz-copies')
    await owner.dialog.getByRole('link', { name: 'Little café' }).click()
    // Enters again as the player.
    const player = owner.page.getByRole('radio', { name: 'Player2' })
    await player.click()
    await expect(owner.page).toHaveURL(/\?trial=x-\w+&player=2$/)
    await expect(player).toBeChecked({ timeout: 40_000 })
    const frame = owner.page.frameLocator('iframe').frameLocator('iframe')
    await frame.getByRole('button', { name: 'Start the quiz' }).click()
    await expect(frame.locator('#choices button').first()).toBeEnabled({ timeout: 40_000 })
    await owner.button('blocks:people.button', { count: 1 }).click()
    await owner.shoot('609-quiz-in-a-copy')
    // The people in the block itself see nothing of it.
    const visitor = await person({ named: true })
    await withoutWebGl(visitor)
    await enter(visitor, place)
    await expect(visitor.page.locator('iframe')).toHaveCount(0)
    await expect(visitor.page.getByText('Player2')).toHaveCount(0)
    await visitor.page.close()
    await owner.goto(`/${worldName}/management?tab=plugins`)
    await owner.button('extensions:manage.more', { name: 'Starlight Quiz' }).click()
    await owner.page.getByRole('menuitem', { name: owner.t('extensions:trial.end') }).click()
    await owner.inDialog('extensions:trial.end').click()
    await owner.expectToast('extensions:trial.ended', { name: 'Starlight Quiz' })
  })

  await test.step('the owner withholds the nicknames, lowers the prize and fills the account', async () => {
    await owner.goto(`/${worldName}/management?tab=plugins`)
    await owner.page.locator('input[type=file]').setInputFiles(first)
    await owner.field('agreedKey').check()
    await owner.field('users').uncheck()
    await owner.field('perPayment').fill('10')
    await owner.field('charge.personDay').fill('5')
    await owner.inDialog('extensions:review.install').click()
    await owner.expectToast('extensions:review.installed', { name: 'Starlight Quiz' })
    const card = owner.page.getByRole('article', { name: 'Starlight Quiz' })
    const more = owner.t('extensions:manage.more', { name: 'Starlight Quiz' })
    await card.getByRole('button', { name: more }).click()
    await owner.page.getByRole('menuitem', { name: owner.t('extensions:manage.payIn') }).click()
    await owner.field('amount').fill('50')
    await owner.inDialog('extensions:funds.submit').click()
    await owner.expectToast('extensions:funds.done', { amount: 50 })
  })

  const guest = await person({ language: 'ko', theme: 'dark', width: 390, named: true })
  await guest.logIn(await makeMember(kernel, 'quizzer', 'ko'))
  const frame = guest.page.frameLocator('iframe').frameLocator('iframe')

  await test.step('a visitor answers five questions and takes the prize', async () => {
    await guest.goto(`/${worldName}/x/${quiz.id}`)
    await guest.shoot('610-quiz-idle')
    await frame.getByRole('button', { name: '퀴즈 시작' }).click()
    await expect(frame.getByText('곧 시작합니다')).toBeVisible()
    for (let round = 1; round <= 5; round += 1) {
      await expect(frame.getByText(`5문제 중 ${round}번째`)).toBeVisible({ timeout: 40_000 })
      await expect(frame.locator('#choices button').first()).toBeEnabled({ timeout: 40_000 })
      const text = await frame.locator('#headline').textContent()
      const question = questions.find((one) => one.text.ko === text)
      if (!question) throw new Error(`no question is ${text}`)
      if (round === 1) await guest.shoot('611-quiz-question')
      await frame.locator('#choices button').nth(question.correct).click()
      await expect(frame.getByText('정답입니다!')).toBeVisible()
      if (round === 1) await guest.shoot('612-quiz-solution')
    }
    await frame.getByRole('button', { name: '10 WIT 받기' }).click({ timeout: 40_000 })
    await expect(frame.getByText('상금 10 WIT를 받았습니다.')).toBeVisible()
    await guest.shoot('613-quiz-won')
    await expectBalance(guest, '10')
  })

  await test.step('the visitor adds 5 WIT to the prize, in a dialog of the platform', async () => {
    const sponsor = frame.getByRole('button', { name: '상금 5 WIT 보태기' })
    await sponsor.click()
    await expect(guest.dialog.getByText('다음 퀴즈의 상금을 보탭니다.')).toBeVisible()
    await guest.shoot('615-quiz-pay')
    await guest.dialog.getByRole('button', { name: guest.t('kit:cancel') }).click()
    await sponsor.click()
    await guest.inDialog('extensions:pay.confirm', { amount: 5 }).click()
    await expect(frame.getByText('고맙습니다! 상금이 늘었습니다.')).toBeVisible()
    await expectBalance(guest, '5')
    await guest.goto(`/${worldName}/x/${quiz.id}`)
    // The owner allows 5 WIT a day from one person.
    await sponsor.click()
    await guest.inDialog('extensions:pay.confirm', { amount: 5 }).click()
    await expect(guest.page.getByText('오늘 이 플러그인에 낼 수 있는 WIT를 모두 냈습니다.')).toBeVisible()
    await guest.dialog.getByRole('button', { name: guest.t('kit:cancel') }).click()
  })

  await test.step('the owner sees the result; players have numbers in place of withheld nicknames', async () => {
    await owner.goto(`/${worldName}/x/${quiz.id}`)
    await expect(
      owner.page.frameLocator('iframe').frameLocator('iframe').getByText('Player 1 won.'),
    ).toBeVisible()
    await owner.shoot('614-quiz-result')
    await owner.goto(`/${worldName}/dashboard`)
    await owner.page.getByRole('link', { name: 'Quiz winners' }).click()
    await owner.expectPath(`/${worldName}/dashboard?tab=${quiz.id}`)
    await expect(owner.page.frameLocator('iframe').frameLocator('iframe').getByText('10 WIT')).toBeVisible()
    await owner.shoot('616-quiz-winners')
  })

  const env = {
    WITVERSE_URL: kernel.named,
    WITVERSE_WORLD: worldName,
    WITVERSE_TOKEN: await logIn(kernel, account),
  }

  await test.step('an update that asks for more waits for the owner', async () => {
    const dry = await plugin(['upgrade', '--dry-run', second], env)
    expect(dry.text).toContain('1.0.0 → 2.0.0 asks for more')
    expect(dry.text).toContain('sees the WIT balance of a person who uses it')
    const resting = await plugin(['upgrade', '--grant-more', second], env)
    expect(resting).toMatchObject({ ok: false })
    expect(resting.text).toContain('plugin_update_rests')
    const refused = await plugin(['upgrade', '--early', second], env)
    expect(refused).toMatchObject({ ok: false })
    expect(refused.text).toContain('plugin_wants_more')
    const agreed = await plugin(['upgrade', '--early', '--grant-more', second], env)
    expect(agreed.text).toContain('2.0.0 runs')
    // What the owner has withheld and lowered stays as it was.
    expect(agreed.text).toContain('may pay up to 10 WIT at a time')
    expect(agreed.text).not.toContain('nicknames')
  })

  await test.step('a rollback and the end, from a terminal', async () => {
    const back = await plugin(['rollback', quiz.id], env)
    expect(back.text).toContain('1.0.0 runs again, after 2.0.0')
    expect(back.text).not.toContain('balance')
    const zip = path.join(await mkdtemp(path.join(tmpdir(), 'witverse-quiz-')), 'quiz.zip')
    const ended = await plugin(['uninstall', '--export', zip, quiz.id], env)
    expect(ended.text).toContain('holds everything of')
    expect(ended.text).toContain('is uninstalled')
    const rows = await promisify(execFile)('unzip', ['-p', zip, 'rows/prize.jsonl'])
    expect(JSON.parse(rows.stdout)).toMatchObject({ hundredths: 1000 })
    await owner.goto('/')
    // 500, without the prize of 10 and with the 5 of the visitor.
    await expectBalance(owner, '495')
    await guest.goto(`/${worldName}/x/${quiz.id}`)
    await expect(guest.heading('extensions:frame.missing')).toBeVisible()
    // What was won stays won.
    await expectBalance(guest, '5')
  })

  await test.step('after the time for a restore nothing of it stays but what was paid', async () => {
    await expectNothingStays(kernel, quiz.id)
    await guest.goto('/')
    await expectBalance(guest, '5')
  })
})
