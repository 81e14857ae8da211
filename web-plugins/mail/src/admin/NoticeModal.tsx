// The form of a notice: title and text in both languages, time of publication.

import { Segments, TextArea, TextInput, useText, useToast } from '@witverse/sdk'
import { bilingual, FormDialog, FormField, messageKeys, useZodForm, z } from '@witverse/sdk/forms'
import { DateTimeInput, toKst } from '@witverse/sdk/pickers'
import { useNoticeActions, type WrittenNotice } from '../api/written-notices'

const LANGUAGES = ['ko', 'en'] as const
const TITLE_LENGTH = 100
const BODY_LENGTH = 5_000

const key = messageKeys<'mail'>()
const TEXTS = bilingual(key('admin.both'))
const SCHEMA = z.object({ title: TEXTS, body: TEXTS, when: z.string(), publishAt: z.string() }).check(
  z.refine(({ when, publishAt }) => when === 'now' || toKst(publishAt) !== null, {
    error: key('admin.whenRequired'),
    path: ['publishAt'],
  }),
)

const valuesOf = (notice: WrittenNotice | null) => ({
  title: { ko: notice?.title.ko ?? '', en: notice?.title.en ?? '' },
  body: { ko: notice?.body.ko ?? '', en: notice?.body.en ?? '' },
  when: notice ? 'later' : 'now',
  publishAt: notice?.publishAt ?? '',
})

export function NoticeModal({ notice, onClose }: { notice: WrittenNotice | null; onClose: () => void }) {
  const t = useText('mail')
  const toast = useToast()
  const { save } = useNoticeActions()
  const form = useZodForm({
    texts: 'mail',
    schema: SCHEMA,
    initial: valuesOf(notice),
    submit: async ({ title, body, when, publishAt }) => {
      const at = when === 'later' ? publishAt : null
      const saved = await save({ title, body, publishAt: at }, notice?.noticeId)
      toast(t(saved.state === 'scheduled' ? 'admin.scheduled' : 'admin.published'), 'good')
      onClose()
    },
  })
  const when = form.state.watch('when')
  return (
    <FormDialog
      form={form}
      size="wide"
      holdsText
      title={t(notice ? 'admin.editTitle' : 'admin.write')}
      action={t(when === 'now' ? 'admin.publish' : 'admin.schedule')}
      onClose={onClose}
    >
      {LANGUAGES.map((language) => (
        <fieldset key={language} className="ml-language" lang={language}>
          <legend>{t(`admin.languages.${language}`)}</legend>
          <FormField form={form} name={`title.${language}`}>
            {(field) => (
              <TextInput
                {...field}
                label={t('admin.noticeTitle')}
                maxLength={TITLE_LENGTH}
                autoComplete="off"
              />
            )}
          </FormField>
          <FormField form={form} name={`body.${language}`}>
            {(field) => <TextArea {...field} label={t('admin.body')} rows={4} maxLength={BODY_LENGTH} />}
          </FormField>
        </fieldset>
      ))}
      <FormField form={form} name="when">
        {({ name, value, onValue }) => (
          <Segments
            name={name}
            value={value}
            onValue={onValue}
            label={t('admin.when')}
            options={(['now', 'later'] as const).map((one) => ({
              value: one,
              text: t(`admin.whens.${one}`),
            }))}
          />
        )}
      </FormField>
      {when === 'later' && (
        <FormField form={form} name="publishAt">
          {(field) => (
            <DateTimeInput
              {...field}
              label={t('admin.publishAt')}
              hint={t('admin.publishHint')}
              defaultTime="09:00"
            />
          )}
        </FormField>
      )}
    </FormDialog>
  )
}
