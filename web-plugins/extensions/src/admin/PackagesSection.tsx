// In the platform's administration: the uploaded packages. One can be stopped in every world.
import {
  Badge,
  Button,
  Confirm,
  EmptyInline,
  formatCount,
  formatDate,
  Modal,
  SearchInput,
  TextArea,
  useDebounced,
  useForm,
  useFormText,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { DataTable } from '@witverse/sdk/data'
import { useState } from 'react'
import { useOversight, usePackages } from '../api/packages'
import type { StoredPackage } from '../api/types'

/** Installs are counted up to this number. */
const COUNTED = 1_000

export default function PackagesSection() {
  const t = useText('extensions')
  const { language } = useLanguage()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<StoredPackage | null>(null)
  const list = usePackages(useDebounced(typed.trim()))
  const close = () => setChosen(null)
  const columns = [
    {
      id: 'name',
      title: t('packages.plugin'),
      cell: (row: StoredPackage) => (
        <span className="ex-package">
          <strong>{row.name[language]}</strong>
          <small>
            {row.plugin} · {t('manage.version', { version: row.version })}
          </small>
          <PermissionLines row={row} />
          {row.stoppedBecause && (
            <small>
              <Badge tone="bad">{t('packages.isStopped')}</Badge> {row.stoppedBecause}
            </small>
          )}
        </span>
      ),
    },
    {
      id: 'installs',
      title: t('packages.installs'),
      cell: (row: StoredPackage) =>
        row.installs >= COUNTED ? `${formatCount(COUNTED)}+` : formatCount(row.installs),
    },
    {
      id: 'uploaded',
      title: t('packages.uploaded'),
      cell: (row: StoredPackage) => (
        <>
          {formatDate(row.uploadedAt)} <small>{row.uploadedBy ?? t('packages.former')}</small>
        </>
      ),
    },
    {
      id: 'stop',
      title: t('packages.stop'),
      actions: true,
      cell: (row: StoredPackage) => (
        <Button
          variant="quiet"
          size="small"
          {...(!row.stoppedBecause && { className: 'is-bad' })}
          aria-label={t(row.stoppedBecause ? 'packages.releaseThis' : 'packages.stopThis', {
            name: `${row.plugin} ${row.version}`,
          })}
          onClick={() => setChosen(row)}
        >
          {t(row.stoppedBecause ? 'packages.release' : 'packages.stop')}
        </Button>
      ),
    },
  ]
  return (
    <section className="ex-packages" aria-labelledby="packages-title">
      <h2 id="packages-title">{t('packages.title')}</h2>
      <p className="ex-quiet">{t('packages.text')}</p>
      <SearchInput name="search" label={t('packages.search')} value={typed} onValue={setTyped} />
      <DataTable
        list={list}
        columns={columns}
        label={t('packages.title')}
        keyOf={(row) => row.digest}
        empty={<EmptyInline text={t('packages.none')} />}
      />
      {chosen && !chosen.stoppedBecause && <StopDialog row={chosen} onClose={close} />}
      {chosen?.stoppedBecause && <ReleaseDialog row={chosen} onClose={close} />}
    </section>
  )
}

function PermissionLines({ row }: { row: StoredPackage }) {
  const t = useText('extensions')
  const { language } = useLanguage()
  if (row.permissions.length === 0) return null
  return (
    <details>
      <summary>{t('packages.permissions', { count: row.permissions.length })}</summary>
      <ul className="ex-lines">
        {row.permissions.map((line) => (
          <li key={line.key}>{line[language]}</li>
        ))}
      </ul>
    </details>
  )
}

interface DialogProps {
  row: StoredPackage
  onClose: () => void
}

function StopDialog({ row, onClose }: DialogProps) {
  const t = useText('extensions')
  const text = useFormText('extensions')
  const toast = useToast()
  const { stop } = useOversight()
  const name = `${row.plugin} ${row.version}`
  const form = useForm<{ reason: string }, 'packages.reasonRule'>({
    initial: { reason: '' },
    validate: ({ reason }) => ({
      ...(reason.trim().length < 5 && { reason: 'packages.reasonRule' as const }),
    }),
    submit: async ({ reason }) => {
      await stop(row.digest, reason.trim())
      toast(t('packages.stopped', { name }), 'good')
      onClose()
    },
  })
  return (
    <Modal
      open
      onClose={onClose}
      title={t('packages.stopTitle', { name })}
      description={t('packages.stopText')}
    >
      <form ref={form.form} className="wv-form" noValidate onSubmit={form.onSubmit}>
        <TextArea
          {...form.field('reason')}
          label={t('packages.reason')}
          hint={t('packages.reasonHint')}
          maxLength={500}
          error={text(form.errors.reason)}
        />
        <Button type="submit" pending={form.pending}>
          {t('packages.stop')}
        </Button>
      </form>
    </Modal>
  )
}

function ReleaseDialog({ row, onClose }: DialogProps) {
  const t = useText('extensions')
  const toast = useToast()
  const { release } = useOversight()
  const name = `${row.plugin} ${row.version}`
  return (
    <Confirm
      title={t('packages.releaseTitle', { name })}
      text={t('packages.releaseText')}
      action={t('packages.release')}
      onConfirm={async () => {
        await release(row.digest)
        toast(t('packages.released', { name }), 'good')
      }}
      onClose={onClose}
    />
  )
}
