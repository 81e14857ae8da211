import { notifyManager, onlineManager, QueryObserver } from '@tanstack/react-query'
import { ApiError } from '@witverse/api-client'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueries } from './host'

afterEach(() => onlineManager.setOnline(true))

it('fails at once without a connection, instead of leaving a screen waiting', async () => {
  onlineManager.setOnline(false)
  const queries = createQueries(() => undefined)
  const read = vi.fn().mockRejectedValue(new Error('unreachable'))
  await expect(queries.fetchQuery({ queryKey: ['worlds'], queryFn: read })).rejects.toThrow('unreachable')
  expect(read).toHaveBeenCalledTimes(1)
  expect(queries.getDefaultOptions().queries?.refetchOnReconnect).toBe(true)
})

it('keeps what is on the screen when it cannot be refreshed', async () => {
  const queries = createQueries(() => undefined)
  const read = vi.fn().mockResolvedValueOnce('a room').mockRejectedValue(new Error('unreachable'))
  const observer = new QueryObserver(queries, { queryKey: ['room'], queryFn: read })
  const shown: string[] = []
  // As in `useQuery`.
  const listener = notifyManager.batchCalls(() => shown.push(observer.getCurrentResult().status))
  const stop = observer.subscribe(listener)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('a room'))
  await observer.refetch()
  await observer.refetch()
  await vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe('idle'))
  expect(observer.getCurrentResult()).toMatchObject({
    status: 'success',
    data: 'a room',
    error: null,
    isStale: true,
  })
  expect(shown).not.toContain('error')
  const { errorUpdatedAt, dataUpdatedAt } = observer.getCurrentResult()
  expect(errorUpdatedAt).toBeGreaterThanOrEqual(dataUpdatedAt)
  stop()
})

it('does not keep what a person may not see any more', async () => {
  const queries = createQueries(() => undefined)
  const gone = new ApiError({ status: 404, code: 'not_found' })
  const read = vi.fn().mockResolvedValueOnce('a room').mockRejectedValue(gone)
  const observer = new QueryObserver(queries, { queryKey: ['room'], queryFn: read })
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('a room'))
  await observer.refetch()
  expect(observer.getCurrentResult()).toMatchObject({ status: 'error', error: gone })
  stop()
})

it('fetches again what was on its way when a change ended', async () => {
  const queries = createQueries(() => undefined)
  const answers = ['before the change', 'after it']
  let answer: ((text: string) => void) | undefined
  const read = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)))
  const observer = new QueryObserver(queries, { queryKey: ['keys', 'acme'], queryFn: read })
  const stop = observer.subscribe(() => undefined)
  const invalidated = queries.invalidateQueries({ queryKey: ['keys'] })
  for (const [calls, text] of answers.entries()) {
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(calls + 1))
    answer?.(text)
  }
  await invalidated
  expect(observer.getCurrentResult().data).toBe('after it')
  stop()
})
