// Files that nobody may share, by their SHA-256.
import {
  Button,
  EmptyInline,
  formatMoment,
  Modal,
  TextArea,
  TextInput,
  useApi,
  useText,
  useToast,
} from '@witverse/sdk'
import { DataTable } from '@witverse/sdk/data'
import { FileButton } from '@witverse/sdk/files'
import { Form, FormError, FormField, messageKeys, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { useState } from 'react'
import { Section } from '../../parts/Section'
import { REASON_LENGTH } from '../moderation/measures'
import { reasonText } from '../moderation/reason'
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

const NEW_FILE = z.object({
  digest: z.string().check(z.trim(), z.refine(isDigest, messageKeys<'shell-operators'>()('files.wrong'))),
  reason: reasonText,
})

/** The SHA-256 is typed, or computed in the browser from a chosen file, which is not sent. */
function NewFileForm() {
  const t = useText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const refresh = useRefreshAdmin()
  const form = useZodForm({
    texts: 'shell-operators',
    schema: NEW_FILE,
    initial: { digest: '', reason: '' },
    submit: async ({ digest, reason }) => {
      await forbidFile(api, { digest: digest.toLowerCase(), reason })
      form.reset()
      toast(t('files.added'), 'good')
      await refresh()
    },
    placeError: (error) =>
      error.code === 'forbidden_file_exists'
        ? { field: 'digest', text: error.language ?? 'files.exists' }
        : null,
  })
  const choose = async (file: File) =>
    form.state.setValue('digest', await digestOf(file), { shouldValidate: true })
  return (
    <Form form={form}>
      <FormField form={form} name="digest">
        {(field) => (
          <TextInput
            {...field}
            label={t('files.digest')}
            hint={t('files.digestHint')}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </FormField>
      <FileButton accept="" hint={t('files.chooseHint')} onFiles={([file]) => file && void choose(file)}>
        {t('files.choose')}
      </FileButton>
      <FormField form={form} name="reason">
        {(field) => (
          <TextInput
            {...field}
            label={t('files.reason')}
            hint={t('files.reasonHint')}
            maxLength={REASON_LENGTH.most}
            autoComplete="off"
          />
        )}
      </FormField>
      <FormError form={form} />
      <div className="wv-actions">
        <SubmitButton form={form}>{t('files.add')}</SubmitButton>
      </div>
    </Form>
  )
}

function RemoveDialog({ digest, onClose }: { digest: string; onClose: () => void }) {
  const t = useText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const refresh = useRefreshAdmin()
  const form = useZodForm({
    texts: 'shell-operators',
    schema: z.object({ why: reasonText }),
    initial: { why: '' },
    submit: async ({ why }) => {
      await allowFile(api, digest, why)
      toast(t('files.removed'), 'good')
      await refresh()
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('files.removeTitle')} description={t('files.removeText')}>
      <Form form={form}>
        <FormField form={form} name="why">
          {(field) => (
            <TextArea {...field} label={t('files.reason')} maxLength={REASON_LENGTH.most} rows={3} />
          )}
        </FormField>
        <FormError form={form} />
        <SubmitButton form={form} wide className="is-danger">
          {t('files.remove')}
        </SubmitButton>
      </Form>
    </Modal>
  )
}
