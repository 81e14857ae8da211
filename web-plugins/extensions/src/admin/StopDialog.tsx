// Asks for the reason of a stop, which operators of worlds read.
import { Button, lengthOf, Modal, TextArea, useForm, useFormText, useText } from '@witverse/sdk'

interface Props {
  title: string
  text: string
  /** In place of the word for a stop. */
  action?: string
  onStop: (reason: string) => Promise<void>
  onClose: () => void
}

export function StopDialog({ title, text: about, action, onStop, onClose }: Props) {
  const t = useText('extensions')
  const text = useFormText('extensions')
  const form = useForm<{ reason: string }, 'packages.reasonRule'>({
    initial: { reason: '' },
    validate: ({ reason }) => ({
      ...(lengthOf(reason.trim()) < 5 && { reason: 'packages.reasonRule' as const }),
    }),
    submit: async ({ reason }) => {
      await onStop(reason.trim())
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={title} description={about}>
      <form ref={form.form} className="wv-form" noValidate onSubmit={form.onSubmit}>
        <TextArea
          {...form.field('reason')}
          label={t('packages.reason')}
          hint={t('packages.reasonHint')}
          maxLength={500}
          error={text(form.errors.reason)}
        />
        <Button type="submit" pending={form.pending}>
          {action ?? t('packages.stop')}
        </Button>
      </form>
    </Modal>
  )
}
