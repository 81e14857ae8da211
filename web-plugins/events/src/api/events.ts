// Queries and mutations of events. Their keys begin with `events`; the shell invalidates them on `events.changed`.
import { useQuery } from '@tanstack/react-query'
import { ApiError, omitEmpty, payload, useApi, useCaller, useChange, useList } from '@witverse/sdk'
import type { NewEvent } from '../create/draft'
import type { DrawLeaf, EventDetail, Kind, Participant } from './types'

/** Of one event; the keys of its parts begin with it. */
export const eventKey = (id: string) => ['events', 'one', id]

type Api = ReturnType<typeof useApi>

const PAGE_SIZE = 24
/** The ranking and the door change while people look at them. */
const LIVE_MS = 5_000
/** After the end: until the prizes are paid, and while moderators check times. */
const SETTLED_MS = 15_000
const REVIEWED_MS = 60_000

export interface Filter {
  q: string
  type: Kind | 'all'
  when: 'upcoming' | 'past' | 'between'
  world?: string
  block?: string
  from?: string
  to?: string
}

export const useEvents = ({ q, type, when, world, block, from, to }: Filter, enabled = true) =>
  useList(
    ['events', 'list', { q, type, when, world, block, from, to }],
    (api, cursor, signal) => {
      const query = {
        ...omitEmpty({ q, world: world ?? '', block: block ?? '', from: from ?? '', to: to ?? '' }),
        ...(type !== 'all' && { type }),
        when,
        limit: when === 'between' ? 100 : PAGE_SIZE,
        ...cursor,
      }
      return payload(api.GET('/api/v3/events', { params: { query }, signal }))
    },
    { enabled },
  )

export function useEvent(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: eventKey(id),
    queryFn: ({ signal }) => payload(api.GET('/api/v3/events/{id}', { params: { path: { id } }, signal })),
    enabled: id !== '',
  })
}

export const useMyEvents = (enabled: boolean) =>
  useList(
    ['events', 'mine', 'organised'],
    (api, cursor, signal) =>
      payload(api.GET('/api/v3/events/mine/organised', { params: { query: { ...cursor } }, signal })),
    { enabled },
  )

export const useJoinedEvents = (enabled: boolean) =>
  useList(
    ['events', 'mine', 'joined'],
    (api, cursor, signal) =>
      payload(api.GET('/api/v3/events/mine/joined', { params: { query: { ...cursor } }, signal })),
    { enabled },
  )

export const useMostAttended = () =>
  useList(['events', 'attended'], (api, cursor, signal) =>
    payload(api.GET('/api/v3/meetup/ranking', { params: { query: { limit: 5, ...cursor } }, signal })),
  )

export const useRequests = (world: string) =>
  useList(['events', 'requests', world], (api, cursor, signal) =>
    payload(api.GET('/api/v3/events/requests', { params: { query: { world, ...cursor } }, signal })),
  )

/** `q` is a part of the nickname, for the organiser: the server then reads a limited number of places for a page. */
export const useParticipants = (id: string, state: Participant['state'], q = '') =>
  useList([...eventKey(id), 'participants', state, q], (api, cursor, signal) =>
    payload(
      api.GET('/api/v3/events/{id}/participants', {
        params: { path: { id }, query: { state, ...omitEmpty({ q }), ...cursor } },
        signal,
      }),
    ),
  )

/** Who helps at the door, for the organiser. */
export function useHelpers(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...eventKey(id), 'helpers'],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v3/events/{id}/helpers', { params: { path: { id } }, signal })),
  })
}

/** Every change of a place, the newest first: of the event for its organiser, or the caller's own. */
export const usePlaceLog = (id: string, isMine: boolean) =>
  useList([...eventKey(id), 'log', isMine], (api, cursor, signal) =>
    payload(
      api.GET('/api/v3/events/{id}/places/log', {
        params: { path: { id }, query: { mine: isMine, ...cursor } },
        signal,
      }),
    ),
  )

/** The ranking, again and again while it changes: during the event, and after it until the prizes are paid. */
export function useRanking({ eventId: id, phase, prizesHundredths }: EventDetail) {
  const api = useApi()
  return useQuery({
    queryKey: [...eventKey(id), 'ranking'],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v3/events/{id}/ranking', { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => {
      if (phase === 'in') return LIVE_MS
      if (phase !== 'post' || data?.isFinal) return false
      if (data?.hasPending) return REVIEWED_MS
      return prizesHundredths.length > 0 ? SETTLED_MS : false
    },
  })
}

export function useDraw(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...eventKey(id), 'draw'],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v3/events/{id}/draw', { params: { path: { id } }, signal })),
  })
}

/** Reads all leaves of a draw, page by page. */
export function useLeaves(id: string) {
  const api = useApi()
  return async () => {
    const leaves: DrawLeaf[] = []
    let cursor: string | null = null
    do {
      const query: { cursor?: string } = cursor === null ? {} : { cursor }
      const page = await payload(
        api.GET('/api/v3/events/{id}/draw/leaves', { params: { path: { id }, query } }),
      )
      leaves.push(...page.items)
      cursor = page.nextCursor
    } while (cursor !== null)
    return leaves
  }
}

export function useReward() {
  const api = useApi()
  const { status } = useCaller()
  return useQuery({
    queryKey: ['events', 'reward'],
    queryFn: ({ signal }) => payload(api.GET('/api/v3/events/mine/rewards', { signal })),
    enabled: status === 'member',
  })
}

