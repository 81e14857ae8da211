// The reply form: 1 to 500 characters. Ctrl or ⌘ with Enter sends.
import { TextArea, unsentPart, useText } from '@witverse/sdk'
import { checkedText, Form, FormField, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import type { KeyboardEvent } from 'react'
import { useMailActions } from '../api/mail'
import { checkReply, REPLY_LENGTH, replyLength } from './reply'

const SCHEMA = z.object({ content: checkedText((content) => checkReply(content) ?? undefined) })

export function ReplyForm({ alarmId, name }: { alarmId: string; name: string }) {
  const t = useText('mail')
  const { reply } = useMailActions()
  const form = useZodForm({
    texts: 'mail',
    schema: SCHEMA,
    initial: { content: '' },
    submit: async ({ content }) => {
      await reply(alarmId, content.trim())
      form.reset({ content: unsentPart(form.state.getValues('content'), content) })
    },
  })

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void form.onSubmit()
  }

  return (
    <Form form={form}>
      <FormField form={form} name="content">
        {(field) => {
          const left = REPLY_LENGTH - replyLength(field.value)
          return (
            <TextArea
              {...field}
              label={t('reply.label', { name })}
              rows={3}
              hint={t('reply.left', { count: left })}
              error={left < 0 ? t('reply.tooLong') : (field.error ?? form.error)}
              onKeyDown={onKeyDown}
            />
          )
        }}
      </FormField>
      <SubmitButton form={form}>{t('reply.send')}</SubmitButton>
    </Form>
  )
}
