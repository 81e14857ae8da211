// Shows toasts for live events and invalidates queries.
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
    void reload() // the caller contains the end of a mute
    toast(t('notices.decision'))
  })
  useLive('kernel.safety.report', () => {
    void queries.invalidateQueries({ queryKey: ['safety'] })
    toast(t('notices.report'))
  })
  useInvalidations()
  return null
}

/**
 * On `<plugin>.changed`, invalidates the queries of the plugin and of those that its manifest names; query keys begin with
 * the id of their plugin. It is handled here and not on the plugin's pages, because cached queries outlive the pages.
 */
function useInvalidations() {
  const { live } = useHost()
  const { plugins } = useBoot()
  const queries = useQueryClient()
  useEffect(() => {
    const stops = plugins.map(({ id, invalidates = [] }) =>
      live.subscribe(`${id}.changed`, () => {
        for (const key of [id, ...invalidates]) void queries.invalidateQueries({ queryKey: [key] })
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [live, plugins, queries])
}
