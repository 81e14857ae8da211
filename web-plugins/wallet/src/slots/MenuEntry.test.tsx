import { afterEach, expect, it, vi } from 'vitest'
import { renderWallet } from '../testing/pages'
import MenuEntry from './MenuEntry'

let leave = async () => undefined as unknown
afterEach(() => leave())

it('links to the wallet and closes the menu', async () => {
  const close = vi.fn()
  const page = await renderWallet(<MenuEntry data={null} close={close} />)
  leave = page.unmount
  await page.click(page.named('My WIT'))
  expect(page.place.path).toBe('/wallet')
  expect(close).toHaveBeenCalled()
})
