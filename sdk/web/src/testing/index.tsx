// For tests: draws a page with a host, texts and a router around it, over a mocked network.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createApi, createAuthorizedFetch, createTokenStore } from '@witverse/api-client'
import i18next from 'i18next'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { MemoryRouter, useLocation } from 'react-router'
import { createStore } from 'zustand'
import { createBridge } from '../host/bridge'
import { HostProvider } from '../host/context'
import { createLiveBus } from '../host/live-bus'
import { createToasts } from '../host/toasts'
import type { Host, HostState, Messages } from '../host/types'
import { kitMessages } from '../ui/messages'

interface TestOptions {
  messages?: Record<string, { ko: Messages; en: Messages }>
  state?: Partial<HostState>
  boot?: Partial<Host['boot']>
  path?: string
  /** Answers calls: `{ 'GET /api/v3/worlds': { payload: … } }`, or a function of what was sent. */
  answers?: Record<string, unknown>
}

export type Answering = (body: unknown, request: Request) => unknown

/** A problem document, as the platform refuses. */
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

export function createTestHost({ state, boot, answers = {} }: TestOptions = {}): Host {
  const store = createStore<HostState>()(() => ({ ...STATE, ...state }))
  const fetch = createAuthorizedFetch({
    tokens: createTokenStore(localStorage, window),
    fetch: async (input) => {
      const request = input as Request
      const found = answers[`${request.method} ${new URL(request.url).pathname}`]
      const answer = typeof found === 'function' ? await ask(found as Answering, request) : found
      if (answer instanceof Response) return answer
      return Response.json(answer ?? { code: 'not_found' }, { status: answer ? 200 : 404 })
    },
    origin: 'http://witverse.test',
    language: () => store.getState().language,
    onSignedOut: () => undefined,
  })
  const api = createApi(fetch, 'http://witverse.test')
  return {
    store,
    api,
    live: createLiveBus(),
    boot: { version: '0', language: 'en', plugins: [], ...boot },
    bridge: createBridge(window as never, api),
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

/** Types into a field, as React notices it. */
function type(element: HTMLInputElement | HTMLTextAreaElement, value: string) {
  const prototype = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(element, value)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}

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
    interpolation: { escapeValue: false },
    resources: {
      ko: Object.fromEntries(namespaces.map(([name, message]) => [name, message.ko])),
      en: Object.fromEntries(namespaces.map(([name, message]) => [name, message.en])),
    },
  })
  host.store.subscribe((state) => {
    if (state.language !== texts.language) void texts.changeLanguage(state.language)
  })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const place = { path: '' }
  await act(async () =>
    root.render(
      <HostProvider value={host}>
        <I18nextProvider i18n={texts}>
          <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
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
    click: (element: Element | null) =>
      act(
        async () => void element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
      ),
    press: (element: Element | null, key: string) =>
      act(
        async () =>
          void element?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
      ),
    /** Fills fields by their names; modals are mounted outside of the container. */
    fill: (values: Record<string, string>) =>
      act(async () => {
        for (const [name, value] of Object.entries(values)) {
          const element = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
          if (!element) throw new Error(`There is no field "${name}".`)
          type(element, value)
        }
      }),
    /** The button or link that says this. */
    named: (name: string): HTMLElement => {
      const all = [...document.querySelectorAll<HTMLElement>('button, a, [role=tab]')]
      const found = all.find((one) => (one.getAttribute('aria-label') ?? one.textContent)?.trim() === name)
      if (!found) throw new Error(`There is no "${name}"; there is ${all.map((one) => one.textContent)}`)
      return found
    },
    /** For what changes the page without a click. */
    during: (task: () => void) => act(async () => task()),
    /** Until what was begun is answered and drawn. */
    settle: () => act(async () => new Promise((resolve) => setTimeout(resolve, 20))),
    /** Until something is so; for what takes its time. */
    until: async (probe: () => boolean) => {
      const end = Date.now() + 3_000
      while (!probe() && Date.now() < end) {
        await act(async () => new Promise((resolve) => setTimeout(resolve, 10)))
      }
    },
    unmount: () => act(async () => root.unmount()),
  }
}

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

/** The `{{values}}` of each text, which both languages must use alike. */
export function valuesOf(messages: Messages, prefix = ''): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [
            [
              prefix + key,
              [...value.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort(),
            ] as const,
          ]
        : Object.entries(valuesOf(value, `${prefix}${key}.`)),
    ),
  )
}
