// The example `jukebox-block`, in JavaScript: an owner tries it, installs it with fewer permissions than it asks for and sets it, two
// people ask for tracks, vote and hear the same second, and the owner takes everything out before it goes.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { logIn, makeAccount, makeMember } from '../lib/accounts.mjs'
import { ExamplePackage, plugin } from '../lib/example-package'
import { expectNothingStays } from '../lib/retention'
import { callAs } from '../lib/social'
import { expect, test } from '../lib/test'

test.describe.configure({ timeout: 420_000 })
test.use({ ownKernel: 'a jukebox' })

const NAME = 'Lantern Jukebox'

// A kernel without optimizations compiles the engine of JavaScript for a minute: too long for every change.
test('a world gets a jukebox', { tag: '@soak' }, async ({ kernel, person }) => {
  const jukebox = await ExamplePackage.of('jukebox-block', 'jukebox')
  const first = await jukebox.pack('1.0.0')
  const second = await jukebox.pack('2.0.0', (manifest) =>
    manifest.replace('users = true', 'users = true\ntimers = true'),
  )
  const account = await makeAccount(kernel, 'jukeop')
  const worldName = `juke${Date.now().toString(36).slice(-5)}`
  await callAs(kernel, account, 'POST', '/api/v3/worlds', { worldName, isPublic: true })
  // A kernel without optimizations compiles the engine of JavaScript for about a minute; the second upload finds it compiled.
  const authorization = `Bearer ${await logIn(kernel, account)}`
  const body = new Uint8Array(await readFile(first))
  await expect(async () => {
    const headers = { authorization, 'content-type': 'application/octet-stream' }
    const url = `${kernel.origin}/api/v3/worlds/${worldName}/plugin-packages`
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200)
  }).toPass({ timeout: 240_000 })
  const owner = await person({ named: true })
  await owner.logIn(account)
  const card = owner.page.getByRole('article', { name: NAME })
  const choose = async (item: string) => {
    await card.getByRole('button', { name: owner.t('extensions:manage.more', { name: NAME }) }).click()
    await owner.page.getByRole('menuitem', { name: item }).click()
  }

  await test.step('the owner tries it first, as two made-up players', async () => {
    await owner.goto(`/${worldName}/management?tab=plugins`)
    await owner.page.locator('input[type=file]').setInputFiles(first)
    await owner.inDialog('extensions:trial.begin').click()
    await owner.expectToast('extensions:trial.began', { name: NAME })
    await card.getByRole('link', { name: owner.t('extensions:trial.open') }).click()
    const frame = owner.page.frameLocator('iframe').frameLocator('iframe')
    await owner.page.getByRole('radio', { name: 'Player1' }).check()
    await frame.getByRole('button', { name: 'Ask for The Long Tide' }).click()
    await expect(frame.getByText('Asked for by you')).toBeVisible()
    await owner.page.getByRole('radio', { name: 'Player2' }).check()
    await expect(frame.getByText('Asked for by Player1')).toBeVisible()
    await owner.shoot('629-jukebox-trial')
    const visitor = await fetch(`${kernel.origin}/api/v3/worlds/${worldName}/extensions`)
    expect((await visitor.json()).payload.items).toEqual([])
    await owner.goto(`/${worldName}/management?tab=plugins`)
    await choose(owner.t('extensions:trial.end'))
    await owner.inDialog('extensions:trial.end').click()
    await owner.expectToast('extensions:trial.ended', { name: NAME })
    await expect(card).toHaveCount(0)
  })

  await test.step('the owner withholds the nicknames, and sets one track per person', async () => {
    await owner.goto(`/${worldName}/management?tab=plugins`)
    await owner.page.locator('input[type=file]').setInputFiles(first)
    await owner.field('agreedKey').check()
    await owner.field('users').uncheck()
    await owner.inDialog('extensions:review.install').click()
    await owner.expectToast('extensions:review.installed', { name: NAME })
    await choose(owner.t('extensions:manage.settings'))
    await owner.field('settings.perPerson').fill('11')
    await owner.inDialog('extensions:settings.save').click()
    await expect(owner.dialog.getByText('Enter a whole number from 1 to 10.')).toBeVisible()
    await owner.field('settings.perPerson').fill('1')
    await owner.field('settings.skips').fill('1')
    await owner.shoot('630-jukebox-settings')
    await owner.inDialog('extensions:settings.save').click()
    await owner.expectToast('extensions:settings.saved')
  })

  const guest = await person({ language: 'ko', theme: 'dark', width: 390, named: true })
  await guest.logIn(await makeMember(kernel, 'juker', 'ko'))
  const [mine, theirs] = [owner, guest].map((one) => one.page.frameLocator('iframe').frameLocator('iframe'))
  if (!mine || !theirs) throw new Error('there are two frames')

  await test.step('two people hear the same second', async () => {
    await owner.goto(`/${worldName}/x/${jukebox.id}`)
    await guest.goto(`/${worldName}/x/${jukebox.id}`)
    await guest.shoot('631-jukebox-quiet')
    await theirs.getByRole('button', { name: '첫눈 신청' }).click()
    await expect(theirs.getByRole('heading', { name: '첫눈' })).toBeVisible()
    await expect(mine.getByRole('heading', { name: 'First Snow' })).toBeVisible()
    await mine.getByRole('button', { name: 'Listen' }).click()
    await expect(mine.getByRole('button', { name: 'Mute' })).toBeVisible()
    const second = async (frame: typeof mine) => {
      const text = (await frame.locator('#clock').textContent()) ?? ''
      const [minutes = 0, seconds = 0] = (text.split(' / ')[0] ?? '').split(':').map(Number)
      return minutes * 60 + seconds
    }
    const [one, other] = await Promise.all([second(mine), second(theirs)])
    expect(Math.abs(one - other)).toBeLessThanOrEqual(1)
  })

  await test.step('a vote changes the order, and the setting limits a person', async () => {
    await theirs.getByRole('button', { name: '긴 물결 신청' }).click()
    await expect(theirs.locator('#waiting li')).toHaveCount(1)
    await theirs.getByRole('button', { name: '반딧불이 신청' }).click()
    await expect(theirs.getByText('신청한 곡이 나온 뒤에 다시 신청해 주세요.')).toBeVisible()
    await mine.getByRole('button', { name: 'Ask for Fireflies' }).click()
    await expect(mine.locator('#waiting strong')).toHaveText(['The Long Tide', 'Fireflies'])
    await mine.getByRole('button', { name: 'Vote for Fireflies' }).click()
    await expect(mine.locator('#waiting strong')).toHaveText(['Fireflies', 'The Long Tide'])
    // Without the permission, people have no names.
    await expect(mine.getByText('Asked for by someone else').first()).toBeVisible()
    await owner.shoot('632-jukebox-queue')
    await guest.shoot('633-jukebox-queue-phone')
    await mine.getByRole('button', { name: 'Skip' }).click()
    await expect(theirs.getByRole('heading', { name: '반딧불이' })).toBeVisible()
  })

  const env = {
    WITVERSE_URL: kernel.named,
    WITVERSE_WORLD: worldName,
    WITVERSE_TOKEN: await logIn(kernel, account),
  }

  await test.step('the owner reads the log and the usage', async () => {
    await owner.goto(`/${worldName}/management?tab=plugins`)
    await owner.button('extensions:manage.usage').click()
    await expect(owner.text('extensions:usage.today')).toBeVisible()
    await owner.button('extensions:manage.log').click()
    await expect(card.getByText('a track was asked for').first()).toBeVisible()
    await owner.shoot('634-jukebox-log')
    const logs = await plugin(['logs', jukebox.id], env)
    expect(logs.text).toContain('INFO  a track was asked for "track"="snowfall"')
  })

  await test.step('an update that wants more waits, and a rollback takes it back', async () => {
    const refused = await plugin(['upgrade', '--early', second], env)
    expect(refused.text).toContain('plugin_wants_more')
    await plugin(['upgrade', '--early', '--grant-more', second], env)
    const back = await plugin(['rollback', jukebox.id], env)
    expect(back.text).toContain('1.0.0 runs again, after 2.0.0')
    const settings = await plugin(['settings', jukebox.id], env)
    expect(settings.text).toMatch(/perPerson\s+1/)
  })

  await test.step('the owner downloads everything and uninstalls it', async () => {
    await owner.goto(`/${worldName}/management?tab=plugins`)
    await choose(owner.t('extensions:manage.uninstall'))
    await expect(owner.dialog.getByRole('row', { name: 'entry 2 rows' })).toBeVisible()
    await expect(owner.dialog.getByText(owner.t('extensions:uninstall.ends.game'))).toBeVisible()
    await owner.shoot('635-jukebox-uninstall')
    const downloading = owner.page.waitForEvent('download')
    await owner.inDialog('extensions:uninstall.download').click()
    const zip = await (await downloading).path()
    const { stdout } = await promisify(execFile)('unzip', ['-p', zip, 'rows/entry.jsonl'])
    expect(stdout.trim().split('\n')).toHaveLength(2)
    await owner.inDialog('extensions:manage.uninstall').click()
    await owner.expectToast('extensions:manage.uninstalled', { name: NAME })
    await guest.goto(`/${worldName}/x/${jukebox.id}`)
    await expect(guest.heading('extensions:frame.missing')).toBeVisible()
    await expectNothingStays(kernel, jukebox.id)
  })
})
