// Asks the sources of the installed plugins, each in a request of its own: a slow or broken one delays no other.
import { useQueries } from '@tanstack/react-query'
import { type Payload, payload, type SearchInfo, useApi, useCaller } from '@witverse/sdk'
import { usePlugins } from '../../lib/plugins-context'

/** Every source answers in the same shape. */
const ANY_SOURCE = '/api/v2/worlds/search'

export type Found = Payload<typeof ANY_SOURCE, 'get'>['items'][number]

export interface Answer {
  source: SearchInfo
  items: Found[]
  state: 'pending' | 'failed' | 'done'
  retry: () => void
}

/** The sources that the caller can use. */
export function useSources(): SearchInfo[] {
  const { status } = useCaller()
  const sources = usePlugins().list.flatMap((plugin) => plugin.search ?? [])
  return sources.filter((source) => status === 'member' || !source.signedIn)
}

/** The answers to a text of at least one letter; none for an empty text. */
export function useSearch(text: string): Answer[] {
  const api = useApi()
  const { user } = useCaller()
  const sources = useSources()
  const answers = useQueries({
    queries: sources.map(({ path }) => ({
      queryKey: ['search', path, text, user?.id ?? null],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const params = { query: { q: text } }
        const answer = await payload(api.GET(path as typeof ANY_SOURCE, { params, signal }))
        return answer.items
      },
      enabled: text !== '',
    })),
  })
  if (text === '') return []
  return sources.map((source, place) => {
    const answer = answers[place]
    const state = answer?.isSuccess ? 'done' : answer?.isError ? 'failed' : 'pending'
    return { source, items: answer?.data ?? [], state, retry: () => void answer?.refetch() }
  })
}
