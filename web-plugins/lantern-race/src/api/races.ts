// The race of a block: its latest state, the actions, and the best times. The keys begin with `lantern-race`.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type GameSlotData, type Payload, payload, useApi, useList } from '@witverse/sdk'
import { useEffect, useEffectEvent } from 'react'

export type Race = Payload<'/api/v3/blocks/{id}/race', 'post'>
export type Runner = Race['runners'][number]
type Times = Payload<'/api/v3/blocks/{id}/race/times', 'get'>
export type BestTime = Times['items'][number]
export type Review = Payload<'/api/v3/blocks/{id}/race/reviews', 'get'>['items'][number]
export type RaceWay = Payload<'/api/v3/blocks/{id}/race/reviews/{reviewId}/way', 'get'>
type Latest = Payload<'/api/v3/blocks/{id}/race', 'get'>

/** The event of the room; its payload is a `Race`. */
const CHANGED = 'lantern-race.changed'
const PAGE_SIZE = 10

const keyOf = (blockId: string) => ['lantern-race', 'latest', blockId]
const reviewsKey = (blockId: string) => ['lantern-race', 'reviews', blockId]
const timesKey = (blockId: string) => ['lantern-race', 'times', blockId]

/** The latest race, which follows the events of the room. */
export function useRace({ blockId, subscribe }: GameSlotData) {
  const api = useApi()
  const queries = useQueryClient()
  const race = useQuery({
    queryKey: keyOf(blockId),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v3/blocks/{id}/race', { params: { path: { id: blockId } }, signal })),
  })
  const onEvent = useEffectEvent((topic: string, sent: unknown) => {
    if (topic !== CHANGED) return
    const next = sent as Race
    const queryKey = keyOf(blockId)
    queries.setQueryData<Latest>(queryKey, { race: next })
    // An answer that is on its way may be older than the event, and would replace it.
    if (queries.isFetching({ queryKey })) void queries.invalidateQueries({ queryKey })
    if (next.runners.some((one) => one.review))
      void queries.invalidateQueries({ queryKey: reviewsKey(blockId) })
    if (next.runners.some((one) => one.isBest))
      void queries.invalidateQueries({ queryKey: timesKey(blockId) })
  })
  const onConnected = useEffectEvent(() => void queries.invalidateQueries({ queryKey: keyOf(blockId) }))
  useEffect(
    () => subscribe({ onEvent: (topic, sent) => onEvent(topic, sent), onConnected: () => onConnected() }),
    [subscribe],
  )
  return race
}

export function useRaceActions(blockId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const params = { path: { id: blockId } }
  const show = (race: Race) => queries.setQueryData<Latest>(keyOf(blockId), { race })
  return {
    start: async (laps: number) =>
      show(await payload(api.POST('/api/v3/blocks/{id}/race', { params, body: { laps } }))),
    join: async () => show(await payload(api.POST('/api/v3/blocks/{id}/race/join', { params }))),
    leave: async () => show(await payload(api.POST('/api/v3/blocks/{id}/race/leave', { params }))),
  }
}

/** The best times of the block's course, the fastest first. */
export function useBestTimes(blockId: string) {
  const list = useList<BestTime>(timesKey(blockId), (api, cursor, signal) => {
    const params = { path: { id: blockId }, query: { limit: PAGE_SIZE, ...cursor } }
    return payload(api.GET('/api/v3/blocks/{id}/race/times', { params, signal }))
  })
  const [first] = (list.data?.pages ?? []) as Times[]
  return { ...list, own: first?.own ?? null }
}

/** The times that wait for a decision. Others than the moderators of the block are refused. */
export function useReviews(blockId: string) {
  return useList<Review>(reviewsKey(blockId), (api, cursor, signal) => {
    const params = { path: { id: blockId }, query: { limit: PAGE_SIZE, ...cursor } }
    return payload(api.GET('/api/v3/blocks/{id}/race/reviews', { params, signal }))
  })
}

/** The way of a run that waits for a decision. It does not change. */
export function useWay(blockId: string, reviewId: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['lantern-race', 'way', reviewId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => {
      const params = { path: { id: blockId, reviewId } }
      return payload(api.GET('/api/v3/blocks/{id}/race/reviews/{reviewId}/way', { params, signal }))
    },
  })
}

export function useDecisions(blockId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const settle = () => queries.invalidateQueries({ queryKey: ['lantern-race'] })
  const of = (reviewId: string) => ({ params: { path: { id: blockId, reviewId } } })
  return {
    accept: (reviewId: string) =>
      payload(api.POST('/api/v3/blocks/{id}/race/reviews/{reviewId}/accept', of(reviewId))).finally(settle),
    reject: (reviewId: string) =>
      payload(api.POST('/api/v3/blocks/{id}/race/reviews/{reviewId}/reject', of(reviewId))).finally(settle),
  }
}
