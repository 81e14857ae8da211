// The six digits of a mail, and another mail once the countdown is over. What the code is for is up to whoever asks.
import {
  ApiError,
  Button,
  CODE_LENGTH,
  CodeInput,
  Countdown,
  describeError,
  useBoot,
  useForm,
  useFormText,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { type ReactNode, useState } from 'react'
import { FormError } from '../sign-in/FormError'
import { useDelay } from '../sign-in/useDelay'
import { checkCode, codeField, problemsOf } from '../validation/rules'

interface MailedCodeProps {
  namespace: 'shell' | 'shell-entry'
  action: string
  onCode: (code: string) => Promise<void>
  /** What is said below the code about a refusal; null where it is about the form as a whole. */
  refusalOf: (error: ApiError) => string | null | undefined
  resendAction: string
  resendAfterSeconds: number
  /** Sends another mail; answers when the next one may be asked for. */
  onResend: () => Promise<{ resendAfterSeconds: number }>
  /** Another way on, below. */
  children?: ReactNode
}

export function MailedCode({ namespace, action, onCode, refusalOf, children, ...resend }: MailedCodeProps) {
  const t = useText(namespace)
  const text = useFormText(namespace)
  const { dev } = useBoot()
  const form = useForm({
    initial: { code: '' },
    validate: (values) => problemsOf<typeof values>({ code: checkCode(values.code) }),
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
      <Button type="submit" wide pending={form.pending} disabled={form.values.code.length < CODE_LENGTH}>
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
        <Button look="quiet" size="small" onClick={resend} pending={pending}>
          {resendAction}
        </Button>
      )}
    </p>
  )
}
