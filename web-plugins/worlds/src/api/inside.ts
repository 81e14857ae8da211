// Queries of what is inside of a world. Their keys begin with `worlds`; the shell invalidates them on `worlds.changed`.
import { useQuery } from '@tanstack/react-query'
import { payload, useApi, useList } from '@witverse/sdk'
import type { Role } from './types'

const PAGE_SIZE = 30

export const INSIDE = {
  all: (id: string) => ['worlds', 'inside', id],
  members: (id: string, role?: Role) => ['worlds', 'inside', id, 'members', role ?? 'all'],
  blacklist: (id: string) => ['worlds', 'inside', id, 'blacklist'],
  memberships: (id: string) => ['worlds', 'inside', id, 'memberships'],
  defaults: (id: string) => ['worlds', 'inside', id, 'defaults'],
  invitation: (id: string) => ['worlds', 'inside', id, 'invitation'],
  statistics: (id: string) => ['worlds', 'inside', id, 'statistics'],
  visitors: (id: string) => ['worlds', 'inside', id, 'visitors'],
  witchPoints: (id: string) => ['worlds', 'inside', id, 'witch-points'],
} as const

export const useMembers = (id: string, role?: Role) =>
  useList(INSIDE.members(id, role), (api, cursor, signal) => {
    const query = { limit: PAGE_SIZE, ...(role && { role }), ...cursor }
    return payload(api.GET('/api/v3/worlds/{id}/members', { params: { path: { id }, query }, signal }))
  })

export const useBlacklist = (id: string) =>
  useList(INSIDE.blacklist(id), (api, cursor, signal) => {
    const query = { limit: PAGE_SIZE, ...cursor }
    return payload(api.GET('/api/v3/worlds/{id}/blacklist', { params: { path: { id }, query }, signal }))
  })

export const useMemberships = (id: string) =>
  useList(INSIDE.memberships(id), (api, cursor, signal) => {
    const query = { limit: PAGE_SIZE, ...cursor }
    return payload(api.GET('/api/v3/worlds/{id}/collections', { params: { path: { id }, query }, signal }))
  })

export const useVisitors = (id: string) =>
  useList(INSIDE.visitors(id), (api, cursor, signal) => {
    const query = { limit: PAGE_SIZE, ...cursor }
    return payload(api.GET('/api/v3/worlds/{id}/visitors', { params: { path: { id }, query }, signal }))
  })

/** Whether only owners of a membership may buy the world's items on the market. */
export function useMembershipFirst(id: string, enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: INSIDE.defaults(id),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v3/worlds/{id}/admin/default/data', { params: { path: { id } }, signal })),
    select: ({ membershipFirst }) => membershipFirst,
    enabled,
  })
}

export function useInvitationLink(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: INSIDE.invitation(id),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v3/worlds/{id}/invitation', { params: { path: { id } }, signal })),
  })
}

export function useStatistics(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: INSIDE.statistics(id),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v3/worlds/{id}/statistics', { params: { path: { id } }, signal })),
  })
}

export function useWitchPoints(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: INSIDE.witchPoints(id),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v3/worlds/{id}/witch-points', { params: { path: { id } }, signal })),
  })
}
