// Test helpers: renders a part of the shell with its texts and a mocked session.
import { renderPage } from '@witverse/sdk/testing'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import type { PageComponent, PageResult, Plugins } from '../lib/federation'
import type { Texts } from '../lib/lazy'
import { PluginsProvider } from '../lib/plugins-context'
import { en } from '../locales/en'
import { ko } from '../locales/ko'
import type { Session } from './session/session'
import { SessionProvider } from './session/session-context'

type Options = NonNullable<Parameters<typeof renderPage>[1]>

export function fakeSession(signedIn = false) {
  return {
    signIn: vi.fn(),
    signOut: vi.fn(async () => undefined),
    replaceToken: vi.fn(),
    forget: vi.fn(),
    isSignedIn: vi.fn(() => signedIn),
    reloadCaller: vi.fn(async () => null),
    checkHealth: vi.fn(async () => undefined),
    start: vi.fn(() => () => undefined),
  } satisfies Session
}

/** Plugins with the given pages: `{ 'friends/profile-actions': Page }`. */
export function fakePlugins(list: Plugins['list'] = [], pages: Record<string, PageComponent> = {}): Plugins {
  const kept = new Map<string, Promise<PageResult>>()
  return {
    list,
    page(plugin, name) {
      const key = `${plugin.id}/${name}`
      const Page = pages[key]
      const result = kept.get(key) ?? Promise.resolve(Page ? { Page } : { error: new Error(key) })
      kept.set(key, result)
      return result
    },
    ready: () => undefined,
    forget: () => undefined,
    prefetch: () => Promise.resolve(),
  }
}

export async function renderShell(
  page: ReactNode,
  texts: Texts[],
  { plugins = fakePlugins(), ...options }: Options & { plugins?: Plugins } = {},
) {
  const session = fakeSession(options.state?.caller?.status === 'member')
  const messages = Object.fromEntries(texts.map((one) => [one.namespace, one]))
  const rendered = await renderPage(
    <SessionProvider value={session}>
      <PluginsProvider value={plugins}>{page}</PluginsProvider>
    </SessionProvider>,
    {
      ...options,
      messages: { shell: { ko, en }, ...messages, ...options.messages },
    },
  )
  return { ...rendered, session }
}

/** A logged-in member. */
export const member = (facts: object = {}): Pick<NonNullable<Options['state']>, 'caller'> => ({
  caller: {
    status: 'member',
    user: {
      id: 'u1',
      email: 'mina@witverse.com',
      nickname: 'mina',
      default_img: null,
      hasImage: false,
      hasNickname: true,
      hasWorld: true,
      worldName: 'orbit',
      language: 'en',
      roles: [],
      deletionAt: null,
      mutedUntil: null,
      ...facts,
    } as never,
  },
})
