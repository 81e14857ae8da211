import { expect, it } from 'vitest'
import { member, renderShell } from '../testing'
import { HomeGate } from './HomeGate'

it('redirects members to their world with a toast', async () => {
  const page = await renderShell(<HomeGate>Home</HomeGate>, [], { state: member() })
  expect(page.place.path).toBe('/orbit')
  expect(page.toast()).toBe("You're back in orbit.")
  await page.unmount()
})

it('does not replace a toast that is shown', async () => {
  const toast = { id: 1, text: "You're logged in as mina.", tone: 'good' as const }
  const page = await renderShell(<HomeGate>Home</HomeGate>, [], { state: { ...member(), toast } })
  expect(page.place.path).toBe('/orbit')
  expect(page.host.store.getState().toast).toEqual(toast)
  await page.unmount()
})

it('shows the home page to visitors', async () => {
  const page = await renderShell(<HomeGate>Home</HomeGate>, [])
  expect(page.container.textContent).toBe('Home')
  await page.unmount()
})
