// A long list in the page: only the rows near the screen are in the document, and further pages are fetched while
// scrolling. After Back the list starts where it was left.
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { usePartText } from '../text/usePartText'
import { ErrorMessage, RowSkeletons } from '../ui/ListView'
import { OutdatedLine } from '../ui/OutdatedLine'
import type { TableSource } from './DataTable'
import { dataTexts } from './messages'
import { useSavedPlace } from './useSavedPlace'

interface EndlessListProps<T> {
  list: TableSource<T>
  /** The accessible name of the list. */
  label: string
  keyOf: (item: T) => string
  empty: ReactNode
  /** The expected height of a row in CSS pixels. Rows are measured once they are shown. */
  estimatedHeight: number
  /** The space between rows in CSS pixels. */
  gap?: number
  /** Identifies the list for its scroll position: unique in the app, the same after Back. */
  placeKey: string
  /** Shown while the first page loads. */
  waiting?: ReactNode
  children: (item: T) => ReactNode
}

/** The next page is fetched when this many rows are left. */
const AHEAD = 5

export function EndlessList<T>(props: EndlessListProps<T>) {
  const { list, empty, waiting } = props
  if (list.status === 'pending') return waiting ?? <RowSkeletons />
  if (list.status === 'error' && list.items.length === 0) {
    return <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />
  }
  if (list.items.length === 0) return <>{empty}</>
  return <VirtualRows {...props} />
}

function VirtualRows<T>({
  list,
  label,
  keyOf,
  estimatedHeight,
  gap = 8,
  placeKey,
  children,
}: EndlessListProps<T>) {
  const { items, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const element = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const [focused, setFocused] = useState<number | null>(null)
  const place = useSavedPlace(placeKey)
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => keyOf(items[index] as T),
    overscan: 4,
    gap,
    scrollMargin: top,
    initialOffset: place.offset,
    initialMeasurementsCache: place.measurements,
    // The focused row stays in the document.
    rangeExtractor: (range: Range) => withIndex(defaultRangeExtractor(range), focused, range.count),
  })
  useLayoutEffect(() => {
    if (element.current) setTop(element.current.getBoundingClientRect().top + window.scrollY)
  }, [])
  const save = useEffectEvent(() =>
    place.save({ offset: rows.scrollOffset ?? 0, measurements: rows.measurementsCache }),
  )
  useEffect(() => () => save(), [])

  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const fetchNext = useEffectEvent(() => void list.fetchNextPage())
  const wantsMore =
    hasNextPage && !isFetchingNextPage && !isFetchNextPageError && last >= items.length - 1 - AHEAD
  useEffect(() => {
    if (wantsMore) fetchNext()
  }, [wantsMore])

  return (
    <>
      <OutdatedLine query={list} />
      <ul
        ref={element}
        className="wv-endless"
        aria-label={label}
        aria-busy={isFetchingNextPage || undefined}
        style={{ height: rows.getTotalSize() }}
      >
        {shown.map(({ index, key, start }) => (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={hasNextPage ? -1 : items.length}
            style={{ transform: `translateY(${start - top}px)` }}
            onFocus={() => setFocused(index)}
            onBlur={() => setFocused(null)}
          >
            {children(items[index] as T)}
          </li>
        ))}
      </ul>
      <EndlessEnd list={list} />
    </>
  )
}

/** Below the last row: loading, an error with a retry, or the end. */
function EndlessEnd<T>({ list }: { list: EndlessListProps<T>['list'] }) {
  const t = usePartText(dataTexts)
  if (list.isFetchNextPageError) {
    return <ErrorMessage error={list.error} onRetry={() => void list.fetchNextPage()} />
  }
  if (list.hasNextPage) return <RowSkeletons rows={2} />
  return <p className="wv-endless-end">{t('end')}</p>
}

function withIndex(indexes: number[], extra: number | null, count: number): number[] {
  if (extra === null || extra >= count || indexes.includes(extra)) return indexes
  return [...indexes, extra].sort((a, b) => a - b)
}
