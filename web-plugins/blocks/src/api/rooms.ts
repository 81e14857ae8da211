// The calls of the room page: a block, its scene, a ticket to its room.
import { useQuery } from '@tanstack/react-query'
import { ApiError, type Payload, payload, type TrialCopy, useApi, useInitialData } from '@witverse/sdk'
import type { DoorTarget, ModelFile, SceneItem } from '../room/scene'

export type BlockView = Payload<'/api/v3/worlds/{id}/blocks/{blockName}', 'get'>
export type Entry = Payload<'/api/v3/blocks/{id}/entry', 'get'>
export type Api = ReturnType<typeof useApi>

export function useBlock(worldName: string, blockName: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['blocks', 'view', worldName, blockName],
    queryFn: ({ signal }) =>
      payload(
        api.GET('/api/v3/worlds/{id}/blocks/{blockName}', {
          params: { path: { id: worldName, blockName } },
          signal,
        }),
      ),
    ...useInitialData<BlockView>(`/api/v3/worlds/${worldName}/blocks/${blockName}`),
  })
}

/** Why a person may not enter, and what would let them in. */
export function useEntry(blockId: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['blocks', 'entry', blockId],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v3/blocks/{id}/entry', { params: { path: { id: blockId } }, signal })),
  })
}

export interface LoadedScene {
  scene: unknown
  doors: DoorTarget[]
  models: ModelFile[]
  items: SceneItem[]
}

/** The scene that visitors see; `onProgress` gets the share of it that has arrived, if its size is known. */
export async function loadScene(
  api: Api,
  blockId: string,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<LoadedScene> {
  const call = api.GET('/api/v3/blocks/{id}/scene', {
    params: { path: { id: blockId } },
    parseAs: 'stream',
    signal,
  })
  let size = 0
  // `payload` turns refusals into errors; the stream takes the place of the parsed answer.
  const stream = await payload(
    call.then(({ data, error, response }) => {
      const isPlain = !response.headers.get('content-encoding')
      size = isPlain ? Number(response.headers.get('content-length') ?? 0) : 0
      return { error, response, ...(data && { data: { payload: data } }) }
    }),
  )
  const text = await readAll(stream, (bytes) => size > 0 && onProgress(Math.min(1, bytes / size)))
  onProgress(1)
  return (JSON.parse(text) as { payload: LoadedScene }).payload
}

async function readAll(
  stream: ReadableStream<Uint8Array>,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let [text, bytes] = ['', 0]
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    text += decoder.decode(value, { stream: true })
    onBytes(bytes)
  }
}

/** The room of a block, or its copy for a plugin on trial. */
export const roomOf = (blockId: string, trial: TrialCopy | null): string =>
  trial ? `blocks:${blockId}:${trial.install}` : `blocks:${blockId}`

export async function askForTicket(api: Api, blockId: string, trial: TrialCopy | null): Promise<string> {
  const path = { id: roomOf(blockId, trial) }
  const headers = trial && { 'x-witverse-player': String(trial.player) }
  const call = api.POST('/api/rooms/{id}/join', { params: { path }, ...(headers && { headers }) })
  const { ticket } = await payload(call)
  return ticket
}

/** Adds the block to the caller's visited blocks. A failure is ignored. */
export async function recordEntry(api: Api, blockId: string): Promise<void> {
  await api.POST('/api/v3/blocks/{id}/entered', { params: { path: { id: blockId } } }).catch(() => undefined)
}

/** Removes a person; they may not enter again for some minutes. */
export function useKick() {
  const api = useApi()
  return (blockId: string, accountId: string, minutes: number) => {
    const params = { path: { id: blockId } }
    return payload(api.POST('/api/v3/blocks/{id}/kick', { params, body: { accountId, minutes } }))
  }
}

/** Refusals that asking again does not change. */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
