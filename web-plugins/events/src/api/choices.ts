// What an organiser or a participant chooses from: blocks, items and collections, friends. Their keys do not begin with `events`,
// so that a change of an event does not read them again.
import { useQuery } from '@tanstack/react-query'
import { type Payload, payload, useApi, useList } from '@witverse/sdk'

type Api = ReturnType<typeof useApi>
export type Block = Payload<'/api/v3/blocks/visited', 'get'>['items'][number]

/** An item, or a collection of items, whose owners may take part. */
export interface Gate {
  id: string
  isCollection: boolean
  ko: string
  en: string
}

/** The newest blocks of a world that are read. */
const BLOCKS_MAX = 100
/** Worlds of a search whose blocks are shown. */
const WORLDS_FOUND = 3
/** Blocks of each of them. */
const BLOCKS_FOUND = 20

const newest = (api: Api, world: string, limit: number, signal: AbortSignal) =>
  payload(
    api.GET('/api/v3/worlds/{id}/blocks', { params: { path: { id: world }, query: { limit } }, signal }),
  )

const unique = <T>(all: T[], keyOf: (one: T) => string) =>
  all.filter((one, at) => all.findIndex((other) => keyOf(other) === keyOf(one)) === at)

/** The blocks of `world`, those of the caller's own world, and those that the caller has visited. */
export function useOwnBlocks(world: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['event-choices', 'blocks', 'own', world],
    queryFn: async ({ signal }) => {
      const mine = await payload(api.GET('/api/v2/worlds/my', { signal }))
      const worlds = new Set([world, mine.world?.worldName ?? ''].filter((name) => name !== ''))
      const [visited, ...others] = await Promise.all([
        payload(api.GET('/api/v3/blocks/visited', { signal })),
        ...[...worlds].map((name) => newest(api, name, BLOCKS_MAX, signal)),
      ])
      return unique([...others.flatMap(({ items }) => items), ...visited.items], ({ blockId }) => blockId)
    },
  })
}

/** The address of a block in `text`: the names of its world and of itself. */
export function blockPathIn(text: string): { world: string; block: string } | null {
  const found = /^https?:\/\/[^/]+\/([\w-]+)\/([\w-]+)\/?(?:[?#].*)?$/.exec(text.trim())
  return found?.[1] && found[2] ? { world: found[1], block: found[2] } : null
}

/** The blocks of the worlds whose name or description has `q`; or the block whose address was entered. */
export function useFoundBlocks(q: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['event-choices', 'blocks', 'found', q],
    queryFn: async ({ signal }): Promise<Block[]> => {
      const path = blockPathIn(q)
      if (path !== null) {
        const params = { path: { id: path.world, blockName: path.block } }
        return [await payload(api.GET('/api/v3/worlds/{id}/blocks/{blockName}', { params, signal }))]
      }
      const query = { q, limit: WORLDS_FOUND }
      const worlds = await payload(api.GET('/api/v3/worlds', { params: { query }, signal }))
      const blocks = worlds.items.map(({ worldName }) =>
        // A world that closes to the caller in between has no blocks to choose.
        newest(api, worldName, BLOCKS_FOUND, signal).catch(() => ({ items: [] })),
      )
      return (await Promise.all(blocks)).flatMap(({ items }) => items)
    },
    enabled: q !== '',
    retry: false,
  })
}

/** The chosen block, with its game. */
export function useBlock(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['event-choices', 'blocks', 'one', id],
    queryFn: ({ signal }) => payload(api.GET('/api/v3/blocks/{id}', { params: { path: { id } }, signal })),
    enabled: id !== '',
  })
}

/** Whether the game of a block has laps, so that a challenge counts one length. */
export const hasLaps = (block: { game?: string | null } | undefined) => block?.game === 'lantern-race'

export type Origin = 'official' | 'world' | 'mine'

/** Collections to choose from without a search: official ones, those of the world, and the caller's own. */
export function useCollections(world: string, enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: ['event-choices', 'collections', world],
    queryFn: async ({ signal }) => {
      const query = { limit: 100 }
      const [official, mine, ofWorld] = await Promise.all([
        payload(api.GET('/api/v2/collections/official', { params: { query }, signal })),
        payload(api.GET('/api/v2/collections/mine', { params: { query }, signal })),
        world === ''
          ? { items: [] }
          : payload(
              api.GET('/api/v3/worlds/{id}/item-collections', {
                params: { path: { id: world }, query },
                signal,
              }),
            ),
      ])
      const from = (origin: Origin, items: typeof mine.items) =>
        items.map(({ collectionId, name }) => ({ ...collection(collectionId, name), origin }))
      return unique(
        [...from('official', official.items), ...from('world', ofWorld.items), ...from('mine', mine.items)],
        ({ id }) => id,
      )
    },
    enabled,
  })
}

interface FoundGate {
  id: string
  isCollection: boolean
  title: string
}

/** The id of an item or a collection in the address of its page, or in what was typed; null without one. */
export function gateIdIn(text: string): string | null {
  const ids = text.toLowerCase().match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g)
  return ids?.[0] ?? null
}

/** Items and collections whose names have all words of `q`. */
export function useFoundGates(q: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['event-choices', 'gates', q],
    queryFn: async ({ signal }): Promise<FoundGate[]> => {
      const params = { query: { q } }
      const [collections, items] = await Promise.all([
        payload(api.GET('/api/v2/collections/search', { params, signal })),
        payload(api.GET('/api/v2/items/search', { params, signal })),
      ])
      const found = (isCollection: boolean, all: typeof items) =>
        all.items.flatMap(({ link, title }) => {
          const id = gateIdIn(link)
          return id === null ? [] : [{ id, isCollection, title }]
        })
      return [...found(true, collections), ...found(false, items)]
    },
    enabled: q !== '' && gateIdIn(q) === null,
  })
}

const collection = (id: string, name: { ko: string; en: string }): Gate => ({
  id,
  isCollection: true,
  ko: name.ko,
  en: name.en,
})

/** Reads the names of an item or a collection once. */
export function useReadGate() {
  const api = useApi()
  return async (id: string, isCollection: boolean): Promise<Gate> => {
    const params = { path: { id } }
    if (isCollection) {
      const found = await payload(api.GET('/api/v2/collections/{id}', { params }))
      return collection(id, found.name)
    }
    const { name } = await payload(api.GET('/api/v2/items/{id}', { params }))
    return { id, isCollection, ko: name.ko, en: name.en }
  }
}

export const useFriendList = (enabled: boolean) =>
  useList(
    ['event-choices', 'friends'],
    (api, cursor, signal) =>
      payload(
        api.GET('/api/v2/relationship/get/friends', {
          params: { query: { limit: 50, ...cursor } },
          signal,
        }),
      ),
    { enabled },
  )

/** People whose nickname begins with `q`. */
export function useFoundPeople(q: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['event-choices', 'people', q],
    queryFn: async ({ signal }) => {
      const found = await payload(
        api.POST('/api/v2/relationship/search', { body: { searchData: q }, signal }),
      )
      return found.items
    },
    enabled: q !== '',
  })
}

/** Friends whose nickname begins with `q`. */
export function useFoundFriends(q: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['event-choices', 'friends', q],
    queryFn: async ({ signal }) => {
      const found = await payload(
        api.POST('/api/v2/relationship/search', { body: { searchData: q }, signal }),
      )
      return found.items.filter(({ state }) => state === 'friends')
    },
    enabled: q !== '',
  })
}
