// A table that is fetched page by page; on a phone each row is a card with labels.
import { ErrorMessage, type List, LoadMoreButton, RowSkeletons } from '@witverse/sdk'
import type { ReactNode } from 'react'

export interface Column<T> {
  id: string
  title: string
  cell: (row: T) => ReactNode
  /** A column of buttons: without a heading, and at the end of the card on a phone. */
  actions?: boolean
}

interface DataTableProps<T> {
  list: List<T>
  columns: Column<T>[]
  label: string
  keyOf: (row: T) => string
  empty: ReactNode
}

export function DataTable<T>({ list, columns, label, keyOf, empty }: DataTableProps<T>) {
  if (list.status === 'pending') return <RowSkeletons rows={5} />
  if (list.status === 'error') return <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />
  if (list.items.length === 0) return <>{empty}</>
  return (
    <>
      <table className="pt-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col">
                {column.actions ? <span className="wv-visually-hidden">{column.title}</span> : column.title}
              </th>
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
                  className={column.actions ? 'is-actions' : undefined}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <LoadMoreButton list={list} />
    </>
  )
}
