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
  useModal,
  useText,
} from '@witverse/sdk'
import { Form, FormError, FormField, messageKeys, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { useState } from 'react'
import type { ModalProps } from '../../lib/modal-props'
import { REASONS, type Reason, sendReport, useRefreshSafety } from '../safety/api'

export const REPORT_LENGTH = 500

const key = messageKeys<'shell-people'>()
const REPORT = z
  .object({
    reason: z.string().check(z.minLength(1, key('report.reasonRequired'))),
    text: z.string().check(z.trim()),
  })
  .check(
    z.refine(({ reason, text }) => reason !== 'other' || text !== '', {
      path: ['text'],
      error: key('report.textRequired'),
    }),
  )

export function ReportModal({ data, close }: ModalProps) {
  const t = useText('shell-people')
  const reasons = useText('shell-safety')
  const api = useApi()
  const modal = useModal()
  const { status } = useCaller()
  const refresh = useRefreshSafety()
  const [block, setBlock] = useState(true)
  const [sent, setSent] = useState(false)
  const { userId, name, subject, roomId } = data as ReportData
  const form = useZodForm({
    texts: 'shell-people',
    schema: REPORT,
    initial: { reason: '', text: '' },
    submit: async ({ reason, text }) => {
      await sendReport(api, {
        userId,
        reason: reason as Reason,
        block,
        ...(text && { text }),
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
          {block && <p className="wv-note">{t('report.blockedToo', { name })}</p>}
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
      <Form form={form}>
        <FormField form={form} name="reason">
          {(field) => <Select {...field} label={t('report.reason')} options={options} />}
        </FormField>
        <FormField form={form} name="text">
          {(field) => (
            <TextArea
              {...field}
              label={t('report.words')}
              hint={t('report.left', { count: REPORT_LENGTH - field.value.length })}
              maxLength={REPORT_LENGTH}
              rows={4}
            />
          )}
        </FormField>
        <Checkbox
          name="block"
          label={t('report.block')}
          hint={t('report.blockHint')}
          checked={block}
          onChecked={setBlock}
        />
        <FormError form={form} />
        <SubmitButton form={form} wide>
          {t('report.send')}
        </SubmitButton>
      </Form>
    </Modal>
  )
}
