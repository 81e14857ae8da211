// The calls of the room page. They are not in the generated client yet: this file is the only one that knows their paths
// and shapes, so that switching to the generated client changes nothing else.
import { useQuery } from '@tanstack/react-query'
import { ApiError, type LocalText, payload, useApi } from '@witverse/sdk'

export interface BlockView {
  blockId: string
  name: string
  title: LocalText
  type: 'brand' | 'game' | 'social' | 'store'
  state: 'assembling' | 'complete' | (string & {})
  worldName: string
  entry: { allowed: boolean; code: string | null; message: LocalText | null }
}

export interface Ticket {
  ticket: string
  instance: number
  epoch: number
  expiresAt: string
}

interface Answer<T> {
  data?: T
  error?: unknown
  response: Response
}

/** The client without the types of its paths. */
interface UntypedApi {
  GET<T>(path: string, options: object): Promise<Answer<T>>
  POST<T>(path: string, options: object): Promise<Answer<T>>
}

export type Api = ReturnType<typeof useApi>

const untyped = (api: Api) => api as unknown as UntypedApi

export function useBlock(worldName: string, blockName: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['blocks', 'view', worldName, blockName],
    queryFn: ({ signal }) =>
      payload(
        untyped(api).GET<{ payload: BlockView }>('/api/v2/blocks/view', {
          params: { query: { worldName, blockName } },
          signal,
        }),
      ),
  })
}

/** The scene document; `onProgress` gets the share of it that has arrived, if its size is known. */
export async function loadScene(
  api: Api,
  blockId: string,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<unknown> {
  const call = untyped(api).GET<ReadableStream<Uint8Array>>('/api/v2/blocks/{id}/scene', {
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
  return (JSON.parse(text) as { payload: { scene: unknown } }).payload.scene
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

export async function askForTicket(api: Api, blockId: string): Promise<string> {
  const { ticket } = await payload(
    untyped(api).POST<{ payload: Ticket }>('/api/v2/blocks/{id}/join', {
      params: { path: { id: blockId } },
    }),
  )
  return ticket
}

/** Refusals that asking again does not change. */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
