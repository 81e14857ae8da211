// Queries of the plugin. Their keys begin with `friends`; the shell invalidates them on `friends.changed`.
import { useQuery } from '@tanstack/react-query'
import { payload, useApi, useCaller, useList } from '@witverse/sdk'
import type { Direction } from './types'

export const KEYS = {
  all: ['friends'],
  list: ['friends', 'list'],
  requests: (direction: Direction) => ['friends', 'requests', direction],
  search: (text: string) => ['friends', 'search', text],
  suggestions: ['friends', 'suggestions'],
  summary: ['friends', 'summary'],
  relation: (nickname: string) => ['friends', 'with', nickname],
} as const

const PAGE_SIZE = 30
const SUGGESTED = 8

export const useFriends = () =>
  useList(KEYS.list, (api, cursor, signal) =>
    payload(
      api.GET('/api/v2/relationship/get/friends', {
        params: { query: { limit: PAGE_SIZE, ...cursor } },
        signal,
      }),
    ),
  )

export const useRequests = (direction: Direction) =>
  useList(KEYS.requests(direction), (api, cursor, signal) => {
    const query = { direction, limit: PAGE_SIZE, ...cursor }
    return payload(api.GET('/api/v2/relationship/requests', { params: { query }, signal }))
  })

export function useSummary() {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.summary,
    queryFn: ({ signal }) => payload(api.GET('/api/v2/relationship/summary', { signal })),
  })
}

export function useSearch(text: string) {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.search(text),
    queryFn: ({ signal }) =>
      payload(api.POST('/api/v2/relationship/search', { body: { searchData: text }, signal })),
    enabled: text !== '',
  })
}

export function useSuggestions() {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.suggestions,
    queryFn: ({ signal }) =>
      payload(
        api.GET('/api/v2/relationship/suggestions', { params: { query: { limit: SUGGESTED } }, signal }),
      ),
  })
}

/** The relationship between the caller and a person. */
export function useRelation(nickname: string) {
  const api = useApi()
  const { user } = useCaller()
  return useQuery({
    queryKey: KEYS.relation(nickname),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/relationship/with/{nickname}', { params: { path: { nickname } }, signal })),
    enabled: user?.hasNickname === true,
  })
}
