// What people do with posts and comments. Reactions are shown at once; everything else after the answer.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { payload, useApi, useText, useToast } from '@witverse/sdk'
import { KEYS } from './feed'
import type { Comment, Post, PostPage, ReactionKind, Reactions } from './types'

export function usePostActions() {
  const t = useText('community')
  const api = useApi()
  const toast = useToast()
  const queries = useQueryClient()

  async function changed(text: string) {
    await queries.invalidateQueries({ queryKey: KEYS.all })
    toast(text, 'good')
  }

  return {
    /** `images` are ids of uploaded files. */
    async write(worldName: string, text: string, images: string[]) {
      await payload(api.POST('/api/v2/world/feed', { body: { worldName, text, images } }))
      await changed(t('composer.sent'))
    },
    async edit({ feedId: id }: Post, text: string) {
      await payload(api.PUT('/api/v2/world/feed/{id}', { params: { path: { id } }, body: { text } }))
      await changed(t('said.saved'))
    },
    async remove({ feedId: id }: Post) {
      await payload(api.DELETE('/api/v2/world/feed/{id}', { params: { path: { id } } }))
      await changed(t('said.deleted'))
    },
    async setHidden({ feedId }: Post, isHide: boolean, reason = '') {
      const body = { feedId, isHide, ...(reason && { reason }) }
      await payload(api.POST('/api/v2/world/feed/change/status', { body }))
      await changed(t(isHide ? 'said.hidden' : 'said.shown'))
    },
    async setMembersOnly({ feedId }: Post, isMember: boolean) {
      await payload(api.POST('/api/v2/world/feed/change/ismember', { body: { feedId, isMember } }))
      await changed(t(isMember ? 'said.members' : 'said.everybody'))
    },
    async togglePin({ feedId: id }: Post) {
      const { isFixed } = await payload(
        api.PUT('/api/v2/world/feed/{id}/fixed', { params: { path: { id } } }),
      )
      await changed(t(isFixed ? 'said.pinned' : 'said.unpinned'))
    },
    async setMuted(id: string, mute: boolean) {
      const options = { params: { path: { id } } }
      const call = mute
        ? api.PUT('/api/v2/world/feed/{id}/mute', options)
        : api.DELETE('/api/v2/world/feed/{id}/mute', options)
      await payload(call)
      await changed(t(mute ? 'said.muted' : 'said.unmuted'))
    },
    async appeal({ feedId: id }: Post, text: string) {
      await payload(api.POST('/api/v2/world/feed/{id}/appeal', { params: { path: { id } }, body: { text } }))
      await changed(t('said.appealed'))
    },
    async react(post: Post, kind: ReactionKind) {
      const id = post.feedId
      const removes = post.myReaction === kind
      await queries.cancelQueries({ queryKey: KEYS.posts })
      show(queries, id, reacted(post, removes ? null : kind))
      const params = { path: { id } }
      const call = removes
        ? api.DELETE('/api/v2/world/feed/{id}/reaction', { params })
        : api.PUT('/api/v2/world/feed/{id}/reaction', { params, body: { kind } })
      try {
        show(queries, id, await payload(call))
      } catch (error) {
        show(queries, id, post)
        throw error
      }
    },
  }
}

/** The reactions to a post after the caller's own has changed. */
export function reacted({ reactions, myReaction }: Reactions, kind: ReactionKind | null): Reactions {
  const counts = new Map(reactions.map((one) => [one.kind, one.count]))
  if (myReaction) counts.set(myReaction, (counts.get(myReaction) ?? 1) - 1)
  if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return {
    reactions: [...counts].map(([kind, count]) => ({ kind, count })).filter(({ count }) => count > 0),
    myReaction: kind,
  }
}

/** Shows the reactions to a post wherever it is in the cache. */
function show(queries: QueryClient, id: string, { reactions, myReaction }: Reactions) {
  const update = <T extends Post>(post: T): T =>
    post.feedId === id ? { ...post, reactions, myReaction } : post
  queries.setQueryData<PostPage>(KEYS.post(id), (post) => post && update(post))
  type Cached = { pages: { items: Post[] }[] } | { post: Post | null }
  queries.setQueriesData<Cached>({ queryKey: KEYS.posts }, (known) => {
    if (!known) return known
    if ('post' in known) return { post: known.post && update(known.post) }
    return { ...known, pages: known.pages.map((page) => ({ ...page, items: page.items.map(update) })) }
  })
}

export function useCommentActions(feedId: string) {
  const t = useText('community')
  const api = useApi()
  const toast = useToast()
  const queries = useQueryClient()

  async function changed(text: string) {
    await Promise.all([
      queries.invalidateQueries({ queryKey: KEYS.comments(feedId) }),
      queries.invalidateQueries({ queryKey: KEYS.post(feedId) }),
      queries.invalidateQueries({ queryKey: KEYS.posts }),
    ])
    toast(text, 'good')
  }

  return {
    async write(text: string, parentId?: string) {
      const body = { text, ...(parentId && { parentId }) }
      const params = { path: { id: feedId } }
      await payload(api.POST('/api/v2/world/feed/{id}/comments', { params, body }))
      await changed(t('said.commentPosted'))
    },
    async remove({ commentId, isMine }: Comment) {
      const params = { path: { id: feedId, commentId } }
      await payload(api.DELETE('/api/v2/world/feed/{id}/comments/{commentId}', { params }))
      await changed(t(isMine ? 'said.commentDeleted' : 'said.deleted'))
    },
    async setHidden({ commentId }: Comment, isHide: boolean, reason = '') {
      const params = { path: { id: feedId, commentId } }
      const body = { isHide, ...(reason && { reason }) }
      await payload(api.POST('/api/v2/world/feed/{id}/comments/{commentId}/status', { params, body }))
      await changed(t(isHide ? 'said.hidden' : 'said.shown'))
    },
  }
}
