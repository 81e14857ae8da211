// The boot document, which the kernel embeds in the page: the installed plugins and their routes.
import type { LocalText } from '@witverse/api-client'

export interface RouteInfo {
  /** A path with placeholders: `/{worldName}`. */
  path: string
  page: string
  title: LocalText
  nav?: boolean
  icon?: string
  /** `none` hides header, navigation and footer. */
  layout?: 'default' | 'none'
}

export interface SlotInfo {
  at: string
  page: string
  title: LocalText
  /** Of a tab. */
  icon?: string | null
}

/** A source of the search box. */
export interface SearchInfo {
  /** A GET route with the parameter `q`; its response is `SearchResults`. */
  path: string
  title: LocalText
  /** The route requires a signed-in person; the box of a visitor leaves it out. */
  signedIn: boolean
}

export interface PluginInfo {
  id: string
  name: LocalText
  version: string
  entry: string
  integrity: Record<string, string>
  /** Files that every page of the plugin needs in addition to the entry. */
  js?: string[]
  css?: string[]
  routes: RouteInfo[]
  slots: SlotInfo[]
  search?: SearchInfo[]
  /** Plugins whose queries are stale after `<id>.changed`, besides its own. */
  invalidates?: string[]
}

/** The response of a page's first request, which the kernel made as a visitor. */
export interface InitialData {
  /** Path and query of the request, such as `/api/v3/worlds?limit=20`. */
  path: string
  payload: unknown
}

export interface Boot {
  version: string
  language: 'ko' | 'en'
  /** The operator's settings for sharing: the app key registered with Kakao. */
  share?: { kakaoKey?: string }
  /** Which searches for postal codes the operator offers beside the platform's index. */
  address?: { kakao?: boolean }
  dev?: { mailbox?: boolean }
  plugins: PluginInfo[]
  /** Of the page that was loaded, if its route has initial data. */
  initial?: InitialData
}
