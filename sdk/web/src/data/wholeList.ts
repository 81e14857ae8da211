import type { TableSource } from './DataTable'

/** A list that has no further pages, for rows that the page has already. */
export function wholeList<T>(items: T[]): TableSource<T> {
  return {
    status: 'success',
    error: null,
    dataUpdatedAt: 1,
    errorUpdatedAt: 0,
    isFetching: false,
    items,
    hasNextPage: false,
    isFetchingNextPage: false,
    refetch: () => undefined,
    fetchNextPage: () => undefined,
  }
}
