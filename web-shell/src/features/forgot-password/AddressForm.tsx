// Step 1: the email address. The captcha is solved while the person types.
import { type ApiError, Button, TextInput, useApi, useFormText, useModal, useText } from '@witverse/sdk'
import { useForm } from '../../parts/useForm'
import { FormError } from '../sign-in/FormError'
import { CaptchaRow } from '../sign-up/CaptchaRow'
import { useCaptcha } from '../sign-up/useCaptcha'
import { checkEmail, problemsOf } from '../validation/rules'
import { sendResetMail } from './api'

interface AddressFormProps {
  email: string
  onSent: (email: string, resendAfterSeconds: number) => void
}

export function AddressForm({ email, onSent }: AddressFormProps) {
  const t = useText('shell-entry')
  const text = useFormText('shell-entry')
  const api = useApi()
  const modal = useModal()
  const captcha = useCaptcha(api)
  const form = useForm({
    initial: { email },
    validate: (values) => problemsOf({ email: checkEmail(values.email) }),
    submit: async (values) => {
      const ticket = await captcha.ticket()
      try {
        onSent(values.email, (await sendResetMail(api, values.email, ticket)).resendAfterSeconds)
      } catch (error) {
        const { code, retryAfterSeconds } = error as ApiError
        // The code of the previous mail is still valid.
        if (code === 'resend_too_soon') return onSent(values.email, retryAfterSeconds ?? 0)
        captcha.restart().catch(() => undefined) // a ticket is valid for one attempt; the captcha row shows errors
        throw error
      }
    },
    placeError: (error) => {
      if (error.code === 'not_exist') return { field: 'email', text: 'signIn.userNotExist' }
      if (error.code.startsWith('captcha')) return { field: 'form', text: 'captcha.failed' }
      return null
    },
  })

  return (
    <>
      <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
        <TextInput
          {...form.field('email')}
          label={t('fields.email')}
          type="email"
          autoComplete="username"
          error={text(form.errors.email)}
        />
        <CaptchaRow state={captcha.state} onRetry={captcha.restart} />
        <FormError text={text(form.errors.form)} />
        <Button type="submit" wide pending={form.pending}>
          {t('reset.send')}
        </Button>
      </form>
      <p className="sh-form-foot">
        {t('reset.remembered')}{' '}
        <button
          type="button"
          className="sh-link"
          onClick={() => modal.open('sign-in', { email: form.values.email })}
        >
          {t('signIn.open')}
        </button>
      </p>
    </>
  )
}
