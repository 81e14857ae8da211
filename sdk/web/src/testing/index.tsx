// Test helpers: render a page with a host, texts and a router over a mocked network.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createApi, createAuthorizedFetch, createTokenStore } from '@witverse/api-client'
import i18next from 'i18next'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { MemoryRouter, useLocation } from 'react-router'
import { createStore } from 'zustand'
import { createBridge } from '../host/bridge'
import { HostProvider, PluginProvider } from '../host/context'
import { createLiveBus } from '../host/live-bus'
import { createToasts } from '../host/toasts'
import type { Host, HostState, Messages, UserInfo } from '../host/types'
import type { PluginInfo } from '../plugin/boot'
import { isolated } from '../text/isolate'
import { addJosaFormat } from '../text/josa'
import { kitMessages } from '../ui/messages'
import type { Person } from '../ui/PersonName'

export { translatePage } from './translate-page'

interface TestOptions {
  messages?: Record<string, { ko: Messages; en: Messages }>
  state?: Partial<HostState>
  boot?: Partial<Host['boot']>
  path?: string
  /** Mocked answers: `{ 'GET /api/v3/worlds': { payload: … } }`, or a function of the request. */
  answers?: Record<string, unknown>
  /** What `PluginSlot` shows, by the name of the slot. */
  slots?: Record<string, ReactNode>
}

export type Answering = (body: unknown, request: Request) => unknown

/** A problem document, as the server sends it. */
export function problem(status: number, code: string, more: object = {}): Response {
  const { retryAfterSeconds } = more as { retryAfterSeconds?: number }
  const headers = retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}
  return Response.json({ code, message: code, ...more }, { status, headers })
}

const STATE: HostState = {
  caller: { status: 'visitor', user: null },
  language: 'en',
  theme: 'system',
  toast: null,
  modals: [],
}

export function createTestHost({ state, boot, answers = {}, slots = {} }: TestOptions = {}): Host & {
  /** How many requests wait for their answer. */
  waiting(): number
} {
  let waiting = 0
  const store = createStore<HostState>()(() => ({ ...STATE, ...state }))
  const fetch = createAuthorizedFetch({
    tokens: createTokenStore(localStorage, window),
    fetch: async (input) => {
      const request = input as Request
      const found = answers[`${request.method} ${new URL(request.url).pathname}`]
      waiting += 1
      try {
        const answer = typeof found === 'function' ? await ask(found as Answering, request) : found
        if (answer instanceof Response) return answer
        return Response.json(answer ?? { code: 'not_found' }, { status: answer ? 200 : 404 })
      } finally {
        waiting -= 1
      }
    },
    origin: 'http://witverse.test',
    language: () => store.getState().language,
    onSignedOut: () => undefined,
  })
  const api = createApi(fetch, 'http://witverse.test')
  return {
    waiting: () => waiting,
    store,
    api,
    live: createLiveBus(),
    boot: { version: '0', language: 'en', plugins: [], ...boot },
    bridge: createBridge(window as never, api, () => store.getState().caller.user?.id),
    Slot: ({ at }) => slots[at] ?? null,
    actions: {
      ...createToasts((toast) => store.setState({ toast })),
      setLanguage: (language) => store.setState({ language }),
      setTheme: (theme) => store.setState({ theme }),
      openModal: (id, data = null) => store.setState({ modals: [{ id, data }] }),
      closeModal: (id) =>
        store.setState(({ modals }) => ({ modals: modals.filter((modal) => modal.id !== id) })),
      reloadCaller: async () => null,
      signOut: async () => undefined,
    },
  }
}

