import { onlineManager, QueryObserver } from '@tanstack/react-query'
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
