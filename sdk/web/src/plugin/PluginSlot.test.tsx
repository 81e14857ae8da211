import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../testing'
import { PluginSlot } from './PluginSlot'

let leave = async () => undefined as unknown
afterEach(() => leave())

it('shows what the shell renders for the slot, else nothing', async () => {
  const page = await renderPage(
    <>
      <PluginSlot at="home.section" />
      <PluginSlot at="home.unfilled" />
    </>,
    { slots: { 'home.section': <p>Three events</p> } },
  )
  leave = page.unmount
  expect(page.container.textContent).toBe('Three events')
})
