// The boot document: which plugins exist and where their pages go. The kernel puts it into the page.
import type { LocalText } from '@witverse/api-client'

export interface RouteInfo {
  /** With `{placeholders}`: `/{worldName}`. */
  path: string
  page: string
  title: LocalText
  nav?: boolean
  icon?: string
  /** `none` leaves out header, navigation and footer. */
  layout?: 'default' | 'none'
}

export interface SlotInfo {
  at: string
  page: string
  title: LocalText
}

export interface PluginInfo {
  id: string
  version: string
  entry: string
  integrity: Record<string, string>
  /** What every page of the plugin needs, beside the entry. */
  js?: string[]
  css?: string[]
  routes: RouteInfo[]
  slots: SlotInfo[]
}

export interface Boot {
  version: string
  language: 'ko' | 'en'
  /** What the operator has set up for sharing: the key of an app registered with Kakao. */
  share?: { kakaoKey?: string }
  dev?: { mailbox?: boolean }
  plugins: PluginInfo[]
}
