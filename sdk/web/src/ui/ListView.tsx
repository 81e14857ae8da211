// A list that comes in pieces: skeletons first, then rows, then "more"; says what to do where there is nothing.
import { describeError } from '@witverse/api-client'
import type { ReactNode } from 'react'
import type { List } from '../api/useList'
import { useLanguage, useText } from '../host/context'
import { Button } from './Button'
import { Skeleton } from './Skeleton'

interface ListViewProps<T> {
  list: List<T>
  empty: ReactNode
  /** Names the list for screen readers. */
  label: string
  className?: string
  /** In place of rows, while it is on its way. */
  waiting?: ReactNode
  keyOf: (item: T) => string
  children: (item: T) => ReactNode
}

export function ListView<T>({ list, empty, label, className, waiting, keyOf, children }: ListViewProps<T>) {
  if (list.status === 'pending') return waiting ?? <RowSkeletons />
  if (list.status === 'error') return <Trouble error={list.error} onRetry={() => void list.refetch()} />
  if (list.items.length === 0) return <>{empty}</>
  return (
    <>
      <ul className={className ?? 'wv-rows'} aria-label={label}>
        {list.items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      <More list={list} />
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

/** Something inside of a panel could not be fetched. */
export function Trouble({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText('kit')
  const { language } = useLanguage()
  return (
    <div className="wv-nothing is-bad" role="alert">
      <p>{describeError(error, language)}</p>
      <Button look="secondary" size="small" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}

/** Nothing here yet, inside of a panel. */
export function Nothing({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="wv-nothing">
      <p>{text}</p>
      {children}
    </div>
  )
}

interface MoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

export function More({ list }: MoreProps) {
  const t = useText('kit')
  if (!list.hasNextPage) return null
  return (
    <Button
      look="secondary"
      className="wv-more"
      pending={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {t('more')}
    </Button>
  )
}
