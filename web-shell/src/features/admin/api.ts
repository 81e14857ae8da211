// Queries and mutations of the administrators' screens.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { omitEmpty, type Payload, payload, useApi, useList } from '@witverse/sdk'
import type { Host } from '@witverse/sdk/host'
import type { Role } from '../session/ForRole'

type Api = Host['api']

export type AccountRow = Payload<'/api/admin/users', 'get'>['items'][number]
export type AccountState = AccountRow['state']
export type AccountDetail = Payload<'/api/admin/users/{id}', 'get'>
export type Appointment = Payload<'/api/admin/appointments', 'get'>['items'][number]
export type Sanction = AccountDetail['sanctions'][number]
export type Word = Payload<'/api/admin/words', 'get'>['items'][number]
export type ForbiddenFile = Payload<'/api/admin/forbidden-files', 'get'>['items'][number]
export type AuditRow = Payload<'/api/admin/audit', 'get'>['items'][number]
export type SigningKey = Payload<'/api/admin/signing-keys', 'get'>['items'][number]

export const useAccounts = (search: string) =>
  useList(['admin', 'users', search], (api, query, signal) =>
    payload(
      api.GET('/api/admin/users', { params: { query: { ...omitEmpty({ search }), ...query } }, signal }),
    ),
  )
export const useAppointments = () =>
  useList(['admin', 'appointments'], (api, query, signal) =>
    payload(api.GET('/api/admin/appointments', { params: { query }, signal })),
  )
export const useWords = (search: string) =>
  useList(['admin', 'words', search], (api, query, signal) =>
    payload(
      api.GET('/api/admin/words', { params: { query: { ...omitEmpty({ search }), ...query } }, signal }),
    ),
  )
export const useForbiddenFiles = () =>
  useList(['admin', 'forbidden-files'], (api, query, signal) =>
    payload(api.GET('/api/admin/forbidden-files', { params: { query }, signal })),
  )
export const useAudit = (narrowed: { account: string; kind: string }) =>
  useList(['admin', 'audit', narrowed], (api, query, signal) =>
    payload(api.GET('/api/admin/audit', { params: { query: { ...omitEmpty(narrowed), ...query } }, signal })),
  )

const accountKey = (id: string) => ['admin', 'user', id] as const

export function useAccount(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: accountKey(id),
    queryFn: ({ signal }) => payload(api.GET('/api/admin/users/{id}', { params: { path: { id } }, signal })),
  })
}

export function useSigningKeys() {
  const api = useApi()
  return useQuery({
    queryKey: ['admin', 'keys'],
    queryFn: ({ signal }) => payload(api.GET('/api/admin/signing-keys', { signal })),
  })
}

/** Invalidates all administrators' queries, because one change shows in several places. */
export function useRefreshAdmin() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['admin'] })
}

export function setRole(api: Api, id: string, role: Role, granted: boolean) {
  const params = { path: { id, role } }
  return granted
    ? payload(api.PUT('/api/admin/users/{id}/roles/{role}', { params }))
    : payload(api.DELETE('/api/admin/users/{id}/roles/{role}', { params }))
}
export const approveAppointment = (api: Api, id: string) =>
  payload(api.POST('/api/admin/appointments/{id}/approve', { params: { path: { id } }, body: {} }))
export const rejectAppointment = (api: Api, id: string) =>
  payload(api.POST('/api/admin/appointments/{id}/reject', { params: { path: { id } }, body: {} }))
export const revokeSessions = (api: Api, id: string) =>
  payload(api.POST('/api/admin/users/{id}/sessions/revoke', { params: { path: { id } } }))
export const sanction = (
  api: Api,
  id: string,
  body: { action: Sanction['action']; reason: string; hours?: number | null },
) => payload(api.POST('/api/admin/users/{id}/sanctions', { params: { path: { id } }, body }))
export const liftSanction = (api: Api, id: string, reason: string) =>
  payload(api.POST('/api/admin/sanctions/{id}/lift', { params: { path: { id } }, body: { reason } }))
export const addWord = (api: Api, body: Word) => payload(api.POST('/api/admin/words', { body }))
export const removeWord = (api: Api, word: string) =>
  payload(api.DELETE('/api/admin/words/{word}', { params: { path: { word } } }))
export const forbidFile = (api: Api, body: { digest: string; reason: string }) =>
  payload(api.POST('/api/admin/forbidden-files', { body }))
export const allowFile = (api: Api, digest: string, reason: string) =>
  payload(
    api.POST('/api/admin/forbidden-files/{digest}/remove', {
      params: { path: { digest } },
      body: { reason },
    }),
  )
export const rotateKeys = (api: Api) => payload(api.POST('/api/admin/signing-keys/rotate'))
