import type { PluginInfo, SearchInfo } from '@witverse/sdk'
import { afterEach, expect, it, vi } from 'vitest'
import { texts } from '../../locales/search'
import { fakePlugins, member, renderShell } from '../testing'
import { SearchModal } from './SearchModal'

let leave = async () => undefined as unknown
afterEach(() => leave())

const WORLDS = '/api/v2/worlds/search'
const PEOPLE = '/api/v2/relationship/people/search'

const source = (path: string, en: string, signedIn = false): SearchInfo => ({
  path,
  title: { ko: en, en },
  signedIn,
})
const plugin = (id: string, search: SearchInfo[]): PluginInfo => ({
  id,
  name: { ko: id, en: id },
  version: '0',
  entry: '',
  integrity: {},
  routes: [],
  slots: [],
  search,
})
const PLUGINS = fakePlugins([
  plugin('worlds', [source(WORLDS, 'Worlds')]),
  plugin('friends', [source(PEOPLE, 'People', true)]),
])
const found = (title: string, link: string) => ({
  id: title,
  title,
  text: { ko: '', en: `About ${title}` },
  image: null,
  at: null,
  link,
})

async function open(answers: Record<string, unknown>, options: object = { state: member() }) {
  const close = vi.fn()
  const page = await renderShell(<SearchModal close={close} data={null} />, [texts], {
    plugins: PLUGINS,
    answers,
    ...options,
  } as never)
  leave = page.unmount
  const type = async (text: string) => {
    await page.fill({ q: text })
    await page.during(() => new Promise((done) => setTimeout(done, 520)))
    await page.settle()
  }
  return { ...page, close, type }
}

it('shows what each plugin finds and opens the first result on Enter', async () => {
  const page = await open({
    [`GET ${WORLDS}`]: { payload: { items: [found('agora', '/agora')] } },
    [`GET ${PEOPLE}`]: { payload: { items: [found('andy', '/user/1')] } },
  })
  expect(page.shown()).toContain('Find worlds, people.')
  await page.type('a')
  expect(page.shown()).toContain('2 results')
  expect(page.shown()).toContain('About agora')
  await page.press(document.querySelector('input'), 'ArrowDown')
  expect(document.activeElement?.textContent).toContain('agora')
  await page.press(document.activeElement as HTMLElement, 'ArrowUp')
  await page.press(document.querySelector('input'), 'Enter')
  expect(page.close).toHaveBeenCalledOnce()
  expect(page.place.path).toBe('/agora')
})

it('leaves out what visitors cannot search, and says so if there is nothing', async () => {
  const page = await open({ [`GET ${WORLDS}`]: { payload: { items: [] } } }, {})
  expect(page.shown()).toContain('Find worlds.')
  await page.type('nothing')
  expect(page.shown()).toContain('No results for “nothing”.')
})

it('shows the results of the others if a source fails', async () => {
  const page = await open({ [`GET ${WORLDS}`]: { payload: { items: [found('agora', '/agora')] } } })
  await page.type('a')
  expect(page.shown()).toContain('About agora')
  expect(page.shown()).toContain("This can't be searched right now.")
})
