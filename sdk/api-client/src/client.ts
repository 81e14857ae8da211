// The typed client: every call of the kernel's OpenAPI document, and `payload` to unwrap its answers.
import createClient, { type Client } from 'openapi-fetch'
import type { AuthorizedFetch } from './authorized-fetch'
import { errorFromFailure, errorFromResponse } from './problem'
import type { paths } from './schema'

export type Api = Client<paths>

export function createApi(fetch: AuthorizedFetch, origin: string): Api {
  return createClient<paths>({ baseUrl: origin, fetch })
}

interface Answer<T> {
  data?: { payload: T }
  error?: unknown
  response: Response
}

/** The `payload` of a successful answer; throws `ApiError` for everything else. */
export async function payload<T>(call: Promise<Answer<T>>): Promise<T> {
  const answer = await call.catch((cause: unknown) => {
    throw isAbort(cause) ? cause : errorFromFailure(cause)
  })
  if (answer.data === undefined) throw errorFromResponse(answer.response, answer.error)
  return answer.data.payload
}

function isAbort(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError'
}

type Json<R> = R extends { content: { 'application/json': infer Body } } ? Body : never
type Success<R> = Json<R[Extract<keyof R, 200 | 201>]>

/** What a call answers with: `Payload<'/api/user/auth', 'post'>`. */
export type Payload<P extends keyof paths, M extends keyof paths[P]> = paths[P][M] extends {
  responses: infer R
}
  ? Success<R> extends { payload: infer T }
    ? T
    : never
  : never
