// The publishers of packages with their keys. One can be stopped with everything that it publishes.
import {
  Badge,
  Button,
  Confirm,
  EmptyInline,
  formatDate,
  SearchInput,
  useDebounced,
  useText,
  useToast,
} from '@witverse/sdk'
import { DataTable } from '@witverse/sdk/data'
import { useState } from 'react'
import { useOversight, usePublishers } from '../api/packages'
import type { Publisher } from '../api/types'
import { formatCapped } from '../format'
import { type Key, KeyDialog, PublisherKeys } from './PublisherKeys'
import { StopDialog } from './StopDialog'

export function PublisherList({ onPackages }: { onPackages: (publisher: string) => void }) {
  const t = useText('extensions')
  const toast = useToast()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Publisher | null>(null)
  const [chosenKey, setChosenKey] = useState<{ publisher: string; key: Key } | null>(null)
  const list = usePublishers(useDebounced(typed.trim()))
  const { stopPublisher, releasePublisher } = useOversight()
  const columns = [
    {
      id: 'name',
      title: t('publishers.name'),
      cell: (row: Publisher) => (
        <span className="ex-package">
          <strong>{row.name}</strong>
          <small>{t('publishers.since', { date: formatDate(row.knownSince) })}</small>
          <PublisherKeys publisher={row} onChoose={(key) => setChosenKey({ publisher: row.name, key })} />
          {row.stoppedBecause && (
            <small>
              <Badge tone="bad">{t('packages.isStopped')}</Badge> {row.stoppedBecause}
            </small>
          )}
        </span>
      ),
    },
    {
      id: 'packages',
      title: t('publishers.packages'),
      cell: (row: Publisher) => (
        <span>
          <Button variant="quiet" size="small" className="ex-inline" onClick={() => onPackages(row.name)}>
            {t('publishers.count', { count: formatCapped(row.packages) })}
          </Button>{' '}
          <small>{t('publishers.reviewed', { count: formatCapped(row.reviewed) })}</small>
        </span>
      ),
    },
    { id: 'worlds', title: t('packages.installs'), cell: (row: Publisher) => formatCapped(row.worlds) },
    {
      id: 'stop',
      title: t('packages.stop'),
      actions: true,
      cell: (row: Publisher) => (
        <Button
          variant="quiet"
          size="small"
          {...(!row.stoppedBecause && { className: 'is-bad' })}
          aria-label={t(row.stoppedBecause ? 'publishers.releaseThis' : 'publishers.stopThis', {
            name: row.name,
          })}
          onClick={() => setChosen(row)}
        >
          {t(row.stoppedBecause ? 'packages.release' : 'packages.stop')}
        </Button>
      ),
    },
  ]
  const name = chosen?.name ?? ''
  // The end of an action must not close the dialog of the next one.
  const close = () => setChosen((now) => (now === chosen ? null : now))
  const closeKey = () => setChosenKey((now) => (now === chosenKey ? null : now))
  return (
    <>
      <SearchInput name="search" label={t('publishers.search')} value={typed} onValue={setTyped} />
      <DataTable
        list={list}
        columns={columns}
        label={t('packages.view.publishers')}
        keyOf={(row) => row.name}
        empty={<EmptyInline text={t('publishers.none')} />}
      />
      {chosen && !chosen.stoppedBecause && (
        <StopDialog
          title={t('publishers.stopTitle', { name })}
          text={t('publishers.stopText')}
          onStop={async (reason) => {
            await stopPublisher(name, reason)
            toast(t('publishers.stopped', { name }), 'good')
          }}
          onClose={close}
        />
      )}
      {chosen?.stoppedBecause && (
        <Confirm
          title={t('publishers.releaseTitle', { name })}
          text={t('publishers.releaseText')}
          action={t('packages.release')}
          onConfirm={async () => {
            await releasePublisher(name)
            toast(t('publishers.released', { name }), 'good')
          }}
          onClose={close}
        />
      )}
      {chosenKey && <KeyDialog publisher={chosenKey.publisher} chosen={chosenKey.key} onClose={closeKey} />}
    </>
  )
}
