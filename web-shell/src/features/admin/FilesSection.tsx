// Files that nobody may share, by their SHA-256.
import {
  Button,
  EmptyInline,
  formatMoment,
  lengthOf,
  Modal,
  TextArea,
  TextInput,
  useApi,
  useFormText,
  useText,
  useToast,
} from '@witverse/sdk'
import { DataTable } from '@witverse/sdk/data'
import { FileButton } from '@witverse/sdk/files'
import { useState } from 'react'
import { Section } from '../../parts/Section'
import { useForm } from '../../parts/useForm'
import { REASON_LENGTH } from '../moderation/measures'
import { FormError } from '../sign-in/FormError'
import { problemsOf } from '../validation/rules'
import { allowFile, type ForbiddenFile, forbidFile, useForbiddenFiles, useRefreshAdmin } from './api'
import { digestOf, isDigest } from './digests'

export function FilesSection() {
  const t = useText('shell-operators')
  const [removing, setRemoving] = useState<string | null>(null)
  const list = useForbiddenFiles()
  const columns = [
    {
      id: 'digest',
      title: t('files.digest'),
      cell: (row: ForbiddenFile) => <code className="ad-digest">{row.digest}</code>,
    },
    { id: 'reason', title: t('files.reason'), cell: (row: ForbiddenFile) => row.reason },
    { id: 'by', title: t('files.by'), cell: (row: ForbiddenFile) => row.addedBy?.nickname ?? '' },
    { id: 'at', title: t('files.at'), cell: (row: ForbiddenFile) => formatMoment(row.addedAt) },
    {
      id: 'remove',
      title: t('files.remove'),
      actions: true,
      cell: (row: ForbiddenFile) => (
        <Button
          variant="quiet"
          size="small"
          className="is-bad"
          aria-label={t('files.removeThis', { digest: row.digest.slice(0, 12) })}
          onClick={() => setRemoving(row.digest)}
        >
          {t('files.remove')}
        </Button>
      ),
    },
  ]
  return (
    <Section title={t('files.title')} text={t('files.text')}>
      <NewFileForm />
      <DataTable
        list={list}
        columns={columns}
        label={t('files.title')}
        keyOf={(row) => row.digest}
        empty={<EmptyInline text={t('files.none')} />}
      />
      {removing !== null && <RemoveDialog digest={removing} onClose={() => setRemoving(null)} />}
    </Section>
  )
}

/** The SHA-256 is typed, or computed in the browser from a chosen file, which is not sent. */
function NewFileForm() {
  const t = useText('shell-operators')
  const text = useFormText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const refresh = useRefreshAdmin()
  const form = useForm({
    initial: { digest: '', reason: '' },
    validate: (values) =>
      problemsOf({
        digest: isDigest(values.digest) ? undefined : 'files.wrong',
        reason: isLongEnough(values.reason) ? undefined : 'decision.reasonShort',
      }),
    submit: async ({ digest, reason }) => {
      await forbidFile(api, { digest: digest.trim().toLowerCase(), reason: reason.trim() })
      form.reset()
      toast(t('files.added'), 'good')
      await refresh()
    },
    placeError: (error) =>
      error.code === 'forbidden_file_exists'
        ? { field: 'digest', text: error.language ?? 'files.exists' }
        : null,
  })
  const choose = async (file: File) => form.set('digest', await digestOf(file))
  return (
    <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
      <TextInput
        {...form.field('digest')}
        label={t('files.digest')}
        hint={t('files.digestHint')}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={text(form.errors.digest)}
      />
      <FileButton accept="" hint={t('files.chooseHint')} onFiles={([file]) => file && void choose(file)}>
        {t('files.choose')}
      </FileButton>
      <TextInput
        {...form.field('reason')}
        label={t('files.reason')}
        hint={t('files.reasonHint')}
        maxLength={REASON_LENGTH.most}
        autoComplete="off"
        error={text(form.errors.reason)}
      />
      <FormError text={text(form.errors.form)} />
      <div className="wv-actions">
        <Button type="submit" pending={form.pending}>
          {t('files.add')}
        </Button>
      </div>
    </form>
  )
}

function RemoveDialog({ digest, onClose }: { digest: string; onClose: () => void }) {
  const t = useText('shell-operators')
  const text = useFormText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const refresh = useRefreshAdmin()
  const form = useForm({
    initial: { why: '' },
    validate: (values) => problemsOf({ why: isLongEnough(values.why) ? undefined : 'decision.reasonShort' }),
    submit: async ({ why }) => {
      await allowFile(api, digest, why.trim())
      toast(t('files.removed'), 'good')
      await refresh()
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('files.removeTitle')} description={t('files.removeText')}>
      <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
        <TextArea
          {...form.field('why')}
          label={t('files.reason')}
          maxLength={REASON_LENGTH.most}
          rows={3}
          error={text(form.errors.why)}
        />
        <FormError text={text(form.errors.form)} />
        <Button type="submit" wide pending={form.pending} className="is-danger">
          {t('files.remove')}
        </Button>
      </form>
    </Modal>
  )
}

const isLongEnough = (reason: string) => lengthOf(reason.trim()) >= REASON_LENGTH.least
