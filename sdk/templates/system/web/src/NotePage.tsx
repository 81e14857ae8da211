// `/{{id}}`: the caller's note, and its form.
import {
  Button,
  Card,
  EmptyState,
  Loaded,
  MemberGate,
  Page,
  PageHead,
  TextArea,
  useText,
  useToast,
} from '@witverse/sdk'
import { atMost, Form, FormField, messageKeys, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { useState } from 'react'
import { type Note, useNote, useSaveNote } from './api'

/** As in `src/note.rs`. */
const MAX_LETTERS = 2_000
const key = messageKeys<'{{id}}'>()
const schema = z.object({ text: z.string().check(atMost(MAX_LETTERS, key('tooLong'))) })

export default function NotePage() {
  const t = useText('{{id}}')
  return (
    <MemberGate title={t('title')} visitor={{ title: t('visitor.title'), text: t('visitor.text') }}>
      <MyNote />
    </MemberGate>
  )
}

function MyNote() {
  const t = useText('{{id}}')
  const note = useNote()
  const [editing, setEditing] = useState(false)
  return (
    <Loaded query={note} title={t('title')}>
      {(data) =>
        editing ? (
          <NoteForm note={data} onDone={() => setEditing(false)} />
        ) : (
          <ShownNote note={data} onEdit={() => setEditing(true)} />
        )
      }
    </Loaded>
  )
}

function ShownNote({ note, onEdit }: { note: Note; onEdit: () => void }) {
  const t = useText('{{id}}')
  if (note.text === '') {
    const action = <Button onClick={onEdit}>{t('write')}</Button>
    return (
      <Page title={t('title')}>
        <EmptyState level={1} title={t('empty.title')} text={t('empty.text')} action={action} />
      </Page>
    )
  }
  return (
    <Page title={t('title')} width="narrow" className="note-page">
      <PageHead title={t('title')} />
      <Card>
        <p className="note-text">{note.text}</p>
      </Card>
      <div>
        <Button variant="secondary" onClick={onEdit}>
          {t('edit')}
        </Button>
      </div>
    </Page>
  )
}

function NoteForm({ note, onDone }: { note: Note; onDone: () => void }) {
  const t = useText('{{id}}')
  const toast = useToast()
  const save = useSaveNote()
  const form = useZodForm({
    texts: '{{id}}',
    schema,
    initial: { text: note.text },
    submit: async (changed) => {
      await save(changed)
      toast(t('saved'), 'good')
      onDone()
    },
  })
  return (
    <Page title={t('title')} width="narrow" className="note-page">
      <PageHead title={t('title')} />
      <Form form={form}>
        <FormField form={form} name="text">
          {(field) => <TextArea {...field} label={t('label')} hint={t('hint')} rows={10} />}
        </FormField>
        <div className="wv-actions">
          <SubmitButton form={form}>{t('save')}</SubmitButton>
          <Button variant="secondary" onClick={onDone}>
            {t('cancel')}
          </Button>
        </div>
      </Form>
    </Page>
  )
}
