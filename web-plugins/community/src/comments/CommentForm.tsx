// The form for a comment or a reply.
import {
  Button,
  describeError,
  lengthOf,
  TextInput,
  unsentPart,
  useAction,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { useRef, useState } from 'react'
import { COMMENT_MAX } from '../api/types'

interface CommentFormProps {
  label: string
  onSend: (text: string) => Promise<void>
  /** Called after the text was sent, if nothing more was typed meanwhile. */
  onSent?: () => void
  /** Focuses the field, for a reply that was just opened. */
  autoFocus?: boolean
}

export function CommentForm({ label, onSend, onSent, autoFocus = false }: CommentFormProps) {
  const t = useText('community')
  const toast = useToast()
  const { language } = useLanguage()
  const [text, setText] = useState('')
  const typed = useRef('')
  const change = (next: string) => {
    typed.current = next
    setText(next)
  }
  const { pending, run } = useAction(async () => {
    try {
      await onSend(text)
      change(unsentPart(typed.current, text))
      if (typed.current === '') onSent?.()
    } catch (error) {
      toast(`${t('said.commentFailed')} ${describeError(error, language)}`, 'bad')
    }
  })
  return (
    <form
      className="cm-comment-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') void run()
      }}
    >
      <TextInput
        label={label}
        name="comment"
        autoComplete="off"
        placeholder={t('comments.placeholder')}
        maxLength={COMMENT_MAX}
        value={text}
        onValue={change}
        hint={text && t('comments.left', { count: lengthOf(text) })}
        autoFocus={autoFocus}
      />
      <Button type="submit" pending={pending} disabled={text.trim() === ''}>
        {t('comments.send')}
      </Button>
    </form>
  )
}
