// The form of a reason.
import { TextArea, useText } from '@witverse/sdk'
import { FormDialog, FormField, messageKeys, requiredText, useZodForm, z } from '@witverse/sdk/forms'

const SCHEMA = z.object({ reason: requiredText(messageKeys<'events'>()('required')) })

interface ReasonDialogProps {
  /** Also the text of the button. */
  title: string
  text: string
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}

export default function ReasonForm({ title, text, onConfirm, onClose }: ReasonDialogProps) {
  const t = useText('events')
  const form = useZodForm({
    texts: 'events',
    schema: SCHEMA,
    initial: { reason: '' },
    submit: async ({ reason }) => {
      await onConfirm(reason)
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={title} text={text} action={title} tone="danger" onClose={onClose}>
      <FormField form={form} name="reason">
        {(field) => <TextArea {...field} label={t('request.why')} maxLength={300} rows={3} />}
      </FormField>
    </FormDialog>
  )
}
