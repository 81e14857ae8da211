// Notices, as those who write them see them.
import { useQueryClient } from '@tanstack/react-query'
import { type Payload, payload, useApi, useList } from '@witverse/sdk'

export type AdminNotice = Payload<'/api/v2/mails/admin/notices', 'get'>['items'][number]

/** An alias rather than an interface: it is sent as any other JSON. */
export type NewNotice = {
  title: AdminNotice['title']
  body: AdminNotice['body']
  /** Null for now. */
  publishAt: string | null
}

const KEY = ['admin', 'notices'] as const

export const useAdminNotices = () =>
  useList(KEY, (api, cursor, signal) =>
    payload(api.GET('/api/v2/mails/admin/notices', { params: { query: { ...cursor } }, signal })),
  )

export function useNoticeActions() {
  const api = useApi()
  const queries = useQueryClient()
  const refresh = async <T>(call: Promise<T>): Promise<T> => {
    const answer = await call
    // Administrators read notices, too.
    for (const queryKey of [KEY, ['mail']]) void queries.invalidateQueries({ queryKey })
    return answer
  }
  return {
    /** A new one, or another text for one that nobody has read yet. */
    save: (body: NewNotice, id?: string) =>
      refresh(
        id
          ? payload(api.PUT('/api/v2/mails/admin/notices/{id}', { params: { path: { id } }, body }))
          : payload(api.POST('/api/v2/mails/admin/notices', { body })),
      ),
    withdraw: (id: string) =>
      refresh(payload(api.DELETE('/api/v2/mails/admin/notices/{id}', { params: { path: { id } } }))),
  }
}
