// What a frame asks of its own install, as the person: calls of its routes, and the files that it has stored.
import { ApiError, describeError, useApi, useLanguage, useText } from '@witverse/sdk'
import { useState } from 'react'
import { type FrameMessage, RateLimit, type ShellMessage } from './bridge'

/** Calls and files a second, and at once. Above, a call fails. */
const CALLS_PER_S = 10
const CALLS_BURST = 30

type CallMessage = Extract<FrameMessage, { type: 'call' }>
type FileMessage = Extract<FrameMessage, { type: 'file' }>

interface Init {
  body?: unknown
  headers?: Record<string, string>
  parseAs?: 'blob'
}

/** Makes the calls of a frame, within their limit. */
export function useCalls(install: string, player: number) {
  const api = useApi()
  const t = useText('extensions')
  const { language } = useLanguage()
  const [limit] = useState(() => new RateLimit(CALLS_PER_S, CALLS_BURST, performance.now()))

  const request = async (
    id: number,
    [method, path]: [string, string],
    init: Init,
    payloadOf: (data: unknown) => unknown,
  ): Promise<ShellMessage> => {
    const refuse = (status: number, code: string, message: string): ShellMessage => ({
      type: 'answer',
      id,
      ok: false,
      error: { status, code, message },
    })
    if (!limit.take(performance.now())) return refuse(429, 'too_many_requests', t('frame.tooManyCalls'))
    try {
      // The routes of installs are not in the platform's document.
      const send = api.request as unknown as (
        method: string,
        path: string,
        init: Init,
      ) => Promise<{ data?: unknown; error?: unknown; response: Response }>
      const answer = await send(method, `/api/x/${install}${path}`, {
        ...init,
        ...(player > 0 && { headers: { 'x-witverse-player': String(player) } }),
      })
      // An answer without content has no data.
      if (answer.response.ok) return { type: 'answer', id, ok: true, payload: payloadOf(answer.data) }
      const problem = answer.error as { code?: string; language?: Record<string, string> } | undefined
      return refuse(answer.response.status, problem?.code ?? 'unknown', problem?.language?.[language] ?? '')
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      return refuse(status, 'unavailable', describeError(error, language))
    }
  }

  return {
    call: ({ id, method, path, body }: CallMessage) =>
      request(
        id,
        [method.toLowerCase(), path],
        body === undefined ? {} : { body },
        (data) => (data as { payload?: unknown } | undefined)?.payload,
      ),
    /** The answer is a blob, which the page can show: its policy permits `blob:` for pictures and sounds. */
    file: ({ id, name }: FileMessage) =>
      request(id, ['get', `/-/files/${name}`], { parseAs: 'blob' }, (data) => data),
  }
}
