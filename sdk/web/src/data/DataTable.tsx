// A table that is fetched page by page; on phones and tablets each row is a card with labels.
import type { ReactNode } from 'react'
import type { List } from '../api/useList'
import { usePartText } from '../text/usePartText'
import { classes } from '../ui/classes'
import { ErrorMessage, LoadMoreButton, RowSkeletons } from '../ui/ListView'
import { OutdatedLine, type Refetched } from '../ui/OutdatedLine'
import { ColumnHead, type Sort } from './ColumnHead'
import { dataTexts } from './messages'

export interface Column<T> {
  id: string
  title: string
  cell: (row: T) => ReactNode
  /** A column of buttons: without a heading, and at the end of the card on a phone. */
  actions?: boolean
  /** `end` for numbers. */
  align?: 'start' | 'end'
  /** Never breaks into two lines: dates, names. Numbers never do. */
  keep?: boolean
  /** The heading is a button that sorts by this column. */
  sortable?: boolean
}

/** The part of `useList` that a table needs. */
export type TableSource<T> = Refetched &
  Pick<List<T>, 'status' | 'error' | 'items' | 'hasNextPage' | 'isFetchingNextPage'> & {
    fetchNextPage: () => unknown
    /** The rows are of the previous query: they stay, dimmed, until the new ones arrive. */
    isPlaceholderData?: boolean
  }

interface DataTableProps<T> {
  list: TableSource<T>
  columns: readonly Column<T>[]
  /** The accessible name of the table. */
  label: string
  keyOf: (row: T) => string
  empty: ReactNode
  /** The current order. Rows are sorted where they come from: pass the order to the query. */
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
}

export function DataTable<T>({ list, columns, label, keyOf, empty, sort, onSort }: DataTableProps<T>) {
  const t = usePartText(dataTexts)
  if (list.status === 'pending') return <RowSkeletons rows={5} />
  if (list.status === 'error' && list.items.length === 0) {
    return <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />
  }
  if (list.items.length === 0) return <>{empty}</>
  const updating = list.isPlaceholderData ?? false
  return (
    <>
      <OutdatedLine query={list} />
      <table className="wv-table" aria-label={label} aria-busy={updating || undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead
                key={column.id}
                column={column}
                sort={sort}
                {...(column.sortable && onSort && { onSort })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {list.items.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td
                  key={column.id}
                  data-label={column.actions ? undefined : column.title}
                  className={cellClass(column)}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {updating && (
        <p className="wv-visually-hidden" role="status">
          {t('updating')}
        </p>
      )}
      <LoadMoreButton list={list} />
    </>
  )
}

const cellClass = <T,>({ actions, align, keep }: Column<T>): string | undefined =>
  classes(actions && 'is-actions', align === 'end' && 'is-end', keep && 'is-kept') || undefined
