// The calls of the password reset.
import { type Payload, payload } from '@witverse/sdk'
import type { Host } from '@witverse/sdk/host'

type Api = Host['api']

/** Permits one change of the password. */
export type Permit = Payload<'/api/user/resetpw/confirm', 'post'>

export function sendResetMail(api: Api, email: string, captcha: string) {
  const body = { email, captcha, access_at: new Date().toISOString(), host: location.host }
  return payload(api.POST('/api/user/email/resetpw', { body }))
}

/** `encoded` is the six digits or the value of the mail's link. It is in the body, because proxies log paths. */
export const checkReset = (api: Api, email: string, encoded: string) =>
  payload(api.POST('/api/user/resetpw/confirm', { body: { email, encoded } }))

export const changePassword = (api: Api, { email, hashed }: Permit, password: string) =>
  payload(api.POST('/api/user/resetpw/change', { body: { email, hashed, new_password: password } }))
