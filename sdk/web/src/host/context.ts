// Hooks that give pages access to the host. Each selects one value, so that a page renders only when that value changes.
import type { ClientOf } from '@witverse/api-client'
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { TextNamespace, Translate } from '../text/keys'
import type { Host, HostState } from './types'

const HostContext = createContext<Host | null>(null)
const PluginContext = createContext<string | null>(null)

export const HostProvider = HostContext.Provider
/** The plugin that owns the page. The kit marks portals with it, so that the plugin's styles apply there. */
export const PluginProvider = PluginContext.Provider

export const usePluginId = () => useContext(PluginContext)

export function useHost(): Host {
  const host = useContext(HostContext)
  if (!host) throw new Error('No host: is there a second copy of @witverse/sdk or of react?')
  return host
}

function useHostState<T>(select: (state: HostState) => T): T {
  return useStore(useHost().store, select)
}

/** The caller: `visitor`, `loading` (a token is stored, the request is pending) or `member`. */
export function useCaller() {
  const caller = useHostState((state) => state.caller)
  const { reloadCaller, signOut } = useHost().actions
  return { ...caller, reload: reloadCaller, signOut }
}

export const useApi = () => useHost().api

/**
 * The client, typed with the plugin's own calls (`Call`). For plugins whose routes are not in the platform's OpenAPI
 * document, because they are built outside of its repository.
 */
export const usePluginApi = <Calls extends object>() => useHost().api as unknown as ClientOf<Calls>

/** `toast(text, tone)`: one at a time, for three seconds; errors stay until they are closed. */
export const useToast = () => useHost().actions.showToast

export function useModal() {
  const { openModal, closeModal } = useHost().actions
  return { open: openModal, close: closeModal }
}

/** The ids and data of open modals, the newest last. */
export const useOpenModals = () => useHostState((state) => state.modals)

export const useCurrentToast = () => useHostState((state) => state.toast)

/** `language` is the value on the wire (ko, en); `index` is its name in screens (kr, en). */
export function useLanguage() {
  const language = useHostState((state) => state.language)
  const index = language === 'ko' ? ('kr' as const) : ('en' as const)
  return { language, index, setLanguage: useHost().actions.setLanguage }
}

export function useTheme() {
  const theme = useHostState((state) => state.theme)
  return { theme, setTheme: useHost().actions.setTheme }
}

/** Calls back for each live event of a kind while the component is mounted. */
export function useLive(kind: string, listener: (data: unknown) => void) {
  const { live } = useHost()
  const onEvent = useEffectEvent(listener)
  useEffect(() => live.subscribe(kind, (data) => onEvent(data)), [live, kind])
}

/** The path of a page of this plugin, by its name in the manifest. */
export function usePagePath(page: string): string {
  const { boot } = useHost()
  const id = usePluginId()
  const route = boot.plugins
    .find((plugin) => plugin.id === id)
    ?.routes.find((candidate) => candidate.page === page)
  return route?.path ?? '/'
}

export const useBoot = () => useHost().boot

/**
 * The initial data of the page that was loaded, for the query with the same path: `initialData` and its age. Without them,
 * or for a member, whose data differ, the result is empty and the query is fetched.
 */
export function useInitialData<T>(path: string) {
  const { initial } = useHost().boot
  const { status } = useCaller()
  if (status !== 'visitor' || initial?.path !== path) return {}
  return { initialData: initial.payload as T, initialDataUpdatedAt: performance.timeOrigin }
}

/** Whether the plugin is installed. Links to its pages are shown only then. */
export const useHasPlugin = (plugin: string): boolean =>
  useHost().boot.plugins.some(({ id }) => id === plugin)

/**
 * The name of a plugin by its id, in the caller's language; null for one that is not part of the platform, such as a plugin
 * that a world has installed. A screen shows names, never ids.
 */
export function usePluginName(): (id: string) => string | null {
  const { plugins } = useHost().boot
  const { language } = useLanguage()
  return (id) => plugins.find((plugin) => plugin.id === id)?.name[language] ?? null
}

/** The mobile app around the page, with purchases in its store. */
export const useBridge = () => useHost().bridge

/** Returns the texts of one namespace: a plugin's id, `kit`, `shell` or a part of the shell. Only existing keys compile. */
export const useText = <N extends TextNamespace>(namespace: N): Translate<N> =>
  useTranslation<string>(namespace).t as Translate<N>
