// A table of rows that come in pieces; on a phone each row is a card with its own labels.
import { type List, More, RowSkeletons, Trouble } from '@witverse/sdk'
import type { ReactNode } from 'react'

export interface Column<T> {
  id: string
  title: string
  cell: (row: T) => ReactNode
  /** For buttons: no heading is shown, and on a phone they stand at the end of the card. */
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
  if (list.status === 'error') return <Trouble error={list.error} onRetry={() => void list.refetch()} />
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
      <More list={list} />
    </>
  )
}
