import { list, person, problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { renderWorld, world } from '../testing/pages'
import ManagementPage from './ManagementPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

const member = (nickname: string, role: string) => ({
  ...person(nickname),
  role,
  joinedAt: '2026-11-10T03:00:00Z',
  hasMembership: false,
})

async function open(facts: Parameters<typeof world>[0], tab: string, answers: Record<string, unknown> = {}) {
  const page = await renderWorld(<ManagementPage />, {
    path: `/agora/management?tab=${tab}`,
    answers: {
      'GET /api/v2/worlds/mInfo': { payload: world(facts) },
      'GET /api/v3/worlds/w1/members': list(member('theo', 'admin')),
      'GET /api/v3/worlds/w1/blacklist': list(),
      'GET /api/v3/worlds/w1/collections': list(),
      'GET /api/v3/worlds/w1/invitation': { payload: { invitation: null } },
      ...answers,
    },
  })
  leave = page.unmount
  return page
}

it('is closed to members', async () => {
  const page = await open({}, 'members')
  expect(page.shown()).toContain('Only the owner and admins of this world can see this page.')
})

it('lets only the owner appoint and remove administrators', async () => {
  const admin = await open({ isAdmin: true }, 'members')
  expect(admin.shown()).toContain('The owner appoints the admins.')
  expect(admin.shown()).not.toContain('Remove as admin')
  await leave()
  const appoint = problem(409, 'world_admins_max', {
    language: { ko: '최대 5명', en: 'the maximum number of admins is 5' },
  })
  const owner = await open({ isOwner: true }, 'members', { 'POST /api/v3/worlds/w1/admins': appoint })
  await owner.fill({ nickname: 'sora' })
  await owner.click(owner.named('Make admin'))
  await owner.settle()
  expect(owner.shown()).toContain('the maximum number of admins is 5')
})

it('puts a person on the blacklist with a reason and an end', async () => {
  const add = vi.fn((_body: unknown) => ({ payload: {} }))
  const page = await open({ isAdmin: true }, 'blacklist', { 'POST /api/v3/worlds/w1/blacklist': add })
  await page.click(page.named('Add a person'))
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  expect(page.shown()).toContain('Please enter a reason.')
  await page.fill({ nickname: 'rude', reason: 'Spam', days: '0' })
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(add.mock.calls[0]?.[0]).toEqual({ nickname: 'rude', reason: 'Spam', until: null })
  expect(page.toast()).toBe('rude is now on the blacklist.')
})

it('saves the description and the hue', async () => {
  const save = vi.fn((_body: unknown) => ({ payload: world() }))
  const page = await open({ isAdmin: true }, 'settings', { 'PUT /api/v3/worlds/admins/texts': save })
  await page.until(() => document.querySelector('[name=ko]') !== null)
  await page.fill({ ko: '밤의 광장' })
  await page.click(page.named('Save'))
  await page.settle()
  expect(save.mock.calls[0]?.[0]).toEqual({
    worldId: 'w1',
    description: { ko: '밤의 광장', en: 'A plaza' },
    hue: 262,
  })
  expect(page.toast()).toBe('Saved.')
})

it('opens a membership, and checks its fields first', async () => {
  const openIt = vi.fn((_body: unknown) => ({ payload: {} }))
  const page = await open({ isOwner: true }, 'memberships', { 'POST /api/v3/worlds/w1/collections': openIt })
  await page.click(page.named('Open a membership'))
  await page.until(() => document.querySelector('[name="name.ko"]') !== null)
  await page.fill({ 'name.ko': '봄', quantity: '0' })
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(page.shown()).toContain('Please enter a name.')
  expect(openIt).not.toHaveBeenCalled()
  await page.fill({ 'name.en': 'Spring', quantity: '5', price: '0' })
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(openIt.mock.calls[0]?.[0]).toEqual({
    name: { ko: '봄', en: 'Spring' },
    quantity: 5,
    price: 0,
    deadline: null,
  })
})
