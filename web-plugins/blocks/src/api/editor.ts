// The calls of the editor: versions of the scene, settings, pictures.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, type Payload, payload, useApi, useList } from '@witverse/sdk'
import type { SceneDocument } from '../editor/document'
import { modelFiles } from '../editor/model-files'
import { sceneItems } from '../editor/scene-items'
import { KEYS } from './blocks'
import type { Api } from './rooms'

export type ManagedBlock = Payload<'/api/v3/blocks/{id}', 'get'>
export type SceneVersion = Payload<'/api/v3/blocks/{id}/versions', 'get'>['items'][number]
type Loaded = Payload<'/api/v3/blocks/{id}/versions/{version}', 'get'>
export type DoorTarget = Loaded['doors'][number]
export type Picture = ManagedBlock['thumbnails'][number]

export const EDITOR_KEYS = {
  block: (id: string) => ['blocks', 'id', id],
  versions: (id: string) => ['blocks', 'versions', id],
  removed: (id: string) => ['blocks', 'removed', id],
} as const

export interface LoadedVersion {
  version: number
  document: SceneDocument
  doors: DoorTarget[]
}

/** A version of the scene, by its number or `latest`. */
export async function loadVersion(
  api: Api,
  id: string,
  version: string,
  signal?: AbortSignal,
): Promise<LoadedVersion> {
  const params = { path: { id, version } }
  const loaded = await payload(
    api.GET('/api/v3/blocks/{id}/versions/{version}', { params, ...(signal && { signal }) }),
  )
  modelFiles.add(loaded.models)
  sceneItems.add(loaded.items)
  return {
    version: loaded.version,
    document: loaded.scene as unknown as SceneDocument,
    doors: loaded.doors,
  }
}

export async function saveScene(
  api: Api,
  id: string,
  scene: SceneDocument,
  basedOn: number,
): Promise<number> {
  // The kinds of the catalogue are checked by the server.
  const body = { basedOn, scene: scene as never }
  const { version } = await payload(api.PUT('/api/v3/blocks/{id}/scene', { params: { path: { id } }, body }))
  return version
}

export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'scene_stale'

/** An answer that stays the same however often one asks. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status)

export function useVersions(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: EDITOR_KEYS.versions(id),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v3/blocks/{id}/versions', { params: { path: { id } }, signal })),
    staleTime: 0,
  })
}

export type RemovedPerson = Payload<'/api/v3/blocks/{id}/kicks', 'get'>['items'][number]

/** The people who may not enter a block for some time. */
export const useRemovedPeople = (id: string) =>
  useList<RemovedPerson>(EDITOR_KEYS.removed(id), (api, cursor, signal) => {
    const params = { path: { id }, query: cursor }
    return payload(api.GET('/api/v3/blocks/{id}/kicks', { params, signal }))
  })

/** Lets a removed person enter again. */
export function useLetIn(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  return async (accountId: string) => {
    const params = { path: { id, accountId } }
    await payload(api.DELETE('/api/v3/blocks/{id}/kicks/{accountId}', { params }))
    await queries.invalidateQueries({ queryKey: EDITOR_KEYS.removed(id) })
  }
}

/** The block of a world by its name: for doors. */
export const findBlock = (api: Api, worldName: string, blockName: string) =>
  payload(
    api.GET('/api/v3/worlds/{id}/blocks/{blockName}', { params: { path: { id: worldName, blockName } } }),
  )

export type OwnItem = Payload<'/api/item/inventory/craft/{a}/{b}', 'get'>['items'][number]
const ITEMS_PAGE = 100

/** The items of the caller, newest first. */
export const useOwnItems = () =>
  useList<OwnItem>(['items', 'mine', 'to-place'], (api, cursor, signal) =>
    payload(
      api.GET('/api/item/inventory/craft/{a}/{b}', {
        params: { path: { a: 'all', b: 'all' }, query: { limit: ITEMS_PAGE, ...cursor } },
        signal,
      }),
    ),
  )

type Changes = Partial<
  Pick<
    ManagedBlock,
    'blockName' | 'type' | 'title' | 'description' | 'access' | 'game' | 'chat' | 'slowModeSeconds'
  >
>

/** What one can do to the block itself. The lists of blocks are fetched again afterwards. */
export function useBlockActions(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  const path = { id }
  async function settle(block: ManagedBlock) {
    queries.setQueryData(EDITOR_KEYS.block(id), block)
    await queries.invalidateQueries({
      queryKey: KEYS.all,
      predicate: ({ queryKey }) => queryKey[1] !== 'id',
    })
    return block
  }
  return {
    change: async (body: Changes) =>
      settle(await payload(api.PUT('/api/v3/blocks/{id}', { params: { path }, body }))),
    publish: async (version: number) =>
      settle(await payload(api.POST('/api/v3/blocks/{id}/publish', { params: { path }, body: { version } }))),
    setPictures: async (images: string[]) =>
      settle(
        await payload(api.PUT('/api/v3/blocks/{id}/thumbnails', { params: { path }, body: { images } })),
      ),
    makeMain: async (worldName: string) => {
      const params = { path: { id: worldName } }
      await payload(api.PUT('/api/v3/worlds/{id}/main-block', { params, body: { blockId: id } }))
      await queries.invalidateQueries({ queryKey: KEYS.all })
    },
    remove: async () => {
      await payload(api.DELETE('/api/v3/blocks/{id}', { params: { path } }))
      await queries.invalidateQueries({
        queryKey: KEYS.all,
        predicate: ({ queryKey }) => queryKey[1] !== 'id',
      })
    },
    restore: async (version: number, basedOn: number) => {
      const params = { path: { id, version: String(version) } }
      const body = { basedOn }
      const saved = await payload(
        api.POST('/api/v3/blocks/{id}/versions/{version}/restore', { params, body }),
      )
      return saved.version
    },
  }
}
