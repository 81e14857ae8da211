// The calls that start a session.
import { type Payload, payload } from '@witverse/sdk'
import type { Host } from '@witverse/sdk/host'
import { askPasskey } from '../passkeys/webauthn'

type Api = Host['api']

type LoginAnswer = Payload<'/api/user/login', 'post'>
export type LoggedIn = Extract<LoginAnswer, { accessToken: string }>
export type SecondFactor = Extract<LoginAnswer, { secondFactor: unknown }>['secondFactor']

/** Returns a token, or the required second factor. */
export function logIn(
  api: Api,
  { email, password, captcha }: { email: string; password: string; captcha?: string | undefined },
) {
  const facts = { ip: '', blockname: '', access_at: new Date().toISOString() }
  const body = { email, password, ...facts, ...(captcha && { captcha }) }
  return payload(api.POST('/api/user/login', { body }))
}

export const finishLogIn = (api: Api, ticket: string, code: string) =>
  payload(api.POST('/api/user/login/second-factor', { body: { ticket, code } }))

export async function logInWithPasskey(api: Api, options: { signal?: AbortSignal; quietly?: boolean } = {}) {
  const ceremony = await payload(api.POST('/api/user/login/passkey/start', { body: {} }))
  const credential = await askPasskey(ceremony.options, options)
  return payload(
    api.POST('/api/user/login/passkey/finish', { body: { ticket: ceremony.ticket, credential } }),
  )
}

export const redeemLoginCode = (api: Api, code: string) =>
  payload(api.POST('/api/user/login/code/redeem', { body: { code } }))

/** The account that a code logs in to. */
export type CodeAccount = Payload<'/api/user/login/code/describe', 'post'>

export const describeLoginCode = (api: Api, code: string) =>
  payload(api.POST('/api/user/login/code/describe', { body: { code } }))
