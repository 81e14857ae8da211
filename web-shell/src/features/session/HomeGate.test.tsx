import { expect, it } from 'vitest'
import { member, renderShell } from '../testing'
import { HomeGate } from './HomeGate'

it('takes people to their world and says so', async () => {
  const page = await renderShell(<HomeGate>Home</HomeGate>, [], { state: member() })
  expect(page.place.path).toBe('/orbit')
  expect(page.toast()).toBe('You are back in orbit.')
  await page.unmount()
})

it('does not speak over what was said a moment ago', async () => {
  const toast = { id: 1, text: 'You are logged in as mina.', tone: 'good' as const }
  const page = await renderShell(<HomeGate>Home</HomeGate>, [], { state: { ...member(), toast } })
  expect(page.place.path).toBe('/orbit')
  expect(page.host.store.getState().toast).toEqual(toast)
  await page.unmount()
})

it('leaves visitors at home', async () => {
  const page = await renderShell(<HomeGate>Home</HomeGate>, [])
  expect(page.container.textContent).toBe('Home')
  await page.unmount()
})
