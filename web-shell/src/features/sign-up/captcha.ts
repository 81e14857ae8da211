// Challenge → proof of work in a worker → ticket. The worker is a separate file, as the page's CSP requires.
import { type Api, payload } from '@witverse/api-client'
import { ApiError } from '@witverse/sdk'
import type { Challenge, Solution } from 'altcha-lib/types'

/** Built separately, see rspack.config.mjs. */
const WORKER_URL = '/assets/shell/captcha-worker.js'

export async function obtainTicket(api: Api, signal: AbortSignal): Promise<string> {
  const challenge = (await payload(api.GET('/api/captcha/challenge', { signal }))) as unknown as Challenge
  const solution = await solve(challenge, signal)
  const token = btoa(JSON.stringify({ challenge, solution }))
  return (await payload(api.POST('/api/recaptcha', { body: { token }, signal }))).ticket
}

function solve(challenge: Challenge, signal: AbortSignal): Promise<Solution> {
  const worker = new Worker(WORKER_URL)
  const { promise, resolve, reject } = Promise.withResolvers<Solution>()
  const fail = () => reject(new ApiError({ status: 0, code: 'captcha_failed' }))
  worker.onmessage = (event: MessageEvent<Solution | null>) => (event.data ? resolve(event.data) : fail())
  worker.onerror = fail
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  worker.postMessage(challenge)
  return promise.finally(() => worker.terminate())
}
