// What the platform pushes to a person wherever they are: a word about it, and lists that are asked for anew.
import { useQueryClient } from '@tanstack/react-query'
import { useCaller, useLive, useText, useToast } from '@witverse/sdk'

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
  return null
}
