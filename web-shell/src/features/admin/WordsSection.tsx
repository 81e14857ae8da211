// Words that are not allowed in names.
import {
  Button,
  Confirm,
  EmptyInline,
  SearchInput,
  Select,
  TextInput,
  useApi,
  useDebounced,
  useFormText,
  useText,
  useToast,
} from '@witverse/sdk'
import { DataTable } from '@witverse/sdk/data'
import { useState } from 'react'
import { Section } from '../../parts/Section'
import { useForm } from '../../parts/useForm'
import { FormError } from '../sign-in/FormError'
import { problemsOf } from '../validation/rules'
import { addWord, removeWord, useRefreshAdmin, useWords, type Word } from './api'

const MOST = 30

export function WordsSection() {
  const t = useText('shell-operators')
  const api = useApi()
  const refresh = useRefreshAdmin()
  const [typed, setTyped] = useState('')
  const [removing, setRemoving] = useState<string | null>(null)
  const search = useDebounced(typed.trim())
  const list = useWords(search)
  const columns = [
    { id: 'word', title: t('words.word'), cell: (row: Word) => <strong>{row.word}</strong> },
    { id: 'kind', title: t('words.kind'), cell: (row: Word) => t(`words.${row.kind}`) },
    {
      id: 'remove',
      title: t('words.remove'),
      actions: true,
      cell: (row: Word) => (
        <Button
          variant="quiet"
          size="small"
          className="is-bad"
          aria-label={t('words.removeThis', { word: row.word })}
          onClick={() => setRemoving(row.word)}
        >
          {t('words.remove')}
        </Button>
      ),
    },
  ]
  return (
    <Section title={t('words.title')} text={t('words.text')}>
      <NewWordForm />
      <SearchInput name="search" label={t('words.search')} value={typed} onValue={setTyped} />
      <DataTable
        list={list}
        columns={columns}
        label={t('words.title')}
        keyOf={(row) => row.word}
        empty={<EmptyInline text={t('words.none')} />}
      />
      {removing !== null && (
        <Confirm
          title={t('words.removeThis', { word: removing })}
          text={t('words.removeText')}
          action={t('words.remove')}
          tone="danger"
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            await removeWord(api, removing)
            await refresh()
          }}
        />
      )}
    </Section>
  )
}

function NewWordForm() {
  const t = useText('shell-operators')
  const text = useFormText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const refresh = useRefreshAdmin()
  const form = useForm({
    initial: { word: '', kind: 'part' },
    validate: (values) => problemsOf({ word: values.word.trim() === '' ? 'words.required' : undefined }),
    submit: async ({ word, kind }) => {
      const added = word.trim().toLowerCase()
      await addWord(api, { word: added, kind: kind === 'exact' ? 'exact' : 'part' })
      form.reset()
      toast(t('words.added', { word: added }), 'good')
      await refresh()
    },
    placeError: (error) =>
      error.code === 'word_exists' ? { field: 'word', text: error.language ?? 'words.exists' } : null,
  })
  return (
    <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
      <div className="pt-toolbar">
        <TextInput
          {...form.field('word')}
          label={t('words.new')}
          maxLength={MOST}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={text(form.errors.word)}
        />
        <Select
          name="kind"
          label={t('words.kind')}
          value={form.values.kind}
          onValue={(value) => form.set('kind', value)}
          options={(['part', 'exact'] as const).map((kind) => ({ value: kind, text: t(`words.${kind}`) }))}
        />
        <Button type="submit" pending={form.pending}>
          {t('words.add')}
        </Button>
      </div>
      <FormError text={text(form.errors.form)} />
    </form>
  )
}
