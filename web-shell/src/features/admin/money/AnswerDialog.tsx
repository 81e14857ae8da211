// A decision with a written answer. It may require a confirmation of identity.
import { Button, lengthOf, Modal, TextArea, useFormText, useText, useToast } from '@witverse/sdk'
import type { ReactNode } from 'react'
import { useForm } from '../../../parts/useForm'
import { useSudo } from '../../profile/sudo/SudoProvider'
import { FormError } from '../../sign-in/FormError'
import { problemsOf } from '../../validation/rules'
import { useRefreshAdmin } from '../api'

export const ANSWER = { least: 5, most: 500 }

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
  const t = useText('shell-money')
  const errorText = useFormText('shell-money')
  const toast = useToast()
  const sudo = useSudo()
  const refresh = useRefreshAdmin()
  const form = useForm({
    initial: { answer: '' },
    validate: (values) =>
      problemsOf({
        answer: lengthOf(values.answer.trim()) < ANSWER.least ? 'answerShort' : undefined,
      }),
    submit: async ({ answer }) => {
      await sudo(() => onDecide(answer.trim()))
      toast(done, 'good')
      await refresh()
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} closeOnOutside={false} title={title} description={text}>
      <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
        {children}
        <TextArea
          {...form.field('answer')}
          label={label}
          hint={hint}
          maxLength={ANSWER.most}
          rows={3}
          error={errorText(form.errors.answer)}
        />
        <FormError text={errorText(form.errors.form)} />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={form.pending} {...(tone === 'danger' && { className: 'is-danger' })}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
