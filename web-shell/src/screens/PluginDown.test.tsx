import { renderPage } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import { forgetDown, PluginDown } from './PluginDown'

let leave = async () => undefined as unknown
afterEach(async () => {
  await leave()
  forgetDown()
  vi.unstubAllGlobals()
})

async function open(onRetry = vi.fn()) {
  const page = await renderPage(<PluginDown onRetry={onRetry} />, {
    messages: { shell: { ko, en } },
    state: { language: 'en' },
  })
  leave = page.unmount
  return page
}

it('tries again, then reloads once, and then says that there may be a new version', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { ...location, pathname: '/friends', reload })
  const retry = vi.fn()
  const first = await open(retry)
  await first.click(first.named('Try again'))
  expect([retry.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0])
  await first.unmount()
  // The page has failed again.
  const second = await open()
  expect(reload).toHaveBeenCalledTimes(1)
  await second.unmount()
  // And again after the reload.
  const third = await open()
  expect(third.shown()).toContain('There may be a new version of Witverse.')
  await third.click(third.named('Reload'))
  expect(reload).toHaveBeenCalledTimes(2)
})
