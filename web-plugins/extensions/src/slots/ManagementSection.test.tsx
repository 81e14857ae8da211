import type { WorldSlotData } from '@witverse/sdk'
import { afterEach, expect, it, vi } from 'vitest'
import { contents, install, renderExtensions, review, setting, WORLD } from '../testing/pages'
import ManagementSection from './ManagementSection'

let leave = async () => undefined as unknown
afterEach(() => leave())

const PLUGINS = 'GET /api/v3/worlds/w-agora/plugins'
const PLUGIN = '/api/v3/worlds/w-agora/plugins/x-aaaaaaaaaaaa'

async function open(answers: Record<string, unknown> = {}, change: Partial<WorldSlotData> = {}) {
  const page = await renderExtensions(
    <ManagementSection data={{ ...WORLD, ...change }} close={() => undefined} />,
    { answers },
  )
  leave = page.unmount
  await page.settle()
  return page
}

const entries = () => [...document.querySelectorAll('[role=menuitem]')].map((one) => one.textContent)

const line = (level: string, fields: string) => ({
  ...{ id: `l-${level}`, at: '2026-11-20T03:00:00Z', message: 'a line', level, fields },
})

it('is empty for people who do not manage the world', async () => {
  const page = await open({}, { isOwner: false })
  expect(page.container.textContent).toBe('')
})

it('shows what a plugin is, what it may do and its prize money', async () => {
  const page = await open()
  const card = page.container.querySelector('article')?.textContent ?? ''
  for (const part of ['Find the lamp', 'acme.lamps', '1.0.0', 'Running', 'Stores its own data.', '123'])
    expect(card).toContain(part)
  await page.press(page.named('Actions for Find the lamp'), 'Enter')
  expect(entries()).toEqual([
    'Stop',
    'Change permissions',
    'Add WIT',
    'Pay out WIT',
    'Stop automatic updates',
    'Uninstall',
  ])
})

it('stops a plugin, and says so', async () => {
  const change = vi.fn(() => ({ payload: install({ state: 'disabled', disabledBecause: 'operator' }) }))
  const page = await open({ [`PATCH ${PLUGIN}`]: change })
  await page.press(page.named('Actions for Find the lamp'), 'Enter')
  await page.click([...document.querySelectorAll('[role=menuitem]')].at(0) ?? null)
  await page.settle()
  expect(change).toHaveBeenCalledWith({ enabled: false }, expect.anything())
  expect(page.toast()).toBe('Find the lamp is stopped.')
})

it('finishes an update after a question', async () => {
  const waiting = install({ version: '1.1.0', previousVersion: '1.0.0', isUnfinished: true })
  const finish = vi.fn(() => ({ payload: install({ version: '1.1.0' }) }))
  const answers = { [PLUGINS]: { payload: { items: [waiting] } }, [`POST ${PLUGIN}/finish`]: finish }
  const page = await open(answers)
  expect(page.shown()).toContain('Until then you can go back to the version before.')
  await page.click(page.named('Finish the update'))
  expect(finish).not.toHaveBeenCalled()
  const confirm = [...(dialog()?.querySelectorAll('button') ?? [])]
  await page.click(confirm.find((one) => one.textContent === 'Finish the update') ?? null)
  await page.settle()
  expect(finish).toHaveBeenCalledTimes(1)
  expect(page.toast()).toBe('The update is finished.')
})

it('shows in the history why the platform has stopped a version', async () => {
  const stopped = {
    ...{ id: 'e-1', kind: 'stopped', at: '2026-11-20T03:00:00Z', by: null },
    details: { reason: 'It floods rooms' },
  }
  const page = await open({ [`GET ${PLUGIN}/events`]: { payload: { items: [stopped], total: null } } })
  const buttons = [...page.container.querySelectorAll('article button')]
  await page.click(buttons.find((button) => button.textContent?.includes('History')) ?? null)
  await page.settle()
  expect(page.shown()).toContain('It floods rooms')
})

it('shows that an enabled plugin could not be started, and why', async () => {
  const page = await open({
    [PLUGINS]: {
      payload: { items: [install({ isLoaded: false, checkFailed: 'it needs another version' })] },
    },
  })
  const card = page.container.querySelector('article')?.textContent ?? ''
  for (const part of ['Could not start', 'Visitors cannot use it.', 'it needs another version'])
    expect(card).toContain(part)
  expect(card).not.toContain('Running')
  expect(page.container.querySelector('a[href="/agora/x/acme.lamps"]')).toBeNull()
})

