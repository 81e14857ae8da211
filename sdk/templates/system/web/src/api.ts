// The plugin's own calls. Their types are those of `schemas/`, written down by hand; a platform that runs the plugin has
// them in /api/openapi.json, from which `openapi-typescript` can generate them.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Call, payload, usePluginApi } from '@witverse/sdk'

export interface Note {
  text: string
}

interface Calls {
  '/api/v3/{{id}}/mine': {
    get: Call<{ payload: Note }>
    put: Call<{ payload: Note; body: Note }>
  }
}

/** Keys of queries begin with the id of the plugin. */
const MINE = ['{{id}}', 'mine']

export function useNote() {
  const api = usePluginApi<Calls>()
  return useQuery({
    queryKey: MINE,
    queryFn: ({ signal }) => payload(api.GET('/api/v3/{{id}}/mine', { signal })),
  })
}

export function useSaveNote() {
  const api = usePluginApi<Calls>()
  const queries = useQueryClient()
  return async (note: Note) => {
    const saved = await payload(api.PUT('/api/v3/{{id}}/mine', { body: note }))
    queries.setQueryData(MINE, saved)
  }
}
