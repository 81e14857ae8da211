import * as sdk from '@witverse/sdk'
import * as content from '@witverse/sdk/content'
import * as controls from '@witverse/sdk/controls'
import * as data from '@witverse/sdk/data'
import * as files from '@witverse/sdk/files'
import * as forms from '@witverse/sdk/forms'
import * as pickers from '@witverse/sdk/pickers'
import { renderPage } from '@witverse/sdk/testing'
import { Route, Routes } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { en } from '../../locales/en'
import { texts } from '../../locales/gallery'
import { ko } from '../../locales/ko'
import { exampleIn } from './example'
import { GalleryScreen } from './GalleryScreen'
import { PAGES } from './pages'
import { SOURCES } from './sources'

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

it('shows the source of each example', async () => {
  const { container } = await open('/dev/ui/buttons')
  const demos = [...container.querySelectorAll('.gy-demo')]
  const codes = demos.map((demo) => demo.querySelector('.gy-code pre')?.textContent)
  expect(codes.every(Boolean)).toBe(true)
  expect(codes[2]).toBe(
    "<Button pending>{t('common.save')}</Button>\n<Button pending variant=\"secondary\">\n  {t('common.edit')}\n</Button>",
  )
})

it('finds the example with a title', () => {
  const source =
    "<Demo\n  title={t('a')}\n  layout=\"row\"\n>\n    <A />\n      <B />\n</Demo>\n<Demo title={t('b')}>\n  <C />\n</Demo>"
  expect(exampleIn(source, (key) => key === 'a')).toBe('<A />\n  <B />')
  expect(exampleIn(source, (key) => key === 'b')).toBe('<C />')
  expect(exampleIn(source, () => false)).toBeNull()
})

/** Components that are no part of an example, and why. */
const WITHOUT_EXAMPLE = {
  AccountMenuLink: 'a part of the menu of the header',
  EmptyPage: 'a whole page',
  HostProvider: 'the shell renders it once',
  LineIcon: 'the frame of Icon, for an icon that one plugin has',
  LoadMoreButton: 'a part of ListView',
  MemberGate: 'a whole page',
  Page: 'a whole page; the gallery is one',
  PageError: 'a whole page',
  PageHead: 'the head of a page; the gallery has one',
  PluginProvider: 'the shell renders it around each plugin',
  PluginSlot: 'shows what plugins contribute',
  SendingScope: 'has no look; dialogs have it',
  Toaster: 'the shell renders it once; the page of toasts uses it',
  WorldGate: 'a whole page',
  WorldRefusal: 'a whole page',
}

it('has an example of every component of the kit', () => {
  const exported = Object.entries({
    ...sdk,
    ...controls,
    ...forms,
    ...pickers,
    ...data,
    ...files,
    ...content,
  })
  const isComponent = ([name, value]: [string, unknown]) =>
    /^[A-Z][a-z]/.test(name) &&
    (typeof value === 'function' || typeof value === 'object') &&
    name !== 'ApiError'
  const names = exported.filter(isComponent).map(([name]) => name)
  const source = Object.values(SOURCES).join('\n')
  const missing = names.filter((name) => !new RegExp(`<${name}\\b`).test(source))
  expect(missing.sort()).toEqual(Object.keys(WITHOUT_EXAMPLE))
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
