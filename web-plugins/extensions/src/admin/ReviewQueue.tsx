// The packages that wait for a review, the earliest first: a countersignature, or a stop.
import { Button, EmptyInline, useAction, useText, useToast } from '@witverse/sdk'
import { DataTable } from '@witverse/sdk/data'
import { useState } from 'react'
import { useOversight, useReviewQueue } from '../api/packages'
import type { StoredPackage } from '../api/types'
import { InspectDialog } from './InspectDialog'
import { usePackageColumns } from './package-columns'
import { StopDialog } from './StopDialog'

export function ReviewQueue() {
  const t = useText('extensions')
  const toast = useToast()
  const list = useReviewQueue()
  const [chosen, setChosen] = useState<StoredPackage | null>(null)
  const [inspected, setInspected] = useState<StoredPackage | null>(null)
  const { review, stop } = useOversight()
  const { pending, run } = useAction(async (row: StoredPackage) => {
    await review(row.digest)
    toast(t('packages.reviewed', { name: nameOf(row) }), 'good')
  })
  const columns = [
    ...usePackageColumns(),
    {
      id: 'decide',
      title: t('packages.review'),
      actions: true,
      cell: (row: StoredPackage) => (
        <>
          <Button
            variant="quiet"
            size="small"
            aria-label={t('packages.inspectThis', { name: nameOf(row) })}
            onClick={() => setInspected(row)}
          >
            {t('packages.inspect')}
          </Button>
          <Button
            variant="secondary"
            size="small"
            disabled={pending}
            aria-label={t('packages.reviewThis', { name: nameOf(row) })}
            onClick={() => void run(row)}
          >
            {t('packages.review')}
          </Button>
          <Button
            variant="quiet"
            size="small"
            className="is-bad"
            aria-label={t('packages.stopThis', { name: nameOf(row) })}
            onClick={() => setChosen(row)}
          >
            {t('packages.stop')}
          </Button>
        </>
      ),
    },
  ]
  return (
    <>
      <DataTable
        list={list}
        columns={columns}
        label={t('packages.view.queue')}
        keyOf={(row) => row.digest}
        empty={<EmptyInline text={t('packages.noneWaiting')} />}
      />
      {inspected && <InspectDialog row={inspected} onClose={() => setInspected(null)} />}
      {chosen && (
        <StopDialog
          title={t('packages.stopTitle', { name: nameOf(chosen) })}
          text={t('packages.stopText')}
          onStop={async (reason) => {
            await stop(chosen.digest, reason)
            toast(t('packages.stopped', { name: nameOf(chosen) }), 'good')
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}

const nameOf = (row: StoredPackage) => `${row.plugin} ${row.version}`
