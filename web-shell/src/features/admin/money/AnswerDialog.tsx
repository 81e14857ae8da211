// A decision with a written answer. It may require a confirmation of identity.
import { TextArea, useToast } from '@witverse/sdk'
import { atLeast, FormDialog, FormField, messageKeys, useZodForm, z } from '@witverse/sdk/forms'
import type { ReactNode } from 'react'
import { useSudo } from '../../profile/sudo/SudoProvider'
import { useRefreshAdmin } from '../api'

export const ANSWER = { least: 5, most: 500 }
export const answerText = z
  .string()
  .check(z.trim(), atLeast(ANSWER.least, messageKeys<'shell-money'>()('answerShort')))

interface AnswerDialogProps {
  title: string
  text: ReactNode
  label: string
  hint: string
  action: string
  /** The toast after the decision. */
  done: string
  tone?: 'plain' | 'danger'
  onDecide: (answer: string) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

export function AnswerDialog(props: AnswerDialogProps) {
  const { title, text, label, hint, action, done, tone, onDecide, onClose, children } = props
  const toast = useToast()
  const sudo = useSudo()
  const refresh = useRefreshAdmin()
  const form = useZodForm({
    texts: 'shell-money',
    schema: z.object({ answer: answerText }),
    initial: { answer: '' },
    submit: async ({ answer }) => {
      await sudo(() => onDecide(answer))
      toast(done, 'good')
      await refresh()
      onClose()
    },
    // The only field.
    placeField: () => ({ field: 'answer' }),
  })
  return (
    <FormDialog
      form={form}
      holdsText
      title={title}
      text={text}
      action={action}
      {...(tone && { tone })}
      onClose={onClose}
    >
      {children}
      <FormField form={form} name="answer">
        {(field) => <TextArea {...field} label={label} hint={hint} maxLength={ANSWER.most} rows={3} />}
      </FormField>
    </FormDialog>
  )
}
