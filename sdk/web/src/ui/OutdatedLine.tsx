// A line above data whose last refetch failed.
import { useText } from '../host/context'

/** The part of a query that tells whether its last refetch failed. */
export interface Refetched {
  dataUpdatedAt: number
  /** 0 before the first error. */
  errorUpdatedAt: number
  isFetching: boolean
  /** A next page that failed says so at the end of its list. */
  isFetchNextPageError?: boolean
  refetch: () => unknown
}

export function OutdatedLine({ query }: { query: Refetched }) {
  const t = useText('kit')
  if (query.errorUpdatedAt < query.dataUpdatedAt || query.isFetchNextPageError) return null
  return (
    <p className="wv-outdated" role="status">
      {t('outdated')}
      <button type="button" disabled={query.isFetching} onClick={() => void query.refetch()}>
        {t('retry')}
      </button>
    </p>
  )
}
