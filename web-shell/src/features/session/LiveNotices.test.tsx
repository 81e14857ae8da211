import { useQuery } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { member, renderShell } from '../testing'
import { LiveNotices } from './LiveNotices'

it.each([
  ['kernel.export.ready', 'Your data is ready to download under “Privacy”.'],
  ['kernel.safety.decision', 'There is an update to a decision about your account. See “Safety”.'],
  ['kernel.safety.report', 'There is an update to one of your reports. See “Safety”.'],
])('shows a toast for %s', async (kind, said) => {
  const page = await renderShell(<LiveNotices />, [], { state: member() })
  await page.during(() => page.host.live.publish({ kind, data: {} }))
  expect(page.toast()).toBe(said)
  await page.unmount()
})

it('invalidates the queries of a changed plugin and of those that depend on it', async () => {
  const asked = { gifts: vi.fn(async () => 1), items: vi.fn(async () => 1), friends: vi.fn(async () => 1) }
  function Lists() {
    useQuery({ queryKey: ['gifts', 'received'], queryFn: asked.gifts })
    useQuery({ queryKey: ['items', 'mine'], queryFn: asked.items })
    useQuery({ queryKey: ['friends', 'list'], queryFn: asked.friends })
    return <LiveNotices />
  }
  const plugin = (id: string) => ({
    id,
    name: { ko: id, en: id },
    version: '0',
    entry: '',
    integrity: {},
    routes: [],
    slots: [],
  })
  const gifts = { ...plugin('gifts'), invalidates: ['items'] }
  const boot = { plugins: [plugin('friends'), gifts, plugin('items')] }
  const page = await renderShell(<Lists />, [], { state: member(), boot })
  await page.settle()
  await page.during(() => page.host.live.publish({ kind: 'gifts.changed', data: { airdropId: 'g1' } }))
  await page.settle()
  expect(Object.values(asked).map((one) => one.mock.calls.length)).toEqual([2, 2, 1])
  await page.unmount()
})
