import { renderPage } from '@witverse/sdk/testing'
import { Route, Routes } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { en } from '../../locales/en'
import { texts } from '../../locales/gallery'
import { ko } from '../../locales/ko'
import { GalleryScreen } from './GalleryScreen'
import { PAGES } from './pages'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(path: string, dev = true) {
  const page = await renderPage(
    <Routes>
      <Route path="/dev/ui/:component?" element={<GalleryScreen />} />
    </Routes>,
    {
      path,
      boot: dev ? { dev: { mailbox: true } } : {},
      messages: { shell: { ko, en }, 'shell-gallery': texts },
    },
  )
  leave = page.unmount
  await page.settle()
  return page
}

it.each(PAGES.map(({ id }) => id))('shows %s', async (id) => {
  const { container } = await open(`/dev/ui/${id}`)
  expect(container.querySelector('h1')?.textContent).toBe(texts.en.pages?.[id as never])
  expect(container.querySelectorAll('.gy-demo').length).toBeGreaterThan(0)
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
})

it('starts with the first component, and navigates', async () => {
  const page = await open('/dev/ui')
  expect(page.container.querySelector('h1')?.textContent).toBe('Buttons')
  await page.fill({ component: 'tabs' })
  expect(page.place.path).toBe('/dev/ui/tabs')
})

it.each([
  ['an unknown component', '/dev/ui/nothing', true],
  ['a kernel without development pages', '/dev/ui', false],
])('is not found for %s', async (_name, path, dev) => {
  expect((await open(path, dev)).container.querySelector('.gy-main')).toBeNull()
})