it('tells why a plugin was stopped by the platform', async () => {
  const page = await open({
    [PLUGINS]: { payload: { items: [install({ state: 'disabled', disabledBecause: 'failures' })] } },
  })
  const card = page.container.querySelector('article')?.textContent ?? ''
  expect(card).toContain('Stopped after errors')
  expect(card).toContain('It failed several times within an hour.')
})

it('says that a newer version is available, and opens its review', async () => {
  const update = {
    package: 'd2',
    version: '1.1.0',
    restsUntil: '2026-11-27T03:00:00Z',
    waitsBecause: 'off',
  }
  const upgrade = vi.fn(() => ({ payload: install({ version: '1.1.0' }) }))
  const page = await open({
    [PLUGINS]: { payload: { items: [install({ update })] } },
    'GET /api/v3/worlds/w-agora/plugin-packages/d2': { payload: review({ installed: install() }) },
    [`POST ${PLUGIN}/version`]: upgrade,
  })
  const card = page.container.querySelector('article')?.textContent ?? ''
  expect(card).toContain('Version 1.1.0 is available')
  expect(card).toContain('you can update without confirming')
  await page.click(page.container.querySelector('[aria-label="See what’s new in Find the lamp 1.1.0"]'))
  await page.settle()
  await page.click(page.named('Update'))
  await page.settle()
  expect(upgrade).toHaveBeenCalledWith(expect.objectContaining({ package: 'd2' }), expect.anything())
})

it('says when an update applies by itself, or what it waits for', async () => {
  const texts: [string | null, string | null, string][] = [
    [null, '2026-11-27T03:00:00Z', 'It applies by itself from'],
    [null, null, 'It applies by itself within a few hours.'],
    ['wants_more', null, 'It asks for more permissions, so it waits for you.'],
    ['new_key', null, 'Its publisher has a new signing key, so it waits for you.'],
    ['held', null, 'It did not start or you went back from it'],
  ]
  for (const [waitsBecause, restsUntil, text] of texts) {
    const update = { package: 'd2', version: '1.1.0', restsUntil, waitsBecause }
    const page = await open({ [PLUGINS]: { payload: { items: [install({ update })] } } })
    expect(page.container.querySelector('article')?.textContent).toContain(text)
    await page.unmount()
  }
})

it('turns automatic updates off', async () => {
  const change = vi.fn(() => ({ payload: install({ autoUpdate: false }) }))
  const page = await open({
    [PLUGINS]: { payload: { items: [install()] } },
    [`PATCH ${PLUGIN}`]: change,
  })
  expect(page.container.querySelector('article')?.textContent).toContain('Updates automatically')
  await page.press(page.named('Actions for Find the lamp'), 'Enter')
  const items = [...document.querySelectorAll('[role=menuitem]')]
  await page.click(items.find((one) => one.textContent === 'Stop automatic updates') ?? null)
  await page.settle()
  expect(change).toHaveBeenCalledWith({ autoUpdate: false }, expect.anything())
})

it('offers to undo an uninstall while the data are kept', async () => {
  const gone = install({ state: 'uninstalled', retainedUntil: '2026-12-20T03:00:00Z' })
  const restore = vi.fn(() => ({ payload: install() }))
  const page = await open({
    [PLUGINS]: { payload: { items: [gone] } },
    [`POST ${PLUGIN}/restore`]: restore,
  })
  expect(page.container.textContent).toContain('Its data are kept until')
  await page.click(page.named('Undo'))
  await page.settle()
  expect(restore).toHaveBeenCalledOnce()
  expect(page.toast()).toBe('Find the lamp is running again.')
})

const openEntry = async (page: Awaited<ReturnType<typeof open>>, entry: string) => {
  await page.press(page.named('Actions for Find the lamp'), 'Enter')
  const items = [...document.querySelectorAll('[role=menuitem]')]
  await page.click(items.find((item) => item.textContent === entry) ?? null)
  await page.settle()
}

const dialog = () => document.querySelector('[role=dialog]')

it('says what an uninstall ends before it happens', async () => {
  const uninstall = vi.fn(() => ({
    payload: install({ state: 'uninstalled', retainedUntil: '2026-12-20T03:00:00Z' }),
  }))
  const page = await open({
    [`GET ${PLUGIN}/contents`]: { payload: contents({ isGame: true }) },
    [`DELETE ${PLUGIN}`]: uninstall,
  })
  await openEntry(page, 'Uninstall')
  const text = dialog()?.textContent ?? ''
  for (const part of ['answer', '1,234 rows', '123 WIT in its wallet', 'Its pages', 'Its game ends'])
    expect(text).toContain(part)
  expect(text).not.toContain('scheduled')
  expect(uninstall).not.toHaveBeenCalled()
  await page.click(
    [...(dialog()?.querySelectorAll('button') ?? [])].find((b) => b.textContent === 'Uninstall') ?? null,
  )
  await page.settle()
  expect(uninstall).toHaveBeenCalledOnce()
})

