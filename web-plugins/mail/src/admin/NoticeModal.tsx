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
import { useNoticeActions, type WrittenNotice } from '../api/written-notices'
import { fromField, toField } from './moments'

const LANGUAGES = ['ko', 'en'] as const
const TITLE_LENGTH = 100
const BODY_LENGTH = 5_000

/** The field names match the server's validation errors. */
const valuesOf = (notice: WrittenNotice | null) => ({
  'title.ko': notice?.title.ko ?? '',
  'title.en': notice?.title.en ?? '',
  'body.ko': notice?.body.ko ?? '',
  'body.en': notice?.body.en ?? '',
  when: notice ? 'later' : 'now',
  publishAt: notice ? toField(notice.publishAt) : '',
})

export function NoticeModal({ notice, onClose }: { notice: WrittenNotice | null; onClose: () => void }) {
  const t = useText('mail')
  const text = useFormText('mail')
  const toast = useToast()
  const { save } = useNoticeActions()
  const form = useForm({
    initial: valuesOf(notice),
    validate: (values) => {
      const missing = (name: keyof typeof values) => (values[name].trim() === '' ? 'admin.both' : undefined)
      const later = values.when === 'later'
      return {
        'title.ko': missing('title.ko'),
        'title.en': missing('title.en'),
        'body.ko': missing('body.ko'),
        'body.en': missing('body.en'),
        publishAt: later && !fromField(values.publishAt) ? 'admin.whenRequired' : undefined,
      }
    },
    submit: async (values) => {
      const publishAt = values.when === 'later' ? fromField(values.publishAt) : null
      const in2 = (part: 'title' | 'body') => ({
        ko: values[`${part}.ko`].trim(),
        en: values[`${part}.en`].trim(),
      })
      const saved = await save({ title: in2('title'), body: in2('body'), publishAt }, notice?.noticeId)
      toast(t(saved.state === 'scheduled' ? 'admin.scheduled' : 'admin.published'), 'good')
      onClose()
    },
  })
  return (
    <Modal
      open
      size="wide"
      onClose={onClose}
      closeOnOutside={false}
      title={t(notice ? 'admin.editTitle' : 'admin.write')}
    >
      <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
        {LANGUAGES.map((language) => (
          <fieldset key={language} className="ml-language" lang={language}>
            <legend>{t(`admin.languages.${language}`)}</legend>
            <TextInput
              {...form.field(`title.${language}`)}
              label={t('admin.noticeTitle')}
              maxLength={TITLE_LENGTH}
              autoComplete="off"
              error={text(form.errors[`title.${language}`])}
            />
            <TextArea
              name={`body.${language}`}
              label={t('admin.body')}
              value={form.values[`body.${language}`]}
              onValue={(value) => form.set(`body.${language}`, value)}
              rows={4}
              maxLength={BODY_LENGTH}
              error={text(form.errors[`body.${language}`])}
            />
          </fieldset>
        ))}
        <Segments
          label={t('admin.when')}
          name="when"
          value={form.values.when}
          onValue={(value) => form.set('when', value)}
          options={(['now', 'later'] as const).map((value) => ({ value, text: t(`admin.whens.${value}`) }))}
        />
        {form.values.when === 'later' && (
          <TextInput
            {...form.field('publishAt')}
            type="datetime-local"
            label={t('admin.publishAt')}
            hint={t('admin.publishHint')}
            error={text(form.errors.publishAt)}
          />
        )}
        {form.errors.form && (
          <p className="wv-form-error" role="alert">
            {text(form.errors.form)}
          </p>
        )}
        <Button type="submit" wide pending={form.pending}>
          {t(form.values.when === 'now' ? 'admin.publish' : 'admin.schedule')}
        </Button>
      </form>
    </Modal>
  )
}
