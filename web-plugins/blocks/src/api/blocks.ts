// The blocks of a world and of a person. The keys begin with `blocks`.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Payload, payload, useApi, useList } from '@witverse/sdk'

export type BlockCard = Payload<'/api/v3/worlds/{id}/blocks', 'get'>['items'][number]
export type BlockKind = BlockCard['type']
export type Access = BlockCard['access']

export const KEYS = {
  all: ['blocks'],
  ofWorld: (worldName: string) => ['blocks', 'world', worldName],
  drafts: ['blocks', 'drafts'],
  visited: ['blocks', 'visited'],
  lively: ['blocks', 'lively'],
} as const

const PREVIEW = 6
const PAGE_SIZE = 24

/** The newest complete blocks of a world, with its main block apart. */
export function useBlocksPreview(worldName: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...KEYS.ofWorld(worldName), 'preview'],
    queryFn: ({ signal }) =>
      payload(
        api.GET('/api/v3/worlds/{id}/blocks', {
          params: { path: { id: worldName }, query: { limit: PREVIEW } },
          signal,
        }),
      ),
  })
}

/** All complete blocks of a world but its main block, newest first. */
export const useBlocks = (worldName: string) =>
  useList<BlockCard>(KEYS.ofWorld(worldName), (api, cursor, signal) => {
    const params = { path: { id: worldName }, query: { limit: PAGE_SIZE, ...cursor } }
    return payload(api.GET('/api/v3/worlds/{id}/blocks', { params, signal }))
  })

/** The caller's blocks that are not published yet. */
export function useDrafts() {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.drafts,
    queryFn: ({ signal }) => payload(api.GET('/api/v3/blocks/drafts', { signal })),
  })
}

/** The blocks that the caller entered last. */
export function useVisited() {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.visited,
    queryFn: ({ signal }) => payload(api.GET('/api/v3/blocks/visited', { signal })),
  })
}

/** A block by its id, for links that know only that. */
export function useBlockById(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['blocks', 'id', id],
    queryFn: ({ signal }) => payload(api.GET('/api/v3/blocks/{id}', { params: { path: { id } }, signal })),
  })
}

export type OfficialCollection = Payload<'/api/v2/collections/official', 'get'>['items'][number]

/** The official collections, newest first: a block may ask for one of their items. */
export function useOfficialCollections() {
  const api = useApi()
  return useQuery({
    queryKey: ['items', 'official'],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/collections/official', { params: { query: { limit: 100 } }, signal })),
  })
}

export function useCreateBlock() {
  const api = useApi()
  const queries = useQueryClient()
  return async (
    worldName: string,
    body: {
      blockName: string
      type: BlockKind
      title: { ko: string; en: string }
      access: Access
      collectionId?: string
      template: Template
      game?: string | null
    },
  ) => {
    const params = { path: { id: worldName } }
    const block = await payload(api.POST('/api/v3/worlds/{id}/blocks', { params, body }))
    await queries.invalidateQueries({ queryKey: KEYS.all })
    return block
  }
}

/** The scenes that a new block can begin with. */
export const TEMPLATES = [
  'empty',
  'lantern-garden',
  'rooftop',
  'cafe',
  'theatre',
  'hanok-alley',
  'hanok-courtyard',
  'greenhouse',
  'star-deck',
  'coral-grotto',
  'sunken-ruin',
  'arcade-hall',
  'lantern-run',
] as const
export type Template = (typeof TEMPLATES)[number]

/** The games of scenes that were made for one. */
export const GAMES_OF_TEMPLATES: Partial<Record<Template, string>> = { 'lantern-run': 'lantern-race' }

/** The address of the picture of a template. The empty one has none. */
export const pictureOf = (template: Template) => `/assets/plugins/blocks/templates/${template}.webp`

export const KINDS_OF_BLOCKS = ['social', 'game', 'store', 'brand'] as const satisfies BlockKind[]
export const ACCESSES = [
  'everybody',
  'signedIn',
  'members',
  'membership',
  'item',
  'owner',
] as const satisfies Access[]

export const CHATS = ['everybody', 'membership'] as const
/** The pauses of slow mode that one can choose, in seconds. */
export const SLOW_MODES_S = [0, 5, 10, 30, 60]

export const pathOfBlock = ({ worldName, blockName }: Pick<BlockCard, 'worldName' | 'blockName'>) =>
  `/${worldName}/${blockName}`
