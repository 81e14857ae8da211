// A question that is answered with a short text.
import { TextArea } from '@witverse/sdk'
import { FormDialog, FormField, requiredText, useZodForm, z } from '@witverse/sdk/forms'
import type { HideDialogProps } from './dialog-props'

const TEXT_MAX = 200

interface TextDialogProps extends HideDialogProps {
  text: string
  action: string
  /** Label and name of the text field. */
  label: string
  name: string
  required?: boolean
}

export default function TextDialog({
  title,
  text,
  action,
  label,
  name,
  required,
  onConfirm,
  onClose,
}: TextDialogProps) {
  const form = useZodForm({
    texts: 'community',
    schema: z.object({ answer: required ? requiredText() : z.string() }),
    initial: { answer: '' },
    submit: async ({ answer }) => {
      await onConfirm(answer)
      onClose()
    },
    // The only field.
    placeField: () => ({ field: 'answer' }),
  })
  return (
    <FormDialog form={form} title={title} text={text} action={action} onClose={onClose}>
      <FormField form={form} name="answer">
        {(field) => <TextArea {...field} label={label} name={name} rows={3} maxLength={TEXT_MAX} />}
      </FormField>
    </FormDialog>
  )
}
