// The export of a plugin's front end: its pages by name, and its texts in both languages.
import type { ComponentType } from 'react'
import type { Messages } from '../host/types'

/** Incremented when plugins built for an older SDK can no longer run in the shell. */
export const SDK_API = 1

/** The props of a page that fills a slot. */
export interface SlotProps {
  /** Call when the slot is done or was cancelled. */
  close: () => void
  /** The data that the modal was opened with, the person of a profile page, or the `data` of a `PluginSlot`. */
  data: unknown
}

type PageModule = { default: ComponentType } | { default: ComponentType<SlotProps> }

export interface PluginModule {
  id: string
  sdk: number
  messages: { ko: Messages; en: Messages }
  /** Keyed by `page` in the manifest's routes and slots. Each page is loaded when it is first shown. */
  pages: Record<string, () => Promise<PageModule>>
}

export function definePlugin(plugin: Omit<PluginModule, 'sdk'>): PluginModule {
  return { ...plugin, sdk: SDK_API }
}
