import type { PluginInfo, SlotProps } from '@witverse/sdk'
import { afterEach, expect, it } from 'vitest'
import { PageSlot } from '../lib/Slot'
import { fakePlugins, renderShell } from './testing'

let leave = async () => undefined as unknown
afterEach(() => leave())

const plugin = (id: string): PluginInfo => ({
  id,
  name: { ko: id, en: id },
  version: '0',
  entry: '',
  integrity: {},
  routes: [],
  slots: [{ at: 'home.section', page: 'section', title: { ko: '', en: '' } }],
})

it('shows the pages of other plugins in a page of a plugin, and nothing for one that fails', async () => {
  const Events = ({ data }: Partial<SlotProps>) => <p>Events of {String(data)}</p>
  const page = await renderShell(<PageSlot at="home.section" data="today" />, [], {
    plugins: fakePlugins([plugin('events'), plugin('missions')], { 'events/section': Events }),
  })
  leave = page.unmount
  await page.until(() => page.shown().includes('Events of today'))
  expect(page.container.textContent).toBe('Events of today')
  expect(page.container.querySelector('[data-plugin=events]')).not.toBeNull()
})
