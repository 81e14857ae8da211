// Renders pages to markup at build time. The kernel sends the markup with the page, so that people see the page before
// its scripts have arrived; then React replaces it. Only a page's first state is rendered: effects do not run.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { createStore } from 'zustand'
import { HostProvider, PluginProvider } from '../host/context'
import type { Host, HostState, Messages } from '../host/types'
import { isolated } from '../text/isolate'
import { addJosaFormat } from '../text/josa'
import { kitMessages } from '../ui/messages'
import { createHoles, type Holes } from './holes'

export type { Holes }

const LANGUAGES = ['ko', 'en'] as const
type LanguageCode = (typeof LANGUAGES)[number]

/** Texts by namespace. */
type Texts = Record<string, Record<LanguageCode, Messages>>

interface PageToRender {
  /** Renders the page, or without a payload the page that waits for it. */
  page: (payload?: unknown) => ReactNode
  /** The address of the page, as the router sees it. */
  at: string
  /** The address of the page's initial data, as in the manifest, and sample data from there. */
  data?: { path: string; sample: (holes: Holes) => unknown }
}

interface PluginToRender {
  id: string
  messages: Record<LanguageCode, Messages>
  /** By their names in the manifest. */
  pages: Record<string, PageToRender>
}

/** Files by name: `<page>.<language>.html`, and `<page>.<language>.waiting.html` for a page without its data. */
export type Rendered = Record<string, string>

/** Renders pages of a plugin. */
export async function renderPlugin({ id, messages, pages }: PluginToRender): Promise<Rendered> {
  const files: Rendered = {}
  for (const language of LANGUAGES) {
    for (const [name, { page, at, data }] of Object.entries(pages)) {
      const framed = (payload?: unknown) => (
        <div data-plugin={id} className="sh-plugin">
          <PluginProvider value={id}>{page(payload)}</PluginProvider>
        </div>
      )
      const place = { name, language, at, texts: { [id]: messages } }
      files[`${name}.${language}.waiting.html`] = await render(framed(), place)
      if (!data) continue
      const { holes, cut } = createHoles(language === 'en')
      const initial = { path: data.path, payload: data.sample(holes) }
      files[`${name}.${language}.html`] = cut(await render(framed(initial.payload), { ...place, initial }))
    }
  }
  return files
}

/** Marks the place of the page inside of the layout. The kernel looks for the comment. */
const PAGE_MARK = '\ue000'
const PAGE_PLACE = '<!--page-->'

/** Renders the layout around pages. */
export async function renderLayout(layout: (page: ReactNode) => ReactNode, texts: Texts): Promise<Rendered> {
  const files: Rendered = {}
  for (const language of LANGUAGES) {
    const markup = await render(layout(PAGE_MARK), { name: 'layout', language, at: '/', texts })
    if (markup.split(PAGE_MARK).length !== 2)
      throw new Error('The layout has not exactly one place for a page.')
    files[`layout.${language}.html`] = markup.replace(PAGE_MARK, PAGE_PLACE)
  }
  return files
}

interface Place {
  /** Of the page; it marks the page's styles. */
  name: string
  language: LanguageCode
  at: string
  texts: Texts
  initial?: { path: string; payload: unknown }
}

/** React preloads every picture. Only pictures with a high fetch priority should load before the scripts. */
const LATER_PICTURE = /<link rel="preload" as="image" (?![^>]*fetchPriority="high")[^>]*>/g

/**
 * The content security policy of the product allows no `style` attributes in markup, but a `<style>` whose digest it names.
 * The rules are unlayered, so they win as the attributes would.
 */
function takeStyles(markup: string, name: string) {
  const ids = new Map<string, string>()
  const rest = markup.replace(/ style="([^"]*)"/g, (_, style: string) => {
    if (!/^[\w\s.,:;()%#-]*$/u.test(style.replace(/[\ue100-\uf8ff]/g, '')))
      throw new Error(`A style to check: ${style}`)
    const id = ids.get(style) ?? `${name}-${ids.size}`
    ids.set(style, id)
    return ` data-style="${id}"`
  })
  const rules = [...ids].map(([style, id]) => `[data-style="${id}"]{${style}}`)
  return { styles: rules.join(''), rest }
}

async function render(page: ReactNode, { name, language, at, texts, initial }: Place): Promise<string> {
  const all: Texts = { kit: kitMessages, ...texts }
  const i18n = i18next.createInstance()
  await i18n.use(initReactI18next).init({
    lng: language,
    defaultNS: 'shell',
    fallbackNS: 'shell',
    interpolation: { escape: isolated },
    resources: Object.fromEntries(
      LANGUAGES.map((code) => [
        code,
        Object.fromEntries(Object.entries(all).map(([name, messages]) => [name, messages[code]])),
      ]),
    ),
  })
  addJosaFormat(i18n)
  const markup = renderToString(
    <HostProvider value={hostFor(language, initial)}>
      <I18nextProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient()}>
          <MemoryRouter initialEntries={[at]}>{page}</MemoryRouter>
        </QueryClientProvider>
      </I18nextProvider>
    </HostProvider>,
  )
  if (markup.includes('<template data-msg')) throw new Error(`The page could not be rendered: ${markup}`)
  const title = /<title>[^<]*<\/title>/.exec(markup)?.[0] ?? ''
  const { styles, rest } = takeStyles(markup.replace(title, '').replace(LATER_PICTURE, ''), name)
  // The kernel moves both into the head of the document.
  return `${title}<style>${styles}</style>${rest}`
}

/** A host for a visitor. Its functions are not called: nothing happens on a page that is only rendered. */
function hostFor(language: LanguageCode, initial: Place['initial']): Host {
  const state: HostState = {
    caller: { status: 'visitor', user: null },
    language,
    theme: 'system',
    toast: null,
    modals: [],
  }
  return {
    store: createStore<HostState>()(() => state),
    boot: { version: '', language, plugins: [], ...(initial && { initial }) },
    live: { publish: () => undefined, subscribe: () => () => undefined },
    actions: {},
    Slot: () => null,
  } as unknown as Host
}
