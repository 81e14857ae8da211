import type { PluginInfo } from '@witverse/sdk'
import { afterEach, expect, it } from 'vitest'
import { fakePlugins, member, renderShell } from '../features/testing'
import { HeaderActions } from './HeaderActions'

let leave = async () => undefined as unknown
afterEach(() => leave())

const plugin = (id: string): PluginInfo => ({
  id,
  name: { ko: id, en: id },
  version: '0',
  entry: '',
  integrity: {},
  routes: [],
  slots: [{ at: 'header.action', page: 'action', title: { ko: '', en: '' } }],
})
const PLUGINS = fakePlugins([plugin('mail'), plugin('wallet')], {
  'mail/action': () => <a href="/mail">Mail</a>,
  'wallet/action': () => <a href="/wallet">My WIT</a>,
})

it('reserves the places first and fills them once the caller is known and the first screen has loaded', async () => {
  localStorage.setItem('witverse.headerActions', '142')
  const waiting = await renderShell(<HeaderActions ready={false} />, [], { plugins: PLUGINS })
  expect(waiting.container.querySelectorAll('.sh-action')).toHaveLength(2)
  const place = waiting.container.querySelector<HTMLElement>('.sh-actions')
  expect(place?.style.getPropertyValue('--reserved')).toBe('142px')
  await waiting.unmount()
  const page = await renderShell(<HeaderActions ready />, [], { state: member(), plugins: PLUGINS })
  leave = page.unmount
  const links = () => [...page.container.querySelectorAll('a')].map((link) => link.textContent)
  expect(links()).toEqual([])
  await page.until(() => links().length === 2)
  // The first plugin is the last, next to the account button.
  expect(links()).toEqual(['My WIT', 'Mail'])
})

it('shows nothing if no plugin brings an action', async () => {
  const page = await renderShell(<HeaderActions ready />, [], { state: member() })
  leave = page.unmount
  expect(page.container.innerHTML).toBe('')
})
