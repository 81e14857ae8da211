// The puzzle of a block: the caller's run, the best times, the times under review. The keys begin with `lantern-puzzle`.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type GameSlotData, type Payload, payload, useApi, useList } from '@witverse/sdk'
import { useEffect, useEffectEvent } from 'react'
import type { Press } from '../puzzle/board'

type Own = Payload<'/api/v3/blocks/{id}/puzzle', 'get'>
export type Run = NonNullable<Own['run']>
export type Solved = Payload<'/api/v3/blocks/{id}/puzzle/{runId}/finish', 'post'>
type Times = Payload<'/api/v3/blocks/{id}/puzzle/times', 'get'>
export type BestTime = Times['items'][number]
export type Review = Payload<'/api/v3/blocks/{id}/puzzle/reviews', 'get'>['items'][number]

/** The event of the room: times have changed. */
const CHANGED = 'lantern-puzzle.changed'
const PAGE_SIZE = 10

const ownKey = (blockId: string) => ['lantern-puzzle', 'own', blockId]
const reviewsKey = (blockId: string) => ['lantern-puzzle', 'reviews', blockId]
const timesKey = (blockId: string) => ['lantern-puzzle', 'times', blockId]

/** The caller's run that is not solved yet, with the time at which the answer came by the clock of this page. */
export function useOwnRun(blockId: string) {
  const api = useApi()
  return useQuery({
    queryKey: ownKey(blockId),
    // The run changes here alone: an answer in the background would set the clock back.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const params = { path: { id: blockId } }
      const { run } = await payload(api.GET('/api/v3/blocks/{id}/puzzle', { params, signal }))
      return { run, atMs: performance.now() }
    },
  })
}

/** Reads the times again when somebody in the room has solved a puzzle. */
export function useChanges({ blockId, subscribe }: GameSlotData) {
  const queries = useQueryClient()
  const refresh = useEffectEvent(() => {
    void queries.invalidateQueries({ queryKey: timesKey(blockId) })
    void queries.invalidateQueries({ queryKey: reviewsKey(blockId) })
  })
  useEffect(
    () =>
      subscribe({
        onEvent: (topic) => topic === CHANGED && refresh(),
        onConnected: () => refresh(),
      }),
    [subscribe],
  )
}

export function useRunActions(blockId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const show = (run: Run | null) => queries.setQueryData(ownKey(blockId), { run, atMs: performance.now() })
  const of = (runId: string) => ({ path: { id: blockId, runId } })
  return {
    start: async () => {
      const params = { path: { id: blockId } }
      show(await payload(api.POST('/api/v3/blocks/{id}/puzzle', { params })))
    },
    finish: async (runId: string, presses: Press[]) => {
      const sent = { params: of(runId), body: { presses } }
      const solved = await payload(api.POST('/api/v3/blocks/{id}/puzzle/{runId}/finish', sent))
      show(null)
      void queries.invalidateQueries({ queryKey: timesKey(blockId) })
      void queries.invalidateQueries({ queryKey: reviewsKey(blockId) })
      return solved
    },
    giveUp: async (runId: string) => {
      await payload(api.POST('/api/v3/blocks/{id}/puzzle/{runId}/give-up', { params: of(runId) }))
      show(null)
    },
    forget: () => show(null),
  }
}

/** The best times of the block, the fastest first. */
export function useBestTimes(blockId: string) {
  const list = useList<BestTime>(timesKey(blockId), (api, cursor, signal) => {
    const params = { path: { id: blockId }, query: { limit: PAGE_SIZE, ...cursor } }
    return payload(api.GET('/api/v3/blocks/{id}/puzzle/times', { params, signal }))
  })
  const [first] = (list.data?.pages ?? []) as Times[]
  return { ...list, own: first?.own ?? null }
}

/** The times that wait for a decision. Others than the moderators of the block are refused. */
export function useReviews(blockId: string) {
  return useList<Review>(reviewsKey(blockId), (api, cursor, signal) => {
    const params = { path: { id: blockId }, query: { limit: PAGE_SIZE, ...cursor } }
    return payload(api.GET('/api/v3/blocks/{id}/puzzle/reviews', { params, signal }))
  })
}

export function useDecisions(blockId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const settle = () => {
    void queries.invalidateQueries({ queryKey: reviewsKey(blockId) })
    void queries.invalidateQueries({ queryKey: timesKey(blockId) })
  }
  const of = (runId: string) => ({ params: { path: { id: blockId, runId } } })
  return {
    accept: (runId: string) =>
      payload(api.POST('/api/v3/blocks/{id}/puzzle/{runId}/accept', of(runId))).finally(settle),
    reject: (runId: string) =>
      payload(api.POST('/api/v3/blocks/{id}/puzzle/{runId}/reject', of(runId))).finally(settle),
  }
}
