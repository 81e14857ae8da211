// Queries and mutations of the caller's account.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type List, type Payload, payload, useApi, useList } from '@witverse/sdk'
import type { Host } from '@witverse/sdk/host'
import { askPasskey, type Json } from '../passkeys/webauthn'

type Api = Host['api']

export type Security = Payload<'/api/account/security', 'get'>
export type Passkey = Security['passkeys'][number]
export type TotpSetup = Payload<'/api/account/totp/start', 'post'>
export type SessionInfo = Payload<'/api/account/sessions', 'get'>['items'][number]
export type ActivityEntry = Payload<'/api/account/activity', 'get'>['items'][number]
export type ChainCheck = Payload<'/api/account/activity/verify', 'get'>
export type Wallet = Payload<'/api/account/wallets', 'get'>['items'][number]
type MediaPage = Payload<'/api/files', 'get'>
export type MediaFile = MediaPage['items'][number]
export type ExportState = Payload<'/api/account/export', 'get'>

const KEYS = {
  security: ['account', 'security'],
  sessions: ['account', 'sessions'],
  wallets: ['account', 'wallets'],
  export: ['account', 'export'],
  files: ['account', 'files'],
} as const

const EXPORT_POLL_MS = 5_000

export function useSecurity() {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.security,
    queryFn: ({ signal }) => payload(api.GET('/api/account/security', { signal })),
  })
}

export function useSessions() {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.sessions,
    queryFn: ({ signal }) => payload(api.GET('/api/account/sessions', { signal })),
  })
}

export function useWallets() {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.wallets,
    queryFn: ({ signal }) => payload(api.GET('/api/account/wallets', { signal })),
  })
}

/** Polls while the archive is prepared, because a live event can be missed. */
export function useExport() {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.export,
    queryFn: ({ signal }) => payload(api.GET('/api/account/export', { signal })),
    refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? EXPORT_POLL_MS : false),
  })
}

export const useActivity = () =>
  useList(['account', 'activity'], (api, query, signal) =>
    payload(api.GET('/api/account/activity', { params: { query }, signal })),
  )

export const useMedia = () =>
  useList(KEYS.files, (api, query, signal) => payload(api.GET('/api/files', { params: { query }, signal })))

/** Every page of the list carries the storage of the person. */
export const usageOf = (media: List<MediaFile>) => media.data?.pages[0] as MediaPage | undefined

/** Invalidates the queries that a change affects. */
export function useRefreshAccount() {
  const queries = useQueryClient()
  return (what: keyof typeof KEYS) => queries.invalidateQueries({ queryKey: KEYS[what] })
}

export const changeOwnPassword = (api: Api, body: { current_password: string; new_password: string }) =>
  payload(api.POST('/api/user/resetpw/popup', { body }))

export const reauthenticate = (api: Api, password: string) =>
  payload(api.POST('/api/account/reauthenticate', { body: { password } }))

export async function reauthenticateWithPasskey(api: Api) {
  const ceremony = await payload(api.POST('/api/account/reauthenticate/passkey/start', { body: {} }))
  const body = { ticket: ceremony.ticket, credential: await askPasskey(ceremony.options) }
  return payload(api.POST('/api/account/reauthenticate/passkey/finish', { body }))
}

export const startTotp = (api: Api) => payload(api.POST('/api/account/totp/start', { body: {} }))
export const confirmTotp = (api: Api, code: string) =>
  payload(api.POST('/api/account/totp/confirm', { body: { code } }))
export const turnTotpOff = (api: Api) => payload(api.DELETE('/api/account/totp'))
export const renewRecoveryCodes = (api: Api) => payload(api.POST('/api/account/recovery-codes', { body: {} }))

export const startPasskey = (api: Api) => payload(api.POST('/api/account/passkeys/start', { body: {} }))
export const finishPasskey = (api: Api, body: { ticket: string; name: string; credential: Json }) =>
  payload(api.POST('/api/account/passkeys/finish', { body }))
export const renamePasskey = (api: Api, id: string, name: string) =>
  payload(api.PATCH('/api/account/passkeys/{id}', { params: { path: { id } }, body: { name } }))
export const removePasskey = (api: Api, id: string) =>
  payload(api.DELETE('/api/account/passkeys/{id}', { params: { path: { id } } }))

export const revokeSession = (api: Api, id: string) =>
  payload(api.DELETE('/api/account/sessions/{id}', { params: { path: { id } } }))
export const revokeOthers = (api: Api) =>
  payload(api.POST('/api/account/sessions/revoke-others', { body: {} }))
export const checkChain = (api: Api) => payload(api.GET('/api/account/activity/verify'))

export const challengeWallet = (api: Api, address: string) =>
  payload(api.POST('/api/account/wallets/challenge', { body: { address } }))
export const connectWallet = (api: Api, body: { address: string; signature: string }) =>
  payload(api.POST('/api/account/wallets', { body }))
export const disconnectWallet = (api: Api, address: string) =>
  payload(api.DELETE('/api/account/wallets/{address}', { params: { path: { address } } }))

/** A file that is gone already is what the person wanted. */
export const deleteFile = (api: Api, id: string) =>
  payload<null>(
    api.DELETE('/api/files/{id}', { params: { path: { id } } }).then(({ error, response }) => ({
      error,
      response,
      ...((response.ok || response.status === 404) && { data: { payload: null } }),
    })),
  )

export const requestExport = (api: Api) => payload(api.POST('/api/account/export', { body: {} }))
export const requestDeletion = (api: Api) => payload(api.POST('/api/account/deletion', { body: {} }))
export const issueLoginCode = (api: Api) => payload(api.POST('/api/user/login/code', { body: {} }))

/** Downloads the archive. The answer is not JSON, so it is wrapped in the usual envelope. */
export function downloadExport(api: Api): Promise<Blob> {
  const response = api.GET('/api/account/export/download', { parseAs: 'blob' })
  return payload<Blob>(
    response.then(({ data, ...rest }) => ({ ...rest, ...(data && { data: { payload: data } }) })),
  )
}
