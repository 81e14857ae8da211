// Step 3: the six digits from the e-mail, and a new code once the countdown is over.
import { payload } from '@witverse/api-client'
import {
  ApiError,
  Button,
  CODE_LENGTH,
  CodeInput,
  Countdown,
  describeError,
  useApi,
  useBoot,
  useForm,
  useFormText,
  useLanguage,
  useSecondsLeft,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { FormError } from '../sign-in/FormError'
import { checkCode, codeField, problemsOf } from '../validation/rules'

const REFUSALS: Record<string, string> = {
  already_confirmed: 'verify.alreadyConfirmed',
  invalid: 'verify.invalid',
  code_not_matched: 'verify.notMatched',
}

interface VerifyFormProps {
  email: string
  resendAfterSeconds: number
  onVerified: () => void
}

export function VerifyForm({ email, resendAfterSeconds, onVerified }: VerifyFormProps) {
  const t = useText('shell')
  const text = useFormText('shell')
  const api = useApi()
  const { dev } = useBoot()
  const form = useForm({
    initial: { code: '' },
    validate: (values) => problemsOf<typeof values>({ code: checkCode(values.code) }),
    submit: async ({ code }) => {
      await payload(api.POST('/api/user/register/verify', { body: { email, code } }))
      onVerified()
    },
    placeError: (error) => {
      const refusal = REFUSALS[error.code]
      return refusal ? { field: 'code', text: refusal } : null
    },
  })

  return (
    <form ref={form.form} onSubmit={form.onSubmit} className="sh-form" noValidate>
      <CodeInput
        {...codeField(form.field('code'))}
        label={t('fields.code')}
        error={text(form.errors.code)}
        autoFocus
      />
      <FormError text={text(form.errors.form)} />
      <Button type="submit" wide pending={form.pending} disabled={form.values.code.length < CODE_LENGTH}>
        {t('verify.submit')}
      </Button>
      <Resend email={email} afterSeconds={resendAfterSeconds} />
      {dev?.mailbox && (
        <a className="sh-link sh-mailbox" href="/dev/mailbox" target="_blank" rel="noreferrer">
          {t('verify.mailbox')}
        </a>
      )}
    </form>
  )
}

function Resend({ email, afterSeconds }: { email: string; afterSeconds: number }) {
  const t = useText('shell')
  const api = useApi()
  const toast = useToast()
  const { language } = useLanguage()
  const [until, setUntil] = useState(() => Date.now() + afterSeconds * 1_000)
  const [pending, setPending] = useState(false)
  const secondsLeft = useSecondsLeft(until)
  const wait = (seconds: number) => setUntil(Date.now() + seconds * 1_000)

  async function resend() {
    setPending(true)
    try {
      const body = { email, accessAt: new Date().toISOString() }
      const answer = await payload(api.POST('/api/v2/user/email/resend', { body }))
      wait(answer.resendAfterSeconds)
      toast(t('verify.resent'), 'good')
    } catch (error) {
      if (error instanceof ApiError && error.retryAfterSeconds) wait(error.retryAfterSeconds)
      toast(describeError(error, language), 'bad')
    } finally {
      setPending(false)
    }
  }

  return (
    <p className="sh-resend">
      <span>{t('verify.notArrived')}</span>
      {secondsLeft > 0 ? (
        <span>
          {t('verify.resendIn')} <Countdown secondsLeft={secondsLeft} />
        </span>
      ) : (
        <Button look="quiet" size="small" onClick={resend} pending={pending}>
          {t('verify.resend')}
        </Button>
      )}
    </p>
  )
}
