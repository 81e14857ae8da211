import { Route, Routes } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { extension, renderExtensions } from '../testing/pages'
import FramePage from './FramePage'

let leave = async () => undefined as unknown
afterEach(() => leave())

async function open(path: string, answers: Record<string, unknown> = {}) {
  const page = await renderExtensions(
    <Routes>
      <Route path="/:worldName/x/:plugin" element={<FramePage />} />
      <Route path="/:worldName/x/:plugin/:page" element={<FramePage />} />
    </Routes>,
    { path, answers },
  )
  leave = page.unmount
  await page.settle()
  return page
}

it('shows the page in a frame on the host of the install', async () => {
  const page = await open('/agora/x/acme.lamps')
  const frame = page.container.querySelector('iframe')
  expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-same-origin')
  expect(new URL(frame?.src ?? '').hostname).toBe('x-aaaaaaaaaaaa.plugins.localhost')
  expect(new URL(frame?.src ?? '').pathname).toBe('/-/frame')
  expect(new URL(frame?.src ?? '').search).toBe('?page=play.html')
  expect(page.container.textContent).toContain('Made by acme, not by Witverse.')
})

it('has a tab for each page of the plugin', async () => {
  const title = (text: string) => ({ ko: text, en: text })
  const pages = [
    { path: '/', file: 'play.html', title: title('Play') },
    { path: '/help', file: 'help.html', title: title('Help') },
  ]
  const items = [extension({ pages })]
  const page = await open('/agora/x/acme.lamps/help', {
    'GET /api/v3/worlds/agora/extensions': { payload: { frameHost: 'plugins.localhost', items } },
  })
  expect(page.named('Help').getAttribute('href')).toBe('/agora/x/acme.lamps/help')
  expect(page.container.querySelector('iframe')?.src).toContain('/-/frame?page=help.html')
})

it.each(['/agora/x/acme.other', '/agora/x/acme.lamps/other'])('says that %s is not here', async (path) => {
  const page = await open(path)
  expect(page.container.textContent).toContain('This plugin is not here')
  expect(page.container.querySelector('iframe')).toBeNull()
})
