// Fetches again what a page has fetched, as an event of the server does.
import { useQueryClient } from '@tanstack/react-query'

export function FetchAgain() {
  const queries = useQueryClient()
  return (
    <button type="button" onClick={() => void queries.invalidateQueries({ queryKey: ['blocks'] })}>
      Fetch again
    </button>
  )
}
