// The form of a notice: title and text in both languages, time of publication.
import {
  Button,
  Modal,
  Segments,
  TextArea,
  TextInput,
  useForm,
  useFormText,
  useText,
  useToast,
} from '@witverse/sdk'
import { FormError } from '../../sign-in/FormError'
import { problemsOf } from '../../validation/rules'
import { type AdminNotice, useNoticeActions } from './api'
import { fromField, toField } from './moments'

const LANGUAGES = ['ko', 'en'] as const
const TITLE_LENGTH = 100
const BODY_LENGTH = 5_000

/** The field names match the server's validation errors. */
const valuesOf = (notice: AdminNotice | null) => ({
  'title.ko': notice?.title.ko ?? '',
  'title.en': notice?.title.en ?? '',
  'body.ko': notice?.body.ko ?? '',
  'body.en': notice?.body.en ?? '',
  when: notice ? 'later' : 'now',
  publishAt: notice ? toField(notice.publishAt) : '',
})

export function NoticeModal({ notice, onClose }: { notice: AdminNotice | null; onClose: () => void }) {
  const t = useText('shell-notices')
  const text = useFormText('shell-notices')
  const toast = useToast()
  const { save } = useNoticeActions()
  const form = useForm({
    initial: valuesOf(notice),
    validate: (values) => {
      const missing = (name: keyof typeof values) => (values[name].trim() === '' ? 'both' : undefined)
      const later = values.when === 'later'
      return problemsOf({
        'title.ko': missing('title.ko'),
        'title.en': missing('title.en'),
        'body.ko': missing('body.ko'),
        'body.en': missing('body.en'),
        publishAt: later && !fromField(values.publishAt) ? 'whenRequired' : undefined,
      })
    },
    submit: async (values) => {
      const publishAt = values.when === 'later' ? fromField(values.publishAt) : null
      const in2 = (part: 'title' | 'body') => ({
        ko: values[`${part}.ko`].trim(),
        en: values[`${part}.en`].trim(),
      })
      const saved = await save({ title: in2('title'), body: in2('body'), publishAt }, notice?.noticeId)
      toast(t(saved.state === 'scheduled' ? 'scheduled' : 'published'), 'good')
      onClose()
    },
  })
  return (
    <Modal
      open
      size="wide"
      onClose={onClose}
      closeOnOutside={false}
      title={t(notice ? 'editTitle' : 'write')}
    >
      <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
        {LANGUAGES.map((language) => (
          <fieldset key={language} className="sh-notice-language" lang={language}>
            <legend>{t(`languages.${language}`)}</legend>
            <TextInput
              {...form.field(`title.${language}`)}
              label={t('noticeTitle')}
              maxLength={TITLE_LENGTH}
              autoComplete="off"
              error={text(form.errors[`title.${language}`])}
            />
            <TextArea
              name={`body.${language}`}
              label={t('body')}
              value={form.values[`body.${language}`]}
              onValue={(value) => form.set(`body.${language}`, value)}
              rows={4}
              maxLength={BODY_LENGTH}
              error={text(form.errors[`body.${language}`])}
            />
          </fieldset>
        ))}
        <Segments
          label={t('when')}
          name="when"
          value={form.values.when}
          onValue={(value) => form.set('when', value)}
          options={(['now', 'later'] as const).map((value) => ({ value, text: t(`whens.${value}`) }))}
        />
        {form.values.when === 'later' && (
          <TextInput
            {...form.field('publishAt')}
            type="datetime-local"
            label={t('publishAt')}
            hint={t('publishHint')}
            error={text(form.errors.publishAt)}
          />
        )}
        <FormError text={text(form.errors.form)} />
        <Button type="submit" wide pending={form.pending}>
          {t(form.values.when === 'now' ? 'publish' : 'schedule')}
        </Button>
      </form>
    </Modal>
  )
}
