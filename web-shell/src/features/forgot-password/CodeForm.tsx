// Step 2: the six digits of the mail, and another mail once the countdown is over.
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
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { FormError } from '../sign-in/FormError'
import { useDelay } from '../sign-in/useDelay'
import { obtainTicket } from '../sign-up/captcha'
import { checkCode, codeField, problemsOf } from '../validation/rules'
import { checkReset, type Permit, sendResetMail } from './api'
import { resetRefusal } from './refusals'

interface CodeFormProps {
  email: string
  resendAfterSeconds: number
  onPermit: (permit: Permit) => void
  onOtherAddress: () => void
}

export function CodeForm({ email, resendAfterSeconds, onPermit, onOtherAddress }: CodeFormProps) {
  const t = useText('shell-entry')
  const text = useFormText('shell-entry')
  const api = useApi()
  const { dev } = useBoot()
  const form = useForm({
    initial: { code: '' },
    validate: (values) => problemsOf<typeof values>({ code: checkCode(values.code) }),
    submit: async ({ code }) => onPermit(await checkReset(api, email, code)),
    placeError: (error) => {
      const refusal = resetRefusal(error)
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
        {t('reset.check')}
      </Button>
      <Resend email={email} afterSeconds={resendAfterSeconds} />
      <button type="button" className="sh-link sh-link-centred" onClick={onOtherAddress}>
        {t('reset.otherAddress')}
      </button>
      {dev?.mailbox && (
        <a className="sh-link sh-mailbox" href="/dev/mailbox" target="_blank" rel="noreferrer">
          {t('verify.mailbox')}
        </a>
      )}
    </form>
  )
}

function Resend({ email, afterSeconds }: { email: string; afterSeconds: number }) {
  const t = useText('shell-entry')
  const api = useApi()
  const toast = useToast()
  const { language } = useLanguage()
  const delay = useDelay(afterSeconds)
  const [pending, setPending] = useState(false)

  async function resend() {
    setPending(true)
    try {
      const ticket = await obtainTicket(api, new AbortController().signal)
      const sent = await sendResetMail(api, email, ticket)
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
          {t('reset.resend')}
        </Button>
      )}
    </p>
  )
}
