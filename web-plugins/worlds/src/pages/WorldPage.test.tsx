import { list, problem } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { membership, renderWorld, world } from '../testing/pages'
import WorldPage from './WorldPage'

let leave = async () => undefined as unknown
afterEach(() => leave())

const VISITS = 'POST /api/v2/worlds/logs/user-connection'

async function open(facts: Parameters<typeof world>[0], options: Parameters<typeof renderWorld>[1] = {}) {
  const page = await renderWorld(<WorldPage />, {
    ...options,
    answers: {
      'GET /api/v2/worlds/mInfo': { payload: world(facts) },
      'GET /api/v3/worlds/w1/collections': list(membership()),
      'GET /api/exchange/rate': { payload: { exchangeRate: 100, hundredthsPerUsd: 10_000 } },
      'GET /api/v2/wallet': { payload: { availableHundredths: 50_000, rate: { hundredthsPerUsd: 10_000 } } },
      [VISITS]: { payload: { againAfter: 240 } },
      ...options.answers,
    },
  })
  leave = page.unmount
  return page
}

it('reports the visit of a member, and none of a visitor', async () => {
  const report = vi.fn(() => ({ payload: { againAfter: 240 } }))
  await open({}, { answers: { [VISITS]: report } })
  expect(report).toHaveBeenCalledTimes(1)
  await leave()
  await open({}, { answers: { [VISITS]: report }, visitor: true })
  expect(report).toHaveBeenCalledTimes(1)
})

it('has one address in any case of the name', async () => {
  const page = await open({}, { path: '/Agora' })
  expect(page.place.path).toBe('/agora')
})

it('shows a blacklisted person the reason and nothing of the world', async () => {
  const report = vi.fn()
  const blacklisted = { reason: 'Spam', until: null }
  const page = await open({ isMember: false, blacklisted }, { answers: { [VISITS]: report } })
  expect(page.shown()).toContain('You can’t use agora at the moment')
  expect(page.shown()).toContain('Reason: Spam.')
  expect(page.shown()).not.toContain('Spring club')
  expect(report).not.toHaveBeenCalled()
})

it('buys a membership for the price that was shown', async () => {
  const buy = vi.fn((_body: unknown) => ({ payload: { itemId: 'i1', edition: 5, membership: membership() } }))
  const page = await open({}, { answers: { 'POST /api/v3/worlds/w1/collections/c1/buy': buy } })
  await page.click(page.named('Buy'))
  expect(page.shown()).toContain('WIT spent on a membership can’t be refunded.')
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(buy.mock.calls[0]?.[0]).toEqual({ price: 100 })
  expect(page.toast()).toBe('The Spring club membership no. 5 is yours.')
})

it('offers to charge when there are not enough WIT', async () => {
  const page = await open(
    {},
    { answers: { 'POST /api/v3/worlds/w1/collections/c1/buy': problem(409, 'insufficient_wit') } },
  )
  await page.click(page.named('Buy'))
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(page.modal()).toEqual({ id: 'not-enough-wit', data: { neededHundredths: 10_000 } })
})

it('changes the world of a member of another one after saying what that means', async () => {
  const join = vi.fn(() => ({ payload: world() }))
  const mine = {
    hasWorld: true,
    isAvailableWorldChange: true,
    world: world({ worldName: 'reef', isOwner: true }),
  }
  const page = await open(
    { isMember: false },
    {
      user: { worldName: 'reef', hasWorld: true },
      answers: { 'GET /api/v2/worlds/my': { payload: mine }, 'POST /api/v2/worlds/user/member': join },
    },
  )
  await page.click(page.named('Move to this world'))
  await page.settle()
  expect(page.shown()).toContain('Your longest-serving admin becomes the owner.')
  await page.click(page.named('Change world'))
  await page.settle()
  expect(join).toHaveBeenCalledTimes(1)
  expect(page.toast()).toBe('You moved to agora.')
})

it('says that a used change is used', async () => {
  const mine = { hasWorld: true, isAvailableWorldChange: false, world: world({ worldName: 'reef' }) }
  const page = await open(
    { isMember: false },
    { user: { worldName: 'reef', hasWorld: true }, answers: { 'GET /api/v2/worlds/my': { payload: mine } } },
  )
  await page.click(page.named('Move to this world'))
  await page.settle()
  expect(page.shown()).toContain('You can’t change your world again')
})

it('links to the pages of the world and those of plugins', async () => {
  const slots = { 'world.nav': <a href="/agora/post">Posts</a> }
  const links = (page: Awaited<ReturnType<typeof open>>) =>
    [...page.container.querySelectorAll('[aria-label="Pages of agora"] a')].map((one) =>
      one.getAttribute('href'),
    )
  expect(links(await open({}, { slots }))).toEqual(['/agora/profile', '/agora/post'])
  await leave()
  expect(links(await open({ isAdmin: true }, { slots }))).toEqual([
    '/agora/profile',
    '/agora/post',
    '/agora/dashboard',
  ])
})
