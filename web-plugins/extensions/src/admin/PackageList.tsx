// All packages, the latest first. One can be stopped in every world, and its review can be withdrawn.
import {
  Button,
  Confirm,
  EmptyInline,
  SearchInput,
  useAction,
  useDebounced,
  useText,
  useToast,
} from '@witverse/sdk'
import { DataTable } from '@witverse/sdk/data'
import { useState } from 'react'
import { useOversight, usePackages } from '../api/packages'
import type { StoredPackage } from '../api/types'
import { usePackageColumns } from './package-columns'
import { StopDialog } from './StopDialog'

export function PackageList({ search }: { search: string }) {
  const t = useText('extensions')
  const toast = useToast()
  const [typed, setTyped] = useState(search)
  const [chosen, setChosen] = useState<StoredPackage | null>(null)
  const list = usePackages(useDebounced(typed.trim()))
  const { stop, release, review, withdraw } = useOversight()
  const marked = useAction(async (row: StoredPackage) => {
    const name = nameOf(row)
    await (row.reviewedAt ? withdraw(row.digest) : review(row.digest))
    toast(t(row.reviewedAt ? 'packages.withdrawn' : 'packages.reviewed', { name }), 'good')
  })
  const columns = [
    ...usePackageColumns(),
    {
      id: 'stop',
      title: t('packages.stop'),
      actions: true,
      cell: (row: StoredPackage) => (
        <>
          {(row.reviewedAt || !row.stoppedBecause) && (
            <Button
              variant="quiet"
              size="small"
              disabled={marked.pending}
              aria-label={t(row.reviewedAt ? 'packages.withdrawThis' : 'packages.reviewThis', {
                name: nameOf(row),
              })}
              onClick={() => void marked.run(row)}
            >
              {t(row.reviewedAt ? 'packages.withdraw' : 'packages.review')}
            </Button>
          )}
          <Button
            variant="quiet"
            size="small"
            {...(!row.stoppedBecause && { className: 'is-bad' })}
            aria-label={t(row.stoppedBecause ? 'packages.releaseThis' : 'packages.stopThis', {
              name: nameOf(row),
            })}
            onClick={() => setChosen(row)}
          >
            {t(row.stoppedBecause ? 'packages.release' : 'packages.stop')}
          </Button>
        </>
      ),
    },
  ]
  const name = chosen ? nameOf(chosen) : ''
  const close = () => setChosen(null)
  return (
    <>
      <SearchInput name="search" label={t('packages.search')} value={typed} onValue={setTyped} />
      <DataTable
        list={list}
        columns={columns}
        label={t('packages.view.all')}
        keyOf={(row) => row.digest}
        empty={<EmptyInline text={t('packages.none')} />}
      />
      {chosen && !chosen.stoppedBecause && (
        <StopDialog
          title={t('packages.stopTitle', { name })}
          text={t('packages.stopText')}
          onStop={async (reason) => {
            await stop(chosen.digest, reason)
            toast(t('packages.stopped', { name }), 'good')
          }}
          onClose={close}
        />
      )}
      {chosen?.stoppedBecause && (
        <Confirm
          title={t('packages.releaseTitle', { name })}
          text={t('packages.releaseText')}
          action={t('packages.release')}
          onConfirm={async () => {
            await release(chosen.digest)
            toast(t('packages.released', { name }), 'good')
          }}
          onClose={close}
        />
      )}
    </>
  )
}

const nameOf = (row: StoredPackage) => `${row.plugin} ${row.version}`
