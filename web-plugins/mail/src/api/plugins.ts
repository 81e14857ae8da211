// The plugins of worlds that may write to the caller, and which of them are turned off.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { payload, useApi } from '@witverse/sdk'
import type { PluginSender } from './types'

const SENDERS = ['mail', 'plugins'] as const

export function usePluginSenders() {
  const api = useApi()
  return useQuery({
    queryKey: SENDERS,
    queryFn: ({ signal }) => payload(api.GET('/api/v2/mails/plugins', { signal })),
  })
}

/** Turns the messages of a plugin off or on. */
export function useMutePlugin() {
  const api = useApi()
  const queries = useQueryClient()
  return async ({ worldId, plugin }: PluginSender, isMuted: boolean) => {
    await payload(api.PUT('/api/v2/mails/plugins/mute', { body: { worldId, plugin, isMuted } }))
    await Promise.all(
      [SENDERS, ['mail', 'thread']].map((queryKey) => queries.invalidateQueries({ queryKey: [...queryKey] })),
    )
  }
}
