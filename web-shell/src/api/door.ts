// Calls that the OpenAPI document does not have yet. Their shapes stand in each feature's `api/` file; once the
// document has them, the feature calls `api.GET(…)` itself and this file goes.
import { payload } from '@witverse/sdk'
import type { Host } from '@witverse/sdk/host'

type Api = Host['api']
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

interface CallOptions {
  body?: object
  query?: Record<string, string | number | undefined>
  signal?: AbortSignal
}

interface LooseClient {
  request: (
    method: Method,
    path: string,
    init: object,
  ) => Promise<{ data?: { payload: unknown }; error?: unknown; response: Response }>
}

export async function call<T>(api: Api, method: Method, path: string, options: CallOptions = {}): Promise<T> {
  const { body, query, signal } = options
  const init = { ...(body && { body }), ...(signal && { signal }), params: { query: query ?? {} } }
  return (await payload((api as unknown as LooseClient).request(method, path, init))) as T
}

/** A part of an address. */
export const at = (part: string): string => encodeURIComponent(part)
