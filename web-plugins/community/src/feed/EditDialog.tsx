// Edits the text of a post.
import { Modal, TextArea, useText } from '@witverse/sdk'
import { Form, FormError, FormField, requiredText, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { usePostActions } from '../api/actions'
import { TEXT_MAX } from '../api/types'
import type { DialogProps } from './dialog-props'

const SCHEMA = z.object({ text: requiredText() })

export default function EditDialog({ post, onClose }: DialogProps) {
  const t = useText('community')
  const { edit } = usePostActions()
  const form = useZodForm({
    texts: 'community',
    schema: SCHEMA,
    initial: { text: post.text },
    submit: async ({ text }) => {
      await edit(post, text)
      onClose()
    },
  })
  return (
    <Modal
      open
      size="wide"
      title={t('edit.title')}
      description={t('edit.text')}
      closeOnOutside={form.state.watch('text') === post.text}
      onClose={onClose}
    >
      <Form form={form}>
        <FormField form={form} name="text">
          {(field) => <TextArea {...field} label={t('composer.label')} rows={8} maxLength={TEXT_MAX} />}
        </FormField>
        <FormError form={form} />
        <SubmitButton form={form} wide>
          {t('edit.save')}
        </SubmitButton>
      </Form>
    </Modal>
  )
}
