// Where the modal for choosing a world opens by itself.
import type { PluginInfo } from '@witverse/sdk'
import { matchRoutes } from 'react-router'
import { routerPath } from '../../lib/paths'

const PICKER = 'modal.select-world'

/**
 * Paths on which the modal does not open: account, legal and admin pages, the choice of an avatar, and every path of two or
 * more segments, such as a block or a post that a link led to.
 */
const QUIET =
  /^\/((custom|profile|appeal|terms|nft-terms|privacy|moderation|admin|wallet|charge|order)(\/|$)|[^/]+\/[^/])/

/**
 * Whether the choice of a world waits on a page. It also waits on every page of the plugin that fills the modal, except the
 * home page: there a person looks at worlds, or makes one.
 */
export function canWait(path: string, plugins: PluginInfo[]): boolean {
  if (QUIET.test(path)) return true
  const owner = plugins.find(({ slots }) => slots.some(({ at }) => at === PICKER))
  const routes = plugins.flatMap(({ id, routes }) =>
    routes.map((route) => ({ id: `${id} ${route.path}`, path: routerPath(route.path) })),
  )
  const page = matchRoutes(routes, path)?.at(-1)?.route
  return path !== '/' && owner !== undefined && page?.id.startsWith(`${owner.id} `) === true
}
