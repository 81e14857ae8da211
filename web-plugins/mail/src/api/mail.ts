// Queries and mutations of mail. Their keys begin with `mail`.
import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { payload, useApi, useList, useLive } from '@witverse/sdk'
import type { Alarm, MailCheck, Notice, Preferences, Reply, Thread } from './types'

const CHECK = ['mail', 'check'] as const
const ALARMS = ['mail', 'alarms'] as const
const NOTICES = ['mail', 'notices'] as const
const PREFERENCES = ['mail', 'preferences'] as const
const threadKey = (id: string) => ['mail', 'thread', id] as const
const PAGE_SIZE = 20
const ALL = 'all'

export function useMailCheck() {
  const api = useApi()
  return useQuery({
    queryKey: CHECK,
    queryFn: ({ signal }) => payload(api.GET('/api/v2/mails/new/check', { signal })),
  })
}

const NOTHING: MailCheck = { isNotice: false, isAlarm: false, notices: 0, alarms: 0 }

/** Updates the unread count and invalidates the lists on live events. The bell calls it, which is on every page. */
export function useMailLive() {
  const queries = useQueryClient()
  useLive('mail.badge', (data) => {
    void queries.cancelQueries({ queryKey: CHECK }) // a pending answer is older than this event
    queries.setQueryData<MailCheck>(CHECK, (known) => ({
      ...NOTHING,
      ...known,
      ...(data as Partial<MailCheck>),
    }))
    for (const part of ['alarms', 'thread']) void queries.invalidateQueries({ queryKey: ['mail', part] })
  })
  useLive('mail.notice', () => {
    for (const part of ['check', 'notices']) void queries.invalidateQueries({ queryKey: ['mail', part] })
  })
}

export const useAlarms = () =>
  useList<Alarm>(ALARMS, (api, cursor, signal) =>
    payload(api.GET('/api/v2/mails/alarms', { params: { query: { limit: PAGE_SIZE, ...cursor } }, signal })),
  )

export const useNotices = () =>
  useList<Notice>(NOTICES, (api, cursor, signal) =>
    payload(api.GET('/api/v2/mails/notices', { params: { query: { limit: PAGE_SIZE, ...cursor } }, signal })),
  )

export function useThread(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: threadKey(id),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/mails/alarm/{id}', { params: { path: { id } }, signal })),
  })
}

export function usePreferences() {
  const api = useApi()
  return useQuery({
    queryKey: PREFERENCES,
    queryFn: ({ signal }) => payload(api.GET('/api/v2/mails/preferences', { signal })),
  })
}

/** Marks mail as read, replies, and saves preferences. Read marks are optimistic. */
export function useMailActions() {
  const api = useApi()
  const queries = useQueryClient()
  const took = (check: MailCheck) => queries.setQueryData(CHECK, check)
  return {
    async readAlarm(alarmId: string) {
      markRead<Alarm>(queries, ALARMS, (one) => alarmId === ALL || one.alarmId === alarmId)
      queries.setQueriesData<Thread>(
        { queryKey: alarmId === ALL ? ['mail', 'thread'] : threadKey(alarmId) },
        (known) => known && { ...known, isRead: true },
      )
      took(await payload(api.POST('/api/v2/mails/alarm/log', { body: { alarmId } })))
    },
    async readNotice(noticeId: string) {
      markRead<Notice>(queries, NOTICES, (one) => noticeId === ALL || one.noticeId === noticeId)
      took(await payload(api.POST('/api/v2/mails/notice/log', { body: { noticeId } })))
    },
    async reply(alarmId: string, content: string): Promise<Reply> {
      const reply = await payload(api.POST('/api/v2/mails/alarm/reply', { body: { alarmId, content } }))
      queries.setQueryData<Thread>(
        threadKey(alarmId),
        (known) =>
          known && { ...known, replyCount: known.replyCount + 1, replies: [...known.replies, reply] },
      )
      void queries.invalidateQueries({ queryKey: ALARMS })
      return reply
    },
    async keep(chosen: Preferences) {
      const kept = await payload(api.PUT('/api/v2/mails/preferences', { body: chosen }))
      await queries.cancelQueries({ queryKey: PREFERENCES })
      queries.setQueryData(PREFERENCES, kept)
    },
  }
}

function markRead<T extends { isRead: boolean }>(
  queries: QueryClient,
  key: readonly unknown[],
  isMeant: (item: T) => boolean,
) {
  queries.setQueryData<InfiniteData<{ items: T[] }>>(
    key,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (isMeant(item) ? { ...item, isRead: true } : item)),
        })),
      },
  )
}
