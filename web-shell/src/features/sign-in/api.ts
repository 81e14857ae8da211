// The calls that begin a session.
import { payload, type UserInfo } from '@witverse/sdk'
import type { Host } from '@witverse/sdk/host'
import { call } from '../../api/door'
import { askPasskey, type CeremonyOptions } from '../passkeys/webauthn'

type Api = Host['api']

export interface LoggedIn {
  accessToken: string
  expiresIn: number
  user: UserInfo
}

export interface SecondFactor {
  ticket: string
  expiresInSeconds: number
  methods: ('totp' | 'recovery')[]
}

export interface Ceremony {
  ticket: string
  options: CeremonyOptions
}

/** Who came in, or what is still missing. */
export async function logIn(
  api: Api,
  { email, password, captcha }: { email: string; password: string; captcha?: string | undefined },
): Promise<LoggedIn | { secondFactor: SecondFactor }> {
  const facts = { ip: '', blockname: '', access_at: new Date().toISOString() }
  const body = { email, password, ...facts, ...(captcha && { captcha }) }
  return (await payload(api.POST('/api/user/login', { body }))) as LoggedIn | { secondFactor: SecondFactor }
}

export const finishLogIn = (api: Api, ticket: string, code: string) =>
  call<LoggedIn>(api, 'post', '/api/user/login/second-factor', { body: { ticket, code } })

export async function logInWithPasskey(api: Api, options: { signal?: AbortSignal; quietly?: boolean } = {}) {
  const ceremony = await call<Ceremony>(api, 'post', '/api/user/login/passkey/start', { body: {} })
  const credential = await askPasskey(ceremony.options, options)
  const body = { ticket: ceremony.ticket, credential }
  return call<LoggedIn>(api, 'post', '/api/user/login/passkey/finish', { body })
}

export const redeemLoginCode = (api: Api, code: string) =>
  call<LoggedIn>(api, 'post', '/api/user/login/code/redeem', { body: { code } })
