// A list that is fetched page by page: skeletons, rows, and a button for the next page, or an empty state.
import { describeError } from '@witverse/api-client'
import type { ReactNode } from 'react'
import type { List } from '../api/useList'
import { useLanguage, useText } from '../host/context'
import { Button } from './Button'
import { OutdatedLine } from './OutdatedLine'
import { Skeleton } from './Skeleton'

interface ListViewProps<T> {
  list: List<T>
  empty: ReactNode
  /** The accessible name of the list. */
  label: string
  className?: string
  /** Shown instead of skeletons while the first page loads. */
  waiting?: ReactNode
  keyOf: (item: T) => string
  children: (item: T) => ReactNode
}

export function ListView<T>({ list, empty, label, className, waiting, keyOf, children }: ListViewProps<T>) {
  if (list.status === 'pending') return waiting ?? <RowSkeletons />
  if (list.status === 'error' && list.items.length === 0) {
    return <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />
  }
  if (list.items.length === 0) return <>{empty}</>
  return (
    <>
      <OutdatedLine query={list} />
      <ul className={className ?? 'wv-rows'} aria-label={label}>
        {list.items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      <LoadMoreButton list={list} />
    </>
  )
}

export function RowSkeletons({ rows = 4, height = 56 }: { rows?: number; height?: number }) {
  const t = useText('kit')
  return (
    <div className="wv-rows" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} style={{ height }} />
      ))}
    </div>
  )
}

/** An error inside of a panel, with a retry button. */
export function ErrorMessage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText('kit')
  const { language } = useLanguage()
  return (
    <div className="wv-nothing is-bad" role="alert">
      <p>{describeError(error, language)}</p>
      <Button variant="secondary" size="small" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}

/** An empty state inside of a panel. */
export function EmptyInline({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="wv-nothing">
      <p>{text}</p>
      {children}
    </div>
  )
}

interface LoadMoreButtonProps {
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError?: boolean
    error?: unknown
    fetchNextPage: () => unknown
  }
}

export function LoadMoreButton({ list }: LoadMoreButtonProps) {
  const t = useText('kit')
  if (!list.hasNextPage) return null
  if (list.isFetchNextPageError) {
    return <ErrorMessage error={list.error} onRetry={() => void list.fetchNextPage()} />
  }
  return (
    <Button
      variant="secondary"
      className="wv-more"
      pending={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {t('more')}
    </Button>
  )
}
