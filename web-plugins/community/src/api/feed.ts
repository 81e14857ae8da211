// Queries of the plugin. Their keys begin with `community`; the shell invalidates them on `community.changed`.
import { useQuery } from '@tanstack/react-query'
import { payload, useApi, useList } from '@witverse/sdk'
import type { Post } from './types'

export const KEYS = {
  all: ['community'],
  /** Every list of posts, and the pinned ones. */
  posts: ['community', 'posts'],
  feed: (worldName: string, view: string) => ['community', 'posts', worldName, view],
  fixed: (worldName: string) => ['community', 'posts', worldName, 'fixed'],
  newest: (worldName: string) => ['community', 'newest', worldName],
  post: (id: string) => ['community', 'post', id],
  history: (id: string) => ['community', 'post', id, 'history'],
  comments: (id: string) => ['community', 'comments', id],
  replies: (id: string, parent: string) => ['community', 'comments', id, parent],
  announcements: (worldName: string) => ['community', 'announcements', worldName],
  announcement: (worldName: string, id: string) => ['community', 'announcements', worldName, id],
  /** The numbers of comments on the items of a page, which `items` shows in galleries. */
  counts: ['community', 'comment-counts'],
  gallery: (kind: string, id: string) => ['community', 'gallery', kind, id],
} as const

const PAGE_SIZE = 20

export type View = 'all' | 'hidden'

/** The posts of a world, newest first; `preview` is a short list with a key of its own. */
export const useFeed = (worldName: string, view: View = 'all', limit = PAGE_SIZE) =>
  useList<Post>(
    KEYS.feed(worldName, limit === PAGE_SIZE ? view : `${view}-${limit}`),
    (api, cursor, signal) => {
      const query = { worldName, view, limit, ...cursor }
      return payload(api.GET('/api/v2/world/feed', { params: { query }, signal }))
    },
  )

export function useFixedPost(worldName: string) {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.fixed(worldName),
    queryFn: ({ signal }) =>
      payload(
        api.GET('/api/v2/world/feed/fixed/{world}', { params: { path: { world: worldName } }, signal }),
      ),
  })
}

export function usePost(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.post(id),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/world/feed/{id}', { params: { path: { id } }, signal })),
  })
}

export function useHistory(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.history(id),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/world/feed/{id}/history', { params: { path: { id } }, signal })),
  })
}

export const useComments = (id: string) =>
  useList(KEYS.comments(id), (api, cursor, signal) => {
    const params = { path: { id }, query: { limit: PAGE_SIZE, ...cursor } }
    return payload(api.GET('/api/v2/world/feed/{id}/comments', { params, signal }))
  })

export const useReplies = (id: string, parentId: string) =>
  useList(KEYS.replies(id, parentId), (api, cursor, signal) => {
    const params = { path: { id }, query: { parentId, limit: PAGE_SIZE, ...cursor } }
    return payload(api.GET('/api/v2/world/feed/{id}/comments', { params, signal }))
  })
