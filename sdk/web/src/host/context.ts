// How pages reach the host. Each hook reads one thing, so that a page renders again only for that thing.
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { Host, HostState } from './types'

const HostContext = createContext<Host | null>(null)
const PluginContext = createContext<string | null>(null)

export const HostProvider = HostContext.Provider
/** Says which plugin's page this is; the kit marks what it mounts elsewhere with it, so that its styles apply. */
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

/** Who is looking: `visitor`, `loading` (a token is stored, the answer is on its way) or `member`. */
export function useCaller() {
  const caller = useHostState((state) => state.caller)
  const { reloadCaller, signOut } = useHost().actions
  return { ...caller, reload: reloadCaller, signOut }
}

export const useApi = () => useHost().api

/** `toast(text, tone)`: one at a time, for three seconds. */
export const useToast = () => useHost().actions.showToast

export function useModal() {
  const { openModal, closeModal } = useHost().actions
  return { open: openModal, close: closeModal }
}

/** The ids and data of open modals, the newest last. */
export const useOpenModals = () => useHostState((state) => state.modals)

export const useCurrentToast = () => useHostState((state) => state.toast)

/** `language` is what the wire says (ko, en); `index` is what screens call it (kr, en). */
export function useLanguage() {
  const language = useHostState((state) => state.language)
  const index = language === 'ko' ? ('kr' as const) : ('en' as const)
  return { language, index, setLanguage: useHost().actions.setLanguage }
}

export function useTheme() {
  const theme = useHostState((state) => state.theme)
  return { theme, setTheme: useHost().actions.setTheme }
}

/** Calls back for each live event of this kind while the page is shown. */
export function useLive(kind: string, listener: (data: unknown) => void) {
  const { live } = useHost()
  const onEvent = useEffectEvent(listener)
  useEffect(() => live.subscribe(kind, (data) => onEvent(data)), [live, kind])
}

/** Where a page of this plugin is, by its name in the manifest. */
export function usePagePath(page: string): string {
  const { boot } = useHost()
  const id = usePluginId()
  const route = boot.plugins
    .find((plugin) => plugin.id === id)
    ?.routes.find((candidate) => candidate.page === page)
  return route?.path ?? '/'
}

export const useBoot = () => useHost().boot

/** Whether the platform has this plugin; without it nothing leads there. */
export const useHasPlugin = (plugin: string): boolean =>
  useHost().boot.plugins.some(({ id }) => id === plugin)

/** The mobile app around the page, and purchases in its store. */
export const useBridge = () => useHost().bridge

/** The texts of one namespace: a plugin's id, or `shell`. */
export const useText = (namespace: string) => useTranslation(namespace).t
