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
  useText,
  useToast,
} from '@witverse/sdk'
import { DataTable } from '@witverse/sdk/data'
import {
  Form,
  FormError,
  FormField,
  messageKeys,
  requiredText,
  SubmitButton,
  useZodForm,
  z,
} from '@witverse/sdk/forms'
import { useState } from 'react'
import { Section } from '../../parts/Section'
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

const NEW_WORD = z.object({
  word: requiredText(messageKeys<'shell-operators'>()('words.required')),
  kind: z.string(),
})

function NewWordForm() {
  const t = useText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const refresh = useRefreshAdmin()
  const form = useZodForm({
    texts: 'shell-operators',
    schema: NEW_WORD,
    initial: { word: '', kind: 'part' },
    submit: async ({ word, kind }) => {
      const added = word.toLowerCase()
      await addWord(api, { word: added, kind: kind === 'exact' ? 'exact' : 'part' })
      form.reset()
      toast(t('words.added', { word: added }), 'good')
      await refresh()
    },
    placeError: (error) =>
      error.code === 'word_exists' ? { field: 'word', text: error.language ?? 'words.exists' } : null,
  })
  return (
    <Form form={form}>
      <div className="pt-toolbar">
        <FormField form={form} name="word">
          {(field) => (
            <TextInput
              {...field}
              label={t('words.new')}
              maxLength={MOST}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </FormField>
        <FormField form={form} name="kind">
          {(field) => (
            <Select
              {...field}
              label={t('words.kind')}
              options={(['part', 'exact'] as const).map((kind) => ({
                value: kind,
                text: t(`words.${kind}`),
              }))}
            />
          )}
        </FormField>
        <SubmitButton form={form}>{t('words.add')}</SubmitButton>
      </div>
      <FormError form={form} />
    </Form>
  )
}
