// Sends changes of a plugin and refreshes what they affect.
import { useQueryClient } from '@tanstack/react-query'
import { useBoot, usePluginId } from '../host/context'

/**
 * Returns a function that waits for a request. Then, also after an error, because the server may have another state than the
 * screen shows, it invalidates the queries of the plugin and of the plugins that its manifest names (`[ui] invalidates`). Query
 * keys begin with the id of their plugin.
 */
export function useChange() {
  const id = usePluginId()
  const plugin = useBoot().plugins.find((one) => one.id === id)
  const queries = useQueryClient()
  return async <T>(request: Promise<T>): Promise<T> => {
    try {
      return await request
    } finally {
      for (const key of [id, ...(plugin?.invalidates ?? [])])
        void queries.invalidateQueries({ queryKey: [key] })
    }
  }
}
