// The six-digit code from a mail, and a resend button with a countdown.
import {
  ApiError,
  Button,
  CodeInput,
  Countdown,
  describeError,
  type TextKey,
  useBoot,
  useFormText,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { type ReactNode, useState } from 'react'
import { useForm } from '../../parts/useForm'
import { FormError } from '../sign-in/FormError'
import { useDelay } from '../sign-in/useDelay'
import { checkCode, codeField, problemsOf } from '../validation/rules'

interface MailedCodeProps {
  action: string
  onCode: (code: string) => Promise<void>
  /** The key of the message below the code; null shows the error below the form. */
  refusalOf: (error: ApiError) => TextKey<'shell-entry'> | null | undefined
  resendAction: string
  resendAfterSeconds: number
  /** Sends another mail and returns the delay until the next one. */
  onResend: () => Promise<{ resendAfterSeconds: number }>
  /** Content below the form. */
  children?: ReactNode
}

export function MailedCode({ action, onCode, refusalOf, children, ...resend }: MailedCodeProps) {
  const t = useText('shell-entry')
  const text = useFormText('shell-entry')
  const { dev } = useBoot()
  const form = useForm<{ code: string }, TextKey<'shell-entry'>>({
    initial: { code: '' },
    validate: (values) => problemsOf({ code: checkCode(values.code) }),
    submit: ({ code }) => onCode(code),
    placeError: (error) => {
      const refusal = refusalOf(error)
      return refusal ? { field: 'code', text: refusal } : null
    },
  })
  return (
    <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
      <CodeInput
        {...codeField(form.field('code'))}
        label={t('fields.code')}
        error={text(form.errors.code)}
        autoFocus
      />
      <FormError text={text(form.errors.form)} />
      <Button type="submit" wide pending={form.pending}>
        {action}
      </Button>
      <Resend {...resend} />
      {children}
      {dev?.mailbox && (
        <a className="sh-link sh-mailbox" href="/dev/mailbox" target="_blank" rel="noreferrer">
          {t('verify.mailbox')}
        </a>
      )}
    </form>
  )
}

type ResendProps = Pick<MailedCodeProps, 'resendAction' | 'resendAfterSeconds' | 'onResend'>

function Resend({ resendAction, resendAfterSeconds, onResend }: ResendProps) {
  const t = useText('shell')
  const toast = useToast()
  const { language } = useLanguage()
  const delay = useDelay(resendAfterSeconds)
  const [pending, setPending] = useState(false)

  async function resend() {
    setPending(true)
    try {
      const sent = await onResend()
      delay.wait(sent.resendAfterSeconds)
      toast(t('verify.resent'), 'good')
    } catch (error) {
      const wait = error instanceof ApiError ? error.retryAfterSeconds : undefined
      if (wait) delay.wait(wait)
      toast(describeError(error, language), 'bad')
    } finally {
      setPending(false)
    }
  }

  return (
    <p className="sh-resend">
      <span>{t('verify.notArrived')}</span>
      {delay.secondsLeft > 0 ? (
        <span>
          {t('verify.resendIn')} <Countdown secondsLeft={delay.secondsLeft} />
        </span>
      ) : (
        <Button variant="quiet" size="small" onClick={resend} pending={pending}>
          {resendAction}
        </Button>
      )}
    </p>
  )
}
