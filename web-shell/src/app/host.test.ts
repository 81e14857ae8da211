import { onlineManager } from '@tanstack/react-query'
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
