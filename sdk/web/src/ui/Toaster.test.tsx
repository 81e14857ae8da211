import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../testing'
import { Toaster } from './Toaster'

let leave = async () => undefined as unknown
afterEach(() => leave())

it('announces an error as an alert that can be closed, and a message politely', async () => {
  const page = await renderPage(<Toaster />)
  leave = page.unmount
  const region = (role: string) => page.container.querySelector(`[role=${role}]`)?.textContent
  await page.during(() => page.host.actions.showToast('Saved.', 'good'))
  expect([region('status'), region('alert')]).toEqual(['Saved.', ''])
  await page.during(() => page.host.actions.showToast('It failed.', 'bad'))
  expect([region('status'), region('alert')]).toEqual(['', 'It failed.'])
  await page.click(page.named('Close'))
  expect(region('alert')).toBe('')
})
