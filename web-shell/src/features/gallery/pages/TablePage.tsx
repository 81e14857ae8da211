import { Button, EmptyInline, formatDate, formatWit, PersonLine, useText } from '@witverse/sdk'
import { type Column, DataTable, type Sort } from '@witverse/sdk/data'
import { useState } from 'react'
import { Demo } from '../Demo'
import { LISTINGS, type Listing, sourceOf } from '../samples'

const MANY = 20

export function TablePage() {
  const t = useText('shell-gallery')
  const [sort, setSort] = useState<Sort>({ by: 'price', descending: true })
  const columns: Column<Listing>[] = [
    { id: 'item', title: t('table.item'), cell: (row) => (row.long ? t('common.longText') : row.item) },
    {
      id: 'seller',
      title: t('table.seller'),
      cell: (row) => <PersonLine name={row.seller} size={28} />,
      keep: true,
    },
    {
      id: 'price',
      title: t('table.price'),
      align: 'end',
      sortable: true,
      cell: (row) => `${formatWit(row.hundredths)} WIT`,
    },
    {
      id: 'listed',
      title: t('table.listed'),
      sortable: true,
      keep: true,
      cell: (row) => formatDate(row.listed),
    },
    {
      id: 'actions',
      title: t('table.actions'),
      actions: true,
      cell: () => (
        <Button size="small" variant="secondary">
          {t('common.edit')}
        </Button>
      ),
    },
  ]
  const table = {
    columns,
    label: t('table.label'),
    keyOf: (row: Listing) => row.id,
    empty: <EmptyInline text={t('table.none')} />,
  }
  return (
    <>
      <Demo title={t('table.sorted')}>
        <DataTable
          {...table}
          list={sourceOf(sorted(LISTINGS.slice(0, 5), sort))}
          sort={sort}
          onSort={setSort}
        />
      </Demo>
      <Demo title={t('states.empty')}>
        <DataTable {...table} list={sourceOf([])} />
      </Demo>
      <Demo title={t('states.loading')}>
        <DataTable {...table} list={sourceOf([], 'pending')} />
      </Demo>
      <Demo title={t('states.failed')}>
        <DataTable {...table} list={sourceOf([], 'error')} />
      </Demo>
      <Demo title={t('states.many')}>
        <DataTable {...table} list={sourceOf(LISTINGS.slice(0, MANY))} />
      </Demo>
    </>
  )
}

function sorted(rows: Listing[], { by, descending }: Sort): Listing[] {
  const order = (a: Listing, b: Listing) =>
    by === 'price' ? a.hundredths - b.hundredths : a.listed.localeCompare(b.listed)
  return [...rows].sort((a, b) => (descending ? order(b, a) : order(a, b)))
}
