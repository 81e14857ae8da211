// A list that comes in pieces: skeletons first, then rows, then "more"; says what to do where there is nothing.
import { Button, describeError, Skeleton, useLanguage, useText } from '@witverse/sdk'
import type { ReactNode } from 'react'
import type { List } from '../api/lists'

interface ListViewProps<T> {
  list: List<T>
  empty: ReactNode
  /** Names the list for screen readers. */
  label: string
  className?: string
  children: (item: T) => ReactNode
  keyOf: (item: T) => string
}

export function ListView<T>({ list, empty, label, className, children, keyOf }: ListViewProps<T>) {
  const t = useText('shell')
  const { language } = useLanguage()
  if (list.status === 'pending') return <RowSkeletons />
  if (list.status === 'error') {
    return <Trouble text={describeError(list.error, language)} onRetry={() => void list.refetch()} />
  }
  if (list.items.length === 0) return <>{empty}</>
  return (
    <>
      <ul className={className ?? 'pt-rows'} aria-label={label}>
        {list.items.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          look="secondary"
          className="pt-more"
          pending={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  )
}

export function RowSkeletons({ rows = 3 }: { rows?: number }) {
  const t = useText('shell')
  return (
    <div className="pt-rows" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} style={{ height: 64 }} />
      ))}
    </div>
  )
}

export function Trouble({ text, onRetry }: { text: string; onRetry: () => void }) {
  const t = useText('shell')
  return (
    <div className="pt-trouble" role="alert">
      <p>{text}</p>
      <Button look="secondary" size="small" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}

/** Nothing here yet, inside a section. */
export function Nothing({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="pt-nothing">
      <p>{text}</p>
      {children}
    </div>
  )
}
