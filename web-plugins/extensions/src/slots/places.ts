// The pages of installed plugins in places of the platform.
import type { Extension } from '../api/types'
import type { FrameSlot } from '../frame/bridge'

/** The page of a plugin in a place; undefined without one. */
export const pageAt = (extension: Extension, at: FrameSlot) => extension.slots.find((slot) => slot.at === at)

/** The first segments of addresses that belong to the shell itself; as in `web-shell/src/app/routes.tsx`. */
const SHELL_SEGMENTS = [
  'profile',
  'user',
  'appeal',
  'moderation',
  'admin',
  'dev',
  'terms',
  'nft-terms',
  'privacy',
  '404',
  '500',
]

/**
 * The world that an address is in: its first segment, unless a page of the platform has it. `routes` are the paths of all
 * pages, with placeholders.
 */
export function worldOf(pathname: string, routes: readonly string[]): string | null {
  const [, first = ''] = pathname.split('/')
  const isTaken = first === '' || SHELL_SEGMENTS.includes(first)
  if (isTaken || routes.some((path) => path.split('/')[1] === first)) return null
  try {
    return decodeURIComponent(first)
  } catch {
    // A lone % is no address of a world.
    return null
  }
}
