// Reports that the caller is in a world, and in a block of it: when a page of the world opens, and every 240 seconds while it is visible.
import { payload, useApi, useCaller } from '@witverse/sdk'
import { useEffect } from 'react'

const INTERVAL_MS = 240_000

export function useVisitReports(worldName: string, enabled: boolean, blockId?: string) {
  const api = useApi()
  const { user } = useCaller()
  const id = user?.id
  useEffect(() => {
    if (!enabled || !id || !worldName) return
    const report = () => {
      if (document.visibilityState === 'hidden') return
      // A lost report is made up for by the next one.
      const body = { worldName, ...(blockId && { block_id: blockId }) }
      payload(api.POST('/api/v2/worlds/logs/user-connection', { body })).catch(() => undefined)
    }
    report()
    const timer = setInterval(report, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [api, id, worldName, enabled, blockId])
}
