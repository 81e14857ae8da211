// What a plugin's front end exports: its pages by name and its texts in both languages.
import type { ComponentType } from 'react'
import type { Messages } from '../host/types'

/** Raised when a plugin built against an older SDK can no longer run in the shell. */
export const SDK_API = 1

/** What the shell hands to a page that fills a slot. */
export interface SlotProps {
  /** The slot has done its work, or the person left it. */
  close: () => void
  /** What the slot is about: for a modal what it was opened with, for a person's page the person. */
  data: unknown
}

type PageModule = { default: ComponentType } | { default: ComponentType<SlotProps> }

export interface PluginModule {
  id: string
  sdk: number
  messages: { ko: Messages; en: Messages }
  /** Keyed by the `page` of the manifest's routes and slots; each one is loaded when first shown. */
  pages: Record<string, () => Promise<PageModule>>
}

export function definePlugin(plugin: Omit<PluginModule, 'sdk'>): PluginModule {
  return { ...plugin, sdk: SDK_API }
}
