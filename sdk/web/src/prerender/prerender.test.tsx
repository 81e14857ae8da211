// @vitest-environment node
import { expect, it } from 'vitest'
import { useInitialData } from '../host/context'
import { Avatar } from '../ui/Avatar'
import { createHoles, type Holes } from './holes'
import { renderLayout, renderPlugin } from './index'

interface Thing {
  name: string
  count: number
  hue: number
  picture: string
}

const PATH = '/api/things?limit=1'
const thing = (holes: Holes): Thing => ({
  name: holes.text('items.0.name'),
  count: holes.plural('items.0.count'),
  hue: holes.degrees('items.0.hue'),
  picture: holes.image('items.0.picture'),
})

function Page() {
  const { initialData } = useInitialData<Thing>(PATH)
  if (!initialData) return <p>Loading</p>
  const { name, count, hue, picture } = initialData
  return (
    <section style={{ '--hue': String(hue) } as object}>
      <title>{`${name} · Witverse`}</title>
      <a href={`/${encodeURIComponent(name)}`}>{name}</a>
      <img src={picture} alt="" />
      <b>{count.toLocaleString('en-US')}</b>
      <Avatar name={name} image={null} />
    </section>
  )
}

const render = () =>
  renderPlugin({
    id: 'things',
    messages: { ko: {}, en: {} },
    pages: { one: { at: '/', page: () => <Page />, data: { path: PATH, sample: thing } } },
  })

it('renders a page with holes for its data, and one that waits for them', async () => {
  const files = await render()
  expect(Object.keys(files).sort()).toEqual([
    'one.en.html',
    'one.en.waiting.html',
    'one.ko.html',
    'one.ko.waiting.html',
  ])
  expect(files['one.ko.waiting.html']).toBe(
    '<style></style><div data-plugin="things" class="sh-plugin"><p>Loading</p></div>',
  )
  const page = files['one.en.html'] ?? ''
  expect(page).toMatch(/^<title>\{\{items\.0\.name\|text\}\} · Witverse<\/title><style>/)
  expect(page).toContain('[data-style="one-0"]{--hue:{{items.0.hue|degrees}}}')
  expect(page).toContain('<a href="/{{items.0.name|url}}">{{items.0.name|text}}</a>')
  expect(page).toContain('<img src="{{items.0.picture|image}}" alt=""/>')
  expect(page).toContain('<b>{{items.0.count|plural}}</b>')
  expect(page).toContain('>{{items.0.name|initial}}</span>')
  expect(page).not.toContain(' style="')
  expect(files['one.ko.html']).toContain('{{items.0.count|integer}}')
})

it('refuses markup in which a value would not be found', () => {
  const { holes, cut } = createHoles(true)
  const name = holes.text('name')
  expect(() => cut('<p>{{x}}</p>')).toThrow('before holes')
  expect(() => cut(`<p>${name.slice(1)}</p>`)).toThrow('not found')
})

it('renders the layout with one place for the page', async () => {
  const files = await renderLayout((page) => <main>{page}</main>, {})
  expect(files['layout.en.html']).toBe('<style></style><main><!--page--></main>')
  await expect(renderLayout(() => <main />, {})).rejects.toThrow('exactly one place')
})
