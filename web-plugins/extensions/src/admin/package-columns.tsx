// The columns that lists of packages share.
import { formatDate, useText } from '@witverse/sdk'
import type { StoredPackage } from '../api/types'
import { formatCapped } from '../format'
import { PackageCell } from './PackageCell'

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
      cell: (row: StoredPackage) => formatCapped(row.installs),
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
