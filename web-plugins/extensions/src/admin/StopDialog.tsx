// Asks for the reason of a stop, which operators of worlds read.
import { lengthOf, TextArea, useText } from '@witverse/sdk'
import { FormDialog, FormField, messageKeys, useZodForm, z } from '@witverse/sdk/forms'

interface Props {
  title: string
  text: string
  /** In place of the word for a stop. */
  action?: string
  onStop: (reason: string) => Promise<void>
  onClose: () => void
}

const REASON_MIN = 5
const key = messageKeys<'extensions'>()
const SCHEMA = z.object({
  reason: z.string().check(
    z.trim(),
    z.refine((reason) => lengthOf(reason) >= REASON_MIN, key('packages.reasonRule')),
  ),
})

export function StopDialog({ title, text, action, onStop, onClose }: Props) {
  const t = useText('extensions')
  const form = useZodForm({
    texts: 'extensions',
    schema: SCHEMA,
    initial: { reason: '' },
    submit: async ({ reason }) => {
      await onStop(reason)
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={title} text={text} action={action ?? t('packages.stop')} onClose={onClose}>
      <FormField form={form} name="reason">
        {(field) => (
          <TextArea {...field} label={t('packages.reason')} hint={t('packages.reasonHint')} maxLength={500} />
        )}
      </FormField>
    </FormDialog>
  )
}
