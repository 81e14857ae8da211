// What the platform pushes to a person wherever they are: a word about it, and lists that are asked for anew.
import { useQueryClient } from '@tanstack/react-query'
import { useBoot, useCaller, useLive, useText, useToast } from '@witverse/sdk'
import { useHost } from '@witverse/sdk/host'
import { useEffect } from 'react'

export function LiveNotices() {
  const t = useText('shell')
  const toast = useToast()
  const { reload } = useCaller()
  const queries = useQueryClient()

  useLive('kernel.export.ready', (data) => {
    void queries.invalidateQueries({ queryKey: ['account', 'export'] })
    const { ready } = data as { ready?: boolean }
    if (ready !== false) toast(t('notices.export'), 'good')
  })
  useLive('kernel.safety.decision', () => {
    void queries.invalidateQueries({ queryKey: ['safety'] })
    void reload() // until when somebody is muted is part of who they are
    toast(t('notices.decision'))
  })
  useLive('kernel.safety.report', () => {
    void queries.invalidateQueries({ queryKey: ['safety'] })
    toast(t('notices.report'))
  })
  usePluginNews()
  return null
}

/** What a gift does to the items of others. */
const ALSO: Record<string, string[]> = { gifts: ['items'] }

/**
 * `<plugin>.changed`: what was asked of a plugin (its queries begin with its id) is no longer so. Heard here rather
 * than on its pages, since what they asked for outlives them.
 */
function usePluginNews() {
  const { live } = useHost()
  const { plugins } = useBoot()
  const queries = useQueryClient()
  useEffect(() => {
    const stops = plugins.map(({ id }) =>
      live.subscribe(`${id}.changed`, () => {
        for (const key of [id, ...(ALSO[id] ?? [])]) void queries.invalidateQueries({ queryKey: [key] })
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [live, plugins, queries])
}
