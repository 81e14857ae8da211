import { list } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { renderExtensions, storedPackage } from '../testing/pages'
import PackagesSection from './PackagesSection'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(answers: Record<string, unknown> = {}) {
  const page = await renderExtensions(<PackagesSection />, {
    answers: { 'GET /api/admin/plugin-packages': list(storedPackage()), ...answers },
  })
  leave = page.unmount
  await page.settle()
  return page
}

it('stops a package with a reason, which is required', async () => {
  const stop = vi.fn(() => ({ payload: storedPackage({ stoppedBecause: 'It floods rooms' }) }))
  const page = await open({ 'POST /api/admin/plugin-packages/d1/stop': stop })
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
  const page = await open({
    'GET /api/admin/plugin-packages': list(stopped),
    'DELETE /api/admin/plugin-packages/d1/stop': release,
  })
  expect(page.container.textContent).toContain('It floods rooms')
  await page.click(page.named('Allow acme.lamps 1.0.0 again'))
  await page.click(page.named('Allow again'))
  await page.settle()
  expect(release).toHaveBeenCalled()
})
