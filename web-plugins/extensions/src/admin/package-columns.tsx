// The columns that lists of packages share.
import { formatCount, formatDate, useText } from '@witverse/sdk'
import type { StoredPackage } from '../api/types'
import { PackageCell } from './PackageCell'

/** Installs are counted up to this number. */
export const COUNTED = 1_000

export const upTo = (count: number) => (count >= COUNTED ? `${formatCount(COUNTED)}+` : formatCount(count))

export function usePackageColumns() {
  const t = useText('extensions')
  return [
    {
      id: 'name',
      title: t('packages.plugin'),
      cell: (row: StoredPackage) => <PackageCell row={row} />,
    },
    {
      id: 'installs',
      title: t('packages.installs'),
      cell: (row: StoredPackage) => upTo(row.installs),
    },
    {
      id: 'uploaded',
      title: t('packages.uploaded'),
      cell: (row: StoredPackage) => (
        <span>
          {formatDate(row.uploadedAt)} <small>{row.uploadedBy ?? t('packages.former')}</small>
        </span>
      ),
    },
  ]
}
