// The form of an announcement: title and text in both languages.
import { Button, Card, TextArea, TextInput, useForm, useFormText, useText } from '@witverse/sdk'
import type { AnnouncementTexts } from '../api/announcements'

export const TITLE_MAX = 100
export const CONTENT_MAX = 5_000

const FIELDS = ['title.ko', 'title.en', 'content.ko', 'content.en'] as const
type Field = (typeof FIELDS)[number]
type Values = Record<Field, string>

const KEYS = {
  'title.ko': 'announcements.titleKo',
  'title.en': 'announcements.titleEn',
  'content.ko': 'announcements.contentKo',
  'content.en': 'announcements.contentEn',
} as const

interface AnnouncementFormProps {
  texts?: AnnouncementTexts
  action: string
  onSubmit: (texts: AnnouncementTexts) => Promise<void>
}

export function AnnouncementForm({ texts, action, onSubmit }: AnnouncementFormProps) {
  const t = useText('community')
  const text = useFormText('community')
  const initial: Values = {
    'title.ko': texts?.title.ko ?? '',
    'title.en': texts?.title.en ?? '',
    'content.ko': texts?.content.ko ?? '',
    'content.en': texts?.content.en ?? '',
  }
  const form = useForm<Values, 'announcements.required'>({
    initial,
    validate: (values) =>
      Object.fromEntries(
        FIELDS.map((field) => [field, values[field].trim() === '' ? 'announcements.required' : undefined]),
      ),
    submit: (values) =>
      onSubmit({
        title: { ko: values['title.ko'], en: values['title.en'] },
        content: { ko: values['content.ko'], en: values['content.en'] },
      }),
  })
  const field = (name: Field) => ({
    ...form.field(name),
    label: t(KEYS[name]),
    error: text(form.errors[name]),
  })
  return (
    <Card>
      <form ref={form.form} className="wv-form cm-announce" noValidate onSubmit={form.onSubmit}>
        <p className="cm-announce-hint">{t('announcements.both')}</p>
        <fieldset>
          <legend lang="ko">한국어</legend>
          <TextInput {...field('title.ko')} maxLength={TITLE_MAX} />
          <TextArea {...field('content.ko')} maxLength={CONTENT_MAX} rows={8} />
        </fieldset>
        <fieldset>
          <legend lang="en">English</legend>
          <TextInput {...field('title.en')} maxLength={TITLE_MAX} />
          <TextArea {...field('content.en')} maxLength={CONTENT_MAX} rows={8} />
        </fieldset>
        {form.errors.form !== undefined && (
          <p className="wv-field-note is-error" role="alert">
            {text(form.errors.form)}
          </p>
        )}
        <Button type="submit" pending={form.pending}>
          {action}
        </Button>
      </form>
    </Card>
  )
}
