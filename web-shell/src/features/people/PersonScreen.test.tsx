import { problem } from '@witverse/sdk/testing'
import { Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { texts } from '../../locales/people'
import { texts as safety } from '../../locales/safety'
import { fakePlugins, member, renderShell } from '../testing'
import { PersonScreen } from './PersonScreen'

const ID = '0192f3a0-0000-7000-8000-000000000002'
const NOBODY = { self: false, blocked: false, muted: false }
const person = (relation = NOBODY) => ({
  payload: {
    id: ID,
    nickname: 'theo',
    profileImage: null,
    image: null,
    joinedAt: '2026-03-05T00:00:00Z',
    worldName: 'hanok',
    relation,
  },
})

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(
  answers: Record<string, unknown>,
  state: object = member(),
  id = ID,
  plugins = fakePlugins(),
) {
  const page = await renderShell(
    <Routes>
      <Route path="/user/:id" element={<PersonScreen />} />
    </Routes>,
    [texts, safety],
    {
      path: `/user/${id}`,
      state,
      plugins,
      answers: {
        [`GET /api/v2/profile/check/${ID}`]: {
          payload: { id: ID, exists: true, nickname: 'theo', relation: NOBODY },
        },
        'GET /api/v2/profile/user/theo': person(),
        ...answers,
      },
    },
  )
  leave = page.unmount
  await page.settle()
  await page.settle()
  return page
}

it('shows a person by id and by nickname', async () => {
  const { shown } = await open({})
  expect(shown()).toContain('Joined 2026.03.05')
  expect(shown()).toContain('Member of hanok')
  await leave()
  const other = await open({}, {}, 'theo')
  expect(other.shown()).toContain('Joined 2026.03.05')
})

it.each([
  [
    'nobody has the id',
    { [`GET /api/v2/profile/check/${ID}`]: { payload: { exists: false, nickname: null } } },
  ],
  ['the person has blocked the viewer', { 'GET /api/v2/profile/user/theo': problem(404, 'not_found') }],
])('shows "not found" if %s', async (_name, answers) => {
  const { shown } = await open(answers)
  expect(shown()).toContain('Page not found')
})

it('blocks after a confirmation and shows it', async () => {
  const state = { relation: NOBODY }
  const block = vi.fn(() => {
    state.relation = { ...NOBODY, blocked: true }
    return { payload: {} }
  })
  const page = await open({
    [`PUT /api/safety/blocks/${ID}`]: block,
    'GET /api/v2/profile/user/theo': () => person(state.relation),
  })
  await page.click(page.named('Block'))
  expect(block).not.toHaveBeenCalled()
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  await page.settle()
  expect(block).toHaveBeenCalledTimes(1)
  expect(page.shown()).toContain('You blocked this person')
  expect(page.named('Unblock')).toBeTruthy()
})

it('asks a visitor to log in first', async () => {
  const page = await open({}, {})
  await page.click(page.named('Report'))
  expect(page.modal()?.id).toBe('sign-in')
})

it('opens the report dialog with the person', async () => {
  const page = await open({})
  await page.click(page.named('Report'))
  expect(page.modal()).toEqual({
    id: 'report',
    data: { userId: ID, name: 'theo' },
  })
})

it('offers no safety actions on the own profile', async () => {
  const page = await open({ 'GET /api/v2/profile/user/theo': person({ ...NOBODY, self: true }) })
  expect(() => page.named('Block')).toThrow()
  expect(page.named('My account')).toBeTruthy()
})

it('passes the person to the slots of plugins', async () => {
  const slots = [
    { at: 'profile.actions', page: 'actions', title: { ko: '', en: '' } },
    { at: 'profile.gallery', page: 'gone', title: { ko: '', en: '' } },
  ]
  const plugin = {
    id: 'friends',
    name: { ko: 'friends', en: 'friends' },
    version: '0',
    entry: '',
    integrity: {},
    routes: [],
    slots,
  }
  const Actions = ({ data }: { data?: unknown }) => <p>{JSON.stringify(data)}</p>
  const plugins = fakePlugins([plugin], { 'friends/actions': Actions })
  const { shown, settle } = await open({}, member(), ID, plugins)
  await settle()
  expect(shown()).toContain(
    JSON.stringify({ userId: ID, nickname: 'theo', image: null, self: false, blocked: false }),
  )
  expect(shown()).not.toContain("couldn't be loaded") // a failed slot does not affect the page
})
