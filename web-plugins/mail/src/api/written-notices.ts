// Queries and mutations of the notices that administrators write.
import { type Payload, payload, useApi, useChange, useList } from '@witverse/sdk'

export type WrittenNotice = Payload<'/api/v2/mails/admin/notices', 'get'>['items'][number]

/** A type alias, because the client requires an index signature. */
export type NewNotice = {
  title: WrittenNotice['title']
  body: WrittenNotice['body']
  /** Null publishes now. */
  publishAt: string | null
}

const KEY = ['mail', 'written'] as const

export const useWrittenNotices = () =>
  useList(KEY, (api, cursor, signal) =>
    payload(api.GET('/api/v2/mails/admin/notices', { params: { query: { ...cursor } }, signal })),
  )

export function useNoticeActions() {
  const api = useApi()
  const change = useChange()
  return {
    /** Creates a notice, or changes a scheduled one. */
    save: (body: NewNotice, id?: string) =>
      change(
        id
          ? payload(api.PUT('/api/v2/mails/admin/notices/{id}', { params: { path: { id } }, body }))
          : payload(api.POST('/api/v2/mails/admin/notices', { body })),
      ),
    withdraw: (id: string) =>
      change(payload(api.DELETE('/api/v2/mails/admin/notices/{id}', { params: { path: { id } } }))),
  }
}
