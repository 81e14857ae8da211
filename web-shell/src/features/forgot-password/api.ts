// The three calls of a forgotten password.
import type { Host } from '@witverse/sdk/host'
import { at, call } from '../../api/door'

type Api = Host['api']

export interface Sent {
  expiresInSeconds: number
  resendAfterSeconds: number
}

/** What allows one change of the password. */
export interface Permit {
  email: string
  hashed: string
  expiresInSeconds: number
}

export const sendResetMail = (api: Api, email: string, captcha: string) =>
  call<Sent>(api, 'post', '/api/user/email/resetpw', {
    body: { email, captcha, access_at: new Date().toISOString(), host: location.host },
  })

/** `encoded` is the six digits, or what the mail's link carries. */
export const checkReset = (api: Api, email: string, encoded: string) =>
  call<Permit>(api, 'get', `/api/user/resetpw/${at(email)}/${at(encoded)}`)

export const changePassword = (api: Api, { email, hashed }: Permit, password: string) =>
  call<{ changed: boolean }>(api, 'post', '/api/user/resetpw/change', {
    body: { email, hashed, new_password: password },
  })
