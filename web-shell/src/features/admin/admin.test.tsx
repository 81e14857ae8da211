import { list, problem } from '@witverse/sdk/testing'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { texts } from '../../locales/operators'
import { texts as safety } from '../../locales/safety'
import { texts as sudo } from '../../locales/sudo'
import { fakePlugins, member, renderShell } from '../testing'
import { AdminScreen } from './AdminScreen'

const ROW = {
  id: 'u2',
  email: 'theo@example.com',
  nickname: 'theo',
  image: null,
  createdAt: '2026-03-05T00:00:00Z',
  verified: true,
  roles: [] as string[],
  state: 'active',
}
const DETAIL = {
  ...ROW,
  appointment: null,
  sessions: 2,
  passkeys: 0,
  totp: false,
  language: 'ko',
  sanctions: [
    {
      id: 'x1',
      action: 'mute',
      reason: 'Shouting.',
      at: '2026-11-20T00:00:00Z',
      until: null,
      state: 'in_force',
      by: null,
    },
  ],
  reportsAgainst: 1,
  deletionAt: null,
}

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(path: string, answers: Record<string, unknown>, roles = ['admin']) {
  const page = await renderShell(
    <Routes>
      <Route path="/admin/:section?/:id?" element={<AdminScreen />} />
    </Routes>,
    [texts, safety, sudo],
    { path, answers, state: member({ roles }) },
  )
  leave = page.unmount
  await page.settle()
  return page
}

it('is not accessible for moderators', async () => {
  expect((await open('/admin', {}, ['moderator'])).shown()).toContain('Page not found')
})

it('shows "not found" for unknown sections', async () => {
  expect((await open('/admin/nothing', {})).shown()).toContain('Page not found')
})

it('lists users', async () => {
  const page = await open('/admin', {
    'GET /api/admin/users': list(ROW),
  })
  expect(page.named('theo').getAttribute('href')).toBe('/admin/people/u2')
  expect(page.shown()).toContain('theo@example.com')
})

it('assigns a role and shows why the last administrator cannot be removed', async () => {
  const language = { ko: '마지막', en: 'Somebody has to be left.' }
  const give = vi.fn(() => ({ payload: DETAIL }))
  const page = await open('/admin/people/u2', {
    'GET /api/admin/users/u2': { payload: { ...DETAIL, roles: ['admin'] } },
    'PUT /api/admin/users/u2/roles/moderator': give,
    'DELETE /api/admin/users/u2/roles/admin': problem(409, 'last_admin', { language }),
  })
  await page.click(page.named('Assign'))
  await page.settle()
  expect(give).toHaveBeenCalled()
  expect(page.toast()).toBe('theo now has the role Moderator.')
  await page.click(page.named('Remove'))
  await page.settle()
  expect(page.toast()).toBe('Somebody has to be left.')
})

it('proposes an administrator, confirms the identity on demand and sends the call again', async () => {
  let proven = false
  const propose = vi.fn(() => (proven ? { payload: DETAIL } : problem(403, 'reauthentication_required')))
  const page = await open('/admin/people/u2', {
    'GET /api/admin/users/u2': { payload: DETAIL },
    'PUT /api/admin/users/u2/roles/admin': propose,
    'POST /api/account/reauthenticate': () => {
      proven = true
      return { payload: { sudoUntil: '2026-11-21T14:00:00Z' } }
    },
  })
  await page.click(page.named('Propose'))
  await page.settle()
  await page.fill({ password: 'Witverse1!' })
  await page.click(page.named('Confirm'))
  await page.settle()
  expect(propose).toHaveBeenCalledTimes(2)
  expect(page.toast()).toBe('theo was proposed. Another administrator must approve it.')
})

it('lets a second administrator approve a proposed one', async () => {
  const someone = { id: 'u9', nickname: 'sora' }
  const appointment = {
    id: 'a1',
    account: { id: 'u2', nickname: 'theo' },
    state: 'proposed',
    proposedBy: someone,
    proposedAt: '2026-11-20T00:00:00Z',
    decidedBy: null,
    decidedAt: null,
    answer: null,
  }
  const approve = vi.fn(() => ({ payload: { ...appointment, state: 'applied' } }))
  const page = await open('/admin/people/u2', {
    'GET /api/admin/users/u2': { payload: { ...DETAIL, appointment } },
    'POST /api/admin/appointments/a1/approve': approve,
  })
  expect(page.shown()).toContain('Proposed by sora')
  await page.click(page.named('Approve'))
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(approve).toHaveBeenCalled()
  expect(page.toast()).toBe('theo is now an administrator.')
})

