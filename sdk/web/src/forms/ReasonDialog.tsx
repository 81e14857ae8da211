// A decision with its reason, a text of its own field in a dialog.
import type { ReactNode } from 'react'
import { TextArea } from '../ui/TextInput'
import { FormDialog } from './FormDialog'
import { FormField } from './FormField'
import { atLeast, messageKeys } from './rules'
import * as z from './schema'
import { useZodForm } from './useZodForm'

interface ReasonDialogProps {
  title: string
  text: ReactNode
  /** The name of the field. */
  label: string
  hint?: ReactNode
  /** The text of the submit button. */
  action: string
  tone?: 'plain' | 'danger'
  /** The number of characters that the reason has at least and at most. */
  least?: number
  most?: number
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
  /** Fields above that of the reason. */
  children?: ReactNode
}

const key = messageKeys<'kit-forms'>()

/** A reason of at least `least` characters. */
export const reasonText = (least: number) =>
  z.string().check(z.trim(), atLeast(least, least > 1 ? key('reasonShort', { min: least }) : key('required')))

export function ReasonDialog(props: ReasonDialogProps) {
  const { label, hint, least = 1, most = 500, onConfirm, children, ...dialog } = props
  const form = useZodForm({
    texts: 'kit-forms',
    schema: z.object({ reason: reasonText(least) }),
    initial: { reason: '' },
    submit: async ({ reason }) => {
      await onConfirm(reason)
      dialog.onClose()
    },
    // The only field.
    placeField: () => ({ field: 'reason' }),
  })
  return (
    <FormDialog form={form} holdsText {...dialog}>
      {children}
      <FormField form={form} name="reason">
        {(field) => <TextArea {...field} label={label} hint={hint} maxLength={most} rows={3} />}
      </FormField>
    </FormDialog>
  )
}
