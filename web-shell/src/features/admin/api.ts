// What administrators see and change.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '@witverse/sdk'
import type { Host } from '@witverse/sdk/host'
import { at, call } from '../../api/door'
import type { Role } from '../session/ForRole'

type Api = Host['api']

export type AccountState = 'active' | 'suspended' | 'deleting' | 'unverified'

export interface AccountRow {
  id: string
  email: string
  nickname: string | null
  image: string | null
  createdAt: string
  verified: boolean
  roles: string[]
  state: AccountState
}

export interface Sanction {
  id: string
  action: 'warn' | 'mute' | 'suspend'
  reason: string
  at: string
  until: string | null
  state: 'in_force' | 'ended' | 'lifted'
  by: { id: string; nickname: string | null } | null
}

export interface AccountDetail extends AccountRow {
  sessions: number
  passkeys: number
  totp: boolean
  language: string
  sanctions: Sanction[]
  reportsAgainst: number
  deletionAt: string | null
}

export interface Word {
  word: string
  kind: 'exact' | 'part'
}

export interface AuditRow {
  account: { id: string; nickname: string | null }
  seq: number
  at: string
  kind: string
  ip: string | null
  details: Record<string, unknown>
  actor: { id: string; nickname: string | null } | null
}

export interface SigningKey {
  kid: string
  createdAt: string
  signsFrom: string
  retiresAt: string | null
  state: 'coming' | 'signing' | 'verifying'
}

export const ADMIN_KEYS = {
  users: ['admin', 'users'],
  words: ['admin', 'words'],
  audit: ['admin', 'audit'],
  keys: ['admin', 'keys'],
} as const
const accountKey = (id: string) => ['admin', 'user', id] as const

export function useAccount(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: accountKey(id),
    queryFn: ({ signal }) => call<AccountDetail>(api, 'get', `/api/admin/users/${at(id)}`, { signal }),
  })
}

export function useSigningKeys() {
  const api = useApi()
  return useQuery({
    queryKey: ADMIN_KEYS.keys,
    queryFn: ({ signal }) => call<{ items: SigningKey[] }>(api, 'get', '/api/admin/signing-keys', { signal }),
  })
}

/** Asks again for everything that administrators see: one change shows in several places. */
export function useRefreshAdmin() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['admin'] })
}

export const setRole = (api: Api, id: string, role: Role, granted: boolean) =>
  call(api, granted ? 'put' : 'delete', `/api/admin/users/${at(id)}/roles/${role}`)
export const revokeSessions = (api: Api, id: string) =>
  call<{ ended: number }>(api, 'post', `/api/admin/users/${at(id)}/sessions/revoke`, { body: {} })
export const sanction = (
  api: Api,
  id: string,
  body: { action: string; reason: string; hours?: number | null },
) => call(api, 'post', `/api/admin/users/${at(id)}/sanctions`, { body })
export const liftSanction = (api: Api, id: string, reason: string) =>
  call(api, 'post', `/api/admin/sanctions/${at(id)}/lift`, { body: { reason } })
export const addWord = (api: Api, body: Word) => call<Word>(api, 'post', '/api/admin/words', { body })
export const removeWord = (api: Api, word: string) => call(api, 'delete', `/api/admin/words/${at(word)}`)
export const rotateKeys = (api: Api) =>
  call<{ items: SigningKey[] }>(api, 'post', '/api/admin/signing-keys/rotate', { body: {} })