it('lifts a sanction with a reason', async () => {
  const lift = vi.fn(() => ({ payload: DETAIL }))
  const page = await open('/admin/people/u2', {
    'GET /api/admin/users/u2': { payload: DETAIL },
    'POST /api/admin/sanctions/x1/lift': lift,
  })
  await page.click(page.named('Lift'))
  await page.fill({ reason: 'A mistake.' })
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(lift).toHaveBeenCalledWith({ reason: 'A mistake.' }, expect.anything())
})

it('adds a word in lower case and shows an error if it exists', async () => {
  const sent: unknown[] = []
  const page = await open('/admin/words', {
    'GET /api/admin/words': list(),
    'POST /api/admin/words': (body: { word: string }) => {
      sent.push(body)
      return body.word === 'known' ? problem(409, 'word_exists') : { payload: body }
    },
  })
  await page.fill({ word: 'Nasty' })
  await page.click(page.named('Add'))
  await page.settle()
  expect(sent).toEqual([{ word: 'nasty', kind: 'part' }])
  await page.fill({ word: 'known' })
  await page.click(page.named('Add'))
  await page.settle()
  expect(page.shown()).toContain('This word is already on the list.')
})

describe('forbidden files', () => {
  const DIGEST = 'ab'.repeat(32)
  const FILE = {
    digest: DIGEST,
    reason: 'A stolen picture.',
    addedAt: '2026-11-20T00:00:00Z',
    addedBy: { id: 'u1', nickname: 'mina' },
  }

  it('adds one by its hash, in lower case, and shows an error if it exists', async () => {
    const sent: unknown[] = []
    const page = await open('/admin/files', {
      'GET /api/admin/forbidden-files': list(),
      'POST /api/admin/forbidden-files': (body: unknown) => {
        sent.push(body)
        return sent.length > 1 ? problem(409, 'forbidden_file_exists') : { payload: FILE }
      },
    })
    expect(page.shown()).toContain('No files are forbidden.')
    for (const _ of [1, 2]) {
      await page.fill({ digest: DIGEST.toUpperCase(), reason: ' A stolen picture. ' })
      await page.click(page.named('Add'))
      await page.settle()
    }
    expect(sent[0]).toEqual({ digest: DIGEST, reason: 'A stolen picture.' })
    expect(page.toast()).toBe('The file is now forbidden.')
    expect(page.shown()).toContain('This file is already on the list.')
  })

  it('needs a hash and a reason', async () => {
    const forbid = vi.fn()
    const page = await open('/admin/files', {
      'GET /api/admin/forbidden-files': list(),
      'POST /api/admin/forbidden-files': forbid,
    })
    await page.fill({ digest: 'xyz', reason: 'no' })
    await page.click(page.named('Add'))
    expect(page.shown()).toContain('Please enter a SHA-256 hash of 64 digits.')
    expect(page.shown()).toContain('Please write at least 5 characters.')
    expect(forbid).not.toHaveBeenCalled()
  })

  it('lists them and removes one with a reason', async () => {
    const allow = vi.fn(() => ({ payload: {} }))
    const page = await open('/admin/files', {
      'GET /api/admin/forbidden-files': list(FILE),
      [`POST /api/admin/forbidden-files/${DIGEST}/remove`]: allow,
    })
    expect(page.shown()).toContain('A stolen picture.')
    expect(page.shown()).toContain('mina')
    await page.click(page.named('Remove abababababab… from the list'))
    await page.fill({ why: 'A mistake.' })
    await page.click(document.querySelector('[role=dialog] [type=submit]'))
    await page.settle()
    expect(allow).toHaveBeenCalledWith({ reason: 'A mistake.' }, expect.anything())
    expect(page.toast()).toBe('The file was removed from the list.')
  })
})

it('shows the sections that plugins add', async () => {
  const slot = { at: 'admin.section', page: 'fees', title: { ko: '수수료', en: 'Fees' } }
  const market = {
    id: 'market',
    name: { ko: 'market', en: 'market' },
    version: '0',
    entry: '',
    integrity: {},
    routes: [],
    slots: [slot],
  }
  const page = await renderShell(
    <Routes>
      <Route path="/admin/:section?/:id?" element={<AdminScreen />} />
    </Routes>,
    [texts, safety, sudo],
    {
      path: '/admin/market-fees',
      answers: {},
      state: member({ roles: ['admin'] }),
      plugins: fakePlugins([market], { 'market/fees': () => <p>2 percent</p> }),
    },
  )
  leave = page.unmount
  await page.settle()
  expect(page.shown()).toContain('2 percent')
  expect(page.named('Fees')?.getAttribute('aria-current')).toBe('page')
})