/** An error with the text of its first field: toasts of dialogs show one text, and the general one names no field. */
function precise(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { status, code, fields, retryAfterSeconds } = error
  const [first] = fields
  if (!first) return error
  const { message, language } = first
  return new ApiError({
    ...{ status, code, fields, message },
    ...(language && { language }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

const answered = (answer: string) => ({ answer: answer === '' ? null : answer })

const RECEIPT_WRONG = {
  ko: '응모는 접수되었지만 접수증이 내 응모와 맞지 않습니다. 고객센터에 알려 주세요.',
  en: 'You have applied, but the receipt does not fit your entry. Please tell support.',
}

/** Applies with a random number of this browser, and keeps it with the signed receipt. */
async function enterDraw(api: Api, id: string, answer: string) {
  const { isReceiptOf, keepEntry, newNonce } = await import('../draw/entry')
  const at = { params: { path: { id } } }
  const nonce = newNonce()
  const place = await payload(
    api.POST('/api/v3/events/{id}/apply', { ...at, body: { ...answered(answer), nonce } }),
  )
  keepEntry(place.placeId, { nonce, receipt: null })
  // The application stands, also if the receipt cannot be fetched now.
  const draw = await payload(api.GET('/api/v3/events/{id}/draw', at)).catch(() => null)
  if (!draw?.receipt) return place
  if (!(await isReceiptOf(draw.receipt, id, nonce))) {
    throw new ApiError({ status: 409, code: 'draw_receipt_wrong', language: RECEIPT_WRONG })
  }
  keepEntry(place.placeId, { nonce, receipt: draw.receipt })
  return place
}

/** Mutations. Places and WIT are limited, so there are no optimistic updates. */
export function useEventActions(id = '') {
  const api = useApi()
  const change = useChange()
  const changePrecisely = <T>(request: Promise<T>) =>
    change(request).catch((error: unknown) => {
      throw precise(error)
    })
  const at = { params: { path: { id } } }
  return {
    create: (body: NewEvent) => changePrecisely(payload(api.POST('/api/v3/events', { body }))),
    change: (body: {
      title: { ko: string; en: string }
      description: { ko: string; en: string }
      imageId?: string | null
      isImageRemoved?: boolean
    }) => changePrecisely(payload(api.PUT('/api/v3/events/{id}', { ...at, body }))),
    cancel: () => changePrecisely(payload(api.POST('/api/v3/events/{id}/cancel', at))),
    postpone: (startsAt: string) =>
      changePrecisely(payload(api.POST('/api/v3/events/{id}/postpone', { ...at, body: { startsAt } }))),
    end: () => changePrecisely(payload(api.POST('/api/v3/events/{id}/end', at))),
    review: (isApproved: boolean, reason: string) =>
      changePrecisely(
        payload(
          api.POST('/api/v3/events/{id}/review', {
            ...at,
            body: { isApproved, reason: reason === '' ? null : reason },
          }),
        ),
      ),
    stop: (reason: string) =>
      changePrecisely(payload(api.POST('/api/v3/events/{id}/stop', { ...at, body: { reason } }))),
    label: (isOfficial: boolean) =>
      changePrecisely(payload(api.PUT('/api/v3/events/{id}/official', { ...at, body: { isOfficial } }))),
    apply: (answer: string) =>
      changePrecisely(payload(api.POST('/api/v3/events/{id}/apply', { ...at, body: answered(answer) }))),
    enterDraw: (answer: string) => changePrecisely(enterDraw(api, id, answer)),
    leave: () => changePrecisely(payload(api.POST('/api/v3/events/{id}/leave', at))),
    reserve: (ticketId: string, answer: string) =>
      changePrecisely(
        payload(
          api.POST('/api/v3/events/{id}/tickets/{ticketId}/reserve', {
            params: { path: { id, ticketId } },
            body: answered(answer),
          }),
        ),
      ),
    pay: (priceHundredths: number) =>
      changePrecisely(payload(api.POST('/api/v3/events/{id}/pay', { ...at, body: { priceHundredths } }))),
    wait: (ticketId: string | null, answer: string) =>
      changePrecisely(
        payload(api.POST('/api/v3/events/{id}/wait', { ...at, body: { ticketId, ...answered(answer) } })),
      ),
    refund: () => changePrecisely(payload(api.POST('/api/v3/events/{id}/refund', at))),
    transfer: (userId: string) =>
      changePrecisely(payload(api.POST('/api/v3/events/{id}/transfer', { ...at, body: { userId } }))),
    decide: (placeId: string, isApproved: boolean) =>
      changePrecisely(
        payload(
          api.POST('/api/v3/events/{id}/participants/{placeId}/decide', {
            params: { path: { id, placeId } },
            body: { isApproved },
          }),
        ),
      ),
    checkIn: (arrival: { code: string } | { placeId: string }) =>
      changePrecisely(payload(api.POST('/api/v3/events/{id}/check-in', { ...at, body: arrival }))),
    addHelper: (userId: string) =>
      changePrecisely(payload(api.POST('/api/v3/events/{id}/helpers', { ...at, body: { userId } }))),
    removeHelper: (userId: string) =>
      changePrecisely(
        payload(api.DELETE('/api/v3/events/{id}/helpers/{userId}', { params: { path: { id, userId } } })),
      ),
    rewardSeen: () => changePrecisely(payload(api.POST('/api/v3/events/mine/rewards/seen', {}))),
  }
}
