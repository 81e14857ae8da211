// Reads the further pages of a list one after the other.
import type { List } from '@witverse/sdk'
import { useEffect } from 'react'

/** Fetches the next page while there is one and `isWanted`; true until then. Stops after an error. */
export function useFurtherPages<T>(list: List<T>, isWanted: boolean): boolean {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const isReading = isWanted && hasNextPage && !isFetchNextPageError
  const pages = list.data?.pages.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page can arrive before a render has shown that it is fetched
  useEffect(() => {
    if (isReading && !isFetching) void fetchNextPage()
  }, [isReading, isFetching, pages, fetchNextPage])
  return isReading
}
