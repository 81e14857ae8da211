// The report form: reason, description, optional block. Opened with
// `useModal().open('report', { userId, name, subject })`.
import '../people/people.css'
import {
  Button,
  Checkbox,
  Modal,
  type ReportData,
  Select,
  TextArea,
  useApi,
  useCaller,
  useFormText,
  useModal,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import type { ModalProps } from '../../lib/modal-props'
import { useForm } from '../../parts/useForm'
import { REASONS, type Reason, sendReport, useRefreshSafety } from '../safety/api'
import { FormError } from '../sign-in/FormError'
import { problemsOf } from '../validation/rules'

export const REPORT_LENGTH = 500

export function ReportModal({ data, close }: ModalProps) {
  const t = useText('shell-people')
  const text = useFormText('shell-people')
  const reasons = useText('shell-safety')
  const api = useApi()
  const modal = useModal()
  const { status } = useCaller()
  const refresh = useRefreshSafety()
  const [block, setBlock] = useState(true)
  const [sent, setSent] = useState(false)
  const { userId, name, subject, roomId } = data as ReportData
  const form = useForm({
    initial: { reason: '', text: '' },
    validate: (values) =>
      problemsOf({
        reason: values.reason === '' ? 'report.reasonRequired' : undefined,
        text: values.reason === 'other' && values.text.trim() === '' ? 'report.textRequired' : undefined,
      }),
    submit: async (values) => {
      const description = values.text.trim()
      const reason = values.reason as Reason
      await sendReport(api, {
        userId,
        reason,
        block,
        ...(description && { text: description }),
        ...(subject && { subject }),
        ...(roomId && { roomId }),
      })
      setSent(true)
      await refresh()
    },
  })
  if (status === 'visitor') {
    return (
      <Modal open onClose={close} title={t('report.title', { name })} description={t('report.signInFirst')}>
        <Button wide onClick={() => modal.open('sign-in')}>
          {t('signIn.open')}
        </Button>
      </Modal>
    )
  }
  if (sent) {
    return (
      <Modal open onClose={close} title={t('report.thanks')} description={t('report.thanksText')}>
        <div className="wv-form">
          {block && <p className="pp-note">{t('report.blockedToo', { name })}</p>}
          <Button wide onClick={close}>
            {t('report.done')}
          </Button>
        </div>
      </Modal>
    )
  }
  const options = [
    { value: '', text: t('report.choose') },
    ...REASONS.map((reason) => ({ value: reason, text: reasons(`reasons.${reason}`) })),
  ]
  return (
    <Modal
      open
      onClose={close}
      closeOnOutside={false}
      title={t('report.title', { name })}
      description={roomId ? `${t('report.text')} ${t('report.room')}` : t('report.text')}
    >
      <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
        <Select
          name="reason"
          label={t('report.reason')}
          value={form.values.reason}
          onValue={(value) => form.set('reason', value)}
          options={options}
          error={text(form.errors.reason)}
        />
        <TextArea
          name="text"
          label={t('report.words')}
          value={form.values.text}
          onValue={(value) => form.set('text', value)}
          hint={t('report.left', { count: REPORT_LENGTH - form.values.text.length })}
          maxLength={REPORT_LENGTH}
          rows={4}
          error={text(form.errors.text)}
        />
        <Checkbox
          name="block"
          label={t('report.block')}
          hint={t('report.blockHint')}
          checked={block}
          onChecked={setBlock}
        />
        <FormError text={text(form.errors.form)} />
        <Button type="submit" wide pending={form.pending}>
          {t('report.send')}
        </Button>
      </form>
    </Modal>
  )
}
