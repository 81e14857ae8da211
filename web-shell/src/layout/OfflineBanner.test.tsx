import { expect, it, vi } from 'vitest'
import { renderShell } from '../features/testing'
import { OfflineBanner } from './OfflineBanner'

it('is shown while the browser is offline', async () => {
  const page = await renderShell(<OfflineBanner />, [])
  expect(page.shown()).not.toContain('offline')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await page.during(() => window.dispatchEvent(new Event('offline')))
  expect(page.shown()).toContain("You're offline.")
  online.mockReturnValue(true)
  await page.during(() => window.dispatchEvent(new Event('online')))
  expect(page.shown()).not.toContain('offline')
  await page.unmount()
})
