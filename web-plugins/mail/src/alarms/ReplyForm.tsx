// The reply form: 1 to 500 characters. Ctrl or ⌘ with Enter sends.
import { Button, TextArea, useForm, useFormText, useText } from '@witverse/sdk'
import type { KeyboardEvent } from 'react'
import { useMailActions } from '../api/mail'
import { checkReply, REPLY_LENGTH, replyLength } from './reply'

export function ReplyForm({ alarmId, name }: { alarmId: string; name: string }) {
  const t = useText('mail')
  const text = useFormText('mail')
  const { reply } = useMailActions()
  const form = useForm({
    initial: { content: '' },
    validate: ({ content }) => {
      const problem = checkReply(content)
      return problem ? { content: problem } : {}
    },
    submit: async ({ content }) => {
      await reply(alarmId, content.trim())
      form.reset()
    },
  })
  const left = REPLY_LENGTH - replyLength(form.values.content)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void form.onSubmit(event as never)
  }

  return (
    <form ref={form.form} className="wv-form" onSubmit={form.onSubmit} onKeyDown={onKeyDown} noValidate>
      <TextArea
        name="content"
        label={t('reply.label', { name })}
        value={form.values.content}
        onValue={(value) => form.set('content', value)}
        rows={3}
        hint={t('reply.left', { count: left })}
        error={left < 0 ? t('reply.tooLong') : text(form.errors.content ?? form.errors.form)}
      />
      <Button type="submit" pending={form.pending}>
        {t('reply.send')}
      </Button>
    </form>
  )
}