it('draws settings, keeps a wrong number, and sends what was changed', async () => {
  const settings = [
    setting(),
    setting({ key: 'calm', kind: 'switch', title: { ko: '조용히', en: 'Calm' }, value: false }),
  ]
  const change = vi.fn(() => ({ payload: install() }))
  const page = await open({
    [PLUGINS]: { payload: { items: [install({ settings })] } },
    [`PATCH ${PLUGIN}`]: change,
  })
  await openEntry(page, 'Settings')
  await page.fill({ 'settings.rounds': '12' })
  await page.click(page.named('Save'))
  await page.settle()
  expect(dialog()?.textContent).toContain('Enter a whole number from 1 to 9.')
  expect(change).not.toHaveBeenCalled()
  await page.fill({ 'settings.rounds': '7' })
  await page.click(page.named('Save'))
  await page.settle()
  expect(change).toHaveBeenCalledWith({ settings: { rounds: 7 } }, expect.anything())
})

it('shows the log and the usage', async () => {
  const used = {
    calls: 1200,
    failures: 2,
    cpuUs: 2_500_000,
    statements: 40,
    paidHundredths: 5000,
    collectedHundredths: 700,
  }
  const page = await open({
    [PLUGINS]: { payload: { items: [install({ usedToday: used, usedMonth: used })] } },
    [`GET ${PLUGIN}/logs`]: {
      payload: {
        items: [
          { id: 'l1', at: '2026-11-20T03:00:00Z', level: 'error', message: 'out of time', fields: '' },
          line('denied', '"what"="users" "layer"="grant"'),
          // A plugin cannot speak for the platform: it has no lines of this level.
          line('info', '"what"="reward" "layer"="grant"'),
        ],
        total: 3,
        nextCursor: null,
      },
    },
  })
  await page.click(page.named('Usage'))
  for (const part of ['1,200', '2.5 s', '50 WIT']) expect(page.container.textContent).toContain(part)
  await page.click(page.named('Log'))
  await page.settle()
  expect(page.container.textContent).toContain('out of time')
  expect(page.container.textContent).toContain('users: you have not allowed this permission.')
  expect(page.container.textContent).not.toContain('reward: you have')
})

it('takes back what a plugin has not used, and keeps the rest', async () => {
  const change = vi.fn(() => ({ payload: install() }))
  const unused = [{ key: 'reward', ko: '상금을 줍니다.', en: 'May pay prizes.' }]
  const page = await open({
    [PLUGINS]: { payload: { items: [install({ unusedPermissions: unused, slots: ['header.action'] })] } },
    [`PATCH ${PLUGIN}`]: change,
  })
  expect(page.container.textContent).toContain('Not used for 30 days')
  expect(page.container.textContent).toContain('A button in the header')
  await page.click(page.named('Withdraw'))
  await page.settle()
  expect(change).toHaveBeenCalledWith(
    { grant: expect.objectContaining({ sql: true, reward: null }) },
    expect.anything(),
  )
})

it('finds a reviewed plugin and opens its review', async () => {
  const page = await open({
    'GET /api/v3/worlds/w-agora/plugin-packages/d2': { payload: review({ isReviewed: true }) },
  })
  const catalogue = page.container.querySelector('.ex-catalogue')?.textContent ?? ''
  for (const part of ['Find the lamp', 'A game for the night', 'acme', '2 permissions', 'Worlds: 3'])
    expect(catalogue).toContain(part)
  await page.click(page.named('See details of Find the lamp'))
  await page.settle()
  const dialog = document.querySelector('[role=dialog]')?.textContent ?? ''
  for (const part of ['Reviewed by Witverse', 'Try it first', 'Install']) expect(dialog).toContain(part)
})

it('says that nothing was reviewed yet', async () => {
  const none = { payload: { items: [], total: 0, nextCursor: null } }
  const page = await open({ 'GET /api/v3/worlds/w-agora/plugin-catalogue': none })
  expect(page.container.textContent).toContain('Witverse has not reviewed a plugin yet.')
})

it('shows the balance and both payments of a plugin that only charges', async () => {
  const granted = { ...install().granted, reward: null, charge: { perPayment: 5 } }
  const page = await open({
    [PLUGINS]: { payload: { items: [install({ granted, balanceHundredths: 500 })] } },
  })
  expect(page.container.querySelector('.ex-funds')?.textContent).toContain('5')
  await page.press(page.named('Actions for Find the lamp'), 'Enter')
  expect(entries()).toEqual(expect.arrayContaining(['Add WIT', 'Pay out WIT']))
})
