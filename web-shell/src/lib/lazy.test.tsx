import { useText } from '@witverse/sdk'
import { renderPage } from '@witverse/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import { createChunk, lazyModal, lazyScreen, type PartModule } from './lazy'

let leave = async () => undefined as unknown
afterEach(() => leave())

function Greeting() {
  return <p>{useText('shell-greeting')('hello')}</p>
}
declare global {
  interface WitverseTexts {
    'shell-greeting': { hello: string }
  }
}

const texts = [{ namespace: 'shell-greeting', ko: { hello: '안녕' }, en: { hello: 'Hello' } }]
const part: PartModule<object> = { default: Greeting, texts }

async function show(load: () => Promise<PartModule<object>>) {
  const Screen = lazyScreen(load)
  const page = await renderPage(<Screen />, { messages: { shell: { ko, en } } })
  leave = page.unmount
  await page.settle()
  return page
}

it('adds its own texts', async () => {
  const { container, during, host } = await show(async () => part)
  expect(container.textContent).toBe('Hello')
  await during(() => host.actions.setLanguage('ko'))
  expect(container.textContent).toBe('안녕')
})

it('shows a skeleton while it loads', async () => {
  const { container } = await show(() => new Promise(() => undefined))
  expect(container.querySelector('[role=status]')?.getAttribute('aria-label')).toBe('Loading')
})

it('shows an error and retries', async () => {
  vi.stubGlobal('reportError', vi.fn())
  const load = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(part)
  const { container, click, named, settle } = await show(load)
  expect(container.textContent).toContain("This page couldn't be loaded")
  await click(named('Try again'))
  await settle()
  expect(container.textContent).toBe('Hello')
  expect(load).toHaveBeenCalledTimes(2)
})

it('renders a modal synchronously if its chunk is loaded', async () => {
  const chunk = createChunk(async () => ({ part: { default: Greeting, texts } }))
  const Body = lazyModal(chunk, (parts) => parts.part)
  await chunk.load()
  const page = await renderPage(<Body data={null} close={() => undefined} />, {
    messages: { shell: { ko, en } },
  })
  leave = page.unmount
  expect(page.container.textContent).toBe('Hello')
})

it('fetches a chunk once, and again after a failure', async () => {
  const fetch = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('parts')
  const chunk = createChunk<string>(fetch)
  await expect(chunk.load()).rejects.toThrow('offline')
  expect(chunk.peek()).toBeUndefined()
  expect(await Promise.all([chunk.load(), chunk.load()])).toEqual(['parts', 'parts'])
  expect(fetch).toHaveBeenCalledTimes(2)
  expect(chunk.peek()).toBe('parts')
})
