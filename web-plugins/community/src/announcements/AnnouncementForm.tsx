// The form of an announcement: title and text in both languages.
import { Card, TextArea, TextInput, useText } from '@witverse/sdk'
import {
  bilingual,
  Form,
  FormError,
  FormField,
  messageKeys,
  SubmitButton,
  useZodForm,
  z,
} from '@witverse/sdk/forms'
import type { AnnouncementTexts } from '../api/announcements'

export const TITLE_MAX = 100
export const CONTENT_MAX = 5_000

const LANGUAGES = [
  { language: 'ko', name: '한국어', labels: ['announcements.titleKo', 'announcements.contentKo'] },
  { language: 'en', name: 'English', labels: ['announcements.titleEn', 'announcements.contentEn'] },
] as const

const key = messageKeys<'community'>()
const TEXTS = bilingual(key('announcements.required'))
const SCHEMA = z.object({ title: TEXTS, content: TEXTS })
const EMPTY = { title: { ko: '', en: '' }, content: { ko: '', en: '' } }

interface AnnouncementFormProps {
  texts?: AnnouncementTexts
  action: string
  onSubmit: (texts: AnnouncementTexts) => Promise<void>
}

export function AnnouncementForm({ texts, action, onSubmit }: AnnouncementFormProps) {
  const t = useText('community')
  const { title, content } = texts ?? EMPTY
  const form = useZodForm({
    texts: 'community',
    schema: SCHEMA,
    initial: { title: { ...title }, content: { ...content } },
    submit: onSubmit,
  })
  return (
    <Card>
      <Form form={form} className="cm-announce">
        <p className="cm-announce-hint">{t('announcements.both')}</p>
        {LANGUAGES.map(({ language, name, labels }) => (
          <fieldset key={language}>
            <legend lang={language}>{name}</legend>
            <FormField form={form} name={`title.${language}`}>
              {(field) => <TextInput {...field} label={t(labels[0])} maxLength={TITLE_MAX} />}
            </FormField>
            <FormField form={form} name={`content.${language}`}>
              {(field) => <TextArea {...field} label={t(labels[1])} maxLength={CONTENT_MAX} rows={8} />}
            </FormField>
          </fieldset>
        ))}
        <FormError form={form} />
        <SubmitButton form={form}>{action}</SubmitButton>
      </Form>
    </Card>
  )
}
