import { list } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { packageDetails, publisher, renderExtensions, storedPackage } from '../testing/pages'
import PackagesSection from './PackagesSection'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(view: string, answers: Record<string, unknown> = {}) {
  const page = await renderExtensions(<PackagesSection />, {
    answers: {
      'GET /api/admin/plugin-packages': list(storedPackage()),
      'GET /api/admin/plugin-reviews': list(storedPackage()),
      'GET /api/admin/plugin-publishers': list(publisher()),
      ...answers,
    },
  })
  leave = page.unmount
  await page.settle()
  await page.click(document.querySelector(`[name="view"][value="${view}"]`))
  await page.settle()
  return page
}

it('countersigns a package of the queue', async () => {
  const review = vi.fn(() => ({ payload: storedPackage({ reviewedAt: '2026-11-20T03:00:00Z' }) }))
  const page = await open('queue', { 'POST /api/admin/plugin-packages/d1/review': review })
  await page.click(page.named('Mark as reviewed: acme.lamps 1.0.0'))
  await page.settle()
  expect(review).toHaveBeenCalledOnce()
  expect(page.toast()).toBe('acme.lamps 1.0.0 is marked as reviewed by Witverse.')
})

it('stops a package with a reason, which is required', async () => {
  const stop = vi.fn(() => ({ payload: storedPackage({ stoppedBecause: 'It floods rooms' }) }))
  const page = await open('all', { 'POST /api/admin/plugin-packages/d1/stop': stop })
  expect(page.container.textContent).toContain('acme.lamps')
  await page.click(page.named('Stop acme.lamps 1.0.0'))
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  expect(document.body.textContent).toContain('at least 5 characters')
  await page.fill({ reason: 'It floods rooms' })
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(stop).toHaveBeenCalledWith({ reason: 'It floods rooms' }, expect.anything())
  expect(page.toast()).toBe('acme.lamps 1.0.0 is stopped.')
})

it('allows a stopped package again', async () => {
  const release = vi.fn(() => ({ payload: storedPackage() }))
  const stopped = storedPackage({ stoppedBecause: 'It floods rooms' })
  const page = await open('all', {
    'GET /api/admin/plugin-packages': list(stopped),
    'DELETE /api/admin/plugin-packages/d1/stop': release,
  })
  expect(page.container.textContent).toContain('It floods rooms')
  await page.click(page.named('Allow acme.lamps 1.0.0 again'))
  await page.click(page.named('Allow again'))
  await page.settle()
  expect(release).toHaveBeenCalled()
})

it('shows the keys of a publisher, and stops everything that it publishes', async () => {
  const stop = vi.fn(() => ({ payload: publisher({ stoppedBecause: 'It steals passwords' }) }))
  const keys = [
    { id: 'aaaaaaaaaaaaaaaa', since: '2026-11-10T03:00:00Z', revokedBecause: null },
    { id: 'bbbbbbbbbbbbbbbb', since: '2026-11-01T03:00:00Z', revokedBecause: null },
  ]
  const page = await open('publishers', {
    'GET /api/admin/plugin-publishers': list(publisher({ keys })),
    'POST /api/admin/plugin-publishers/acme/stop': stop,
  })
  for (const part of ['aaaaaaaaaaaaaaaa', 'Earlier keys: 1', 'bbbbbbbbbbbbbbbb', '4 versions'])
    expect(page.container.textContent).toContain(part)
  await page.click(page.named('Stop acme'))
  await page.fill({ reason: 'It steals passwords' })
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(stop).toHaveBeenCalledWith({ reason: 'It steals passwords' }, expect.anything())
})

it('shows what is in a package before its review', async () => {
  const page = await open('queue', {
    'GET /api/admin/plugin-packages/d1': { payload: packageDetails() },
  })
  await page.click(page.named('Look inside acme.lamps 1.0.0'))
  await page.settle()
  const dialog = document.querySelector('[role=dialog]')?.textContent ?? ''
  for (const part of [
    '00c0ffee00c0ffee',
    'component.wasm',
    'a'.repeat(64),
    'Since the last reviewed version 0.9.0',
    'New: May pay prizes.',
    'New place: The page of events that use it',
    'Removed file: web/old.html',
    'The page of events that use it',
  ])
    expect(dialog).toContain(part)
})

it('revokes a leaked key with a reason', async () => {
  const revoke = vi.fn(() => ({ payload: publisher() }))
  const page = await open('publishers', {
    'POST /api/admin/plugin-publishers/acme/keys/00c0ffee00c0ffee/revocation': revoke,
  })
  await page.click(page.named('Revoke the key 00c0ffee00c0ffee'))
  await page.fill({ reason: 'It has leaked' })
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(revoke).toHaveBeenCalledWith({ reason: 'It has leaked' }, expect.anything())
})

it('revokes a key and accepts it again, while the list follows what was typed in the search', async () => {
  let reason: string | null = null
  const answer = () =>
    publisher({ keys: [{ id: '00c0ffee00c0ffee', since: '2026-11-01T03:00:00Z', revokedBecause: reason }] })
  const lists = vi.fn(() => list(answer()))
  const restore = vi.fn(() => {
    reason = null
    return { payload: answer() }
  })
  const page = await open('publishers', {
    'GET /api/admin/plugin-publishers': lists,
    'POST /api/admin/plugin-publishers/acme/keys/00c0ffee00c0ffee/revocation': () => {
      reason = 'It has leaked'
      return { payload: answer() }
    },
    'DELETE /api/admin/plugin-publishers/acme/keys/00c0ffee00c0ffee/revocation': restore,
  })
  const dialog = () => document.querySelector('[role=dialog]')
  await page.click(page.named('Revoke the key 00c0ffee00c0ffee'))
  await page.fill({ reason: 'It has leaked' })
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(dialog()).toBeNull()
  // The search follows what was typed half a second later; the rows are replaced meanwhile.
  await page.fill({ search: 'acme' })
  await page.click(page.named('Accept the key 00c0ffee00c0ffee again'))
  const before = lists.mock.calls.length
  await vi.waitFor(() => expect(lists.mock.calls.length).toBeGreaterThan(before), { timeout: 5_000 })
  await page.settle()
  expect(dialog()?.textContent).toContain('Accept the key 00c0ffee00c0ffee again?')
  await page.click(document.querySelector('[role=dialog] [type=submit]'))
  await page.settle()
  expect(restore).toHaveBeenCalledOnce()
  expect(dialog()).toBeNull()
  expect(page.toast()).toBe('The key 00c0ffee00c0ffee is accepted again.')
})
