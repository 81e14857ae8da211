// Announcements of a world.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { payload, useApi, useText, useToast } from '@witverse/sdk'
import { KEYS } from './feed'
import type { Announcement } from './types'

const PAGE_SIZE = 5

export function useAnnouncements(world: string) {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.announcements(world),
    queryFn: ({ signal }) =>
      payload(
        api.GET('/api/v2/world/announcements/{world}', {
          params: { path: { world }, query: { limit: PAGE_SIZE } },
          signal,
        }),
      ),
  })
}

export function useAnnouncement(world: string, id: string) {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.announcement(world, id),
    queryFn: ({ signal }) =>
      payload(
        api.GET('/api/v2/world/announcements/{world}/{id}', { params: { path: { world, id } }, signal }),
      ),
  })
}

export type AnnouncementTexts = Pick<Announcement, 'title' | 'content'>

export function useAnnouncementActions(world: string) {
  const t = useText('community')
  const api = useApi()
  const toast = useToast()
  const queries = useQueryClient()

  async function done(text: string) {
    await queries.invalidateQueries({ queryKey: KEYS.announcements(world) })
    toast(text, 'good')
  }

  return {
    async create(body: AnnouncementTexts) {
      await payload(api.POST('/api/v2/world/announcements/{world}', { params: { path: { world } }, body }))
      await done(t('said.published'))
    },
    async edit(id: string, body: AnnouncementTexts) {
      const params = { path: { world, id } }
      await payload(api.PUT('/api/v2/world/announcements/{world}/{id}', { params, body }))
      await done(t('said.saved'))
    },
    async remove(id: string) {
      const params = { path: { world, id } }
      await payload(api.DELETE('/api/v2/world/announcements/{world}/{id}', { params }))
      await done(t('said.deleted'))
    },
    async togglePin(id: string) {
      const params = { path: { world, id } }
      const { isFixed } = await payload(api.PUT('/api/v2/world/announcements/{world}/{id}/fixed', { params }))
      await done(t(isFixed ? 'said.pinned' : 'said.unpinned'))
    },
  }
}