async function ask(answering: Answering, request: Request): Promise<unknown> {
  const text = await request.clone().text()
  return answering(text === '' ? undefined : JSON.parse(text), request)
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Types into a field or selects an option so that React notices it. */
function enter(control: Control, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
  const kind = control instanceof HTMLSelectElement ? 'change' : 'input'
  control.dispatchEvent(new Event(kind, { bubbles: true }))
}

/** Limits of a wait for something that takes milliseconds on an idle machine. */
const SETTLE_LIMIT_MS = 1_500
const UNTIL_LIMIT_MS = 15_000

export async function renderPage(page: ReactNode, options: TestOptions = {}) {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  const host = createTestHost(options)
  const texts = i18next.createInstance()
  const namespaces: [string, { ko: Messages; en: Messages }][] = Object.entries({
    kit: kitMessages,
    ...options.messages,
  })
  await texts.use(initReactI18next).init({
    lng: host.store.getState().language,
    fallbackNS: 'shell',
    interpolation: { escape: isolated },
    resources: {
      ko: Object.fromEntries(namespaces.map(([name, message]) => [name, message.ko])),
      en: Object.fromEntries(namespaces.map(([name, message]) => [name, message.en])),
    },
  })
  addJosaFormat(texts)
  host.store.subscribe((state) => {
    if (state.language !== texts.language) void texts.changeLanguage(state.language)
  })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const place = { path: '' }
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const busy = () => host.waiting() + queries.isFetching() + queries.isMutating() > 0
  const pause = (ms: number) => act(async () => new Promise((resolve) => setTimeout(resolve, ms)))
  await act(async () =>
    root.render(
      <HostProvider value={host}>
        <I18nextProvider i18n={texts}>
          <QueryClientProvider client={queries}>
            <MemoryRouter initialEntries={[options.path ?? '/']}>
              {page}
              <Place onPlace={(path) => (place.path = path)} />
            </MemoryRouter>
          </QueryClientProvider>
        </I18nextProvider>
      </HostProvider>,
    ),
  )
  return {
    host,
    container,
    place,
    /** The text of the whole document, including modals outside of the container. */
    shown: () => document.body.textContent ?? '',
    /** The text of the current toast. */
    toast: () => host.store.getState().toast?.text,
    /** The topmost modal. */
    modal: () => host.store.getState().modals.at(-1),
    click: (element: Element | null) =>
      act(
        async () => void element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
      ),
    press: (element: Element | null, key: string) =>
      act(
        async () =>
          void element?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
      ),
    /** Fills fields and selects options, by field names. */
    fill: (values: Record<string, string>) =>
      act(async () => {
        for (const [name, value] of Object.entries(values)) {
          const control = document.querySelector<Control>(`[name="${name}"]`)
          if (!control) throw new Error(`There is no field "${name}".`)
          enter(control, value)
        }
      }),
    /** The button or link with this accessible name. */
    named: (name: string): HTMLElement => {
      const all = [...document.querySelectorAll<HTMLElement>('button, a, [role=tab]')]
      const found = all.find((one) => (one.getAttribute('aria-label') ?? one.textContent)?.trim() === name)
      if (!found) throw new Error(`There is no "${name}"; there is ${all.map((one) => one.textContent)}`)
      return found
    },
    /** Runs a task that changes the page without a click. */
    during: (task: () => void) => act(async () => task()),
    /** Waits until pending requests are answered and rendered; a request without an answer is left alone. */
    settle: async () => {
      const end = Date.now() + SETTLE_LIMIT_MS
      do await pause(20)
      while (busy() && Date.now() < end)
    },
    /** Waits until a condition holds, for slow tasks. */
    until: async (probe: () => boolean) => {
      const end = Date.now() + UNTIL_LIMIT_MS
      while (!probe()) {
        if (Date.now() > end) throw new Error(`It did not happen: ${probe}`)
        await pause(10)
      }
    },
    unmount: () => act(async () => root.unmount()),
  }
}

interface PluginOptions extends TestOptions {
  id: string
  texts: { ko: Messages; en: Messages }
  /** The installed plugins, with the pages of each by path: `{ gifts: { '/gifts': 'gifts' } }`. */
  plugins?: Record<string, Record<string, string>>
  visitor?: boolean
  /** Properties of the member that differ from the default. */
  user?: object
}

const USER = { id: 'u-mina', email: 'mina@witverse.com', nickname: 'mina', hasNickname: true }

/** Renders a page of a plugin for a member with a nickname and waits for its data. */
export async function renderPlugin(page: ReactNode, options: PluginOptions) {
  const { id, texts, plugins = {}, visitor = false, user, state, ...others } = options
  const caller: HostState['caller'] = visitor
    ? { status: 'visitor', user: null }
    : { status: 'member', user: { ...USER, ...user } as UserInfo }
  const rendered = await renderPage(<PluginProvider value={id}>{page}</PluginProvider>, {
    ...others,
    boot: { plugins: Object.entries(plugins).map(([one, pages]) => pluginInfo(one, pages)) },
    messages: { [id]: texts },
    state: { caller, ...state },
  })
  await rendered.settle()
  await rendered.settle() // for requests that depend on another answer
  return rendered
}

function pluginInfo(id: string, pages: Record<string, string>): PluginInfo {
  const title = { ko: id, en: id }
  const shown = `${id.charAt(0).toUpperCase()}${id.slice(1)}`
  const name = { ko: shown, en: shown }
  const routes = Object.entries(pages).map(([path, page]) => ({ path, page, title }))
  return { id, name, version: '0.1.0', entry: '', integrity: {}, slots: [], routes }
}

/** A person, as lists name them. */
export const person = (nickname: string): Person => ({ userId: `u-${nickname}`, nickname, thumbnail: null })

/** The answer of a list that fits on one page. */
export const list = <T,>(...items: T[]) => ({ payload: { items, nextCursor: null } })

function Place({ onPlace }: { onPlace: (path: string) => void }) {
  onPlace(useLocation().pathname)
  return null
}

/** The dotted keys of nested texts, sorted: equal for two complete languages. */
export function keysOf(messages: Messages, prefix = ''): string[] {
  return Object.entries(messages)
    .flatMap(([key, value]) =>
      typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
    )
    .sort()
}

/** The `{{values}}` of each text; both languages must use the same ones. */
export function valuesOf(messages: Messages, prefix = ''): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [
            [
              prefix + key,
              [...value.matchAll(/\{\{(\w+)(?:, (?!josa)[^}]*)?\}\}/g)].map((match) => match[1] ?? '').sort(),
            ] as const,
          ]
        : Object.entries(valuesOf(value, `${prefix}${key}.`)),
    ),
  )
}
