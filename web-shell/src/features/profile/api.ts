// The calls about one's own account.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { payload, useApi } from '@witverse/sdk'
import type { Host } from '@witverse/sdk/host'
import { at, call } from '../../api/door'
import type { Ceremony } from '../sign-in/api'

type Api = Host['api']

export interface Passkey {
  id: string
  name: string
  createdAt: string
  usedAt: string | null
}

export interface Security {
  passwordChangedAt: string | null
  totp: { enabled: boolean; since: string | null; recoveryCodesLeft: number }
  passkeys: Passkey[]
  authenticatedAt: string
  sudoUntil: string | null
}

export interface TotpSetup {
  secret: string
  uri: string
  qr: string[]
}

export interface SessionInfo {
  id: string
  current: boolean
  createdAt: string
  usedAt: string
  userAgent: string | null
  ip: string | null
  method: 'password' | 'passkey' | 'link'
}

export interface ActivityEntry {
  seq: number
  at: string
  kind: string
  ip: string | null
  userAgent: string | null
  details: Record<string, unknown>
  hash: string
}

export interface ChainCheck {
  intact: boolean
  entries: number
  brokenAt: number | null
}

export interface Wallet {
  address: string
  label: string | null
  connectedAt: string
}

export interface ExportState {
  state: 'none' | 'preparing' | 'ready' | 'failed'
  requestedAt: string | null
  readyAt: string | null
  expiresAt: string | null
  bytes: number | null
}

export interface LoginCode {
  code: string
  expiresInSeconds: number
  url: string
  qr: string[]
}

const KEYS = {
  security: ['account', 'security'],
  sessions: ['account', 'sessions'],
  wallets: ['account', 'wallets'],
  export: ['account', 'export'],
} as const

export const ACTIVITY_KEY = ['account', 'activity'] as const

function useAccountQuery<T>(
  key: readonly string[],
  path: string,
  refetchMs?: (data: T | undefined) => number | false,
) {
  const api = useApi()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call<T>(api, 'get', path, { signal }),
    ...(refetchMs && {
      refetchInterval: (query: { state: { data: T | undefined } }) => refetchMs(query.state.data),
    }),
  })
}

const EXPORT_POLL_MS = 5_000

export const useSecurity = () => useAccountQuery<Security>(KEYS.security, '/api/account/security')
export const useSessions = () =>
  useAccountQuery<{ items: SessionInfo[] }>(KEYS.sessions, '/api/account/sessions')
export const useWallets = () => useAccountQuery<{ items: Wallet[] }>(KEYS.wallets, '/api/account/wallets')
export const useExport = () =>
  useAccountQuery<ExportState>(KEYS.export, '/api/account/export', (data) =>
    data?.state === 'preparing' ? EXPORT_POLL_MS : false,
  )

/** Asks again for what a change has made old. */
export function useRefreshAccount() {
  const queries = useQueryClient()
  return (what: keyof typeof KEYS) => queries.invalidateQueries({ queryKey: KEYS[what] })
}

const post =
  <T>(path: string) =>
  (api: Api, body: object = {}) =>
    call<T>(api, 'post', path, { body })

export const changeOwnPassword = post<{ accessToken: string; expiresIn: number }>('/api/user/resetpw/popup')
export const reauthenticate = post<{ sudoUntil: string }>('/api/account/reauthenticate')
export const startReauthentication = post<Ceremony>('/api/account/reauthenticate/passkey/start')
export const finishReauthentication = post<{ sudoUntil: string }>(
  '/api/account/reauthenticate/passkey/finish',
)
export const startTotp = post<TotpSetup>('/api/account/totp/start')
export const confirmTotp = post<{ recoveryCodes: string[] }>('/api/account/totp/confirm')
export const renewRecoveryCodes = post<{ recoveryCodes: string[] }>('/api/account/recovery-codes')
export const startPasskey = post<Ceremony>('/api/account/passkeys/start')
export const finishPasskey = post<Passkey>('/api/account/passkeys/finish')
export const revokeOthers = post<{ ended: number }>('/api/account/sessions/revoke-others')
export const challengeWallet = post<{ message: string; expiresInSeconds: number }>(
  '/api/account/wallets/challenge',
)
export const connectWallet = post<Wallet>('/api/account/wallets')
export const requestExport = post<ExportState>('/api/account/export')
export const requestDeletion = post<{ deletionAt: string }>('/api/account/deletion')
export const issueLoginCode = post<LoginCode>('/api/user/login/code')

export const turnTotpOff = (api: Api) => call(api, 'delete', '/api/account/totp')
export const renamePasskey = (api: Api, id: string, name: string) =>
  call<Passkey>(api, 'patch', `/api/account/passkeys/${at(id)}`, { body: { name } })
export const removePasskey = (api: Api, id: string) => call(api, 'delete', `/api/account/passkeys/${at(id)}`)
export const revokeSession = (api: Api, id: string) => call(api, 'delete', `/api/account/sessions/${at(id)}`)
export const checkChain = (api: Api) => call<ChainCheck>(api, 'get', '/api/account/activity/verify')
export const disconnectWallet = (api: Api, address: string) =>
  call(api, 'delete', `/api/account/wallets/${at(address)}`)

/** The archive itself; not JSON, so it comes past the unwrapping. */
export async function downloadExport(api: Api): Promise<Blob> {
  const loose = api as unknown as {
    request: (
      method: 'get',
      path: string,
      init: { parseAs: 'blob' },
    ) => Promise<{ data?: Blob; error?: unknown; response: Response }>
  }
  const asked = loose.request('get', '/api/account/export/download', { parseAs: 'blob' })
  const wrapped = asked.then(({ data, ...rest }) => ({ ...rest, ...(data && { data: { payload: data } }) }))
  return payload<Blob>(wrapped)
}
