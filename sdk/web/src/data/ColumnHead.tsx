// The heading of a column; a button if the column can be sorted.
import { usePartText } from '../text/usePartText'
import { classes } from '../ui/classes'
import { dataTexts } from './messages'

export interface Sort {
  /** The id of a column. */
  by: string
  descending: boolean
}

interface ColumnHeadProps {
  column: { id: string; title: string; actions?: boolean; align?: 'start' | 'end' }
  sort: Sort | undefined
  onSort?: (sort: Sort) => void
}

export function ColumnHead({ column, sort, onSort }: ColumnHeadProps) {
  const t = usePartText(dataTexts)
  const sorted = sort?.by === column.id ? sort : undefined
  const order = sorted && (sorted.descending ? ('descending' as const) : ('ascending' as const))
  return (
    <th
      scope="col"
      className={classes(column.align === 'end' && 'is-end', onSort && 'is-sortable') || undefined}
      aria-sort={onSort ? (order ?? 'none') : undefined}
    >
      {column.actions && <span className="wv-visually-hidden">{column.title}</span>}
      {!column.actions && !onSort && column.title}
      {onSort && (
        <button
          type="button"
          className="wv-table-sort"
          title={t('sortBy', { column: column.title })}
          data-order={order}
          onClick={() => onSort({ by: column.id, descending: sorted ? !sorted.descending : false })}
        >
          {column.title}
          <svg width="10" height="14" viewBox="0 0 10 14" aria-hidden="true">
            <path className="wv-sort-up" d="M1.500 5.500 5 2l3.500 3.500Z" />
            <path className="wv-sort-down" d="M1.500 8.500 5 12l3.500-3.500Z" />
          </svg>
        </button>
      )}
    </th>
  )
}
