import { CodeInput, SearchInput, TextArea, TextInput, useText } from '@witverse/sdk'
import { useState } from 'react'
import { Demo } from '../Demo'

export function FieldsPage() {
  const t = useText('shell-gallery')
  const [values, setValues] = useState<Record<string, string>>({
    wrong: 'mina@',
    name: 'mina_01',
    secret: 'Lamp!2026',
  })
  const field = (name: string) => ({
    name,
    value: values[name] ?? '',
    onValue: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  })
  return (
    <>
      <Demo title={t('states.normal')} layout="grid">
        <TextInput {...field('email')} type="email" label={t('fields.email')} hint={t('common.hint')} />
        <TextInput {...field('secret')} type="password" label={t('fields.password')} autoComplete="off" />
        <SearchInput {...field('search')} label={t('fields.search')} />
        <TextInput {...field('name')} label={t('common.name')} lead="@" good={t('fields.good')} />
        <TextArea {...field('message')} label={t('fields.message')} rows={3} />
        <CodeInput {...field('code')} label={t('fields.search')} />
      </Demo>
      <Demo title={t('states.error')} layout="grid">
        <TextInput {...field('wrong')} label={t('fields.email')} error={t('fields.wrong')} />
        <TextArea {...field('text')} label={t('fields.message')} error={t('form.nameMissing')} />
      </Demo>
      <Demo title={t('states.disabled')} layout="grid">
        <TextInput {...field('locked')} label={t('common.name')} placeholder="mina" disabled />
      </Demo>
      <Demo title={t('states.long')}>
        <TextInput {...field('long')} label={t('common.longLabel')} hint={t('common.longText')} />
      </Demo>
    </>
  )
}
